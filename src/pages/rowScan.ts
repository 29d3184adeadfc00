import { columnsOf, type Dataset } from '../catalogue/dataset.ts'
import { calendarDay } from '../days.ts'
import { hiddenBit } from './format.ts'

/** Two numbers per row: the length of the row with its flag, and the key date. */
export type Entries = Int32Array

const backslash = Buffer.from('\\')[0]!
export const [quote, zero] = [...Buffer.from('"0')] as [number, number]
export const [comma, lineFeed, open, close] = [...Buffer.from(',\n{}')] as [number, number, number, number]

/** The columns up to the last one of interest: how far to skip for each, and how its value ends. */
export type Skips = {
  /** Bytes of the key with its brace or comma and colon. */
  readonly keys: Uint8Array
  /** Bytes of a quoted value that are skipped unread: a date has ten characters, a decimal all digits of its scale. */
  readonly least: Uint8Array
  readonly isText: Uint8Array
}

export function skipsOf(dataset: Dataset, columns: readonly string[]): Skips {
  const all = columnsOf(dataset)
  const fields = all.slice(0, all.findLastIndex(([name]) => columns.includes(name)) + 1)
  return {
    keys: Uint8Array.from(fields, ([name]) => name.length + 4),
    // Behind the opening quote.
    least: Uint8Array.from(fields, ([, { kind, scale = 0 }]) =>
      kind === 'date' ? 11 : kind === 'decimal' ? scale + 2 : 1,
    ),
    isText: Uint8Array.from(fields, ([, { kind }]) => (kind === 'text' ? 1 : 0)),
  }
}

/** The place behind the value of a column that begins at `at`. */
export function valueEnd(rows: Uint8Array, at: number, { least, isText }: Skips, column: number): number {
  let end = at
  if (rows[end] === quote) {
    end += least[column]!
    if (isText[column] === 0) while (rows[end] !== quote) end++
    else while (rows[end] !== quote) end += rows[end] === backslash ? 2 : 1
    return end + 1
  }
  while (rows[end] !== comma && rows[end] !== close) end++
  return end
}

/** Which rows of a dataset are hidden by default: those of some ids, or those with a value in a column. */
export type HiddenRule = { readonly column: string; readonly hides: (value: string) => boolean }

const digit = (rows: Uint8Array, at: number): number => rows[at]! - zero

/** A number holds the bytes of so short a value between its quotes. */
const mostShort = 8

/** Reads the lengths, key dates and flags of encoded rows. */
export type RowScanner = (rows: Buffer, count: number) => Entries

export function rowScanner(dataset: Dataset, rule: HiddenRule | null): RowScanner {
  const names = columnsOf(dataset).map(([name]) => name)
  const skips = skipsOf(dataset, rule ? [dataset.date, rule.column] : [dataset.date])
  const [dateAt, ruleAt] = [names.indexOf(dataset.date), rule ? names.indexOf(rule.column) : -1]
  const columns = skips.keys.length
  /** The last date and the last value, since neighbouring rows often have the same. */
  let [year, month, date, day] = [0, 0, 0, 0]
  const flags = new Map<string, boolean>()

  /** The flags of short values, by their bytes as a number: neighbouring rows of a day have different ids. */
  const shortFlags = new Map<number, boolean>()

  function isHidden(rows: Buffer, start: number, end: number): boolean {
    if (end - start > mostShort) return isHiddenText(rows, start, end)
    let bytes = 0
    for (let i = start + 1; i < end - 1; i++) bytes = bytes * 256 + rows[i]!
    const known = shortFlags.get(bytes)
    if (known !== undefined) return known
    if (shortFlags.size > 10_000) shortFlags.clear()
    const hides = isHiddenText(rows, start, end)
    shortFlags.set(bytes, hides)
    return hides
  }

  function isHiddenText(rows: Buffer, start: number, end: number): boolean {
    const text = rows.toString('utf8', start, end)
    const known = flags.get(text)
    if (known !== undefined) return known
    if (flags.size > 10_000) flags.clear()
    const hides = rule!.hides(String(JSON.parse(text)))
    flags.set(text, hides)
    return hides
  }

  function dayAt(rows: Uint8Array, at: number): number {
    // Behind the quote: YYYY-MM-DD.
    const [y, m, d] = [
      digit(rows, at + 1) * 1000 + digit(rows, at + 2) * 100 + digit(rows, at + 3) * 10 + digit(rows, at + 4),
      digit(rows, at + 6) * 10 + digit(rows, at + 7),
      digit(rows, at + 9) * 10 + digit(rows, at + 10),
    ]
    if (d !== date || m !== month || y !== year) {
      ;[year, month, date] = [y, m, d]
      day = calendarDay(y, m, d)
    }
    return day
  }

  return (rows, count) => {
    const entries = new Int32Array(count * 2)
    for (let row = 0, at = 0; row < count; row++) {
      const first = at
      let hidden = false
      for (let column = 0; column < columns; column++) {
        const start = at + skips.keys[column]!
        at = valueEnd(rows, start, skips, column)
        if (column === dateAt) entries[row * 2 + 1] = dayAt(rows, start)
        if (column === ruleAt) hidden = isHidden(rows, start, at)
      }
      at = rows.indexOf(lineFeed, at) + 1
      if (at === 0) throw new RangeError('the rows end before their count')
      entries[row * 2] = hidden ? (at - first) | hiddenBit : at - first
    }
    return entries
  }
}
