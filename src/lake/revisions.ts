import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Dataset } from '../catalogue/dataset.ts'
import { taipeiTime } from '../days.ts'
import { makeFolder } from '../disk.ts'
import type { Holding, RevisionFile } from './manifest.ts'
import { writeParquet } from './parquet.ts'
import { literal, quote, sqlColumns } from './schema.ts'

/**
 * The rows that were changed, withdrawn, or inserted among the rows of a day that was there already: when, and the row
 * before (of an inserted one its key alone). A dataset has a file for each year, so that what a year changed is written
 * in that year alone.
 */

export type RevisionKind = 'inserted' | 'corrected' | 'withdrawn'

const yearIn = (file: string): string => file.slice(-'2026.parquet'.length, -'.parquet'.length)

/** Revisions of releases up to 0.10 have one file, with key and values as JSON. */
export const isEarlier = ({ file }: RevisionFile): boolean => !/\/\d{4}\.parquet$/.test(file)

/** SQL: the rows of an earlier file of revisions in the present columns. */
const fromEarlier = (dataset: Dataset, path: string): string =>
  `SELECT recorded_at, CASE WHEN new IS NULL THEN 'withdrawn' ELSE 'corrected' END AS kind, ${sqlColumns(dataset)
    .map(([name, type]) => {
      const side = dataset.key.includes(name) ? '"key"' : 'old'
      return `CAST(json_extract_string(${side}, ${literal(`$.${name}`)}) AS ${type}) AS ${quote(name)}`
    })
    .join(', ')} FROM read_parquet(${literal(path)})`

type RevisionOptions = {
  readonly folder: string
  readonly held: { readonly root: string; readonly holding: Holding } | null
  readonly keep: (root: string, file: string) => Promise<void>
  readonly assertSound: (path: string, sha256: string) => Promise<void>
}

/** Writes rows that were revised at a time behind those of earlier versions; the files of other years are kept. */
export async function writeRevisions(
  lane: DuckDBConnection,
  dataset: Dataset,
  { at, added }: { readonly at: string; readonly added: readonly string[] },
  { folder, held, keep, assertSound }: RevisionOptions,
): Promise<Holding['revisions']> {
  const before = held?.holding.revisions ?? []
  const year = taipeiTime(at).slice(0, 4)
  const isKept = (one: RevisionFile) => !isEarlier(one) && (added.length === 0 || yearIn(one.file) !== year)
  if (before.length + added.length > 0) makeFolder(join(folder, '_revisions', dataset.name))
  const files = before.filter(isKept)
  for (const { file } of files) await keep(held!.root, file)
  const changed = before.filter((one) => !isKept(one))
  if (changed.length + added.length === 0) return files
  const earlier: string[] = []
  for (const one of changed) {
    const path = join(held!.root, one.file)
    await assertSound(path, one.sha256)
    earlier.push(isEarlier(one) ? fromEarlier(dataset, path) : `SELECT * FROM read_parquet(${literal(path)})`)
  }
  const file = `_revisions/${dataset.name}/${year}.parquet`
  const key = dataset.key.map(quote).join(', ')
  const rows = `SELECT * FROM (${[...earlier, ...added].join(' UNION ALL BY NAME ')}) ORDER BY recorded_at, ${key}`
  const written = await writeParquet(lane, rows, join(folder, file))
  return written ? [...files, { file, rows: written.rows, sha256: written.sha256 }] : files
}

/** SQL: a revised row, with the columns of the row before. */
export const revisionSql = (dataset: Dataset, at: string, kind: string, side: 's' | 'e', onlyKey = false): string =>
  `SELECT TIMESTAMPTZ ${literal(at)} AS recorded_at, ${kind} AS kind, ${sqlColumns(dataset)
    .map(([name, type]) =>
      onlyKey && !dataset.key.includes(name) ? `CAST(NULL AS ${type}) AS ${quote(name)}` : `${side}.${quote(name)}`,
    )
    .join(', ')}`
