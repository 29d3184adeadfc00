import { TaiwanStockFinancialStatement } from '../catalogue/fundamentals/TaiwanStockFinancialStatement.ts'
import { addDays, taipeiDate } from '../days.ts'
import type { Calendar } from '../sources/feed.ts'
import type { Archive } from './fetching/archive.ts'
import { type FinishedTask, outcomeWord, type TaskTally } from './fetching/finishedTasks.ts'
import type { Journal } from './fetching/journal.ts'
import type { JournalReader } from './fetching/journalReader.ts'
import type { LoadResult } from './load/load.ts'
import type { DatasetLoad } from './load/loadDataset.ts'
import { waitsFor } from './load/waitingQuarters.ts'
import type { MissingDays } from './missingDays.ts'
import type { FeedChoice } from './plan/chooseFeeds.ts'
import { twinRowsOf } from './twins.ts'

/** A task without rows, or days that are missing. */
export type Problem = Readonly<ReturnType<typeof problemOf>> & {
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
  readonly kind: 'refresh' | 'backfill' | 'replay'
  readonly startedAt: string
  readonly now: Date
  readonly tally: TaskTally
  readonly loaded: LoadResult
  readonly missing: readonly MissingDays[]
  readonly choice: Pick<FeedChoice, 'without' | 'twins'>
  readonly journal: Pick<Journal, 'hosts' | 'response' | 'archiveSize'>
  readonly archive: Pick<Archive, 'size'>
  readonly calendar: Calendar
}

type FailedDays = Pick<MissingDays, 'feed' | 'from' | 'to' | 'id' | 'reason'> & { readonly kind: string }

/** The kind is the outcome: `unreachable`, `blocked`, `changed`, `other_day`, `not_yet` … */
export const problemOf = ({ feed, from, to, id, kind, reason }: FailedDays) => ({
  publisher: feed.publisher.id,
  dataset: feed.dataset.name,
  endpoint: feed.endpoint,
  market: feed.market,
  ...{ from, to, id, kind: outcomeWord(kind), reason },
})

/** Days ahead to look for a schedule; two schedules never reach further. */
const aheadDays = 500

/** Days the calendar does not know, and the datasets that wait for them. */
function calendarReport(calendar: Calendar, now: Date, { problems }: TaskTally) {
  let known: string | null = null
  for (let day = taipeiDate(now), ahead = 0; ahead < aheadDays && calendar.isOpen(day) !== null; ahead++) {
    known = day
    day = addDays(day, 1)
  }
  const putOff = problems.filter(({ outcome }) => outcome.kind === 'not_yet' && outcome.waitsFor === 'calendar')
  const waiting = [...new Set(putOff.map(({ task }) => task.feed.dataset.name))].sort()
  const why =
    waiting.length === 0
      ? null
      : `no schedule tells which days trade after ${known ?? addDays(taipeiDate(now), -1)}: the open list of holidays holds one year alone, in November already the next. What is dated by the next trading day is read again once that has traded; with the terms of twse accepted, any year is asked for`
  return {
    /** The last day up to which the calendar knows every day; null if it does not know today. */
    knownThrough: known,
    /** Datasets whose responses wait for the calendar. */
    waiting,
    why,
  }
}

/** Rows that are not loaded yet, or as cumulative sums only, and the missing input. */
function waitingOf(name: string, { waitingRows }: DatasetLoad, { quarters }: LoadResult) {
  const own = name === TaiwanStockFinancialStatement.name ? quarters : []
  return {
    waiting: own.reduce((sum, { rows }) => sum + rows, waitingRows),
    waitsFor: [
      ...(waitingRows > 0 ? [`${waitingRows} rows lack columns that another answer of the same days gives`] : []),
      ...own.map(waitsFor),
    ],
  }
}

function datasetReport(name: string, load: DatasetLoad, loaded: LoadResult) {
  const rules = Map.groupBy(load.rejected, ({ entry }) => entry.rule)
  return {
    ...load.change,
    came: load.came,
    rejected: load.rejectedRows,
    /** Rows that broke each rule. */
    rules: Object.fromEntries([...rules].map(([rule, rows]) => [rule, rows.length])),
    ...waitingOf(name, load, loaded),
    /** Rows the publisher has withdrawn; they are kept among the revisions. */
    withdrawn: load.withdrawn,
    refused: [...load.refused.map(({ message }) => message), ...load.undecided],
    unread: load.unread,
    /** Warnings about loaded rows. */
    doubts: load.doubts,
  }
}

export function reportOf(inputs: ReportInputs) {
  const { kind, startedAt, now, tally, loaded, missing, choice, journal, archive, calendar } = inputs
  const { version, datasets, derived, testimonies } = loaded
  const sum = (pick: 'rows' | 'agree' | 'disagree') => testimonies.reduce((total, one) => total + one[pick], 0)
  return {
    kind,
    startedAt,
    endedAt: now.toISOString(),
    version: version?.manifest.version ?? null,
    through: version?.manifest.through ?? null,
    /** Tasks by outcome. */
    asked: tally.counts,
    datasets: Object.fromEntries(
      Object.entries(datasets).map(([name, load]) => [name, datasetReport(name, load, loaded)]),
    ),
    derived,
    /** Tasks of this run without rows or without many of them, and the reasons. */
    problems: [
      ...tally.problems.map((finished): Problem => {
        const { task, outcome } = finished
        const sample = sampleOf(finished, journal)
        const reason = 'reason' in outcome ? outcome.reason : outcome.kind
        return { ...problemOf({ ...task, kind: outcome.kind, reason }), ...(sample !== null && { sample }) }
      }),
      ...Object.values(datasets).flatMap(({ incomplete }) =>
        incomplete.map(({ response: { from, to, subject: id }, feed, reason }) =>
          problemOf({ feed, from, to, id, kind: 'blocked', reason }),
        ),
      ),
    ],
    /** Days of the last weeks that are still missing. */
    missing: missing.map(problemOf),
    /** Rows from twins, where the primary feed failed. */
    twins: twinRowsOf(tally, choice.twins, missing),
    /** Witnesses that disagree with stored rows. */
    disagreements: testimonies.filter(({ disagree }) => disagree > 0),
    witnesses: { rows: sum('rows'), agree: sum('agree'), disagree: sum('disagree') },
    /** Datasets and markets without a usable feed. */
    without: choice.without,
    calendar: calendarReport(calendar, now, tally),
    /** Hosts with an open circuit. */
    resting: journal.hosts().filter(({ openUntil }) => openUntil !== null && openUntil > now.toISOString()),
    archive: journal.archiveSize(archive.size),
  }
}

export type Report = ReturnType<typeof reportOf>
