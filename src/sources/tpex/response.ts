import { publishers } from '../../catalogue/publishers.ts'
import { dateFrom, dateOf, daysFrom, slashed } from '../dates.ts'
import {
  endpointOf,
  type Feed,
  type FeedOptions,
  type FeedRequest,
  feedsOf,
  get,
  type HttpRequest,
  post,
} from '../feed.ts'
import { json } from '../json.ts'
import { changed, notYet, type Outcome, otherDay, rowsOutcome } from '../outcome.ts'
import type { Reading } from '../rows.ts'
import { none, nothing, saidOfNone, someRows, within } from '../servedDays.ts'
import { type Table, tableOf } from '../tables.ts'

export const tpex = feedsOf(publishers.tpex, 'TPEX')

/** An address of the present site. */
export const www = (path: string, query: Readonly<Record<string, string>>): HttpRequest =>
  get(`/www/zh-tw/${path}`, { ...query, response: 'json' })
/** The same, where the site wants a form. */
export const wwwForm = (path: string, form: Readonly<Record<string, string>>): HttpRequest =>
  post(`/www/zh-tw/${path}`, { ...form, response: 'json' })

/** What `www.tpex.org.tw/www` answers: `stat`, the days as `date`, and `tables`, each with its own date and count. */
type RawTable = {
  readonly title?: unknown
  readonly date?: unknown
  readonly fields?: unknown
  readonly data?: unknown
  readonly summary?: unknown
  readonly totalCount?: unknown
  readonly groups?: never[]
}
type Body = Readonly<Record<string, unknown>> & { readonly stat?: unknown; readonly date?: unknown }

/** A table with the rows of totals below it, which have its columns. */
type TpexTable = Table & { readonly summary: Table }
export type TpexResponse = { readonly tables: readonly TpexTable[]; readonly body: Body }

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const saysNothing = /查無資料|沒有符合|本日無|無資料/
const saysNotYet = /大於今日|尚未/

function readTable(raw: RawTable): TpexTable[] {
  const { title, fields, data = [], summary = [], totalCount, groups } = raw
  if (!Array.isArray(fields) || fields.length === 0) return []
  const table = tableOf(text(title), fields, data, groups)
  if (typeof totalCount === 'number' && totalCount !== table.rows.length)
    throw changed(`the table counts ${totalCount} rows and holds ${table.rows.length}`)
  return [{ ...table, summary: tableOf(text(title), fields, summary) }]
}

/** The titles of rows that came without any, and the first and the last day on which they were these. */
export type OldLayout = { readonly titles: readonly string[]; readonly from?: string; readonly to?: string }

/** Until October 2024 rows stood in `aaData` without titles: the feed knows those of the day, by their number. */
function oldTables({ aaData }: Body, layouts: readonly OldLayout[], day: string): TpexTable[] {
  const rows = aaData as unknown[][]
  const width = Array.isArray(rows[0]) ? rows[0].length : null
  const known = layouts.filter(({ from = '', to = '9999' }) => from <= day && day <= to)
  const layout = width === null ? known[0] : known.find(({ titles }) => titles.length === width)
  if (!layout && width === null) return []
  if (!layout) throw changed(`rows of ${width} cells without titles, which nobody knows of ${day}`)
  const { titles } = layout
  return [{ ...tableOf('', titles, rows), summary: tableOf('', titles, []) }]
}

function open(bytes: Uint8Array, old: readonly OldLayout[], day: string): TpexResponse | { readonly said: string } {
  const body = json(bytes) as Body
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw changed('the answer is no object')
  if (Array.isArray(body.aaData)) return { tables: oldTables(body, old, day), body }
  const stat = text(body.stat)
  if (!/^ok$/i.test(stat)) {
    if (saysNothing.test(stat)) return { said: stat }
    if (saysNotYet.test(stat)) throw notYet(`the exchange says: ${stat}`)
    throw changed(stat === '' ? 'the answer has no stat' : `the exchange says: ${stat}`)
  }
  if (!Array.isArray(body.tables)) throw changed('the answer has no tables')
  return { tables: body.tables.flatMap((table) => readTable((table ?? {}) as RawTable)), body }
}

/** Every day the response names, at its top and in its tables: a wrong date is answered with the newest day. */
function daysOf({ body }: TpexResponse): string[] {
  const inTables = Array.isArray(body.tables) ? (body.tables as RawTable[]).map((table) => table?.date) : []
  const days = [body.date, body.reportDate, ...inTables].flatMap((raw) => dateFrom(text(raw)) ?? [])
  if (days.length === 0) throw changed('the answer does not say which day it is about')
  return days
}

/** One day of the market; `use` takes the tables. A day without a row is closed or still to come. */
export const tpexDay =
  (use: (response: TpexResponse, request: FeedRequest) => Outcome, old: readonly OldLayout[] = []) =>
  (bytes: Uint8Array, request: FeedRequest): Outcome => {
    const response = open(bytes, old, request.from)
    if ('said' in response) throw nothing(request, response.said)
    const other = daysOf(response).find((day) => day !== request.from)
    if (other !== undefined) throw otherDay(request.from, other)
    if (response.tables.every(({ rows }) => rows.length === 0)) throw nothing(request, 'ok, and no rows')
    return use(response, request)
  }

export const tpexDayRows = (reading: Reading, old: readonly OldLayout[] = []) =>
  tpexDay(({ tables }, request) => someRows(reading.read(tables, request), request), old)

/** A month, one row a trading day. */
export const tpexMonthRows =
  (reading: Reading) =>
  (bytes: Uint8Array, request: FeedRequest): Outcome => {
    const response = open(bytes, [], request.from)
    if ('said' in response) throw nothing(request, response.said)
    const parsed = within(reading.read(response.tables, request), reading.dataset.date, request)
    if (parsed.rows.length + parsed.rejected.length === 0) throw nothing(request, 'ok, and no rows')
    return rowsOutcome(parsed)
  }

/** The days the exchange understood, written `20240322~20240323`. */
function checkRange({ date }: Body, { from, to }: FeedRequest): void {
  const days = daysFrom(text(date))?.map(dateOf)
  if (days && (days[0] !== from || days[1] !== to)) throw otherDay(`${from} to ${to}`, days.join(' to '))
}

/** What happened between two days; nothing may have. */
export const tpexRange =
  (use: (response: TpexResponse, request: FeedRequest) => Outcome) =>
  (bytes: Uint8Array, request: FeedRequest): Outcome => {
    const response = open(bytes, [], request.from)
    if ('said' in response) return none(response.said)
    checkRange(response.body, request)
    return saidOfNone(use(response, request), 'ok, and no rows')
  }

/** Events whose key date lies in the days asked for. */
export const tpexRangeRows = (reading: Reading) =>
  tpexRange(({ tables }, request) => rowsOutcome(within(reading.read(tables, request), reading.dataset.date, request)))

type Query = Readonly<Record<string, string>>

/** The feed of one day. */
export const tpexDayFeed = (
  reading: Reading,
  path: string,
  { query = {}, ...more }: FeedOptions & { query?: Query },
): Feed =>
  tpex(reading, {
    endpoint: endpointOf(path),
    span: 'day',
    request: ({ from }) => www(path, { ...query, date: slashed(from) }),
    parse: tpexDayRows(reading),
    ...more,
  })

/** The feed of one month. */
export const tpexMonthFeed = (reading: Reading, path: string, more: FeedOptions): Feed =>
  tpex(reading, {
    endpoint: endpointOf(path),
    span: 'month',
    request: ({ from }) => www(path, { date: slashed(from) }),
    parse: tpexMonthRows(reading),
    ...more,
  })

/** The feed of what happened between two days. */
export const tpexRangeFeed = (reading: Reading, path: string, more: FeedOptions & { readonly longest: number }): Feed =>
  tpex(reading, {
    endpoint: endpointOf(path),
    span: 'range',
    request: ({ from, to }) => wwwForm(path, { startDate: slashed(from), endDate: slashed(to) }),
    parse: tpexRangeRows(reading),
    ...more,
  })
