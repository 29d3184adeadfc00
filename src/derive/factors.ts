import type { Dataset } from '../catalogue/dataset.ts'
import { TaiwanStockCapitalReductionReferencePrice } from '../catalogue/fundamentals/TaiwanStockCapitalReductionReferencePrice.ts'
import { TaiwanStockChangeFaceReference } from '../catalogue/fundamentals/TaiwanStockChangeFaceReference.ts'
import { TaiwanStockDividendResult } from '../catalogue/fundamentals/TaiwanStockDividendResult.ts'
import { TaiwanStockSplitPrice } from '../catalogue/fundamentals/TaiwanStockSplitPrice.ts'
import { literal } from '../lake/schema.ts'
import type { Tables } from './derivation.ts'
import { type Ratio, ratioOf } from './ratio.ts'
import { unitsSql } from './rounding.ts'
import { dayNumberSql } from './sql.ts'

/** The events that change what a share is: dividends and rights, capital reductions, splits, par values. */
export const eventDatasets: readonly Dataset[] = [
  TaiwanStockDividendResult,
  TaiwanStockCapitalReductionReferencePrice,
  TaiwanStockSplitPrice,
  TaiwanStockChangeFaceReference,
]

/** One event as cells: dates are day numbers, prices are in ten-thousandths. */
export type Event = {
  readonly stock_id: string
  readonly dataset: string
  readonly event_date: number
  readonly close_before: number | null
  readonly reference_price: number | null
}

export type LedgerEntry = Event & {
  /** The first trading day of the stock on or after the event; null while there is none. */
  readonly trade_date: number | null
  /** What earlier prices are multiplied by; null where the exchange published no pair of prices. */
  readonly factor: Ratio | null
}

/** SQL: the events of `datasets`, as `readEvents` returns them but with SQL types. */
export const eventsSql = (datasets: readonly Dataset[]): string =>
  datasets
    .map(
      ({ name, date }) =>
        `SELECT stock_id, ${literal(name)} AS dataset, ${date} AS event_date, close_before, reference_price FROM ${name}`,
    )
    .join(' UNION ALL ')

/** The events of `datasets` that `where` keeps, in order of stock and date. */
export async function readEvents(tables: Tables, datasets: readonly Dataset[], where = 'true'): Promise<Event[]> {
  const read = await tables.columns(`
    SELECT stock_id, dataset, ${dayNumberSql('event_date')} AS event_date,
      CAST(${unitsSql('close_before', 4)} AS DOUBLE) AS close_before,
      CAST(${unitsSql('reference_price', 4)} AS DOUBLE) AS reference_price
    FROM (${eventsSql(datasets)}) WHERE ${where} ORDER BY stock_id, event_date, dataset`)
  const ids = read.stock_id as string[]
  const known = (value: unknown) => (Number.isNaN(value) ? null : (value as number))
  return ids.map((stock_id, i) => ({
    stock_id,
    dataset: read.dataset![i] as string,
    event_date: read.event_date![i] as number,
    close_before: known(read.close_before![i]),
    reference_price: known(read.reference_price![i]),
  }))
}

/** Null unless both prices are known; a price of 0 is how some tables print an unknown one. */
export const factorOf = ({ close_before, reference_price }: Event): Ratio | null =>
  close_before && reference_price ? ratioOf(BigInt(reference_price), BigInt(close_before)) : null

/** How each event of one stock enters its adjusted prices; `tradeDates` are the stock's price days, ascending. */
export function ledgerOf(stockEvents: readonly Event[], tradeDates: readonly number[]): LedgerEntry[] {
  let at = 0
  return stockEvents
    .toSorted((a, b) => a.event_date - b.event_date)
    .map((event) => {
      while (at < tradeDates.length && tradeDates[at]! < event.event_date) at++
      return { ...event, trade_date: tradeDates[at] ?? null, factor: factorOf(event) }
    })
}
