import { netIncome } from '../fundamentals.ts'
import type { Security } from '../listing.ts'
import { normal, smooth, uniform } from '../random.ts'
import { halfUp } from './amounts.ts'
import { companyOf, monthRevenue } from './company.ts'

/**
 * The last lines of every statement: the owners' income is given, tax and non-controlling interests are added to it.
 */
function bottom(seed: number, security: Security, quarter: number, shares: number) {
  const owners = netIncome(seed, security, quarter) / 1000
  const minority = Math.round(owners * companyOf(seed, security).minority)
  const afterTax = owners + minority
  const rate =
    afterTax > 0
      ? 0.15 + 0.05 * uniform(seed, security.key, 2040) + 0.02 * uniform(seed, security.key, 2040, quarter)
      : -0.1
  const preTax = Math.round(afterTax / (1 - rate))
  const dilution = 1 + 0.015 * uniform(seed, security.key, 2041)
  const perShare = owners * 100_000
  return {
    owners,
    minority,
    afterTax,
    preTax,
    tax: preTax - afterTax,
    eps: halfUp(perShare, shares),
    dilutedEps: halfUp(perShare, Math.round(shares * dilution)),
  }
}

/** Revenue of the quarter's three months. */
const quarterRevenue = (seed: number, security: Security, quarter: number): number => {
  const first = 24_000 + quarter * 3
  return [0, 1, 2].reduce((sum, m) => sum + monthRevenue(seed, security, first + m), 0)
}

/** The largest share of operating income in revenue; the rest is non-operating income. */
const mostOperating = 0.6
const mostGross = 0.82

/** The income statement of one quarter, in thousands; per-share figures in cents. */
export type Income = Readonly<ReturnType<typeof incomeOf>>

export function incomeOf(seed: number, security: Security, quarter: number, shares: number) {
  const { isFinancial, hasResearch, margin } = companyOf(seed, security)
  const { key } = security
  const end = bottom(seed, security, quarter, shares)
  const revenue = quarterRevenue(seed, security, quarter)
  const none = { cost: 0, grossProfit: 0, selling: 0, administrative: 0, research: 0, operating: 0, nonOperating: 0 }
  if (isFinancial) {
    const netInterest = Math.round(revenue * (0.42 + 0.06 * normal(seed, key, 2042, quarter)))
    const badDebt = Math.round(revenue * 0.04 * uniform(seed, key, 2043, quarter))
    // Insurers add much of their revenue to reserves; reserves shrink before other expenses do.
    const usual = Math.round(revenue * (0.1 + 0.15 * uniform(seed, key, 2044)))
    const insurance = Math.min(usual, revenue - badDebt - end.preTax - Math.round(revenue * 0.15))
    const expenses = revenue - badDebt - insurance - end.preTax
    const lines = { revenue, netInterest, nonInterest: revenue - netInterest, badDebt, insurance, expenses }
    return { ...none, ...end, ...lines }
  }
  const elsewhere = Math.round(end.preTax * (0.06 + 0.03 * smooth(quarter / 6, seed, key, 2045)))
  const operating = Math.min(end.preTax - elsewhere, Math.round(revenue * mostOperating))
  const rate = (0.05 + 0.13 * uniform(seed, key, 2046)) * (hasResearch ? 1.4 : 1) * (1 - 1.2 * margin)
  const usual = Math.round(revenue * rate * (1 + 0.02 * normal(seed, key, 2047, quarter)))
  const expenses = Math.min(usual, Math.round(revenue * mostGross) - operating)
  const grossProfit = operating + expenses
  const selling = Math.round(expenses * (0.25 + 0.15 * uniform(seed, key, 2048)))
  const research = hasResearch ? Math.round(expenses * (0.35 + 0.15 * uniform(seed, key, 2049))) : 0
  return {
    ...end,
    revenue,
    cost: revenue - grossProfit,
    grossProfit,
    selling,
    research,
    administrative: expenses - selling - research,
    expenses,
    operating,
    nonOperating: end.preTax - operating,
    netInterest: 0,
    nonInterest: 0,
    badDebt: 0,
    insurance: 0,
  }
}
