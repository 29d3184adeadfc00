import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { builtAt, builtThrough, copyOfLake } from '../../../test/support/fixture.ts'
import { catalogue } from '../../catalogue/index.ts'
import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import { openLake } from '../../lake/lake.ts'
import { checkRows } from './check.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-rules-'))
after(() => rmSync(root, { recursive: true, force: true }))

test('no row of the market in a box breaks a rule', async (t) => {
  const home = await copyOfLake(join(root, 'home'))
  const now = () => new Date(builtAt)
  const lake = openLake({ root: join(home, 'demo/lake'), origin: 'demo', datasets: catalogue, now, memory: '1GB' })
  await lake.change({ through: builtThrough, maker: {} }, async (draft) => {
    const { day } = await draft
      .reading([TaiwanStockTradingDate])
      .columns('SELECT CAST(trade_date AS VARCHAR) AS day FROM "TaiwanStockTradingDate"')
    const open = new Set(day as string[])
    const first = [...open].sort()[0]!
    const calendar = {
      isOpen: (date: string) => (date < first ? null : open.has(date)),
      next: () => null,
      previous: () => null,
    }
    for (const dataset of catalogue)
      await t.test(dataset.name, async () => {
        const { table, drop } = await draft.stage(dataset, `SELECT * FROM "${dataset.name}"`)
        const checked = await checkRows(draft, { dataset, table, calendar, requested: null, isWhole: true })
        assert.deepEqual(checked.rejected.slice(0, 3), [])
        assert.deepEqual(checked.refused, [])
        const { n } = await draft
          .reading([dataset])
          .columns(`SELECT CAST(count(*) AS DOUBLE) AS n FROM "${dataset.name}"`)
        assert.deepEqual([checked.goodRows, checked.repeats], [(n as Float64Array)[0], 0])
        await drop()
      })
  })
})
