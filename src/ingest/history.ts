import { readJournal } from './fetching/journal.ts'
import type { Report } from './report.ts'
import { readQuarantine } from './rules/quarantine.ts'

/** The last runs, newest first, and the rows that each rule rejected. */
export type IngestHistory = ReturnType<typeof readHistory>

/** A run in numbers. It names no publisher and no host: it is shown to everybody. */
export type RunSummary = IngestHistory['runs'][number]

const mostRuns = 20

/** The rows of a run in all datasets. */
export const sumOf = ({ datasets }: Report, pick: 'added' | 'changed' | 'removed' | 'rejected' | 'withdrawn'): number =>
  Object.values(datasets).reduce((sum, one) => sum + one[pick], 0)

/** The last runs in a journal, newest first. */
export function readRuns(folder: string, most: number) {
  using journal = readJournal(folder)
  return journal?.runs(most) ?? []
}

function readRejected(folder: string) {
  using kept = readQuarantine(folder)
  const open = new Map<string, number>()
  for (const { rule, rows } of kept?.counts() ?? []) open.set(rule, (open.get(rule) ?? 0) + rows)
  const examples = new Map([...open.keys()].map((rule) => [rule, kept!.list({ rule, isOpen: true, limit: 1 })[0]]))
  return { open, examples }
}

/** Reads the journal and the quarantine of live data; `folder` is `<home>/live/ingest`. */
export function readHistory(folder: string, ruleNames: readonly string[]) {
  const runs = readRuns(folder, mostRuns)
  const { open, examples } = readRejected(folder)
  const last = runs.find(({ kind, report }) => kind === 'refresh' && report !== null)?.report as Report | undefined
  const rejected = new Map<string, number>()
  for (const { rules } of Object.values(last?.datasets ?? {}))
    for (const [rule, rows] of Object.entries(rules)) rejected.set(rule, (rejected.get(rule) ?? 0) + rows)
  const names = new Set([...ruleNames, ...rejected.keys(), ...open.keys()])
  return {
    runs: runs.map(({ kind, startedAt, endedAt, ...run }) => {
      const report = run.report as Report | null
      const sum = (pick: Parameters<typeof sumOf>[1]): number => (report ? sumOf(report, pick) : 0)
      return {
        // The end is null while it runs, or if it was killed.
        ...{ kind, startedAt, endedAt, version: report?.version ?? null, through: report?.through ?? null },
        ...{ added: sum('added'), changed: sum('changed'), removed: sum('removed'), rejected: sum('rejected') },
        /** Requests that brought no rows, and days that are still missing. */
        ...{ problems: report?.problems.length ?? 0, missing: report?.missing.length ?? 0 },
      }
    }),
    rules: [...names].map((rule) => {
      const example = examples.get(rule)
      return {
        rule,
        /** Rows that the last run rejected; null if no run has ended. */
        rejected: last ? (rejected.get(rule) ?? 0) : null,
        /** Rejected rows that no good row has replaced, and the newest of these. */
        open: open.get(rule) ?? 0,
        example: example
          ? { dataset: example.dataset, key: example.key, message: example.message, lastSeen: example.lastSeen }
          : null,
      }
    }),
  }
}
