import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { type Live, startLive } from '../../test/support/live.ts'
import { select } from '../../test/support/select.ts'
import { openIngest } from './context.ts'
import { backfill, planRefresh } from './refresh.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-details-'))
after(() => rmSync(root, { recursive: true, force: true }))

const evening = (day: string) => `${day}T23:50:00+08:00`
const only = ['TaiwanStockDividendResult', 'TaiwanStockCapitalReductionReferencePrice']

const paid = (days: string) => `SELECT stock_id, CAST(ex_date AS VARCHAR), CAST(cash_dividend AS VARCHAR),
  CAST(stock_dividend_per_1000 AS VARCHAR) FROM TaiwanStockDividendResult WHERE market = 'TWSE' AND ex_date ${days} ORDER BY 1, 2`
const exchanged = `SELECT stock_id, CAST(resumption_date AS VARCHAR), CAST(halt_date AS VARCHAR),
  CAST(shares_per_1000 AS VARCHAR), CAST(refund_per_share AS VARCHAR)
  FROM TaiwanStockCapitalReductionReferencePrice WHERE resumption_date = DATE '2026-09-29'`

const read = (market: Live, sql: string) => select(market.lake, sql)
const truth = async (market: Live, sql: string) => (await market.market.select(sql)).rows

/** The events that were fetched one by one, after the first `since` requests. */
const requestedEvents = (market: Live, since = 0): string[] =>
  market.exchange
    .requests()
    .slice(since)
    .filter(({ path }) => /Detail$/.test(path))
    .map(({ fields }) => `${fields.STK_NO} ${fields.T1 ?? fields.FILE_DATE}`)
    .sort()

test('each listed event is fetched once and fills the columns that the list lacks; a failed one is reported and fetched by the next run', async () => {
  await using market = await startLive(join(root, 'whole'), { only })
  const removeFault = market.exchange.addFault({ path: /TWT49UDetail.*2454/, fault: { kind: 'status', status: 404 } })
  const nothing = market.exchange.addFault({ path: /TWT49UDetail.*2344/, fault: { kind: 'nothing' } })
  const first = await market.refreshAt(evening('2026-09-29'), '2026-09-29')
  const days = "BETWEEN DATE '2026-08-31' AND DATE '2026-09-29'"
  const known = await truth(market, paid(days))
  assert.ok(known.length > 20)
  // An event without its detail has the row of the list.
  const isRefused = ([id, day]: unknown[]) => (id === '2454' || id === '2344') && day === '2026-09-29'
  assert.equal(known.filter(isRefused).length, 2)
  assert.deepEqual(
    await read(market, paid(days)),
    known.map((row) => (isRefused(row) ? [row[0], row[1], null, null] : row)),
  )
  assert.deepEqual(await read(market, exchanged), await truth(market, exchanged))
  assert.deepEqual(
    first.report.problems.map(({ endpoint, from, id, kind }) => `${endpoint} ${from} ${id} ${kind}`),
    ['TWT49UDetail 2026-09-29 2454,20260929 blocked'],
  )
  const events = known.map(([id, day]) => `${id} ${String(day).replaceAll('-', '')}`)
  assert.deepEqual(requestedEvents(market), [...events, '6257 20260913'].sort())
  const lists = market.exchange.requests().map(({ path }) => path)
  assert.ok(lists.lastIndexOf('/rwd/zh/exRight/TWT49U') < lists.indexOf('/rwd/zh/exRight/TWT49UDetail'))

  removeFault()
  nothing()
  const before = market.exchange.requests().length
  const second = await market.refreshAt('2026-09-30T00:30:00+08:00', '2026-09-29')
  assert.deepEqual(requestedEvents(market, before), ['2454 20260929'])
  assert.deepEqual(second.report.problems, [])
  // The exchange had no rows then, and is fetched again with the next day.
  assert.deepEqual(
    await read(market, paid(days)),
    known.map((row) => (isRefused(row) && row[0] === '2344' ? [row[0], row[1], null, null] : row)),
  )
  // A day is read again when each of the next two is, for corrections.
  const later = market.exchange.requests().length
  const third = await market.refreshAt(evening('2026-09-30'), '2026-09-30')
  const again = new Set(requestedEvents(market, later).map((event) => event.split(' ')[1]))
  assert.deepEqual([...again].sort(), ['20260913', '20260924', '20260929'])
  assert.deepEqual(await read(market, paid(days)), known)
  assert.deepEqual(third.report.problems, [])
  assert.deepEqual(
    Object.values(third.report.datasets).map(({ waiting }) => waiting),
    Object.values(third.report.datasets).map(() => 0),
  )
})

test('a list without event links is reported as a problem, and its rows are loaded', async () => {
  await using market = await startLive(join(root, 'nameless'), { only })
  market.exchange.addFault({ path: /TWT49U\?/, fault: { kind: 'renamed', title: '詳細資料', as: '詳情' } })
  const { report } = await market.refreshAt(evening('2026-09-29'), '2026-09-29')
  assert.deepEqual(
    report.problems.map(({ endpoint, kind, reason }) => `${endpoint} ${kind}: ${reason}`),
    ['TWT49UDetail changed: no table with the columns 詳細資料, 資料日期'],
  )
  assert.deepEqual(requestedEvents(market), ['6257 20260913'])
  assert.ok((await read(market, paid("= DATE '2026-09-29'"))).length > 0)
})

test('a back-fill fetches the events of its lists, and a plan names the known ones', async () => {
  await using market = await startLive(join(root, 'backfill'), { only })
  market.turn(evening('2026-09-29'), '2026-09-29')
  const context = openIngest(market.context)
  try {
    await backfill(context, { from: '2026-07-01', to: '2026-07-31' })
    const days = "BETWEEN DATE '2026-07-01' AND DATE '2026-07-31'"
    assert.deepEqual(await read(market, paid(days)), await truth(market, paid(days)))
    const before = requestedEvents(market).length
    assert.ok(before > 20)
    await backfill(context, { from: '2026-07-01', to: '2026-07-31' })
    assert.equal(requestedEvents(market).length, before)
    const { due } = await planRefresh(context)
    assert.ok(due.every(({ task }) => task.feed.detailOf === undefined || task.from >= '2026-08-30'))
  } finally {
    context.close()
  }
})
