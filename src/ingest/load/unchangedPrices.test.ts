import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { calendarOf, feedNamed } from '../../../test/support/feeds/fixture.ts'
import { startLive } from '../../../test/support/live.ts'
import { batchOf, onDraft, type Printed } from '../../../test/support/rows.ts'
import { select } from '../../../test/support/select.ts'
import { TaiwanStockDailyPriceLimit } from '../../catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import type { FindExSecurities } from './exDays.ts'
import { responseColumn, stagedDataset } from './staging.ts'
import { markUnchangedPrices } from './unchangedPrices.ts'

const miIndex = feedNamed('twse TaiwanStockPrice MI_INDEX')
const stockDayAll = feedNamed('twse-openapi TaiwanStockPrice STOCK_DAY_ALL')

const root = mkdtempSync(join(tmpdir(), 'formosa-unchanged-'))
after(() => rmSync(root, { recursive: true, force: true }))

const row = (stock_id: string, trade_date: string, close: string | null, more: Printed = {}): Printed => ({
  ...{ stock_id, trade_date, close, spread: null, [responseColumn]: 1 },
  ...more,
})

/** Changes after the proof, by security, where the day before is stored. */
async function proven(
  rows: readonly Printed[],
  exOn: FindExSecurities,
  feed = stockDayAll,
): Promise<Record<string, string | null>> {
  let found: Record<string, string | null> = {}
  await onDraft(async (draft) => {
    const before = ['1101', '1102', '1103', '1216'].map((id) => row(id, '2026-11-11', '50.0000'))
    await draft.upsert(TaiwanStockPrice, batchOf(TaiwanStockPrice, before))
    const known = { stock_id: '1216', trade_date: '2026-11-12', reference_price: '49.0000' }
    await draft.upsert(TaiwanStockDailyPriceLimit, batchOf(TaiwanStockDailyPriceLimit, [known]))
    const staged = stagedDataset(feed)
    const { table } = await draft.stage(staged, batchOf(staged, rows))
    await markUnchangedPrices({ draft, feed, table, calendar: calendarOf(), exOn })
    const { id, spread } = await draft
      .reading([])
      .columns(`SELECT stock_id AS id, CAST(spread AS VARCHAR) AS spread FROM "${table}" ORDER BY 1`)
    found = Object.fromEntries((id as string[]).map((one, at) => [one, (spread as (string | null)[])[at]!]))
  })
  return found
}

const day = '2026-11-12'
const list = [
  row('1101', day, '50.0000'),
  row('1102', day, '50.0000'),
  row('1103', day, '49.0000'),
  row('1104', day, '50.0000'),
  row('1105', day, null),
  row('1216', day, '50.0000'),
  row('1301', day, '80.0000', { spread: '1.5000' }),
]
const going: FindExSecurities = async () => new Set(['1102'])

test('a price is unchanged where it closed alike the day before and does not go ex; everything else stays unknown', async () => {
  assert.deepEqual(await proven(list, going), {
    1101: '0.0000',
    // Goes ex.
    1102: null,
    // Closed otherwise, so that it is not compared.
    1103: null,
    // Has no close of the day before.
    1104: null,
    1105: null,
    // Has a reference price, which tells more.
    1216: null,
    1301: '1.5000',
  })
})

test('nothing is proven without a list of ex-days, in a list with marks, or of another publisher', async () => {
  const isOpen = ({ 1301: _, ...others }: Record<string, string | null>) =>
    Object.values(others).every((spread) => spread === null || spread === '0.0000') && others[1101] === null
  assert.ok(isOpen(await proven(list, async () => null)))
  assert.ok(isOpen(await proven([...list, row('1402', day, '9.0000', { spread: '0.0000' })], going)))
  assert.ok(isOpen(await proven(list, going, miIndex)))
})

test('with open terms alone unchanged prices have a change of zero, by the forecast of ex-days; before an ex-day adjusted prices are unknown', async () => {
  await using market = await startLive(root, { only: ['TaiwanStockPrice', 'TaiwanStockDividend'], accepted: [] })
  for (const one of ['2026-09-24', '2026-09-29']) await market.refreshAt(`${one}T23:50:00+08:00`, one)
  const changes = `SELECT p.stock_id, CAST(p.spread AS VARCHAR) FROM TaiwanStockPrice p JOIN TaiwanStockOverview o
    USING (stock_id) WHERE o.market = 'TWSE' AND p.trade_date = DATE '2026-09-29' ORDER BY 1`
  const truth = new Map((await market.market.select(changes)).rows as [string, string | null][])
  const rows = await select(
    market.lake,
    `SELECT stock_id, CAST(spread AS VARCHAR) FROM TaiwanStockPrice WHERE trade_date = DATE '2026-09-29' ORDER BY 1`,
  )
  const spreads = (rows as [string, string | null][]).filter(([id]) => truth.has(id))
  const unchanged = spreads.filter(([id]) => truth.get(id) === '0.0000')
  assert.ok(unchanged.length > 0)
  assert.deepEqual(
    unchanged.filter(([, spread]) => spread !== '0.0000'),
    [],
  )
  assert.deepEqual(
    spreads.filter(([id, spread]) => spread !== null && spread !== truth.get(id)),
    [],
  )
  assert.ok(spreads.some(([, spread]) => spread === null))

  // No list of ex-days of TWSE is open, so nothing says by what factor the prices before are adjusted.
  const { rows: exRows } = await market.market.select(
    `SELECT d.stock_id FROM TaiwanStockDividendResult d JOIN TaiwanStockPrice p ON p.stock_id = d.stock_id AND p.trade_date = d.ex_date
     WHERE d.market = 'TWSE' AND ex_date = DATE '2026-09-29' AND p.close IS NOT NULL`,
  )
  const ex = exRows.map(([id]) => id as string)
  assert.ok(ex.length > 0)
  const factors = new Map(
    (await select(
      market.lake,
      `SELECT stock_id, CAST(adjustment_factor AS VARCHAR) FROM TaiwanStockPriceAdj
       WHERE trade_date = DATE '2026-09-24'`,
    )) as [string, string | null][],
  )
  assert.deepEqual(
    ex.filter((id) => factors.get(id) !== null),
    [],
  )
  const known = [...factors].filter(([, factor]) => factor !== null)
  assert.ok(known.length > factors.size / 2, `${known.length} of ${factors.size}`)
  assert.deepEqual(new Set(known.map(([, factor]) => factor)), new Set(['1.000000']))
})
