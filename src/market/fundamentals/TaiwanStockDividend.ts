import { TaiwanStockDividend } from '../../catalogue/fundamentals/TaiwanStockDividend.ts'
import { clockOf, monthOf, yearOf } from '../../days.ts'
import type { Cells } from '../../lake/batch.ts'
import type { Security } from '../listing.ts'
import type { Path } from '../path.ts'
import type { DistributionPlan } from '../plans.ts'
import { between } from '../random.ts'
import { wholeTable } from '../table.ts'
import type { World } from '../world.ts'
import { type Announcement, type Distribution, distributionsOf, surplusPart } from './distributions.ts'
import { parAt, sharesAtPosition } from './shares.ts'

type Period = { readonly text: string; readonly year: number; readonly quarter: number | null }

const roc = (year: number): string => `${year - 1911}年`

const companyPeriod = ({ fiscalYear, firstQuarter, quarters }: DistributionPlan): Period => {
  if (quarters === 4) return { text: roc(fiscalYear), year: fiscalYear, quarter: null }
  if (quarters === 2)
    return { text: `${roc(fiscalYear)}${firstQuarter === 1 ? '上' : '下'}半年`, year: fiscalYear, quarter: null }
  return { text: `${roc(fiscalYear)}第${firstQuarter}季`, year: fiscalYear, quarter: firstQuarter }
}

/** Ex-dates are planned for the 10th to the 26th, and holidays may carry them into the month after. */
const plannedDay = (exDay: number): number => exDay - 9

/** Funds pay out the income of the month, quarter or half-year before the ex-date. */
const fundPeriod = (exDay: number, everyMonths: number): Period => {
  const last = yearOf(plannedDay(exDay)) * 12 + monthOf(plannedDay(exDay)) - 2
  const year = Math.floor(last / 12)
  const month = (last % 12) + 1
  if (everyMonths === 1) return { text: `${roc(year)}${month}月`, year, quarter: null }
  if (everyMonths === 3) {
    const quarter = Math.ceil(month / 3)
    return { text: `${roc(year)}第${quarter}季`, year, quarter }
  }
  return { text: `${roc(year)}${month <= 6 ? '上' : '下'}半年`, year, quarter: null }
}

const periodOf = (security: Security, { plan, exDay }: Distribution): Period => {
  if (security.type === 'stock' || security.type === 'preferred') return companyPeriod(plan)
  return fundPeriod(exDay, plan.aYear >= 12 ? 1 : plan.aYear >= 4 ? 3 : 6)
}

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
