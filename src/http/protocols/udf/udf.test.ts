import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { openApi } from '../../../../test/support/api.ts'
import { builtAt, builtThrough } from '../../../../test/support/fixture.ts'
import { shareService } from '../../../../test/support/sharedService.ts'

const { send, left, keys, rows: exactRows } = await openApi(shareService())
const { free, lite, plus } = keys

type Bars = {
  s: string
  t: number[]
  o: number[]
  h: number[]
  l: number[]
  c: number[]
  v?: number[]
  nextTime?: number
}
const get = async (path: string, key = plus) => (await send(`/udf/${path}`, { key })).json
const secondsOf = (date: string): number => Date.parse(`${date}T00:00:00Z`) / 1_000
const dayAt = (seconds: number): string => new Date(seconds * 1_000).toISOString().slice(0, 10)
const after = secondsOf(builtThrough) + 86_400

const history = (symbol: string, more: string): Promise<Bars> => get(`history?symbol=${symbol}&${more}`)

const [bond] = await exactRows('TaiwanCBPremium?limit=1')

/** The symbols, the dataset of each, and the column of its closes. */
const symbols = {
  '2330': ['TaiwanStockPrice?stock_id=2330', 'close'],
  '2330.ADJ': ['TaiwanStockPriceAdj?stock_id=2330', 'close'],
  '0050': ['TaiwanStockPrice?stock_id=0050', 'close'],
  TAIEX: ['TaiwanWeightedIndex?stock_id=TAIEX', 'close'],
  TX: ['TaiwanFuturesContinuous?stock_id=TX&roll_rule=expiry', 'close'],
  [bond.cb_id]: [`TaiwanCBPremium?stock_id=${bond.cb_id}`, 'bond_price'],
  [`${bond.cb_id}.PARITY`]: [`TaiwanCBPremium?stock_id=${bond.cb_id}`, 'conversion_value'],
} as const

test('the configuration names what the other requests answer', async () => {
  const config = await get('config')
  assert.deepEqual(config.supported_resolutions, ['1D', '1W', '1M'])
  assert.deepEqual([config.supports_search, config.supports_group_request, config.supports_marks], [true, false, true])
  const time = await send('/udf/time')
  assert.match(time.text, /^\d{10}$/)
  assert.ok(Math.abs(Number(time.text) - Date.parse(builtAt) / 1_000) < 3_600)
})

describe('every request of the protocol, for', () => {
  for (const [symbol, [query, column]] of Object.entries(symbols) as [string, readonly [string, string]][])
    test(symbol, async () => {
      const info = await get(`symbols?symbol=${symbol}`)
      assert.deepEqual(
        [info.name, info.ticker, info.timezone, info.has_intraday],
        [symbol, symbol, 'Asia/Taipei', false],
      )
      for (const member of ['description', 'type', 'session', 'exchange', 'listed_exchange', 'supported_resolutions'])
        assert.ok(info[member].length > 0, member)
      assert.match(info.description, /demo/)
      assert.equal((await get(`symbols?symbol=${info.full_name}`)).ticker, symbol)
      const found = await get(`search?query=${symbol}&type=${info.type}&exchange=${info.exchange}&limit=3`)
      assert.deepEqual([found[0].symbol, found[0].full_name], [symbol, info.full_name])
      const rows = (await exactRows(`${query}&limit=60`)).filter((row) => row[column] !== null).reverse()
      const bars = await history(symbol, `resolution=1D&from=0&to=${after}&countback=${Math.min(20, rows.length)}`)
      const expected = rows.slice(-20)
      assert.equal(bars.s, 'ok')
      assert.deepEqual(
        bars.t.map(dayAt),
        expected.map(({ trade_date }) => trade_date),
      )
      assert.deepEqual(
        bars.c,
        expected.map((row) => Number(row[column])),
      )
      for (const [i, high] of bars.h.entries())
        assert.ok(high >= Math.max(bars.o[i]!, bars.c[i]!) && bars.l[i]! <= Math.min(bars.o[i]!, bars.c[i]!))
      for (const resolution of ['D', '1W', '1M']) {
        const marks = await get(`marks?symbol=${symbol}&resolution=${resolution}&from=${bars.t[0]}&to=${after}`)
        for (const list of Object.values(marks) as unknown[][]) assert.equal(list.length, marks.id.length)
        assert.ok(
          Array.isArray(await get(`timescale_marks?symbol=${symbol}&resolution=${resolution}&from=0&to=${after}`)),
        )
      }
      const { s, d } = await get(`quotes?symbols=${symbol}`)
      assert.deepEqual([s, d[0].n], ['ok', symbol])
      if (rows.length > 1)
        assert.deepEqual([d[0].s, d[0].v.lp, d[0].v.prev_close_price], ['ok', bars.c.at(-1), bars.c.at(-2)])
    })
})

test('weeks and months are those of the datasets, from their first trading day', async () => {
  for (const [resolution, dataset, column] of [
    ['1W', 'TaiwanStockWeekPrice', 'week_start_date'],
    ['1M', 'TaiwanStockMonthPrice', 'month_start_date'],
  ] as const) {
    const rows = (await exactRows(`${dataset}?stock_id=2330&limit=9`)).reverse()
    const bars = await history('2330', `resolution=${resolution}&from=0&to=${after}&countback=8`)
    assert.deepEqual(
      [bars.o, bars.h, bars.l, bars.c, bars.v],
      ['open', 'high', 'low', 'close', 'volume'].map((name) => rows.slice(1).map((row) => Number(row[name]))),
    )
    for (const [i, t] of bars.t.entries()) assert.ok(dayAt(t) >= rows[i + 1]![column])
    // A bar that begins before `from` is left out; one that begins before `to` is whole.
    const [, second, third] = bars.t as [number, number, number]
    const some = await history('2330', `resolution=${resolution}&from=${second}&to=${third + 1}`)
    assert.deepEqual(
      [some.t, some.c],
      [
        [second, third],
        [bars.c[1], bars.c[2]],
      ],
    )
    assert.deepEqual((await history('2330', `resolution=${resolution}&from=${second + 1}&to=${third}`)).s, 'no_data')
  }
})

test('`to` is excluded, `countback` goes before `from`, and `nextTime` is the last bar before', async () => {
  const bars = await history('2330', `resolution=1D&from=0&to=${after}&countback=5`)
  const [first, second] = bars.t as [number, number]
  const one = await history('2330', `resolution=1D&from=${first}&to=${second}`)
  assert.deepEqual(one.t, [first])
  const counted = await history('2330', `resolution=1D&from=${second}&to=${second}&countback=1`)
  assert.deepEqual(counted.t, [first])
  assert.deepEqual(await history('2330', `resolution=1D&from=${after}&to=${after + 86_400}`), {
    s: 'no_data',
    nextTime: bars.t.at(-1),
  })
  // Before the history there is nothing more.
  assert.deepEqual(await history('2330', 'resolution=1D&from=-2000000000&to=86400'), { s: 'no_data' })
  assert.deepEqual(await history('2330', 'resolution=1D&from=0&to=86400&countback=10'), { s: 'no_data' })
})

test('marks are the actions of the ledger, at bars', async () => {
  const actions = (await send('/v1/data/TaiwanStockPriceAdj/explain?stock_id=2330', { key: plus })).json.data
  const from = secondsOf('2026-01-01')
  const recent = actions.filter(({ effective_date }: { effective_date: string }) => effective_date >= '2026-01-01')
  assert.ok(recent.length > 1)
  for (const symbol of ['2330', '2330.ADJ']) {
    const marks = await get(`marks?symbol=${symbol}&resolution=1D&from=${from}&to=${after}`)
    assert.deepEqual(
      marks.time.map(dayAt),
      recent.map(({ effective_date }: { effective_date: string }) => effective_date),
    )
    assert.match(
      marks.text[0],
      new RegExp(`${recent[0].event_date} Cash dividend: ${Number(recent[0].close_before)} → `),
    )
  }
  const weeks = await history('2330', `resolution=1W&from=${from}&to=${after}`)
  for (const time of (await get(`marks?symbol=2330&resolution=1W&from=${from}&to=${after}`)).time)
    assert.ok(weeks.t.includes(time))
  const chinese = await send(`/udf/timescale_marks?symbol=2330&resolution=1D&from=${from}&to=${after}`, {
    key: plus,
    headers: { 'Accept-Language': 'zh-TW' },
  })
  assert.match(chinese.json[0].tooltip[0], /除息/)
})

test('bad requests have an error with a sentence, and the tier of their dataset holds', async () => {
  for (const [path, errmsg] of [
    ['symbols', /symbol is required/],
    ['symbols?symbol=NOPE', /symbol has no NOPE/],
    ['symbols?symbol=9999', /symbol has no 9999/],
    ['history?symbol=TAIEX.ADJ&resolution=1D&from=0&to=1', /symbol has no TAIEX\.ADJ/],
    ['history?symbol=2330&resolution=5&from=0&to=1', /resolution/],
    ['history?symbol=2330&resolution=1D&from=a&to=1', /from/],
    ['history?symbol=2330&resolution=1D&from=0&to=1&countback=0', /countback/],
    ['marks?symbol=2330&resolution=1D&from=0', /to is required/],
    ['search?query=2330&limit=0', /limit/],
    [`quotes?symbols=${Array.from({ length: 51 }, () => '2330').join()}`, /more than 50/],
  ] as const) {
    const { json, status } = await send(`/udf/${path}`, { key: plus })
    assert.deepEqual([status, json.s, Object.keys(json)], [422, 'error', ['s', 'errmsg']], path)
    assert.match(json.errmsg, errmsg)
  }
  const request = `resolution=1D&from=0&to=${after}&countback=2`
  const low = await send(`/udf/history?symbol=2330&${request}`, { key: free })
  assert.deepEqual([low.status, low.json.s], [403, 'error'])
  assert.match(low.json.errmsg, /needs the lite tier/)
  assert.equal((await send(`/udf/history?symbol=TAIEX&${request}`, { key: free })).status, 200)
  assert.equal((await send(`/udf/history?symbol=TAIEX&${request}`)).status, 401)
  assert.equal((await send(`/udf/history?symbol=2330&${request}`, { key: lite })).status, 200)
  const { d } = await get(`quotes?symbols=2330,TAIEX,NOPE`, free)
  assert.deepEqual(
    d.map(({ s, errmsg = '' }: Record<string, string>) => [s, errmsg]),
    [
      ['error', 'tier_required: lite'],
      ['ok', ''],
      ['error', 'unknown_symbol'],
    ],
  )
})

test('a key in the path counts as a call, and pages of other sites may read', async () => {
  const before = await left(lite)
  const path = `history?symbol=2330&resolution=1D&from=0&to=${after}&countback=2&theme=dark`
  const response = await send(`/udf/${lite}/${path}`, { headers: { Origin: 'https://charts.example' } })
  assert.equal(response.status, 200)
  assert.equal(response.headers['access-control-allow-origin'], '*')
  assert.deepEqual(response.warnings, ['not_applicable; param=theme'])
  assert.equal(response.headers['x-data-origin'], 'demo')
  assert.equal((await send(`/openbb/udf/${path}`, { key: lite })).text, response.text)
  assert.equal(await left(lite), before - 2)
  for (const free of ['config', 'time', 'symbols?symbol=2330', 'search?query=2330'])
    assert.equal((await send(`/udf/${lite}/${free}`)).status, 200)
  assert.equal(await left(lite), before - 2)
  assert.equal((await send(`/udf/nonsense/${path}`)).status, 401)
})
