import { hash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import type { DuckDBConnection } from '@duckdb/node-api'
import { type Dataset, isDated } from '../catalogue/dataset.ts'
import { timeColumn } from '../catalogue/known.ts'
import { dayMs, dayOf, taipeiMs } from '../days.ts'
import { sealJson, unsealJson } from '../disk.ts'
import { datetime, text } from '../fields.ts'
import { readColumns } from '../lake/duck.ts'
import { linkOrCopy } from '../lake/files.ts'
import type { Version } from '../lake/lake.ts'
import type { Load } from '../lake/loads.ts'
import type { Manifest } from '../lake/manifest.ts'
import type { RevisionKind } from '../lake/revisions.ts'
import { fileList, quote } from '../lake/schema.ts'
import { readPart } from './columns.ts'
import { RowWriter } from './encode.ts'
import { hasSameParts, type KnownRows, type Modified, modifiedOf } from './modified.ts'

/** What a version knows of the times at which the rows of a dataset became known: a file beside its pages. */
export type KnownContent = KnownRows & {
  /** The versions that were made, by time; those of a dataset with the time of what they revised, where it is earlier. */
  readonly versions: readonly (readonly [at: number, version: string])[]
  /** Rows that were revised, by time: as they were before; of an inserted one its key alone. */
  readonly revisions: readonly (readonly [at: number, kind: RevisionKind, row: string])[]
  /**
   * Where the time of a row is in the row itself: the last time, as text, in the rows up to a day, for each day at which it
   * becomes later; '' where no row up to it has one. Files of earlier releases have none.
   */
  readonly lastTimes?: readonly (readonly [day: number, last: string])[]
}

export type KnownFile = {
  readonly name: string
  readonly bytes: number
  /** When the rows last changed; pages of release 0.10 and the file of all versions do not have it. */
  readonly modified?: Modified
}

/** The day of all rows of a dataset whose key has no date. */
export const noDay = -1e6
const dayNumber = (day: string): number => (day === '' ? noDay : dayOf(day))

const runsIn = (loads: readonly Load[], { name }: Dataset): KnownContent['runs'] =>
  loads.flatMap(({ at, dailyFrom, days }) =>
    (days[name] ?? []).map(
      ([first, last]) =>
        [
          dayNumber(first),
          dayNumber(last),
          Date.parse(at),
          dailyFrom === undefined ? null : dayOf(dailyFrom) * dayMs - taipeiMs,
        ] as const,
    ),
  )

/** Columns of a file of revisions beside those of the dataset. */
const more = { recorded_at: datetime('', ''), kind: text('', '') }

async function readRevisions(
  connection: DuckDBConnection,
  dataset: Dataset,
  file: string,
  rows: number,
): Promise<KnownContent['revisions']> {
  const extended = { ...dataset, columns: { ...dataset.columns, ...more } }
  const read = await readPart(connection, extended, { file, variant: 'all', where: 'true', rows })
  const own = read.columns.filter(({ name }) => !(name in more))
  const [at, kind] = Object.keys(more).map((name) => read.columns.find((column) => column.name === name)!)
  const writer = new RowWriter(own, rows * 256)
  return Array.from({ length: read.rows }, (_, row) => {
    const start = writer.length
    const length = writer.write(row)
    // Without comma and line feed.
    const encoded = writer.bytes.toString('utf8', start, start + length - 2)
    return [at!.values[row]!, JSON.parse(String(kind!.words[kind!.values[row]!])) as RevisionKind, encoded] as const
  })
}

/** The last of the times in the rows up to each day, where it becomes later. */
async function readLastTimes(
  connection: DuckDBConnection,
  dataset: Dataset,
  paths: readonly string[],
): Promise<NonNullable<KnownContent['lastTimes']>> {
  const time = timeColumn(dataset)
  if (time === null || !isDated(dataset) || paths.length === 0) return []
  const day = quote(dataset.date)
  const read = await readColumns(
    connection,
    `SELECT CAST(${day} AS TEXT) AS day, max(CAST(${quote(time)} AS TEXT)) AS last
     FROM read_parquet(${fileList(paths)}) GROUP BY ${day} ORDER BY ${day}`,
  )
  const steps: (readonly [number, string])[] = []
  for (const [i, of] of (read.day as string[]).entries()) {
    const last = (read.last as (string | null)[])[i] ?? ''
    if (steps.length === 0 || last > steps.at(-1)![1]) steps.push([dayOf(of), last])
  }
  return steps
}

/** The pages before. */
type KnownBefore = {
  readonly folder: string
  readonly list: { readonly manifest: Manifest; readonly known: Readonly<Record<string, KnownFile>> }
}

/** The name under which the list has the file of all versions, whatever they changed. */
export const allVersions = '_versions'

const versionsIn = (loads: readonly Load[]): KnownContent['versions'] =>
  loads.map(({ at, version }) => [Date.parse(at), version] as const)

/** Writes the file of all versions. */
export async function writeVersions(loads: readonly Load[], folder: string): Promise<KnownFile> {
  const content: KnownContent = { runs: [], versions: versionsIn(loads), revisions: [] }
  const bytes = gzipSync(sealJson(content))
  const name = `${allVersions}.known`
  await writeFile(join(folder, name), bytes)
  return { name, bytes: bytes.length }
}

/** Writes the file of a dataset, or returns the name of the one that says the same. */
export async function writeKnown(
  connection: DuckDBConnection,
  dataset: Dataset,
  { manifest, folder }: Version,
  loads: readonly Load[],
  { folder: target, last }: { readonly folder: string; readonly last: KnownBefore | null },
): Promise<KnownFile> {
  const { revisions: files, parts } = manifest.datasets[dataset.name]!
  const runs = runsIn(loads, dataset)
  const read = isDated(dataset) && timeColumn(dataset) !== null ? [...files, ...parts] : files
  const key = hash('sha256', JSON.stringify([runs, read.map(({ sha256 }) => sha256)])).slice(0, 8)
  const name = `${dataset.name}/${key}.known`
  const before = last?.list.known[dataset.name]
  const modified = (content: KnownContent): Modified =>
    modifiedOf(
      dataset,
      manifest,
      { content, isOnly: loads.length === 1 },
      last && { manifest: last.list.manifest, modified: before?.modified },
    )
  if (last && before?.name === name) {
    await linkOrCopy(join(last.folder, name), join(target, name))
    if (before.modified && hasSameParts(dataset, manifest, last.list.manifest)) return before
    const content = decodeKnown(await readFile(join(target, name)))
    // A damaged file is told to whoever reads it.
    return content ? { ...before, modified: modified(content) } : before
  }
  let revisions: KnownContent['revisions'][number][] = []
  for (const { file, rows } of files)
    revisions = revisions.concat(await readRevisions(connection, dataset, join(folder, file), rows))
  revisions.sort(([a], [b]) => a - b)
  const times = new Set([...runs.map(([, , at]) => at), ...revisions.map(([at]) => at)])
  const made = versionsIn(loads)
  // The simulated market has revisions of the time before its first version.
  const versionAt = (at: number) => (made.find(([then]) => then >= at) ?? made.at(-1)!)[1]
  const versions = [...times].sort((a, b) => a - b).map((at) => [at, versionAt(at)] as const)
  const paths = parts.map(({ file }) => join(folder, file))
  const lastTimes = await readLastTimes(connection, dataset, paths)
  const content: KnownContent = { runs, versions, revisions, lastTimes }
  const bytes = gzipSync(sealJson(content))
  await writeFile(join(target, name), bytes)
  return { name, bytes: bytes.length, modified: modified(content) }
}

/** The content of a file; null where it is damaged. */
export function decodeKnown(bytes: Buffer): KnownContent | null {
  try {
    return unsealJson<KnownContent>(gunzipSync(bytes).toString())
  } catch {
    return null
  }
}
