import { endpointOf, type Feed, type FeedOptions, type FeedRequest, type feedsOf, type HttpRequest } from '../feed.ts'
import { json } from '../json.ts'
import { changed, notYet, type Outcome, otherDay, rowsOutcome } from '../outcome.ts'
import type { Reading } from '../reading.ts'
import { none, nothing, reasonIfEmpty, someRows, within } from '../servedDays.ts'
import type { Table } from '../tables.ts'

/** The sites of both stock exchanges answer alike: a `stat`, the days of the response, and tables. */
export type Body = Readonly<Record<string, unknown>> & { readonly stat?: unknown; readonly date?: unknown }
export type SiteResponse<T extends Table = Table> = { readonly tables: readonly T[]; readonly body: Body }
type NoTables = { readonly message: string }
type Query = Readonly<Record<string, string>>

export const text = (value: unknown): string => (typeof value === 'string' ? value : '')

export function bodyOf(bytes: Uint8Array): Body {
  const body = json(bytes) as Body
  if (typeof body !== 'object' || body === null || Array.isArray(body))
    throw changed('the answer is no object', { isOtherShape: true })
  return body
}

/** The message of a response without tables; null where it has tables. */
export function messageOf({ stat }: Body, saysNothing: RegExp, saysNotYet: RegExp): NoTables | null {
  const message = text(stat)
  if (/^ok$/i.test(message)) return null
  if (saysNothing.test(message)) return { message }
  if (saysNotYet.test(message)) throw notYet(`the exchange says: ${message}`)
  throw changed(message === '' ? 'the answer has no stat' : `the exchange says: ${message}`)
}

type Site<T extends Table> = {
  readonly feed: ReturnType<typeof feedsOf>
  /** The tables of a response, or the message of one without tables. */
  readonly open: (bytes: Uint8Array, request: FeedRequest) => SiteResponse<T> | NoTables
  /** The reason of a response that is in order and has no rows. */
  readonly noRows: string
  /** Every day that the response names. */
  readonly daysOf: (response: SiteResponse<T>) => readonly string[]
  /** Throws where the exchange understood another month or range. */
  readonly checkMonth: (body: Body, request: FeedRequest) => void
  readonly checkRange: (body: Body, request: FeedRequest) => void
  readonly dayRequest: (path: string, day: string, query: Query) => HttpRequest
  readonly rangeRequest: (path: string, from: string, to: string, query: Query) => HttpRequest
}

type Use<T extends Table> = (response: SiteResponse<T>, request: FeedRequest) => Outcome

export function siteOf<T extends Table>(site: Site<T>) {
  const { feed, noRows, daysOf, checkMonth, checkRange, dayRequest, rangeRequest } = site

  /** One day of the market; `use` takes the tables. A day without a row is closed or still to come. */
  const day =
    (use: Use<T>, open = site.open) =>
    (bytes: Uint8Array, request: FeedRequest): Outcome => {
      const response = open(bytes, request)
      if ('message' in response) throw nothing(request, response.message)
      const other = daysOf(response).find((named) => named !== request.from)
      if (other !== undefined) throw otherDay(request.from, other)
      if (response.tables.every(({ rows }) => rows.length === 0)) throw nothing(request, noRows)
      return use(response, request)
    }

  const dayRows = (reading: Reading, open = site.open) =>
    day(({ tables }, request) => someRows(reading.read(tables, request), request), open)

  /** A month, one row a trading day; `check` may look at the response first. */
  const month =
    (reading: Reading, check: (response: SiteResponse<T>, request: FeedRequest) => void = () => {}) =>
    (bytes: Uint8Array, request: FeedRequest): Outcome => {
      const response = site.open(bytes, request)
      if ('message' in response) throw nothing(request, response.message)
      checkMonth(response.body, request)
      check(response, request)
      const parsed = within(reading.read(response.tables, request), reading.dataset.date, request)
      if (parsed.rows.length + parsed.rejected.length === 0) throw nothing(request, noRows)
      return rowsOutcome(parsed)
    }

  /** Events between two days, or notices in force; the list may be empty. */
  const list =
    ({ read }: Pick<Reading, 'read'>) =>
    (bytes: Uint8Array, request: FeedRequest): Outcome => {
      const response = site.open(bytes, request)
      if ('message' in response) return none(response.message)
      checkRange(response.body, request)
      return reasonIfEmpty(rowsOutcome(read(response.tables, request)), noRows)
    }

  /** Events whose key date lies in the days requested. */
  const rangeRows = ({ read, dataset }: Reading) =>
    list({ read: (tables, request) => within(read(tables, request), dataset.date, request) })

  type SiteOptions = FeedOptions & { readonly query?: Query }
  type RangeOptions = SiteOptions & { readonly longest: number }
  type Request = (path: string, request: FeedRequest, query: Query) => HttpRequest
  const feedOf =
    (span: Feed['span'], requestOf: Request, parseOf: (reading: Reading) => Feed['parse']) =>
    (reading: Reading, path: string, { query = {}, ...more }: SiteOptions): Feed =>
      feed(reading, {
        endpoint: endpointOf(path),
        span,
        request: (request) => requestOf(path, request, query),
        parse: parseOf(reading),
        ...more,
      })
  const ofDay: Request = (path, { from }, query) => dayRequest(path, from, query)
  const ofRange: Request = (path, { from, to }, query) => rangeRequest(path, from, to, query)

  return {
    day,
    dayRows,
    month,
    list,
    rangeRows,
    dayFeed: feedOf('day', ofDay, (reading) => dayRows(reading)),
    monthFeed: feedOf('month', ofDay, (reading) => month(reading)),
    rangeFeed: feedOf('range', ofRange, rangeRows) as (reading: Reading, path: string, options: RangeOptions) => Feed,
  }
}
