import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { catalogue } from '../catalogue/index.ts'
import { type Lake, openLake } from '../lake/lake.ts'
import { openReader } from '../lake/reader.ts'
import { typeOfCode } from '../sources/exchange/securityCodes.ts'
import { buildMarket, growMarket } from './build.ts'
import { copiesOf } from './copies.ts'
import { fullOptions } from './world.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-copies-'))
after(() => rmSync(root, { recursive: true, force: true }))

test('every copy of a security has a code of its own of the same type', () => {
  const copies = copiesOf(10)
  assert.equal(new Set(copies.map(([, code]) => code)).size, 2_470)
  for (const [id, code] of copies) assert.equal(typeOfCode(code), typeOfCode(id), code)
  // A market of more copies has the codes of a smaller one.
  assert.deepEqual(copies.slice(0, 494), copiesOf(2))
})

const only = [
  'TaiwanStockOverview',
  'TaiwanStockTradingDate',
  'TaiwanStockPrice',
  'TaiwanStockPriceAdj',
  'TaiwanStockShareholding',
  'TaiwanStockMarketValue',
  'TaiwanStockDividendResult',
  'TaiwanStockCapitalReductionReferencePrice',
  'TaiwanStockSplitPrice',
  'TaiwanStockChangeFaceReference',
  'TaiwanStock5SecondsOrderStats',
]
const now = () => new Date('2026-07-31T19:00:00+08:00')
const options = {
  ...fullOptions(7, '2026-07-31', { years: 1, copies: 3 }),
  ...{ from: '2025-12-15', longFrom: '2025-12-15', movesFrom: '2025-01-02', momentsFrom: '2026-07-14' },
}
const open = (name: string): Lake =>
  openLake({ root: join(root, name), origin: 'demo', datasets: catalogue, now, memory: '1GB' })
const build = (lake: Lake, through: string) => buildMarket({ lake, now, seed: 7, options, only, through })

test('a market of the full size grows by a day, and copies agree with themselves as securities do', async () => {
  const lake = open('grown')
  await build(lake, '2026-07-30')
  const grown = (await growMarket({ lake, now, days: 1 }))!
  const built = await build(open('built'), '2026-07-31')
  assert.equal(grown.manifest.version, built.manifest.version)
  const { datasets } = built.manifest
  assert.equal(datasets.TaiwanStockOverview!.rows, 3 * 247)
  assert.equal(datasets.TaiwanStock5SecondsOrderStats!.first_date, options.momentsFrom)

  const reader = await openReader(built, catalogue, { memory: '1GB', scratch: join(root, 'spill') })
  after(() => reader.close())
  const read = async (sql: string) => (await reader.select(sql)).rows
  const [, code, , prices, counts] = copiesOf(3).find(([id, , mark]) => id === '2330' && mark === '2')!
  const [same] = await read(`
    SELECT count(*), bool_and(c.close = s.close * ${prices} AND c.volume = s.volume * ${counts}
      AND c.turnover = s.turnover * ${prices * counts} AND c.spread = s.spread * ${prices})
    FROM TaiwanStockPrice s JOIN TaiwanStockPrice c USING (trade_date) WHERE s.stock_id = '2330' AND c.stock_id = '${code}'`)
  assert.ok(Number(same![0]) > 100 && same![1])
  // Computed datasets have the rows of copies, with factors from their own dividends.
  const [adjusted] = await read(`
    SELECT count(DISTINCT stock_id) FILTER (WHERE adjustment_factor <> 1), count(*) FILTER (WHERE adjustment_factor IS NULL)
    FROM TaiwanStockPriceAdj`)
  assert.ok(Number(adjusted![0]) > 100)
  assert.equal(Number(adjusted![0]) % 3, 0)
  assert.equal(Number(adjusted![1]), 0)
  const [values] = await read(`SELECT count(*) FROM TaiwanStockMarketValue WHERE stock_id = '${code}'`)
  assert.equal(values![0], same![0])
})
