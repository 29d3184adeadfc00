import { TaiwanStockFinancialStatement } from '../catalogue/fundamentals/TaiwanStockFinancialStatement.ts'
import type { Change } from '../lake/manifest.ts'
import type { Calendar } from '../sources/feed.ts'
import { waitsForCalendar } from '../sources/outcome.ts'
import type { Archive, ArchiveSize } from './fetching/archive.ts'
import { type FinishedTask, outcomeWord } from './fetching/finishedTasks.ts'
import type { HostState, JournalReader } from './fetching/journalRecords.ts'
import type { LoadResult } from './load/load.ts'
import { waitsFor } from './load/waitingQuarters.ts'
import type { WitnessComparison } from './load/witnesses.ts'
import type { MissingDays } from './missingDays.ts'
import type { FeedChoice, UnsourcedRows } from './plan/chooseFeeds.ts'
import { type DayRange, shifted, today } from './plan/taipeiDays.ts'
import type { TaskTally } from './taskTally.ts'
import { type TwinRows, twinRowsOf } from './twins.ts'

/** The result of a run. */
export type Report = {
  readonly kind: 'refresh' | 'backfill' | 'replay'
  readonly startedAt: string
  readonly endedAt: string
  readonly version: string | null
  readonly through: string | null
  /** Tasks by outcome. */
  readonly asked: Readonly<Record<string, number>>
  readonly datasets: Readonly<Record<string, DatasetReport>>
  readonly derived: Readonly<Record<string, Change>>
  /** Tasks of this run without rows, and the reasons. */
  readonly problems: readonly Problem[]
  /** Days of the last weeks that are still missing. */
  readonly missing: readonly Problem[]
  /** Rows from twins, where the primary feed failed. */
  readonly twins: readonly TwinRows[]
  /** Witnesses that disagree with stored rows. */
  readonly disagreements: readonly WitnessComparison[]
  readonly witnesses: { readonly rows: number; readonly agree: number; readonly disagree: number }
  /** Datasets and markets without a usable feed. */
  readonly without: readonly UnsourcedRows[]
  /** Days the calendar does not know, and the datasets that wait for them. */
  readonly calendar: CalendarReport
  /** Hosts with an open circuit. */
  readonly resting: readonly HostState[]
  /** Size of the archive. */
  readonly archive: ArchiveSize
}

type CalendarReport = {
  /** The last day up to which the calendar knows every day; null if it does not know today. */
  readonly knownThrough: string | null
  /** Datasets whose responses wait for the calendar. */
  readonly waiting: readonly string[]
  readonly why: string | null
}

type DatasetReport = Change & {
  readonly came: number
  readonly rejected: number
  /** Rows that broke each rule. */
  readonly rules: Readonly<Record<string, number>>
  /** Rows that are not loaded yet, or as cumulative sums only, and what they wait for. */
  readonly waiting: number
  readonly waitsFor: readonly string[]
  /** Rows the publisher has withdrawn; they are kept among the revisions. */
  readonly withdrawn: number
  readonly refused: readonly string[]
  readonly unread: readonly string[]
  /** Warnings about loaded rows. */
  readonly doubts: readonly string[]
}

/** A task without rows, or days that are missing. */
export type Problem = DayRange & {
  readonly publisher: string
  readonly dataset: string
  readonly endpoint: string
  readonly market: string | null
  /** The requested id; null if the request was for the whole market. */
  readonly id: string | null
  /** The outcome: `unreachable`, `blocked`, `changed`, `other_day`, `not_yet` … */
  readonly kind: string
  readonly reason: string
  /** The archived response of a feed without a recorded one: a sample for the maintainers, below `live/ingest`. */
  readonly sample?: string
}

/**
 * The archived file of a response that disagrees with a feed written from descriptions. Such a feed was never tried on a
 * real response, so its maintainers need the first one that it cannot read.
 */
export function sampleOf(
  { task: { feed }, responseId, outcome }: Pick<FinishedTask, 'task' | 'responseId' | 'outcome'>,
  journal: Pick<JournalReader, 'response'>,
): string | null {
  if (feed.recording !== null || outcome.kind !== 'changed' || responseId === null) return null
  return journal.response(responseId)?.file ?? null
}

type ReportInputs = {
  readonly kind: Report['kind']
  readonly startedAt: string
  readonly now: Date
  readonly tally: TaskTally
  readonly loaded: LoadResult
  readonly missing: readonly MissingDays[]
  readonly choice: Pick<FeedChoice, 'without' | 'twins'>
  readonly journal: Pick<JournalReader, 'hosts' | 'response'>
  readonly archive: Pick<Archive, 'size'>
  readonly calendar: Calendar
}

type FailedDays = Pick<MissingDays, 'feed' | 'from' | 'to' | 'id' | 'reason'> & { readonly kind: string }

export const problemOf = ({ feed, from, to, id, kind, reason }: FailedDays): Problem => ({
  publisher: feed.publisher.id,
  dataset: feed.dataset.name,
  endpoint: feed.endpoint,
  market: feed.market,
  ...{ from, to, id, kind: outcomeWord(kind), reason },
})

const countBy = (words: readonly string[]): Record<string, number> => {
  const counts: Record<string, number> = {}
  for (const word of words) counts[word] = (counts[word] ?? 0) + 1
  return counts
}

/** Days ahead to look for a schedule; two schedules never reach further. */
const aheadDays = 500

function calendarReport(calendar: Calendar, now: Date, { problems }: TaskTally): CalendarReport {
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

function waitingOf(name: string, { waitingRows }: LoadResult['datasets'][string], { quarters }: LoadResult) {
  const own = name === TaiwanStockFinancialStatement.name ? quarters : []
  return {
    waiting: own.reduce((sum, { rows }) => sum + rows, waitingRows),
    waitsFor: [
      ...(waitingRows > 0 ? [`${waitingRows} rows lack columns that another answer of the same days gives`] : []),
      ...own.map(waitsFor),
    ],
  }
}

export function reportOf(inputs: ReportInputs): Report {
  const { kind, startedAt, now, tally, loaded, missing, choice, journal, archive, calendar } = inputs
  const { version, datasets, derived, testimonies } = loaded
  const sum = (pick: 'rows' | 'agree' | 'disagree') => testimonies.reduce((total, one) => total + one[pick], 0)
  return {
    kind,
    startedAt,
    endedAt: now.toISOString(),
    version: version?.manifest.version ?? null,
    through: version?.manifest.through ?? null,
    asked: tally.counts,
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
          refused: [...one.refused.map(({ message }) => message), ...one.undecided],
          unread: one.unread,
          doubts: one.doubts,
        },
      ]),
    ),
    derived,
    problems: tally.problems.map((finished) => {
      const { task, outcome } = finished
      const sample = sampleOf(finished, journal)
      const reason = 'reason' in outcome ? outcome.reason : outcome.kind
      return { ...problemOf({ ...task, kind: outcome.kind, reason }), ...(sample !== null && { sample }) }
    }),
    missing: missing.map(problemOf),
    twins: twinRowsOf(tally, choice.twins, missing),
    disagreements: testimonies.filter(({ disagree }) => disagree > 0),
    witnesses: { rows: sum('rows'), agree: sum('agree'), disagree: sum('disagree') },
    without: choice.without,
    calendar: calendarReport(calendar, now, tally),
    resting: journal.hosts().filter(({ openUntil }) => openUntil !== null && openUntil > now.toISOString()),
    archive: archive.size(),
  }
}
