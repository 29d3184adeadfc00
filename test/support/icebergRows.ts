import assert from 'node:assert/strict'
import { join } from 'node:path'
import { columnsOf, type Dataset } from '../../src/catalogue/dataset.ts'
import type { Field } from '../../src/fields.ts'
import type { Engine } from '../../src/lake/engine.ts'
import type { Version } from '../../src/lake/lake.ts'
import { fileList, quote } from '../../src/lake/schema.ts'
import { unlikeDatasets } from './unlikeDatasets.ts'

type Row = Record<string, unknown>

/** The rows of a version by DuckDB, in the order of the files; decimals as their units, times in milliseconds. */
async function rowsOf(engine: Engine, { manifest, folder }: Version, dataset: Dataset): Promise<Row[]> {
  const { parts } = manifest.datasets[dataset.name]!
  const columns = columnsOf(dataset).map(([name, { kind, scale }]) => {
    if (kind === 'decimal')
      return `(${quote(name)}::DECIMAL(38,${scale}) * ${10 ** scale!})::HUGEINT::VARCHAR AS ${quote(name)}`
    if (kind === 'datetime') return `epoch_ms(${quote(name)})::VARCHAR AS ${quote(name)}`
    return kind === 'boolean' ? quote(name) : `${quote(name)}::VARCHAR AS ${quote(name)}`
  })
  const files = fileList(parts.map(({ file }) => join(folder, file)))
  const sql = `SELECT ${columns.join(', ')} FROM read_parquet(${files}, filename = true, file_row_number = true)`
  const rows = await engine.connection.runAndReadAll(`${sql} ORDER BY filename DESC, file_row_number`)
  return rows.getRowObjectsJson() as Row[]
}

/** A value as the library has it, in the form that DuckDB was asked for. */
function plainOf({ kind, scale }: Field, value: unknown): unknown {
  if (value === null || value === undefined) return null
  if (kind === 'date') return (value as Date).toISOString().slice(0, 10)
  if (kind === 'datetime') return String((value as Date).getTime())
  if (kind === 'decimal') return String(Math.round((value as number) * 10 ** scale!))
  if (kind === 'boolean') return value
  return String(value)
}

/** Compares rows that another library has read from a table with those of a version. */
export async function assertRowsOf(engine: Engine, version: Version, dataset: Dataset, rows: readonly Row[]) {
  const columns = columnsOf(dataset)
  const found = rows.map((row) => Object.fromEntries(columns.map(([name, field]) => [name, plainOf(field, row[name])])))
  assert.deepEqual(found, await rowsOf(engine, version, dataset), dataset.name)
}

/** The Iceberg type of a column, by the documents and not by the code that writes it. */
export const typeOfColumn = ({ kind, scale }: Field): string =>
  ({
    text: 'string',
    date: 'date',
    datetime: 'timestamptz',
    integer: 'long',
    decimal: `decimal(18, ${scale})`,
    boolean: 'boolean',
  })[kind]

/** Datasets that together have every category, every kind of column and of key, and a retention; with TORTURE all. */
export const tabledDatasets = () =>
  unlikeDatasets((dataset) => [
    dataset.category,
    `retention ${dataset.retention !== null}`,
    ...columnsOf(dataset).map(([name, field]) =>
      JSON.stringify([typeOfColumn(field), field.nullable, dataset.key.includes(name)]),
    ),
  ])
