import type { Dataset } from '../catalogue/dataset.ts'
import type { Source } from '../catalogue/publishers.ts'
import { refusalIn } from './json.ts'
import type { Layout } from './layout.ts'
import { type Outcome, Unexpected } from './outcome.ts'
import type { FeedRequest } from './request.ts'
import { decode, type Encoding, excerpt } from './text.ts'

export type { Calendar, FeedRequest } from './request.ts'

/**
 * One publisher's response about one dataset: where to request it, and how to read it.
 *
 * How to write a feed. A publisher has a folder (`taifex`, `mops`, …), and both stock exchanges share `exchange`. A dataset
 * has a file in it, named after the dataset, with its feeds of the web sites and of their OpenAPI; the folder's `index.ts`
 * lists them. A table that a site and its OpenAPI both publish is declared once, with two titles a column (`Named`).
 * A feed says
 * - `request`: the HTTP request as a function of the days and the id, below the publisher's base;
 * - `span` and `each`: how much one response covers, which is all that the planner needs to know;
 * - `parse`: bytes and request to an outcome. It is pure: no clock, no network, no state.
 *
 * `parse` has three steps, each with its own vocabulary.
 * 1. The publisher's dialect (`exchange/twse.ts`, `exchange/tpex.ts`, `openapi.ts`, `csv.ts`, `html.ts`) turns bytes into
 *    tables, separates "nothing", "refused" and "cut", and compares the day of the response with the day requested.
 * 2. `whole(dataset, …)` or `part(dataset, …)` (`reading.ts`) gives the title of each column of the dataset: a bare title
 *    where the field's own reader does, `column`, `lots`, `combined`, `constant` … where it does not, null
 *    where the publisher has none. Tables are found by these titles, never by their place. A column that is missing or
 *    renamed makes the outcome `changed`, which names it. An unknown column is reported as `unread`, so `ignore`
 *    lists the ones left out on purpose. The titles stand here alone: a reading keeps them as data (`layout.ts`), and the
 *    stand-in exchange prints its tables from them.
 * 3. Plain code over the rows does the rest: numbering, a table turned on its side. Where that takes more than a reading
 *    of titles, it is a reading by itself (`readBy`), so that the feed of every response has the same few lines.
 * A response that cannot be read on is thrown (`changed`, `blocked`, `notYet`, `otherDay` of `outcome.ts`); `read` below
 * turns it into the outcome, with the evidence. Cells go out as `lake/batch.ts` takes them: days as numbers, decimals as
 * whole numbers of their smallest unit.
 *
 * `statements/` reads the lists of financial statements, which several publishers write alike.
 *
 * `fixtures.test.ts` tries every feed on a response of our own making, `<publisher>/fixtures/<dataset>.<endpoint>.json`,
 * whose rows are written down in `….rows.json`: they are read to the last digit, and every column in turn is renamed, the
 * response cut, refused, and requested for another day. `recorded.test.ts` reads the publishers' recorded responses, with
 * the outcomes in `<publisher>/recorded.json`. Both kinds of responses are damaged: columns lost, shuffled and renamed,
 * rows doubled, shifted and cut, cells made text, blank or wide. The outcome is the same rows, a row less that is
 * reported, or a problem by name, and never another value.
 */
export type Feed = {
  readonly dataset: Dataset
  readonly publisher: Source
  /** The publisher's own name of the response; with the publisher and the dataset it names the feed. */
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
  /**
   * The days that one response covers. A `latest` response takes no date and holds the newest rows; a `range` takes any days.
   */
  readonly span: 'day' | 'month' | 'quarter' | 'year' | 'range' | 'latest'
  /** The most days a range may ask for at once. */
  readonly longest?: number
  /** Whether one response is about the whole market, or about one id that `request` names. */
  readonly each: 'market' | 'id'
  /** First day the publisher answers for; null where there is no such bound. */
  readonly since: string | null
  readonly request: (request: FeedRequest) => HttpRequest
  /** The second request, where the first response only holds the address of the rows; throws as `parse`. */
  readonly follow?: (bytes: Uint8Array) => HttpRequest
  readonly parse: (bytes: Uint8Array, request: FeedRequest) => Outcome
  /** Set where the response is about one event, which a list names first. */
  readonly detailOf?: DetailOf
  readonly encoding: Encoding
  /** Of a witness: columns that are rounded there, to so many of their smallest unit. */
  readonly nearest: Readonly<Record<string, number>>
  /** Of a witness: columns that are a part of the stored value, which cannot be less. */
  readonly atLeast: readonly string[]
  /**
   * A response that the publisher really gave and the feed was tried on. Null marks a feed written from descriptions.
   */
  readonly recording: string | null
  /** The use of importing saved responses (`formosa import --feed`) of a feed that is never requested. */
  readonly importFor: string | null
  /**
   * How the feed is chosen: of the publishers of a dataset and market, the `best` is requested, or the one that is
   * `first` whatever others have. Feeds with rows or columns of their own are requested `beside` it.
   */
  readonly choice: 'best' | 'first' | 'beside'
  /** An event list that is complete for the requested days, so that a missing event was withdrawn. */
  readonly wholeByDate: boolean
  /** A list of recent announcements, where rows of earlier responses about the same month stay. */
  readonly inParts: boolean
  /** A list that prints 0.0000 both for an unchanged price and for a day that is not compared. */
  readonly unmarkedZeros: boolean
}

export type DetailOf = {
  /** The feed whose responses name the events. */
  readonly list: Feed
  /** The day of each event in a response of the list, and the id of its detail; throws as `parse`. */
  readonly events: (bytes: Uint8Array) => readonly { readonly day: string; readonly id: string }[]
}

export type Market = 'TWSE' | 'TPEX' | 'ESB'

export type HttpRequest = {
  /** Below the publisher's base, or a whole address where the response lies elsewhere. */
  readonly path: string
  readonly query: Readonly<Record<string, string>>
  /** The fields of a form that is posted; null where the response is simply fetched. */
  readonly form: Readonly<Record<string, string>> | null
  /** The object that is posted as JSON, where the publisher takes no form. */
  readonly json?: Readonly<Record<string, unknown>>
}

export const get = (path: string, query: Readonly<Record<string, string>> = {}): HttpRequest => ({
  path,
  query,
  form: null,
})
export const post = (path: string, form: Readonly<Record<string, string>>): HttpRequest => ({ path, query: {}, form })
export const postJson = (path: string, json: Readonly<Record<string, unknown>>): HttpRequest => ({ ...get(path), json })

/** True for feeds under site terms, which are requested once the operator has accepted the terms. */
export const needsTerms = ({ publisher }: Feed): boolean => publisher.terms === 'site'

export type FeedResponse = { readonly status: number; readonly bytes: Uint8Array; readonly location?: string }

/** The properties of a feed whose definition does not give them: whole rows, of the whole market where it is one. */
const defaults = {
  role: 'rows',
  layouts: [],
  each: 'market',
  since: null,
  encoding: 'utf-8',
  recording: null,
  importFor: null,
  choice: 'best',
  wholeByDate: false,
  inParts: false,
  unmarkedZeros: false,
  nearest: {},
  atLeast: [],
} satisfies Partial<Feed>
type Given = 'dataset' | 'publisher' | 'market' | 'fills' | keyof typeof defaults
type FeedDefinition = Omit<Feed, Given> & Partial<Omit<Feed, 'dataset' | 'publisher'>>

/** The properties that feeds of one shape may set. */
export type FeedOptions = Partial<Omit<Feed, 'dataset' | 'publisher' | 'fills' | 'layouts' | 'endpoint' | 'span'>>

/** The last part of a path, by which publishers name a response. */
export const endpointOf = (path: string): string => path.split('/').at(-1)!

/** The feeds of one publisher and market; dataset and filled columns are those of the reading. */
export const feedsOf =
  (publisher: Source, market: Market | null) =>
  (reading: Pick<Feed, 'dataset'> & Partial<Pick<Feed, 'fills' | 'layouts'>>, definition: FeedDefinition): Feed => {
    const { dataset, fills = Object.keys(dataset.columns), layouts = [] } = reading
    return Object.freeze({ ...defaults, dataset, fills, layouts, publisher, market, ...definition })
  }

const refused = (status: number, location = ''): string =>
  status >= 300 && status < 400
    ? `answered ${status}, sending the reader ${location === '' ? 'elsewhere' : `to ${location}`}`
    : `answered ${status}`

/** Reads a response. No content of a response makes it throw. */
export function read(
  { parse, encoding }: Feed,
  { status, bytes, location }: FeedResponse,
  request: FeedRequest,
): Outcome {
  const evidence = () => excerpt(decode(bytes, encoding))
  if (status !== 200) {
    const refusal = refusalIn(decode(bytes, 'utf-8'))
    const reason = refused(status, location)
    return { kind: 'blocked', reason: refusal ? `${reason}: ${refusal}` : reason, evidence: evidence() }
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
