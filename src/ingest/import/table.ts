import { open } from 'node:fs/promises'
import { DamagedError, explain, MissingError, OperatorError } from '../../errors.ts'
import type { Engine } from '../../lake/engine.ts'
import { literal, quote } from '../../lake/schema.ts'
import { type CsvRecord, csvRecords } from './csvRecords.ts'

/** A file to import: column titles, and rows as text. */
export type Table = {
  readonly titles: readonly string[]
  /** Numeric columns, if the file has types; a code among them has lost its leading zeros. */
  readonly numeric: ReadonlySet<string>
  readonly rows: AsyncIterable<CsvRecord>
  /** Closes the file, read to its end or not. */
  readonly close: () => Promise<unknown>
}

async function isParquet(path: string): Promise<boolean> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(4), 0, 4, 0)
    return bytesRead === 4 && buffer.toString('latin1') === 'PAR1'
  } finally {
    await handle.close()
  }
}

async function csvTable(path: string): Promise<Table> {
  const records = csvRecords(path)
  const first = await records.next()
  if (first.done) throw new DamagedError(`${path} is empty: a first line with the titles of the columns is needed.`)
  const titles = first.value.cells.map((title) => title.trim())
  const twice = titles.find((title, at) => titles.indexOf(title) !== at)
  if (twice !== undefined) {
    await records.return(undefined)
    throw new DamagedError(`${path} has two columns named "${twice}": rename one of them.`)
  }
  return { titles, numeric: new Set(), rows: records, close: () => records.return(undefined) }
}

/** SQL: a number as text, without exponent and without the excess digits of a binary fraction. */
const asText = (name: string, type: string): string => {
  const column = quote(name)
  return /^(FLOAT|DOUBLE)$/.test(type)
    ? `CASE WHEN isfinite(${column}) THEN regexp_replace(printf('%.12f', round(${column}::DOUBLE, 9)), '\\.?0+$', '') END`
    : `CAST(${column} AS VARCHAR)`
}

/** Reads the records of a SELECT, whose first column is the line. */
export async function* streamRecords(engine: Engine, sql: string): AsyncGenerator<CsvRecord> {
  // A connection of its own, because a streamed result ends when its connection runs another query.
  const connection = await engine.connect()
  const result = await connection.stream(sql)
  for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk())
    for (const [line, ...cells] of chunk.getRows())
      yield { line: Number(line), cells: cells.map((cell) => String(cell ?? '')) }
}

async function parquetTable(path: string, engine: Engine): Promise<Table> {
  const file = `read_parquet(${literal(path)})`
  const described = (
    await engine.connection.runAndReadAll(`SELECT column_name, column_type FROM (DESCRIBE FROM ${file})`)
  ).getRowsJson() as [string, string][]
  const columns = described.map(([name, type]) => asText(name, type))
  const select = `SELECT file_row_number + 1, ${columns.join(', ')} FROM read_parquet(${literal(path)}, file_row_number = true)`
  const numbers = described.filter(([, type]) => /INT|FLOAT|DOUBLE|DECIMAL/.test(type))
  return {
    titles: described.map(([name]) => name),
    numeric: new Set(numbers.map(([name]) => name)),
    rows: streamRecords(engine, select),
    close: async () => {},
  }
}

/** Opens a CSV file, gzipped or not, or a Parquet file, recognised by its first bytes. */
export async function openTable(path: string, engine: Engine): Promise<Table> {
  try {
    return (await isParquet(path)) ? await parquetTable(path, engine) : await csvTable(path)
  } catch (error) {
    if (error instanceof OperatorError) throw error
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new MissingError(`There is no file ${path}.`)
    throw explain(error, `read ${path}`)
  }
}
