import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { inflateRawSync } from 'node:zlib'
import { flipBit } from '../../test/support/flipBit.ts'
import { pieceRows, piecesIn } from './format.ts'
import { reorder } from './reorder.ts'
import { RowFile } from './rowFile.ts'
import { SealedPieces } from './sealedPieces.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-sealed-'))
after(() => rmSync(root, { recursive: true, force: true }))

/** Pieces that were read, by their number in by-id order. */
class Counted extends SealedPieces {
  readonly taken: number[] = []
  override read(at: number): Buffer | null {
    const packed = super.read(at)
    if (packed) this.taken.push(at)
    return packed
  }
}

/** Writes rows of ids, newest day first, in both orders. */
function write(name: string, days: Readonly<Record<string, readonly number[]>>, damage: (path: string) => void) {
  const file = new RowFile(root, name, 'id')
  const groups = Object.entries(days).map(([id, dates]) => {
    let bytes = 0
    for (const [i, date] of dates.entries()) {
      const row = Buffer.from(`{"id":"${id}","n":${i}},\n`)
      file.write(row, file.push(row.length, date, row, 0, row.length) === 0 ? 0 : row.length)
      bytes += row.length
    }
    return { id, rows: dates.length, bytes }
  })
  const made = file.close()
  damage(join(root, made.packed))
  const twins = new Counted(join(root, made.packed), file.side)
  const byDate = new RowFile(root, name, 'date', null, twins)
  const dates = new Set(Object.values(days).flat())
  const [rows, side] = [join(root, made.rows), join(root, made.side)]
  reorder({ rows, side, groups, dates, most: 1 << 20 }, byDate)
  const other = byDate.close()
  return { taken: twins.taken, side: byDate.side, plain: join(root, other.rows), packed: join(root, other.packed) }
}

test('rows that follow one another in both orders are compressed once, and never copied from a damaged piece', () => {
  // Of `a` and `b` only the newest day, of `c` two days: by date, all but the last rows of `c` stand as by id.
  const days = {
    a: Array<number>(100).fill(20_000),
    b: Array<number>(pieceRows * 2).fill(20_000),
    c: [...Array<number>(40).fill(20_000), ...Array<number>(40).fill(19_999)],
    d: [20_000, 20_000, 19_999],
  }
  const text = (id: string, from: number, to: number) =>
    Array.from({ length: to - from }, (_, i) => `{"id":"${id}","n":${from + i}},\n`).join('')
  const expected = `${text('a', 0, 100)}${text('b', 0, 64)}${text('c', 0, 40)}${text('d', 0, 2)}${text('c', 40, 80)}${text('d', 2, 3)}`
  for (const isDamaged of [false, true]) {
    const made = write(isDamaged ? 'damaged' : 'whole', days, (path) => isDamaged && flipBit(path, 0))
    const whole = Math.floor(204 / pieceRows)
    assert.deepEqual(made.taken, Array.from({ length: whole }, (_, i) => i).slice(isDamaged ? 1 : 0))
    assert.equal(readFileSync(made.plain, 'utf8'), expected)
    const packed = readFileSync(made.packed)
    let at = 0
    let inflated = ''
    for (let piece = 0; piece < piecesIn(247); piece++) {
      const { length } = made.side.piece(piece)
      inflated += inflateRawSync(packed.subarray(at, at + length), { finishFlush: 2 }).toString()
      at += length
    }
    assert.equal(inflated, expected)
  }
})
