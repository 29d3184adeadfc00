import { csvLine } from './csvLine.ts'
import type { PageColumn, Row } from './page.ts'
import { rest } from './rest.ts'

const [lineFeed, carriageReturn, quote, comma, backslash, brace, letterN] = [10, 13, 34, 44, 92, 125, 110]
/** Rows after which the thread may rest. */
const someRows = 50

/**
 * Prints rows of a JSON page as CSV, in their own memory, and returns the size. Page files hold every row with the same
 * keys in the same order, so the bytes of values are moved as they are; a row that has other keys, or an escape in a
 * text, is decoded. A line of CSV is never longer than its row, so no row is written over before it is read.
 */
export function printCsvRows(rows: Uint8Array, columns: readonly PageColumn[]): number {
  const keys = columns.map(({ name }, i) => Buffer.from(`${i === 0 ? '{' : ','}${JSON.stringify(name)}:`))
  const places = new Int32Array(columns.length * 2)
  let size = 0
  let count = 0
  for (let start = 0; start < rows.length; count++) {
    const lineEnd = rows.indexOf(lineFeed, start)
    // Rows are separated by a comma and a line feed, which stands in no text of JSON.
    const end = lineEnd === -1 ? rows.length : lineEnd - 1
    // A line of one empty field has a form of its own.
    const isPlain = columns.length > 1 && findValues(rows, start, end, keys, places)
    size = isPlain ? moveValues(rows, places, size) : printDecoded(rows, start, end, columns, size)
    start = lineEnd === -1 ? rows.length : lineEnd + 1
    if (count % someRows === 0) rest()
  }
  return size
}

/** Finds where the fields of a row lie; false where the row must be decoded. */
function findValues(
  rows: Uint8Array,
  start: number,
  end: number,
  keys: readonly Uint8Array[],
  places: Int32Array,
): boolean {
  let at = start
  for (let n = 0; n < keys.length; n++) {
    const key = keys[n]!
    for (let i = 0; i < key.length; i++) if (rows[at + i] !== key[i]) return false
    at += key.length
    const from = at
    if (rows[at] === quote) {
      let hasComma = false
      for (at++; at < end && rows[at] !== quote; at++) {
        if (rows[at] === backslash) return false
        if (rows[at] === comma) hasComma = true
      }
      at++
      // Quotes stay around a text with a comma, and around an empty one, which would look like an unknown value.
      const isQuoted = hasComma || at === from + 2
      places[n * 2] = isQuoted ? from : from + 1
      places[n * 2 + 1] = isQuoted ? at : at - 1
    } else {
      while (at < end && rows[at] !== comma && rows[at] !== brace) at++
      places[n * 2] = rows[from] === letterN ? at : from
      places[n * 2 + 1] = at
    }
  }
  return rows[at] === brace && at + 1 === end
}

/** Moves the fields of a row to a line that begins at `size`; returns its end. */
function moveValues(rows: Uint8Array, places: Int32Array, size: number): number {
  let to = size
  for (let n = 0; n < places.length; n += 2) {
    if (n > 0) rows[to++] = comma
    const end = places[n + 1]!
    for (let at = places[n]!; at < end; at++) rows[to++] = rows[at]!
  }
  rows[to++] = carriageReturn
  rows[to++] = lineFeed
  return to
}

function printDecoded(
  rows: Uint8Array,
  start: number,
  end: number,
  columns: readonly PageColumn[],
  size: number,
): number {
  const text = Buffer.from(rows.buffer, rows.byteOffset, rows.byteLength)
  const row: Row = JSON.parse(text.toString('utf8', start, end))
  const line = csvLine(columns.map(({ name }) => row[name]))
  const to = size + Buffer.byteLength(line)
  if (to > end) throw new Error('a line of CSV is longer than its row')
  text.write(line, size)
  return to
}
