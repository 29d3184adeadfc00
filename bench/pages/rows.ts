import { DatabaseSync } from 'node:sqlite'
import { DuckDBInstance } from '@duckdb/node-api'
import pg from 'pg'
import { columnsOf, type Dataset } from '../../src/catalogue/dataset.ts'
import { quote } from '../../src/lake/schema.ts'
import type { Query } from '../../src/query/parameters.ts'

type Row = readonly (string | number | null)[]

/** Rows of a database in the one order of the dataset, one more than the limit where there is one. */
export type Rows = (query: Query) => Promise<readonly Row[]> | readonly Row[]

/** The statement for a query, and its values; `list` says how a database compares with several ids. */
function statementOf(
  { id, date, columns }: Dataset,
  { ids, from, to, limit, columns: columnNames }: Query,
  mark: (n: number) => string,
  list: (ids: readonly string[], place: (value: unknown) => string) => string,
): { text: string; values: unknown[] } {
  const values: unknown[] = []
  const place = (value: unknown) => mark(values.push(value))
  const where = [
    ...(ids === null ? [] : ids.length === 1 ? [`${quote(id!)} = ${place(ids[0])}`] : [list(ids, place)]),
    ...(from === null ? [] : [`${quote(date)} >= ${place(from)}`]),
    ...(to === null ? [] : [`${quote(date)} <= ${place(to)}`]),
  ]
  const order = ids?.length === 1 ? `${quote(date)} DESC` : `${quote(date)} DESC, ${quote(id!)}`
  const text = `SELECT ${(columnNames ?? Object.keys(columns)).map(quote).join(', ')} FROM prices ${
    where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''
  } ORDER BY ${order} LIMIT ${place(limit + 1)}`
  return { text, values }
}

export function postgresRows(dataset: Dataset, url: string): Rows {
  const pool = new pg.Pool({ connectionString: url, max: 16, idleTimeoutMillis: 0 })
  // Values stay the text they came as: it is what is sent.
  const types = { getTypeParser: () => (raw: string) => raw } as unknown as pg.CustomTypesConfig
  const names = new Map<string, string>()
  return async (query) => {
    const { text, values } = statementOf(
      dataset,
      query,
      (n) => `$${n}`,
      (ids, place) => `${quote(dataset.id!)} = ANY(${place(ids)})`,
    )
    const name = names.get(text) ?? `q${names.size}`
    names.set(text, name)
    const { rows } = await pool.query<(string | null)[]>({ name, text, values, rowMode: 'array', types })
    return rows
  }
}

export function sqliteRows(dataset: Dataset, path: string): Rows {
  const database = new DatabaseSync(path, { readOnly: true })
  database.exec('PRAGMA cache_size = -262144; PRAGMA mmap_size = 4294967296')
  const prepared = new Map<string, ReturnType<DatabaseSync['prepare']>>()
  return (query) => {
    const { text, values } = statementOf(
      dataset,
      query,
      () => '?',
      (ids, place) => `${quote(dataset.id!)} IN (${ids.map(place).join(', ')})`,
    )
    const statement = prepared.get(text) ?? database.prepare(text)
    if (!prepared.has(text)) statement.setReturnArrays(true)
    prepared.set(text, statement)
    return statement.all(...(values as string[])) as unknown as Row[]
  }
}

/** Rows of Parquet files, as text. */
export async function duckRows(dataset: Dataset, place: string): Promise<Rows> {
  const instance = await DuckDBInstance.create(':memory:', { threads: '1' })
  const connection = await instance.connect()
  const columns = columnsOf(dataset).map(([name]) => `CAST(${quote(name)} AS VARCHAR) AS ${quote(name)}`)
  await connection.run(
    `CREATE VIEW prices AS SELECT ${columns.join(', ')} FROM read_parquet([${place
      .split(',')
      .map((file) => `'${file}'`)
      .join(', ')}])`,
  )
  return async (query) => {
    const { text, values } = statementOf(
      dataset,
      query,
      (n) => `$${n}`,
      (ids, mark) => `${quote(dataset.id!)} IN (${ids.map(mark).join(', ')})`,
    )
    const found = await connection.runAndReadAll(text, values as string[])
    return found.getRows() as unknown as Row[]
  }
}

/** Writes rows as JSON, byte for byte as the pages hold them. */
export function createEncoder(
  dataset: Dataset,
): (rows: readonly Row[], columnNames: readonly string[] | null) => string {
  const fields = columnsOf(dataset)
  return (rows, columnNames) => {
    const chosen = columnNames ? fields.filter(([name]) => columnNames.includes(name)) : fields
    const heads = chosen.map(([name], i) => `${i === 0 ? '{' : ','}${JSON.stringify(name)}:`)
    const kinds = chosen.map(([, { kind }]) => (kind === 'integer' ? 0 : kind === 'text' ? 1 : 2))
    let text = ''
    for (let n = 0; n < rows.length; n++) {
      const row = rows[n]!
      if (n > 0) text += ',\n'
      for (let i = 0; i < heads.length; i++) {
        const value = row[i]!
        text += heads[i]
        text += value === null || kinds[i] === 0 ? value : kinds[i] === 1 ? JSON.stringify(value) : `"${value}"`
      }
      text += '}'
    }
    return text
  }
}
