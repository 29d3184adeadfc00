import { type Dataset, isDated, keepsRevisions } from '../catalogue/dataset.ts'
import { dateOf, dayOf } from '../days.ts'
import type { Manifest } from '../lake/manifest.ts'
import type { RevisionKind } from '../lake/revisions.ts'

/** What happened to the rows of a dataset, as far as a version knows. */
export type KnownRows = {
  /**
   * Days that came together, by day numbers: when (milliseconds), and the instant from which the simulated market reads each
   * day on its own evening; null for days that were read at the time itself.
   */
  readonly runs: readonly (readonly [first: number, last: number, at: number, dailyFrom: number | null])[]
  /** Rows that were revised, by time: as they were before; of an inserted one its key alone. */
  readonly revisions: readonly (readonly [at: number, kind: RevisionKind, row: string])[]
}

/** When rows of a dataset last came, were corrected or withdrawn (milliseconds); null where nothing tells. */
export type Modified = {
  readonly at: number | null
  /** The same of each part, by name. */
  readonly parts: Readonly<Record<string, number | null>>
}

/** Consecutive days whose rows were last changed together; both are null for a dataset whose key has no date. */
export type ModifiedDays = {
  readonly first_date: string | null
  readonly last_date: string | null
  readonly at: number | null
}

const latest = (times: readonly number[]): number | null =>
  times.length === 0 ? null : times.reduce((a, b) => Math.max(a, b))

/** When the rows of each day last changed, by day numbers; where the key has no date all rows have one day. */
function timesOf(dataset: Dataset, { runs, revisions }: KnownRows): Map<number, number> {
  const times = new Map<number, number>()
  const note = (day: number, at: number) => times.set(day, Math.max(at, times.get(day) ?? at))
  const isByDay = isDated(dataset)
  for (const [first, last, at] of runs)
    if (isByDay) for (let day = first; day <= last; day++) note(day, at)
    else note(0, at)
  for (const [at, , row] of revisions)
    note(isByDay ? dayOf((JSON.parse(row) as Record<string, string>)[dataset.date]!) : 0, at)
  return times
}

/** The days of a dataset that keeps revisions, oldest first, by the time of their last change. */
export function modifiedDays(dataset: Dataset, content: KnownRows): ModifiedDays[] {
  const days = [...timesOf(dataset, content)].sort(([a], [b]) => a - b)
  const runs: { first: number; last: number; at: number }[] = []
  for (const [day, at] of days) {
    const run = runs.at(-1)
    if (run?.at === at && run.last === day - 1) run.last = day
    else runs.push({ first: day, last: day, at })
  }
  const text = (day: number) => (isDated(dataset) ? dateOf(day) : null)
  return runs.map(({ first, last, at }) => ({ first_date: text(first), last_date: text(last), at }))
}

/** Whether two versions have the same files of a dataset. */
export function hasSameParts({ name }: Dataset, a: Manifest, b: Manifest): boolean {
  const filesIn = ({ datasets }: Manifest) => datasets[name]?.parts.map((part) => `${part.name} ${part.sha256}`)
  return filesIn(a)?.join() === filesIn(b)?.join()
}

type Before = { readonly manifest: Manifest; readonly modified: Modified | undefined } | null

/**
 * When the parts of a version last changed. Of a dataset without revisions that is the version whose part is another than
 * in the pages before; null where there are none to tell.
 */
export function modifiedOf(
  dataset: Dataset,
  manifest: Manifest,
  { content, isOnly }: { readonly content: KnownRows; readonly isOnly: boolean },
  before: Before,
): Modified {
  const { parts } = manifest.datasets[dataset.name]!
  if (keepsRevisions(dataset)) {
    const times = [...timesOf(dataset, content)]
    const within = (first: number, last: number) =>
      latest(times.flatMap(([day, at]) => (first <= day && day <= last ? [at] : [])))
    return {
      at: latest(times.map(([, at]) => at)),
      parts: Object.fromEntries(
        parts.map(({ name, first_date, last_date }) => [
          name,
          isDated(dataset) ? within(dayOf(first_date!), dayOf(last_date!)) : within(0, 0),
        ]),
      ),
    }
  }
  const written = Date.parse(manifest.written_at)
  const old = before?.manifest.datasets[dataset.name]?.parts ?? []
  const known = (sha256: string): number | null => {
    const same = old.find((part) => part.sha256 === sha256)
    if (same) return before?.modified?.parts[same.name] ?? null
    return before || isOnly ? written : null
  }
  const own = Object.fromEntries(parts.map(({ name, sha256 }) => [name, known(sha256)]))
  const isSame = before !== null && hasSameParts(dataset, manifest, before.manifest)
  return { at: isSame ? (before.modified?.at ?? null) : before || isOnly ? written : null, parts: own }
}
