import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { catalogue } from '../../src/catalogue/index.ts'
import type { Feed, FeedRequest } from '../../src/sources/feed.ts'
import { feeds } from '../../src/sources/index.ts'
import type { Outcome } from '../../src/sources/outcome.ts'
import { type ExchangeClient, openExchangeClient, through } from './exchangeClient.ts'
import type { ExchangeFault } from './faults.ts'
import type { ReceivedRequest } from './page.ts'
import { pageFor } from './pages.ts'

let client: ExchangeClient
let today = through

before(async () => {
  client = await openExchangeClient(() => today)
})
after(() => client?.close())

const feedOf = (publisher: string, dataset: string, endpoint: string): Feed =>
  feeds.find((one) => one.publisher.id === publisher && one.dataset.name === dataset && one.endpoint === endpoint)!

const miIndex = feedOf('twse', 'TaiwanStockPrice', 'MI_INDEX')
const dailyQuotes = feedOf('tpex', 'TaiwanStockPrice', 'dailyQuotes')
const margins = feedOf('twse', 'TaiwanStockMarginPurchaseShortSale', 'MI_MARGN')
const futures = feedOf('taifex', 'TaiwanFuturesDaily', 'futDataDown')

const requestFor = (from: string, more: Partial<FeedRequest> = {}): FeedRequest => ({
  from,
  to: from,
  id: null,
  modified: null,
  calendar: client.calendar,
  ...more,
})
const day = '2026-11-11'

/** The outcome of a feed while the exchange has a fault. */
async function during(fault: ExchangeFault, feed: Feed = miIndex, from = day): Promise<Outcome> {
  const end = client.exchange.addFault({ fault, publisher: feed.publisher.id, day: from })
  try {
    return await client.readBack(feed, requestFor(from))
  } finally {
    end()
  }
}

describe('each fault gives its own outcome', () => {
  const expected: readonly (readonly [ExchangeFault, Outcome['kind']])[] = [
    [{ kind: 'page' }, 'blocked'],
    [{ kind: 'throttle' }, 'blocked'],
    [{ kind: 'redirect' }, 'blocked'],
    [{ kind: 'status', status: 403 }, 'blocked'],
    [{ kind: 'status', status: 428 }, 'blocked'],
    [{ kind: 'status', status: 429, retryAfter: 3 }, 'blocked'],
    [{ kind: 'status', status: 500 }, 'blocked'],
    [{ kind: 'cut', politely: true }, 'blocked'],
    [{ kind: 'empty' }, 'blocked'],
    [{ kind: 'nothing' }, 'not_yet'],
    [{ kind: 'other day' }, 'other_day'],
    [{ kind: 'renamed' }, 'changed'],
    [{ kind: 'renamed', title: '收盤價' }, 'changed'],
    [{ kind: 'repeated', alike: false }, 'changed'],
    [{ kind: 'garbled' }, 'blocked'],
  ]
  for (const [fault, kind] of expected)
    test(`${JSON.stringify(fault)} is ${kind}`, async () => {
      const outcome = await during(fault)
      assert.equal(outcome.kind, kind, JSON.stringify(outcome).slice(0, 400))
    })

  test('a connection that is cut or reset gives no answer at all', async () => {
    await assert.rejects(during({ kind: 'cut' }))
    await assert.rejects(during({ kind: 'reset' }))
  })

  test("a connection that hangs gives no response before the reader's time-out", async () => {
    const end = client.exchange.addFault({ fault: { kind: 'hang' }, path: 'MI_INDEX' })
    const address = `${client.exchange.url}/twse/rwd/zh/afterTrading/MI_INDEX?date=20261111&type=ALLBUT0999`
    await assert.rejects(fetch(address, { signal: AbortSignal.timeout(300) }))
    end()
  })

  test('a refusal says when to come back', async () => {
    const end = client.exchange.addFault({ fault: { kind: 'status', status: 429, retryAfter: 7 }, publisher: 'tpex' })
    const response = await fetch(`${client.exchange.url}/tpex/www/zh-tw/afterTrading/dailyQuotes?date=2026/11/11`)
    end()
    assert.deepEqual([response.status, response.headers.get('retry-after')], [429, '7'])
  })

  test('a late answer is the right one', async () => {
    assert.equal((await during({ kind: 'slow', delayMs: 50 })).kind, 'rows')
  })
})

describe('moved or repeated columns and rows change no row', () => {
  for (const feed of [miIndex, dailyQuotes, margins])
    test(`${feed.publisher.id} ${feed.dataset.name}`, async () => {
      const right = await client.readBack(feed, requestFor(day))
      assert.ok(right.kind === 'rows' && right.rows.length > 40)
      const moved = await during({ kind: 'moved' }, feed)
      assert.ok(moved.kind === 'rows', JSON.stringify(moved).slice(0, 400))
      assert.deepEqual(moved.rows, right.rows)
      const twice = await during({ kind: 'repeated' }, feed)
      assert.ok(twice.kind === 'rows' && twice.left.some(({ why }) => why === 'repeats'))
      assert.deepEqual(twice.rows, right.rows)
    })
})

test('a wrong price and a day with fewer rows look right, which is for the rules to find', async () => {
  const right = await client.readBack(miIndex, requestFor(day))
  const wrong = await during({ kind: 'wrong', title: '收盤價', text: '99,999.00', id: '2330' })
  const few = await during({ kind: 'fewer rows', share: 0.25 })
  assert.ok(right.kind === 'rows' && wrong.kind === 'rows' && few.kind === 'rows')
  const of2330 = (rows: typeof wrong.rows) => rows.find((row) => row.stock_id === '2330')!
  assert.equal(of2330(wrong.rows).close, 999_990_000)
  assert.equal(wrong.rows.filter((row, at) => row.close !== right.rows[at]!.close).length, 1)
  assert.equal(few.rows.length, Math.floor(right.rows.length / 4))
})

test('rules act on the publisher, path and day they name, as often as they say', async () => {
  const from = client.exchange.requests().length
  const end = client.exchange.addFault({
    fault: { kind: 'status', status: 500 },
    publisher: 'twse',
    path: /MI_INDEX\?/,
    day,
    after: 1,
    times: 2,
  })
  const kinds: string[] = []
  for (const [feed, when] of [
    [miIndex, '2026-11-10'],
    [dailyQuotes, day],
    [miIndex, day],
    [miIndex, day],
    [miIndex, day],
    [miIndex, day],
  ] as const)
    kinds.push((await client.readBack(feed, requestFor(when))).kind)
  end()
  assert.deepEqual(kinds, ['rows', 'rows', 'rows', 'blocked', 'blocked', 'rows'])
  const requests = client.exchange.requests().slice(from)
  assert.deepEqual(
    requests.map(({ publisher, from: first, fault }) => [publisher, first, fault]),
    [
      ['twse', '2026-11-10', null],
      ['tpex', day, null],
      ['twse', day, null],
      ['twse', day, 'status'],
      ['twse', day, 'status'],
      ['twse', day, null],
    ],
  )
})

describe('only published rows are printed', () => {
  test('a day to come is not there yet, and a closed one is closed', async () => {
    today = '2026-11-10'
    assert.equal((await client.readBack(miIndex, requestFor('2026-11-10'))).kind, 'rows')
    assert.equal((await client.readBack(miIndex, requestFor(day))).kind, 'not_yet')
    assert.equal((await client.readBack(dailyQuotes, requestFor(day))).kind, 'not_yet')
    assert.equal((await client.readBack(futures, requestFor(day))).kind, 'not_yet')
    assert.equal((await client.readBack(miIndex, requestFor('2026-11-07'))).kind, 'closed')
    today = through
  })

  test('a month and a list end on the evening of the request', async () => {
    today = '2026-11-10'
    const month = await client.readBack(
      feedOf('twse', 'TaiwanStockTradingDate', 'FMTQIK'),
      requestFor('2026-11-01', { to: '2026-11-30' }),
    )
    const list = await client.readBack(
      feedOf('twseOpenApi', 'TaiwanStockPrice', 'STOCK_DAY_ALL'),
      requestFor('2026-11-10'),
    )
    today = through
    assert.ok(month.kind === 'rows' && list.kind === 'rows')
    assert.equal(month.rows.length, 7)
    assert.ok(list.rows.length > 150)
  })

  test('a list that is behind is not there yet', async () => {
    const list = feedOf('tpexOpenApi', 'TaiwanStockPrice', 'tpex_mainboard_daily_close_quotes')
    const end = client.exchange.addFault({ fault: { kind: 'other day' }, publisher: 'tpexOpenApi' })
    assert.equal((await client.readBack(list, requestFor(through))).kind, 'not_yet')
    end()
  })
})

test('a day without a comparison to the day before is marked', async () => {
  const exDays = await client.market.rows(
    `SELECT market, stock_id, ex_date AS day FROM TaiwanStockDividendResult
     WHERE ex_date >= DATE '2026-06-01' QUALIFY row_number() OVER (PARTITION BY market ORDER BY ex_date DESC) = 1`,
  )
  assert.equal(exDays.length, 2)
  const others = [
    { market: 'TWSE', stock_id: '00631L', day: '2026-03-25' },
    { market: 'TWSE', stock_id: '2301', day: '2026-07-23' },
    { market: 'TWSE', stock_id: '5236', day: '2026-07-16' },
  ]
  for (const { market, stock_id, day: when } of [...exDays, ...others]) {
    const outcome = await client.readBack(market === 'TWSE' ? miIndex : dailyQuotes, requestFor(when!))
    assert.ok(outcome.kind === 'rows')
    const row = outcome.rows.find((one) => one.stock_id === stock_id)!
    assert.ok(typeof row.close === 'number')
    assert.equal(row.spread, null, stock_id!)
    assert.ok(outcome.rows.filter((one) => one.close !== null && one.spread === null).length < 20)
  }
})

/** Feeds without a response here: filings of one company, which no plan fetches. */
const unanswered = [
  'mops TaiwanStockBalanceSheet t164sb03',
  'mops TaiwanStockCashFlowsStatement t164sb05',
  'mops TaiwanStockFinancialStatement t164sb04',
]

/** The question of a feed as it reaches the exchange. */
function questionOf(feed: Feed, question: FeedRequest): ReceivedRequest {
  const { path, query, form, json } = feed.request(question)
  return {
    publisher: feed.publisher.id,
    path: path.startsWith('/') ? path : new URL(path).pathname,
    fields: { ...query, ...form, ...(json as Record<string, string> | undefined) },
  }
}

test('all but a few feeds, and every dataset that is not computed, have a response', () => {
  const ids: Readonly<Record<string, string>> = { taifexMis: 'TX' }
  const missing = feeds
    .filter((feed) => {
      const id = feed.detailOf ? '2330,20261001' : feed.each === 'id' ? (ids[feed.publisher.id] ?? '2330') : null
      return pageFor(questionOf(feed, requestFor('2026-10-01', { to: '2026-10-31', id }))) === undefined
    })
    .map(({ publisher, dataset, endpoint }) => `${publisher.id} ${dataset.name} ${endpoint}`)
  assert.deepEqual(missing.sort(), unanswered)
  const covered = new Set(feeds.map(({ dataset }) => dataset.name))
  const without = catalogue.filter(({ name, derived }) => derived === null && !covered.has(name))
  assert.deepEqual(
    without.map(({ name }) => name),
    [],
  )
})
