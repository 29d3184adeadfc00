import { dateOf, taipeiTime } from '../days.ts'
import type { Kind } from '../fields.ts'

/**
 * A column of a part: numbers as in a batch (decimals scaled, null as NaN), text as positions in a dictionary.
 */
export type EncodedColumn = {
  readonly name: string
  readonly kind: Kind
  readonly scale: number
  readonly values: Float64Array
  /** JSON text of each word in the dictionary. */
  readonly words: readonly Buffer[]
}

const [zero, minus, point, quote, comma, lineFeed, close] = [...Buffer.from('0-.",\n}')] as [
  number,
  number,
  number,
  number,
  number,
  number,
  number,
]

/** Encodes rows into a growing buffer. */
export class RowWriter {
  bytes: Buffer
  length = 0
  readonly #dates = new Map<number, Buffer>()
  readonly #heads: Buffer[]
  readonly #columns: readonly EncodedColumn[]

  constructor(columns: readonly EncodedColumn[], capacity: number) {
    this.#columns = columns
    this.#heads = columns.map(({ name }, i) => Buffer.from(`${i === 0 ? '{' : ','}${JSON.stringify(name)}:`))
    this.bytes = Buffer.allocUnsafe(Math.max(capacity, 65_536))
  }

  /** Appends one row with its separator and returns its bytes. */
  write(row: number): number {
    const start = this.length
    for (let i = 0; i < this.#columns.length; i++) {
      const { kind, scale, values, words } = this.#columns[i]!
      const value = values[row]!
      this.#copy(this.#heads[i]!)
      if (Number.isNaN(value)) this.#copy(nullText)
      else if (kind === 'text') this.#copy(words[value]!)
      else if (kind === 'date') this.#copy(this.#date(value))
      else if (kind === 'integer') this.#number(value, 0)
      else if (kind === 'decimal') {
        this.bytes[this.length++] = quote
        this.#number(value, scale)
        this.bytes[this.length++] = quote
      } else if (kind === 'boolean') this.#copy(value === 0 ? falseText : trueText)
      else this.#copy(Buffer.from(`"${taipeiTime(value)}+08:00"`))
    }
    this.bytes[this.length++] = close
    this.bytes[this.length++] = comma
    this.bytes[this.length++] = lineFeed
    return this.length - start
  }

  #date(day: number): Buffer {
    const known = this.#dates.get(day) ?? Buffer.from(`"${dateOf(day)}"`)
    this.#dates.set(day, known)
    return known
  }

  /** Makes room for the text and for the number that may follow, at most 24 bytes. */
  #copy(text: Buffer): void {
    if (this.length + text.length + 64 > this.bytes.length) {
      const larger = Buffer.allocUnsafe((this.length + text.length) * 2 + 64)
      this.bytes.copy(larger, 0, 0, this.length)
      this.bytes = larger
    }
    if (text.length > 24) text.copy(this.bytes, this.length)
    else for (let i = 0; i < text.length; i++) this.bytes[this.length + i] = text[i]!
    this.length += text.length
  }

  /**
   * Writes a whole number with the decimal point `scale` digits from its end; exact up to 2^53, and beyond for round
   * amounts.
   */
  #number(value: number, scale: number): void {
    const { bytes } = this
    let rest = value
    if (rest < 0) {
      bytes[this.length++] = minus
      rest = -rest
    }
    if (rest > Number.MAX_SAFE_INTEGER) {
      const text = BigInt(rest).toString()
      for (let i = 0; i < text.length; i++) {
        if (i === text.length - scale && scale > 0) bytes[this.length++] = point
        bytes[this.length++] = text.charCodeAt(i)
      }
      return
    }
    let digits = 1
    for (let bound = 10; bound <= rest; bound *= 10) digits++
    if (digits <= scale) digits = scale + 1
    let at = this.length + digits + (scale > 0 ? 1 : 0)
    this.length = at
    let left = digits
    while (left > 0) {
      // Nine digits at a time fit a 32-bit integer.
      const high = Math.floor(rest / 1e9)
      let low = (rest - high * 1e9) | 0
      for (let n = 0; n < 9 && left > 0; n++) {
        const next = (low / 10) | 0
        bytes[--at] = zero + (low - next * 10)
        low = next
        left--
        if (digits - left === scale && scale > 0 && left > 0) bytes[--at] = point
      }
      rest = high
    }
  }
}

const nullText = Buffer.from('null')
const trueText = Buffer.from('true')
const falseText = Buffer.from('false')
