import { dayOf } from '../days.ts'
import { gregorian } from './dates.ts'
import { isNoValue, scaled } from './numbers.ts'

/** Years and quarters as publishers write them. */

/** 110 is 2021; null where there is none. */
export function republicYear(text: string): number | null | undefined {
  const year = scaled(text, 0)
  if (typeof year !== 'number') return year
  if (year === 0) return null
  return year > 0 && year < 1000 ? year + 1911 : undefined
}

const quarterEnds = ['03-31', '06-30', '09-30', '12-31']

/** The last day of a quarter, 1 to 4. */
export const quarterEnd = (year: number, quarter: number): number => dayOf(`${year}-${quarterEnds[quarter - 1]}`)

/** `111/3`, `115Q2` and `114年第3季` to `2022Q3`, `2026Q2` and `2025Q3`. */
export function fiscalPeriod(text: string): string | null | undefined {
  if (isNoValue(text)) return null
  const [, year, quarter] = /^(\d{2,4})(?:\/|Q|年第)([1-4])季?$/.exec(text.normalize('NFKC').trim()) ?? []
  return year === undefined ? undefined : `${gregorian(year)}Q${quarter}`
}
