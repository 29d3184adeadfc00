import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { columnsOf, type Dataset } from '../../../src/catalogue/dataset.ts'
import { dateOf, dayOf, weekdayOf } from '../../../src/days.ts'
import { type Calendar, type Feed, type FeedRequest, read } from '../../../src/sources/feed.ts'
import { feeds } from '../../../src/sources/index.ts'
import type { Outcome, Row } from '../../../src/sources/outcome.ts'

/** What the tests of feeds share. */

/** The folder that a publisher's fixtures lie in: `twse-openapi` of `twseOpenApi`. */
export const folderOf = ({ publisher: { id } }: Feed): string =>
  id.replace('OpenApi', '-openapi').replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)

const keyOf = (feed: Feed): string => `${folderOf(feed)} ${feed.dataset.name} ${feed.endpoint}`

/** The feeds of a folder of fixtures. */
export const feedsIn = (folder: string): Feed[] => feeds.filter((feed) => folderOf(feed) === folder)

/** The feed of a name such as `twse-openapi TaiwanStockPrice STOCK_DAY_ALL`. */
export function feedNamed(name: string): Feed {
  const feed = feeds.find((one) => keyOf(one) === name)
  if (feed === undefined) throw new Error(`no feed is named ${name}`)
  return feed
}

/** A calendar of working days, without the days named. */
export function calendarOf(...closed: readonly string[]): Calendar {
  const isOpen = (day: string) => weekdayOf(dayOf(day)) <= 5 && !closed.includes(day)
  const beside = (day: string, step: 1 | -1): string => {
    let at = dayOf(day) + step
    while (!isOpen(dateOf(at))) at += step
    return dateOf(at)
  }
  return { isOpen, next: (day) => beside(day, 1), previous: (day) => beside(day, -1) }
}

/** A question about one day, or about the days from one to another. */
export const requestFor = (from: string, more: Partial<FeedRequest> = {}): FeedRequest => ({
  from,
  to: from,
  id: null,
  calendar: calendarOf(),
  modified: null,
  ...more,
})

/** What the fixtures answer: 2 May 2024, or the month, the year or the days around it. */
export const defaultRequest = ({ span, each, detailOf }: Feed): FeedRequest => {
  const id = detailOf ? '1111,20240502' : each === 'id' ? '1111' : null
  if (span === 'month' || span === 'range') return requestFor('2024-05-01', { to: '2024-05-31', id })
  if (span === 'year') return requestFor('2024-01-01', { to: '2024-12-31', id })
  return requestFor('2024-05-02', { id, modified: span === 'latest' ? '2024-05-02T10:00:00Z' : null })
}

export const readBytes = (feed: Feed, bytes: Uint8Array, request: FeedRequest, status = 200): Outcome =>
  read(feed, { status, bytes }, request)

const decimalText = (value: number, scale: number): string => {
  const digits = BigInt(Math.abs(value))
    .toString()
    .padStart(scale + 1, '0')
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return value < 0 ? `-${text}` : text
}

/** A row as the service prints it: dates and decimals as text. */
export const printed = (dataset: Dataset, row: Row): Record<string, unknown> =>
  Object.fromEntries(
    columnsOf(dataset)
      .filter(([name]) => name in row)
      .map(([name, { kind, scale = 0 }]) => {
        const cell = row[name]!
        if (typeof cell !== 'number') return [name, cell]
        if (kind === 'date') return [name, dateOf(cell)]
        if (kind === 'datetime') return [name, new Date(cell).toISOString()]
        return [name, kind === 'decimal' ? decimalText(cell, scale) : cell]
      }),
  )

export const samples = resolve(import.meta.dirname, '../../../../shared/samples')
/** Why tests on recorded responses are skipped, or false where they can run. */
export const withoutSamples = existsSync(samples) ? false : `no recorded answers: put them at ${samples}`

/** The bytes of a recorded response; of an OpenAPI recording, the payload alone. */
export function recorded(file: string): Uint8Array {
  const stored = readFileSync(`${samples}/${file.startsWith('history/') ? '' : 'raw/'}${file}`)
  const bytes = file.endsWith('.gz') ? gunzipSync(stored) : stored
  if (!/-openapi\//.test(file)) return bytes
  const kept = JSON.parse(bytes.toString())
  return Array.isArray(kept) ? bytes : Buffer.from(JSON.stringify(kept.response.body))
}

/** The rows of an outcome that must be rows, read whole: nothing unknown, nothing rejected. */
export function rowsIn(feed: Feed, outcome: Outcome): Record<string, unknown>[] {
  if (outcome.kind !== 'rows') throw new Error(`${feed.endpoint}: ${JSON.stringify(outcome)}`)
  if (outcome.unread.length > 0)
    throw new Error(`${feed.endpoint} does not know the columns ${outcome.unread.join(', ')}`)
  if (outcome.rejected.length > 0) throw new Error(`${feed.endpoint} rejects ${JSON.stringify(outcome.rejected)}`)
  return outcome.rows.map((row) => printed(feed.dataset, row))
}

/** The rows of a recorded response, each found by the id of its dataset. */
export const recordedRows = (feed: Feed, file: string, request: FeedRequest) =>
  rowsIn(feed, readBytes(feed, recorded(file), request))
