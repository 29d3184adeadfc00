import { join } from 'node:path'
import { columnsOf, type Dataset, tableOf } from '../../catalogue/dataset.ts'
import type { Version } from '../../lake/lake.ts'
import { createTable, fileList, quote } from '../../lake/schema.ts'
import type { Tables } from '../guard/rule.ts'
import type { MakeTable } from './messages.ts'

/** The version and the datasets that may be read: what is not among them is not there. */
export type Rows = { readonly version: Version; readonly datasets: readonly Dataset[] }

/** Rows as a process of the sandbox is given them. */
export type World = {
  readonly key: string
  readonly version: string
  readonly make: readonly MakeTable[]
  readonly files: readonly string[]
  /** The files as a list in SQL. */
  readonly allowed: string
  readonly tables: Tables
}

export const keyOf = ({ version, datasets }: Rows): string =>
  [version.folder, ...datasets.map(({ name }) => name).sort()].join(' ')

export function worldOf(rows: Rows): World {
  const { folder, manifest } = rows.version
  const filesOf = ({ name }: Dataset) => (manifest.datasets[name]?.parts ?? []).map(({ file }) => join(folder, file))
  const files = rows.datasets.flatMap(filesOf)
  return {
    key: keyOf(rows),
    version: folder,
    make: rows.datasets.map((dataset) => {
      const own = filesOf(dataset)
      const table = dataset.name
      const alias = `CREATE VIEW ${quote(tableOf(dataset))} AS FROM ${quote(table)}`
      if (own.length === 0) return { table, sql: [createTable(dataset, table), alias] }
      const columns = columnsOf(dataset).map(([column]) => quote(column))
      const view = `CREATE VIEW ${quote(table)} AS SELECT ${columns.join(', ')} FROM read_parquet(${fileList(own)})`
      return { table, sql: [view, alias] }
    }),
    files,
    allowed: fileList(files),
    tables: Object.fromEntries(
      rows.datasets.flatMap((dataset) => {
        const columns = columnsOf(dataset).map(([column]) => column)
        return [dataset.name, tableOf(dataset)].map((name) => [name, columns])
      }),
    ),
  }
}
