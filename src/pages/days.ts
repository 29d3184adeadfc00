import { pieceRows } from './format.ts'
import type { OpenFile, OpenPart } from './open.ts'

/** Consecutive rows of a file that belong to a stream. */
export type Span = {
  readonly file: OpenFile
  /** First row of the span in its file, and its number in the stream. */
  readonly first: number
  readonly start: number
  readonly count: number
  /** Bounds of the part's key dates. */
  readonly newest: number
  readonly oldest: number
  /** Entries without bytes behind the last row, which fill its piece up. */
  readonly filled: number
}

/** The first number from `from` on that passes, as all behind it do; `to` if none below it does. */
export function firstWhere(from: number, to: number, passes: (number: number) => boolean): number {
  let [low, high] = [from, to]
  while (low < high) {
    const middle = (low + high) >> 1
    if (passes(middle)) high = middle
    else low = middle + 1
  }
  return low
}

/** A part that lies in ranges of ids, as one sequence: day by day, and within a day range by range. */
export class InterleavedDays {
  readonly files: readonly OpenFile[]
  readonly count: number
  readonly dates: Int32Array
  /** Number of the first row of each day, and at last the number of rows. */
  readonly #starts: Uint32Array
  /** For each day and range, the first row in the range's file and the number of rows. */
  readonly #firsts: Uint32Array
  readonly #counts: Uint32Array

  constructor(files: readonly OpenFile[]) {
    this.files = files
    const all = new Set(files.flatMap(({ days }) => [...days!.dates]))
    this.dates = Int32Array.from(all).sort().reverse()
    const cells = this.dates.length * files.length
    this.#starts = new Uint32Array(this.dates.length + 1)
    this.#firsts = new Uint32Array(cells)
    this.#counts = new Uint32Array(cells)
    const next = new Uint32Array(files.length)
    let start = 0
    for (const [day, date] of this.dates.entries()) {
      for (const [i, { days, count }] of files.entries()) {
        const cell = day * files.length + i
        const at = next[i]!
        this.#firsts[cell] = days!.firsts[at] ?? count
        if (days!.dates[at] !== date) continue
        this.#counts[cell] = days!.counts[at]!
        start += days!.counts[at]!
        next[i] = at + 1
      }
      this.#starts[day + 1] = start
    }
    this.count = start
  }

  /** The last day that begins at this row or before it. */
  #dayOf(number: number): number {
    return firstWhere(1, this.dates.length, (day) => this.#starts[day]! > number) - 1
  }

  /** Number of the first row with a key date below `bound`. */
  firstBelow(bound: number): number {
    return this.#starts[firstWhere(0, this.dates.length, (day) => this.dates[day]! < bound)]!
  }

  /** For each range the row of its file at which the rows from `number` on begin. */
  rowsAt(number: number): number[] {
    if (number >= this.count) return this.files.map((file) => file.count)
    const day = this.#dayOf(number)
    let rest = number - this.#starts[day]!
    return this.files.map((_, i) => {
      const cell = day * this.files.length + i
      const before = Math.min(rest, this.#counts[cell]!)
      rest -= before
      return this.#firsts[cell]! + before
    })
  }

  /** The rows of one day by range; `start` is the number of the first row of all. */
  #spansOf(day: number, start: number): Span[] {
    const date = this.dates[day]!
    let next = start + this.#starts[day]!
    const spans = this.files.map((file, i) => {
      const cell = day * this.files.length + i
      const [first, count] = [this.#firsts[cell]!, this.#counts[cell]!]
      next += count
      const filled = (pieceRows - (count % pieceRows)) % pieceRows
      return { file, first, start: next - count, count, newest: date, oldest: date, filled }
    })
    return spans.filter(({ count }) => count > 0)
  }

  /** The spans from row `from` on up to row `to`, or from `to` back to `from`. */
  *spans(from: number, to: number, start: number, isBackwards = false): Generator<Span> {
    if (from >= to) return
    const [first, last] = [this.#dayOf(from), this.#dayOf(to - 1)]
    for (let n = 0; n <= last - first; n++) {
      const all = this.#spansOf(isBackwards ? last - n : first + n, start)
      const own = all.filter((one) => one.start + one.count > start + from && one.start < start + to)
      yield* isBackwards ? own.reverse() : own
    }
  }
}

const known = new WeakMap<OpenPart, InterleavedDays>()

/** The days of some ranges of ids; kept for the next request. */
export function interleaved(ranges: readonly OpenPart[]): InterleavedDays {
  const found = known.get(ranges[0]!)
  if (found) return found
  const made = new InterleavedDays(ranges.map(({ byDate }) => byDate))
  known.set(ranges[0]!, made)
  return made
}
