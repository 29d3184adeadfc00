import { publishers } from '../../catalogue/publishers.ts'
import { compact, dateFrom, dateWithin } from '../dates.ts'
import { endpointOf, type Feed, type FeedOptions, type FeedRequest, feedsOf, get, type HttpRequest } from '../feed.ts'
import { json } from '../json.ts'
import { changed, notYet, type Outcome, otherDay, rowsOutcome } from '../outcome.ts'
import type { Reading } from '../rows.ts'
import { none, nothing, saidOfNone, someRows, within } from '../servedDays.ts'
import { type Table, tableOf } from '../tables.ts'

export const twse = feedsOf(publishers.twse, 'TWSE')

/** An address of the present site. */
export const rwd = (path: string, query: Readonly<Record<string, string>>): HttpRequest =>
  get(`/rwd/zh/${path}`, { ...query, response: 'json' })

/** What `www.twse.com.tw/rwd` answers: `stat`, the day as `date` or in a title, and one table or several. */
type Body = Readonly<Record<string, unknown>> & { readonly stat?: unknown; readonly date?: unknown }

const saysNothing = /沒有符合條件的資料|查無資料|無相關資料/
const saysNotYet = /大於今日|尚未|晚於/

const text = (value: unknown): string => (typeof value === 'string' ? value : '')

type RawTable = {
  readonly title?: unknown
  readonly fields?: unknown
  readonly data?: unknown
  readonly groups?: never[]
}

const readTable = ({ title, fields, data, groups }: RawTable): Table[] =>
  Array.isArray(fields) && fields.length > 0 ? [tableOf(text(title), fields, data ?? [], groups)] : []

/**
 * Tables stand in `tables`, or alone at the top; until 2023 they were `fields1`, `data1`, … `fields9`, `data9`, and the
 * totals of credit beside the one at the top.
 */
function tablesOf(body: Body): Table[] {
  if (Array.isArray(body.tables)) return body.tables.flatMap((table) => readTable((table ?? {}) as RawTable))
  const numbered = Object.keys(body).filter((key) => /^fields\d+$/.test(key))
  if (numbered.length > 0)
    return numbered.flatMap((key) => {
      const n = key.slice('fields'.length)
      return readTable({ title: body[`subtitle${n}`], fields: body[key], data: body[`data${n}`] } as RawTable)
    })
  const credit = { title: body.creditTitle, fields: body.creditFields, data: body.creditList }
  return [...readTable(credit), ...readTable(body as RawTable)]
}

export type TwseResponse = { readonly tables: readonly Table[]; readonly body: Body }

/** The tables of a response, or null where the exchange says that it has nothing, in its own words. */
export function open(bytes: Uint8Array): TwseResponse | { readonly said: string } {
  const body = json(bytes) as Body
  if (typeof body !== 'object' || body === null || Array.isArray(body)) throw changed('the answer is no object')
  const stat = text(body.stat)
  if (!/^ok$/i.test(stat)) {
    if (saysNothing.test(stat)) return { said: stat }
    if (saysNotYet.test(stat)) throw notYet(`the exchange says: ${stat}`)
    throw changed(stat === '' ? 'the answer has no stat' : `the exchange says: ${stat}`)
  }
  const tables = tablesOf(body)
  const [only] = tables
  if (tables.length === 1 && typeof body.total === 'number' && body.total !== only!.rows.length)
    throw changed(`the answer counts ${body.total} rows and holds ${only!.rows.length}`)
  return { tables, body }
}

/** Every day the response names, in `date` and in its titles. */
function daysOf({ tables, body }: TwseResponse): string[] {
  const titles = [text(body.title), ...tables.map(({ title }) => title)]
  const days = [dateFrom(text(body.date)), ...titles.map(dateWithin)].filter((day) => typeof day === 'string')
  if (days.length === 0) throw changed('the answer does not say which day it is about')
  return days
}

/** One day of the market; `use` takes the tables. A day without a row is closed or still to come. */
export const twseDay =
  (use: (response: TwseResponse, request: FeedRequest) => Outcome) =>
  (bytes: Uint8Array, request: FeedRequest): Outcome => {
    const response = open(bytes)
    if ('said' in response) throw nothing(request, response.said)
    const other = daysOf(response).find((day) => day !== request.from)
    if (other !== undefined) throw otherDay(request.from, other)
    if (response.tables.every(({ rows }) => rows.length === 0)) throw nothing(request, 'OK, and no rows')
    return use(response, request)
  }

/** One day of the market that lies in the tables as rows; `pick` names the tables where several have the columns. */
export const twseDayRows = (reading: Reading, pick: (title: string) => boolean = () => true) =>
  twseDay(({ tables }, request) =>
    someRows(
      reading.read(
        tables.filter(({ title }) => title === '' || pick(title)),
        request,
      ),
      request,
    ),
  )

/** A month, one row a trading day; `check` may look at the response first. */
export const twseMonth =
  (reading: Reading, check: (response: TwseResponse, request: FeedRequest) => void = () => {}) =>
  (bytes: Uint8Array, request: FeedRequest): Outcome => {
    const response = open(bytes)
    if ('said' in response) throw nothing(request, response.said)
    const served = dateFrom(text(response.body.date))
    if (served && served.slice(0, 7) !== request.from.slice(0, 7)) throw otherDay(request.from.slice(0, 7), served)
    check(response, request)
    const parsed = within(reading.read(response.tables, request), reading.dataset.date, request)
    if (parsed.rows.length + parsed.rejected.length === 0) throw nothing(request, 'OK, and no rows')
    return rowsOutcome(parsed)
  }

/** The days the exchange understood, where it repeats them: a wrong parameter is answered with other days. */
function checkRange({ strDate, endDate, params }: Body, { from, to }: FeedRequest): void {
  const echoed = (params ?? {}) as Readonly<Record<string, unknown>>
  const first = dateFrom(text(strDate ?? echoed.strDate ?? echoed.startDate))
  const last = dateFrom(text(endDate ?? echoed.endDate))
  if ((first && first !== from) || (last && last !== to)) throw otherDay(`${from} to ${to}`, `${first} to ${last}`)
}

/** What happened between two days; nothing may have. */
export const twseRange =
  (use: (response: TwseResponse, request: FeedRequest) => Outcome) =>
  (bytes: Uint8Array, request: FeedRequest): Outcome => {
    const response = open(bytes)
    if ('said' in response) return none(response.said)
    checkRange(response.body, request)
    return saidOfNone(use(response, request), 'OK, and no rows')
  }

/** Events whose key date lies in the days asked for. */
export const twseRangeRows = (reading: Reading) =>
  twseRange(({ tables }, request) => rowsOutcome(within(reading.read(tables, request), reading.dataset.date, request)))

/** A list of what is in force, without days to ask for. */
export const twseList = (reading: Reading) =>
  twseRange(({ tables }, request) => rowsOutcome(reading.read(tables, request)))

type Query = Readonly<Record<string, string>>

/** The feed of one day. */
export const twseDayFeed = (
  reading: Reading,
  path: string,
  { query = {}, ...more }: FeedOptions & { query?: Query },
): Feed =>
  twse(reading, {
    endpoint: endpointOf(path),
    span: 'day',
    request: ({ from }) => rwd(path, { date: compact(from), ...query }),
    parse: twseDayRows(reading),
    ...more,
  })

/** The feed of one month. */
export const twseMonthFeed = (reading: Reading, path: string, more: FeedOptions): Feed =>
  twse(reading, {
    endpoint: endpointOf(path),
    span: 'month',
    request: ({ from }) => rwd(path, { date: compact(from) }),
    parse: twseMonth(reading),
    ...more,
  })

/** The feed of what happened between two days. */
export const twseRangeFeed = (reading: Reading, path: string, more: FeedOptions & { readonly longest: number }): Feed =>
  twse(reading, {
    endpoint: endpointOf(path),
    span: 'range',
    request: ({ from, to }) => rwd(path, { startDate: compact(from), endDate: compact(to) }),
    parse: twseRangeRows(reading),
    ...more,
  })
