import type { Dataset, Source } from '../catalogue/dataset.ts'
import { refusalIn } from './json.ts'
import type { Layout } from './layout.ts'
import { type Outcome, Unexpected } from './outcome.ts'
import type { FeedRequest } from './request.ts'
import { decode, type Encoding, excerpt } from './text.ts'

export type { Calendar, FeedRequest } from './request.ts'

/**
 * A feed is one publisher's answer about one dataset: where to ask, and how to read what comes back.
 *
 * How one is written. A folder a publisher (`twse`, `twse-openapi`, …), a file a dataset, named after it, with every feed
 * of that publisher for it; the folder's `index.ts` lists them. A feed says
 * - `request`: the address as a function of what is asked, below the publisher's base;
 * - `span` and `each`: how much one answer covers, so that whoever plans the asking needs to know nothing else;
 * - `parse`: bytes and question to an outcome. It is pure: no clock, no network, no state.
 *
 * `parse` has three steps, each with its own vocabulary.
 * 1. The publisher's dialect (`twse/response.ts`, `tpex/response.ts`, `openapi.ts`, `csv.ts`, `html.ts`) turns bytes into
 *    tables, tells "nothing" from "refused" from "cut", and compares the day that came back with the day asked for.
 * 2. `whole(dataset, …)` or `part(dataset, …)` (`rows.ts`) says which title each column of the dataset has there:
 *    a bare title where the field's own way of reading does, `column`, `lots`, `combined`, `constant` … (`mapping.ts`)
 *    where it does not, null where the publisher has none. Tables are found by these titles, never by their place.
 *    A column that is missing or renamed is `changed`, naming it; one that nobody here knows is reported as `unread`,
 *    so the ones left out on purpose are listed in `ignore`.
 * 3. What a row needs beside that (numbering, a table turned on its side) is plain code over the rows.
 * Whatever cannot be read on is thrown (`changed`, `blocked`, `notYet`, `otherDay` of `outcome.ts`); `read` below makes
 * it the outcome, with the evidence. Cells go out as `lake/batch.ts` takes them: days as numbers, decimals as whole
 * numbers of their smallest unit.
 *
 * What several publishers write alike is read once: `exchange/` for the two stock exchanges, `statements/` for lists of
 * financial statements.
 *
 * Beside it stand its tests. `<publisher>.test.ts` tries every feed (`tried.ts`) on an answer of our own making,
 * `fixtures/<dataset>.<endpoint>.json`, whose rows are written down in `….rows.json`: they are read to the last digit,
 * and every column in turn is renamed, the answer cut, refused, and asked for another day. `recorded.test.ts` is a table
 * of the publisher's recorded answers and what they hold (`recordings.ts`), or whose they are. Both kinds of answers are
 * damaged (`damaged/`): columns lost, shuffled and renamed, rows doubled, shifted and cut, cells made text, blank or wide.
 * What comes of it is the same rows, a row less that is told, or a problem by name, and never another value.
 */
export type Feed = {
  readonly dataset: Dataset
  readonly publisher: Source
  /** The publisher's own name of the answer; with the publisher and the dataset it names the feed. */
  readonly endpoint: string
  readonly market: Market | null
  /**
   * `rows`: whole rows. `part`: the columns in `fills`, which other feeds of the dataset complete.
   * `witness`: values to compare stored rows with (`witness.ts`), which never make a row.
   * `cumulative`: rows of a statement that runs from 1 January on, which `cumulative.ts` makes rows of a quarter.
   */
  readonly role: 'rows' | 'part' | 'witness' | 'cumulative'
  /** The columns it has values for. */
  readonly fills: readonly string[]
  /** The tables of the response as data; empty where code of its own reads them. */
  readonly layouts: readonly Layout[]
  /** What one answer covers. `latest` answers take no date and hold what is newest; a `range` takes any days. */
  readonly span: 'day' | 'month' | 'quarter' | 'year' | 'range' | 'latest'
  /** The most days a range may ask for at once. */
  readonly longest?: number
  /** Whether one answer is about the whole market, or about one id that `request` names. */
  readonly each: 'market' | 'id'
  /** First and last day the publisher answers for; null where there is no such bound. */
  readonly since: string | null
  readonly until: string | null
  readonly request: (request: FeedRequest) => HttpRequest
  /** The question that the first answer leads to, where that one only tells where the answer lies; throws as `parse`. */
  readonly follow?: (bytes: Uint8Array) => HttpRequest
  readonly parse: (bytes: Uint8Array, request: FeedRequest) => Outcome
  /** Of an answer about one event, which is asked for once a list has named the event. */
  readonly detailOf?: DetailOf
  readonly encoding: Encoding
  /** Of a witness: columns that are rounded there, to so many of their smallest unit. */
  readonly nearest: Readonly<Record<string, number>>
  /** Of a witness: columns that are a part of the stored value, which cannot be less. */
  readonly atLeast: readonly string[]
  /** The recorded answer it was tried on, or null where none exists. */
  readonly verified: string | null
}

export type DetailOf = {
  /** The feed whose answers name the events. */
  readonly list: Feed
  /** The day of each event in an answer of the list, and the id that its detail is asked by; throws as `parse`. */
  readonly events: (bytes: Uint8Array) => readonly { readonly day: string; readonly id: string }[]
}

export type Market = 'TWSE' | 'TPEX' | 'ESB'

export type HttpRequest = {
  /** Below the publisher's base, or a whole address where the answer lies elsewhere. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The fields of a form that is posted; null where the answer is simply fetched. */
  readonly form: Readonly<Record<string, string>> | null
  /** What is posted as JSON instead, where the publisher wants that. */
  readonly json?: Readonly<Record<string, unknown>>
}

export const get = (path: string, query: Readonly<Record<string, string>> = {}): HttpRequest => ({
  path,
  query,
  form: null,
})
export const post = (path: string, form: Readonly<Record<string, string>>): HttpRequest => ({ path, query: {}, form })
export const postJson = (path: string, json: Readonly<Record<string, unknown>>): HttpRequest => ({ ...get(path), json })

/** Feeds under site terms are asked only once the operator accepted them. */
export const needsTerms = ({ publisher }: Feed): boolean => publisher.terms === 'site'

/** What fetching gave. */
export type FeedResponse = { readonly status: number; readonly bytes: Uint8Array; readonly location?: string }

type Optional =
  | 'role'
  | 'fills'
  | 'layouts'
  | 'each'
  | 'since'
  | 'until'
  | 'encoding'
  | 'verified'
  | 'market'
  | 'nearest'
  | 'atLeast'

/** Fills what a definition leaves out: whole rows of the whole market, in UTF-8. */
const feed = (definition: Omit<Feed, Optional> & Partial<Pick<Feed, Optional>>): Feed =>
  Object.freeze({
    role: 'rows',
    fills: Object.keys(definition.dataset.columns),
    layouts: [],
    each: 'market',
    market: null,
    since: null,
    until: null,
    encoding: 'utf-8',
    verified: null,
    nearest: {},
    atLeast: [],
    ...definition,
  })

type FeedDefinition = Omit<Feed, Optional | 'dataset' | 'publisher'> & Partial<Pick<Feed, Optional>>

/** The feeds of one publisher and market; dataset and filled columns are those of the reading. */
export const feedsOf =
  (publisher: Source, market: Market | null) =>
  (reading: Pick<Feed, 'dataset'> & Partial<Pick<Feed, 'fills' | 'layouts'>>, definition: FeedDefinition): Feed => {
    const { dataset, fills = Object.keys(dataset.columns), layouts = [] } = reading
    return feed({ dataset, fills, layouts, publisher, market, ...definition })
  }

const refused = (status: number, location = ''): string =>
  status >= 300 && status < 400
    ? `answered ${status}, sending the reader ${location === '' ? 'elsewhere' : `to ${location}`}`
    : `answered ${status}`

/** The outcome of an answer; nothing an answer can hold makes it throw. */
export function read(
  { parse, encoding }: Feed,
  { status, bytes, location }: FeedResponse,
  request: FeedRequest,
): Outcome {
  const evidence = () => excerpt(decode(bytes, encoding))
  if (status !== 200) {
    const said = refusalIn(decode(bytes, 'utf-8'))
    const reason = refused(status, location)
    return { kind: 'blocked', reason: said ? `${reason}: ${said}` : reason, evidence: evidence() }
  }
  try {
    return parse(bytes, request)
  } catch (error) {
    if (!(error instanceof Unexpected))
      return { kind: 'changed', reason: `the reader failed: ${String(error)}`, evidence: evidence() }
    const { outcome } = error
    return 'evidence' in outcome ? { ...outcome, evidence: evidence() } : outcome
  }
}
