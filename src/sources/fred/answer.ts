import { publishers } from '../../catalogue/publishers.ts'
import { within } from '../answered.ts'
import { csvTable } from '../csvTable.ts'
import { type Asked, feedsOf, get, type Request } from '../feed.ts'
import { column, type From } from '../mapping.ts'
import { notYet, type Outcome, rowsOutcome, type Taken } from '../outcome.ts'
import type { Reading } from '../rows.ts'

export const fred = feedsOf(publishers.fred, null)

/** The observations of a series in some days. */
export const graph = (id: string, from: string, to: string): Request =>
  get('/graph/fredgraph.csv', { id, cosd: from, coed: to })

export const observed: From = column('observation_date', { also: ['DATE'] })

/** A holiday has a dot or nothing for its value, and no row here. */
export const withoutValue = (series: string) =>
  ['days without a value', series, (text: string) => /^\s*\.?\s*$/.test(text)] as const

const inTheDays = (taken: Taken, asked: Asked): Taken => within(taken, 'trade_date', asked)

/** The file is titled with the series it is about, so another one has no such column. */
export const seriesRows =
  (reading: Reading, use: (taken: Taken, asked: Asked) => Taken = inTheDays) =>
  (bytes: Uint8Array, asked: Asked): Outcome => {
    const table = csvTable(bytes)
    if (table.rows.length === 0) {
      reading.read([table], asked)
      throw notYet('titles, and no observations')
    }
    return rowsOutcome(use(reading.read([table], asked), asked))
  }
