import { TaiwanFutureOptionTickRealtime } from '../../catalogue/derivatives/TaiwanFutureOptionTickRealtime.ts'
import { addDays, dateOf } from '../../days.ts'
import type { Feed, FeedRequest } from '../feed.ts'
import { leftOut, type ParsedRows, type Row } from '../outcome.ts'
import { inOpenApi, type Reading } from '../reading.ts'
import type { Table } from '../tables.ts'
import { contractCode } from './contracts.ts'
import { completeDay, list, listRows } from './openApi.ts'
import { futuresReading } from './TaiwanFuturesDaily.ts'
import { optionList } from './TaiwanOptionDaily.ts'

/** The last quote of a day, from the report made after it: no limits, no reference price, no moment of the trade. */

const copied = [
  ...['trade_date', 'trading_session', 'contract_month', 'open', 'high', 'low', 'spread', 'spread_percent', 'volume'],
  ...['settlement_price', 'open_interest', 'best_bid', 'best_ask'],
] as const

/** The end of the session: a night ends on the morning after the trading day before. */
function endOf(row: Row, { calendar }: FeedRequest): number {
  const day = dateOf(row.trade_date as number)
  if (row.trading_session === 'regular') return Date.parse(`${day}T13:45:00+08:00`)
  const evening = calendar.previous(day)
  return Date.parse(`${evening === null ? day : addDays(evening, 1)}T05:00:00+08:00`)
}

function quoteOf(row: Row, product: string, isOption: boolean, request: FeedRequest): Row | null {
  const option = isOption ? { callPut: row.call_put as 'call' | 'put', strike: row.strike_price as number } : null
  const code = contractCode(product, row.contract_month as string, option)
  if (code === undefined) return null
  return {
    ...Object.fromEntries(copied.map((name) => [name, row[name]!])),
    contract_code: code,
    product_id: product,
    product_type: isOption ? 'option' : 'futures',
    strike_price: option?.strike ?? null,
    call_put: option?.callPut ?? null,
    last_price: row.close!,
    snapshot_time: endOf(row, request),
  }
}

const quotes =
  (product: 'futures_id' | 'option_id') =>
  (parsed: ParsedRows, request: FeedRequest, table: Table): ParsedRows => {
    const whole = completeDay(parsed, request, table)
    const rows = whole.rows
      .map((row) => quoteOf(row, row[product] as string, product === 'option_id', request))
      .filter((row) => row !== null)
    const without = leftOut('contracts whose code is not known here', whole.rows.length - rows.length)
    return { ...whole, rows, left: [...whole.left, ...without] }
  }

const made = ['contract_code', 'product_id', 'product_type', 'strike_price', 'call_put', 'last_price', 'snapshot_time']

const report = (path: string, reading: Reading, id: 'futures_id' | 'option_id', recorded?: '.json.gz'): Feed =>
  list({ dataset: TaiwanFutureOptionTickRealtime, fills: [...copied, ...made] }, path, listRows(reading, quotes(id)), {
    recorded,
  })

export const lastQuotes = [
  report('/DailyMarketReportFut', futuresReading(inOpenApi), 'futures_id', '.json.gz'),
  report('/DailyMarketReportOpt', optionList, 'option_id'),
]
