import type { DuckDBConnection, DuckDBDataChunk, DuckDBVector } from '@duckdb/node-api'
import type { Batch, BatchColumn } from './batch.ts'
import { createTable, decimalPrecision, type TableScope } from './schema.ts'

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

type Memory = ArrayBufferView<ArrayBuffer>
/** The memory of a vector that is written: its values, and a bit for each that is not null. */
type Writable = { items?: Memory; dataView?: Memory; validity: { data: BigUint64Array | null } }

/** Writes the values of a batch into a vector of their type: text as positions among its words, 64 bits as two halves. */
function writeVector(vector: DuckDBVector, { name, kind }: BatchColumn, values: Float64Array): void {
  const inside = vector as unknown as Writable
  const { buffer, byteOffset, byteLength } = (inside.items ?? inside.dataView)!
  const bytes = byteLength / chunkRows
  const Items = bytes === 1 ? Uint8Array : bytes === 2 ? Uint16Array : Int32Array
  const items = new Items(buffer, byteOffset, byteLength / Items.BYTES_PER_ELEMENT)
  let bits: Uint8Array<ArrayBuffer> | null = null
  if (bytes < 8) items.set(values)
  for (let row = 0; row < values.length; row++) {
    const value = kind === 'datetime' ? values[row]! * 1_000 : values[row]!
    if (Number.isNaN(value)) {
      bits ??= new Uint8Array(chunkRows / 8).fill(255)
      bits[row >> 3]! &= ~(1 << (row & 7))
    } else if (bytes === 8) {
      if (Math.abs(value) >= 10 ** decimalPrecision) throw new RangeError(`${name}: ${value} is too large`)
      items[2 * row] = value
      items[2 * row + 1] = Math.floor(value / 2 ** 32)
    }
  }
  inside.validity.data = bits && new BigUint64Array(bits.buffer)
  vector.flush()
}

/** Moves a batch into a new table with the dataset's types, or into an existing one; it has no rows afterwards. */
export async function stage(
  connection: DuckDBConnection,
  batch: Batch,
  table: string,
  scope: TableScope | null = 'TEMP TABLE',
): Promise<void> {
  const { BIGINT, BOOLEAN, DATE, DECIMAL, DuckDBDataChunk, ENUM, TIMESTAMPTZ } = await import('@duckdb/node-api')
  if (scope !== null) await connection.run(createTable(batch.dataset, table, scope))
  // An enumeration is appended to a column of text as the words themselves, which it holds once.
  const types = batch.columns.map(({ kind, scale }, i) => {
    if (kind === 'text') return ENUM(batch.dictionary(i).length > 0 ? batch.dictionary(i) : [''])
    if (kind === 'decimal') return DECIMAL(decimalPrecision, scale)
    return { integer: BIGINT, datetime: TIMESTAMPTZ, date: DATE, boolean: BOOLEAN }[kind]
  })
  const appender = await connection.createAppender(table)
  const chunk = DuckDBDataChunk.create(types, chunkRows)
  const vectors = types.map((_, i) => chunk.getColumnVector(i))
  for (let start = 0; start < batch.size(); start += chunkRows) {
    const rows = Math.min(chunkRows, batch.size() - start)
    chunk.reset()
    chunk.rowCount = rows
    for (const [i, vector] of vectors.entries())
      writeVector(vector, batch.columns[i]!, batch.values(i).subarray(start, start + rows))
    appender.appendDataChunk(chunk)
  }
  appender.closeSync()
  batch.clear()
}
