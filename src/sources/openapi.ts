import type { Source } from '../catalogue/publishers.ts'
import { endpointOf, type Feed, type FeedOptions, type FeedRequest, feedsOf, get, type Market } from './feed.ts'
import { json } from './json.ts'
import { changed, notYet, type Outcome, type ParsedRows, rowsOutcome } from './outcome.ts'
import { textOf } from './plan.ts'
import type { Reading } from './reading.ts'
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
  if (!Array.isArray(list)) throw changed('the answer is no list', { isOtherShape: true })
  const table = tableOfObjects(list)
  return table.rows.length === 0 || isPlaceholder(table) ? null : table
}

/** Compares the days of a list with the request. */
export type Check = (parsed: ParsedRows, request: FeedRequest, table: Table) => ParsedRows

/** Every row must be of the day requested. */
export const ofTheDay =
  ({ dataset }: Pick<Reading, 'dataset'>): Check =>
  (parsed, request) =>
    newestDay(parsed, dataset.date, request)

/** A list of notices in force may be about any day. */
const undated: Check = (parsed) => parsed

/** Rows of a list that is never empty; `reading` may depend on its table. */
export const openApiRows =
  (reading: Reading | ((table: Table) => Reading), check: Check = undated, open = openApiTable) =>
  (bytes: Uint8Array, request: FeedRequest): Outcome => {
    const table = open(bytes)
    if (table === null) throw notYet('an empty list, where there is always something')
    const chosen = typeof reading === 'function' ? reading(table) : reading
    return rowsOutcome(check(chosen.read([table], request), request, table))
  }

/** Rows of a list that may be empty. */
export const openApiEvents =
  (reading: Reading, check: Check = undated) =>
  (bytes: Uint8Array, request: FeedRequest): Outcome => {
    const table = openApiTable(bytes)
    return table === null ? none('an empty list') : rowsOutcome(check(reading.read([table], request), request, table))
  }

type ListOptions = Omit<FeedOptions, 'recording'> & {
  /** How the name of the recorded response ends; it begins with the path. */
  readonly recorded?: '.json' | '.json.gz' | undefined
}

/** The feeds of one publisher's lists; an endpoint is the last part of its path. */
export const listsOf = (publisher: Source, market: Market | null, folder: string) => {
  const feed = feedsOf(publisher, market)
  /** A list that `parse` reads. */
  const list = (
    reading: Parameters<typeof feed>[0],
    path: string,
    parse: Feed['parse'],
    { recorded, ...more }: ListOptions = {},
  ): Feed => {
    const recording = recorded ? `${folder}/${path.slice(1).replaceAll('/', '_')}${recorded}` : null
    const request = () => get(path)
    return feed(reading, { endpoint: endpointOf(path), span: 'latest', request, parse, recording, ...more })
  }
  return {
    list,
    /** A list of the newest trading day, which must be the one requested. */
    daily: (reading: Reading, path: string, options?: ListOptions): Feed =>
      list(reading, path, openApiRows(reading, ofTheDay(reading)), options),
    /** A list that is never empty and may be about any day. */
    rows: (reading: Reading, path: string, options?: ListOptions): Feed =>
      list(reading, path, openApiRows(reading), options),
    /** A list that is empty where nothing is in force or happened. */
    events: (reading: Reading, path: string, options?: ListOptions): Feed =>
      list(reading, path, openApiEvents(reading), options),
  }
}
