import type { DuckDBConnection } from '@duckdb/node-api'
import { columnsOf, type Dataset } from '../catalogue/dataset.ts'
import { readColumns } from '../lake/duck.ts'
import { literal, quote } from '../lake/schema.ts'
import type { EncodedColumn } from './encode.ts'
import { restOfKey } from './format.ts'
import { isVariant, type PageSource } from './slices.ts'

/** A part of a dataset in memory, in by-id order: id, key date descending, rest of the key. */
export type PartColumns = {
  readonly rows: number
  readonly columns: readonly EncodedColumn[]
  readonly dates: Float64Array
  /** Ids in order with their number of rows; one nameless group if the dataset has no id. */
  readonly groups: readonly { readonly id: string; readonly rows: number }[]
}

const numeric: Record<string, (column: string, scale: number) => string> = {
  date: (column) => `date_diff('day', DATE '1970-01-01', ${column})`,
  datetime: (column) => `epoch_ms(${column})`,
  integer: (column) => column,
  // Rounding a double is exact far below 2^53; larger numbers are multiplied as decimals.
  decimal: (column, scale) =>
    `CASE WHEN abs(${column}) < 10000000000 THEN round(CAST(${column} AS DOUBLE) * ${10 ** scale})
     ELSE CAST(CAST(${column} AS DECIMAL(38,${scale})) * ${10 ** scale} AS DOUBLE) END`,
  boolean: (column) => `CAST(${column} AS TINYINT)`,
}

/** Rows whose words are looked up one by one in less time than the engine takes to number the words of a column. */
const fewRows = 16_384

type ReadOptions = Pick<PageSource, 'file' | 'variant' | 'where' | 'rows'>

/** Reads a piece of a part for encoding. */
export async function readPart(
  connection: DuckDBConnection,
  dataset: Dataset,
  { file, variant, where, rows: most }: ReadOptions,
): Promise<PartColumns> {
  const fields = columnsOf(dataset)
  const source = `(SELECT * FROM read_parquet(${literal(file)}) WHERE ${isVariant(dataset, variant)} AND ${where})`
  const isFew = most <= fewRows
  const texts = fields.filter(([, { kind }]) => kind === 'text').map(([name]) => name)
  const words = new Map<string, string[]>()
  for (const name of isFew ? [] : texts) {
    const table = quote(`words_${name}`)
    await connection.run(
      `CREATE OR REPLACE TEMP TABLE ${table} AS
       SELECT word, CAST(row_number() OVER (ORDER BY word) - 1 AS DOUBLE) AS code
       FROM (SELECT DISTINCT ${quote(name)} AS word FROM ${source} WHERE ${quote(name)} IS NOT NULL)`,
    )
    const read = await readColumns(connection, `SELECT word FROM ${table} ORDER BY code`)
    words.set(name, read.word as string[])
  }
  const selected = fields.map(([name, { kind, scale = 0 }]) =>
    kind === 'text'
      ? `${isFew ? `p.${quote(name)}` : `${quote(`w_${name}`)}.code`} AS ${quote(name)}`
      : `CAST(${numeric[kind]!(`p.${quote(name)}`, scale)} AS DOUBLE) AS ${quote(name)}`,
  )
  const joins = (isFew ? [] : texts).map(
    (name) =>
      `LEFT JOIN ${quote(`words_${name}`)} ${quote(`w_${name}`)} ON ${quote(`w_${name}`)}.word = p.${quote(name)}`,
  )
  const order = [
    ...(dataset.id === null ? [] : [`p.${quote(dataset.id)}`]),
    `p.${quote(dataset.date)} DESC`,
    ...restOfKey(dataset).map((name) => `p.${quote(name)}`),
  ]
  const read = await readColumns(
    connection,
    `SELECT ${selected.join(', ')}
     FROM ${source} p ${joins.join(' ')} ORDER BY ${order.join(', ')}`,
  )
  if (isFew)
    for (const name of texts) {
      const numbered = numberWords(read[name] as (string | null)[])
      read[name] = numbered.codes
      words.set(name, numbered.words)
    }
  const rows = read[dataset.date]!.length
  const columns = fields.map(([name, { kind, scale = 0 }]) => ({
    name,
    kind,
    scale,
    values: read[name] as Float64Array,
    words: (words.get(name) ?? []).map((word) => Buffer.from(JSON.stringify(word))),
  }))
  return {
    rows,
    columns,
    dates: read[dataset.date] as Float64Array,
    groups: groupsOf(dataset, read, words, rows),
  }
}

/** The different words of a column, and the position of each row's word among them. */
function numberWords(column: readonly (string | null)[]): { readonly codes: Float64Array; readonly words: string[] } {
  const known = new Map<string, number>()
  const codes = new Float64Array(column.length)
  for (const [row, word] of column.entries()) {
    if (word !== null && !known.has(word)) known.set(word, known.size)
    codes[row] = word === null ? Number.NaN : known.get(word)!
  }
  return { codes, words: [...known.keys()] }
}

function groupsOf(
  { id }: Dataset,
  read: Awaited<ReturnType<typeof readColumns>>,
  words: Map<string, string[]>,
  rows: number,
): PartColumns['groups'] {
  if (id === null) return rows === 0 ? [] : [{ id: '', rows }]
  const codes = read[id] as Float64Array
  const groups: { id: string; rows: number }[] = []
  let start = 0
  for (let row = 1; row <= rows; row++)
    if (row === rows || codes[row] !== codes[start]) {
      if (rows > 0) groups.push({ id: words.get(id)![codes[start]!]!, rows: row - start })
      start = row
    }
  return groups
}
