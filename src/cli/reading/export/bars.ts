import type { Client, Rows, RowsQuery } from '../../../../sdk/index.ts'
import { TaiwanStockDividendResult } from '../../../catalogue/fundamentals/TaiwanStockDividendResult.ts'
import { TaiwanStockOverview } from '../../../catalogue/technical/TaiwanStockOverview.ts'
import { TaiwanStockPrice } from '../../../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockPriceAdj } from '../../../catalogue/technical/TaiwanStockPriceAdj.ts'
import { TaiwanStockTradingDate } from '../../../catalogue/technical/TaiwanStockTradingDate.ts'
import { openReader } from '../../../lake/reader.ts'
import { literal } from '../../../lake/schema.ts'
import type { Context } from '../../command.ts'
import { openRemote, remoteUrl } from '../../remote.ts'

type Row = Readonly<Record<string, unknown>>

/** A day of a security as it was traded, and what earlier and later events make of it. */
export type Bar = {
  readonly date: string
  readonly open: number
  readonly high: number
  readonly low: number
  readonly close: number
  readonly volume: number
  /** Adjusted price = price x factor. */
  readonly factor: number
  /** Cash paid on this ex-day, per share. */
  readonly dividend: number
  /** Shares that one share became on this day, other than by cash. */
  readonly split: number
}

export type Security = {
  readonly id: string
  readonly market: string
  readonly type: string
  readonly listed: string | null
  readonly delisted: string | null
}

export type Range = { readonly ids: readonly string[] | null; readonly from: string | null; readonly to: string | null }

/** Where rows are read: this machine, or a service. */
export type Source = {
  readonly securities: () => Promise<readonly Security[]>
  /** The trading days of a range that have been, oldest first. */
  readonly calendar: (range: Range) => Promise<readonly string[]>
  /** The days of a security with a price, oldest first. */
  readonly bars: (ids: readonly string[], range: Range) => AsyncGenerator<readonly [id: string, bars: readonly Bar[]]>
  readonly close: () => void
}

type ReadRows = (name: string, columns: readonly string[], query: Range) => Promise<readonly Row[]>

const prices = ['stock_id', 'trade_date', 'open', 'high', 'low', 'close', 'volume']

const text = (value: unknown): string | null => (value === null || value === undefined ? null : String(value))

/** Reference prices are rounded to a tick: so much of a factor says nothing. */
const rounding = 0.003

/** The number of shares without what the rounding of reference prices adds: one, or another whole number. */
const plainSplit = (split: number): number =>
  Math.abs(split - Math.round(split)) < rounding * split ? Math.round(split) : split

/** Adds to each day what its events did: the cash is known, and what else the factor says is a split. */
function withEvents(
  raw: readonly Row[],
  factors: ReadonlyMap<string, number>,
  cash: ReadonlyMap<string, number>,
): Bar[] {
  const bars: Bar[] = []
  let paid = 0
  for (const row of raw) {
    const date = String(row.trade_date)
    paid += cash.get(date) ?? 0
    // A day without trades has no price; an event on it counts for the next one.
    const factor = factors.get(date)
    if (row.close === null || row.open === null || factor === undefined) continue
    const last = bars.at(-1)
    const whole = last ? last.factor / factor : 1
    const isEvent = last !== undefined && Math.abs(whole - 1) > 1e-9
    const dividend = isEvent && paid > 0 && paid < last.close ? paid : 0
    const split = isEvent ? (1 - dividend / last.close) / whole : 1
    const [open, high, low, close, volume] = prices.slice(2).map((name) => Number(row[name]))
    bars.push({
      ...{ date, open: open!, high: high!, low: low!, close: close!, volume: volume! },
      ...{ factor, dividend, split: plainSplit(split) },
    })
    paid = 0
  }
  return bars
}

/** Securities that are read at once. */
const atOnce = 50

function sourceOf(read: ReadRows, close: () => void): Source {
  const all: Range = { ids: null, from: null, to: null }
  return {
    close,
    async securities() {
      const columns = ['stock_id', 'market', 'security_type', 'listing_date', 'delisting_date']
      const rows = await read(TaiwanStockOverview.name, columns, all)
      return rows.map((row) => ({
        ...{ id: String(row.stock_id), market: String(row.market), type: String(row.security_type) },
        ...{ listed: text(row.listing_date), delisted: text(row.delisting_date) },
      }))
    },
    async calendar({ from, to }) {
      const days = await read(TaiwanStockTradingDate.name, ['trade_date', 'is_scheduled'], { ids: null, from, to })
      return days.flatMap((row) => (row.is_scheduled === true ? [] : [String(row.trade_date)]))
    },
    async *bars(ids, { from, to }) {
      for (let n = 0; n < ids.length; n += atOnce) {
        const range = { ids: ids.slice(n, n + atOnce), from, to }
        const [raw, adjusted, events] = await Promise.all([
          read(TaiwanStockPrice.name, prices, range),
          read(TaiwanStockPriceAdj.name, ['stock_id', 'trade_date', 'adjustment_factor'], range),
          read(TaiwanStockDividendResult.name, ['stock_id', 'ex_date', 'cash_dividend'], range),
        ])
        const of = (rows: readonly Row[]) => Map.groupBy(rows, ({ stock_id }) => String(stock_id))
        const [ofRaw, ofAdjusted, ofEvents] = [of(raw), of(adjusted), of(events)]
        for (const id of range.ids) {
          const known = (ofAdjusted.get(id) ?? []).filter((row) => row.adjustment_factor !== null)
          const factors = new Map(known.map((row) => [String(row.trade_date), Number(row.adjustment_factor)]))
          const paid = (ofEvents.get(id) ?? []).filter((row) => row.cash_dividend !== null)
          const cash = new Map(paid.map((row) => [String(row.ex_date), Number(row.cash_dividend)]))
          yield [id, withEvents(ofRaw.get(id) ?? [], factors, cash)]
        }
      }
    },
  }
}

const dateColumns: Readonly<Record<string, string>> = {
  [TaiwanStockDividendResult.name]: TaiwanStockDividendResult.date,
  [TaiwanStockOverview.name]: TaiwanStockOverview.date,
}

/** Reads the lake of this machine. */
async function openLocal(context: Context): Promise<Source> {
  const reader = await openReader(
    await context.version(),
    [TaiwanStockPrice, TaiwanStockPriceAdj, TaiwanStockDividendResult, TaiwanStockOverview, TaiwanStockTradingDate],
    { memory: context.config.FORMOSA_MEMORY, scratch: context.scratch },
  )
  return sourceOf(
    async (name, columns, { ids, from, to }) => {
      const date = dateColumns[name] ?? 'trade_date'
      const conditions = [
        ...(ids === null ? [] : [`stock_id IN (${ids.map(literal).join(', ')})`]),
        ...(from === null ? [] : [`${date} >= DATE ${literal(from)}`]),
        ...(to === null ? [] : [`${date} <= DATE ${literal(to)}`]),
      ]
      const where = conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`
      const sql = `SELECT ${columns.join(', ')} FROM ${name}${where} ORDER BY ${columns[0]}, ${date}`
      const { rows } = await reader.select(sql)
      return rows.map((row) => Object.fromEntries(columns.map((column, i) => [column, row[i]])))
    },
    () => reader.close(),
  )
}

/** Reads a service. */
function openService(client: Client): Source {
  return sourceOf(
    async (name, columns, { ids, from, to }) => {
      const query = {
        columns,
        sort: 'asc',
        ...(name === TaiwanStockTradingDate.name ? {} : { include_inactive: true }),
        ...(ids === null ? {} : { stock_id: ids }),
        ...(from === null ? {} : { start_date: from }),
        ...(to === null ? {} : { end_date: to }),
      }
      const rows: Row[] = []
      for await (const row of client.rows(name as keyof Rows, query as unknown as RowsQuery<never>))
        rows.push(row as Row)
      return rows
    },
    () => {},
  )
}

export const openSource = (context: Context): Promise<Source> | Source =>
  remoteUrl(context.config) === null ? openLocal(context) : openService(openRemote(context.config))
