import type { Found } from './found.ts'

/** Counts, running figures and sums over investors are totals already, and so is a return over a time. */
export const isTotal = ({ texts, columns }: Found, word: string): boolean =>
  texts.has('count') ||
  texts.has('add') ||
  columns.some((column) => /total|ytd|^market_open_interest$/.test(column)) ||
  texts.has('TaiwanFutureOptionDailyTotalOverview') ||
  (texts.has('change') && /累計|累積|cumulative/i.test(word))

export const isMoving = ({ texts, columns }: Found): boolean =>
  ['change', 'cross', 'streak', 'date', 'subtract'].some((kind) => texts.has(kind)) ||
  columns.some((column) => /change|yoy|mom|spread|percent|_net$/.test(column))

/** What a whole market traded is told by its index. */
export const isIndexOf = (market: string, texts: ReadonlySet<string>): boolean =>
  market === 'TWSE' && texts.has('TAIEX')

/** Rows are made for each of these periods. */
export const isBy = ({ representation: { by } }: Found, unit: string): boolean =>
  by.some((one) => one === unit || (typeof one === 'object' && one.column === `fiscal_${unit}`))

export const isOne = ({ representation: { universe, shape } }: Found): boolean =>
  shape !== 'groups' && (universe.ids?.length ?? 0) > 0

/** Said in the unit that was asked for. */
export function isTold({ representation, texts, columns }: Found, scale: string): boolean {
  if (scale === 'percent')
    return (
      ['percent', 'change_percent'].some((text) => texts.has(text)) ||
      columns.some((column) => /percent|ratio|rate|yield|margin|return/.test(column)) ||
      texts.has('USBondYield')
    )
  if (scale === 'shares') return columns.some((column) => /shares|volume|_(net|buy|sell|balance)$/.test(column))
  if (scale === 'points')
    return (
      columns.includes('spread') ||
      texts.has('change_difference') ||
      !representation.select.some(({ as }) => as === 'return_percent' || as === 'change_percent')
    )
  return representation.select.some((output) => output.in === scale)
}

export const showsDays = ({ representation, texts }: Found): boolean =>
  ['count', 'streak', 'every', 'some', 'date', 'average', 'TaiwanStockTradingDate', 'fill_days'].some((text) =>
    texts.has(text),
  ) ||
  representation.shape === 'rows' ||
  representation.shape === 'groups' ||
  (representation.shape === 'series' && (representation.where.length > 0 || representation.order.length > 0)) ||
  representation.select.some(({ as }) => /days/.test(as))

/** Something of the answer is a date that was looked for, and not only the newest one. */
export const showsDates = ({ representation, texts, columns }: Found): boolean =>
  representation.shape !== 'entities' || texts.has('date') || columns.some((column) => /date$/.test(column))
