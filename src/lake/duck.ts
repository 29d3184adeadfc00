import type { DuckDBConnection, DuckDBDataChunk, DuckDBVector } from '@duckdb/node-api'
import type { Batch, BatchColumn } from './batch.ts'
import { quote, type TableScope } from './schema.ts'

/** A result column: numbers with NaN for null, or text with null. */
export type Column = Float64Array | (string | null)[]

const chunkRows = 2048

/** The memory of a numeric vector, for bulk access. */
const insideOf = (vector: DuckDBVector) =>
  vector as unknown as { items: Float64Array; validity: { data: BigUint64Array | null; offset: number } }

/** Copies the numbers of a vector; null becomes NaN. */
function copyNumbers(vector: DuckDBVector, rows: number, target: Float64Array, at: number): void {
  const { items, validity } = insideOf(vector)
  target.set(items.subarray(0, rows), at)
  if (!validity.data) return
  const bits = new Uint8Array(validity.data.buffer, validity.data.byteOffset, validity.data.byteLength)
  for (let row = 0; row < rows; row++) {
    const bit = validity.offset + row
    if (((bits[bit >> 3]! >> (bit & 7)) & 1) === 0) target[at + row] = Number.NaN
  }
}

/** Runs a query with DOUBLE and VARCHAR columns and returns whole columns by name. */
export async function readColumns(connection: DuckDBConnection, sql: string): Promise<Record<string, Column>> {
  // Materialised, because a streamed result ends silently when its connection runs another query.
  const result = await connection.run(sql)
  const names = result.columnNames()
  const isText = result.columnTypes().map((type) => type.toString() === 'VARCHAR')
  const parts: { chunk: DuckDBDataChunk; rows: number }[] = []
  let size = 0
  for (let chunk = await result.fetchChunk(); chunk; chunk = await result.fetchChunk()) {
    const rows = chunk.rowCount
    if (rows === 0) break
    parts.push({ chunk, rows })
    size += rows
  }
  const columns: Record<string, Column> = {}
  for (const [index, name] of names.entries()) {
    let at = 0
    if (isText[index]) {
      const column = new Array<string | null>(size)
      for (const { chunk, rows } of parts) {
        const vector = chunk.getColumnVector(index)
        for (let row = 0; row < rows; row++) column[at++] = vector.getItem(row) as string | null
      }
      columns[name] = column
    } else {
      const column = new Float64Array(size)
      for (const { chunk, rows } of parts) {
        copyNumbers(chunk.getColumnVector(index), rows, column, at)
        at += rows
      }
      columns[name] = column
    }
  }
  return columns
}

const cast: Record<BatchColumn['kind'], (value: string, scale: number) => string> = {
  text: (value) => value,
  date: (value) => `(DATE '1970-01-01' + CAST(${value} AS INTEGER))`,
  datetime: (value) => `to_timestamp(${value} / 1000)`,
  integer: (value) => `CAST(${value} AS BIGINT)`,
  // A BIGINT times an exact power of ten stays a DECIMAL.
  decimal: (value, scale) =>
    `CAST(CAST(CAST(${value} AS BIGINT) AS DECIMAL(18,0)) * CAST('${(10 ** -scale).toFixed(scale)}' AS DECIMAL(${scale + 1},${scale})) AS DECIMAL(18,${scale}))`,
  boolean: (value) => `CAST(${value} AS BOOLEAN)`,
}

/** Batches up to this size carry their words themselves: a dictionary takes longer to create than it saves. */
const fewRows = 8_192

/** Moves a batch into a new table with the dataset's types, or into an existing one; it has no rows afterwards. */
export async function stage(
  connection: DuckDBConnection,
  batch: Batch,
  table: string,
  scope: TableScope | null = 'TEMP TABLE',
): Promise<void> {
  const { DOUBLE, DuckDBDataChunk, VARCHAR } = await import('@duckdb/node-api')
  const raw = `${table}_raw`
  const isFew = batch.size() <= fewRows
  const words = batch.columns.map(({ kind }, i) => (kind === 'text' ? batch.dictionary(i) : null))
  const types = words.map((known) => (known && isFew ? VARCHAR : DOUBLE))
  await connection.run(
    `CREATE OR REPLACE TEMP TABLE ${quote(raw)} (${types.map((type, i) => `c${i} ${type}`).join(', ')})`,
  )
  const appender = await connection.createAppender(raw)
  const values = batch.columns.map((_, i) => batch.values(i))
  for (let start = 0; start < batch.size(); start += chunkRows) {
    const rows = Math.min(chunkRows, batch.size() - start)
    const chunk = DuckDBDataChunk.create(types, rows)
    for (const [i, column] of values.entries()) {
      const vector = chunk.getColumnVector(i)
      const known = words[i]
      if (known && isFew)
        for (let row = 0; row < rows; row++) {
          const code = column[start + row]!
          vector.setItem(row, Number.isNaN(code) ? null : known[code]!)
        }
      else insideOf(vector).items.set(column.subarray(start, start + rows))
      vector.flush()
    }
    appender.appendDataChunk(chunk)
  }
  appender.closeSync()
  batch.clear()
  const joins: string[] = []
  const selected: string[] = []
  const scratch = [raw]
  for (const [i, { name, kind, scale }] of batch.columns.entries()) {
    const known = words[i]
    if (known && isFew) selected.push(`r.c${i} AS ${quote(name)}`)
    else if (known) {
      const dictionary = `${table}_d${i}`
      await stageDictionary(connection, dictionary, known)
      scratch.push(dictionary)
      joins.push(`LEFT JOIN ${quote(dictionary)} d${i} ON d${i}.code = r.c${i}`)
      selected.push(`d${i}.word AS ${quote(name)}`)
    } else
      selected.push(`CASE WHEN isnan(r.c${i}) THEN NULL ELSE ${cast[kind](`r.c${i}`, scale)} END AS ${quote(name)}`)
  }
  const into = scope === null ? `INSERT INTO ${quote(table)}` : `CREATE OR REPLACE ${scope} ${quote(table)} AS`
  await connection.run(`${into} SELECT ${selected.join(', ')} FROM ${quote(raw)} r ${joins.join(' ')}`)
  await connection.run(scratch.map((name) => `DROP TABLE ${quote(name)}`).join('; '))
}

async function stageDictionary(connection: DuckDBConnection, table: string, words: readonly string[]): Promise<void> {
  const { DOUBLE, DuckDBDataChunk, VARCHAR } = await import('@duckdb/node-api')
  await connection.run(`CREATE OR REPLACE TEMP TABLE ${quote(table)} (code DOUBLE, word VARCHAR)`)
  const appender = await connection.createAppender(table)
  for (let start = 0; start < words.length; start += chunkRows) {
    const part = words.slice(start, start + chunkRows)
    const chunk = DuckDBDataChunk.create([DOUBLE, VARCHAR], part.length)
    chunk.setColumns([part.map((_, i) => start + i), part])
    appender.appendDataChunk(chunk)
  }
  appender.closeSync()
}
