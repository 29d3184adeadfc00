import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Dataset } from '../catalogue/dataset.ts'
import { changeRows, type FilePart, fewRows } from './changeRows.ts'
import { readColumns } from './duck.ts'
import { linkOrCopy } from './files.ts'
import { type Change, noChange, type Part, sumOf, unchanged } from './manifest.ts'
import {
  compare,
  countDays,
  countLeaving,
  type DayCounts,
  inOrder,
  type MergeOptions,
  merged,
  onDays,
  storedDays,
} from './merge.ts'
import { rowGroup, writeParquet } from './parquet.ts'
import { type DayRows, daysIn, divide, type Period } from './periods.ts'
import { literal, quote } from './schema.ts'

/** Staged rows, and what they are merged with. */
export type PartsOptions = Pick<MergeOptions, 'staged' | 'whole' | 'leaving' | 'removedWhere' | 'at'> & {
  /** Number of staged rows by day. */
  readonly days: DayCounts
  /** True if the staged rows are in the order of the key. */
  readonly isInOrder: boolean
  /** The stored parts of the dataset, by date. */
  readonly stored: readonly FilePart[]
  /** Throws if a file does not have the bytes that its part says. */
  readonly assertSound: (part: FilePart) => Promise<void>
  readonly through: string
  /** The version's folder. */
  readonly folder: string
}

/** Rows of consecutive days after the load. */
type Run = DayRows & {
  /** The stored part that has them; null if they are all staged. */
  readonly part: FilePart | null
  /** True if they are all rows of that part, and the load leaves them as they are. */
  readonly isSame: boolean
  /** True if they are all rows of that part, and the load at most changes some, but adds and removes none. */
  readonly hasSameKeys: boolean
  readonly merge: MergeOptions
}

const mostIds = 64

/** SQL condition of the ids among staged rows; null if they are many, or the part is short. */
async function fewIds(lane: DuckDBConnection, dataset: Dataset, { rows }: Part, options: MergeOptions) {
  const { id } = dataset
  if (id === null || rows < fewRows) return null
  const read = await readColumns(
    lane,
    `SELECT DISTINCT ${quote(id)} AS id FROM ${quote(options.staged)} WHERE ${onDays(dataset, options)} LIMIT ${mostIds + 1}`,
  )
  const ids = read.id as string[]
  return ids.length > mostIds ? null : `${quote(id)} IN (${ids.map(literal).join(', ')})`
}

/** Compares the staged rows with the stored parts that have rows of their days, or rows that leave. */
async function findRuns(lane: DuckDBConnection, dataset: Dataset, options: PartsOptions) {
  const { staged, whole, leaving, removedWhere, at, stored, assertSound } = options
  const paths = stored.map(({ path }) => path)
  const left = leaving === null || whole ? new Map<string, number>() : await countLeaving(lane, paths, leaving)
  const rest = new Map(options.days)
  const runs: Run[] = []
  const changed: MergeOptions[] = []
  /** Parts that get rows among their days. */
  const met: MergeOptions[] = []
  const newDays: string[] = []
  let total = noChange
  for (const part of stored) {
    const days = daysIn(dataset, part)
    let meets = false
    for (const day of options.days.keys())
      if (days.first <= day && day <= days.last) {
        meets = true
        rest.delete(day)
      }
    const known = {
      ...{ staged, files: [part.path], whole, meets, among: null },
      ...{ leaving, removedWhere, at },
      ...days,
    }
    const merge = { ...known, among: meets ? await fewIds(lane, dataset, part, known) : null }
    let change: Change = { ...noChange, removed: whole && !meets ? part.rows : (left.get(part.path) ?? 0) }
    if (meets || !unchanged(change)) await assertSound(part)
    if (meets) change = sumOf(change, await compare(lane, dataset, merge))
    total = sumOf(total, change)
    if (change.changed + change.removed > 0) changed.push(merge)
    if (meets && change.added > 0) {
      met.push(merge)
      const before = await storedDays(lane, dataset, merge)
      for (const day of options.days.keys())
        if (days.first <= day && day <= days.last && !before.has(day)) newDays.push(day)
    }
    const rows = part.rows + change.added - change.removed
    const hasSameKeys = !whole && rows === part.rows && change.removed === 0
    if (rows > 0) runs.push({ ...days, rows, part, isSame: unchanged(change), hasSameKeys, merge })
  }
  for (const [day, rows] of rest) {
    const days = { first: day, last: day }
    const merge = {
      ...{ staged, files: [], whole, meets: false, among: null },
      ...{ leaving, removedWhere, at },
      ...days,
    }
    runs.push({ ...days, rows, part: null, isSame: false, hasSameKeys: false, merge })
    total = sumOf(total, { ...noChange, added: rows })
  }
  return {
    runs: runs.sort((a, b) => (a.first < b.first ? -1 : 1)),
    ...{ changed, met, change: total },
    newDays: newDays.concat([...rest.keys()]),
  }
}

/** Divides rows into periods; the rows of a part that lies across several are counted by day. */
async function divideRuns(lane: DuckDBConnection, dataset: Dataset, found: readonly Run[], through: string) {
  for (let runs = found; ; ) {
    const { periods, across } = divide(runs, through)
    if (across.length === 0) return periods
    const divided: Run[] = []
    for (const run of runs)
      if (!across.includes(run)) divided.push(run)
      else
        for (const [day, rows] of await countDays(lane, dataset, `(${merged(dataset, run.merge)})`))
          divided.push({ ...run, first: day, last: day, rows, isSame: false, hasSameKeys: false })
    runs = divided
  }
}

/** Writes the rows of a period; those of one stored part are linked where they stay as they are. */
async function writePart(
  lane: DuckDBConnection,
  dataset: Dataset,
  { name, runs }: Period<Run>,
  { folder, isInOrder, assertSound }: PartsOptions,
): Promise<Part> {
  const file = `${dataset.name}/${name}.parquet`
  const path = join(folder, file)
  const sources = [...new Set(runs.flatMap(({ part }) => part ?? []))]
  const isSame = runs.every((run) => run.isSame)
  if (isSame && runs.length === 1) {
    const { path: from, ...part } = sources[0]!
    if (from !== path) await linkOrCopy(from, path)
    return { ...part, name, file }
  }
  for (const part of sources) await assertSound(part)
  const merge = {
    ...runs[0]!.merge,
    ...{ first: runs[0]!.first, last: runs.at(-1)!.last },
    files: sources.map((part) => part.path),
    meets: runs.some((run) => run.merge.meets),
  }
  const changed =
    runs.length === 1 && runs[0]!.hasSameKeys && (await changeRows(lane, dataset, merge, sources[0]!, path))
  const rows = runs.reduce((sum, run) => sum + run.rows, 0)
  const all = merged(dataset, merge)
  // Where rows are filtered the engine ends row groups elsewhere, unless it sorts.
  const isSorted = isInOrder && rows <= rowGroup && (merge.whole || sources.length === 0)
  const written = changed || (await writeParquet(lane, isSorted ? all : inOrder(dataset, all), path, dataset.date))
  if (written?.rows !== rows) throw new Error(`${file} has ${written?.rows ?? 0} rows, but ${rows} were counted`)
  return { name, file, ...written, ...(isSame ? { of: sources.map(({ sha256 }) => sha256) } : {}) }
}

/**
 * Merges staged rows with the stored parts of a dataset. Parts whose rows and period stay are linked, and not read. Returns
 * the parts, what is merged into those that lose, change or get rows among their days, and the days that are new.
 */
export async function writeParts(lane: DuckDBConnection, dataset: Dataset, options: PartsOptions) {
  const { runs, ...found } = await findRuns(lane, dataset, options)
  const parts: Part[] = []
  for (const period of await divideRuns(lane, dataset, runs, options.through))
    parts.push(await writePart(lane, dataset, period, options))
  // Files of an earlier load of the same draft.
  const stays = new Set(parts.map(({ file }) => join(options.folder, file)))
  for (const { path } of options.stored)
    if (path.startsWith(join(options.folder, dataset.name)) && !stays.has(path)) await rm(path)
  return { parts, ...found }
}
