import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem, openApi, paramsOf } from '../../test/support/api.ts'
import { lostDay, lostNext, shareChangedService } from '../../test/support/changedService.ts'
import { catalogue } from '../catalogue/index.ts'

const { send, data: gaps, refused, left, keys } = await openApi(shareChangedService())
const { free, plus } = keys

test('each missing date comes with its id and its reason', async () => {
  const response = await gaps(`TaiwanStockPrice/gaps?stock_id=2330,2317&start_date=2026-08-31&end_date=2026-09-06`)
  assert.equal(response.status, 200, response.text)
  const { data, ...head } = response.json
  assert.deepEqual(head, { dataset: 'TaiwanStockPrice', tier_used: 'plus', count: 3, cursor: null })
  const one = (stock_id: string | null, market: string | null, start_date: string, reason: string, detail: string) => ({
    ...{ stock_id, market, start_date, end_date: start_date, dates: 1, reason, detail },
  })
  assert.deepEqual(data, [
    { ...one(null, null, '2026-09-05', 'closed', 'week-end'), end_date: '2026-09-06', dates: 2 },
    one('2317', 'TWSE', lostNext, 'not_published', 'others have rows, and this one is not among them'),
    one(null, 'TWSE', lostDay, 'not_loaded', 'not asked for, or not brought yet'),
  ])
  assert.deepEqual(response.warnings, [])
  assert.deepEqual([response.headers['x-data-origin'], response.headers['x-data-version']?.length], ['demo', 16])
  const failed = await gaps('TaiwanStockPrice/gaps?reason=source_failed')
  assert.deepEqual(failed.json.data, [one(null, 'TPEX', lostDay, 'source_failed', 'blocked: answered 403')])
  const chinese = await gaps('TaiwanStockPrice/gaps?stock_id=2317&start=2026-09-02&end=2026-09-02', {
    headers: { 'Accept-Language': 'zh-TW' },
  })
  assert.equal(chinese.json.data[0].detail, '其他代號有資料，此代號不在其中')
  // Nothing is expected of announcements, and nothing is missing from an index.
  for (const whole of [
    'TaiwanStockDelisting/gaps',
    'TaiwanWeightedIndex/gaps?reason=not_loaded',
    'TaiwanFuturesDaily/gaps?reason=not_loaded',
  ])
    assert.deepEqual((await gaps(whole)).json.data, [], whole)
})

test('days before those of a dataset, and days that it no longer keeps, are gaps of their own', async () => {
  const of = async (query: string) =>
    (await gaps(query)).json.data
      .filter(({ reason }: { reason: string }) => reason.startsWith('outside_'))
      .map(({ stock_id, start_date, end_date, dates, reason, detail }: Record<string, unknown>) => ({
        ...{ stock_id, start_date, end_date, dates, reason, detail },
      }))
  const range = (start: string, end: string) => `start_date=${start}&end_date=${end}`
  assert.deepEqual(await of(`TaiwanFuturesLargeTraders/gaps?${range('2026-11-01', '2026-11-10')}`), [
    {
      stock_id: null,
      start_date: '2026-11-01',
      end_date: '2026-11-10',
      dates: 10,
      reason: 'outside_retention',
      detail: 'rows are kept since 2026-11-13',
    },
  ])
  const [kept] = await of(`TaiwanFuturesBrokerDaily/gaps?${range('2026-08-01', '2026-11-13')}`)
  assert.equal(kept.reason, 'outside_retention')
  assert.deepEqual([kept.start_date, kept.detail], ['2026-08-01', 'rows are kept since 2026-10-14'])
  const first = (await send('/v1/data')).json.datasets.find(
    ({ name }: { name: string }) => name === 'TaiwanOptionDaily',
  ).coverage.first_date
  const [early] = await of(`TaiwanOptionDaily/gaps?start_date=2012-01-01&stock_id=TXO`)
  assert.deepEqual([early.reason, early.detail], ['outside_coverage', `the first day is ${first}`])
  const late = await of(`TaiwanOptionDaily/gaps?${range('2027-01-01', '2027-01-10')}`)
  assert.deepEqual([late.length, late[0].reason, late[0].dates], [1, 'outside_coverage', 10])
  const both = await of(`TaiwanFuturesBrokerDaily/gaps?${range('2026-08-01', '2026-12-31')}`)
  assert.deepEqual(
    both.map(({ start_date, end_date, reason }: Record<string, unknown>) => [start_date, end_date, reason]),
    [
      ['2026-11-14', '2026-12-31', 'outside_coverage'],
      ['2026-08-01', '2026-10-13', 'outside_retention'],
    ],
  )
  const events = await of(`TaiwanStockDelisting/gaps?${range('1950-01-01', '1950-12-31')}`)
  assert.deepEqual([events.length, events[0].dates], [1, 365])
  assert.deepEqual(await of('TaiwanOptionDaily/gaps'), [])
  assert.deepEqual(await of(`TaiwanOptionDaily/gaps?${range('2026-11-01', '2026-11-13')}`), [])
})

test('pages follow each other without loss', async () => {
  const all = (await gaps('TaiwanStockPrice/gaps?limit=10000')).json.data
  assert.ok(all.length > 100)
  const seen: unknown[] = []
  let query = '?limit=37'
  for (let pages = 0; query !== ''; pages++) {
    assert.ok(pages < 100)
    const { json } = await gaps(`TaiwanStockPrice/gaps${query}`)
    assert.ok(json.count <= 37)
    seen.push(...json.data)
    query = json.cursor === null ? '' : `?cursor=${json.cursor}`
  }
  assert.deepEqual(seen, all)
  const first = await gaps('TaiwanStockPrice/gaps?stock_id=2330&start_date=2026-01-01&reason=closed&limit=5')
  const next = await gaps(`TaiwanStockPrice/gaps?cursor=${first.json.cursor}&reason=closed&limit=2&stock_id=2330`)
  assert.equal(next.json.count, 2)
  assert.ok(
    next.json.data.every(
      ({ reason, start_date }: { reason: string; start_date: string }) =>
        reason === 'closed' && start_date < first.json.data[4].start_date,
    ),
  )
  const { cursor } = first.json
  const rows = (await send('/v1/data/TaiwanStockPrice?limit=1', { key: plus })).json.cursor
  for (const [path, reason] of [
    [`TaiwanStockPrice/gaps?cursor=${cursor}&reason=halted`, /filters beside it/],
    [`TaiwanStockPrice/gaps?cursor=${cursor}&stock_id=2317`, /filters beside it/],
    [`TaiwanStockPER/gaps?cursor=${cursor}`, /belongs to TaiwanStockPrice\/gaps/],
    [`TaiwanStockPrice?cursor=${cursor}`, /belongs to TaiwanStockPrice\/gaps/],
    [`TaiwanStockPrice/gaps?cursor=${rows}`, /belongs to TaiwanStockPrice/],
    [`TaiwanStockPrice/gaps?cursor=${cursor}x`, /changed or cut/],
  ] as const) {
    assert.match(expectProblem(await gaps(path), 400, 'invalid_cursor').detail, reason)
  }
})

test('the caller, the dataset, the tier and the parameters are checked as with rows', async () => {
  const key = { key: plus }
  await refused([
    [404, 'unknown_dataset', '/v1/data/TaiwanStockPrices/gaps?x=1', key],
    [403, 'tier_required', '/v1/data/TaiwanStockPrice/gaps?x=1', { key: free }],
    [422, 'unknown_parameter', '/v1/data/TaiwanStockPrice/gaps?dry_run=true', key],
    [422, 'unknown_parameter', '/v1/data/TaiwanStockPrice/gaps?period=annual', key],
    [422, 'invalid_parameter', '/v1/data/TaiwanStockPrice/gaps?reason=lazy', key],
    [422, 'invalid_parameter', '/v1/data/TaiwanStockPrice/gaps?stock_id=2330,,2317', key],
    [405, 'method_not_allowed', '/v1/data/TaiwanStockPrice/gaps', { ...key, method: 'POST' }],
    [404, 'not_found', '/v1/data/TaiwanStockPrice/gaps/more', key],
  ])
  const faults = await gaps(
    'TaiwanStockPrice/gaps?start_date=2026-02-30&end_date=2026-01-01&limit=0&reason=x&stock_id=,&y=1&limit=5',
  )
  assert.equal(paramsOf(faults.json).sort().join(' '), 'limit limit reason start_date stock_id y')
  const turned = await gaps('TaiwanStockPrice/gaps?start_date=2026-03-01&end=2026-02-01')
  assert.match(turned.json.detail, /start_date is after end_date/)
})

test('a parameter without effect is named in a warning', async () => {
  const warned = async (query: string, headers: Record<string, string> = {}) =>
    (await gaps(query, { headers })).warnings
  assert.deepEqual(await warned('TaiwanStockPrice/gaps?stock_id=2330,9999Z'), [
    'unknown_id; param=stock_id; values=9999Z',
  ])
  assert.deepEqual(await warned('TaiwanStockPER/gaps?stock_id=0050,2330,nobody'), [
    'unknown_id; param=stock_id; values=nobody',
    'not_expected; param=stock_id; kind=etf; values=0050',
  ])
  assert.deepEqual(await warned('TaiwanStockTotalInstitutionalInvestors/gaps?stock_id=2330'), [
    'not_applicable; param=stock_id',
  ])
  const { warnings } = (await gaps('TaiwanStockPER/gaps?stock_id=0050&include=warnings')).json
  assert.deepEqual(
    warnings.map(({ detail: _, ...rest }: { detail: string }) => rest),
    [{ code: 'not_expected', param: 'stock_id', values: ['0050'], facts: { kind: 'etf' } }],
  )
  const explained = await gaps('TaiwanStockPriceAdj/explain?stock_id=nobody&include=warnings')
  assert.deepEqual([explained.json.warnings[0].code, explained.json.warnings[0].values], ['unknown_id', ['nobody']])
  const strict = { Prefer: 'handling=strict' }
  assert.equal(
    (await gaps('TaiwanStockTotalInstitutionalInvestors/gaps?stock_id=2330', { headers: strict })).status,
    422,
  )
  const applied = await gaps('TaiwanStockPrice/gaps?stock_id=2330', { headers: strict })
  assert.equal(applied.headers['preference-applied'], 'handling=strict')
})

test('a call counts; a 304 does not', async () => {
  const path = 'TaiwanStockPrice/gaps?stock_id=2330'
  const before = await left(plus)
  const response = await gaps(path)
  assert.equal(Number(response.headers['x-ratelimit-remaining']), before - 1)
  assert.equal((await gaps(path, { headers: { 'If-None-Match': response.headers.etag! } })).status, 304)
  assert.equal(await left(plus), before - 1)
  assert.equal((await gaps(path, { method: 'HEAD' })).headers.etag, response.headers.etag)
  assert.equal((await send(`/api/v1/data/${path}`, { key: plus })).text, response.text)
})

test('with coverage=full the catalogue has the expected and missing rows, and otherwise not', async () => {
  const entry = async (query: string) =>
    (await send(`/v1/data${query}`)).json.datasets.find(({ name }: { name: string }) => name === 'TaiwanStockPrice')
      .coverage
  assert.deepEqual(Object.keys(await entry('')), ['first_date', 'last_date', 'row_count'])
  const { expected, missing, row_count } = await entry('?coverage=full&category=technical')
  assert.equal(row_count, (await entry('')).row_count)
  assert.equal(expected, 'every trading day, every listed and OTC security')
  assert.deepEqual(Object.keys(missing), ['halted', 'not_listed', 'not_published', 'source_failed', 'not_loaded'])
  assert.equal(missing.source_failed, 1)
  assert.ok(missing.not_published >= 1 && missing.not_listed > 0)
  assert.equal((await send('/v1/data?coverage=some')).status, 422)
})

test('every dataset has gaps, or none', async () => {
  for (const { name } of catalogue) assert.equal((await gaps(`${name}/gaps`)).status, 200, name)
})
