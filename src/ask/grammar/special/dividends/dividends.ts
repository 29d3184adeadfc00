import type { Representation } from '../../../representation.ts'
import type { Gathered } from '../../gather.ts'
import { filled } from './filled.ts'
import { isResult, result } from './result.ts'
import { surplus } from './surplus.ts'
import { yearly } from './yearly.ts'

/** Dividends by the year they belong to, and how soon the gap they leave was filled. */
export function answerDividend(gathered: Gathered): Representation | null {
  const { all } = gathered
  const columns = all('columns').flatMap(({ readings }) => readings.slice(0, 40))
  if (columns.some(({ column }) => column === 'fill_days' || column === 'fill_date')) return filled(gathered)
  if (isResult(gathered)) return result(gathered)
  const leg = all('columns')
    .map(({ readings }) =>
      readings.find(
        ({ dataset, column }) =>
          dataset === 'TaiwanStockDividend' && (column === 'cash_dividend' || column === 'stock_dividend'),
      ),
    )
    .find((reading) => reading !== undefined)
  if (isLimitedEx(gathered)) return yearly(gathered, 'cash_dividend')
  if (columns.some(({ column }) => column === 'cash_statutory_surplus' || column === 'stock_statutory_surplus') && !leg)
    return surplus(gathered)
  if (!leg || all('event').length > 0 || all('columns').length > 1) return null
  return yearly(gathered, leg.column as 'cash_dividend' | 'stock_dividend')
}

/** 今年除息超過5元: those that went ex with more than an amount. */
const isLimitedEx = ({ all, has, entities }: Gathered): boolean =>
  all('event').length === 1 &&
  all('event')[0]!.event === 'ex_dividend' &&
  entities.length === 0 &&
  (has('compare') || has('quantity')) &&
  all('columns').every(({ readings }) => readings.some(({ column }) => column === 'cash_dividend')) &&
  !has('composite')
