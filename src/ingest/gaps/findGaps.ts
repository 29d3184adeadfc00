import { dateOf, dayOf } from '../../days.ts'
import type { Detail } from './detail.ts'
import type { Gap, GapReason, MissingDays } from './gap.ts'
import { type ExpectedDataset, hasIds, isByList, isPublishedAfter, type Period, subjectOf } from './periods.ts'
import type { PartRuns } from './runs.ts'

/**
 * Finds the gaps of a dataset. Periods are known by their index, and the rows of a subject as runs of them, so that
 * years with all rows are one run and nothing is listed date by date.
 */

export type CheckedSpan = {
  /** First and last day to check. */
  readonly from: string
  readonly until: string
  /** Today, if its rows are not expected yet at this hour; else null. */
  readonly early: string | null
}

/** A security on TWSE or TPEX; days are numbers. */
export type Security = {
  readonly id: string
  readonly market: string
  readonly type: string
  readonly listed: number | null
  readonly delisted: number | null
}

/** Days on which one id has no rows for a reason of its own. */
export type Stop = {
  readonly from: number
  readonly to: number
  readonly reason: GapReason
  readonly detail: Detail
}

export type FoundRows = {
  readonly periods: readonly Period[]
  readonly subjects: readonly string[]
  readonly parts: readonly PartRuns[]
}

/** What all datasets share. */
export type SharedInputs = {
  readonly listed: readonly Security[]
  /** From the halt until the day before trading resumes; a halt of part of a day leaves no gap. */
  readonly halts: ReadonlyMap<string, readonly Stop[]>
}

/** A reason for missing rows, the same object for the same reason. */
type Cause = Pick<Gap, 'reason' | 'detail'>

/** First and last index of a period. */
type Run = { readonly a: number; readonly b: number }

/** An expected subject; `a` and `b` are -1 if nothing is expected. */
type Subject = Run & {
  readonly id: string
  readonly market: string
  readonly listedOn: number | null
  readonly delistedOn: number | null
  readonly held: readonly Run[]
}

type Piece = Run & Cause & { readonly market: string; readonly subject: Subject | null }

/** If at least this share of ids has rows, the publisher left the others out. */
const wholeShare = 0.5

const never = dayOf('9999-12-31')

/** The index of the first item for which it is true. */
function firstIndex<T>(items: readonly T[], isTrue: (item: T) => boolean): number {
  let [low, high] = [0, items.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (isTrue(items[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}

/** For each day since that of the first period, the index of the first period that does not begin before it. */
function indexByDay(periods: readonly Period[]): (day: number) => number {
  const start = periods[0]!.first
  const table = new Int32Array(periods.at(-1)!.first - start + 2)
  for (let day = 0, i = 0; day < table.length; day++) {
    while (i < periods.length && periods[i]!.first < start + day) i++
    table[day] = i
  }
  return (day) => (day <= start ? 0 : (table[day - start] ?? periods.length))
}

/** The periods that each subject has rows for; a week may lie in two parts. */
function heldRuns({ periods, subjects, parts }: FoundRows): Map<string, readonly Run[]> {
  const indexOf = indexByDay(periods)
  const runs: { a: number; b: number }[][] = subjects.map(() => [])
  for (const part of parts)
    for (let at = 0; at < part.subjects.length; at++) {
      const a = indexOf(part.firsts[at]!)
      const b = indexOf(part.lasts[at]! + 1) - 1
      if (a <= b) addRun(runs[part.subjects[at]!]!, a, b)
    }
  return new Map(runs.flatMap((own, i) => (own.length > 0 ? [[subjects[i]!, own]] : [])))
}

/** Adds a run to those before it and joins what touches. */
function addRun(runs: { a: number; b: number }[], a: number, b: number): void {
  let at = runs.length
  while (at > 0 && runs[at - 1]!.a > a) at--
  const before = runs[at - 1]
  if (before && a <= before.b + 1) before.b = Math.max(before.b, b)
  else runs.splice(at++, 0, { a, b })
  const run = runs[at - 1]!
  while (at < runs.length && runs[at]!.a <= run.b + 1) run.b = Math.max(run.b, runs.splice(at, 1)[0]!.b)
}

/** The expected subjects. Rows before a listing or after a delisting extend the days. */
function expectedSubjects(
  dataset: ExpectedDataset,
  periods: readonly Period[],
  held: ReadonlyMap<string, readonly Run[]>,
  listed: readonly Security[],
): Subject[] {
  const { each } = dataset.complete
  const isAfter = isPublishedAfter(dataset.complete)
  const subject = (id: string, market: string, from: number | null, to: number | null, security?: Security) => {
    const own = held.get(id) ?? []
    const a = from === null ? periods.length : firstIndex(periods, (p) => from <= (isAfter ? p.last : p.shuts!))
    const b = firstIndex(periods, (p) => (to ?? never) <= (isAfter ? p.due : p.opens!)) - 1
    const span = a <= b ? { a, b } : { a: -1, b: -1 }
    const within = own.filter((run) => run.a <= span.b && run.b >= span.a)
    return {
      ...{ id, market, ...span, listedOn: security?.listed ?? null, delistedOn: security?.delisted ?? null },
      held: within.map((run) => ({ a: Math.max(run.a, span.a), b: Math.min(run.b, span.b) })),
    }
  }
  if (isByList(dataset))
    return listed
      .filter(({ type }) => each === 'security' || type === 'stock')
      .map((security) => {
        const { id, market, listed, delisted } = security
        const own = held.get(id)
        if (!own) return subject(id, market, listed, delisted, security)
        const [first, last] = [periods[own[0]!.a]!.first, periods[own.at(-1)!.b]!.last]
        const from = listed === null ? first : Math.min(listed, first)
        return subject(id, market, from, delisted !== null && last >= delisted ? last + 1 : delisted, security)
      })
  const delistings = new Map(subjectOf(dataset) === 'stock_id' ? listed.map(({ id, delisted }) => [id, delisted]) : [])
  return [...held].map(([id, own]) => {
    const delisted = delistings.get(id) ?? null
    const known = subject(id, each === 'market' ? id : '', periods[own[0]!.a]!.first, delisted)
    return { ...known, delistedOn: delisted }
  })
}

/** Rows there and expected, by period. */
type Counts = { readonly there: Int32Array; readonly expected: Int32Array }

function countByMarket(subjects: readonly Subject[], periods: number): Map<string, Counts> {
  const counts = new Map<string, Counts>()
  const step = (steps: Int32Array, { a, b }: Run) => {
    steps[a]!++
    steps[b + 1]!--
  }
  for (const subject of subjects) {
    if (subject.a < 0) continue
    const known = counts.get(subject.market) ?? {
      there: new Int32Array(periods + 1),
      expected: new Int32Array(periods + 1),
    }
    counts.set(subject.market, known)
    step(known.expected, subject)
    for (const run of subject.held) step(known.there, run)
  }
  for (const { there, expected } of counts.values())
    for (let i = 1; i < periods; i++) {
      there[i]! += there[i - 1]!
      expected[i]! += expected[i - 1]!
    }
  // A dataset without rows lacks every period.
  if (counts.size === 0) counts.set('', { there: new Int32Array(periods), expected: new Int32Array(periods).fill(1) })
  return counts
}

/** Finds the reason for a missing row that concerns more than one id: the first that applies. */
function causesOf(
  dataset: ExpectedDataset,
  {
    periods,
    failures,
    early,
    lastHeld,
  }: {
    readonly periods: readonly Period[]
    readonly failures: readonly MissingDays[]
    readonly early: string | null
    readonly lastHeld: number
  },
) {
  const { derived, update, complete } = dataset
  const otherwise: Cause = {
    reason: 'not_loaded',
    detail: derived === null ? ['not_brought'] : ['computed', derived.from.join(', ')],
  }
  const notYet: Cause = { reason: 'not_published', detail: ['expected', update] }
  const leftOut: Cause = { reason: 'not_published', detail: ['left_out'] }
  const holiday: Cause = { reason: 'not_published', detail: ['holiday_abroad'] }
  const causes = new Map<string, Cause>()
  const failed = failures
    .filter(({ id }) => (id ?? null) === null)
    .map(({ market, from, to, kind, reason: detail }) => {
      const key = JSON.stringify([kind, detail])
      const cause = causes.get(key) ?? { reason: kind, detail }
      causes.set(key, cause)
      return { market, from: dayOf(from), to: dayOf(to), cause }
    })
    // Of several, the first by name.
    .sort((a, b) => (a.cause.reason < b.cause.reason ? -1 : a.cause.reason > b.cause.reason ? 1 : 0))
  const today = early === null ? never : dayOf(early)

  return (market: string, i: number, there: number, expected: number): Cause => {
    const { first, last } = periods[i]!
    const isOf = (failure: (typeof failed)[number]) =>
      last >= failure.from &&
      first <= failure.to &&
      (failure.market === null || market === '' || failure.market === market)
    const failure = failed.find(isOf)
    if (failure) return failure.cause
    if (last >= today) return notYet
    if (derived === null && there >= wholeShare * expected) return leftOut
    return complete.every === 'weekday' && there === 0 && i < lastHeld ? holiday : otherwise
  }
}

/** A run of periods in which rows of a market are missing for one reason; `isWhole` if all are. */
type Segment = Run & { readonly cause: Cause; readonly isWhole: boolean }

function segmentsOf({ there, expected }: Counts, count: number, causeAt: (i: number) => Cause): Segment[] {
  const segments: Segment[] = []
  for (let i = 0; i < count; i++) {
    if (there[i]! >= expected[i]!) continue
    const last = segments.at(-1)
    const [cause, isWhole] = [causeAt(i), there[i] === 0]
    if (last && last.b === i - 1 && last.cause === cause && last.isWhole === isWhole)
      segments[segments.length - 1] = { ...last, b: i }
    else segments.push({ a: i, b: i, cause, isWhole })
  }
  return segments
}

/** The runs between those with rows. */
function lackingRuns({ a, b, held }: Subject): Run[] {
  const runs: Run[] = []
  let next = a
  for (const run of held) {
    if (run.a > next) runs.push({ a: next, b: run.a - 1 })
    next = run.b + 1
  }
  if (a >= 0 && next <= b) runs.push({ a: next, b })
  return runs
}

/** Divides a run where the id has a better reason of its own: a halt or a quarantined row. */
function dividedBy(stops: readonly Stop[], { a, b }: Run, cause: Cause, periods: readonly Period[]): (Run & Cause)[] {
  if (stops.length === 0) return [{ a, b, ...cause }]
  const divided: (Run & Cause)[] = []
  let known: Cause | null = null
  for (let i = a; i <= b; i++) {
    const { first, last, opens, shuts } = periods[i]!
    const applies = ({ reason, from, to }: Stop) =>
      reason === 'halted'
        ? opens !== null && shuts !== null && opens >= from && shuts <= to
        : last >= from && first <= to
    const found = stops.find(applies) ?? cause
    const before = divided.at(-1)
    if (before && found === known) divided[divided.length - 1] = { ...before, b: i }
    else divided.push({ a: i, b: i, reason: found.reason, detail: found.detail })
    known = found
  }
  return divided
}

/** The periods before a listing and after a delisting. */
function notListed(subject: Subject, count: number): Piece[] {
  const { a, b, market, listedOn, delistedOn } = subject
  const isExpected = a >= 0
  const piece = (run: Run, detail: Detail): Piece => ({ ...run, subject, market, reason: 'not_listed', detail })
  const isBefore = listedOn !== null && (isExpected ? a > 0 : delistedOn === null)
  const isAfter = delistedOn !== null && (!isExpected || b < count - 1)
  return [
    ...(isBefore ? [piece({ a: 0, b: isExpected ? a - 1 : count - 1 }, ['listed', dateOf(listedOn)])] : []),
    ...(isAfter ? [piece({ a: b + 1, b: count - 1 }, ['delisted', dateOf(delistedOn)])] : []),
  ]
}

const order = (a: string | null, b: string | null): number =>
  (a ?? '') < (b ?? '') ? -1 : (a ?? '') > (b ?? '') ? 1 : 0

/** The gaps of a dataset, newest first. */
export function findGaps(
  dataset: ExpectedDataset,
  { early }: CheckedSpan,
  rows: FoundRows,
  failures: readonly MissingDays[],
  { listed, halts }: SharedInputs,
): Gap[] {
  const { periods } = rows
  const count = periods.length
  if (count === 0) return []
  const held = heldRuns(rows)
  const isWhole = (runs: readonly Run[]) => runs.length === 1 && runs[0]!.b === count - 1
  // The expected subjects follow from the dataset's own rows, and each has all periods from its first on.
  if (!isByList(dataset) && held.size > 0 && [...held.values()].every(isWhole)) return []
  const subjects = expectedSubjects(dataset, periods, held, listed)
  const lastHeld = subjects.reduce((last, { held }) => Math.max(last, held.at(-1)?.b ?? -1), -1)
  const causeOf = causesOf(dataset, { periods, failures, early, lastHeld })
  const segments = new Map<string, Segment[]>()
  for (const [market, counts] of countByMarket(subjects, count)) {
    const causeAt = (i: number) => causeOf(market, i, counts.there[i]!, counts.expected[i]!)
    segments.set(market, segmentsOf(counts, count, causeAt))
  }
  const pieces: Piece[] = [...segments].flatMap(([market, its]) =>
    its.flatMap(({ a, b, cause, isWhole }) => (isWhole ? [{ a, b, market, subject: null, ...cause }] : [])),
  )
  if (hasIds(dataset)) {
    const ofIds = Map.groupBy(
      failures.filter(({ id }) => (id ?? null) !== null),
      ({ id }) => id!,
    )
    for (const subject of subjects) {
      const lacking = lackingRuns(subject)
      const shared = lacking.flatMap((run) =>
        (segments.get(subject.market) ?? []).flatMap((segment) => {
          const [a, b] = [Math.max(run.a, segment.a), Math.min(run.b, segment.b)]
          return segment.isWhole || a > b ? [] : [{ a, b, cause: segment.cause }]
        }),
      )
      if (shared.length > 0) {
        const failed = (ofIds.get(subject.id) ?? []).map(({ from, to, kind, reason }): Stop => {
          return { from: dayOf(from), to: dayOf(to), reason: kind, detail: reason }
        })
        // Of several, the first by name: a halt before a failure.
        const stops = [...(halts.get(subject.id) ?? []), ...failed.sort((a, b) => order(a.reason, b.reason))]
        for (const { cause, ...run } of shared)
          for (const piece of dividedBy(stops, run, cause, periods))
            pieces.push({ ...piece, market: subject.market, subject })
      }
      pieces.push(...notListed(subject, count))
    }
  }
  return pieces
    .map(({ subject, market, a, b, reason, detail }): Gap => {
      const [from, to] = [dateOf(periods[a]!.first), dateOf(periods[b]!.last)]
      return { id: subject?.id ?? null, market: market || null, from, to, dates: b - a + 1, reason, detail }
    })
    .sort((a, b) => order(b.from, a.from) || order(a.market, b.market) || order(a.id, b.id) || order(b.to, a.to))
}
