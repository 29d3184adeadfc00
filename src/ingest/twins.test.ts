import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Live, startLive } from '../../test/support/live.ts'
import { select } from '../../test/support/select.ts'
import { catalogue } from '../catalogue/index.ts'
import { openIngest } from './context.ts'
import { detailIn } from './gaps/detail.ts'
import { refresh } from './refresh.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-twins-'))
after(() => rmSync(root, { recursive: true, force: true }))

const read = (market: Live, sql: string) => select(market.lake, sql)

const evening = (day: string) => `${day}T23:50:00+08:00`
const named = (name: string) => catalogue.filter((dataset) => dataset.name === name)
const day = '2026-11-12'
/** Prices of the exchange, which its open data have for the newest day alone. */
const prices = {
  dataset: 'TaiwanStockPrice',
  market: 'TWSE',
  from: day,
  to: day,
  publisher: 'twseOpenApi',
  answers: ['STOCK_DAY_ALL'],
  insteadOf: { publisher: 'twse', answers: ['MI_INDEX'] },
  lacks: [],
  stillMissing: [
    { from: '2026-11-11', to: '2026-11-11' },
    { from: '2026-11-10', to: '2026-11-10' },
  ],
}

for (const [what, fault, why] of [
  ['refuses', { kind: 'page' }, /^(blocked|held): /],
  ['is too busy', { kind: 'status', status: 429 }, /^(blocked|held): .*429/],
  ['writes its table in another way', { kind: 'renamed', title: '收盤價' }, /^changed: .*收盤價/],
] as const)
  test(`a day of prices comes from the open data of an exchange whose site ${what}, and the report says so`, async () => {
    // Changes of prices need the reference prices of the day; once is enough.
    const isCompared = what === 'refuses'
    const only = ['TaiwanStockPrice', ...(isCompared ? ['TaiwanStockDailyPriceLimit'] : [])]
    await using market = await startLive(join(root, what.replaceAll(' ', '-')), { only })
    const removeFault = market.exchange.addFault({ publisher: 'twse', path: 'MI_INDEX', fault })
    const done = await market.refreshAt(evening(day), day)
    assert.equal(done.report.twins.length, 1)
    const [{ why: reason, ...twin }] = done.report.twins as [(typeof done.report.twins)[number]]
    assert.match(reason, why)
    assert.deepEqual(
      { ...twin, stillMissing: twin.stillMissing.toSorted((a, b) => (a.from < b.from ? 1 : -1)) },
      prices,
    )
    assert.deepEqual(done.report.missing.map(({ publisher, from }) => `${publisher} ${from}`).sort(), [
      'twse 2026-11-10',
      'twse 2026-11-11',
    ])
    const unprinted: Record<string, readonly string[]> = isCompared ? {} : { TaiwanStockPrice: ['spread'] }
    const terms = { datasets: named('TaiwanStockPrice'), unprinted }
    assert.deepEqual(await market.differences({ ...terms, from: day, to: day }), [])
    assert.equal((await market.lake.current())!.manifest.through, day)
    removeFault()
    // The site is still fetched, and its rows are the same.
    const next = await market.refreshAt(evening('2026-11-13'), '2026-11-13')
    assert.deepEqual(next.report.twins, [])
    assert.deepEqual(next.report.missing, [])
    assert.deepEqual(await market.differences({ ...terms, from: '2026-11-10', to: '2026-11-13' }), [])
  })

test('a twin with fewer columns leaves them unknown and is named with them, until the site answers again', async () => {
  await using market = await startLive(join(root, 'columns'), { only: ['TaiwanStockPER'] })
  const removeFault = market.exchange.addFault({ publisher: 'twse', path: 'BWIBBU_d', fault: { kind: 'redirect' } })
  const { report } = await market.refreshAt(evening(day), day)
  assert.deepEqual(
    report.twins.map(({ dataset, market: of, publisher, lacks }) => [dataset, of, publisher, ...lacks]),
    [['TaiwanStockPER', 'TWSE', 'twseOpenApi', 'dividend_year', 'fiscal_period']],
  )
  const terms = { datasets: named('TaiwanStockPER'), from: day, to: day }
  const lacking = { TaiwanStockPER: ['dividend_year', 'fiscal_period', 'close_price'] }
  assert.deepEqual(await market.differences({ ...terms, unprinted: lacking }), [])
  assert.ok((await market.differences({ ...terms, unprinted: {} })).every(({ kind }) => kind === 'differs'))
  removeFault()
  await market.refreshAt(evening('2026-11-13'), '2026-11-13')
  assert.deepEqual(await market.differences({ ...terms, unprinted: { TaiwanStockPER: ['close_price'] } }), [])
})

test('if both publishers fail, the gap gives both reasons', async () => {
  await using market = await startLive(join(root, 'neither'), { only: ['TaiwanStockPER', 'TaiwanStockOverview'] })
  for (const path of ['BWIBBU_d', 'BWIBBU_ALL'])
    market.exchange.addFault({
      publisher: path === 'BWIBBU_d' ? 'twse' : 'twseOpenApi',
      path,
      fault: { kind: 'page' },
    })
  const done = await market.refreshAt(evening(day), day)
  assert.deepEqual(done.report.twins, [])
  const { datasets } = await market.gaps(done)
  const gap = datasets.TaiwanStockPER!.gaps.find(
    ({ from, to, market: of }) => from <= day && day <= to && of === 'TWSE',
  )
  assert.equal(gap?.reason, 'source_failed')
  assert.match(
    detailIn('en', gap!.detail),
    /^(blocked|held): .*; twseOpenApi BWIBBU_ALL was asked instead: (blocked|held): /,
  )
})

test('a list that is not updated is never loaded as a new day, and the gap names the publisher that has the day under other terms', async () => {
  const only = ['TaiwanStockPER', 'TaiwanStockOverview']
  await using market = await startLive(join(root, 'still'), { only })
  const ratios = "SELECT count(*)::INTEGER FROM TaiwanStockPER WHERE market = 'TPEX'"
  market.exchange.addFault({
    publisher: 'tpexOpenApi',
    path: 'tpex_mainboard_peratio_analysis',
    fault: { kind: 'other day', day: '2026-08-03' },
  })
  market.turn(evening(day), day)
  const context = openIngest({ ...market.context, accepted: [] })
  const done = await refresh(context).finally(() => context.close())
  const reason = 'stands still at 2026-08-03, asked for 2026-11-12'
  const offer = '; tpex peQryDate tells it too, and its terms are not accepted'
  const of = ({ endpoint }: { endpoint: string }) => endpoint === 'tpex_mainboard_peratio_analysis'
  assert.deepEqual(
    done.report.problems.filter(of).map(({ kind, reason }) => [kind, reason]),
    [['other_day', reason]],
  )
  assert.deepEqual(
    done.report.missing.filter(of).map(({ reason }) => reason),
    [`${reason}${offer}`],
  )
  assert.deepEqual(await read(market, ratios), [[0]])
  const gap = (await market.gaps(done)).datasets.TaiwanStockPER!.gaps.find(
    ({ from, to, market: one }) => from <= day && day <= to && one === 'TPEX',
  )
  assert.deepEqual([gap?.reason, gap?.detail], ['source_failed', ['other_day', `${reason}${offer}`]])

  // With the terms accepted the site is fetched, and the outdated list replaces nothing.
  market.exchange.addFault({ publisher: 'tpex', path: 'peQryDate', day, fault: { kind: 'page' } })
  const both = await market.refreshAt(evening(day), day)
  assert.deepEqual(
    both.report.twins.filter(({ market: one }) => one === 'TPEX'),
    [],
  )
  assert.match(
    both.report.missing.find(({ publisher, from }) => publisher === 'tpex' && from === day)!.reason,
    /; tpexOpenApi tpex_mainboard_peratio_analysis was asked instead: other_day: stands still at 2026-08-03/,
  )
  assert.deepEqual(await read(market, `${ratios} AND trade_date = DATE '${day}'`), [[0]])
})

test('the calendar is learnt from its twin, so that a day can be planned while the site is blocked', async () => {
  await using market = await startLive(join(root, 'calendar'), {
    only: ['TaiwanStockPrice', 'TaiwanStockDailyPriceLimit'],
  })
  market.exchange.addFault({ publisher: 'twse', fault: { kind: 'status', status: 403 } })
  const { report } = await market.refreshAt(evening(day), day)
  assert.deepEqual(
    report.twins.map(({ dataset, answers }) => [dataset, ...answers]),
    [
      ['TaiwanStockTradingDate', 'FMTQIK', 'holidaySchedule'],
      ['TaiwanStockPrice', 'STOCK_DAY_ALL'],
      ['TaiwanStockDailyPriceLimit', 'TWT84U'],
    ],
  )
  // Reference prices of the day were published the day before.
  const terms = {
    datasets: named('TaiwanStockPrice'),
    from: day,
    to: day,
    unprinted: { TaiwanStockPrice: ['spread'] },
  }
  assert.deepEqual(await market.differences(terms), [])
})
