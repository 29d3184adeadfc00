import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { type Live, startLive } from '../../../test/support/live.ts'
import { select } from '../../../test/support/select.ts'
import { catalogue } from '../../catalogue/index.ts'
import { dayOf } from '../../days.ts'
import { openLake } from '../../lake/lake.ts'
import type { Manifest } from '../../lake/manifest.ts'
import { openIngest } from '../context.ts'
import { calendarOf, updateTradingDays } from '../plan/tradingDays.ts'
import { openQuarantine } from '../rules/quarantine.ts'
import { load } from './load.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-load-'))
after(() => rmSync(root, { recursive: true, force: true }))

const read = (market: Live, sql: string) => select(market.lake, sql)

const filesOf = ({ datasets }: Manifest): string[] =>
  Object.entries(datasets)
    .flatMap(([name, { parts }]) => parts.map(({ sha256 }) => `${name} ${sha256}`))
    .sort()

/** The day that the answers about limits of the next day need to know. */
const after1112 = { day: dayOf('2026-11-13'), isScheduled: true, note: null }

const evening = (day: string) => `${day}T23:50:00+08:00`

test('a wrong price and a code that no rule covers stand in quarantine with their rule and answer; a good price settles it the next day', async () => {
  await using market = await startLive(join(root, 'wrong'), { only: ['TaiwanStockPrice'] })
  const removeFault = market.exchange.addFault({
    publisher: 'twse',
    path: 'MI_INDEX',
    fault: { kind: 'wrong', title: '最高價', text: '1.00', id: '2330' },
  })
  market.exchange.addFault({
    publisher: 'tpex',
    path: 'dailyQuotes',
    fault: { kind: 'wrong', title: '代號', text: '71698E', id: '5483' },
  })
  const { report } = await market.refreshAt(evening('2026-11-11'), '2026-11-11')
  const { rules, rejected } = report.datasets.TaiwanStockPrice!
  const { unknown_code, ...others } = rules
  assert.deepEqual([unknown_code, ...Object.values(others), rejected], [3, 3, 6])
  assert.deepEqual(
    await read(market, "SELECT count(*)::INTEGER FROM TaiwanStockPrice WHERE stock_id IN ('2330', '71698E', '5483')"),
    [[0]],
  )
  const openRows = () => {
    using kept = openQuarantine(join(market.home, 'live/ingest'))
    const rows = kept.list({ isOpen: true })
    return Map.groupBy(rows, ({ rule }) => (rule === 'unknown_code' ? 'code' : 'price'))
  }
  const first = openRows()
  const prices = first.get('price')!
  assert.deepEqual(prices.map(({ key }) => JSON.parse(key).trade_date).sort(), [
    '2026-11-09',
    '2026-11-10',
    '2026-11-11',
  ])
  assert.ok(prices.every(({ answer, row }) => Number(answer) > 0 && JSON.parse(row).high === '1.0000'))
  const codes = first.get('code')!
  assert.equal(codes.length, 3)
  for (const { message, row } of codes) {
    assert.ok(Object.values(JSON.parse(row)).includes('71698E'))
    assert.match(message, /^代號 is a code that no coding rule/)
  }
  removeFault()
  await market.refreshAt(evening('2026-11-12'), '2026-11-12')
  assert.deepEqual(
    openRows()
      .get('price')!
      .map(({ key }) => JSON.parse(key).trade_date),
    ['2026-11-09'],
  )
  const days = await read(market, "SELECT trade_date::VARCHAR FROM TaiwanStockPrice WHERE stock_id = '2330' ORDER BY 1")
  assert.deepEqual(days.flat(), ['2026-11-10', '2026-11-11', '2026-11-12'])
})

test('a delisted security whose code has no known type is quarantined and gets no row', async () => {
  await using market = await startLive(join(root, 'left'), { only: ['TaiwanStockDelisting', 'TaiwanStockOverview'] })
  const text = '71698E'
  market.exchange.addFault({ path: 'suspendListingCsvAndHtml', fault: { kind: 'wrong', title: 'Code', text } })
  await market.refreshAt(evening('2026-11-11'), '2026-11-11')
  using kept = openQuarantine(join(market.home, 'live/ingest'))
  const rows = kept.list({ dataset: 'TaiwanStockOverview', isOpen: true })
  assert.deepEqual(
    rows.map(({ rule, key }) => [rule, JSON.parse(key)]),
    [['unknown_code', { stock_id: text }]],
  )
  const found = (dataset: string) =>
    read(market, `SELECT count(*) > 0 FROM ${dataset} WHERE stock_id = '${text}'`).then(([row]) => row![0])
  assert.deepEqual([await found('TaiwanStockDelisting'), await found('TaiwanStockOverview')], [true, false])
})

test('rows that lack a required column are held until the feed with that column is loaded', async () => {
  await using market = await startLive(join(root, 'parts'), { only: ['TaiwanWeightedIndex'] })
  const removeFault = market.exchange.addFault({
    path: /sectinx|tpex_index|tpex_daily_trading_index/,
    fault: { kind: 'status', status: 500 },
  })
  const first = await market.refreshAt(evening('2026-11-12'), '2026-11-12')
  assert.equal(first.report.datasets.TaiwanWeightedIndex!.waiting, 3)
  const otc = "SELECT count(*)::INTEGER, count(volume)::INTEGER FROM TaiwanWeightedIndex WHERE stock_id = 'TPEX'"
  assert.deepEqual(await read(market, otc), [[0, 0]])
  removeFault()
  const second = await market.refreshAt('2026-11-13T06:30:00+08:00', '2026-11-12')
  assert.equal(second.report.datasets.TaiwanWeightedIndex!.waiting, 0)
  assert.deepEqual(await read(market, otc), [[3, 3]])
})

test('figures that lie on a straight line are loaded, and the report names the series and its months', async () => {
  await using market = await startLive(join(root, 'straight'), { only: ['TaiwanMonthlyEconomicIndicator'] })
  const good = await market.refreshAt(evening('2026-10-30'), '2026-10-30')
  assert.deepEqual(good.report.datasets.TaiwanMonthlyEconomicIndicator!.doubts, [])
  market.exchange.addFault({
    publisher: 'ndc',
    path: 'Download',
    fault: { kind: 'straight', title: '海關出口值(十億元)', cells: 5 },
  })
  const { report } = await market.refreshAt(evening('2026-11-12'), '2026-11-12')
  const { doubts, rejected, changed } = report.datasets.TaiwanMonthlyEconomicIndicator!
  assert.equal(rejected, 0)
  assert.equal(changed, 5)
  assert.equal(doubts.length, 1)
  assert.match(doubts[0]!, /^exports changes by 5250000000\.00 in each of 4 months, from 2026-05 to 2026-09: /)
})

test('a changed column rejects only its own response, is named, and the response is kept as evidence', async () => {
  await using market = await startLive(join(root, 'changed'), { only: ['ExchangeRate', 'TaiwanStockPER'] })
  market.exchange.addFault({
    publisher: 'twse',
    path: 'BWIBBU_d',
    fault: { kind: 'renamed', title: '本益比', as: '益本比' },
  })
  market.exchange.addFault({ publisher: 'twseOpenApi', path: 'BWIBBU_ALL', fault: { kind: 'renamed' } })
  const { report } = await market.refreshAt(evening('2026-11-12'), '2026-11-12')
  const problems = report.problems.filter(({ dataset }) => dataset === 'TaiwanStockPER')
  assert.deepEqual([...new Set(problems.map(({ kind }) => kind))], ['changed'])
  assert.match(problems[0]!.reason, /本益比/)
  assert.equal(report.missing.length, 3)
  assert.ok((report.datasets.ExchangeRate?.added ?? 0) > 0)
  assert.deepEqual(await read(market, "SELECT count(*)::INTEGER FROM TaiwanStockPER WHERE market = 'TWSE'"), [[0]])
})

describe('a day of prices, limits and ex-days', () => {
  const only = ['TaiwanStockPrice', 'TaiwanStockDailyPriceLimit', 'TaiwanStockDividendResult', 'ExchangeRate']
  let market: Live
  let whole: Manifest
  before(async () => {
    market = await startLive(join(root, 'slices'), { only })
    await market.refreshAt(evening('2026-11-12'), '2026-11-12')
    whole = (await market.lake.current())!.manifest
  })
  after(() => market?.stop())

  test('a day without a price has no change, and an ex-dividend day is compared with its reference price', async () => {
    const found = await read(
      market,
      `SELECT count(*)::INTEGER FROM TaiwanStockPrice p JOIN TaiwanStockDividendResult d
       ON p.stock_id = d.stock_id AND p.trade_date = d.ex_date JOIN TaiwanStockDailyPriceLimit l
       ON p.stock_id = l.stock_id AND p.trade_date = l.trade_date WHERE p.spread = p.close - l.reference_price`,
    )
    assert.deepEqual(found, [[1]])
    assert.deepEqual(await read(market, 'SELECT count(spread)::INTEGER FROM TaiwanStockPrice WHERE close IS NULL'), [
      [0],
    ])
  })

  test('the same answers again change nothing: no version, no revision', async () => {
    const requestCount = market.exchange.requests().length
    const again = await market.refreshAt('2026-11-12T23:55:00+08:00', '2026-11-12')
    assert.deepEqual(again.report.asked, {})
    assert.equal(market.exchange.requests().length, requestCount)
    assert.deepEqual((await market.lake.current())!.manifest, whole)
  })

  test('responses loaded one by one give the same version as responses loaded together', async () => {
    const lake = openLake({
      ...{ root: join(root, 'slices/other'), origin: 'live', datasets: catalogue, memory: '256MB' },
      now: () => new Date(evening('2026-11-12')),
    })
    const context = openIngest({ ...market.context, lake })
    try {
      for (const { id, kind, reason } of [...context.journal.responses({ kinds: ['rows'] })])
        context.journal.reread(id, { kind, reason: reason ?? '', rows: [] } as never)
      const days = updateTradingDays(
        [],
        (await market.days('2026-10-01', '2026-11-12')).map((day) => ({
          kind: 'traded' as const,
          rows: [{ trade_date: dayOf(day) }],
        })),
      )
      const options = {
        ...context,
        primaryFeeds: context.choice.primaryFeeds,
        calendar: calendarOf([...days, after1112]),
        run: 1,
      }
      const { journal } = context
      // The lake as it is when each response is loaded as soon as it has come.
      const one = {
        ...journal,
        responses: (filter: Parameters<typeof journal.responses>[0]) =>
          journal.responses(filter).slice(0, filter?.isWaiting ? 1 : undefined),
      }
      let last = await load({ ...options, journal: one })
      for (let next = last; next.responses > 0; next = await load({ ...options, journal: one })) {
        assert.deepEqual(
          Object.values(next.datasets).flatMap(({ rejected }) => rejected),
          [],
        )
        last = next
      }
      assert.ok(last.version!.manifest.number > 10)
      assert.deepEqual(filesOf(last.version!.manifest), filesOf(whole))
    } finally {
      context.close()
    }
  })
})

test('announcements of one month on several days are all loaded', async () => {
  await using market = await startLive(join(root, 'announced'), { only: ['TaiwanFinancialHoldingsCompany'] })
  for (const day of ['2026-11-10', '2026-11-11', '2026-11-13']) await market.refreshAt(evening(day), day)
  const days = await read(
    market,
    'SELECT announce_date::VARCHAR, count(*)::INTEGER FROM TaiwanFinancialHoldingsCompany GROUP BY 1 ORDER BY 1',
  )
  assert.deepEqual(days, [
    ['2026-11-10', 15],
    ['2026-11-11', 22],
    ['2026-11-13', 7],
  ])
})
