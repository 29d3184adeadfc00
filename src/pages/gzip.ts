import { crc32 } from 'node:zlib'
import { endOf, joined } from './checksum.ts'
import type { Edge, Edges } from './edges.ts'
import type { FileReader } from './file.ts'
import { pieceRows } from './format.ts'
import type { Run } from './select.ts'

/** Pieces that are sent as they lie in the file, and the bytes of their plain rows. */
type WholePieces = {
  readonly file: Run['file']
  readonly first: number
  readonly last: number
  readonly length: number
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
/** A page with more runs than this that are not whole pieces, between hidden rows, is compressed as a whole. */
const mostRuns = 8

const isWhole = ({ file, from, to }: Run): boolean =>
  from % pieceRows === 0 && (to % pieceRows === 0 || to === file.count)

const packedSize = (part: Part): number =>
  'packed' in part ? part.packed.length : part.file.pieces.starts[part.last]! - part.file.pieces.starts[part.first]!

/** The parts of a run; the last row of a page is never part of a piece, since its separator is not sent. */
function* partsOf(reader: FileReader, edges: Edges, run: Run, isLast: boolean): Generator<Part> {
  const { file, from, to, offset, length } = run
  const end = isLast ? offset + length - separatorBytes : offset + length
  const first = Math.ceil(from / pieceRows)
  const isToEnd = to === file.count && !isLast
  const last = isToEnd ? file.pieces.checksums.length : Math.floor((isLast ? to - 1 : to) / pieceRows)
  if (last <= first) {
    yield edges.of({ ...run, length: end - offset })
    return
  }
  const [start, stop] = [first * pieceRows, Math.min(last * pieceRows, file.count)]
  const [startsAt, stopsAt] = [reader.offsetOf(file, start), reader.offsetOf(file, stop)]
  if (from < start) yield edges.of({ file, from, to: start, offset, length: startsAt - offset })
  yield { file, first, last, length: stopsAt - startsAt }
  if (stop < to) yield edges.of({ file, from: stop, to, offset: stopsAt, length: end - stopsAt })
}

/** Plans the page; null where its rows lie in too many places. `head` and `tail` are texts of less than 64 KB. */
export function planGzip(
  reader: FileReader,
  edges: Edges,
  runs: readonly Run[],
  head: Buffer,
  tail: Buffer,
): GzipPlan | null {
  if (runs.length > mostRuns && runs.filter((run) => !isWhole(run)).length > mostRuns) return null
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
    if ('packed' in part) {
      part.packed.copy(target, at)
      checksum = joined(checksum, part.checksum, part.length)
    } else {
      const { file, first, last } = part
      reader.copyPieces(file, first, last, target, at)
      const { before } = file.pieces
      checksum = joined(checksum, endOf(before[last]!, before[first]!, part.length), part.length)
    }
    at += packedSize(part)
    length += part.length
  }
  store(tail, true)
  target.writeUInt32LE(checksum, at)
  target.writeUInt32LE(length >>> 0, at + 4)
}
