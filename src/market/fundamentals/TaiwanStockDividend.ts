import { TaiwanStockDividend } from '../../catalogue/fundamentals/TaiwanStockDividend.ts'
import { clockOf } from '../../days.ts'
import type { Cells } from '../../lake/batch.ts'
import type { Path } from '../path.ts'
import { between } from '../random.ts'
import { wholeTable } from '../table.ts'
import type { World } from '../world.ts'
import { type Announcement, type Distribution, distributionsOf, surplusPart } from './distributions.ts'
import { type Period, periodOf } from './periods.ts'
import { parAt, sharesAtPosition } from './shares.ts'

/** Announcements are made after the close. */
const timeOf = (seed: number, key: number, position: number): string =>
  clockOf(14 * 3600 + between(0, 4 * 3600 - 1, seed, key, 2034, position))

function rowOf(
  world: World,
  path: Path,
  { plan, exDay }: Distribution,
  { cash, stockRatio, rightsRatio, rightsPrice, payDay, position }: Announcement,
  period: Period,
): Cells<typeof TaiwanStockDividend> {
  const { seed, ahead } = world
  const { security } = path
  const par = parAt(path, position)
  const shares = sharesAtPosition(path, position)
  const isPreferred = security.type === 'preferred'
  const fromSurplus = surplusPart(seed, security, cash)
  const isCompany = security.type === 'stock'
  return {
    stock_id: security.id,
    announce_date: ahead.days[position]!,
    announce_time: timeOf(seed, security.key, position),
    stock_name: security.name,
    dividend_period: period.text,
    fiscal_year: period.year,
    fiscal_quarter: period.quarter,
    record_date: ahead.days[plan.at + 5] ?? exDay + 7,
    stock_earnings_distribution: isCompany ? Math.round(stockRatio * par * 1e6) : null,
    stock_statutory_surplus: isCompany ? 0 : null,
    stock_ex_date: stockRatio > 0 || rightsRatio > 0 ? exDay : null,
    cash_earnings_distribution: isPreferred ? null : cash - fromSurplus,
    cash_statutory_surplus: isCompany ? fromSurplus : null,
    cash_preferred_dividend: isPreferred ? cash : null,
    cash_ex_date: cash > 0 ? exDay : null,
    cash_payment_date: payDay,
    capital_increase_shares: rightsRatio > 0 ? Math.round(shares * rightsRatio) : null,
    capital_increase_ratio: rightsRatio > 0 ? Math.round(rightsRatio * 1e8) : null,
    capital_increase_price: rightsPrice === null ? null : rightsPrice * 100,
    participating_shares: shares,
    par_value: isCompany ? `新台幣 ${par.toFixed(4)}元` : null,
    employee_stock_bonus_shares: null,
    employee_cash_bonus: null,
    directors_remuneration: null,
  }
}

export const dividend = wholeTable(TaiwanStockDividend, (world, push) => {
  const { ahead, eventsFrom } = world
  for (const path of world.paths) {
    for (const distribution of distributionsOf(world, path)) {
      const period = periodOf(path.security, distribution)
      for (const announcement of distribution.announcements)
        if (ahead.days[announcement.position]! >= eventsFrom)
          push(rowOf(world, path, distribution, announcement, period))
    }
  }
})
