import { TaiwanStockFinancialStatement } from '../catalogue/fundamentals/TaiwanStockFinancialStatement.ts'
import type { Change } from '../lake/manifest.ts'
import type { Calendar } from '../sources/feed.ts'
import { waitsForCalendar } from '../sources/outcome.ts'
import type { Archive, Size } from './asking/archive.ts'
import { endWord, type Step } from './asking/ended.ts'
import type { HostState, JournalReader } from './asking/records.ts'
import type { Loaded } from './load/load.ts'
import { waitsFor } from './load/quarters.ts'
import type { Testimony } from './load/witnesses.ts'
import type { Missing } from './missing.ts'
import type { Choice, Without } from './plan/choice.ts'
import { shifted, today } from './plan/moments.ts'
import { isTold } from './task.ts'
import { type FromTwin, fromTwins } from './twins.ts'

/** What a run did, and what it could not do. */
export type Report = {
  readonly kind: 'refresh' | 'backfill' | 'replay'
  readonly startedAt: string
  readonly endedAt: string
  readonly version: string | null
  readonly through: string | null
  /** How the questions ended, counted by kind. */
  readonly asked: Readonly<Record<string, number>>
  readonly datasets: Readonly<Record<string, DatasetReport>>
  readonly derived: Readonly<Record<string, Change>>
  /** Questions that brought nothing in this run, and why. */
  readonly problems: readonly Problem[]
  /** Days of the last weeks that are still missing. */
  readonly missing: readonly Problem[]
  /** Rows of another publisher than the one that is asked first, since that one did not give them. */
  readonly twins: readonly FromTwin[]
  /** Witnesses that do not agree with what is stored. */
  readonly disagreements: readonly Testimony[]
  readonly witnesses: { readonly rows: number; readonly agree: number; readonly disagree: number }
  /** Datasets and markets that nobody is asked for. */
  readonly without: readonly Without[]
  /** What the calendar does not know, and the datasets that wait for it. */
  readonly calendar: CalendarReport
  /** Hosts that are left alone for a while. */
  readonly resting: readonly HostState[]
  /** How large the archive of raw answers has become. */
  readonly archive: Size
}

type CalendarReport = {
  /** The last day up to which it is known of each whether the market trades; null where today is not known. */
  readonly knownThrough: string | null
  /** Datasets whose answers of this run cannot be dated, and are read again once the calendar knows more. */
  readonly waiting: readonly string[]
  readonly why: string | null
}

type DatasetReport = Change & {
  readonly came: number
  readonly rejected: number
  /** How many rows broke which rule. */
  readonly rules: Readonly<Record<string, number>>
  /** Rows that came and are not loaded, or are loaded as sums alone; and what they wait for. */
  readonly waiting: number
  readonly waitsFor: readonly string[]
  /** Rows that their publisher told once and tells no more: they are gone, and kept among the revisions. */
  readonly withdrawn: number
  readonly refused: readonly string[]
  readonly unread: readonly string[]
  /** What is strange about rows that are loaded all the same, each as a sentence. */
  readonly doubts: readonly string[]
}

export type Problem = {
  readonly publisher: string
  readonly dataset: string
  readonly endpoint: string
  readonly market: string | null
  readonly from: string
  readonly to: string
  readonly id: string | null
  readonly kind: string
  readonly reason: string
}

/** How the questions of a run ended: counted; one by one those that brought nothing, and those to twins that did. */
export type Asked = {
  readonly counts: Record<string, number>
  readonly problems: Step[]
  readonly twins: Pick<Step, 'task'>[]
}

export const noneAsked = (): Asked => ({ counts: {}, problems: [], twins: [] })

export function noteIn({ counts, problems, twins }: Asked, step: Step, isTwin: boolean): void {
  const { task, outcome } = step
  const word = endWord(outcome.kind)
  counts[word] = (counts[word] ?? 0) + 1
  if (!isTold(outcome.kind)) problems.push(step)
  else if (isTwin && outcome.kind === 'rows') twins.push({ task })
}

type Terms = {
  readonly kind: Report['kind']
  readonly startedAt: string
  readonly now: Date
  readonly asked: Asked
  readonly loaded: Loaded
  readonly missing: readonly Missing[]
  readonly choice: Pick<Choice, 'without' | 'twins'>
  readonly journal: Pick<JournalReader, 'hosts'>
  readonly archive: Pick<Archive, 'size'>
  readonly calendar: Calendar
}

export const problemOf = ({
  feed,
  ...rest
}: Pick<Missing, 'feed' | 'from' | 'to' | 'id' | 'reason'> & { kind: string }) => ({
  publisher: feed.publisher.id,
  dataset: feed.dataset.name,
  endpoint: feed.endpoint,
  market: feed.market,
  from: rest.from,
  to: rest.to,
  id: rest.id,
  kind: endWord(rest.kind),
  reason: rest.reason,
})

const countBy = (words: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}

/** So far ahead a schedule is looked for: two of them are never out for longer. */
const aheadDays = 500

function calendarReport(calendar: Calendar, now: Date, { problems }: Asked): CalendarReport {
  let known: string | null = null
  for (let day = today(now), ahead = 0; ahead < aheadDays && calendar.isOpen(day) !== null; ahead++) {
    known = day
    day = shifted(day, 1)
  }
  const putOff = problems.filter(({ outcome }) => outcome.kind === 'not_yet' && waitsForCalendar(outcome.reason))
  const waiting = [...new Set(putOff.map(({ task }) => task.feed.dataset.name))].sort()
  const why =
    waiting.length === 0
      ? null
      : `no schedule tells which days trade after ${known ?? shifted(today(now), -1)}: the open list of holidays holds one year alone, in November already the next. What is dated by the next trading day is read again once that has traded; with the terms of twse accepted, any year is asked for`
  return { knownThrough: known, waiting, why }
}

function waitingOf(name: string, { waitingRows }: Loaded['datasets'][string], { quarters }: Loaded) {
  const own = name === TaiwanStockFinancialStatement.name ? quarters : []
  return {
    waiting: own.reduce((sum, { rows }) => sum + rows, waitingRows),
    waitsFor: [
      ...(waitingRows > 0 ? [`${waitingRows} rows lack columns that another answer of the same days gives`] : []),
      ...own.map(waitsFor),
    ],
  }
}

export function reportOf({
  kind,
  startedAt,
  now,
  asked,
  loaded,
  missing,
  choice,
  journal,
  archive,
  calendar,
}: Terms): Report {
  const { version, datasets, derived, testimonies } = loaded
  const sum = (pick: 'rows' | 'agree' | 'disagree') => testimonies.reduce((total, one) => total + one[pick], 0)
  return {
    kind,
    startedAt,
    endedAt: now.toISOString(),
    version: version?.manifest.version ?? null,
    through: version?.manifest.through ?? null,
    asked: asked.counts,
    datasets: Object.fromEntries(
      Object.entries(datasets).map(([name, one]) => [
        name,
        {
          ...one.change,
          came: one.came,
          rejected: one.rejectedRows,
          rules: countBy(one.rejected.map(({ entry }) => entry.rule)),
          ...waitingOf(name, one, loaded),
          withdrawn: one.withdrawn,
          refused: [...one.refused.map(({ message }) => message), ...one.unjudged],
          unread: one.unread,
          doubts: one.doubts,
        },
      ]),
    ),
    derived,
    problems: asked.problems.map(({ task, outcome }) =>
      problemOf({ ...task, kind: outcome.kind, reason: 'reason' in outcome ? outcome.reason : outcome.kind }),
    ),
    missing: missing.map(problemOf),
    twins: fromTwins(asked, choice.twins, missing),
    disagreements: testimonies.filter(({ disagree }) => disagree > 0),
    witnesses: { rows: sum('rows'), agree: sum('agree'), disagree: sum('disagree') },
    without: choice.without,
    calendar: calendarReport(calendar, now, asked),
    resting: journal.hosts().filter(({ openUntil }) => openUntil !== null && openUntil > now.toISOString()),
    archive: archive.size(),
  }
}
