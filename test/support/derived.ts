import assert from 'node:assert/strict'
import { DuckDBInstance } from '@duckdb/node-api'
import { columnsOf, type Dataset } from '../../src/catalogue/dataset.ts'
import type { Derivation } from '../../src/derive/derivation.ts'
import type { Field } from '../../src/fields.ts'
import { readColumns, stage } from '../../src/lake/duck.ts'
import { createTable, literal, sqlColumns } from '../../src/lake/schema.ts'

/** Values as people write them: dates and decimals as text, the rest as it is. */
export type Written = Readonly<Record<string, string | number | boolean | null>>
export type Read = Record<string, string | null>

const blank: Record<Field['kind'], string> = {
  text: '',
  date: '1970-01-01',
  datetime: '1970-01-01',
  integer: '0',
  decimal: '0',
  boolean: 'false',
}

export const unitsOf = (decimal: string | number, scale = 4): bigint => {
  const [whole, fraction = ''] = String(decimal).split('.') as [string, string?]
  return BigInt(whole + fraction.padEnd(scale, '0'))
}

type PriceChange = { readonly before: number | null; readonly reference: number | null }

/** False if the changes raise a price of 2,000 TWD beyond 128 bits, of which a factor takes 80. */
export const isRepresentable = (changes: readonly PriceChange[], most = 2 ** 46): boolean =>
  changes.reduce(
    (units, { before, reference }) => (before && reference ? units * Math.max(1, reference / before) : units),
    2e7,
  ) < most

export const textOf = (units: bigint, scale = 4): string => {
  const digits = String(units < 0n ? -units : units).padStart(scale + 1, '0')
  return `${units < 0n ? '-' : ''}${digits.slice(0, -scale)}.${digits.slice(-scale)}`
}

const sqlOf = (field: Field, value: Written[string] | undefined): string =>
  value === null || (value === undefined && field.nullable) ? 'NULL' : literal(String(value ?? blank[field.kind]))

/** A database of a few datasets, and what a derivation makes of it. */
export async function lakeOf(datasets: readonly Dataset[]) {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await instance.connect()
  const stored = (name: string) => `stored_${name}`
  for (const dataset of datasets) await connection.run(createTable(dataset, stored(dataset.name)))

  /** Shows the rows dated before a day only, as if the others had not come yet. */
  const cut = async (before: string | null): Promise<void> => {
    for (const { name, date } of datasets)
      await connection.run(
        `CREATE OR REPLACE VIEW ${name} AS FROM ${stored(name)} WHERE ${
          before === null || date === 'as_of_date' ? 'true' : `${date} < DATE ${literal(before)}`
        }`,
      )
  }

  const put = async (dataset: Dataset, rows: readonly Written[]): Promise<void> => {
    const fields = columnsOf(dataset)
    const values = rows.map((row) => `(${fields.map(([name, field]) => sqlOf(field, row[name])).join(', ')})`)
    if (values.length > 0) await connection.run(`INSERT INTO ${stored(dataset.name)} VALUES ${values.join(', ')}`)
  }

  const clear = async (): Promise<void> => {
    for (const { name } of datasets) await connection.run(`DELETE FROM ${stored(name)}`)
  }

  const select = async (sql: string): Promise<Read[]> =>
    (await connection.runAndReadAll(sql)).getRowObjectsJson() as Read[]

  /** Computes into a table and checks that it has the dataset's columns, in order and with their types. */
  const derive = async (derivation: Derivation, since: string | null, table: string): Promise<void> => {
    const { dataset } = derivation
    const rows = await derivation.rows({ columns: (sql) => readColumns(connection, sql) }, since)
    if (typeof rows === 'string') await connection.run(`CREATE OR REPLACE TEMP TABLE ${table} AS ${rows}`)
    else if ('push' in rows) await stage(connection, rows, table)
    else {
      await connection.run(createTable(dataset, table, 'TEMP TABLE'))
      for await (const batch of rows) await stage(connection, batch, table, null)
    }
    const described = await select(`SELECT column_name, column_type FROM (DESCRIBE ${table})`)
    assert.deepEqual(
      described.map(({ column_name, column_type }) => [column_name, column_type]),
      sqlColumns(dataset),
    )
    const keys = await select(
      `SELECT * FROM ${table} QUALIFY count(*) OVER (PARTITION BY ${dataset.key.join(', ')}) > 1 LIMIT 1`,
    )
    assert.deepEqual(keys, [], `${dataset.name} repeats a key`)
  }

  const rowsOf = (dataset: Dataset, table: string): Promise<Read[]> =>
    select(`SELECT ${sqlColumns(dataset)
      .map(([name]) => `CAST("${name}" AS VARCHAR) AS "${name}"`)
      .join(', ')}
      FROM ${table} ORDER BY ${dataset.key.join(', ')}`)

  const rows = async (derivation: Derivation, since: string | null = null): Promise<Read[]> => {
    await derive(derivation, since, 'derived')
    return rowsOf(derivation.dataset, 'derived')
  }

  /** What was computed before `since` and then brought up to date must equal what is computed at once. */
  const assertIncremental = async (derivation: Derivation, since: string): Promise<void> => {
    const { dataset } = derivation
    await cut(since)
    await derive(derivation, null, 'earlier')
    await cut(null)
    await derive(derivation, since, 'later')
    await derive(derivation, null, 'whole')
    await connection.run(`CREATE OR REPLACE TEMP TABLE merged AS
      FROM earlier ANTI JOIN later USING (${dataset.key.join(', ')}) UNION ALL FROM later`)
    assert.deepEqual(await rowsOf(dataset, 'merged'), await rowsOf(dataset, 'whole'), `${dataset.name} since ${since}`)
    const known = await select(
      `SELECT count(*) AS strays FROM later WHERE NOT EXISTS (FROM whole WHERE ${dataset.key
        .map((column) => `whole.${column} = later.${column}`)
        .join(' AND ')})`,
    )
    assert.equal(Number(known[0]!.strays), 0)
  }

  await cut(null)
  return { connection, put, clear, cut, select, rows, derive, assertIncremental }
}
