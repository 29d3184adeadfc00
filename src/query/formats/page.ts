import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { knowledges } from '../../catalogue/known.ts'
import { datetime, type Kind, nullable, oneOf } from '../../fields.ts'
import type { Query } from '../parameters.ts'
import type { Form } from './formats.ts'
import { rest } from './rest.ts'

/** A column of a page, as an encoder needs it. */
export type PageColumn = {
  readonly name: string
  /** `double`: a number that is not exact, which SQL may give and no dataset has. */
  readonly kind: Kind | 'double'
  readonly scale: number
  readonly isNullable: boolean
  /** Its heading in CSV. */
  readonly heading: string
}

/** A page to encode: its columns, and its rows as the JSON text that page files hold. */
export type PageToEncode = {
  readonly form: Form
  readonly columns: readonly PageColumn[]
  /** Rows separated by a comma and a line feed. */
  readonly rows: Uint8Array<ArrayBuffer>
}

export type Cell = string | number | boolean | null
export type Row = Readonly<Record<string, Cell>>

/** A label without its explanation behind a colon, a comma, a semicolon or in brackets. */
const headingOf = (label: string): string => label.split(/[：，；（]|[:,;] | \(/)[0]!

/** The columns that `include=known` adds. */
const knownColumns = {
  known_at: nullable(datetime('Known at', '得知時間')),
  known_by: oneOf(knowledges, 'Known by', '得知依據'),
} as const

/** The columns of a page in the dataset's order; headings that would repeat are told apart by the name. */
export function pageColumns(
  dataset: Dataset,
  { columns: selected, showsKnown }: Pick<Query, 'columns' | 'showsKnown'>,
  language: Form['labels'],
): PageColumn[] {
  const all = [...columnsOf(dataset), ...(showsKnown ? Object.entries(knownColumns) : [])]
  const headings = all.map(([name, { label }]) => (language === null ? name : headingOf(label[language])))
  return all.flatMap(([name, { kind, scale = 0, nullable = false }], i) => {
    if (selected !== null && !selected.includes(name) && !(name in knownColumns)) return []
    const isRepeated = headings.indexOf(headings[i]!) !== headings.lastIndexOf(headings[i]!)
    const heading = isRepeated ? `${headings[i]} (${name})` : headings[i]!
    return [{ name, kind, scale, isNullable: nullable, heading }]
  })
}

/** The columns of a wide frame: its key date, and one for each id with the kind of its values. */
export function wideColumns(
  dataset: Dataset,
  value: string,
  ids: readonly string[],
  language: Form['labels'],
): PageColumn[] {
  const { kind, scale = 0 } = dataset.columns[value]!
  const dates = pageColumns(dataset, { columns: [dataset.date], showsKnown: false }, language)
  return [...dates, ...ids.map((id) => ({ name: id, kind, scale, isNullable: true, heading: id }))]
}

/** The parts of an encoded JSON page. */
export type PageParts = {
  readonly head: string
  readonly tail: string
  readonly count: number
  readonly cursor: string | null
  /** The rows, in the memory of the page. */
  readonly rows: Uint8Array<ArrayBuffer>
}

const headEnd = Buffer.from('"data":[')
const tailStart = Buffer.from('],"cursor":')

/** Takes apart a JSON page whose memory is its own. */
export function partsOf({ bytes }: { readonly bytes: Buffer<ArrayBuffer> }): PageParts {
  const start = bytes.indexOf(headEnd) + headEnd.length
  const end = bytes.lastIndexOf(tailStart)
  const head = bytes.toString('latin1', 0, start)
  const tail = bytes.toString('latin1', end)
  const rows = new Uint8Array(bytes.buffer, bytes.byteOffset + start, end - start)
  const { count, cursor } = JSON.parse(head + tail) as Pick<PageParts, 'count' | 'cursor'>
  return { head, tail, count, cursor, rows }
}

const textOf = (rows: Uint8Array): string => Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength).toString('utf8')

const decodeRows = (rows: Uint8Array): Row[] => JSON.parse(`[${textOf(rows)}]`)

const lineFeed = 0x0a
const chunkRows = 50

/** Decodes some rows at a time. */
export function* rowChunks(rows: Uint8Array): Generator<Row[]> {
  let start = 0
  let count = 0
  // A line feed within a text is escaped in JSON, so each one in the page separates two rows, behind a comma.
  for (let at = rows.indexOf(lineFeed); at !== -1; at = rows.indexOf(lineFeed, at + 1)) {
    if (++count % chunkRows !== 0) continue
    yield decodeRows(rows.subarray(start, at - 1))
    start = at + 1
  }
  yield decodeRows(rows.subarray(start))
}

/**
 * The same with rests. The rows of a whole page would outlive the collections of the young generation, and the memory of
 * the thread would grow to several times what it needs.
 */
export function* decodeChunks(rows: Uint8Array): Generator<Row[]> {
  for (const chunk of rowChunks(rows)) {
    rest()
    yield chunk
  }
}

/** Moves rows together in their own memory, without the comma before each line feed, and ends them with a line feed. */
export function linesOf(rows: Uint8Array): Uint8Array {
  // A single row has no comma whose place the last line feed could take.
  const lines = rows.includes(lineFeed) ? rows : new Uint8Array(rows.length + 1)
  let size = 0
  let start = 0
  const copy = (end: number) => {
    lines.set(rows.subarray(start, end), size)
    size += end - start
    lines[size++] = lineFeed
  }
  let count = 0
  for (let at = rows.indexOf(lineFeed); at !== -1; at = rows.indexOf(lineFeed, at + 1)) {
    copy(at - 1)
    start = at + 1
    if (++count % chunkRows === 0) rest()
  }
  copy(rows.length)
  return lines.subarray(0, size)
}
