import type { FileReader } from './file.ts'
import { hiddenBit, lengthMask } from './format.ts'
import type { RowMatcher } from './match.ts'
import { mostLooked } from './matching.ts'
import type { Page, Position, Range, Run } from './select.ts'
import type { Stream } from './stream.ts'

/** The rows of the newest key date of each stream, in the dataset's order. */
export type NewestRows = { readonly runs: readonly Run[]; readonly rows: number; readonly bytes: number }

/** The streams of some ids, in their order. */
type IdStreams = { readonly reader: FileReader; readonly streams: readonly Stream[]; readonly range: Range }

type DatedRun = Run & { readonly date: number; readonly turn: number }

/** Rows that are looked at at once, and streams before the thread may rest. */
const [rowsAtOnce, streamsAtOnce] = [64, 64]

/** The newest rows of a stream that are visible and meet the conditions, all of one date; null where there are too many. */
function newestOf(
  { reader, range }: IdStreams,
  stream: Stream,
  turn: number,
  matcher: RowMatcher | null,
  left: { rows: number },
): DatedRun[] | null {
  const runs: DatedRun[] = []
  let date: number | null = null
  for (const { file, from, to } of stream.rows(reader, range))
    for (let first = from; first < to; first += rowsAtOnce) {
      const last = Math.min(to, first + rowsAtOnce)
      const entries = reader.entries(file, first, last)
      const bytes = Buffer.allocUnsafe(matcher ? reader.offsetOf(file, last) - reader.offsetOf(file, first) : 0)
      if (matcher) reader.copy(file, first, last, bytes, 0)
      left.rows -= last - first
      if (left.rows < 0) return null
      for (let row = first, at = 0; row < last; row++) {
        const [entry, day] = [entries[(row - first) * 2]!, entries[(row - first) * 2 + 1]!]
        if (date !== null && day !== date) return runs
        const isMatch = matcher === null || matcher.matches(bytes, at)
        at += entry & lengthMask
        if (!isMatch || (!range.includeHidden && (entry & hiddenBit) !== 0)) continue
        date = day
        const before = runs.at(-1)
        if (before?.file === file && before.to === row) before.to++
        else runs.push({ file, from: row, to: row + 1, date, turn })
      }
    }
  return runs
}

/** Finds the rows of the newest date of each stream; null where that takes too many rows. */
export function* findNewest(source: IdStreams, matcher: RowMatcher | null): Generator<void, NewestRows | null> {
  const { reader, streams } = source
  const runs: DatedRun[] = []
  const left = { rows: mostLooked }
  for (let first = 0; first < streams.length; first += streamsAtOnce) {
    const some = streams.slice(first, first + streamsAtOnce)
    const found = reader.each(some, (stream, i) => newestOf(source, stream, first + i, matcher, left))
    for (const one of found) {
      if (one === null) return null
      runs.push(...one)
    }
    yield
  }
  runs.sort((a, b) => b.date - a.date || a.turn - b.turn)
  const sizeOf = ({ file, from, to }: Run) => reader.offsetOf(file, to) - reader.offsetOf(file, from)
  return {
    runs,
    rows: runs.reduce((sum, { from, to }) => sum + to - from, 0),
    bytes: runs.reduce((sum, run) => sum + sizeOf(run), 0),
  }
}

/** The next `limit` of these rows. */
export function selectNewest(
  reader: FileReader,
  { runs, rows }: NewestRows,
  ascending: boolean,
  after: Position | null,
  limit: number,
): Page {
  const start = after && 'next' in after ? after.next : 0
  const stop = Math.min(rows, start + limit)
  const [low, high] = ascending ? [rows - stop, rows - start] : [start, stop]
  const chosen: Run[] = []
  let number = 0
  for (const { file, from, to } of runs) {
    const [first, last] = [Math.max(from, from + low - number), Math.min(to, from + high - number)]
    if (first < last) chosen.push({ file, from: first, to: last })
    number += to - from
  }
  // Turned round row by row.
  const inOrder = ascending
    ? chosen
        .toReversed()
        .flatMap(({ file, from, to }) =>
          Array.from({ length: to - from }, (_, i): Run => ({ file, from: to - 1 - i, to: to - i })),
        )
    : chosen
  return {
    count: stop - start,
    length: chosen.reduce(
      (sum, { file, from, to }) => sum + reader.offsetOf(file, to) - reader.offsetOf(file, from),
      0,
    ),
    runs: null,
    *copy(target, place) {
      let at = place
      for (const [i, { file, from, to }] of inOrder.entries()) {
        at += reader.copy(file, from, to, target, at)
        if (i % streamsAtOnce === streamsAtOnce - 1) yield
      }
    },
    next: stop < rows ? { next: stop } : null,
  }
}
