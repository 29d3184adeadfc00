import { USStockPrice } from '../../catalogue/other/USStockPrice.ts'
import { publishers } from '../../catalogue/publishers.ts'
import { addDays, dateOf, dayOf } from '../../days.ts'
import { type FeedRequest, feedsOf, get } from '../feed.ts'
import { json } from '../json.ts'
import { scaled } from '../numbers.ts'
import { blocked, changed, leftOut, notYet, type Outcome, type Rejected, type Row, rowsOutcome } from '../outcome.ts'
import { within } from '../servedDays.ts'

const yahoo = feedsOf(publishers.yahoo, null)

type Meta = {
  readonly symbol?: unknown
  readonly gmtoffset?: unknown
  readonly dataGranularity?: unknown
  readonly regularMarketTime?: unknown
  readonly currentTradingPeriod?: { readonly regular?: { readonly end?: unknown } }
}
type Chart = {
  readonly meta?: Meta
  readonly timestamp?: unknown
  readonly indicators?: { readonly quote?: readonly unknown[]; readonly adjclose?: readonly unknown[] }
}
type Columns = Readonly<Record<string, readonly unknown[] | undefined>>

/** The day of New York on which a bar begins. */
const dayAt = (seconds: number, offset: number): number => Math.floor((seconds + offset) / 86_400)

/** The day whose bar is still growing, or null where the market has closed on it. */
function openDay({ regularMarketTime: last, currentTradingPeriod: period }: Meta, offset: number): number | null {
  const end = period?.regular?.end
  return typeof last === 'number' && typeof end === 'number' && last < end ? dayAt(last, offset) : null
}

function chartOf(bytes: Uint8Array, { id }: FeedRequest): Chart & { meta: Meta } {
  const { chart } = json(bytes) as {
    chart?: { result?: unknown; error?: { code?: unknown; description?: unknown } | null }
  }
  if (chart?.error) throw blocked(`the publisher refuses: ${String(chart.error.description ?? chart.error.code)}`)
  const result = (Array.isArray(chart?.result) ? chart.result[0] : undefined) as Chart | undefined
  if (!result?.meta) throw changed('no chart.result with its meta')
  const servedId = String(result.meta.symbol)
  if (servedId !== id) throw changed(`asked for ${id}, answered with ${servedId}`, { servedId })
  if (result.meta.dataGranularity !== '1d')
    throw changed(`bars of ${String(result.meta.dataGranularity)}, not of a day`)
  return result as Chart & { meta: Meta }
}

const price = (value: unknown): number | null | undefined =>
  value === null || value === undefined
    ? null
    : typeof value === 'number'
      ? scaled(value.toFixed(6), 4, true)
      : undefined

function parse(bytes: Uint8Array, request: FeedRequest): Outcome {
  const { meta, timestamp, indicators } = chartOf(bytes, request)
  const offset = meta.gmtoffset
  if (typeof offset !== 'number') throw changed('no table with the columns gmtoffset')
  if (timestamp === undefined) throw notYet('a chart without bars')
  const quote = indicators?.quote?.[0] as Columns | undefined
  const adjusted = (indicators?.adjclose?.[0] as Columns | undefined)?.adjclose
  const columns: Columns = { ...quote, adjclose: adjusted }
  for (const name of ['open', 'high', 'low', 'close', 'volume', 'adjclose'])
    if (!Array.isArray(timestamp) || columns[name]?.length !== timestamp.length)
      throw changed(`no table with the columns ${name}`)
  const growing = openDay(meta, offset)
  const rows: Row[] = []
  const rejected: Rejected[] = []
  let [empty, unfinished] = [0, 0]
  for (const [at, seconds] of (timestamp as number[]).entries()) {
    const day = dayAt(seconds, offset)
    const cells = ['open', 'high', 'low', 'close', 'adjclose'].map((name) => price(columns[name]![at]))
    const [open, high, low, close, adj_close] = cells
    const volume = columns.volume![at] ?? null
    if (close === null) empty++
    else if (day === growing) unfinished++
    else if (cells.includes(undefined) || (volume !== null && !Number.isSafeInteger(volume)))
      rejected.push({
        column: 'close',
        why: 'cannot be read',
        cells: [dateOf(day), ...cells.map(String), String(volume)],
      })
    else
      rows.push({
        stock_id: request.id,
        trade_date: day,
        open: open!,
        high: high!,
        low: low!,
        close: close!,
        adj_close: adj_close!,
        volume: volume as number | null,
      })
  }
  const left = [...leftOut('days without a price', empty), ...leftOut('the day that is still trading', unfinished)]
  if (rows.length + rejected.length === 0) throw notYet('no finished day')
  return rowsOutcome(within({ rows, rejected, unread: [], left }, 'trade_date', request))
}

const seconds = (date: string): string => String(dayOf(date) * 86_400)

/** One security, any days; prices are adjusted for splits, so a split rewrites all of them. */
export const chart = yahoo(
  { dataset: USStockPrice },
  {
    endpoint: 'chart',
    span: 'range',
    each: 'id',
    since: '1962-01-02',
    request: ({ from, to, id }) =>
      get(`/v8/finance/chart/${encodeURIComponent(id ?? '')}`, {
        period1: seconds(from),
        period2: seconds(addDays(to, 1)),
        interval: '1d',
        events: 'div,splits',
      }),
    parse,
  },
)
