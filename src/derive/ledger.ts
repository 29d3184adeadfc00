import type { Dataset } from '../catalogue/dataset.ts'
import { TaiwanStockCapitalReductionReferencePrice } from '../catalogue/fundamentals/TaiwanStockCapitalReductionReferencePrice.ts'
import { TaiwanStockChangeFaceReference } from '../catalogue/fundamentals/TaiwanStockChangeFaceReference.ts'
import { TaiwanStockDividendResult } from '../catalogue/fundamentals/TaiwanStockDividendResult.ts'
import { TaiwanStockSplitPrice } from '../catalogue/fundamentals/TaiwanStockSplitPrice.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { literal } from '../lake/schema.ts'
import type { Tables } from './derivation.ts'
import { one, type Ratio, ratioOf, times } from './ratio.ts'
import { unitsSql } from './rounding.ts'
import { dayNumberSql } from './sql.ts'

/** The actions that change what a share is: dividends and rights, capital reductions, splits, par values. */
export const actionDatasets: readonly Dataset[] = [
  TaiwanStockDividendResult,
  TaiwanStockCapitalReductionReferencePrice,
  TaiwanStockSplitPrice,
  TaiwanStockChangeFaceReference,
]

/** A corporate action as cells, named by its source row: dates are day numbers, prices are in ten-thousandths. */
type Action = {
  readonly stock_id: string
  readonly dataset: string
  readonly event_date: number
  readonly close_before: number | null
  readonly reference_price: number | null
  /** The first trading day of the stock on or after the event; null while there is none. */
  readonly trade_date: number | null
}

/** What an action does to the prices before it. Adjusted prices are made of these entries and nothing else. */
export type LedgerEntry = Action & {
  /** What earlier prices are multiplied by; null where the exchange published no pair of prices. */
  readonly factor: Ratio | null
  /**
   * This factor times those of every later action in effect: what the prices between the action before and this one are
   * multiplied by. Null while the action is not in effect.
   */
  readonly carried: Ratio | null
}

/**
 * SQL: the actions of some datasets, each with its first trading day. Nearly all are dated on a trading day, so the
 * stocks of the others alone are searched for the next one: the search sorts every price it is given.
 */
const actionsSql = (datasets: readonly Dataset[]): string => {
  const all = datasets.map(
    ({ name, date }) =>
      `SELECT stock_id, ${literal(name)} AS dataset, ${date} AS event_date, close_before, reference_price FROM ${name}`,
  )
  return `
  WITH price AS (SELECT stock_id, trade_date FROM ${TaiwanStockPrice.name}), dated AS MATERIALIZED (
    SELECT action.*, trade_date FROM (${all.join(' UNION ALL ')}) action
    LEFT JOIN price ON action.stock_id = price.stock_id AND event_date = trade_date
  ), other AS (SELECT * EXCLUDE (trade_date) FROM dated WHERE trade_date IS NULL)
  FROM dated WHERE trade_date IS NOT NULL UNION ALL
  SELECT other.*, later.trade_date
  FROM other ASOF LEFT JOIN (FROM price WHERE stock_id IN (SELECT stock_id FROM other)) later
    ON other.stock_id = later.stock_id AND event_date <= later.trade_date`
}

/** The ledger of some datasets' actions, in order of stock and date. */
export async function readLedger(tables: Tables, datasets: readonly Dataset[]): Promise<LedgerEntry[]> {
  const read = await tables.columns(`
    SELECT stock_id, dataset, ${dayNumberSql('event_date')} AS event_date, ${dayNumberSql('trade_date')} AS trade_date,
      CAST(${unitsSql('close_before', 4)} AS DOUBLE) AS close_before,
      CAST(${unitsSql('reference_price', 4)} AS DOUBLE) AS reference_price
    FROM (${actionsSql(datasets)}) ORDER BY stock_id, event_date, dataset`)
  const known = (value: unknown) => (Number.isNaN(value) ? null : (value as number))
  return ledgerOf(
    (read.stock_id as string[]).map((stock_id, i) => ({
      stock_id,
      dataset: read.dataset![i] as string,
      event_date: read.event_date![i] as number,
      close_before: known(read.close_before![i]),
      reference_price: known(read.reference_price![i]),
      trade_date: known(read.trade_date![i]),
    })),
  )
}

/** Null unless both prices are known; a price of 0 is how some tables print an unknown one. */
const factorOf = ({ close_before, reference_price }: Action): Ratio | null =>
  close_before && reference_price ? ratioOf(BigInt(reference_price), BigInt(close_before)) : null

/** What each action does, given all of them in order of stock and date. */
function ledgerOf(actions: readonly Action[]): LedgerEntry[] {
  const entries: LedgerEntry[] = []
  let carried = one
  for (const action of actions.toReversed()) {
    const { stock_id, trade_date } = action
    if (entries.at(-1)?.stock_id !== stock_id) carried = one
    const factor = factorOf(action)
    if (trade_date !== null && factor) carried = times(carried, factor)
    entries.push({ ...action, factor, carried: trade_date === null ? null : carried })
  }
  return entries.reverse()
}
