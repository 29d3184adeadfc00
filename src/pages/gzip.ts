import { crc32 } from 'node:zlib'
import { joined } from './checksum.ts'
import type { Edge, Edges } from './edges.ts'
import type { FileReader } from './file.ts'
import { pieceOf } from './pieceIndex.ts'
import type { Run } from './select.ts'

/** Pieces that are sent as they stand in the file. */
type WholePieces = {
  readonly file: Run['file']
  readonly first: number
  readonly last: number
  readonly packed: number
}
type Part = WholePieces | Edge

/** A page as one gzip member: its parts, and its size in bytes. */
export type GzipPlan = {
  readonly parts: readonly Part[]
  readonly head: Buffer
  readonly tail: Buffer
  readonly size: number
}

const memberHead = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff])
const trailerBytes = 8
/** The bytes before the text of a stored block: flags, length, and its complement. */
const storedHead = 5
/** The separator behind the last row, which is not sent. */
const separatorBytes = 2
/** A page with more runs than this, between hidden rows or in many days, is compressed as a whole. */
const mostRuns = 64

const packedSize = (part: Part): number => ('last' in part ? part.packed : part.packed.length)

/** The parts of a run; the last row of a page is never part of a piece, since its separator is not sent. */
function* partsOf(reader: FileReader, edges: Edges, run: Run, isLast: boolean): Generator<Part> {
  const { file, from, to } = run
  const { rows, places } = reader.index(file)
  const beginning = pieceOf(reader.index(file), from)
  const first = rows[beginning] === from ? beginning : beginning + 1
  const end = isLast ? to - 1 : to
  const last = Math.max(first, end >= file.count ? rows.length - 1 : pieceOf(reader.index(file), end))
  if (last === first) {
    yield edges.of(run, isLast ? separatorBytes : 0)
    return
  }
  if (from < rows[first]!) yield edges.of({ file, from, to: rows[first]! }, 0)
  yield { file, first, last, packed: places[last]! - places[first]! }
  if (rows[last]! < to) yield edges.of({ file, from: rows[last]!, to }, isLast ? separatorBytes : 0)
}

/** Plans the page; null where its rows lie in too many places. `head` and `tail` are texts of less than 64 KB. */
export function planGzip(
  reader: FileReader,
  edges: Edges,
  runs: readonly Run[],
  head: Buffer,
  tail: Buffer,
): GzipPlan | null {
  if (runs.length > mostRuns) return null
  const parts: Part[] = []
  for (const [i, run] of runs.entries()) parts.push(...partsOf(reader, edges, run, i === runs.length - 1))
  const fixed = memberHead.length + head.length + tail.length + 2 * storedHead + trailerBytes
  return { parts, head, tail, size: parts.reduce((sum, part) => sum + packedSize(part), fixed) }
}

/** Writes the planned page, as long as its `size`, to the beginning of `target`. */
export function writeGzip(reader: FileReader, { parts, head, tail }: GzipPlan, target: Buffer): void {
  let at = memberHead.copy(target)
  let [checksum, length] = [0, 0]

  /** Adds a text as a block that is not compressed. */
  const store = (text: Buffer, isLast: boolean): void => {
    target[at] = isLast ? 1 : 0
    target.writeUInt16LE(text.length, at + 1)
    target.writeUInt16LE(~text.length & 0xffff, at + 3)
    at += storedHead + text.copy(target, at + storedHead)
    checksum = crc32(text, checksum)
    length += text.length
  }

  store(head, false)
  for (const part of parts) {
    if ('last' in part) {
      const { file, first, last } = part
      reader.copyPieces(file, first, last, target, at)
      const { plains, plainCrcs } = reader.index(file)
      for (let piece = first; piece < last; piece++)
        checksum = joined(checksum, plainCrcs[piece]!, plains[piece + 1]! - plains[piece]!)
      length += plains[last]! - plains[first]!
    } else {
      part.packed.copy(target, at)
      checksum = joined(checksum, part.checksum, part.length)
      length += part.length
    }
    at += packedSize(part)
  }
  store(tail, true)
  target.writeUInt32LE(checksum, at)
  target.writeUInt32LE(length >>> 0, at + 4)
}
