import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { flipBit } from '../../test/support/flipBit.ts'
import { openPriceParts } from '../../test/support/priceParts.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import type { Bounds } from './bounds.ts'
import { copiedFrom } from './kept.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-kept-'))
after(() => rmSync(root, { recursive: true, force: true }))

const bounds: Bounds = { rows: 1_000, bytes: 1 << 20 }

test('ids that have not changed are copied to the same bytes, whichever ids changed, came or went, and none from a damaged file', async () => {
  const parts = await openPriceParts(root, { ids: 23, from: '2026-01-01', bounds })
  const { connection, pagesOf, write } = parts
  const rows = parts.rows(2500)
  const file = await write('before', rows)
  const terms = { where: 'true', rows: 2500, part: 'history', variant: 'all', hidden: "p.stock_id = '1007'" } as const
  const before = await pagesOf('pages', { file, ...terms })
  const changed: Readonly<Record<string, string>> = {
    none: rows,
    'a value': `SELECT * REPLACE (CASE WHEN stock_id = '1003' AND trade_date = DATE '2026-02-02' THEN volume + 1 ELSE volume END AS volume) FROM (${rows})`,
    'the first and the last': `SELECT * REPLACE (CASE WHEN stock_id IN ('1000', '1022') THEN 7 ELSE volume END AS volume) FROM (${rows})`,
    'an id gone, a row gone': `SELECT * FROM (${rows}) WHERE stock_id <> '1011' AND NOT (stock_id = '1015' AND trade_date < DATE '2026-01-20')`,
    'an id come': `SELECT * FROM (${rows}) UNION ALL SELECT * REPLACE ('1004A' AS stock_id) FROM (${rows}) WHERE stock_id = '1004'`,
  }
  try {
    for (const [what, select] of Object.entries(changed)) {
      const next = await write('after', select)
      const old = { file, where: 'true', folder: before.folder, groups: before.made.groups, files: before.made.files }
      const source = { file: next, ...terms, before: old }
      const kept = await copiedFrom(connection, TaiwanStockPrice, source, bounds.rows)
      assert.ok(
        kept?.pieces.some((piece) => typeof piece !== 'string'),
        `${what}: something is copied`,
      )
      kept?.close()
      const copied = await pagesOf('copied', source)
      const anew = await pagesOf('anew', { file: next, ...terms })
      parts.assertSame(copied, anew, what)
    }
    // Were a damaged row copied, it would get a right checksum of its own.
    const next = await write('after', changed['a value']!)
    const old = { file, where: 'true', folder: before.folder, groups: before.made.groups, files: before.made.files }
    flipBit(join(before.folder, before.made.files[0]!.rows), 0.3)
    assert.equal(
      await copiedFrom(connection, TaiwanStockPrice, { file: next, ...terms, before: old }, bounds.rows),
      null,
    )
  } finally {
    parts.close()
  }
})
