import { publishers } from '../../catalogue/publishers.ts'
import { csvTable } from '../csvTable.ts'
import { type Feed, type FeedOptions, type FeedRequest, feedsOf, get, type HttpRequest } from '../feed.ts'
import type { From } from '../mapping.ts'
import { notYet, type Outcome, type ParsedRows, rowsOutcome } from '../outcome.ts'
import { column, type Reading } from '../reading.ts'
import { within } from '../servedDays.ts'

const fred = feedsOf(publishers.fred, null)

/** The observations of a series in some days. */
export const graph = (id: string, from: string, to: string): HttpRequest =>
  get('/graph/fredgraph.csv', { id, cosd: from, coed: to })

export const observed: From = column('observation_date', { also: ['DATE'] })

/** A holiday has a dot or nothing for its value, and no row here. */
export const withoutValue = (series: string) =>
  ['days without a value', series, (text: string) => /^\s*\.?\s*$/.test(text)] as const

const inTheDays = (parsed: ParsedRows, request: FeedRequest): ParsedRows => within(parsed, 'trade_date', request)

/** The file is titled with the series it is about, so another one has no such column. */
export const seriesRows =
  (reading: Reading, use: (parsed: ParsedRows, request: FeedRequest) => ParsedRows = inTheDays) =>
  (bytes: Uint8Array, request: FeedRequest): Outcome => {
    const table = csvTable(bytes)
    if (table.rows.length === 0) {
      reading.read([table], request)
      throw notYet('titles, and no observations')
    }
    return rowsOutcome(use(reading.read([table], request), request))
  }

export const seriesFeed = (reading: Reading, series: string, more: FeedOptions): Feed =>
  fred(reading, {
    endpoint: series,
    span: 'range',
    request: ({ from, to }) => graph(series, from, to),
    parse: seriesRows(reading),
    ...more,
  })
