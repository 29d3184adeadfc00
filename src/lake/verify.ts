import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Dataset } from '../catalogue/dataset.ts'
import { fileDamage } from '../disk.ts'
import { type Engine, readRow } from './engine.ts'
import type { Version } from './lake.ts'
import { type Part, versionOf } from './manifest.ts'
import { isDivided } from './periods.ts'
import { faultsOf, literal, quote, sqlColumns } from './schema.ts'

/** Checks a version and returns one sentence per fault. */
export async function verify(
  { manifest, folder }: Version,
  datasets: readonly Dataset[],
  engine: Engine,
  onDataset: (name: string) => void = () => {},
): Promise<string[]> {
  const faults: string[] = []
  /** The files beside the rows. */
  const besides = [...manifest.loads]
  if (manifest.version !== versionOf(manifest)) faults.push(`manifest: its version is not the hash of its rows`)
  for (const name of Object.keys(manifest.datasets))
    if (!datasets.some((dataset) => dataset.name === name)) faults.push(`${name}: is not in the catalogue`)
  for (const dataset of datasets) {
    onDataset(dataset.name)
    const holding = manifest.datasets[dataset.name]
    if (!holding) continue
    if (holding.rows !== holding.parts.reduce((sum, part) => sum + part.rows, 0))
      faults.push(`${dataset.name}: the manifest's row counts do not add up`)
    if (manifest.format > 1 && !isDivided(dataset, holding.parts, manifest.through))
      faults.push(`${dataset.name}: its parts are not those that its rows make by the calendar, in order`)
    for (const part of holding.parts) {
      const path = join(folder, part.file)
      const damage = await fileDamage(path, part.sha256)
      if (damage === 'missing') faults.push(`${part.file}: is missing`)
      else if (damage !== null) faults.push(`${part.file}: is damaged, its checksum is not the manifest's`)
      else faults.push(...(await faultsOfPart(engine.connection, dataset, part, path)))
    }
    besides.push(...holding.revisions)
  }
  for (const { file, sha256 } of besides)
    if ((await fileDamage(join(folder, file), sha256)) !== null) faults.push(`${file}: is missing or damaged`)
  return faults
}

async function faultsOfPart(
  connection: DuckDBConnection,
  dataset: Dataset,
  part: Part,
  path: string,
): Promise<string[]> {
  const file = `read_parquet(${literal(path)}, file_row_number = true)`
  const described = (await connection.runAndReadAll(`DESCRIBE SELECT * FROM read_parquet(${literal(path)})`)).getRows()
  const columns = described.map(([name, type]) => `${name} ${type}`).join(', ')
  const expected = sqlColumns(dataset)
    .map(([name, type]) => `${name} ${type === 'TIMESTAMPTZ' ? 'TIMESTAMP WITH TIME ZONE' : type}`)
    .join(', ')
  if (columns !== expected) return [`${part.file}: its columns are not the registry's`]
  const key = dataset.key.map(quote).join(', ')
  const rules = faultsOf(dataset)
  const facts = await readRow(
    connection,
    `SELECT count(*) AS n, min(${quote(dataset.date)})::VARCHAR AS first, max(${quote(dataset.date)})::VARCHAR AS last,
       count(*) FILTER (WHERE before >= here) AS disorder
       ${rules.map(([, bad], i) => `, count(*) FILTER (WHERE ${bad}) AS f${i}`).join('')}
     FROM (SELECT *, row(${key}) AS here, lag(row(${key})) OVER (ORDER BY file_row_number) AS before FROM ${file})`,
  )
  const faults: string[] = []
  if (Number(facts.n) !== part.rows) faults.push(`${part.file}: has ${facts.n} rows, the manifest says ${part.rows}`)
  if (facts.first !== part.first_date || facts.last !== part.last_date)
    faults.push(`${part.file}: its dates are ${facts.first} to ${facts.last}, not the manifest's`)
  if (Number(facts.disorder) > 0)
    faults.push(`${part.file}: ${facts.disorder} rows are out of key order or repeat a key`)
  for (const [i, [rule]] of rules.entries())
    if (Number(facts[`f${i}`]) > 0) faults.push(`${part.file}: ${facts[`f${i}`]} rows where ${rule}`)
  return faults
}
