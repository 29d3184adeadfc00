import { type Dataset, isDated } from '../../catalogue/dataset.ts'
import { deadlineOf, type Knowledge, timeColumn } from '../../catalogue/known.ts'
import { dayMs, dayOf, taipeiDate, taipeiMs } from '../../days.ts'
import type { RevisionKind } from '../../lake/revisions.ts'
import { type KnownContent, noDay } from '../../pages/knownFile.ts'
import { remembering } from '../../recent.ts'
import type { Row } from '../formats/page.ts'

/** When a version of a row became known; `at` is null where nothing tells, and `here` is when it was read. */
export type KnownTime = { readonly at: number | null; readonly by: Knowledge; readonly here: number }

/** When the rows of a day became known; `isOwn` if each was read at its own time, although they came together. */
type FirstTime = KnownTime & { readonly isOwn: boolean }

/** Instants of a dataset of which it is kept what was known. */
const mostInstants = 16

/** The later of two times; unknown if either is. */
export function laterOf(a: KnownTime, b: KnownTime): KnownTime {
  const here = Math.max(a.here, b.here)
  if (a.at === null || b.at === null) return { at: null, by: 'unknown', here }
  return { ...(b.at > a.at ? b : a), here }
}

/** A row as it stood: null where there was none. */
export type StoodRow = { readonly text: string; readonly row: Row; readonly known: KnownTime }

type Revision = KnownContent['revisions'][number]
type Run = KnownContent['runs'][number]
type Revised = { readonly row: Row; readonly revisions: Revision[] }

/** Rows whose last day is this long before a dataset was first read here are history: their reading says nothing. */
const watchedMs = 60 * dayMs

/** A day behind all that rows name. */
const lastOfAll = dayOf('9999-12-31')

const endOfDay = (day: number): number => (day + 1) * dayMs - taipeiMs - 1_000

/** The publisher's own time in a column: a day counts to its end. */
function filedAt(value: Row[string]): number | null {
  if (typeof value !== 'string') return null
  return value.length === 10 ? endOfDay(dayOf(value)) : Date.parse(value)
}

function add(revised: Map<string, Revised>, key: string, row: Row, revision: Revision): void {
  const own = revised.get(key)
  if (own) own.revisions.push(revision)
  else revised.set(key, { row, revisions: [revision] })
}

/** The instants at which rows of a dataset became known, and what they were before they were revised. */
export class Timeline {
  readonly dataset: Dataset
  /** The instants at which rows of the dataset came or were revised, oldest first, and the versions that have it. */
  readonly versions: KnownContent['versions']
  readonly #runs: readonly Run[]
  readonly #since: number
  /** The last time in the rows up to each day, where it becomes later. */
  readonly #lastInRows: readonly { readonly day: number; readonly at: number }[]
  /** Revisions of each key, oldest first. */
  readonly #byKey = new Map<string, Revised>()
  /** The same with rows that came to days of history later. */
  readonly #all = new Map<string, Revised>()
  /** Insertions that came with their day, which came again. */
  readonly #returns = new Set<Revision>()
  readonly #firstTimes = new Map<number, FirstTime>()
  /** The rows that were revised after an instant, and the last days that were known then. */
  readonly #revisedAfter = remembering(mostInstants, (instant: number) => this.#findRevised(instant, false))
  readonly #lastDays = remembering(mostInstants, (instant: number) => this.#findLastDay(instant))
  readonly #lastTimes = new Map<number, FirstTime>()

  constructor(dataset: Dataset, { runs, versions, revisions, lastTimes = [] }: KnownContent) {
    this.dataset = dataset
    this.#lastInRows = lastTimes.map(([day, last]) => ({ day, at: filedAt(last || null) ?? Number.NEGATIVE_INFINITY }))
    this.versions = versions
    // By the time at which they came: a day that left and came again lies in two of them.
    this.#runs = runs.toSorted((a, b) => a[2] - b[2] || a[0] - b[0])
    this.#since = runs.reduce((least, [, , at]) => Math.min(least, at), Number.POSITIVE_INFINITY)
    for (const one of revisions) {
      const row = JSON.parse(one[2]) as Row
      const key = this.keyOf(row)
      add(this.#all, key, row, one)
      // Where history was completed later, the deadline of its day counts for all of its rows.
      if (one[1] !== 'inserted' || !this.#isHistory(this.dayOf(row))) add(this.#byKey, key, row, one)
    }
    this.#addReturns()
  }

  /** Adds the insertions of rows with a day that came again: it had no rows before, so that nothing records them. */
  #addReturns(): void {
    const again: [first: number, last: number][] = []
    let end = Number.NEGATIVE_INFINITY
    for (const [first, last] of this.#runs.toSorted((a, b) => a[0] - b[0])) {
      if (first <= end) again.push([first, Math.min(last, end)])
      end = Math.max(end, last)
    }
    for (const rows of again.length > 0 ? [this.#all, this.#byKey] : [])
      for (const { row, revisions } of rows.values()) {
        const day = this.dayOf(row)
        if (!again.some(([first, last]) => first <= day && day <= last)) continue
        if (rows === this.#byKey && this.#isHistory(day)) continue
        for (const [, , at] of this.#runsWith(day).slice(1)) {
          const next = revisions.findIndex(([time]) => time > at)
          if (revisions[next]?.[1] === 'inserted') continue
          const one: Revision = [at, 'inserted', JSON.stringify(row)]
          this.#returns.add(one)
          revisions.splice(next === -1 ? revisions.length : next, 0, one)
        }
      }
  }

  #runsWith = (day: number): Run[] => this.#runs.filter(([first, last]) => first <= day && day <= last)

  keyOf = (row: Row): string => JSON.stringify(this.dataset.key.map((name) => row[name]))

  /** The key date of a row. */
  dayOf = (row: Row): number => (isDated(this.dataset) ? dayOf(row[this.dataset.date] as string) : noDay)

  #isHistory(day: number): boolean {
    const deadline = deadlineOf(this.dataset, day)
    const dailyFrom = this.#runs.find(([first, last]) => first <= day && day <= last)?.[3]
    return deadline !== null && deadline < Math.min(this.#since, dailyFrom ?? this.#since) - watchedMs
  }

  /** When the rows of a day became known; of a day that came twice the first or the last time. */
  #firstKnown(day: number, isLast: boolean): FirstTime {
    const days = isLast ? this.#lastTimes : this.#firstTimes
    const found = days.get(day) ?? this.#timeOf(day, isLast)
    days.set(day, found)
    return found
  }

  #timeOf(day: number, isLast: boolean): FirstTime {
    const runs = this.#runsWith(day)
    const run = isLast ? runs.at(-1) : runs[0]
    if (!run) return { at: null, by: 'unknown', here: Number.POSITIVE_INFINITY, isOwn: false }
    return this.#knownIn(run, day)
  }

  #knownIn([, , at, dailyFrom]: Run, day: number): FirstTime {
    const deadline = day === noDay ? null : deadlineOf(this.dataset, day)
    const isOwn = dailyFrom !== null
    if (deadline !== null && isOwn) {
      // A row of a day to come was known when it was read.
      const due = Math.min(deadline, at)
      return { at: due, by: due >= dailyFrom ? 'observed' : 'deadline', here: Math.max(dailyFrom, due), isOwn }
    }
    if (deadline !== null && deadline < this.#since - watchedMs)
      return { at: deadline, by: 'deadline', here: at, isOwn }
    if (deadline === null && at === this.#since) return { at: null, by: 'unknown', here: at, isOwn }
    return { at, by: 'observed', here: at, isOwn }
  }

  /** When the first version of a row became known. */
  born(row: Row, isLast = false): KnownTime {
    const first = this.#firstKnown(this.dayOf(row), isLast)
    const own = this.#timeIn(row)
    // What was read before the day of the publisher's own date was known when it was read.
    if (own === null || (own.by === 'filed' && first.here < own.at && !first.isOwn)) return first
    return { ...own, here: first.here }
  }

  /** The time in the row itself; null where it has none. */
  #timeIn(row: Row): { readonly at: number; readonly by: Knowledge } | null {
    const name = timeColumn(this.dataset)
    const at = name === null ? null : filedAt(row[name]!)
    return at === null ? null : { at, by: this.dataset.known.filed === null ? 'observed' : 'filed' }
  }

  /** When a row that came to its day later became known. */
  #cameAt(row: Row, here: number): KnownTime {
    const own = this.#timeIn(row)
    return own && own.at <= here ? { ...own, here } : { at: here, by: 'observed', here }
  }

  /** A row as it stood at an instant; `current` is the present one, null where there is none any more. */
  at(key: string, current: { readonly text: string; readonly row: Row } | null, instant: number): StoodRow | null {
    const revisions = this.#byKey.get(key)?.revisions ?? []
    const next = revisions.findIndex(([at]) => at > instant)
    const [came] = revisions[next] ?? []
    const isEarly = next !== -1 && revisions[next]![1] === 'inserted'
    // A row that was read later may have been filed before.
    if (isEarly && !this.isByRow) return null
    const after = isEarly ? revisions[next + 1] : revisions[next]
    const stood = after ? this.#rowBefore(after) : current
    if (!stood) return null
    const before = next === -1 ? revisions.at(-1) : revisions[next - 1]
    const known = isEarly
      ? this.#cameAt(stood.row, came!)
      : before?.[1] === 'inserted'
        ? this.#cameAt(stood.row, before[0])
        : before?.[1] === 'corrected'
          ? { at: before[0], by: 'observed' as const, here: before[0] }
          : this.born(stood.row, next === -1)
    return (known.at ?? known.here) <= instant ? { ...stood, known } : null
  }

  /** Whether all that came after an instant is the row itself, whose own time decides. */
  #isOnlyLate(revisions: readonly Revision[], instant: number): boolean {
    return this.isByRow && revisions.at(-1)![1] === 'inserted' && !((revisions.at(-2)?.[0] ?? instant) > instant)
  }

  #rowBefore([, kind, text]: Revision): { text: string; row: Row } | null {
    return kind === 'inserted' ? null : { text, row: JSON.parse(text) as Row }
  }

  /**
   * The keys of rows that were revised after an instant, with the columns of their keys at least; with `isWhole` also of rows
   * that came to days of history later.
   */
  revisedAfter(instant: number, isWhole = false): readonly { readonly key: string; readonly row: Row }[] {
    return isWhole ? this.#findRevised(instant, true) : this.#revisedAfter(instant)
  }

  #findRevised(instant: number, isWhole: boolean): { readonly key: string; readonly row: Row }[] {
    const found: { key: string; row: Row }[] = []
    for (const [key, { row, revisions }] of isWhole ? this.#all : this.#byKey)
      if (revisions.at(-1)![0] > instant && (isWhole || !this.#isOnlyLate(revisions, instant))) found.push({ key, row })
    return found
  }

  /**
   * The last day of which any row was known at an instant, and the last one up to which all rows were, as far as they were
   * not revised. Null for a dataset whose key has no date.
   */
  lastDayKnown(instant: number): { readonly day: number; readonly whole: number } | null {
    return this.#lastDays(instant)
  }

  #findLastDay(instant: number): { readonly day: number; readonly whole: number } | null {
    if (!isDated(this.dataset)) return null
    const { isByRow } = this
    // Days to come may be announced: where no timetable bounds the day of a row, its own time alone decides.
    const isAhead = isByRow && this.dataset.known.by === null && timeColumn(this.dataset) !== this.dataset.date
    // The time of a row may be earlier than that of its day.
    const newest = isAhead ? lastOfAll : dayOf(taipeiDate(instant))
    let [known, unknown] = [isByRow ? newest : Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (const run of this.#runs) {
      const [first, last] = run
      const isKnown = (day: number): boolean => {
        const time = this.#knownIn(run, day)
        return (time.at ?? time.here) <= instant
      }
      if (isKnown(last)) known = Math.max(known, last)
      else if (!isKnown(first)) unknown = Math.min(unknown, first)
      else {
        // Within a run later days are known later.
        let [low, high] = [first, last]
        while (high - low > 1) {
          const middle = (low + high) >> 1
          if (isKnown(middle)) low = middle
          else high = middle
        }
        known = Math.max(known, low)
        unknown = Math.min(unknown, high)
      }
    }
    return { day: known, whole: Math.min(known, Math.min(unknown, isByRow ? this.#firstLate(instant) : unknown) - 1) }
  }

  /** The first day with a row whose own time is after an instant, or that came or was revised after it. */
  #firstLate(instant: number): number {
    if (this.#lastInRows.length === 0) return Number.NEGATIVE_INFINITY
    let first = this.#lastInRows.find(({ at }) => at > instant)?.day ?? Number.POSITIVE_INFINITY
    for (const { row, revisions } of this.#byKey.values())
      if (revisions.at(-1)![0] > instant) first = Math.min(first, this.dayOf(row))
    return first
  }

  /** Whether the version brought a day that no later one brought again: then the rows that were never revised are its own. */
  broughtLast(day: number, at: number): boolean {
    return this.#runs.findLast(([first, last]) => first <= day && day <= last)?.[2] === at
  }

  /** The days that a version brought, oldest first. */
  daysAt(at: number): { readonly first: number; readonly last: number }[] {
    return this.#runs.filter((run) => run[2] === at).map(([first, last]) => ({ first, last }))
  }

  /** The revisions of a version, with the columns of the keys of their rows at least. */
  revisedAt(
    at: number,
  ): { readonly key: string; readonly row: Row; readonly kind: RevisionKind; readonly text: string }[] {
    return [...this.#all].flatMap(([key, { row, revisions }]) =>
      revisions.flatMap((one) => {
        const [time, kind, text] = one
        return time === at && !this.#returns.has(one) ? [{ key, row, kind, text }] : []
      }),
    )
  }

  /** The corrections of a row up to an instant, oldest first: the row before each. */
  corrections(row: Row, until: number): { readonly at: number; readonly before: Row }[] {
    const own = this.#byKey.get(this.keyOf(row))?.revisions ?? []
    return own.flatMap(([at, kind, text]) =>
      kind === 'corrected' && at <= until ? [{ at, before: JSON.parse(text) as Row }] : [],
    )
  }

  /** The number of revisions by kind in each month of Taipei, newest first. */
  revisionsByMonth(): { readonly month: string; readonly counts: Readonly<Record<RevisionKind, number>> }[] {
    const months = new Map<string, Record<RevisionKind, number>>()
    for (const { revisions } of this.#all.values())
      for (const one of revisions) {
        if (this.#returns.has(one)) continue
        const [at, kind] = one
        const month = taipeiDate(at).slice(0, 7)
        const counts = months.get(month) ?? { inserted: 0, corrected: 0, withdrawn: 0 }
        counts[kind]++
        months.set(month, counts)
      }
    return [...months].map(([month, counts]) => ({ month, counts })).sort((a, b) => (a.month < b.month ? 1 : -1))
  }

  /** When the first rows of a day were read; null where they were not read at their time. */
  readAt(day: number): number | null {
    const { at, by } = this.#firstKnown(day, false)
    return by === 'observed' ? at : null
  }

  /** When a row became known as it stood after a version. */
  knownAfter(key: string, row: Row, at: number): number | null {
    const last = this.#all.get(key)?.revisions.findLast(([time]) => time <= at)
    return last && last[1] !== 'withdrawn' ? last[0] : this.born(row).at
  }

  /** The text of a row after a version; `current` is the present one, null where there is none any more. */
  textAfter(key: string, current: string | null, at: number): string | null {
    const next = this.#all.get(key)?.revisions.find(([time]) => time > at)
    if (!next) return current
    return next[1] === 'inserted' ? null : next[2]
  }

  /** Whether the time of a row is in the row itself, so that its day says nothing. */
  get isByRow(): boolean {
    return timeColumn(this.dataset) !== null
  }

  /** The first instant at which any row was known, by its day; null where nothing tells. */
  get from(): number | null {
    const times = this.#runs.map((run) => this.#knownIn(run, run[0]).at ?? run[2])
    return times.length === 0 ? null : Math.min(...times)
  }
}
