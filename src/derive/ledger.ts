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
import { readRows } from './rows.ts'
import { dayNumberSql } from './sql.ts'

/** Datasets of corporate actions: dividends and rights, capital reductions, splits, par values. */
export const actionDatasets: readonly Dataset[] = [
  TaiwanStockDividendResult,
  TaiwanStockCapitalReductionReferencePrice,
  TaiwanStockSplitPrice,
  TaiwanStockChangeFaceReference,
]

/** A corporate action: dates are day numbers, prices in ten-thousandths. */
export type Action = {
  readonly stock_id: string
  readonly dataset: string
  readonly event_date: number
  readonly close_before: number | null
  readonly reference_price: number | null
  /** The stock's first trading day on or after the event; null until there is one. */
  readonly trade_date: number | null
}

/** The effect of an action on earlier prices. Adjusted prices are computed from these entries alone. */
export type LedgerEntry = Action & {
  /** The factor for earlier prices; null if a price is unknown. */
  readonly factor: Ratio | null
  /**
   * The product of this factor and those of all later actions in effect, which applies to prices since the previous
   * action; null while the action is not in effect.
   */
  readonly carried: Ratio | null
}

/**
 * SQL: the actions with their first trading day. Nearly all events fall on a trading day, so only the others are
 * searched for the next one: that search sorts every price it reads.
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

/** The ledger of the datasets' actions, in order of stock and date. */
export async function readLedger(tables: Tables, datasets: readonly Dataset[]): Promise<LedgerEntry[]> {
  const actions = await readRows<Action>(
    tables,
    `SELECT stock_id, dataset, ${dayNumberSql('event_date')} AS event_date, ${dayNumberSql('trade_date')} AS trade_date,
      CAST(${unitsSql('close_before', 4)} AS DOUBLE) AS close_before,
      CAST(${unitsSql('reference_price', 4)} AS DOUBLE) AS reference_price
    FROM (${actionsSql(datasets)}) ORDER BY stock_id, event_date, dataset`,
  )
  return ledgerOf(actions)
}

/** Null unless both prices are known; some tables print 0 for unknown. */
const factorOf = ({ close_before, reference_price }: Action): Ratio | null =>
  close_before && reference_price ? ratioOf(BigInt(reference_price), BigInt(close_before)) : null

/** The ledger of actions in order of stock, date and dataset. */
export function ledgerOf(actions: readonly Action[]): LedgerEntry[] {
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
