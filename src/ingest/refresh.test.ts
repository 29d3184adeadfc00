import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Live, startLive } from '../../test/support/live.ts'
import { select } from '../../test/support/select.ts'
import { openIngest } from './context.ts'
import { refresh } from './refresh.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-refresh-'))
after(() => rmSync(root, { recursive: true, force: true }))

const evening = (day: string) => `${day}T23:50:00+08:00`

const daysHeld = async (market: Live, dataset: string): Promise<unknown[]> => {
  const days = "trade_date BETWEEN DATE '2026-07-14' AND DATE '2026-07-21'"
  return (
    await select(market.lake, `SELECT DISTINCT trade_date::VARCHAR FROM ${dataset} WHERE ${days} ORDER BY 1`)
  ).flat()
}

test('a typhoon day is waited for while it may have traded, and is no gap once the next day has', async () => {
  await using market = await startLive(join(root, 'typhoon'), { only: ['TaiwanStockPrice'] })
  await market.refreshAt(evening('2026-07-16'), '2026-07-16')
  assert.deepEqual(await daysHeld(market, 'TaiwanStockTradingDate'), [
    '2026-07-14',
    '2026-07-15',
    '2026-07-16',
    '2026-07-17',
    '2026-07-20',
    '2026-07-21',
  ])
  const closed = await market.refreshAt(evening('2026-07-17'), '2026-07-16')
  assert.deepEqual(
    closed.report.missing.map(({ from, kind }) => `${from} ${kind}`),
    ['2026-07-17 not_yet', '2026-07-17 not_yet'],
  )
  const next = await market.refreshAt(evening('2026-07-20'), '2026-07-20')
  assert.deepEqual(next.report.missing, [])
  assert.deepEqual(await daysHeld(market, 'TaiwanStockPrice'), ['2026-07-14', '2026-07-15', '2026-07-16', '2026-07-20'])
  assert.ok(!(await daysHeld(market, 'TaiwanStockTradingDate')).includes('2026-07-17'))
  assert.equal((await market.lake.current())!.manifest.through, '2026-07-20')
})

test('after a stop of two weeks every missed day is fetched', async () => {
  await using market = await startLive(join(root, 'stop'), { only: ['TaiwanStockPER'] })
  await market.refreshAt(evening('2026-07-01'), '2026-07-01')
  await market.refreshAt(evening('2026-07-21'), '2026-07-21')
  assert.deepEqual(await daysHeld(market, 'TaiwanStockPER'), [
    '2026-07-14',
    '2026-07-15',
    '2026-07-16',
    '2026-07-20',
    '2026-07-21',
  ])
  const requests = market.exchange.requests().filter(({ path }) => path.includes('BWIBBU_d'))
  assert.equal(
    new Set(requests.map(({ from }) => from)).size,
    await market.days('2026-06-29', '2026-07-21').then((all) => all.length),
  )
})

test('a correction within three days replaces the first value and is recorded as a revision', async () => {
  await using market = await startLive(join(root, 'correction'), { only: ['TaiwanStockPER'] })
  const removeFault = market.exchange.addFault({
    publisher: 'twse',
    path: 'BWIBBU_d',
    day: '2026-07-20',
    fault: { kind: 'wrong', title: '本益比', text: '12.34', id: '2330' },
  })
  await market.refreshAt(evening('2026-07-20'), '2026-07-20')
  removeFault()
  const { report } = await market.refreshAt(evening('2026-07-21'), '2026-07-21')
  assert.equal(report.datasets.TaiwanStockPER!.changed, 1)
  assert.equal((await market.lake.current())!.manifest.datasets.TaiwanStockPER!.revisions[0]?.rows, 1)
})

for (const [terms, accepted] of [
  ['all terms', ['all']],
  ['open terms alone', []],
] as const)
  test(`price limits of a typhoon day go, and those of the next trading day come, with ${terms}`, async () => {
    const market = await startLive(join(root, `limits-${accepted.length}`), {
      only: ['TaiwanStockPrice', 'TaiwanStockDailyPriceLimit'],
      accepted,
    })
    const limits = async () =>
      await select(
        market.lake,
        `SELECT market, trade_date::VARCHAR FROM TaiwanStockDailyPriceLimit
         WHERE trade_date BETWEEN DATE '2026-07-16' AND DATE '2026-07-22' GROUP BY ALL ORDER BY 1, 2`,
      )
    try {
      await market.refreshAt(evening('2026-07-15'), '2026-07-15')
      await market.refreshAt(evening('2026-07-16'), '2026-07-16')
      // On the evening before nobody knows that the market stays closed.
      assert.deepEqual(await limits(), [
        ['TPEX', '2026-07-16'],
        ['TPEX', '2026-07-17'],
        ['TWSE', '2026-07-16'],
      ])
      await market.refreshAt(evening('2026-07-17'), '2026-07-16')
      const { report } = await market.refreshAt(evening('2026-07-20'), '2026-07-20')
      assert.deepEqual(await limits(), [
        ['TPEX', '2026-07-16'],
        ['TPEX', '2026-07-20'],
        ['TPEX', '2026-07-21'],
        ['TWSE', '2026-07-16'],
        ['TWSE', '2026-07-20'],
      ])
      assert.ok(report.datasets.TaiwanStockDailyPriceLimit!.withdrawn > 0)
      assert.deepEqual(report.missing, [])
    } finally {
      await market.stop()
    }
  })

test('price limits of a typhoon day are those of the next one although another machine learned that it was closed', async () => {
  const only = ['TaiwanStockPrice', 'TaiwanStockDailyPriceLimit']
  const market = await startLive(join(root, 'leaders'), { only, accepted: [] })
  const days = async () =>
    (
      await select(
        market.lake,
        `SELECT DISTINCT trade_date::VARCHAR FROM TaiwanStockDailyPriceLimit
         WHERE market = 'TPEX' AND trade_date BETWEEN DATE '2026-07-16' AND DATE '2026-07-20' ORDER BY 1`,
      )
    ).flat()
  try {
    for (const day of ['2026-07-15', '2026-07-16']) await market.refreshAt(evening(day), day)
    assert.deepEqual(await days(), ['2026-07-16', '2026-07-17'])
    market.turn(evening('2026-07-20'), '2026-07-20')
    const other = openIngest({ ...market.context, folder: join(root, 'other') })
    await refresh(other).finally(() => other.close())
    assert.deepEqual(await days(), ['2026-07-16'])
    await market.refreshAt(evening('2026-07-21'), '2026-07-21')
    assert.deepEqual(await days(), ['2026-07-16', '2026-07-20'])
  } finally {
    await market.stop()
  }
})
