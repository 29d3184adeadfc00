import { calendarDay } from '../../days.ts'
import { businessOf, fairValue, netIncome } from '../fundamentals.ts'
import { industryOf } from '../industries.ts'
import type { Security } from '../listing.ts'
import { kept, oncePer } from '../oncePer.ts'
import { normal, uniform } from '../random.ts'
import { firstOfMonth } from './publication.ts'

/** The traits of a company's accounts, drawn once. */
export type Company = Readonly<ReturnType<typeof createCompany>>

const margins: Readonly<Record<string, number>> = {
  '2330': 0.42,
  '2317': 0.026,
  '2454': 0.2,
  '2412': 0.17,
  '3008': 0.38,
}
/** Yearly income for each TWD of the owners' money at the start of the books. */
const returns: Readonly<Record<string, number>> = { '2330': 0.3 }
/** The mean over years that lie fixed, so that the number never moves with the newest day. */
function powerOf(seed: number, security: Security): { net: number; size: number } {
  let net = 0
  let size = 0
  for (let quarter = 60; quarter < 108; quarter++) {
    const middle = calendarDay(2000 + Math.floor(quarter / 4), (quarter % 4) * 3 + 2, 15)
    const yielded = netIncome(seed, security, quarter) / fairValue(seed, security, middle)
    net += yielded / 48
    size += Math.abs(yielded) / 48
  }
  return { net, size }
}

/** The part of yearly earnings that the company pays out is drawn by the market's core with the same numbers. */
const payoutOf = (seed: number, { key }: Security): number => 0.4 + 0.4 * uniform(seed, key, 27)

function createCompany(seed: number, security: Security) {
  const { id, industry, key } = security
  const draw = (salt: number) => uniform(seed, key, salt)
  const trade = industryOf(security)!
  const { net, size } = powerOf(seed, security)
  const hasLosses = net < size
  const isFinancial = industry === '17'
  // Cheap shares with a high payout belong to companies rich in assets: those are the ones under book value.
  const isRich = 4 * net * payoutOf(seed, security) > 0.045 && draw(2010) < 0.6
  const base = margins[id] ?? trade.margin * Math.exp(0.3 * normal(seed, key, 2011))
  const isConsolidated = draw(2012) < 0.95
  return {
    isFinancial,
    /** Size of the income of a quarter, profit or loss, for each TWD of fair value. */
    power: size,
    /** Net income for each TWD of revenue, in ordinary times. */
    margin: Math.min(0.45, base),
    isConsolidated,
    /** Income of non-controlling interests per TWD of the owners' income. */
    minority: isConsolidated && draw(2013) < 0.6 ? 0.005 + 0.05 * draw(2014) : 0,
    /** Yearly income over book value at the start of the books: losses must not exceed the paid-in capital. */
    return:
      returns[id] ??
      (isRich || hasLosses ? 0.03 + 0.015 * draw(2015) : 0.07 + (isFinancial ? 0.03 : 0.13) * draw(2015)),
    hasResearch: trade.research,
    hasDebt: draw(2016) < 0.85,
    hasBonds: isFinancial || draw(2017) < 0.35,
  }
}

const companies = oncePer((security: Security) => kept((seed: number) => createCompany(seed, security)))

export const companyOf = (seed: number, security: Security): Company => companies(security)(seed)

/** Revenue of a month in thousands; for a financial company net of interest paid. */
export function monthRevenue(seed: number, security: Security, month: number): number {
  const { power, margin } = companyOf(seed, security)
  const level = (fairValue(seed, security, firstOfMonth(month) + 14) * power) / 3 / margin
  return Math.max(1, Math.round((level * businessOf(seed, security, month)) / 1000))
}
