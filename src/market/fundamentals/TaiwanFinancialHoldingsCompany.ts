import { TaiwanFinancialHoldingsCompany } from '../../catalogue/fundamentals/TaiwanFinancialHoldingsCompany.ts'
import { dayOf, monthOf, yearOf } from '../../days.ts'
import { netIncome } from '../fundamentals.ts'
import type { Security } from '../listing.ts'
import { between, nameBits, normal } from '../random.ts'
import { orNull, readTable } from '../readTable.ts'
import { wholeTable } from '../table.ts'
import { cents, halfUp } from './amounts.ts'
import { monthRevenue } from './company.ts'
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

/** The listed financial holding companies, each before its main subsidiaries and their usual parts of its income. */
const entities = readTable('fundamentals/holdings.tsv', {
  stock_id: String,
  entity: String,
  type: String,
  part: Number,
  /** First day it belonged to the group, where that was not always so. */
  since: orNull(dayOf),
})

export const financialHoldings = wholeTable(TaiwanFinancialHoldingsCompany, (world, push) => {
  const { seed, calendar, eventsFrom } = world
  const newest = calendar.days[world.through]!
  for (const { stock_id, entity, type, part, since } of entities) {
    const path = world.pathOf(stock_id)
    if (!path) continue
    const { security } = path
    const isGroup = type === 'holding'
    const tax = isGroup ? 0.13 : type === 'life' ? 0.1 : 0.16
    const isPart = (month: number) => since === null || firstOfMonth(month + 1) > since
    const income = (month: number): number => {
      const whole = monthIncome(seed, security, month)
      if (isGroup) return whole
      return isPart(month) ? Math.round(whole * part * (1 + 0.12 * normal(seed, nameBits(entity), 2092, month))) : 0
    }
    const preTax = (month: number) => Math.round(income(month) / (1 - tax))
    for (let month = monthIndex(yearOf(eventsFrom), monthOf(eventsFrom)); firstOfMonth(month) <= newest; month++) {
      const announced = announcedOn(seed, security, month)
      if (announced > newest || (security.delisted !== null && announced >= security.delisted)) break
      if (!isPart(month)) continue
      const ytd = yearToDate(income, month)
      const shares = sharesAt(world, path, firstOfMonth(month + 1) - 1)
      push({
        stock_id,
        report_month: firstOfMonth(month),
        stock_name: security.name,
        entity_name: entity,
        entity_type: type,
        pre_tax_income_month: cents(preTax(month)),
        net_income_month: cents(income(month)),
        pre_tax_income_ytd: cents(yearToDate(preTax, month)),
        net_income_ytd: cents(ytd),
        eps_ytd: isGroup ? halfUp(ytd * 100_000, shares) * 100 : null,
        net_revenue_month: isGroup ? cents(monthRevenue(seed, security, month)) : null,
        announce_date: announced,
        link: null,
      })
    }
  }
})
