import assert from 'node:assert/strict'
import { linkSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { expectProblem, held, openApi, paramsOf } from '../../test/support/api.ts'
import { shareChangedService } from '../../test/support/changedService.ts'
import { createClient, type HttpResponse } from '../../test/support/client.ts'
import { builtAt, builtThrough } from '../../test/support/fixture.ts'
import { keyOf, startService } from '../../test/support/service.ts'
import { keyFor, readSecret } from '../access/secret.ts'
import { categories, tableOf, tiers } from '../catalogue/dataset.ts'
import { catalogue, contractDatasets, find } from '../catalogue/index.ts'
import { writeCursor } from '../query/cursor.ts'

const { service, home, send, data, ok, refused, keys, contract } = await openApi(shareChangedService())
const { free, lite, plus } = keys
const root = mkdtempSync(join(tmpdir(), 'formosa-data-'))
after(() => rmSync(root, { recursive: true, force: true }))

/** Every row of a query, over as many pages as it takes. */
async function all(path: string, most = 50): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  let { json } = await ok(path)
  rows.push(...json.data)
  for (let n = 1; json.cursor !== null; n++) {
    assert.ok(n < most, `${path} has more than ${most} pages`)
    json = (await ok(`${path.replace(/\?.*/, '')}?cursor=${json.cursor}`)).json
    rows.push(...json.data)
  }
  return rows
}

const idsOf = (rows: readonly Record<string, unknown>[]) => [...new Set(rows.map(({ stock_id }) => stock_id as string))]
const prices = 'TaiwanStockPrice'

test('the catalogue lists 73 datasets, open to all, each with exactly the fields of the contract', async () => {
  const response = await send('/v1/data')
  assert.equal(response.status, 200)
  assert.deepEqual(Object.keys(response.json), ['datasets'])
  const { datasets } = response.json
  assert.equal(datasets.length, 73)
  const list = JSON.parse(readFileSync(join(home, 'demo/pages/current/pages.json'), 'utf8')).content.manifest
  for (const entry of datasets) {
    assert.equal(
      Object.keys(entry).join(' '),
      'name table tier category status description columns key_date_column update_freq supports_stock_id unit notes adjustment_method odd_lot_included accumulation last_modified example_query coverage',
    )
    const dataset = find(entry.name)!
    assert.equal(entry.table, tableOf(dataset))
    assert.ok(tiers.includes(entry.tier) && categories.includes(entry.category))
    assert.equal(entry.status, 'live')
    assert.equal(entry.update_freq, 'daily')
    assert.ok(entry.columns.includes(entry.key_date_column))
    assert.equal(entry.supports_stock_id, dataset.id !== null)
    assert.match(entry.notes, /simulated/)
    assert.match(entry.example_query, new RegExp(`^/v1/data/${entry.name}\\?`))
    const example = (await ok(entry.example_query.replace('/v1/data/', ''))).json
    assert.ok(example.count > 0, entry.example_query)
    assert.deepEqual(Object.keys(example.data[0]), entry.columns)
    const held = list.datasets[entry.name]
    assert.deepEqual(entry.coverage, {
      first_date: held.first_date,
      last_date: held.last_date,
      row_count: held.rows,
    })
  }
  assert.equal(response.headers['x-data-version'], list.version)
  assert.equal(response.headers['x-data-origin'], 'demo')
})

test('with include=derived the catalogue lists our series too, each with its inputs and its rule', async () => {
  const { datasets } = (await send('/v1/data?include=derived')).json
  assert.deepEqual(
    datasets.map(({ name }: { name: string }) => name),
    catalogue.map(({ name }) => name),
  )
  for (const { name, derived, example_query } of datasets) {
    const known = find(name)!
    if (!known.isOurs) assert.equal(derived, undefined, name)
    else {
      assert.deepEqual(derived, { from: known.derived!.from, rule: known.derived!.rule }, name)
      assert.ok((await ok(example_query.replace('/v1/data/', ''))).json.count > 0, name)
    }
  }
  assert.equal((await send('/v1/data?include=all')).status, 422)
})

test('the catalogue filters by tier and category, exactly and together, and refuses other values', async () => {
  for (const [query, expected] of [
    ['tier=free', contractDatasets.filter(({ tier }) => tier === 'free')],
    ['category=chips', contractDatasets.filter(({ category }) => category === 'chips')],
    ['category=chips&tier=lite', contractDatasets.filter((it) => it.tier === 'lite' && it.category === 'chips')],
    ['category=convertibles&tier=free', []],
  ] as const) {
    const { json } = await send(`/v1/data?${query}`)
    assert.deepEqual(
      json.datasets.map(({ name }: { name: string }) => name),
      expected.map(({ name }) => name),
    )
  }
  const both = expectProblem(await send('/v1/data?tier=gold&category=Chips'), 422, 'invalid_parameter')
  assert.deepEqual(paramsOf(both).sort(), ['category', 'tier'])
  await refused([
    [422, 'unknown_parameter', '/v1/data?teir=free'],
    [422, 'invalid_parameter', '/v1/data?tier=free&tier=free'],
  ])
})

test('descriptions are Chinese for a reader who asks for Chinese, English otherwise', async () => {
  const zh = { 'Accept-Language': 'zh-TW' }
  const [english, chinese] = await Promise.all([send('/v1/data'), send('/v1/data', { headers: zh })])
  for (const [i, { description }] of chinese.json.datasets.entries()) {
    assert.match(description, /\p{Script=Han}/u)
    assert.notEqual(description, english.json.datasets[i].description)
  }
  const preferring = await data('Nothing', { headers: { 'Accept-Language': 'en;q=0.9, zh-TW;q=0.1' } })
  assert.doesNotMatch(preferring.json.detail, /\p{Script=Han}/u)
})

test('a query result has exactly the five fields, and the daily prices the types of the contract', async () => {
  const response = await ok(`${prices}?stock_id=2330&limit=5`, { key: lite })
  const { json } = response
  assert.deepEqual(Object.keys(json), ['dataset', 'tier_used', 'count', 'data', 'cursor'])
  assert.deepEqual([json.dataset, json.tier_used, json.count, json.data.length], [prices, 'lite', 5, 5])
  assert.match(json.cursor, /^[A-Za-z0-9_-]+$/)
  for (const row of json.data) {
    assert.equal(
      Object.keys(row).join(' '),
      'stock_id trade_date open high low close volume turnover trade_count spread',
    )
    assert.equal(row.stock_id, '2330')
    assert.match(row.trade_date, /^\d{4}-\d{2}-\d{2}$/)
    for (const name of ['open', 'high', 'low', 'close', 'spread']) assert.match(row[name], /^-?\d+\.\d{4}$/)
    assert.match(row.turnover, /^\d+(\.\d+)?$/)
    for (const name of ['volume', 'trade_count']) assert.ok(Number.isSafeInteger(row[name]))
  }
  assert.equal(response.headers['x-data-origin'], 'demo')
  assert.match(response.headers['x-data-version'] as string, /^\w+$/)
  assert.equal(response.headers['content-type'], 'application/json; charset=utf-8')
})

test('the default limit is 1000 and the largest 10000', async () => {
  assert.equal((await ok(prices)).json.count, 1_000)
  assert.equal((await ok(`${prices}?limit=10000`)).json.count, 10_000)
  assert.equal((await ok(`${prices}?limit=1`)).json.count, 1)
})

/** Requests of every kind. */
const requests = [
  ['/v1/data', {}],
  ['/v1/data?category=chips', { headers: { 'Accept-Language': 'zh-TW' } }],
  [`/v1/data/${prices}?stock_id=2330,nothing&limit=3`, { key: plus }],
  [`/v1/data/${prices}?dry_run=true`, { key: plus }],
  [`/v1/data/${prices}?limit=0`, { key: plus }],
  [`/v1/data/${prices}`, {}],
  ['/v1/data/Nothing', { key: plus }],
  ['/healthz', {}],
  ['/readyz?scope=rows', {}],
  ['/llms.txt', {}],
  ['/nothing', {}],
] as const

test('both base addresses answer with the same bytes and the same headers but the request id', async () => {
  const own = new Set(['X-Request-Id', 'Date', 'X-RateLimit-Remaining', 'RateLimit'])
  for (const [path, options] of requests) {
    const [plain, prefixed] = await Promise.all([send(path, options), send(`/api${path}`, options)])
    assert.equal(prefixed.status, plain.status)
    // The body of a refusal ends in its request id.
    const idOf = ({ headers }: HttpResponse) => String(headers['x-request-id'])
    assert.equal(prefixed.text.replace(idOf(prefixed), '…'), plain.text.replace(idOf(plain), '…'))
    const shared = ({ lines }: HttpResponse) => lines.filter(([name]) => !own.has(name))
    assert.deepEqual(shared(prefixed), shared(plain))
    assert.ok(!plain.text.includes('/api/v1'), 'paths inside a body are relative to the base address')
  }
  await refused([[404, 'not_found', '/api/api/v1/data']])
})

test('start and end are start_date and end_date, and must not differ from them', async () => {
  const { json } = await ok(`${prices}?stock_id=2330&start_date=2026-11-09&end_date=2026-11-12`)
  for (const query of [
    'start=2026-11-09&end=2026-11-12',
    'start_date=2026-11-09&start=2026-11-09&end_date=2026-11-12',
    'end_date=2026-11-12&start=2026-11-09',
  ])
    assert.deepEqual((await ok(`${prices}?stock_id=2330&${query}`)).json, json)
  const query = 'start=2026-11-09&start_date=2026-11-10&end=2026-11-12&end_date=2026-11-11'
  const conflict = expectProblem(await data(`${prices}?${query}`), 422, 'invalid_parameter')
  assert.deepEqual(paramsOf(conflict), ['start', 'end'])
})

test('an unknown parameter is refused with the one that was meant', async () => {
  for (const [name, meant] of [
    ['stockid', 'stock_id'],
    ['Limit', 'limit'],
    ['column', 'columns'],
    ['srot', 'sort'],
    ['foo', null],
  ] as const) {
    const body = expectProblem(await data(`${prices}?${name}=1`), 422, 'unknown_parameter')
    const reason = meant === null ? 'is not known' : `is not known; did you mean ${meant}?`
    assert.deepEqual(body.errors, [{ param: name, reason }])
  }
  const many = Array.from({ length: 190 }, (_, n) => `stock_ie${n}`)
  const all = expectProblem(await data(`${prices}?${many.join('&')}`), 422, 'unknown_parameter')
  assert.deepEqual(all.errors.slice(0, 2), [
    { param: 'stock_ie0', reason: 'is not known; did you mean stock_id?' },
    { param: 'stock_ie1', reason: 'is not known; did you mean stock_id?' },
  ])
  // Beyond the first, names are listed and not compared; beyond a hundred, they are counted.
  assert.deepEqual(
    all.errors.slice(20, 100),
    many.slice(20, 100).map((param) => ({ param, reason: 'is not known' })),
  )
  assert.deepEqual(all.errors.slice(100), [{ param: '…', reason: 'and 90 more faults' }])
  assert.match(
    all.detail,
    /stock_ie9 is not known \(did you mean stock_id\?\).* stock_ie19 is not known; and 170 more faults\.$/,
  )
  for (const name of ['__proto__', 'constructor', 'toString'])
    await refused([[422, 'unknown_parameter', `/v1/data/${prices}?${name}=1`, { key: plus }]])
})

test('a parameter that does not apply has no effect and is named; a strict reader gets 422', async () => {
  const cases = [
    ['TaiwanStockTradingDate', 'stock_id=2330', 'stock_id'],
    ['GoldPrice', 'include_inactive=true', 'include_inactive'],
    [prices, 'period=annual', 'period'],
    [prices, 'include_expired=true', 'include_expired'],
    ['TaiwanStockDelisting', 'include_inactive=false', 'include_inactive'],
    ['TaiwanCBOverview', 'include_inactive=true', 'include_inactive'],
    [prices, 'aggregate=foo', 'aggregate'],
  ] as const
  for (const [name, query, param] of cases) {
    const plain = await ok(`${name}?limit=20`)
    const response = await ok(`${name}?limit=20&${query}`)
    assert.deepEqual(response.json.data, plain.json.data)
    assert.deepEqual(response.warnings, [`not_applicable; param=${param}`, ...plain.warnings])
    const strict = await data(`${name}?${query}`, { headers: { Prefer: 'handling=strict' } })
    const body = expectProblem(strict, 422, 'invalid_parameter')
    assert.deepEqual(body.errors, [{ param, reason: `does not apply to ${name}` }])
  }
  const prefer = { Prefer: 'return=minimal, handling=strict; wait=1' }
  expectProblem(await data('GoldPrice?stock_id=1', { headers: prefer }), 422, 'invalid_parameter')
  assert.equal((await ok(`${prices}?limit=1`, { headers: prefer })).headers['preference-applied'], 'handling=strict')
  const lenient = await ok('GoldPrice?stock_id=1&limit=1', { headers: { Prefer: 'handling=lenient' } })
  assert.equal(lenient.warnings.length, 1)
})

test('each bad value is refused, never clamped, and all of them at once', async () => {
  const bad = {
    start_date: ['2026-02-30', '', '2026-11-02&end_date=2026-11-01'],
    end_date: ['2026-13-01'],
    start: ['20261101'],
    end: ['yesterday'],
    limit: ['0', '10001', '-1', '1.5', '1e3', 'ten', '', '99999999999999999999', '5&limit=6'],
    include_inactive: ['yes', 'TRUE', ''],
    dry_run: ['2'],
    sort: ['up'],
    period: ['monthly'],
    format: ['xml'],
    stock_id: ['', '2330,,2317', '2330,', '%20', '2330&stock_id=2317'],
    columns: ['', 'open,nothing', 'Open'],
    cursor: ['a&cursor=b'],
  }
  for (const [param, values] of Object.entries(bad))
    for (const value of values) {
      const body = expectProblem(await data(`${prices}?${param}=${value}`), 422, 'invalid_parameter')
      assert.deepEqual(paramsOf(body), [param], value)
      assert.ok(body.detail.includes(param), body.detail)
    }
  const every = expectProblem(
    await data(
      `${prices}?start_date=2026-02-30&end_date=x&limit=0&include_inactive=perhaps&stock_id=,&sort=up&lmit=1&columns=q&dry_run=maybe`,
    ),
    422,
    'invalid_parameter',
  )
  assert.equal(
    paramsOf(every).sort().join(' '),
    'columns dry_run end_date include_inactive limit lmit sort start_date stock_id',
  )
})

test('booleans are true, false, 1 and 0', async () => {
  const with_ = (await ok(`${prices}?include_inactive=true&dry_run=1`)).json
  const without = (await ok(`${prices}?include_inactive=false&dry_run=true`)).json
  assert.deepEqual((await ok(`${prices}?include_inactive=1&dry_run=true`)).json, with_)
  assert.deepEqual((await ok(`${prices}?include_inactive=0&dry_run=true`)).json, without)
  assert.ok(with_.rows > without.rows)
  assert.equal((await ok(`${prices}?limit=1&dry_run=0`)).json.count, 1)
})

test('a list of ids is trimmed, freed of repeats and holds at most 500', async () => {
  const plain = (await ok(`${prices}?stock_id=2330,2317&limit=20`)).json.data
  for (const list of ['2317,2330', '%202330%20,2317+', '2330,2317,2330,%202330'])
    assert.deepEqual((await ok(`${prices}?stock_id=${list}&limit=20`)).json.data, plain)
  const ids = (count: number) => Array.from({ length: count }, (_, i) => `A${i}`)
  assert.equal((await ok(`${prices}?stock_id=${ids(500).join(',')}`)).json.count, 0)
  const repeated = [...ids(500), ...ids(500)].join(',')
  assert.equal((await ok(`${prices}?stock_id=${repeated}`)).json.count, 0)
  const body = expectProblem(await data(`${prices}?stock_id=${ids(501).join(',')}`), 422, 'invalid_parameter')
  assert.deepEqual(body.errors, [{ param: 'stock_id', reason: 'has 501 ids; at most 500 are allowed' }])
})

test('an id that does not exist brings no rows and is named, alone or in a list', async () => {
  const alone = await ok(`${prices}?stock_id=ZZZZ`)
  assert.equal(alone.text, `{"dataset":"${prices}","tier_used":"plus","count":0,"data":[],"cursor":null}`)
  assert.deepEqual(alone.warnings, ['unknown_id; param=stock_id; values=ZZZZ'])
  const listed = await ok(`${prices}?stock_id=ZZZZ,2330,%E5%8F%B0%E7%A9%8D%E9%9B%BB,2330%3B&limit=3`)
  assert.equal(listed.json.count, 3)
  assert.deepEqual(listed.warnings, [
    'unknown_id; param=stock_id; values=%E5%8F%B0%E7%A9%8D%E9%9B%BB; try=2330',
    'unknown_id; param=stock_id; values=2330%3B,ZZZZ',
  ])
  for (const id of ['2330 OR 1=1', "2330'--", '%', '2330\u0000'])
    assert.equal((await ok(`${prices}?stock_id=${encodeURIComponent(id)}`)).json.count, 0)
})

test('delisted securities are left out by default, named when asked for, and there when included', async () => {
  const overview = await all('TaiwanStockOverview?include_inactive=true')
  const inactive = overview.filter(({ is_active }) => !is_active).map(({ stock_id }) => stock_id as string)
  assert.ok(inactive.length > 3)
  assert.deepEqual(
    (await all('TaiwanStockOverview')).map(({ stock_id }) => stock_id),
    overview.filter(({ is_active }) => is_active).map(({ stock_id }) => stock_id),
  )
  const active = new Set(overview.filter(({ is_active }) => is_active).map(({ stock_id }) => stock_id))
  const following = catalogue.filter(({ filters }) => filters.include_inactive)
  const foreign = ['TaiwanStockDelisting', 'TaiwanCBOverview', 'USStockPrice', 'TaiwanStockSectorPrice']
  const indices = ['TaiwanWeightedIndex', 'TaiwanReturnIndex', 'TaiwanIndex5Seconds', 'TaiwanStock5SecondsOrderStats']
  assert.deepEqual(
    following.map(({ name }) => name),
    catalogue
      .filter(({ id, name }) => id === 'stock_id' && ![...foreign, ...indices].includes(name))
      .map(({ name }) => name),
  )
  const list = inactive.join(',')
  for (const name of [prices, 'TaiwanStockOverview']) {
    const hidden = await ok(`${name}?stock_id=${list},2330&limit=10000`)
    assert.deepEqual(idsOf(hidden.json.data), ['2330'])
    const warning = hidden.warnings.find((line) => line.startsWith('inactive_id; param=stock_id; values='))
    const named = warning!.replace(/.*values=/, '').split(',')
    const shown = await ok(`${name}?stock_id=${named.join(',')}&include_inactive=true&limit=10000`)
    assert.deepEqual(shown.warnings, [])
    assert.deepEqual(idsOf(shown.json.data).sort(), named.toSorted())
    assert.ok(!named.some((id) => active.has(id)))
    const alone = await ok(`${name}?stock_id=${named[0]}`)
    assert.equal(alone.json.count, 0)
    assert.deepEqual(alone.warnings, [`inactive_id; param=stock_id; values=${named[0]}`])
  }
})

test('an id without rows is named with the reason, and with what to ask for instead', async () => {
  const bond = (await ok('TaiwanCBOverview?limit=1')).json.data[0]
  const fund = (await all('TaiwanStockOverview')).find(({ security_type }) => security_type === 'etf')!.stock_id
  for (const [path, ...warnings] of [
    [`TaiwanStockPER?stock_id=${fund},2330`, `not_expected; param=stock_id; kind=etf; values=${fund}`],
    ['TaiwanStockSplitPrice?stock_id=2330', 'no_rows; param=stock_id; values=2330'],
    [
      `${prices}?stock_id=${bond.cb_id}`,
      `unknown_id; param=stock_id; values=${bond.cb_id}; try=TaiwanCBOverview%3Fstock_id%3D${bond.stock_id}`,
    ],
    [
      `TaiwanCBOverview?stock_id=${bond.cb_id}`,
      `unknown_id; param=stock_id; values=${bond.cb_id}; try=${bond.stock_id}`,
    ],
    [
      `TaiwanStockPER?stock_id=${encodeURIComponent('台積電')}`,
      'unknown_id; param=stock_id; values=%E5%8F%B0%E7%A9%8D%E9%9B%BB; try=2330',
    ],
  ] as const)
    assert.deepEqual((await ok(`${path}&limit=1`)).warnings, warnings, path)
})

test('a date of an announcement is told from the other dates of its rows', async () => {
  const { warnings, json } = await ok('TaiwanStockDividend?start_date=2027-01-01')
  assert.equal(json.count, 0)
  assert.deepEqual(
    warnings.filter((line) => !line.startsWith('outside_coverage')),
    ['date_filter; param=start_date; column=announce_date'],
  )
  assert.deepEqual((await ok(`${prices}?stock_id=2330&start_date=2026-11-14`)).warnings.length, 1)
})

test('a page of several files is whole after a publication has linked them elsewhere', async () => {
  const folder = join(realpathSync(join(home, 'demo/pages/current')), prices)
  const files = readdirSync(folder)
  assert.ok(files.filter((file) => file.endsWith('.id.rows')).length >= 3, 'the rows of an id lie in three files')
  const path = (limit: number) => `${prices}?stock_id=2330&limit=${limit}`
  const { data: whole } = (await ok(path(10_000))).json
  for (const [n, format] of ['json', 'ndjson', 'json'].entries()) {
    const elsewhere = mkdtempSync(join(root, 'linked-'))
    for (const file of files) linkSync(join(folder, file), join(elsewhere, file))
    const response = await ok(`${path(9_999 - n)}&format=${format}`)
    const rows =
      format === 'json'
        ? response.json.data
        : response.text
            .trimEnd()
            .split('\n')
            .map((line) => JSON.parse(line))
    assert.deepEqual(rows, whole, format)
  }
})

test('a period that no statement of an id has is named, and that three datasets have periods', async () => {
  const fund = (await all('TaiwanStockOverview')).find(({ security_type }) => security_type === 'etf')!.stock_id
  for (const [query, ...warnings] of [
    ['stock_id=2330', 'not_in_period; param=period; period=cumulative; values=2330'],
    ['limit=1', 'not_in_period; param=period; period=cumulative'],
    [`stock_id=${fund}`, `not_expected; param=stock_id; kind=etf; values=${fund}`],
  ])
    assert.deepEqual((await ok(`TaiwanStockFinancialStatement?period=cumulative&${query}`)).warnings, warnings)
  const withPeriod = catalogue.filter(({ filters }) => filters.period).map(({ name }) => name)
  assert.equal(withPeriod.length, 3)
})

test('an unknown dataset is 404 with suggestions, and names are case-sensitive', async () => {
  for (const [name, meant] of [
    ['TaiwanStockPrices', prices],
    ['taiwanstockprice', prices],
    ['StockPrice', prices],
    ['USStockPrices', 'USStockPrice'],
  ]) {
    const body = expectProblem(await data(name!), 404, 'unknown_dataset')
    assert.ok(body.suggestions.includes(meant), `${name}: ${body.suggestions}`)
    assert.ok(body.detail.includes(name))
  }
  assert.deepEqual(expectProblem(await data('Qqqqqqqqqqqqqqqqqqqqqqq'), 404, 'unknown_dataset').suggestions, [])
  const key = { key: plus }
  await refused([
    ...['__proto__', 'constructor', 'toString', 'a%2Fb', '%F0%9F%98%80'].map(
      (name) => [404, 'unknown_dataset', `/v1/data/${name}`, key] as const,
    ),
    [404, 'not_found', `/v1/data/${prices}/2330`, key],
    [404, 'not_found', '/v1/data/'],
    [404, 'not_found', '/v2/data'],
    [404, 'not_found', '/'.padEnd(2_000, 'x')],
    [400, 'bad_request', '/v1/data/%E0%A4', key],
  ])
})

test('filters beside a cursor are compared after normalising, and must not change', async () => {
  const query = 'stock_id=2330,2317&start_date=2026-09-01'
  const { cursor } = (await ok(`${prices}?${query}&limit=5`)).json
  const next = (await ok(`${prices}?cursor=${cursor}`)).json.data
  for (const same of [
    'stock_id=2317,%202330,2330',
    'include_inactive=0',
    'aggregate=x',
    'start=2026-09-01&start_date=2026-09-01&stock_id=2330,2317&sort=desc&include_inactive=false',
  ])
    assert.deepEqual((await ok(`${prices}?${same}&cursor=${cursor}`)).json.data, next)
  for (const other of [
    'stock_id=2330',
    'stock_id=2330,2317,2412',
    'start_date=2026-09-02',
    'end_date=2026-11-01',
    'sort=asc',
    'include_inactive=true',
  ])
    expectProblem(await data(`${prices}?${other}&cursor=${cursor}`), 400, 'invalid_cursor')
  const statements = 'TaiwanStockBalanceSheet'
  const quarterly = (await ok(`${statements}?stock_id=2330&limit=5`)).json.cursor
  assert.equal((await ok(`${statements}?cursor=${quarterly}&period=quarterly`)).json.count, 5)
  expectProblem(await data(`${statements}?cursor=${quarterly}&period=annual`), 400, 'invalid_cursor')
})

test('a foreign, changed, cut or invented cursor is 400, and one of a version that is gone 410', async () => {
  const { cursor } = (await ok(`${prices}?limit=5`)).json as { cursor: string }
  expectProblem(await data(`TaiwanStockPriceAdj?cursor=${cursor}`), 400, 'invalid_cursor')
  const flip = (at: number) => cursor.slice(0, at) + (cursor[at] === 'A' ? 'B' : 'A') + cursor.slice(at + 1)
  for (let at = 0; at < cursor.length; at += 5)
    expectProblem(await data(`${prices}?cursor=${flip(at)}`), 400, 'invalid_cursor')
  for (const text of [
    cursor.slice(0, -1),
    cursor.slice(0, 20),
    `${cursor}A`,
    `${cursor}==`,
    `${cursor}%20`,
    '',
    'null',
    'A'.repeat(4_000),
    Buffer.from(JSON.stringify({ next: 5 })).toString('base64url'),
  ])
    expectProblem(await data(`${prices}?cursor=${text}`), 400, 'invalid_cursor')

  // The installation's own key makes cursors that no answer ever held.
  const key = keyFor(readSecret(home, undefined), 'cursors')
  const { headers } = await ok(`${prices}?limit=5`)
  const made = (more: object) =>
    writeCursor([key], {
      origin: 'demo',
      version: headers['x-data-version'] as string,
      dataset: prices,
      query: {
        ids: null,
        from: null,
        to: null,
        period: null,
        includeHidden: false,
        ascending: false,
        limit: 5,
        columns: null,
        asOf: null,
        knownBy: null,
        showsKnown: false,
        filters: null,
        dateColumn: null,
        latest: false,
        wide: null,
      },
      position: { next: 5 },
      form: null,
      ...more,
    })
  assert.equal((await ok(`${prices}?cursor=${made({})}`)).json.count, 5)
  expectProblem(await data(`${prices}?cursor=${made({ origin: 'live' })}`), 400, 'invalid_cursor')
  expectProblem(await data(`${prices}?cursor=${made({ version: '0123456789abcdef' })}`), 410, 'cursor_expired')
})

test('columns is a list in any order, with repeats; the rows have it in the order of the dataset', async () => {
  const response = await ok(`${prices}?stock_id=2330&limit=3&columns=volume,%20close,trade_date,close`)
  assert.deepEqual(Object.keys(response.json.data[0]), ['trade_date', 'close', 'volume'])
})

test('a dry run brings rows, bytes and pages, is not kept, and needs the key and the tier of the rows', async () => {
  const response = await ok(`${prices}?stock_id=ZZ&dry_run=true`)
  assert.deepEqual(response.json, { rows: 0, bytes: 0, pages: 1 })
  assert.deepEqual(response.warnings, ['unknown_id; param=stock_id; values=ZZ'])
  assert.equal(response.headers['cache-control'], 'no-store')
  await refused([
    [401, 'missing_key', `/v1/data/${prices}?dry_run=true`],
    [403, 'tier_required', `/v1/data/${prices}?dry_run=true`, { key: free }],
  ])
})

test('with include=warnings the body has the warnings too, with their meanings', async () => {
  const path = `${prices}?stock_id=2330,ZZ&start_date=1990-01-01&columns=close`
  for (const more of ['', '&format=json', '&decimals=number', '&limit=1', '&dry_run=true'])
    for (const language of ['en', 'zh-TW']) {
      const headers = { 'Accept-Language': language, 'Accept-Encoding': 'gzip' }
      const plain = await ok(`${path}${more}`, { headers })
      const response = await ok(`${path}${more}&include=warnings`, { headers })
      const bodyOf = ({ bytes, headers: own }: HttpResponse) =>
        JSON.parse((own['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString())
      const { warnings, cursor, ...body } = bodyOf(response)
      const { cursor: next, ...without } = bodyOf(plain)
      assert.deepEqual(body, without)
      assert.equal(cursor === null, next === null)
      assert.deepEqual(response.warnings, plain.warnings)
      assert.deepEqual(
        warnings.map(({ code, param, values, facts }: Record<string, unknown>) => [code, param, values, facts]),
        [
          ['unknown_id', 'stock_id', ['ZZ'], undefined],
          ['outside_coverage', undefined, undefined, { first: warnings[1].facts.first, last: builtThrough }],
        ],
      )
      for (const { detail } of warnings) assert.match(detail, language === 'en' ? /^[A-Z]/ : /\p{Script=Han}/u)
    }
  assert.deepEqual((await ok(`${prices}?stock_id=2330&limit=1&include=warnings`)).json.warnings, [])
  for (const query of ['format=csv&include=warnings', 'include=rows'])
    assert.deepEqual(paramsOf(expectProblem(await data(`${prices}?${query}`), 422, 'invalid_parameter')), ['include'])
})

test('HEAD answers every GET with its headers and no body', async () => {
  for (const [path, options] of requests) {
    const [get, head] = await Promise.all([send(path, options), send(path, { ...options, method: 'HEAD' })])
    assert.equal(head.status, get.status)
    assert.equal(head.bytes.length, 0)
    for (const name of ['content-length', 'content-type', 'etag', 'x-data-version', 'x-warning', 'www-authenticate'])
      assert.equal(head.headers[name], get.headers[name], `${path} ${name}`)
    assert.equal(Number(get.headers['content-length']), get.bytes.length)
  }
})

test('a wrong method is 405 with Allow', async () => {
  for (const path of ['/v1/data', `/v1/data/${prices}`, '/healthz', '/readyz', '/llms.txt'])
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) {
      const response = await send(path, { method, key: plus })
      const body = expectProblem(response, 405, 'method_not_allowed')
      assert.equal(response.headers.allow, 'GET, HEAD, OPTIONS')
      assert.ok(body.detail.includes(method))
    }
})

test('a browser on any site may read: preflight, allowed and exposed headers', async () => {
  for (const path of ['/v1/data', `/v1/data/${prices}`, '/api/v1/data']) {
    const response = await send(path, {
      method: 'OPTIONS',
      headers: {
        Origin: 'https://example.com',
        'Access-Control-Request-Method': 'GET',
        'Access-Control-Request-Headers': 'authorization',
      },
    })
    assert.equal(response.status, 204)
    assert.equal(response.bytes.length, 0)
    assert.equal(response.headers['access-control-allow-origin'], '*')
    assert.match(response.headers['access-control-allow-methods']!, /GET, HEAD/)
    const allowed = response.headers['access-control-allow-headers']!.split(', ')
    for (const name of ['Authorization', 'Content-Type', 'If-None-Match', 'Prefer', 'X-PAYMENT', 'PAYMENT-SIGNATURE'])
      assert.ok(allowed.includes(name), name)
  }
  const page = { headers: { Origin: 'https://example.com' } }
  for (const response of [
    await data(`${prices}?limit=1`, { key: plus, ...page }),
    await send('/v1/data', page),
    await send(`/v1/data/${prices}`, page),
  ]) {
    assert.equal(response.headers['access-control-allow-origin'], '*')
    const exposed = response.headers['access-control-expose-headers']!.split(', ')
    for (const name of [
      ...['Allow', 'ETag', 'Retry-After', 'WWW-Authenticate', 'X-Warning', 'X-Request-Id', 'X-Error-Code'],
      ...['X-Data-Version', 'X-Data-Origin', 'X-Truncated', 'RateLimit', 'RateLimit-Policy', 'PAYMENT-REQUIRED'],
      ...['X-RateLimit-Limit', 'X-RateLimit-Remaining', 'X-RateLimit-Window', 'X-RateLimit-Tier'],
      ...['PAYMENT-RESPONSE', 'X-PAYMENT-RESPONSE', 'X-Payment-Settlement'],
    ])
      assert.ok(exposed.includes(name), name)
  }
})

test('an answer is private, has the right Vary, and is 304 for a matching ETag', async () => {
  const path = `${prices}?stock_id=2330&limit=4`
  const response = await ok(path)
  assert.match(response.headers['cache-control']!, /^private/)
  assert.equal(response.headers.vary, 'Authorization, Accept, Accept-Encoding, Accept-Language')
  const etag = response.headers.etag!
  assert.match(etag, /^"[\w-]+"$/)
  assert.equal((await ok(path)).headers.etag, etag)
  for (const held of [etag, `W/${etag}`, `"other", ${etag}`, '*']) {
    const again = await data(path, { headers: { 'If-None-Match': held } })
    assert.equal(again.status, 304)
    assert.equal(again.bytes.length, 0)
    assert.equal(again.headers.etag, etag)
    assert.equal(again.headers['x-data-version'], response.headers['x-data-version'])
    assert.match(again.headers['cache-control']!, /^private/)
    assert.equal(again.headers.vary, response.headers.vary)
  }
  assert.equal((await data(path, { method: 'HEAD', headers: { 'If-None-Match': etag } })).status, 304)
  const others = [
    await ok(path, { key: lite }),
    await ok(`${path}&sort=asc`),
    await ok(path, { headers: { 'Accept-Language': 'zh-TW' } }),
    await ok(path.replace('limit=4', 'limit=3')),
    await ok(path.replace(prices, 'TaiwanStockPriceAdj')),
  ]
  assert.equal(new Set([etag, ...others.map(({ headers }) => headers.etag)]).size, others.length + 1)
  for (const { headers } of others)
    assert.equal((await data(path, { headers: { 'If-None-Match': headers.etag! } })).status, 200)
  const list = await send('/v1/data')
  assert.equal((await send('/v1/data', { headers: { 'If-None-Match': list.headers.etag! } })).status, 304)
  assert.equal(list.headers.vary, response.headers.vary)
  expectProblem(await send(`/v1/data/${path}`, { headers: { 'If-None-Match': etag } }), 401, 'missing_key')
})

test('warnings are percent-encoded ASCII, one line each, cut at 2 KB with the number left out', async () => {
  const ids = Array.from({ length: 400 }, (_, i) => `無${i}`)
  const long = await ok(`${prices}?period=annual&include_expired=true&stock_id=${ids.join(',')}`)
  const size = long.warnings.reduce((sum, line) => sum + line.length, 0)
  assert.ok(size <= 2_048, `${size} bytes`)
  for (const line of long.warnings) assert.match(line, /^[\x21-\x7e ]+$/)
  const [, values, more] = /^unknown_id; param=stock_id; values=(.*); more=(\d+)$/.exec(long.warnings[2]!)!
  const named = values!.split(',').map(decodeURIComponent)
  assert.ok(named.every((id) => ids.includes(id)))
  assert.equal(named.length + Number(more), 400)
})

test('every answer has a request id of its own', async () => {
  const responses = await Promise.all([
    ...Array.from({ length: 20 }, () => ok(`${prices}?limit=1`)),
    send('/healthz'),
    send('/v1/data'),
    send('/nothing'),
    send(`/v1/data/${prices}`),
    send('/v1/data', { method: 'OPTIONS' }),
  ])
  const ids = responses.map(({ headers }) => headers['x-request-id'])
  assert.equal(new Set(ids).size, responses.length)
  for (const id of ids) assert.match(id as string, /^[\w-]{8,}$/)
})

test('/healthz names the release', async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  assert.equal((await send('/healthz')).text, `{"status":"ok","version":"${version}"}`)
})

test('during the first build /healthz answers and everything with data is 503 with Retry-After, which is not counted', async () => {
  const empty = join(root, 'empty')
  mkdirSync(empty)
  const key = await keyOf(empty, 'plus')
  const building = await startService(empty, { LOG_LEVEL: 'info', FORMOSA_NOW: builtAt }, 'listening')
  const early = held(createClient(building.url), contract)
  try {
    assert.equal((await early.send('/healthz')).status, 200)
    const ready = await early.send('/readyz')
    assert.equal(ready.status, 503)
    assert.equal(ready.json.status, 'not_ready')
    assert.match(ready.json.checks.data, /not built/)
    assert.match(ready.headers['retry-after'] as string, /^\d+$/)
    for (const response of [await early.send('/v1/data'), await early.send(`/v1/data/${prices}`, { key })]) {
      expectProblem(response, 503, 'not_ready')
      assert.equal(response.headers['x-error-code'], 'not_ready')
      assert.match(response.headers['retry-after'] as string, /^\d+$/)
    }
    // A 5xx is not counted.
    for (let n = 0; n < 3; n++) {
      const response = await early.send(`/v1/data/${prices}`, { key })
      assert.deepEqual(Object.keys(expectProblem(response, 503, 'not_ready')), ['detail', 'code', 'request_id'])
      assert.equal(response.headers['x-ratelimit-tier'], 'plus')
      assert.deepEqual(
        [response.headers['x-ratelimit-limit'], response.headers['x-ratelimit-remaining']],
        ['10000', '10000'],
      )
    }
    expectProblem(await early.send(`/v1/data/${prices}`), 401, 'missing_key')
    expectProblem(await early.send(`/v1/data/${prices}?limit=0`, { key }), 422, 'invalid_parameter')
  } finally {
    early.close()
    assert.equal(await building.stop(), 0)
  }
})

test('an internal fault is a 500 with the request id and no internals', async () => {
  // The service may be writing down its calls.
  const store = new DatabaseSync(join(home, 'control.sqlite'), { timeout: 60_000 })
  store.exec('ALTER TABLE users RENAME TO lost')
  const response = await send('/v1/me', { key: plus })
  // Other files go on with this service.
  store.exec('ALTER TABLE lost RENAME TO users')
  store.close()
  const body = expectProblem(response, 500, 'internal')
  assert.deepEqual(Object.keys(body), ['detail', 'code', 'request_id'])
  assert.equal(body.request_id, response.headers['x-request-id'])
  assert.doesNotMatch(response.text, /users|SELECT|sqlite|\.ts|\/|Error/i)
  assert.equal((await send('/healthz')).status, 200)
  assert.ok(service.output().includes(body.request_id), 'the log knows the request')
})
