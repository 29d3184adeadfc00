import { isDated } from '../../catalogue/dataset.ts'
import { type RevisionKind, revisionKinds } from '../../lake/revisions.ts'
import { noDay } from '../../pages/knownFile.ts'
import type { Row } from '../formats/page.ts'
import type { Timeline } from './timeline.ts'
import { orderOf, type Past, presentRows } from './view.ts'

/** What a version did to a row: the texts of the row before and after. */
export type Change = {
  readonly at: number
  readonly version: string
  readonly kind: RevisionKind
  readonly key: string
  readonly knownAt: number | null
  readonly before: string | null
  readonly after: string | null
}

/** A change as the place of a reader. */
export type ChangePlace = Pick<Change, 'at' | 'key'>

type Changed = Omit<Change, 'at' | 'version'> & { readonly row: Row }
type Pages = Pick<Past, 'present'>

/** The present rows of some days with hidden ones, the oldest first. */
const presentOf = (pages: Pages, timeline: Timeline, first: number, last: number) => {
  const [from, to] = isDated(timeline.dataset) ? [first, last] : [null, null]
  return presentRows(pages, { from, to, includeHidden: true, ascending: true })
}

/** The rows that a version revised, the oldest first. */
function revisedIn(timeline: Timeline, pages: Pages, at: number): Changed[] {
  const revised = timeline.revisedAt(at)
  const days = new Set(revised.map(({ row }) => timeline.dayOf(row)))
  const wanted = new Set(revised.map(({ key }) => key))
  const present = new Map<string, string>()
  for (const day of days)
    for (const { row, text } of presentOf(pages, timeline, day, day)) {
      const key = timeline.keyOf(row)
      if (wanted.has(key)) present.set(key, text)
    }
  return revised.map(({ key, row, kind, text }) => ({
    ...{ key, row, kind, knownAt: at },
    before: kind === 'inserted' ? null : text,
    after: kind === 'withdrawn' ? null : timeline.textAfter(key, present.get(key) ?? null, at),
  }))
}

/** The rows of the days that a version brought, as they were then, the oldest first. */
function* broughtBy(timeline: Timeline, pages: Pages, at: number): Generator<Changed, void> {
  const order = orderOf(timeline.dataset)
  for (const { first, last } of timeline.daysAt(at)) {
    const isWithin = (row: Row) => first === noDay || (timeline.dayOf(row) >= first && timeline.dayOf(row) <= last)
    const later = timeline.revisedAfter(at, true).filter(({ row }) => isWithin(row))
    const keys = new Set(later.map(({ key }) => key))
    const brought = (key: string, current: string | null): Changed[] => {
      const text = timeline.textAfter(key, current, at)
      if (text === null) return []
      const row = JSON.parse(text) as Row
      const knownAt = timeline.knownAfter(key, row, at)
      return [{ key, row, kind: 'inserted', knownAt, before: null, after: text }]
    }
    const gone = later.flatMap(({ key }) => brought(key, null)).sort((a, b) => order(b.row, a.row))
    let next = 0
    for (const { row, text } of presentOf(pages, timeline, first, last)) {
      const key = timeline.keyOf(row)
      if (keys.has(key) || !timeline.broughtLast(timeline.dayOf(row), at)) continue
      for (const one of brought(key, text)) {
        while (next < gone.length && order(gone[next]!.row, one.row) > 0) yield gone[next++]!
        yield one
      }
    }
    yield* gone.slice(next)
  }
}

/** The changes since an instant, by versions, and of a version by rows, the oldest first. */
export function* changesSince(
  timeline: Timeline,
  pages: Pages,
  since: number,
  after: ChangePlace | null,
  kinds: readonly RevisionKind[] = revisionKinds,
): Generator<Change, void> {
  const order = orderOf(timeline.dataset)
  for (const [at, version] of timeline.versions) {
    if (at <= since || (after && at < after.at)) continue
    let isPast = after === null || at > after.at
    const revised = revisedIn(timeline, pages, at)
      .filter(({ kind }) => kinds.includes(kind))
      .sort((a, b) => order(b.row, a.row))
    let next = 0
    function* both(): Generator<Changed, void> {
      for (const one of kinds.includes('inserted') ? broughtBy(timeline, pages, at) : []) {
        while (next < revised.length && order(revised[next]!.row, one.row) > 0) yield revised[next++]!
        yield one
      }
      yield* revised.slice(next)
    }
    for (const { row: _, ...change } of both())
      if (isPast) yield { ...change, at, version }
      else isPast = change.key === after!.key
  }
}
