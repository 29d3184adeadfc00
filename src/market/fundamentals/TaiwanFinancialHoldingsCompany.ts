import { TaiwanFinancialHoldingsCompany } from '../../catalogue/fundamentals/TaiwanFinancialHoldingsCompany.ts'
import { monthOf, yearOf } from '../../days.ts'
import { netIncome } from '../fundamentals.ts'
import type { Security } from '../listing.ts'
import { between, nameBits, normal } from '../random.ts'
import { wholeTable } from '../table.ts'
import { cents, halfUp } from './amounts.ts'
import { monthRevenue } from './company.ts'
import { groups } from './holdings.ts'
import { firstOfMonth, monthIndex, yearToDate } from './publication.ts'
import { sharesAt } from './shares.ts'

/** Announced between the 10th and the 14th of the next month, when the month's revenue is known too. */
const announcedOn = (seed: number, { key }: Security, month: number): number =>
  firstOfMonth(month + 1) + between(9, 13, seed, key, 2090, month)

/** A month's part of the quarter's income, in thousands: the three of a quarter add up to it. */
function monthIncome(seed: number, security: Security, month: number): number {
  const quarter = Math.floor((month - 24_000) / 3)
  const first = 24_000 + quarter * 3
  const whole = netIncome(seed, security, quarter) / 1000
  const part = (m: number) => Math.round((whole / 3) * (1 + 0.2 * normal(seed, security.key, 2091, m)))
  return month < first + 2 ? part(month) : whole - part(first) - part(first + 1)
}

export const financialHoldings = wholeTable(TaiwanFinancialHoldingsCompany, (world, push) => {
  const { seed, calendar, eventsFrom } = world
  const newest = calendar.days[world.through]!
  for (const [id, { name, entities }] of Object.entries(groups)) {
    const path = world.pathOf(id)
    if (!path) continue
    const { security } = path
    const whole = (month: number) => monthIncome(seed, security, month)
    for (let month = monthIndex(yearOf(eventsFrom), monthOf(eventsFrom)); firstOfMonth(month) <= newest; month++) {
      const announced = announcedOn(seed, security, month)
      if (announced > newest || (security.delisted !== null && announced >= security.delisted)) break
      const shares = sharesAt(world, path, firstOfMonth(month + 1) - 1)
      const write = (entity: string, type: string, of: (month: number) => number, tax: number) => {
        const preTax = (m: number) => Math.round(of(m) / (1 - tax))
        const ytd = yearToDate(of, month)
        const isGroup = type === 'holding'
        push({
          stock_id: id,
          report_month: firstOfMonth(month),
          stock_name: security.name,
          entity_name: entity,
          entity_type: type,
          pre_tax_income_month: cents(preTax(month)),
          net_income_month: cents(of(month)),
          pre_tax_income_ytd: cents(yearToDate(preTax, month)),
          net_income_ytd: cents(ytd),
          eps_ytd: isGroup ? halfUp(ytd * 100_000, shares) * 100 : null,
          net_revenue_month: isGroup ? cents(monthRevenue(seed, security, month)) : null,
          announce_date: announced,
          link: null,
        })
      }
      write(name, 'holding', whole, 0.13)
      for (const { name: entity, type, part, since } of entities) {
        if (since !== undefined && firstOfMonth(month + 1) <= since) continue
        const salt = nameBits(entity)
        const of = (m: number) =>
          since !== undefined && firstOfMonth(m + 1) <= since
            ? 0
            : Math.round(whole(m) * part * (1 + 0.12 * normal(seed, salt, 2092, m)))
        write(entity, type, of, type === 'life' ? 0.1 : 0.16)
      }
    }
  }
})
