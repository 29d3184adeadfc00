import type { FileReader } from './file.ts'
import type { FileRows, OpenFile } from './open.ts'
import { firstWhere } from './pieceIndex.ts'

/** The days of a range of ids, newest first, with the first row of each and at last the number of rows. */
function daysOf(reader: FileReader, file: OpenFile): { dates: readonly number[]; firsts: readonly number[] } {
  const index = reader.index(file)
  const [dates, firsts] = [[] as number[], [] as number[]]
  for (const [piece, date] of index.dates.entries()) {
    if (date === dates.at(-1)) continue
    dates.push(date)
    firsts.push(index.rows[piece]!)
  }
  return { dates, firsts: [...firsts, file.count] }
}

/** A part that lies in ranges of ids, as one sequence: day by day, and within a day range by range. */
export class InterleavedDays {
  readonly #files: readonly OpenFile[]
  readonly count: number
  readonly #dates: Int32Array
  /** Number of the first row of each day, and at last the number of rows. */
  readonly #starts: Uint32Array
  /** For each day and range, the first row in the range's file; the days end with the number of rows of each. */
  readonly #firsts: Uint32Array

  constructor(reader: FileReader, files: readonly OpenFile[]) {
    this.#files = files
    const days = reader.each(files, (file) => daysOf(reader, file))
    this.#dates = Int32Array.from(new Set(days.flatMap(({ dates }) => dates)))
      .sort()
      .reverse()
    this.#starts = new Uint32Array(this.#dates.length + 1)
    this.#firsts = new Uint32Array((this.#dates.length + 1) * files.length)
    for (const [i, { dates, firsts }] of days.entries()) {
      let next = 0
      for (let day = 0; day <= this.#dates.length; day++) {
        this.#firsts[day * files.length + i] = firsts[next]!
        this.#starts[day]! += firsts[next]!
        if (dates[next] === this.#dates[day]) next++
      }
    }
    this.count = this.#starts.at(-1)!
  }

  /** Number of the first row with a key date below `bound`. */
  firstBelow(bound: number): number {
    return this.#starts[firstWhere(0, this.#dates.length, (day) => this.#dates[day]! < bound)]!
  }

  /** The rows from one number up to another, day by day; `start` is the number of the first of all in the stream. */
  *rows(from: number, to: number, start: number): Generator<FileRows, void> {
    const width = this.#files.length
    const first = firstWhere(1, this.#dates.length, (day) => this.#starts[day]! > from) - 1
    for (let day = first; day < this.#dates.length && this.#starts[day]! < to; day++) {
      let number = this.#starts[day]!
      for (const [i, file] of this.#files.entries()) {
        const [begin, end] = [this.#firsts[day * width + i]!, this.#firsts[(day + 1) * width + i]!]
        const [low, high] = [begin + Math.max(0, from - number), Math.min(end, begin + to - number)]
        if (low < high) yield { file, from: low, to: high, number: start + number + low - begin }
        number += end - begin
      }
    }
  }
}
