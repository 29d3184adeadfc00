import { columnsOf, type Dataset } from '../catalogue/dataset.ts'
import type { Field } from '../fields.ts'

/** Precision 18 keeps a decimal in one machine word; the largest amount in the catalogue needs 17 digits. */
export const decimalPrecision = 18

const sqlTypes: Record<Field['kind'], (field: Field) => string> = {
  text: () => 'VARCHAR',
  date: () => 'DATE',
  datetime: () => 'TIMESTAMPTZ',
  integer: () => 'BIGINT',
  decimal: ({ scale }) => `DECIMAL(${decimalPrecision},${scale})`,
  boolean: () => 'BOOLEAN',
}

export const sqlType = (field: Field): string => sqlTypes[field.kind](field)

/** Column names and SQL types of a dataset's tables and Parquet files. */
export const sqlColumns = (dataset: Dataset): [string, string][] =>
  columnsOf(dataset).map(([name, field]) => [name, sqlType(field)])

export const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`
export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** SQL: the list of files for `read_parquet`. */
export const fileList = (paths: readonly string[]): string => `[${paths.map(literal).join(', ')}]`

/** A table of one connection, or one that all connections see. */
export type TableScope = 'TEMP TABLE' | 'TABLE'

export const createTable = (dataset: Dataset, name: string, scope: TableScope = 'TABLE'): string =>
  `CREATE OR REPLACE ${scope} ${quote(name)} (${sqlColumns(dataset)
    .map(([column, type]) => `${quote(column)} ${type}`)
    .join(', ')})`

/** Constraints beyond types: a description, and a SQL condition that is true for a bad row. */
export const faultsOf = (dataset: Dataset): [string, string][] =>
  columnsOf(dataset).flatMap(([name, field]) => {
    const column = quote(name)
    const faults: [string, string][] = []
    if (!field.nullable) faults.push([`${name} is null`, `${column} IS NULL`])
    if (field.values)
      faults.push([
        `${name} is not one of ${field.values.join(', ')}`,
        `${column} IS NOT NULL AND ${column} NOT IN (${field.values.map(literal).join(', ')})`,
      ])
    return faults
  })
