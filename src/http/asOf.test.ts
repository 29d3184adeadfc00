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

test('a corrected, a withdrawn and a late row are answered as they stood, and are changes', async () => {
  type Change = { kind: string; recorded_at: string; known_at: string; version: string; before: Row; after: Row }
  type Row = Record<string, string>
  const first = async (name: string, kind: string): Promise<Change> => {
    const { data: changes } = (await ok(`../changes/${name}?since=2026-01-01&limit=1`)).json
    assert.equal(changes[0].kind, kind)
    return changes[0]
  }
  const before = (at: string) => new Date(Date.parse(at) - 1_000).toISOString()
  const asOf = async (path: string, at: string): Promise<Row[]> =>
    (await ok(`${path}&include=known&as_of=${encodeURIComponent(at)}`)).json.data

  const corrected = await first('TaiwanStockMonthRevenue', 'corrected')
  const { stock_id, report_month } = corrected.after
  assert.notEqual(corrected.before.revenue, corrected.after.revenue)
  const month = `TaiwanStockMonthRevenue?stock_id=${stock_id}&start_date=${report_month}&end_date=${report_month}`
  const [then] = await asOf(month, before(corrected.recorded_at))
  const known = `${corrected.before.first_seen_date}T23:59:59+08:00`
  assert.deepEqual(then, { ...corrected.before, known_at: known, known_by: 'observed' })
  const later = { ...corrected.after, known_at: corrected.recorded_at, known_by: 'observed' }
  assert.deepEqual(await asOf(month, corrected.recorded_at), [later])
  assert.deepEqual((await ok(`${month}&include=known`)).json.data, [later])

  const withdrawn = await first('TaiwanStockDividend', 'withdrawn')
  assert.equal(withdrawn.after, null)
  const row = withdrawn.before
  const dividends = `TaiwanStockDividend?stock_id=${row.stock_id}&start_date=${row.announce_date}&limit=1`
  const filed = { ...row, known_at: `${row.announce_date}T23:59:59+08:00`, known_by: 'filed' }
  assert.deepEqual(await asOf(dividends, before(withdrawn.recorded_at)), [filed])
  assert.deepEqual(await asOf(dividends, withdrawn.recorded_at), [])
  // The dividend that was announced later was not known either.
  const [{ dividend_period }] = (await ok(`${dividends}&sort=asc`)).json.data
  assert.equal(dividend_period, row.dividend_period)

  const late = await first('TaiwanStockHoldingSharesPer', 'inserted')
  const { record_date } = late.after
  assert.ok(late.recorded_at > `${addDays(record_date!, 5)}`)
  const holders = `TaiwanStockHoldingSharesPer?stock_id=${late.after.stock_id}&start_date=${record_date}&end_date=${record_date}`
  assert.deepEqual(await asOf(holders, before(late.recorded_at)), [])
  const levels = await asOf(holders, late.recorded_at)
  assert.deepEqual([levels.length, levels[0]!.known_at, levels[0]!.known_by], [17, late.recorded_at, 'observed'])
})

test('changes of some kinds are those among all', async () => {
  const path = '../changes/TaiwanStockMonthRevenue?since=1999-01-01&limit=10000'
  const { data: corrected, cursor } = (await ok(`${path}&kind=corrected,withdrawn`)).json
  assert.ok(corrected.length > 3 && cursor === null)
  assert.ok(corrected.every(({ kind }: { kind: string }) => kind !== 'inserted'))
  const first = (await ok(`${path.replace('limit=10000', 'limit=2')}&kind=corrected,withdrawn`)).json
  const rest = (await ok(`../changes/TaiwanStockMonthRevenue?cursor=${first.cursor}&limit=10000`)).json
  assert.deepEqual([...first.data, ...rest.data], corrected)
  expectProblem(
    await data(`../changes/TaiwanStockMonthRevenue?cursor=${first.cursor}&kind=inserted`),
    400,
    'invalid_cursor',
  )
  expectProblem(await data(`${path}&kind=moved`), 422, 'invalid_parameter')
})

test('an answer without rows says from when they were known, whatever its dataset, and chosen columns hold for all rows', async () => {
  for (const path of [
    'TaiwanStockMonthRevenue?as_of=2001-01-01',
    'TaiwanStockMonthRevenue?stock_id=2330&as_of=2001-01-01',
    'TaiwanStockPrice?as_of=2001-01-01',
  ]) {
    const { json, headers } = await ok(path)
    assert.equal(json.count, 0)
    assert.match(String(headers['x-warning']), /before_known; from=/, path)
  }
  for (const name of ['TaiwanStockFinancialStatement', 'TaiwanStockMonthRevenue', 'TaiwanStockBalanceSheet'])
    for (const as_of of newest.slice(1, 20)) {
      const { data: rows } = (await ok(`${name}?stock_id=2330&as_of=${as_of}&columns=stock_id&limit=500`)).json
      assert.deepEqual([...new Set(rows.map((row: object) => String(Object.keys(row))))], ['stock_id'])
    }
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
  for (const name of ['TaiwanStockPriceAdj', 'TaiwanFutureOptionTickRealtime'])
    expectProblem(await data(`../changes/${name}?since=2001-01-01`), 422, 'invalid_parameter')
  expectProblem(await data('../changes/Nothing?since=2001-01-01'), 404, 'unknown_dataset')
})

test('the universe of a day has the securities that were listed then', async () => {
  const { json, headers } = await ok('../universe?type=stock&market=TWSE')
  assert.ok(json.count > 10 && json.data.length === json.count && json.as_of === null)
  assert.ok(json.data.every((row: Record<string, unknown>) => row.is_active && row.market === 'TWSE'))
  assert.equal(headers['x-warning'], undefined)
  const gone = (await ok('TaiwanStockOverview?include_inactive=true&limit=10000')).json.data.find(
    ({ delisting_date }: { delisting_date: string | null }) => delisting_date !== null,
  )
  const has = async (day: string) =>
    (await ok(`../universe?as_of=${day}`)).json.data.some((row: { stock_id: string }) => row.stock_id === gone.stock_id)
  assert.equal(await has(addDays(gone.delisting_date, -1)), true)
  assert.equal(await has(gone.delisting_date), false)
  assert.deepEqual((await ok('../universe?as_of=1950-01-01')).json.data, [])
  for (const [wrong, param] of [
    ['market=NYSE', 'market'],
    ['as_of=2999-01-01', 'as_of'],
    ['type=', 'type'],
  ])
    assert.deepEqual(paramsOf(expectProblem(await data(`../universe?${wrong}`), 422, 'invalid_parameter')), [param])
})

test('a company that moved to the other market stood on the list of the old one', async () => {
  const { data: moved } = (await ok('TaiwanStockDelisting?start_date=2023-06-01&limit=1000')).json
  const [{ stock_id, delisting_date }] = moved.filter(({ is_transfer }: { is_transfer: boolean }) => is_transfer)
  const marketOf = async (as_of: string) =>
    (await ok(`TaiwanStockOverview?stock_id=${stock_id}&as_of=${as_of}`)).json.data.map(
      ({ market }: { market: string }) => market,
    )
  assert.deepEqual([await marketOf(addDays(delisting_date, -1)), await marketOf(delisting_date)], [['TPEX'], ['TWSE']])
})

test('what was announced later is not there yet, and a list without dates counts from its first reading', async () => {
  const day = addDays(then, -60)
  for (const [name, column] of [
    ['TaiwanStockDividend', 'announce_date'],
    ['TaiwanCBOverview', 'issue_date'],
    ['TaiwanStockBrokerInfo', 'establish_date'],
    ['TaiwanRelatedNews', 'publish_date'],
  ] as const) {
    const { json } = await ok(`${name}?as_of=${day}&limit=10000&include=known`)
    for (const row of json.data) assert.ok(row[column] <= day, `${name} ${row[column]} ${row.known_at}`)
    assert.ok(json.count === 0 || json.data.some((row: { known_by: string }) => row.known_by === 'filed'), name)
  }
  assert.ok((await ok(`TaiwanStockDividend?as_of=${day}`)).json.count > 0)
  const industries = await ok(`TaiwanStockCompanyIndustry?as_of=${day}`)
  assert.equal(industries.json.count, 0)
  assert.match(String(industries.headers['x-warning']), /^before_known/)
  const listed = (await ok(`../universe?as_of=${day}`)).json.data
  assert.ok(
    listed.every(({ listing_date }: { listing_date: string | null }) => listing_date === null || listing_date <= day),
  )
})
