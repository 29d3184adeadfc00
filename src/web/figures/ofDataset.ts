import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import type { Field } from '../../fields.ts'
import type { Series } from './spec.ts'

/** Which chart fits the rows of a dataset: a rule over its columns and its key, with a few exceptions by name. */

type ChartSeries = {
  readonly column: string
  readonly form: Series['form']
  readonly hasOwnAxis: boolean
}

/** How one row is chosen of those that have the same date: by the value of a column, or the one traded most. */
export type Choice =
  | { readonly kind: 'is'; readonly column: string; readonly value: string }
  | { readonly kind: 'most'; readonly column: string }
  | { readonly kind: 'first' }

export type Chart =
  | { readonly kind: 'candles'; readonly choices: readonly Choice[] }
  | {
      readonly kind: 'series'
      /** The column of the points, oldest first: the key date, or the time of the newest day. */
      readonly along: string
      readonly series: readonly ChartSeries[]
      readonly choices: readonly Choice[]
      /** True where the values of rows with the same date are added. */
      readonly isSum: boolean
    }
  /** The rows of the newest date as bars, each with its label. */
  | {
      readonly kind: 'ranked'
      readonly label: string
      readonly value: string
      readonly isSorted: boolean
      /** Only rows up to this value of a column: the rows after it are sums of others. */
      readonly upTo: { readonly column: string; readonly value: number } | null
      readonly choices: readonly Choice[]
    }
  /** Every industry index of the newest day. */
  | { readonly kind: 'heat' }

/** The rows of a chart: the days or months that fit its width. */
const points = 250
const most = 10_000

/** Columns that tell the rows of a date apart, and the value that a chart shows of each. */
const preferred: Readonly<Record<string, readonly string[]>> = {
  market: ['ALL', 'TWSE'],
  trading_session: ['total', 'all', 'regular'],
  institutional_investor: ['foreign_investor'],
  call_put: ['call'],
  period: ['quarterly'],
}

/** Columns of names that stand for many rows of a date. */
const ranked: Readonly<
  Record<string, Pick<Extract<Chart, { readonly kind: 'ranked' }>, 'label' | 'isSorted' | 'upTo'>>
> = {
  broker_id: { label: 'broker_name', isSorted: true, upTo: null },
  entity_name: { label: 'entity_name', isSorted: true, upTo: null },
  level: { label: 'level_name', isSorted: false, upTo: { column: 'level', value: 15 } },
}

/** The account of a statement that a chart shows. */
const accounts: Readonly<Record<string, { readonly type: string; readonly form: Series['form'] }>> = {
  TaiwanStockFinancialStatement: { type: 'Revenue', form: 'bars' },
  TaiwanStockBalanceSheet: { type: 'Equity', form: 'line' },
  TaiwanStockCashFlowsStatement: { type: 'CashFlowsFromOperatingActivities', form: 'signed' },
}

/** Where the rule would show a column that says less than another. */
const shown: Readonly<Record<string, readonly string[]>> = {
  TaiwanStockShareholding: ['foreign_shareholding_ratio'],
  TaiwanStockMarketValue: ['market_value'],
  TaiwanStockDividendResult: ['dividend_value'],
  TaiwanStockMonthRevenue: ['revenue', 'yoy_percent'],
  TaiwanFinancialHoldingsCompany: ['net_income_month'],
  TaiwanFutureOptionDailyTotalOverview: ['volume', 'open_interest'],
  TaiwanStock5SecondsOrderStats: ['buy_order_volume', 'sell_order_volume'],
  TaiwanStockHoldingSharesPer: ['percent'],
  TaiwanFuturesInstitutionalInvestors: ['net_open_interest_volume'],
  TaiwanOptionInstitutionalInvestors: ['net_open_interest_volume'],
  ExchangeRate: ['spot_buy', 'spot_sell'],
}

/** Rows whose figures are of single events, or of one moment, say nothing in a row of bars. */
const without: ReadonlySet<string> = new Set(['TaiwanOptionDaily', 'TaiwanFuturesSpread', 'TaiwanStockDisposition'])

/** A figure: a decimal, or a count with its unit. A year or a rank is none. */
const isMeasured = ({ kind, unit }: Field): boolean => kind === 'decimal' || (kind === 'integer' && unit !== undefined)

const isNet = (name: string): boolean => /(^|_)net(_|$)/.test(name)

/** What is traded or earned over a time is a bar from zero; what stands at a time is a point of a line. */
const isFlow = (name: string): boolean =>
  /(^|_)(volume|amount|turnover|revenue|income|dividend_value)(_|$)/.test(name) &&
  !/balance|open_interest|market_value/.test(name)

const formOf = (name: string): Series['form'] => (isNet(name) ? 'signed' : isFlow(name) ? 'bars' : 'line')

/** The one or two columns that a chart shows. */
function shownColumns(dataset: Dataset): readonly string[] {
  if (shown[dataset.name]) return shown[dataset.name]!
  const measured = columnsOf(dataset).filter(([name, field]) => !dataset.key.includes(name) && isMeasured(field))
  const names = measured.map(([name]) => name)
  const nets = names.filter(isNet)
  if (nets.length > 0) return [nets.find((name) => name.startsWith('total_')) ?? nets[0]!]
  const balances = names.filter((name) => name.endsWith('_balance') && !name.includes('previous'))
  if (balances.length > 0 && measured[0]![1].unit !== 'percent') return balances.slice(0, 2)
  const [first, ...rest] = names
  if (first === undefined) return []
  if (formOf(first) !== 'line') return [first]
  // A second line where it has the unit of the first, or both are ratios without one.
  const unit = dataset.columns[first]!.unit
  const second = rest.find((name) => dataset.columns[name]!.unit === unit && formOf(name) === 'line')
  return second === undefined ? [first] : [first, second]
}

function seriesOf(dataset: Dataset): readonly ChartSeries[] {
  const [first, second] = shownColumns(dataset)
  if (first === undefined) return []
  if (second === undefined)
    return [{ column: first, form: accounts[dataset.name]?.form ?? formOf(first), hasOwnAxis: false }]
  const [a, b] = [first, second].map((name) => dataset.columns[name]!)
  const isShared = a!.unit !== undefined && a!.unit === b!.unit && !first.endsWith('_balance')
  return [
    { column: first, form: formOf(first), hasOwnAxis: false },
    { column: second, form: isShared ? formOf(second) : 'line', hasOwnAxis: !isShared },
  ]
}

/** How the rows of a date become one; null where no rule says so. */
function choicesOf({ columns, key, date, id, name }: Dataset): readonly Choice[] | null {
  const choices: Choice[] = []
  for (const part of key) {
    if (part === date || part === id || part === 'seq' || ranked[part]) continue
    const account = part === 'type' ? accounts[name]?.type : undefined
    const value = account ?? preferred[part]?.find((value) => columns[part]!.values?.includes(value) ?? true)
    if (value !== undefined) choices.push({ kind: 'is', column: part, value })
    else if (part === 'contract_month')
      choices.push(columns.volume ? { kind: 'most', column: 'volume' } : { kind: 'first' })
    else return null
  }
  return choices
}

/** The chart of a dataset; null where none fits its rows. */
export function chartOf(dataset: Dataset, isIdChosen: boolean): Chart | null {
  const { columns, key, date, id, name, example, retention } = dataset
  if (without.has(name) || !key.includes(date)) return null
  if (name === 'TaiwanStockSectorPrice' && !isIdChosen) return { kind: 'heat' }
  if (id !== null && example === null && !isIdChosen) return null
  if (key.includes('trade_time'))
    return { kind: 'series', along: 'trade_time', series: seriesOf(dataset), choices: [], isSum: false }
  const choices = choicesOf(dataset)
  if (choices === null) return null
  const bars = key.map((part) => ranked[part]).find((found) => found !== undefined)
  if (bars) {
    const [value] = shownColumns(dataset)
    return value === undefined ? null : { kind: 'ranked', value, choices, ...bars }
  }
  if (retention?.kind === 'newest') return null
  if (columns.open && columns.high && columns.low && columns.close) return { kind: 'candles', choices }
  // Several rows of a day are added, which only what is traded can be.
  if (key.includes('seq')) {
    const traded = columnsOf(dataset).find(([column, field]) => isMeasured(field) && isFlow(column))?.[0]
    if (traded === undefined) return null
    const series = [{ column: traded, form: 'bars' as const, hasOwnAxis: false }]
    return { kind: 'series', along: date, series, choices, isSum: true }
  }
  const series = seriesOf(dataset)
  return series.length === 0 ? null : { kind: 'series', along: date, series, choices, isSum: false }
}

/** How many rows a chart needs: several of a date where the key tells more apart than date and id. */
export function chartRows({ key, date, id, columns, name }: Dataset, chart: Chart): number {
  if (chart.kind === 'heat') return 200
  if (chart.kind === 'ranked') return 1_000
  if (key.includes('trade_time')) return most
  if (accounts[name] !== undefined) return 2_000
  const perDate = key
    .filter((part) => part !== date && part !== id)
    .reduce((count, part) => count * (columns[part]!.values?.length ?? 12), 1)
  return Math.min(most, points * perDate)
}
