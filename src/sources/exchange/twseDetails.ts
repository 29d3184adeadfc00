import { dateFrom } from '../dates.ts'
import type { DetailOf, Feed, FeedRequest } from '../feed.ts'
import type { From } from '../mapping.ts'
import { scaled } from '../numbers.ts'
import { changed, type Outcome, otherDay, type Row, rowsOutcome } from '../outcome.ts'
import { textOf } from '../plan.ts'
import { column, type Reading } from '../reading.ts'
import { none, reasonIfEmpty } from '../servedDays.ts'
import { openTwse } from './twse.ts'

/**
 * Details of single events. A list names each of them in a column of its own, as `2911  ,20240227`, the code and a day
 * which need not be that of the event; the detail is requested by both.
 */

export const detailTitle = '詳細資料'

/** The events of a list, whose day stands below `day`. */
export const eventsOf = (list: Feed, day: string): DetailOf => ({
  list,
  events(bytes) {
    const response = openTwse(bytes)
    if ('message' in response) return []
    return response.tables.flatMap(({ titles, rows }) => {
      const [at, dayAt] = [titles.indexOf(detailTitle), titles.indexOf(day)]
      if (at < 0 || dayAt < 0) throw changed(`no table with the columns ${detailTitle}, ${day}`)
      return rows.flatMap((cells) => {
        // The exchange has no detail of it.
        if (textOf(cells[at]).trim() === '') return []
        const [, code, named] = /^\s*(\S+?)\s*,\s*(\d{8})\s*$/.exec(textOf(cells[at])) ?? []
        const date = dateFrom(textOf(cells[dayAt]))
        if (code === undefined || !date)
          throw changed(`${detailTitle} names no event: ${cells.map(textOf).join(' | ')}`)
        return [{ day: date, id: `${code},${named}` }]
      })
    })
  },
})

/** The code and the day that the id of an event is made of. */
export const eventIn = ({ id }: Pick<FeedRequest, 'id'>): { readonly code: string; readonly named: string } => {
  const [code = '', named = ''] = (id ?? '').split(',')
  return { code, named }
}

/** A number with its unit behind it: `0.46 元／股`, `720.00000000 股`. */
export const measured = (name: string, scale: number): From =>
  column(name, { read: (text) => scaled(text.normalize('NFKC').replace(/(?:元\/)?股\s*$/, ''), scale, true) })

/**
 * The one row of a detail; the exchange has none for some events. No response says which event it is about beside its
 * security, so `misfit` looks for a day that does not fit the requested one.
 */
export const twseDetail =
  (reading: Reading, misfit: (row: Row, request: FeedRequest) => string | null) =>
  (bytes: Uint8Array, request: FeedRequest): Outcome => {
    const response = openTwse(bytes)
    if ('message' in response) return none(response.message)
    const parsed = reading.read(response.tables, request)
    const other = parsed.rows.find((row) => row.stock_id !== eventIn(request).code)
    if (other) throw changed(`asked for ${request.id}, answered with ${String(other.stock_id)}`)
    const served = parsed.rows.map((row) => misfit(row, request)).find((day) => day !== null)
    if (served) throw otherDay(request.from, served)
    if (parsed.rows.length > 1) throw changed(`${parsed.rows.length} rows about one event, ${request.id}`)
    return reasonIfEmpty(rowsOutcome(parsed), 'OK, and no rows')
  }
