import { dayFrom, monthFrom, timeFrom } from '../../src/sources/dates.ts'
import { coloured, marked, signBefore, signBeside } from '../../src/sources/exchange/amounts.ts'
import { exEvent, isStarred } from '../../src/sources/exchange/securities.ts'
import { periodStart } from '../../src/sources/exchange/TaiwanStockDisposition.ts'
import { fiscalPeriod, republicYear } from '../../src/sources/periods.ts'
import { traderContract } from '../../src/sources/taifex/largeTraders.ts'
import { inInformation, inMarketData } from '../../src/sources/taifex/products.ts'
import { callPut, halted, investor, session } from '../../src/sources/taifex/vocabulary.ts'
import type { MarketRow } from './market.ts'
import type { Spelling } from './sheet.ts'
import { places, rocBare } from './spell.ts'

/** Writes what a reader of `src/sources` reads: a cell, or a cell for each of the titles that the reader combines. */
export type Inverse = (value: string | null, row: MarketRow, spelling: Spelling) => string | readonly string[]

const words =
  (meanings: Readonly<Record<string, string>>): Inverse =>
  (value) =>
    value === null ? '' : (meanings[value] ?? value)

const sign = (value: string | null): string =>
  value === null || Number(value) === 0 ? '' : value.startsWith('-') ? '-' : '+'
const size = (value: string | null): string => places((value ?? '0').replace('-', ''), 2)
/** A day that is not compared with the one before: an ex-day, the first day, the day of a resumption. */
const isMarked = (row: MarketRow): boolean => row.is_marked === 'true'

/** The inverse of each reader that a mapping names; readers of plain fields need none. */
export const inverses = new Map<unknown, Inverse>([
  [
    coloured,
    (value, row) => (isMarked(row) ? ['<p>X</p>', '0.00'] : [`<p style= color:red>${sign(value)}</p>`, size(value)]),
  ],
  [signBeside, (value, row) => (isMarked(row) ? ['X', '0.00'] : [sign(value), size(value)])],
  [signBefore, (value) => [sign(value) || '+', size(value)]],
  [marked, (value, row) => (isMarked(row) ? 'X0.00' : `${sign(value)}${size(value)}`)],
  [timeFrom, (value, _, { time = String }) => (value === null ? '' : time(value))],
  [dayFrom, (value, _, { date }) => (value === null ? '' : date(value))],
  [monthFrom, (value) => (value === null ? '' : rocBare(value).slice(0, -2))],
  [isStarred, (value) => (value === 'true' ? 'Y' : '')],
  [periodStart, (_, row, { date }) => `${date(row.period_start_date!)}~${date(row.period_end_date!)}`],
  [exEvent, words({ dividend: '除息', rights: '除權', both: '除權息' })],
  [fiscalPeriod, (value) => (value === null ? '' : `${Number(value.slice(0, 4)) - 1911}Q${value.at(-1)}`)],
  [republicYear, (value) => (value === null ? '' : String(Number(value) - 1911))],
  [session, words({ regular: '一般', after_hours: '盤後' })],
  [callPut, words({ call: 'CALL', put: 'PUT' })],
  [investor, words({ dealer: '自營商', investment_trust: '投信', foreign_investor: '外資及陸資' })],
  [halted, (value) => (value === 'true' ? '*' : '')],
  [inMarketData, (value) => inInformation(value ?? '')],
  [traderContract, words({ all: '999999', week: '666666' })],
])
