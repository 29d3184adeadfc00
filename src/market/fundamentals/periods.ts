import { monthOf, yearOf } from '../../days.ts'
import type { Security } from '../listing.ts'
import type { DistributionPlan } from '../plans.ts'
import type { Distribution } from './distributions.ts'

export type Period = { readonly text: string; readonly year: number; readonly quarter: number | null }

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

export const periodOf = (security: Security, { plan, exDay }: Distribution): Period => {
  if (security.type === 'stock' || security.type === 'preferred') return companyPeriod(plan)
  return fundPeriod(exDay, plan.aYear >= 12 ? 1 : plan.aYear >= 4 ? 3 : 6)
}
