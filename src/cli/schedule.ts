import { catalogue } from '../catalogue/index.ts'
import { readJournal } from '../ingest/fetching/journal.ts'
import type { Run } from '../ingest/fetching/journalRecords.ts'
import type { Report } from '../ingest/report.ts'

/** How long after a run that could not get everything the publishers are asked again. */
const retryMs = 30 * 60_000
/** A file is rarely there on the minute. */
const graceMs = 2 * 60_000

const dayMs = 86_400_000
const taipeiMs = 8 * 3_600_000

/** The times of the Taipei day at which something is expected, in milliseconds since its midnight. */
const expected = [...new Set(catalogue.flatMap(({ derived, update }) => (derived ? [] : [update])))]
  .map((time) => Number(time.slice(0, 2)) * 3_600_000 + Number(time.slice(3)) * 60_000 + graceMs)
  .sort((a, b) => a - b)

/** The first moment after another at which something is expected. */
function nextExpected(after: number): number {
  const midnight = Math.floor((after + taipeiMs) / dayMs) * dayMs - taipeiMs
  return midnight + (expected.find((time) => midnight + time > after) ?? dayMs + expected[0]!)
}

type Ended = Pick<Run, 'startedAt' | 'endedAt' | 'report'>

/** When the publishers are asked again after a run; 0 for at once, as after a run that was killed. */
export function nextAsking(last: Ended | null): number {
  if (last === null || last.endedAt === null) return 0
  const report = last.report as Report | null
  const isOpen = (report?.problems.length ?? 0) > 0
  const next = nextExpected(Date.parse(last.startedAt))
  return isOpen ? Math.min(next, Date.parse(last.endedAt) + retryMs) : next
}

/** Whether the publishers are to be asked now, given the last time they were. */
export const isAskingDue = (last: Ended | null, now: Date): boolean => nextAsking(last) <= now.getTime()

/** A moment as people in Taipei read it: the time, with its date where that is not today. */
export function taipeiTime(at: number, now: Date): string {
  const text = (ms: number) => new Date(ms + taipeiMs).toISOString()
  const [day, time] = [text(at).slice(0, 10), text(at).slice(11, 16)]
  return day === text(now.getTime()).slice(0, 10) ? time : `${day} ${time}`
}

const mostNamed = 5

/** What `/readyz` says of data that is behind; `degraded` still answers with what is there. */
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

/** The last run that asked the publishers for what is due; null where there is none. */
export function lastRefresh(folder: string): Run | null {
  const journal = readJournal(folder)
  try {
    return journal?.runs(20).find(({ kind }) => kind === 'refresh') ?? null
  } finally {
    journal?.close()
  }
}
