/** What is known of the pieces of a file without reading them. */
export type PieceIndex = {
  readonly pieces: number
  /** First row of each piece, and at last the number of rows. */
  readonly rows: Uint32Array
  /** Place of each piece in the file, and at last the end of the pieces. */
  readonly places: Float64Array
  /** Place of the first row of each piece among the plain rows, and at last their end. */
  readonly plains: Float64Array
  readonly packedCrcs: Uint32Array
  readonly plainCrcs: Uint32Array
  /** Key date of the first row of each piece. */
  readonly dates: Int32Array
  readonly groups: Groups
  /** Memory that the index takes. */
  readonly size: number
}

/** Ids of a part in order; the rows of id `i` are `firsts[i]` to `firsts[i + 1]` of the by-id file. */
export type Groups = {
  /** The names one after another, and the end of each. */
  readonly names: Uint8Array
  readonly ends: Uint32Array
  readonly firsts: Uint32Array
}

/** A piece that was written: its rows, its lengths and checksums, deflated and plain, and the key date of its first row. */
export type Piece = {
  readonly rows: number
  readonly packed: number
  readonly packedCrc: number
  readonly plain: number
  readonly plainCrc: number
  readonly date: number
}

export type Group = { readonly id: string; readonly rows: number }

const pieceNumbers = 6

/** The index as it stands behind the pieces: the numbers of each piece, rows and length of the name of each id, names. */
export function encodeIndex(pieces: readonly Piece[], groups: readonly Group[]): Buffer {
  const names = groups.map(({ id }) => Buffer.from(id))
  const numbers = new Uint32Array(pieces.length * pieceNumbers + groups.length * 2)
  let at = 0
  for (const { rows, packed, packedCrc, plain, plainCrc, date } of pieces)
    for (const number of [rows, packed, packedCrc, plain, plainCrc, date]) numbers[at++] = number
  for (const [i, { rows }] of groups.entries()) {
    numbers[at++] = rows
    numbers[at++] = names[i]!.length
  }
  return Buffer.concat([new Uint8Array(numbers.buffer), ...names])
}

/** Reads an index of so many pieces and ids. Its checksum was compared. */
export function decodeIndex(bytes: Buffer, pieces: number, ids: number): PieceIndex {
  const count = pieces * pieceNumbers + ids * 2
  const numbers = new Uint32Array(count)
  new Uint8Array(numbers.buffer).set(bytes.subarray(0, count * 4))
  const rows = new Uint32Array(pieces + 1)
  const [places, plains] = [new Float64Array(pieces + 1), new Float64Array(pieces + 1)]
  const [packedCrcs, plainCrcs, dates] = [new Uint32Array(pieces), new Uint32Array(pieces), new Int32Array(pieces)]
  let at = 0
  for (let i = 0; i < pieces; i++, at += pieceNumbers) {
    rows[i + 1] = rows[i]! + numbers[at]!
    places[i + 1] = places[i]! + numbers[at + 1]!
    packedCrcs[i] = numbers[at + 2]!
    plains[i + 1] = plains[i]! + numbers[at + 3]!
    plainCrcs[i] = numbers[at + 4]!
    dates[i] = numbers[at + 5]!
  }
  const [firsts, ends] = [new Uint32Array(ids + 1), new Uint32Array(ids)]
  for (let i = 0, end = 0; i < ids; i++, at += 2) {
    firsts[i + 1] = firsts[i]! + numbers[at]!
    end += numbers[at + 1]!
    ends[i] = end
  }
  const groups = { names: Uint8Array.from(bytes.subarray(count * 4)), ends, firsts }
  const size = pieces * 32 + ids * 8 + groups.names.length + 512
  return { pieces, rows, places, plains, packedCrcs, plainCrcs, dates, groups, size }
}

/** Compares an id with the bytes of a name without allocating. */
function compare(id: Buffer, names: Uint8Array, start: number, end: number): number {
  const length = Math.min(id.length, end - start)
  for (let i = 0; i < length; i++) if (id[i] !== names[start + i]) return id[i]! - names[start + i]!
  return id.length - (end - start)
}

/** The position of an id among the groups; -1 where it has no rows. */
export function groupOf({ names, ends }: Groups, id: Buffer): number {
  let low = 0
  let high = ends.length - 1
  while (low <= high) {
    const middle = (low + high) >> 1
    const order = compare(id, names, middle === 0 ? 0 : ends[middle - 1]!, ends[middle]!)
    if (order === 0) return middle
    if (order < 0) high = middle - 1
    else low = middle + 1
  }
  return -1
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

/** The piece that holds a row; the number of pieces for the row behind the last. */
export const pieceOf = ({ rows, pieces }: PieceIndex, row: number): number =>
  firstWhere(0, pieces, (piece) => rows[piece + 1]! > row)
