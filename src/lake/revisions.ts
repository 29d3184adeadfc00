import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Dataset } from '../catalogue/dataset.ts'
import { makeFolder } from '../disk.ts'
import { readColumns } from './duck.ts'
import type { Holding, RevisionFile } from './manifest.ts'
import { writeParquet } from './parquet.ts'
import { literal, quote, sqlColumns } from './schema.ts'

/**
 * The rows that were changed, withdrawn, or inserted among the rows of a day that was there already: when, and the row
 * before (of an inserted one its key alone). A dataset has a file for each year, so that what a year changed is written
 * in that year alone.
 */

export const revisionKinds = ['inserted', 'corrected', 'withdrawn'] as const
export type RevisionKind = (typeof revisionKinds)[number]

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

/** Writes revised rows behind those of earlier versions, each in the file of its year; the files of other years are kept. */
export async function writeRevisions(
  lane: DuckDBConnection,
  dataset: Dataset,
  added: readonly string[],
  { folder, held, keep, assertSound }: RevisionOptions,
): Promise<Holding['revisions']> {
  const before = held?.holding.revisions ?? []
  const earlier = before.filter(isEarlier)
  const sources = [...earlier.map(({ file }) => fromEarlier(dataset, join(held!.root, file))), ...added]
  for (const { file, sha256 } of earlier) await assertSound(join(held!.root, file), sha256)
  const table = quote(`revised_${dataset.name}`)
  const key = dataset.key.map(quote).join(', ')
  const files: RevisionFile[] = []
  let years: string[] = []
  if (sources.length > 0) {
    await lane.run(`CREATE OR REPLACE TEMP TABLE ${table} AS ${sources.join(' UNION ALL BY NAME ')}`)
    const found = await readColumns(lane, `SELECT DISTINCT strftime(recorded_at, '%Y') AS year FROM ${table}`)
    years = found.year as string[]
  }
  if (before.length + years.length > 0) makeFolder(join(folder, '_revisions', dataset.name))
  for (const year of years) {
    const own = before.find((one) => !isEarlier(one) && yearIn(one.file) === year)
    const added = `FROM ${table} WHERE strftime(recorded_at, '%Y') = ${literal(year)}`
    const path = own && join(held!.root, own.file)
    if (own) await assertSound(path!, own.sha256)
    const rows = own ? `FROM read_parquet(${literal(path!)}) UNION ALL BY NAME ${added}` : added
    const file = `_revisions/${dataset.name}/${year}.parquet`
    const written = await writeParquet(lane, `FROM (${rows}) ORDER BY recorded_at, ${key}`, join(folder, file))
    files.push({ file, rows: written!.rows, sha256: written!.sha256 })
  }
  if (sources.length > 0) await lane.run(`DROP TABLE ${table}`)
  for (const one of before) {
    if (isEarlier(one) || years.includes(yearIn(one.file))) continue
    await keep(held!.root, one.file)
    files.push(one)
  }
  return files.sort((a, b) => (a.file < b.file ? -1 : 1))
}

/** SQL: a revised row, with the columns of the row before. */
export const revisionSql = (dataset: Dataset, at: string, kind: string, side: 's' | 'e', onlyKey = false): string =>
  `SELECT TIMESTAMPTZ ${literal(at)} AS recorded_at, ${kind} AS kind, ${sqlColumns(dataset)
    .map(([name, type]) =>
      onlyKey && !dataset.key.includes(name) ? `CAST(NULL AS ${type}) AS ${quote(name)}` : `${side}.${quote(name)}`,
    )
    .join(', ')}`

/** SQL: the columns of rows as they were before, with the dataset's types; of inserted rows those of the key alone. */
export const asRevised = (dataset: Dataset): string =>
  sqlColumns(dataset)
    .map(([name, type]) => {
      const column = dataset.key.includes(name) ? quote(name) : `CASE WHEN kind <> 'inserted' THEN ${quote(name)} END`
      return `CAST(${column} AS ${type}) AS ${quote(name)}`
    })
    .join(', ')
