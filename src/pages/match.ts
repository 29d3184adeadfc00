import type { Dataset } from '../catalogue/dataset.ts'
import { columnsOf } from '../catalogue/dataset.ts'
import type { Kind } from '../fields.ts'
import { quote, skipsOf, valueEnd, zero } from './rowScan.ts'

/** What a column of a row must be: one of some values, or within bounds, both included. Null is neither. */
export type Condition =
  | { readonly column: string; readonly values: readonly string[] }
  | { readonly column: string; readonly min: string | null; readonly max: string | null }

/** Compares encoded rows with conditions without parsing them. */
export type RowMatcher = {
  /** Whether the row that begins at `at` meets every condition. */
  readonly matches: (rows: Buffer, at: number) => boolean
  /** The values of each condition that no matching row had so far. */
  readonly unseen: () => { readonly column: string; readonly values: readonly string[] }[]
}

/** The place of the value among those of a condition; -1 for none of them. */
type Test = (rows: Buffer, start: number, end: number) => number

const [minus, nine, nullStart] = [...Buffer.from('-9n')] as [number, number, number]

/** The digits of a number of a fixed scale, or of a date, as one number; NaN for null. */
function figureAt(rows: Buffer, start: number, end: number): number {
  let at = rows[start] === quote ? start + 1 : start
  if (rows[at] === nullStart) return Number.NaN
  const isNegative = rows[at] === minus
  let figure = 0
  for (; at < end; at++) {
    const digit = rows[at]!
    if (digit >= zero && digit <= nine) figure = figure * 10 + digit - zero
  }
  return isNegative ? -figure : figure
}

const figureOf = (text: string): number => figureAt(Buffer.from(text), 0, text.length)

function within(min: string | null, max: string | null): Test {
  const least = min === null ? Number.NEGATIVE_INFINITY : figureOf(min)
  const most = max === null ? Number.POSITIVE_INFINITY : figureOf(max)
  return (rows, start, end) => {
    const figure = figureAt(rows, start, end)
    return figure >= least && figure <= most ? 0 : -1
  }
}

/** More values than this are looked up by their text. */
const fewValues = 8

/** Whether a value stands at a place. */
export const isAt = (rows: Buffer, start: number, value: Buffer): boolean => {
  for (let i = value.length - 1; i >= 0; i--) if (rows[start + i] !== value[i]) return false
  return true
}

function among(values: readonly Buffer[]): Test {
  if (values.length > fewValues) {
    const places = new Map(values.map((value, i) => [value.toString('latin1'), i]))
    return (rows, start, end) => places.get(rows.toString('latin1', start, end)) ?? -1
  }
  return (rows, start, end) => {
    for (let i = 0; i < values.length; i++)
      if (values[i]!.length === end - start && isAt(rows, start, values[i]!)) return i
    return -1
  }
}

/** A value as rows have it. */
const encoded = (text: string, kind: Kind): Buffer =>
  Buffer.from(kind === 'integer' || kind === 'boolean' ? text : JSON.stringify(text))

export function rowMatcher(dataset: Dataset, conditions: readonly Condition[]): RowMatcher {
  const skips = skipsOf(
    dataset,
    conditions.map(({ column }) => column),
  )
  const kindOf = (column: string): Kind => dataset.columns[column]!.kind
  const encodedValues = conditions.map((one) =>
    'values' in one ? one.values.map((value) => encoded(value, kindOf(one.column))) : [],
  )
  const tests = conditions.map((one, i) => ('values' in one ? among(encodedValues[i]!) : within(one.min, one.max)))
  const seen = encodedValues.map((values) => new Uint8Array(values.length))
  const found = conditions.map(() => 0)
  /** The conditions on each column. */
  const ofColumns = columnsOf(dataset)
    .slice(0, skips.keys.length)
    .map(([name]) => conditions.flatMap((one, i) => (one.column === name ? [i] : [])))
  return {
    matches(rows, first) {
      let at = first
      for (let column = 0; column < ofColumns.length; column++) {
        const start = at + skips.keys[column]!
        at = valueEnd(rows, start, skips, column)
        const own = ofColumns[column]!
        for (let n = 0; n < own.length; n++) {
          const i = own[n]!
          found[i] = tests[i]!(rows, start, at)
          if (found[i] === -1) return false
        }
      }
      for (let i = 0; i < found.length; i++) seen[i]![found[i]!] = 1
      return true
    },
    unseen: () =>
      conditions.flatMap((one, i) => {
        const values = 'values' in one ? one.values.filter((_, n) => seen[i]![n] === 0) : []
        return values.length > 0 ? [{ column: one.column, values }] : []
      }),
  }
}
