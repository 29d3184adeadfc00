import type { FileReader, RowBlock } from './file.ts'
import { lengthMask } from './format.ts'
import type { RowMatcher } from './match.ts'
import { selectRows } from './merge.ts'
import type { Page, Position, Range } from './select.ts'
import type { Stream } from './stream.ts'

/** The rows that are compared with conditions. */
export type Source = { readonly reader: FileReader; readonly streams: readonly Stream[]; readonly range: Range }

/** Most rows that one request compares: about a third of a second of the thread, in steps. */
export const mostLooked = 500_000

/** Rows that are read at once. */
const [leastAtOnce, mostAtOnce] = [64, 8_192]

/** The rows of a page in memory. */
function* blocksOf(reader: FileReader, { runs, length, count, copy }: Page): Generator<RowBlock | undefined, void> {
  if (runs) {
    for (const { file, from, to } of runs) yield* reader.blocks(file, from, to)
    return
  }
  const rows = Buffer.allocUnsafe(length)
  yield* copy(rows, 0) as Generator<undefined, void>
  yield { rows, start: 0, entries: null, count }
}

/** The end of a comparison: the rows that were compared, and the position behind them; null at the end of the rows. */
type Compared = { readonly looked: number; readonly next: Position | null; readonly isStopped: boolean }

/** Compares rows in their order with conditions, until `take` returns false for a matching one. */
function* compare(
  { reader, streams, range }: Source,
  matcher: RowMatcher,
  after: Position | null,
  first: number,
  take: (rows: Buffer, start: number, end: number) => boolean,
): Generator<void, Compared> {
  let [looked, matched] = [0, 0]
  for (let place = after, size = first; ; ) {
    const page = selectRows(reader, streams, range, place, Math.min(size, mostLooked - looked))
    let i = 0
    for (const block of blocksOf(reader, page)) {
      const { rows, start, entries, count } = block ?? { rows: nothing, start: 0, entries: null, count: 0 }
      for (let row = 0, at = start; row < count; row++, i++) {
        const isMatch = matcher.matches(rows, at)
        const end = entries ? at + (entries[row * 2]! & lengthMask) : matcher.end(rows)
        if (isMatch) {
          if (!take(rows, at, end)) {
            const next = i === 0 ? place : selectRows(reader, streams, range, place, i).next
            return { looked: looked + i, next, isStopped: true }
          }
          matched++
        }
        at = end
      }
      yield
    }
    looked += page.count
    if (page.next === null || looked >= mostLooked) return { looked, next: page.next, isStopped: false }
    place = page.next
    // As many as probably have the rows that are still wanted.
    size = Math.min(mostAtOnce, Math.max(leastAtOnce, Math.ceil((first * looked) / (matched + 1)) - looked))
  }
}

const nothing = Buffer.alloc(0)

/** The next `limit` rows that meet the conditions; fewer where too many rows would have to be compared. */
export function* selectMatching(
  source: Source,
  matcher: RowMatcher,
  after: Position | null,
  limit: number,
): Generator<void, Page & { readonly looked: number; readonly isShort: boolean }> {
  let kept: Buffer = nothing
  let [count, length] = [0, 0]
  /** Neighbouring rows, which are copied at once. */
  let [from, start, end]: [Buffer, number, number] = [nothing, 0, 0]
  const keep = (): void => {
    if (length + end - start > kept.length) {
      // As much as all rows probably take.
      const size = (length + end - start) * Math.max(1.25, Math.min(2_000, (limit * 1.25) / count))
      const larger = Buffer.allocUnsafe(Math.ceil(Math.max(4_096, size)))
      kept.copy(larger, 0, 0, length)
      kept = larger
    }
    from.copy(kept, length, start, end)
    length += end - start
  }
  const size = Math.min(mostAtOnce, Math.max(leastAtOnce, limit + 1))
  const { looked, next, isStopped } = yield* compare(source, matcher, after, size, (rows, first, last) => {
    if (count === limit) return false
    count++
    if (rows === from && first === end) {
      end = last
      return true
    }
    keep()
    ;[from, start, end] = [rows, first, last]
    return true
  })
  keep()
  return {
    ...{ count, length, looked, next, runs: null },
    *copy(target, at) {
      target.set(kept.subarray(0, length), at)
      yield
    },
    isShort: !isStopped && next !== null && count < limit,
  }
}

/** Rows and bytes that meet the conditions, of at most `mostLooked`. */
export function* measureMatching(
  source: Source,
  matcher: RowMatcher,
): Generator<void, { rows: number; bytes: number }> {
  let [rows, bytes] = [0, 0]
  yield* compare(source, matcher, null, mostAtOnce, (_, start, end) => {
    rows++
    bytes += end - start
    return true
  })
  return { rows, bytes }
}
