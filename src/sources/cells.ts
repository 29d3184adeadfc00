import type { Field } from '../fields.ts'
import { remembering } from '../recent.ts'
import { codeFrom } from './codes.ts'
import { dayFrom } from './dates.ts'
import { scaled, times } from './numbers.ts'
import type { Cell } from './outcome.ts'
import { textFrom } from './text.ts'

/** How one publisher writes a column. */
export type ColumnOptions = {
  /** Other titles the column had or has. */
  readonly also?: readonly string[]
  /** The title above it, where its own title repeats. */
  readonly under?: string
  /** Its place among the columns of the same title, and how many of those there are. */
  readonly nth?: readonly [at: number, of: number]
  /** The day the publisher added it: before, it may be missing, and is null. */
  readonly since?: string
  /** Lots to shares, thousands to TWD. */
  readonly times?: number
  /** Texts that stand for no value here. */
  readonly none?: readonly string[]
  /** The value of a blank cell; null where left out. */
  readonly blank?: Cell
  /** The publisher gives more places than are kept. */
  readonly rounds?: true
  /** A unit written behind the number. */
  readonly suffix?: string
  /** The name of a line, where the cell holds a small table of its own and the column is one of its lines. */
  readonly line?: string
  /** Reads the text instead of the field's own way; undefined where it cannot be read. */
  readonly read?: (text: string) => Cell | undefined
}

/** Text to a cell: null where there is no value, undefined where the text cannot be read. */
export type Decode = (text: string) => Cell | undefined

const isBlank = (text: string): boolean => textFrom(text) === null

function plainDecoder(
  field: Field,
  { times: factor = 1, rounds }: ColumnOptions,
  isCode?: (text: string) => boolean,
): Decode {
  switch (field.kind) {
    case 'text': {
      if (isCode) return (text) => codeFrom(isCode, text)
      const { values } = field
      return values ? (text) => member(values, textFrom(text)) : textFrom
    }
    case 'date':
      return dayFrom
    case 'integer':
    case 'decimal': {
      const scale = field.scale ?? 0
      if (factor === 1) return (text) => scaled(text, scale, rounds)
      return (text) => {
        const value = scaled(text, scale, rounds)
        return typeof value === 'number' ? times(value, factor) : value
      }
    }
    default:
      // Every publisher says yes and no in its own way, and no instant comes in one cell.
      return () => undefined
  }
}

/** Whether the lake would take the cell for a value of the field; a code must be of the form of codes. */
export function isCellOf({ kind, values }: Field, cell: Cell, isCode?: (text: string) => boolean): boolean {
  if (cell === null) return true
  if (isCode) return typeof cell === 'string' && isCode(cell)
  if (kind === 'text') return typeof cell === 'string' && (values?.includes(cell) ?? true)
  return kind === 'boolean' ? typeof cell === 'boolean' : Number.isInteger(cell)
}

/** Rejects a value from a feed's own reader that is no value of the field. */
const checked =
  (field: Field, read: Decode, isCode?: (text: string) => boolean): Decode =>
  (text) => {
    const cell = read(text)
    return cell === undefined || isCellOf(field, cell, isCode) ? cell : undefined
  }

/** Caches texts that repeat often, such as years and quarters. */
const mostRemembered = 1_000

const remembered = (read: Decode): Decode => remembering(mostRemembered, read)

const member = (values: readonly string[], text: string | null | undefined): Cell | undefined =>
  typeof text === 'string' && !values.includes(text) ? undefined : text

/** The reader of a field's cells under these options; `isCode` recognises codes, where it holds them. */
export function decoderOf(field: Field, options: ColumnOptions, isCode?: (text: string) => boolean): Decode {
  const { none, suffix, blank, read } = options
  let decode = read ? remembered(checked(field, read, isCode)) : plainDecoder(field, options, isCode)
  if (suffix !== undefined) {
    const inner = decode
    decode = (text) => {
      const trimmed = text.trimEnd()
      return inner(trimmed.endsWith(suffix) ? trimmed.slice(0, -suffix.length) : trimmed)
    }
  }
  if (none !== undefined) {
    const inner = decode
    // However a number is written, 0.00 and 0.0000 say the same.
    const values = none.map(inner).filter((value) => typeof value === 'number')
    decode = (text) => {
      if (none.includes(text.trim())) return null
      const value = inner(text)
      return typeof value === 'number' && values.includes(value) ? null : value
    }
  }
  if (blank !== undefined) {
    const inner = decode
    decode = (text) => (isBlank(text) ? blank : inner(text))
  }
  return decode
}
