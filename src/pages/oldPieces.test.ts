import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { crc32 } from 'node:zlib'
import { flipBit } from '../../test/support/flipBit.ts'
import { openPriceParts } from '../../test/support/priceParts.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { FileReader } from './file.ts'
import { OldPieces } from './oldPieces.ts'
import { openPart } from './open.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-old-'))
after(() => rmSync(root, { recursive: true, force: true }))

test('pieces with the same rows are taken from the earlier file, and none that is damaged', async () => {
  const parts = await openPriceParts(root, { ids: 25, from: '2026-05-01', bounds: { rows: 100_000, bytes: 1 << 20 } })
  const write = (name: string, rows: number, changed = 'false') =>
    parts.write(
      name,
      `SELECT * REPLACE (CASE WHEN ${changed} THEN volume + 1 ELSE volume END AS volume) FROM (${parts.rows(rows)})`,
    )
  try {
    const [before, revised] = [await write('before', 4_500), await write('revised', 4_525, "stock_id = '1007'")]
    const terms = { where: 'true', rows: 4_525, part: '2026', key: '', isClosed: true, variant: 'all' } as const
    const old = await parts.pagesOf('old', { file: before, ...terms })
    const source = { file: revised, ...terms }
    const isSame = async (name: string) => {
      const reusing = { ...source, before: { folder: old.folder, files: old.made.files } }
      parts.assertSame(await parts.pagesOf(name, reusing), await parts.pagesOf('anew', source), name)
    }
    await isSame('reused')
    // The words of few rows are numbered one by one, those of many rows by the engine.
    parts.assertSame(await parts.pagesOf('many', { ...source, rows: 50_000 }), await parts.pagesOf('few', source))

    const opened = openPart(TaiwanStockPrice, old.made, new Set(), (name) => join(old.folder, name))
    for (const [i, file] of old.made.files.entries()) {
      const reader = new FileReader()
      const page = i === 0 ? opened.byId! : opened.byDate
      const { rows, plains } = reader.index(page)
      const pieces = Array.from({ length: file.pieces }, (_, piece) => {
        const bytes = Buffer.alloc(plains[piece + 1]! - plains[piece]!)
        reader.copy(page, rows[piece]!, rows[piece + 1]!, bytes, 0)
        return bytes
      })
      const foundOf = () => {
        const finder = new OldPieces(old.folder, file)
        const found = pieces.map((piece) => finder.find(piece, crc32(piece)))
        assert.equal(finder.find(Buffer.from('more'), crc32('more')), null)
        finder.close()
        return found
      }
      assert.ok(foundOf().every((piece) => piece !== null))
      flipBit(join(old.folder, file.name), 0.5)
      assert.equal(foundOf().filter((piece) => piece === null).length, 1)
      reader.close(root)
    }
    await isSame('damaged')
  } finally {
    parts.close()
  }
})
