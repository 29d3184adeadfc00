import { catalogue } from '../../catalogue/index.ts'
import { dayMs, taipeiDate, taipeiMs, taipeiTime } from '../../days.ts'
import type { Run } from '../../ingest/fetching/journalRecords.ts'
import { readRuns } from '../../ingest/history.ts'
import type { Report } from '../../ingest/report.ts'

/** Wait after a run with missing rows. */
const retryMs = 30 * 60_000
/** Publishers are rarely on time to the minute. */
const graceMs = 2 * 60_000

/** The times of day at which rows are expected, in milliseconds since Taipei midnight. */
const expected = [...new Set(catalogue.flatMap(({ derived, update }) => (derived ? [] : [update])))]
  .map((time) => Number(time.slice(0, 2)) * 3_600_000 + Number(time.slice(3)) * 60_000 + graceMs)
  .sort((a, b) => a - b)

/** The next time after an instant at which rows are expected. */
function nextExpected(after: number): number {
  const midnight = Math.floor((after + taipeiMs) / dayMs) * dayMs - taipeiMs
  return midnight + (expected.find((time) => midnight + time > after) ?? dayMs + expected[0]!)
}

type FinishedRun = Pick<Run, 'startedAt' | 'endedAt' | 'report'>

/** When the publishers are asked after a run; 0 for at once, as after a killed run. */
export function nextAsking(last: FinishedRun | null): number {
  if (last === null || last.endedAt === null) return 0
  const report = last.report as Report | null
  const isOpen = (report?.problems.length ?? 0) > 0
  const next = nextExpected(Date.parse(last.startedAt))
  return isOpen ? Math.min(next, Date.parse(last.endedAt) + retryMs) : next
}

/** Whether the publishers are due, given the last run. */
export const isAskingDue = (last: FinishedRun | null, now: Date): boolean => nextAsking(last) <= now.getTime()

/** An instant in Taipei time, with its date where that is not today. */
export function shortTaipeiTime(at: number, now: Date): string {
  const [day, time] = [taipeiDate(at), taipeiTime(at).slice(11, 16)]
  return day === taipeiDate(now) ? time : `${day} ${time}`
}

const mostNamed = 5

/** The state of late data for `/readyz`; `degraded` still serves the rows there are. */
export function behindIn(report: Report | null): string {
  const missing = report?.missing ?? []
  if (missing.length === 0) return 'ok'
  const named = missing
    .toSorted((a, b) => (a.to < b.to ? 1 : -1))
    .slice(0, mostNamed)
    .map(
      ({ dataset, market, from, to, kind }) =>
        `${dataset}${market ? ` ${market}` : ''} ${from === to ? to : `${from} to ${to}`} (${kind})`,
    )
  const more = missing.length > mostNamed ? ` and ${missing.length - mostNamed} more` : ''
  return `degraded: behind with ${named.join(', ')}${more}`
}

/** The last refresh; null where there is none. */
export const lastRefresh = (folder: string): Run | null =>
  readRuns(folder, 20).find(({ kind }) => kind === 'refresh') ?? null
