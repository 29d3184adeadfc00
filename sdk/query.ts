import { shown, wholeFrom } from './checks.ts'
import type { EventType } from './eventTypes.ts'
import type { RowsParameters } from './parameters.ts'
import type { Rows } from './rows.ts'
import type { Warning } from './warnings.ts'

/** Options of a call that are not sent. */
export type CallOptions = {
  /** Ends the call; it then rejects with the reason of the signal. */
  readonly signal?: AbortSignal | undefined
  /** Instead of the client's. */
  readonly onWarning?: ((warning: Warning) => void) | undefined
}

export type StreamQuery = CallOptions & {
  /** Rows of a page, 1 to 10,000; 10,000 when left out, since every page is a call of the quota. */
  readonly limit?: number | undefined
  /** Start after the page that had this cursor. It carries its query; other parameters may be left out. */
  readonly cursor?: string | undefined
  /** Stop after so many rows; all of them when left out. `limit` is the size of a page. */
  readonly maxRows?: number | undefined
  /** Refuse parameters that do not apply to the dataset, instead of a warning. */
  readonly strict?: boolean | undefined
}

/** Parameters of the service, with `columns` narrowed to those of the dataset. */
export type RowsQuery<C extends string = string> = Omit<RowsParameters, 'columns'> &
  StreamQuery & { readonly columns?: readonly C[] | undefined }

/** Most rows of a page. */
const mostRows = 10_000

export type GapsQuery = StreamQuery &
  Pick<RowsParameters, 'stock_id' | 'start_date' | 'end_date'> & { readonly reason?: string | undefined }

export type ChangesQuery = StreamQuery & {
  /** A version (`dataVersion` of a page), a date or an instant. */
  readonly since: string
}

export type EventsQuery<T extends EventType = EventType> = CallOptions & {
  /** Events of these datasets alone. */
  readonly datasets?: readonly (keyof Rows)[] | undefined
  /** These types alone; `events.missed` always comes. */
  readonly types?: readonly T[] | undefined
  /** Begin after an event (its id), a date or an instant; with what is new when left out. */
  readonly after?: string | undefined
}

const textOf = (name: string, value: unknown): string => {
  if (Array.isArray(value)) {
    const parts = value.map((item) => textOf(name, item))
    const wrong = parts.find((part) => part.includes(','))
    if (wrong !== undefined) throw new TypeError(`${name} has an item with a comma in it: '${wrong}'`)
    return parts.join(',')
  }
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean') return String(value)
  throw new TypeError(`${name} must be a string, a number, a boolean or an array of these`)
}

/** Parameters as a query string; what is not known here is sent too, so that the service can refuse it. */
export function searchOf(parameters: Readonly<Record<string, unknown>>): URLSearchParams {
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) if (value !== undefined) search.set(name, textOf(name, value))
  return search
}

/** Parameters of the service that the client sets itself, or that ask for answers that it cannot read. */
const refused: Readonly<Record<string, string>> = {
  format: 'the client reads JSON and gives rows; for a file use `formosa get DATASET --format csv`',
  labels: 'it belongs to CSV, and the client reads JSON',
  bom: 'it belongs to CSV, and the client reads JSON',
  decimals: 'decimals are exact text here; use Number(row.close) where a rounded number will do',
  dry_run: 'use plan(), which gives the rows, bytes and pages of the query',
}

/** Divides a query into the parameters to send and the options to keep. */
export function split(query: StreamQuery) {
  if (typeof query !== 'object' || query === null || Array.isArray(query))
    throw new TypeError("the query must be an object of parameters, such as { stock_id: '2330' }")
  for (const [name, advice] of Object.entries(refused))
    if ((query as Readonly<Record<string, unknown>>)[name] !== undefined)
      throw new TypeError(`${name} cannot be set in this client: ${advice}`)
  const {
    signal,
    onWarning,
    maxRows = Number.POSITIVE_INFINITY,
    strict,
    limit = mostRows,
    cursor,
    ...parameters
  } = query
  if (maxRows !== Number.POSITIVE_INFINITY) wholeFrom(0, 'maxRows', maxRows)
  if (typeof limit !== 'number') throw new TypeError(`limit must be a number from 1 to 10000, and is ${shown(limit)}`)
  const headers: Readonly<Record<string, string>> = strict ? { Prefer: 'handling=strict' } : {}
  return {
    signal,
    onWarning,
    maxRows,
    limit,
    cursor: cursor ?? null,
    search: searchOf(parameters),
    headers,
  }
}
