import { dateOf, dayOf } from '../../days.ts'
import type { Detail } from './detail.ts'
import type { FetchFailure, Gap, GapReason } from './gap.ts'
import { type ExpectedDataset, hasIds, isByList, isPublishedAfter, type Period, subjectOf } from './periods.ts'
import type { PartRuns } from './runs.ts'

/** Finds the gaps of a dataset. Periods are known by their index, and rows as runs of them: nothing is listed by date. */

/** A security on TWSE or TPEX; days are numbers. */
export type Security = {
  readonly id: string
  readonly market: string
  readonly type: string
  readonly listed: number | null
  readonly delisted: number | null
}

/** A reason for missing rows, the same object for the same reason. */
type Cause = Pick<Gap, 'reason' | 'detail'>

/** Days on which one id has no rows for a reason of its own. */
export type Stop = Cause & { readonly from: number; readonly to: number }

export type GapQuestion = {
  readonly dataset: ExpectedDataset
  /** The periods to check. */
  readonly periods: readonly Period[]
  readonly subjects: readonly string[]
  readonly parts: readonly PartRuns[]
  readonly failures: readonly FetchFailure[]
  /** Today, if its rows are not expected yet at this hour; else null. */
  readonly early: string | null
  readonly listed: readonly Security[]
  /** From the halt until the day before trading resumes; a halt of part of a day leaves no gap. */
  readonly halts: ReadonlyMap<string, readonly Stop[]>
}

/** First and last index of a period. */
type Run = { a: number; b: number }

/** An expected subject; `a` and `b` are -1 if nothing is expected. */
type Subject = Run & {
  readonly id: string
  readonly market: string
  readonly listed: number | null
  readonly delisted: number | null
  readonly held: readonly Run[]
}

type Piece = Run & Cause & { readonly market: string; readonly id: string | null }

/** If at least this share of ids has rows, the publisher left the others out. */
const wholeShare = 0.5
const never = dayOf('9999-12-31')

/** For a day, the index of the first period in which it is not later than `dayIn`. */
function indexByDay(periods: readonly Period[], dayIn: (period: Period) => number): (day: number) => number {
  const start = dayIn(periods[0]!)
  const table = new Int32Array(dayIn(periods.at(-1)!) - start + 1)
  for (let day = 0, i = 0; day < table.length; day++) {
    while (dayIn(periods[i]!) < start + day) i++
    table[day] = i
  }
  return (day) => (day <= start ? 0 : (table[day - start] ?? periods.length))
}

/** The runs of each subject. Parts are in order; a week may lie in two of them. */
function heldRuns({ periods, subjects, parts }: GapQuestion): Map<string, readonly Run[]> {
  const indexOf = indexByDay(periods, ({ first }) => first)
  const runs: Run[][] = subjects.map(() => [])
  for (const part of parts)
    for (let at = 0, size = part.length / 3; at < size; at++) {
      const a = indexOf(part[size + at]!)
      const b = indexOf(part[2 * size + at]! + 1) - 1
      const own = runs[part[at]!]!
      const before = own.at(-1)
      if (before && a <= before.b + 1) before.b = Math.max(before.b, b)
      else if (a <= b) own.push({ a, b })
    }
  return new Map(runs.flatMap((own, i) => (own.length > 0 ? [[subjects[i]!, own]] : [])))
}

/** The expected subjects. Rows before a listing or after a delisting extend the days. */
function expectedSubjects({ dataset, periods, listed }: GapQuestion, held: ReturnType<typeof heldRuns>): Subject[] {
  const isAfter = isPublishedAfter(dataset.complete)
  const firstSince = indexByDay(periods, ({ last, shuts }) => (isAfter ? last : shuts!))
  const firstAfter = indexByDay(periods, ({ due, opens }) => (isAfter ? due : opens!))
  const expect = (id: string, market: string, from: number | null, to: number | null) => {
    const first = firstSince(from ?? never)
    const last = firstAfter(to ?? never) - 1
    const [a, b] = first <= last ? [first, last] : [-1, -1]
    const own = (held.get(id) ?? []).filter((run) => run.a <= b && run.b >= a)
    return { id, market, a, b, held: own.map((run) => ({ a: Math.max(run.a, a), b: Math.min(run.b, b) })) }
  }
  const spanOf = (own: readonly Run[]) => [periods[own[0]!.a]!.first, periods[own.at(-1)!.b]!.last] as const
  if (isByList(dataset))
    return listed.flatMap(({ id, market, type, listed, delisted }) => {
      if (dataset.complete.each === 'stock' && type !== 'stock') return []
      const own = held.get(id)
      const [first, last] = own ? spanOf(own) : [listed, null]
      const from = listed === null || first === null ? first : Math.min(listed, first)
      const to = last !== null && delisted !== null && last >= delisted ? last + 1 : delisted
      return [{ ...expect(id, market, from, to), listed, delisted }]
    })
  const isSecurity = subjectOf(dataset) === 'stock_id'
  const delistings = new Map(isSecurity ? listed.map(({ id, delisted }) => [id, delisted]) : [])
  return [...held].map(([id, own]) => {
    const delisted = delistings.get(id) ?? null
    const market = dataset.complete.each === 'market' ? id : ''
    return { ...expect(id, market, spanOf(own)[0], delisted), listed: null, delisted }
  })
}

/** Subjects with rows, and expected ones, by period. */
type Counts = { readonly there: Int32Array; readonly expected: Int32Array }

function countByMarket(subjects: readonly Subject[], periods: number): Map<string, Counts> {
  const counts = new Map<string, Counts>()
  for (const { market, a, b, held } of subjects) {
    if (a < 0) continue
    const empty = () => new Int32Array(periods + 1)
    const known = counts.get(market) ?? { there: empty(), expected: empty() }
    counts.set(market, known)
    known.expected[a]!++
    known.expected[b + 1]!--
    for (const run of held) {
      known.there[run.a]!++
      known.there[run.b + 1]!--
    }
  }
  for (const steps of [...counts.values()].flatMap(({ there, expected }) => [there, expected]))
    for (let i = 1; i < periods; i++) steps[i]! += steps[i - 1]!
  // A dataset without rows lacks every period.
  if (counts.size === 0) counts.set('', { there: new Int32Array(periods), expected: new Int32Array(periods).fill(1) })
  return counts
}

/** Finds the reason for a missing row that concerns more than one id: the first that applies. */
function causesOf({ dataset, periods, failures, early }: GapQuestion, lastHeld: number) {
  const { derived, update, complete } = dataset
  const cause = (reason: GapReason, ...detail: Exclude<Detail, string>): Cause => ({ reason, detail })
  const otherwise =
    derived === null ? cause('not_loaded', 'not_brought') : cause('not_loaded', 'computed', derived.from.join(', '))
  const notYet = cause('not_published', 'expected', update)
  const leftOut = cause('not_published', 'left_out')
  const holiday = cause('not_published', 'holiday_abroad')
  const today = early === null ? never : dayOf(early)
  const causes = new Map<string, Cause>()
  const failed = failures.flatMap(({ id = null, market, from, to, kind: reason, reason: detail }) => {
    const key = JSON.stringify([reason, detail])
    if (!causes.has(key)) causes.set(key, { reason, detail })
    return id === null ? [{ market, from: dayOf(from), to: dayOf(to), cause: causes.get(key)! }] : []
  })
  // Of several failures, the first by name.
  failed.sort((a, b) => order(a.cause.reason, b.cause.reason))

  return (of: string, i: number, there: number, expected: number): Cause => {
    const { first, last } = periods[i]!
    const isOf = (market: string | null) => market === null || of === '' || market === of
    const failure = failed.find(({ market, from, to }) => last >= from && first <= to && isOf(market))
    if (failure) return failure.cause
    if (last >= today) return notYet
    if (derived === null && there >= wholeShare * expected) return leftOut
    return complete.every === 'weekday' && there === 0 && i < lastHeld ? holiday : otherwise
  }
}

/** Periods in which rows of a market are missing for one reason; `isWhole` if all are. */
type Segment = Run & { readonly cause: Cause; readonly isWhole: boolean }

function segmentsOf({ there, expected }: Counts, causeAt: (i: number) => Cause, count: number): Segment[] {
  const segments: Segment[] = []
  for (let i = 0; i < count; i++) {
    if (there[i]! >= expected[i]!) continue
    const last = segments.at(-1)
    const [cause, isWhole] = [causeAt(i), there[i] === 0]
    if (last?.b === i - 1 && last.cause === cause && last.isWhole === isWhole) last.b = i
    else segments.push({ a: i, b: i, cause, isWhole })
  }
  return segments
}

/** The runs between those with rows, divided by the reasons of the market. */
function lackingRuns({ a, b, held }: Subject, segments: readonly Segment[]): Segment[] {
  const runs = [{ a: -1, b: a - 1 }, ...held, { a: b + 1, b: -1 }].flatMap((run, i, all) => {
    const next = all[i + 1]
    return next && next.a > run.b + 1 ? [{ a: run.b + 1, b: next.a - 1 }] : []
  })
  return runs.flatMap((run) =>
    segments.flatMap((segment) => {
      const shared = { a: Math.max(run.a, segment.a), b: Math.min(run.b, segment.b) }
      return segment.isWhole || shared.a > shared.b ? [] : [{ ...segment, ...shared }]
    }),
  )
}

/** Divides a run where the id has a better reason of its own: a halt or a quarantined row. */
function dividedBy(stops: readonly Stop[], { a, b, cause }: Segment, periods: readonly Period[]): (Run & Cause)[] {
  const divided: (Run & Cause)[] = []
  let known: Cause | null = null
  for (let i = a; i <= b; i++) {
    const { first, last, opens, shuts } = periods[i]!
    const found =
      stops.find(({ reason, from, to }) =>
        reason === 'halted' ? (opens ?? -never) >= from && (shuts ?? never) <= to : last >= from && first <= to,
      ) ?? cause
    if (found === known) divided.at(-1)!.b = i
    else divided.push({ a: i, b: i, reason: found.reason, detail: found.detail })
    known = found
  }
  return divided
}

/** The periods before a listing and after a delisting. */
function notListed({ a, b, listed, delisted }: Subject, count: number): (Run & Cause)[] {
  const reason = 'not_listed'
  const gaps: (Run & Cause)[] = []
  if (listed !== null && (a > 0 || (a < 0 && delisted === null)))
    gaps.push({ a: 0, b: a < 0 ? count - 1 : a - 1, reason, detail: ['listed', dateOf(listed)] })
  if (delisted !== null && b < count - 1)
    gaps.push({ a: b + 1, b: count - 1, reason, detail: ['delisted', dateOf(delisted)] })
  return gaps
}

const order = (a: string | null, b: string | null): number =>
  Number((a ?? '') > (b ?? '')) - Number((a ?? '') < (b ?? ''))

/** The gaps of a dataset, newest first. */
export function findGaps(question: GapQuestion): Gap[] {
  const { dataset, periods, failures, halts } = question
  const count = periods.length
  if (count === 0) return []
  const held = heldRuns(question)
  const isWhole = (runs: readonly Run[]) => runs.length === 1 && runs[0]!.b === count - 1
  // The expected subjects follow from the dataset's own rows, and each has all periods from its first on.
  if (!isByList(dataset) && held.size > 0 && [...held.values()].every(isWhole)) return []
  const subjects = expectedSubjects(question, held)
  const causeOf = causesOf(question, Math.max(-1, ...subjects.map(({ held }) => held.at(-1)?.b ?? -1)))
  const segments = new Map<string, Segment[]>()
  for (const [market, counts] of countByMarket(subjects, count)) {
    const causeAt = (i: number) => causeOf(market, i, counts.there[i]!, counts.expected[i]!)
    segments.set(market, segmentsOf(counts, causeAt, count))
  }
  const pieces: Piece[] = [...segments].flatMap(([market, its]) =>
    its.flatMap(({ a, b, cause, isWhole }) => (isWhole ? [{ a, b, market, id: null, ...cause }] : [])),
  )
  const failed = Map.groupBy(failures, ({ id }) => id ?? null)
  for (const subject of hasIds(dataset) ? subjects : []) {
    const { id, market } = subject
    const own = (failed.get(id) ?? []).map(({ from, to, kind, reason }): Stop => {
      return { from: dayOf(from), to: dayOf(to), reason: kind, detail: reason }
    })
    // Of several, the first by name: a halt before a failure.
    const stops = [...(halts.get(id) ?? []), ...own.sort((a, b) => order(a.reason, b.reason))]
    const lacking = lackingRuns(subject, segments.get(market) ?? [])
    for (const piece of [...lacking.flatMap((run) => dividedBy(stops, run, periods)), ...notListed(subject, count)])
      pieces.push({ ...piece, market, id })
  }
  pieces.sort((x, y) => y.a - x.a || order(x.market, y.market) || order(x.id, y.id) || y.b - x.b)
  return pieces.map(({ id, market, a, b, reason, detail }) => {
    const [from, to] = [dateOf(periods[a]!.first), dateOf(periods[b]!.last)]
    return { id, market: market || null, from, to, dates: b - a + 1, reason, detail }
  })
}
