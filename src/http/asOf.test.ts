import assert from 'node:assert/strict'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { tableFromIPC } from 'apache-arrow'
import { expectProblem, openApi, paramsOf } from '../../test/support/api.ts'
import { shareService } from '../../test/support/sharedService.ts'
import { catalogue } from '../catalogue/index.ts'
import { addDays } from '../days.ts'

/* Rows as they were known at an instant, over HTTP; src/query/known/asOf.test.ts compares them with an oracle. */

const { data, ok } = await openApi(shareService())
const prices = 'TaiwanStockPrice?stock_id=2330'
const newest = (await ok(`${prices}&limit=30`)).json.data.map(({ trade_date }: { trade_date: string }) => trade_date)
const then = newest[20]!

test('a date means its end in Taipei, and an instant itself', async () => {
  const dates = async (asOf: string) =>
    (await ok(`${prices}&limit=2&as_of=${encodeURIComponent(asOf)}`)).json.data.map(
      ({ trade_date }: { trade_date: string }) => trade_date,
    )
  assert.deepEqual(await dates(then), newest.slice(20, 22))
  assert.deepEqual(await dates(`${then}T17:29:59+08:00`), newest.slice(21, 23))
  assert.deepEqual(await dates(`${then}T09:30:00Z`), newest.slice(20, 22))
  assert.deepEqual(await dates(`${then}T17:30:00+08:00`), newest.slice(20, 22))
})

test('a cursor goes on as of the same instant, whatever stands beside it, and a dry run counts the same rows', async () => {
  const path = `TaiwanStockFinancialStatement?stock_id=2330&as_of=${then}`
  const whole = (await ok(`${path}&limit=10000`)).json
  const { rows } = (await ok(`${path}&dry_run=true`)).json
  assert.equal(rows, whole.count)
  const read: unknown[] = []
  for (let page = (await ok(`${path}&limit=70`)).json; ; ) {
    read.push(...page.data)
    if (page.cursor === null || read.length > whole.count) break
    page = (await ok(`TaiwanStockFinancialStatement?cursor=${page.cursor}`)).json
  }
  assert.deepEqual(read, whole.data)
  const { cursor } = (await ok(`${path}&limit=1`)).json
  expectProblem(
    await data(`TaiwanStockFinancialStatement?cursor=${cursor}&as_of=${addDays(then, -1)}`),
    400,
    'invalid_cursor',
  )
  assert.ok(
    whole.data.every(({ announce_date }: { announce_date: string | null }) => !announce_date || announce_date <= then),
  )
})

test('known_at and known_by are columns in every format, behind the chosen ones', async () => {
  const path = `${prices}&limit=2&as_of=${then}&columns=close,trade_date&include=known`
  const { data: rows } = (await ok(path)).json
  assert.deepEqual(Object.keys(rows[0]), ['trade_date', 'close', 'known_at', 'known_by'])
  assert.deepEqual(rows[0].known_at, `${then}T17:30:00+08:00`)
  const [head, first] = (await ok(`${path}&format=csv`)).text.split('\r\n')
  assert.equal(head, 'trade_date,close,known_at,known_by')
  assert.equal(first, `${then},${rows[0].close},${rows[0].known_at},observed`)
  const arrow = tableFromIPC((await ok(`${path}&format=arrow`)).bytes)
  assert.deepEqual(arrow.schema.names, ['trade_date', 'close', 'known_at', 'known_by'])
  assert.equal(Number(arrow.get(0)!.known_at), Date.parse(rows[0].known_at))
  const packed = await ok(path, { headers: { 'Accept-Encoding': 'gzip' } })
  const body = packed.headers['content-encoding'] === 'gzip' ? gunzipSync(packed.bytes) : packed.bytes
  assert.deepEqual(JSON.parse(body.toString()).data, rows)
})

test('known_by keeps the rows whose time is known so', async () => {
  const path = 'TaiwanStockBalanceSheet?stock_id=2330&limit=1000&include=known'
  const by = async (more: string) =>
    (await ok(`${path}${more}`)).json.data.map((row: { known_by: string }) => row.known_by)
  const all = await by('')
  assert.deepEqual(
    await by('&known_by=filed'),
    all.filter((one: string) => one === 'filed'),
  )
  assert.deepEqual(await by('&known_by=unknown'), [])
})

test('before the first knowledge there is no row, and a warning says from when', async () => {
  const answer = await ok(`${prices}&as_of=1999-01-01`)
  assert.deepEqual(answer.json.data, [])
  assert.match(String(answer.headers['x-warning']), /^before_known; from=\d{4}-/)
})

test('securities that were delisted since are listed as of an earlier day', async () => {
  const gone = (await ok('TaiwanStockOverview?include_inactive=true&limit=10000')).json.data.filter(
    ({ delisting_date }: { delisting_date: string | null }) => delisting_date !== null,
  )
  const [{ stock_id, delisting_date }] = gone
  const before = addDays(delisting_date, -1)
  const [row] = (await ok(`TaiwanStockOverview?stock_id=${stock_id}&as_of=${before}`)).json.data
  assert.deepEqual([row.is_active, row.delisting_date], [true, null])
  assert.deepEqual((await ok(`TaiwanStockOverview?stock_id=${stock_id}&as_of=${delisting_date}`)).json.data, [])
})

test('an instant that is none, or that is still to come, is refused', async () => {
  for (const wrong of ['2026-02-30', 'yesterday', '2026-08-10T10:00:00', '2999-01-01', ''])
    assert.deepEqual(paramsOf(expectProblem(await data(`${prices}&as_of=${wrong}`), 422, 'invalid_parameter')), [
      'as_of',
    ])
  const bad = await data(`${prices}&known_by=observed,guessed&as_of=${then}`)
  assert.deepEqual(paramsOf(expectProblem(bad, 422, 'invalid_parameter')), ['known_by'])
})

test('every dataset answers as of a day; what is computed for each day needs ids', async () => {
  for (const { name, derived, example } of catalogue) {
    const path = `${name}?limit=3&as_of=${then}&include=known`
    const isComputed = derived?.isComputedAsOf === true
    if (isComputed)
      assert.deepEqual(paramsOf(expectProblem(await data(path), 422, 'invalid_parameter')), ['stock_id'], name)
    const { data: rows } = (await ok(isComputed ? `${path}&stock_id=${example}` : path)).json
    if (isComputed) assert.equal(rows.length, 3)
    for (const { known_at, known_by } of rows)
      assert.ok(
        known_at === null
          ? known_by === 'unknown'
          : Date.parse(known_at) <= Date.parse(`${addDays(then, 1)}T00:00+08:00`),
        name,
      )
  }
})

test('adjusted prices and bars as of an instant are computed from what was known; those of today are the stored ones', async () => {
  const plain = ({ known_at, known_by, ...row }: Record<string, unknown>) => row
  for (const name of ['TaiwanStockPriceAdj', 'TaiwanStockWeekPrice', 'TaiwanStockMonthPrice']) {
    const path = `${name}?stock_id=0050,2330,2603&limit=10000`
    const stored = (await ok(path)).json.data
    assert.deepEqual((await ok(`${path}&include=known`)).json.data.map(plain), stored, name)
    const [first] = (await ok(`${path}&as_of=${then}&sort=desc`)).json.data
    assert.equal(first.trade_date, then, name)
    if (name === 'TaiwanStockPriceAdj') assert.equal(first.adjustment_factor, '1.000000')
    const csv = await ok(
      `${name}?stock_id=2330&limit=1&as_of=${then}&columns=trade_date,close&include=known&format=csv`,
    )
    assert.equal(csv.text.split('\r\n')[0], 'trade_date,close,known_at,known_by')
  }
  // A raw price times the factors of the events between its day and the instant.
  const rows = async (asOf: string) =>
    new Map<string, { close: string; adjustment_factor: string }>(
      (await ok(`TaiwanStockPriceAdj?stock_id=2330&limit=10000&as_of=${asOf}`)).json.data.map(
        (row: { trade_date: string; close: string; adjustment_factor: string }) => [row.trade_date, row],
      ),
    )
  const events = (await ok('TaiwanStockDividendResult?stock_id=2330&limit=1000')).json.data
  const event = events.find(({ ex_date }: { ex_date: string }) => ex_date < then)
  const [before, on] = [await rows(addDays(event.ex_date, -1)), await rows(event.ex_date)]
  const [day] = before.keys()
  assert.equal(before.get(day!)!.adjustment_factor, '1.000000')
  const factor = Number(event.reference_price) / Number(event.close_before)
  assert.equal(on.get(day!)!.adjustment_factor, factor.toFixed(6))
  assert.ok(Math.abs(Number(on.get(day!)!.close) - Number(before.get(day!)!.close) * factor) < 0.0001)
})

test('changes since a version, a date or an instant come in pages that fit together', async () => {
  const path = '../changes/TaiwanStockPER'
  const answer = await ok(`${path}?since=1999-01-01&limit=40`)
  const { data: first, cursor, count } = answer.json
  assert.equal(count, 40)
  assert.deepEqual(Object.keys(first[0]), ['kind', 'version', 'recorded_at', 'known_at', 'before', 'after'])
  assert.ok(
    first.every((change: { kind: string; before: unknown }) => change.kind === 'inserted' && change.before === null),
  )
  const { data: second } = (await ok(`${path}?cursor=${cursor}&limit=10`)).json
  const together = (await ok(`${path}?since=1999-01-01&limit=50`)).json.data
  assert.deepEqual([...first, ...second], together)
  const version = String(answer.headers['x-data-version'])
  assert.equal(first[0].version, version)
  assert.deepEqual((await ok(`${path}?since=${version}`)).json.data, [])
})

test('changes refuse a start that is none, another cursor, and datasets that keep none', async () => {
  for (const query of ['', '?since=', '?since=0123456789abcdef', '?since=2026-02-30'])
    assert.deepEqual(
      paramsOf(expectProblem(await data(`../changes/TaiwanStockPER${query}`), 422, 'invalid_parameter')),
      ['since'],
    )
  const { cursor } = (await ok('../changes/TaiwanStockPER?since=1999-01-01&limit=1')).json
  expectProblem(await data(`../changes/GoldPrice?cursor=${cursor}`), 400, 'invalid_cursor')
  expectProblem(await data(`TaiwanStockPER?cursor=${cursor}`), 400, 'invalid_cursor')
  expectProblem(await data(`../changes/TaiwanStockPER?cursor=${cursor}&since=2001-01-01`), 400, 'invalid_cursor')
  expectProblem(await data('../changes/TaiwanStockPriceAdj?since=2001-01-01'), 422, 'invalid_parameter')
  expectProblem(await data('../changes/Nothing?since=2001-01-01'), 404, 'unknown_dataset')
})
