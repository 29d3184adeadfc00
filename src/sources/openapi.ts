import type { Source } from '../catalogue/dataset.ts'
import { endpointOf, type Feed, type FeedRequest, feedsOf, get, type Market } from './feed.ts'
import { json } from './json.ts'
import { changed, notYet, type Outcome, type ParsedRows, rowsOutcome } from './outcome.ts'
import { textOf } from './plan.ts'
import type { Reading } from './rows.ts'
import { newestDay, none } from './servedDays.ts'
import { type Table, tableOfObjects } from './tables.ts'

/** The OpenAPI of the exchanges: a list of objects without parameters, made anew once a day. */

/** One object that says nothing, or only numbers a list without entries, stands for an empty list. */
const isPlaceholder = ({ titles, rows }: Table): boolean =>
  rows.length === 1 &&
  rows[0]!.every(
    (cell, at) =>
      /^(Date|出表日期)$/.test(titles[at]!) || textOf(cell).trim() === '' || /^(0|null)$/.test(textOf(cell).trim()),
  )

/** Null where the publisher says in one of its ways that the list is empty. */
export function openApiTable(bytes: Uint8Array): Table | null {
  const list = json(bytes)
  if (!Array.isArray(list)) throw changed('the answer is no list')
  const table = tableOfObjects(list)
  return table.rows.length === 0 || isPlaceholder(table) ? null : table
}

/** Compares the newest day of a list with the question; `always` for lists that are never empty. */
type Check = (parsed: ParsedRows, request: FeedRequest) => ParsedRows

/** The day itself, in this column, where every row has one. */
export const dated =
  (column: string): Check =>
  (parsed, request) =>
    newestDay(parsed, column, request)

/** A list of what is in force, which may be about any day. */
export const undated: Check = (parsed) => parsed

/** Rows of a list that is never empty; `reading` may depend on what stands in it. */
export const openApiRows =
  (reading: Reading | ((table: Table) => Reading), check: Check) =>
  (bytes: Uint8Array, request: FeedRequest): Outcome => {
    const table = openApiTable(bytes)
    if (table === null) throw notYet('an empty list, where there is always something')
    const chosen = typeof reading === 'function' ? reading(table) : reading
    return rowsOutcome(check(chosen.read([table], request), request))
  }

/** Rows of a list that is empty where there is nothing to tell. */
export const openApiEvents =
  (reading: Reading, check: Check = undated) =>
  (bytes: Uint8Array, request: FeedRequest): Outcome => {
    const table = openApiTable(bytes)
    return table === null ? none('an empty list') : rowsOutcome(check(reading.read([table], request), request))
  }

type ListOptions = Partial<Pick<Feed, 'role' | 'market' | 'nearest' | 'atLeast' | 'since'>> & {
  /** How the name of the recorded response ends; it begins with the path. */
  readonly recorded?: '.json' | '.json.gz'
}

/** The feeds of one publisher's lists; an endpoint is the last part of its path. */
export const listsOf = (publisher: Source, market: Market, folder: string) => {
  const feed = feedsOf(publisher, market)
  const list = (reading: Reading, path: string, parse: Feed['parse'], { recorded, ...more }: ListOptions): Feed => {
    const recording = recorded ? `${folder}/${path.slice(1).replaceAll('/', '_')}${recorded}` : null
    const request = () => get(path)
    return feed(reading, { endpoint: endpointOf(path), span: 'latest', request, parse, recording, ...more })
  }
  return {
    feed,
    /** A list that is never empty. */
    rows: (reading: Reading, path: string, check: Check, more: ListOptions = {}): Feed =>
      list(reading, path, openApiRows(reading, check), more),
    /** A list that is empty where there is nothing to tell. */
    events: (reading: Reading, path: string, { check, ...more }: ListOptions & { readonly check?: Check } = {}): Feed =>
      list(reading, path, openApiEvents(reading, check), more),
  }
}
