import { TaiwanStockCapitalReductionReferencePrice } from '../catalogue/fundamentals/TaiwanStockCapitalReductionReferencePrice.ts'
import { TaiwanStockChangeFaceReference } from '../catalogue/fundamentals/TaiwanStockChangeFaceReference.ts'
import { TaiwanStockDividendResult } from '../catalogue/fundamentals/TaiwanStockDividendResult.ts'
import { TaiwanStockSplitPrice } from '../catalogue/fundamentals/TaiwanStockSplitPrice.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { dateOf } from '../days.ts'
import { literal } from '../lake/schema.ts'
import type { Tables } from './derivation.ts'
import { actionDatasets, type LedgerEntry, readLedger } from './ledger.ts'
import { decimalText, ratioText } from './rounding.ts'
import { readRows } from './rows.ts'
import { dayNumberSql } from './sql.ts'

/** Kinds of corporate actions; `rights` are new shares that may or may not be paid for. */
export const actionKinds = [
  'cash_dividend',
  'stock_dividend',
  'rights_issue',
  'rights',
  'capital_reduction',
  'split',
  'reverse_split',
  'par_value_change',
] as const

/**
 * `in_effect`: earlier prices are multiplied by the factor. `no_price_since`: the stock has no price on or after the
 * event, because it is halted or delisted. `no_price_before`: it has none before. `no_factor`: a price is unknown.
 */
export const actionStates = ['in_effect', 'no_price_since', 'no_price_before', 'no_factor'] as const

/** Decimal places of `factor`; the exact one is reference_price / close_before. */
export const factorPlaces = 12

/** A ledger entry for output: decimals as text, dates as dates. */
export type ExplainedAction = Readonly<ReturnType<typeof explain>>

const shares = `CASE
    WHEN stock_dividend_per_1000 > 0 AND rights_issue_per_1000 > 0 THEN 'stock_dividend,rights_issue'
    WHEN rights_issue_per_1000 > 0 THEN 'rights_issue'
    WHEN stock_dividend_per_1000 > 0 OR dividend_reference_price = reference_price THEN 'stock_dividend'
    ELSE 'rights'
  END`

/** SQL: the kinds of a row's actions, separated by commas. */
const kindsSql: Readonly<Record<string, string>> = {
  [TaiwanStockDividendResult.name]: `CASE event_type WHEN 'dividend' THEN 'cash_dividend' WHEN 'rights' THEN ${shares}
    ELSE 'cash_dividend,' || ${shares} END`,
  [TaiwanStockCapitalReductionReferencePrice.name]: `'capital_reduction'`,
  [TaiwanStockSplitPrice.name]: 'split_type',
  [TaiwanStockChangeFaceReference.name]: `'par_value_change'`,
}

const dateColumns = new Map(actionDatasets.map(({ name, date }) => [name, date]))

const priceText = (units: number | null): string | null => (units === null ? null : decimalText(BigInt(units), 4))

function statusOf({ trade_date, factor }: LedgerEntry, firstPrice: number): (typeof actionStates)[number] {
  if (trade_date === null) return 'no_price_since'
  if (factor === null) return 'no_factor'
  return trade_date <= firstPrice ? 'no_price_before' : 'in_effect'
}

function explain(entry: LedgerEntry, kinds: string, market: string, firstPrice: number) {
  const { stock_id, dataset, trade_date } = entry
  const event = dateOf(entry.event_date)
  return {
    event_date: event,
    effective_date: trade_date === null ? null : dateOf(trade_date),
    actions: kinds.split(',') as (typeof actionKinds)[number][],
    market,
    close_before: priceText(entry.close_before),
    reference_price: priceText(entry.reference_price),
    factor: entry.factor && ratioText(entry.factor, factorPlaces),
    /** The `adjustment_factor` of the rows since the previous action. */
    cumulative_factor: entry.carried && ratioText(entry.carried, 6),
    status: statusOf(entry, firstPrice),
    source: {
      dataset,
      key: { stock_id, [dateColumns.get(dataset)!]: event } as Readonly<Record<string, string>>,
      query: `/v1/data/${dataset}?stock_id=${encodeURIComponent(stock_id)}&start_date=${event}&end_date=${event}&include_inactive=true`,
    },
  }
}

/** The ledger of every stock with a price or an action, newest first. */
export async function readExplained(tables: Tables): Promise<Map<string, ExplainedAction[]>> {
  const prices = await readRows<{ stock_id: string; first: number }>(
    tables,
    `SELECT stock_id, ${dayNumberSql('min(trade_date)')} AS first FROM ${TaiwanStockPrice.name} GROUP BY stock_id`,
  )
  const rows = actionDatasets.map(
    ({ name, date }) =>
      `SELECT stock_id, ${literal(name)} AS dataset, ${date} AS event_date, market, ${kindsSql[name]} AS kinds FROM ${name}`,
  )
  const details = await readRows<{ market: string; kinds: string }>(
    tables,
    `SELECT market, kinds FROM (${rows.join(' UNION ALL ')}) ORDER BY stock_id, event_date, dataset`,
  )
  const stocks = new Map(prices.map(({ stock_id }) => [stock_id, [] as ExplainedAction[]]))
  const firsts = new Map(prices.map(({ stock_id, first }) => [stock_id, first]))
  // Both are in order of stock, date and dataset, so their positions match.
  for (const [i, entry] of (await readLedger(tables, actionDatasets)).entries()) {
    const { stock_id } = entry
    const known = stocks.get(stock_id) ?? []
    stocks.set(stock_id, known)
    const first = firsts.get(stock_id) ?? Number.POSITIVE_INFINITY
    const { kinds, market } = details[i]!
    known.unshift(explain(entry, kinds, market, first))
  }
  return stocks
}
