import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { flipBit } from '../../test/support/flipBit.ts'
import { openPriceParts } from '../../test/support/priceParts.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { OldPieces } from './oldPieces.ts'
import { fingerprints } from './slices.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-slices-'))
after(() => rmSync(root, { recursive: true, force: true }))

test('a new day leaves the fingerprint of earlier months, and unchanged pieces are not compressed again', async () => {
  const bounds = { rows: 100_000, bytes: 1 << 20 }
  const parts = await openPriceParts(root, { ids: 25, from: '2026-05-01', bounds })
  const { connection, pagesOf } = parts
  const write = (name: string, rows: number, changed = 'false') =>
    parts.write(
      name,
      `SELECT * REPLACE (CASE WHEN ${changed} THEN volume + 1 ELSE volume END AS volume) FROM (${parts.rows(rows)})`,
    )
  try {
    const [before, next, revised] = [
      await write('before', 4_500),
      await write('next', 4_525),
      await write('revised', 4_525, "stock_id = '1007'"),
    ]
    const where = "trade_date < DATE '2026-10-01'"
    const prints = await Promise.all(
      [before, next, revised].map((file) => fingerprints(connection, TaiwanStockPrice, 'all', { file, where }, "''")),
    )
    assert.deepEqual(prints[0], prints[1])
    assert.notEqual(prints[0]![0]!.print, prints[2]![0]!.print)
    assert.equal(prints[0]![0]!.rows, prints[2]![0]!.rows)

    const terms = { where, rows: 4_525, part: 'earlier', variant: 'all', hidden: null } as const
    const old = await pagesOf('old', { file: before, ...terms })
    const source = { file: revised, ...terms }
    const kept = { file: before, where, folder: old.folder, groups: old.made.groups, files: old.made.files }
    const isSame = async (name: string) => {
      parts.assertSame(await pagesOf(name, { ...source, before: kept }), await pagesOf('anew', source), name)
    }
    await isSame('reused')
    // The words of few rows are numbered one by one, those of many rows by the engine.
    const many = await pagesOf('many', { ...source, rows: 50_000 })
    parts.assertSame(many, await pagesOf('few', source))

    // All pieces of an unchanged file are taken, and none that is damaged.
    for (const file of old.made.files) {
      const rows = readFileSync(join(old.folder, file.rows))
      const lines = rows.toString('latin1').split(/(?<=\n)/)
      const pieces = Array.from({ length: Math.ceil(lines.length / 32) }, (_, i) =>
        Buffer.from(lines.slice(i * 32, i * 32 + 32).join(''), 'latin1'),
      )
      const takenOf = () => {
        const reader = new OldPieces(old.folder, file, lines.length)
        const taken = pieces.map((piece) => reader.take(piece))
        assert.equal(reader.take(Buffer.from('more')), null)
        reader.close()
        return taken
      }
      const whole = takenOf()
      assert.ok(whole.every((piece) => piece !== null))
      assert.equal(Buffer.concat(whole).length, statSync(join(old.folder, file.packed)).size)
      flipBit(join(old.folder, file.packed), 0.5)
      assert.equal(takenOf().filter((piece) => piece === null).length, 1)
    }
    await isSame('damaged')
  } finally {
    parts.close()
  }
})
