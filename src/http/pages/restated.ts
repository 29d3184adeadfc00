import { find } from '../../catalogue/index.ts'
import { dayMs, taipeiDate, taipeiInstant } from '../../days.ts'
import { date } from '../../fields.ts'
import { timelineOf } from '../../query/known/open.ts'
import { readInstant } from '../../query/parameters.ts'
import { whenHere } from '../../query/remote.ts'
import type { Cell, Row } from '../../web/fetched.ts'
import type { Restated } from '../../web/parts/asOf.ts'
import { instantOf } from '../request/instant.ts'
import type { Services } from '../services.ts'
import { orBlank } from './page.ts'

/** The parameter of a page that shows rows as they were known at the end of a day. */
export const asOfField = orBlank(date('Rows as they were known at the end of this day', '顯示該日結束時已知的資料列'))

/** The day of a page, and the last one that can be chosen. */
export function asOfPage({ now }: Pick<Services, 'now'>, given: string | undefined) {
  if (given !== undefined) instantOf(given, now)
  const asOf = given ?? null
  return { asOf, last: taipeiDate(now().getTime() - dayMs), ofThen: asOf === null ? {} : { as_of: asOf } }
}

/** The values of rows that were corrected, newest first. */
export async function restatedOf(
  { library }: Services,
  shown: Readonly<Record<string, readonly Row[]>>,
  asOf: string | null,
): Promise<readonly Restated[]> {
  const pages = library.current()
  if (!pages) return []
  const until = asOf === null ? Number.POSITIVE_INFINITY : Date.parse(readInstant(asOf)!)
  const found = await whenHere(library, () =>
    Object.entries(shown).flatMap(([name, rows]) => {
      const dataset = find(name)!
      const timeline = timelineOf(library.reader, pages, dataset)
      if (!timeline) return []
      return rows.flatMap((row) => {
        const own = timeline.corrections(row as never, until)
        const key = dataset.key.map((column) => String(row[column]))
        return own.flatMap(({ at, before }, i) => {
          const after: Readonly<Record<string, unknown>> = own[i + 1]?.before ?? row
          const changed = Object.entries(dataset.columns).filter(([column]) => before[column] !== after[column])
          return changed.map(([column, field]) => ({
            ...{ dataset: name, key, column, field, at: taipeiInstant(at) },
            ...{ before: before[column] as Cell, after: after[column] as Cell },
          }))
        })
      })
    }),
  )
  return found.sort((a, b) => (a.at < b.at ? 1 : -1))
}
