import { dayOf } from '../../days.ts'
import type { Field } from '../../fields.ts'

/** The bounds of a column in a file: read from the texts of DuckDB, compared, and encoded as Iceberg encodes them. */

/** A value that can be compared: text as its UTF-8 bytes, all other values as whole numbers. */
export type Bound = bigint | Buffer

const instant = /^(\d{4,}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.(\d{1,6}))?([+-]\d\d)(?::?(\d\d))?$/

const readers: Record<Field['kind'], (text: string, field: Field) => Bound> = {
  text: (text) => Buffer.from(text),
  boolean: (text) => (text === 'true' ? 1n : 0n),
  integer: (text) => BigInt(text),
  date: (text) => BigInt(dayOf(text)),
  datetime(text) {
    const [, date, time, fraction = '', hours, minutes = '00'] = instant.exec(text) ?? []
    if (date === undefined) throw new Error(`${text} is no instant`)
    return BigInt(Date.parse(`${date}T${time}${hours}:${minutes}`)) * 1000n + BigInt(fraction.padEnd(6, '0'))
  },
  decimal(text, { scale = 0 }) {
    const [whole = '', fraction = ''] = text.split('.')
    return BigInt(whole + fraction.padEnd(scale, '0'))
  },
}

export const readBound = (field: Field, text: string): Bound => readers[field.kind](text, field)

export const isBelow = (a: Bound, b: Bound): boolean =>
  typeof a === 'bigint' ? a < (b as bigint) : Buffer.compare(a, b as Buffer) < 0

/** Longer texts are cut, as other writers do, to keep manifests small. */
const textLength = 16

function cutBelow(text: Buffer): Buffer {
  const points = [...text.toString()]
  return points.length <= textLength ? text : Buffer.from(points.slice(0, textLength).join(''))
}

/** A shorter text that is not below the given one; null where there is none. */
function cutAbove(text: Buffer): Buffer | null {
  const points = [...text.toString()].map((point) => point.codePointAt(0)!)
  if (points.length <= textLength) return text
  for (let at = textLength - 1; at >= 0; at--) {
    if (points[at]! === 0x10ffff) continue
    // The code points of surrogates are no characters.
    const next = points[at] === 0xd7ff ? 0xe000 : points[at]! + 1
    return Buffer.from(String.fromCodePoint(...points.slice(0, at), next))
  }
  return null
}

/** Two's complement, highest byte first, in as few bytes as hold the value. */
function shortest(value: bigint): Buffer {
  let bytes = 1
  while (BigInt.asIntN(8 * bytes, value) !== value) bytes++
  return Buffer.from(
    BigInt.asUintN(8 * bytes, value)
      .toString(16)
      .padStart(2 * bytes, '0'),
    'hex',
  )
}

function encodeNumber(kind: Field['kind'], value: bigint): Buffer {
  if (kind === 'decimal') return shortest(value)
  if (kind === 'boolean') return Buffer.from([Number(value)])
  const bytes = Buffer.alloc(kind === 'date' ? 4 : 8)
  if (kind === 'date') bytes.writeInt32LE(Number(value))
  else bytes.writeBigInt64LE(value)
  return bytes
}

export const encodeLower = ({ kind }: Field, bound: Bound): Buffer =>
  typeof bound === 'bigint' ? encodeNumber(kind, bound) : cutBelow(bound)

export const encodeUpper = ({ kind }: Field, bound: Bound): Buffer | null =>
  typeof bound === 'bigint' ? encodeNumber(kind, bound) : cutAbove(bound)
