import { TaiwanStockCapitalReductionReferencePrice } from '../catalogue/fundamentals/TaiwanStockCapitalReductionReferencePrice.ts'
import { TaiwanStockChangeFaceReference } from '../catalogue/fundamentals/TaiwanStockChangeFaceReference.ts'
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

type ActionKind = (typeof actionKinds)[number]

/**
 * `in_effect`: earlier prices are multiplied by the factor. `no_price_since`: the stock has no price on or after the
 * event, because it is halted or delisted. `no_price_before`: it has none before. `no_factor`: a price is unknown.
 */
export const actionStates = ['in_effect', 'no_price_since', 'no_price_before', 'no_factor'] as const

/** Decimal places of `factor`; the exact one is reference_price / close_before. */
export const factorPlaces = 12

/** A ledger entry for output: decimals as text, dates as dates. */
export type ExplainedAction = Readonly<ReturnType<typeof explainAction>>

/** What a row of an action says of its kinds; a column that its dataset does not have is absent. */
type ActionRow = Readonly<Record<string, string | number | boolean | null>>

const detailColumns = [
  ...['market', 'event_type', 'split_type', 'reference_price'],
  ...['stock_dividend_per_1000', 'rights_issue_per_1000', 'dividend_reference_price'],
]

/** The kinds of new shares. */
function sharesIn(row: ActionRow): readonly ActionKind[] {
  const [stock, rights] = [row.stock_dividend_per_1000, row.rights_issue_per_1000].map((value) => Number(value) > 0)
  if (stock && rights) return ['stock_dividend', 'rights_issue']
  if (rights) return ['rights_issue']
  const { dividend_reference_price: dividend } = row
  return stock || (dividend !== null && Number(dividend) === Number(row.reference_price))
    ? ['stock_dividend']
    : ['rights']
}

function kindsIn(dataset: string, row: ActionRow): readonly ActionKind[] {
  if (dataset === TaiwanStockCapitalReductionReferencePrice.name) return ['capital_reduction']
  if (dataset === TaiwanStockChangeFaceReference.name) return ['par_value_change']
  if (dataset === TaiwanStockSplitPrice.name) return [row.split_type as 'split' | 'reverse_split']
  if (row.event_type === 'rights') return sharesIn(row)
  return row.event_type === 'dividend' ? ['cash_dividend'] : ['cash_dividend', ...sharesIn(row)]
}

const dateColumns = new Map(actionDatasets.map(({ name, date }) => [name, date]))

const priceText = (units: number | null): string | null => (units === null ? null : decimalText(BigInt(units), 4))

function statusOf({ trade_date, factor }: LedgerEntry, firstPrice: number): (typeof actionStates)[number] {
  if (trade_date === null) return 'no_price_since'
  if (factor === null) return 'no_factor'
  return trade_date <= firstPrice ? 'no_price_before' : 'in_effect'
}

/** An entry of the ledger with the row that it is of; `firstPrice` is the first day with a price of the stock. */
export function explainAction(entry: LedgerEntry, row: ActionRow, firstPrice: number) {
  const { stock_id, dataset, trade_date } = entry
  const event = dateOf(entry.event_date)
  return {
    event_date: event,
    effective_date: trade_date === null ? null : dateOf(trade_date),
    actions: kindsIn(dataset, row),
    market: row.market as string,
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
  const rows = actionDatasets.map(({ name, date, columns }) => {
    const own = detailColumns.filter((column) => column in columns)
    return `SELECT stock_id, ${literal(name)} AS dataset, ${date} AS event_date, ${own.join(', ')} FROM ${name}`
  })
  const details = await readRows<Record<string, string | null>>(
    tables,
    `SELECT ${detailColumns.map((name) => `CAST(${name} AS VARCHAR) AS ${name}`).join(', ')}
    FROM (${rows.join(' UNION ALL BY NAME ')}) ORDER BY stock_id, event_date, dataset`,
  )
  const stocks = new Map(prices.map(({ stock_id }) => [stock_id, [] as ExplainedAction[]]))
  const firsts = new Map(prices.map(({ stock_id, first }) => [stock_id, first]))
  // Both are in order of stock, date and dataset, so their positions match.
  for (const [i, entry] of (await readLedger(tables, actionDatasets)).entries()) {
    const { stock_id } = entry
    const known = stocks.get(stock_id) ?? []
    stocks.set(stock_id, known)
    const first = firsts.get(stock_id) ?? Number.POSITIVE_INFINITY
    known.unshift(explainAction(entry, details[i]!, first))
  }
  return stocks
}
