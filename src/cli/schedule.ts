import { catalogue } from '../catalogue/index.ts'
import { readJournal } from '../ingest/asking/journal.ts'
import type { Run } from '../ingest/asking/records.ts'
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

/** The newest moment at which something was expected, by then. */
function lastExpected(now: number): number {
  const midnight = Math.floor((now + taipeiMs) / dayMs) * dayMs - taipeiMs
  const passed = expected.filter((time) => midnight + time <= now).at(-1)
  return passed === undefined ? midnight - dayMs + expected.at(-1)! : midnight + passed
}

/** Whether the publishers are to be asked now, given the last time they were. */
export function isAskingDue(last: Pick<Run, 'startedAt' | 'endedAt' | 'report'> | null, now: Date): boolean {
  // A run that was killed is taken up again.
  if (last === null || last.endedAt === null) return true
  const began = Date.parse(last.startedAt)
  if (began < lastExpected(now.getTime())) return true
  const report = last.report as Report | null
  const isOpen = (report?.problems.length ?? 0) > 0
  return isOpen && now.getTime() - Date.parse(last.endedAt) >= retryMs
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
