import type { FileReader, RowBlock } from './file.ts'
import { hiddenBit, lengthMask } from './format.ts'
import type { RowMatcher } from './match.ts'
import { lineFeed } from './rowScan.ts'
import type { Page, Position } from './select.ts'

/** The rows that are compared with conditions: pages of them in their order. */
export type Source = {
  readonly reader: FileReader
  readonly select: (after: Position | null, limit: number) => Page
  /** True where pages have hidden rows among the others, which are passed over. */
  readonly hasHidden: boolean
}

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

/** The rows of a page that were compared before one of them. */
export type Mark = { readonly place: Position | null; readonly rows: number }

/** The position before a row. */
export const positionOf = ({ select }: Source, { place, rows }: Mark): Position | null =>
  rows === 0 ? place : select(place, rows).next

/**
 * Compares rows in their order with conditions, until `take` returns false for a matching one; `here` marks the row that
 * it is given. About so many rows are `wanted`.
 */
export function* compare(
  source: Source,
  matcher: RowMatcher | null,
  after: Position | null,
  wanted: number,
  take: (rows: Buffer, start: number, end: number, here: () => Mark) => boolean,
  most = mostLooked,
): Generator<void, Compared> {
  const { reader, select, hasHidden } = source
  let [looked, matched, i] = [0, 0, 0]
  let place = after
  const here = (): Mark => ({ place, rows: i })
  for (let size = Math.min(mostAtOnce, Math.max(leastAtOnce, wanted)); ; ) {
    const page = select(place, Math.min(size, most - looked))
    i = 0
    for (const block of blocksOf(reader, page)) {
      const { rows, start, entries, count } = block ?? { rows: nothing, start: 0, entries: null, count: 0 }
      for (let row = 0, at = start; row < count; row++, i++) {
        const isShown = !hasHidden || (entries![row * 2]! & hiddenBit) === 0
        const isMatch = isShown && (matcher === null || matcher.matches(rows, at))
        const end = entries ? at + (entries[row * 2]! & lengthMask) : rows.indexOf(lineFeed, at) + 1
        if (isMatch) {
          if (!take(rows, at, end, here))
            return { looked: looked + i, next: positionOf(source, here()), isStopped: true }
          matched++
        }
        at = end
      }
      yield
    }
    looked += page.count
    if (page.next === null || looked >= most) return { looked, next: page.next, isStopped: false }
    place = page.next
    // As many as probably have the rows that are still wanted.
    size = Math.min(mostAtOnce, Math.max(leastAtOnce, Math.ceil((wanted * looked) / (matched + 1)) - looked))
  }
}

const nothing = Buffer.alloc(0)

/** The next `limit` rows that meet the conditions; fewer where too many rows would have to be compared. */
export function* selectMatching(
  source: Source,
  matcher: RowMatcher,
  after: Position | null,
  limit: number,
): Generator<void, Page & { readonly bound: { readonly looked: number } | null }> {
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
  const { looked, next, isStopped } = yield* compare(source, matcher, after, limit + 1, (rows, first, last) => {
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
    ...{ count, length, next, runs: null },
    *copy(target, at) {
      target.set(kept.subarray(0, length), at)
      yield
    },
    bound: !isStopped && next !== null && count < limit ? { looked } : null,
  }
}

/** Rows and bytes that meet the conditions, of at most `mostLooked`. */
export function* measureMatching(
  source: Source,
  matcher: RowMatcher,
): Generator<void, { rows: number; bytes: number }> {
  let [rows, bytes] = [0, 0]
  yield* compare(source, matcher, null, Number.POSITIVE_INFINITY, (_, start, end) => {
    rows++
    bytes += end - start
    return true
  })
  return { rows, bytes }
}
