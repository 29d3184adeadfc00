import type { Constraint } from '../clause/clause.ts'
import type { Phrase } from '../measures/phrase.ts'

export const columnOf = ({ readings }: Phrase): string => readings?.[0]?.column ?? ''

/** Columns that are the price itself, so that a rise beside them is a return. */
export const isPrice = (phrase: Phrase): boolean =>
  phrase.readings?.some(({ column }) => ['close', 'price', 'spread', 'spot_sell'].includes(column)) ?? false

/** Columns that already are a change, and growth: a word for up or down beside them only says which way. */
export const isChange = (phrase: Phrase): boolean =>
  phrase.growth !== undefined || /(yoy|mom|gap|change|intraday)_percent$|_change$/.test(columnOf(phrase))

/** A rise of one time is one of a hundred percent. */
export const inPercent = (limit: Constraint): Constraint => {
  if (limit.unit !== 'times') return limit
  return 'op' in limit
    ? { ...limit, value: limit.value * 100, unit: 'percent' }
    : { ...limit, low: limit.low * 100, high: limit.high * 100, unit: 'percent' }
}
