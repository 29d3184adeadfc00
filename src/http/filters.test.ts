import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem, openApi } from '../../test/support/api.ts'
import { shareService } from '../../test/support/sharedService.ts'
import { type Dataset, isDated } from '../catalogue/dataset.ts'
import { dateColumns, filterColumns } from '../catalogue/filters.ts'
import { catalogue } from '../catalogue/index.ts'
import { isFilter, parameters } from '../query/parameters.ts'

/* Filters by columns at the front door; src/query/query.test.ts compares their rows with SQL. */

const { ok, data, send, keys } = await openApi(shareService())
const all: readonly Dataset[] = catalogue

type Rows = readonly Readonly<Record<string, string | number | null>>[]
const rowsOf = async (path: string): Promise<Rows> => (await ok(path)).json.data
const valuesOf = (rows: Rows, column: string) => [...new Set(rows.map((row) => row[column]))].sort()

test('every key and category column of every dataset filters it', async () => {
  for (const dataset of all) {
    const hidden = [
      ...(dataset.filters.include_expired ? ['include_expired=1'] : []),
      ...(dataset.filters.include_inactive ? ['include_inactive=1'] : []),
    ]
    const [row] = await rowsOf(`${dataset.name}?${[...hidden, 'limit=1'].join('&')}`)
    for (const [column] of filterColumns(dataset)) {
      assert.ok(column in parameters, column)
      const value = row?.[column]
      if (value === undefined || value === null || value === '' || String(value).includes(',')) continue
      const given: [string, string][] = [
        [column, String(value)],
        ['limit', '50'],
        ...hidden.map((one): [string, string] => [one.slice(0, -2), '1']),
      ]
      const query = new URLSearchParams(given)
      const { json, warnings } = await ok(`${dataset.name}?${query}`)
      assert.ok(json.count > 0, `${dataset.name} ${column}=${value}`)
      assert.deepEqual(valuesOf(json.data, column), [value])
      assert.deepEqual(
        warnings.filter((line) => !/^(in)?active|_hidden/.test(line)),
        [],
      )
    }
  }
})

test('a column with the name of another parameter is filtered by it', () => {
  for (const dataset of all)
    for (const [column] of filterColumns(dataset))
      if (!isFilter(column)) assert.ok(column === dataset.id || column === dataset.filters.period, column)
})

test('values are compared in the kind of their column, and lists and bounds compose', async () => {
  const [first] = await rowsOf('TaiwanOptionDaily?stock_id=TXO&limit=1')
  const strike = String(first!.strike_price)
  for (const form of [strike, strike.replace(/\.0+$/, ''), `${Number(strike)}.0`, `+${Number(strike)}`])
    assert.deepEqual(
      valuesOf(await rowsOf(`TaiwanOptionDaily?strike_price=${encodeURIComponent(form)}&limit=9`), 'strike_price'),
      [strike],
    )
  const path = `TaiwanOptionDaily?option_id=TXO&call_put=call&trading_session=regular,after_hours&min_strike_price=${Number(strike) - 100}&max_strike_price=${strike}&limit=500`
  const rows = await rowsOf(path)
  assert.ok(rows.length > 0)
  for (const row of rows) {
    assert.deepEqual([row.option_id, row.call_put], ['TXO', 'call'])
    assert.ok(Number(row.strike_price) >= Number(strike) - 100 && Number(row.strike_price) <= Number(strike))
  }
  const same = await ok(path.replace('option_id', 'stock_id').replace('regular,after_hours', 'after_hours, regular'))
  assert.deepEqual(same.json.data, rows)
  assert.deepEqual((await ok(`${path}&stock_id=TXO`)).json.data, rows)
  const size = await ok(`${path.replace('limit=500', 'limit=7')}&dry_run=1`)
  assert.ok(size.json.rows >= rows.length)
})

test('pages of filtered rows are full, and a cursor alone reads on', async () => {
  const path = 'TaiwanOptionDaily?stock_id=TXO&call_put=put&trading_session=regular'
  const whole = await rowsOf(`${path}&limit=100`)
  const read: Rows[number][] = []
  let { json } = await ok(`${path}&limit=7`)
  for (;;) {
    read.push(...json.data)
    if (read.length >= 100) break
    assert.equal(json.count, 7)
    json = (await ok(`TaiwanOptionDaily?cursor=${json.cursor}`)).json
  }
  assert.deepEqual(read.slice(0, 100), whole)
  const { cursor } = (await ok(`${path}&limit=7`)).json
  expectProblem(await data(`TaiwanOptionDaily?call_put=call&cursor=${cursor}`), 400, 'invalid_cursor')
  assert.equal((await ok(`${path}&cursor=${cursor}`)).json.count, 7)
  for (const format of ['csv', 'ndjson']) {
    const { text, headers } = await send(`/v1/data/${path}&limit=7&format=${format}`, { key: keys.plus })
    assert.equal(text.trim().split(/\r?\n/).length, format === 'csv' ? 8 : 7)
    assert.equal(headers['x-row-count'], '7')
  }
  const { headers } = await data(`${path}&limit=7`)
  const other = await data(`${path.replace('put', 'call')}&limit=7`)
  assert.notEqual(headers.etag, other.headers.etag)
  assert.equal(
    (await send(`/v1/data/${path}&limit=7`, { key: keys.plus, headers: { 'If-None-Match': String(headers.etag) } }))
      .status,
    304,
  )
})

test('date chooses the column that the days apply to', async () => {
  for (const dataset of all) {
    const [, other] = dateColumns(dataset)
    if (other === undefined || !isDated(dataset)) continue
    const sample = (await rowsOf(`${dataset.name}?limit=1000`)).find((row) => row[other] !== null)
    if (!sample) continue
    const day = String(sample[other])
    const rows = await rowsOf(`${dataset.name}?date=${other}&start_date=${day}&end_date=${day}`)
    assert.deepEqual(valuesOf(rows, other), [day], dataset.name)
    const plain = await rowsOf(`${dataset.name}?date=${dataset.date}&start_date=${sample[dataset.date]}&limit=5`)
    assert.deepEqual(plain, await rowsOf(`${dataset.name}?start_date=${sample[dataset.date]}&limit=5`))
  }
})

test('latest gives the newest rows of each id, page by page in the same order', async () => {
  const rows = await rowsOf('TaiwanStockPER?latest=1&limit=10000')
  const ids = rows.map(({ stock_id }) => stock_id)
  assert.equal(new Set(ids).size, ids.length)
  const before = await rowsOf('TaiwanStockPER?latest=1&end_date=2026-06-30&stock_id=2330,2317')
  assert.equal(before.length, 2)
  for (const row of before) assert.ok(String(row.trade_date) <= '2026-06-30' && String(row.trade_date) > '2026-06-01')
  const read: Rows[number][] = []
  for (let json = (await ok('TaiwanStockPER?latest=1&limit=50')).json; ; ) {
    read.push(...json.data)
    if (json.cursor === null) break
    json = (await ok(`TaiwanStockPER?cursor=${json.cursor}`)).json
  }
  assert.deepEqual(read, rows)
  assert.deepEqual(await rowsOf('TaiwanStockPER?latest=1&sort=asc&limit=10000'), rows.toReversed())
  assert.equal((await ok('TaiwanStockPER?latest=1&dry_run=1')).json.rows, rows.length)
  assert.deepEqual(await rowsOf('TaiwanStockPER?latest=0&limit=3'), await rowsOf('TaiwanStockPER?limit=3'))
})

test('a filter that cannot be meant is refused with what to do', async () => {
  const refusals: readonly (readonly [query: string, code: string, ...parts: string[]])[] = [
    ['TaiwanOptionDaily?call_put=both', 'invalid_parameter', 'call_put', 'call, put'],
    ['TaiwanOptionDaily?strike_price=high', 'invalid_parameter', 'decimal'],
    ['TaiwanOptionDaily?min_strike_price=2&max_strike_price=1', 'invalid_parameter', 'above max_strike_price'],
    ['TaiwanOptionDaily?option_id=TXO&stock_id=TEO', 'invalid_parameter', 'differs from stock_id'],
    ['TaiwanOptionDaily?call_put=call,', 'invalid_parameter', 'empty item'],
    ['TaiwanOptionDaily?call_put=call&call_put=put', 'invalid_parameter', 'more than once'],
    [
      'TaiwanOptionDaily?call_putt=call',
      'unknown_parameter',
      'did you mean call_put',
      'min_strike_price, max_strike_price',
    ],
    ['TaiwanOptionDaily?min_volume=5', 'unknown_parameter', 'volume has no such filter', '/v1/sql'],
    ['TaiwanOptionDaily?close=5', 'unknown_parameter', 'close has no such filter'],
    ['TaiwanStockDividend?date=ex_date&start_date=2026-01-01', 'invalid_parameter', 'cash_ex_date'],
    ['TaiwanStockDividend?date=2026-01-05', 'invalid_parameter', 'for the rows of one day'],
    ['TaiwanStockDividend?date=cash_ex_date', 'invalid_parameter', 'needs start_date or end_date'],
    ['TaiwanStockPER?latest=maybe', 'invalid_parameter', 'true, false'],
    ['TaiwanStockHoldingSharesPer?level=1.5', 'invalid_parameter', 'whole number'],
    [
      `TaiwanStockHoldingSharesPer?level=${Array.from({ length: 501 }, (_, i) => i).join()}`,
      'invalid_parameter',
      '501 values',
    ],
  ]
  for (const [query, code, ...parts] of refusals) {
    const response = await data(query)
    expectProblem(response, 422, code)
    for (const part of parts) assert.ok(response.json.detail.includes(part), `${query}: ${response.json.detail}`)
  }
})

test('a filter of other datasets has no effect and is named; a value that no row has too', async () => {
  const { warnings, json } = await ok('TaiwanStockPrice?stock_id=2330&call_put=call&limit=2')
  assert.deepEqual([warnings, json.count], [['not_applicable; param=call_put'], 2])
  const strict = await send('/v1/data/TaiwanStockPrice?stock_id=2330&call_put=call', {
    key: keys.plus,
    headers: { Prefer: 'handling=strict' },
  })
  expectProblem(strict, 422, 'invalid_parameter')
  const [row] = await rowsOf('TaiwanFuturesDaily?stock_id=TX&limit=1')
  const day = `start_date=${row!.trade_date}&end_date=${row!.trade_date}`
  const some = await ok(`TaiwanFuturesDaily?stock_id=TX&${day}&contract_month=${row!.contract_month},199901`)
  assert.deepEqual(some.warnings, ['no_value; param=contract_month; values=199901'])
  const none = await ok(`TaiwanFuturesDaily?stock_id=TX&${day}&contract_month=199901&include=warnings`)
  assert.deepEqual([none.json.count, none.json.cursor], [0, null])
  assert.deepEqual(none.warnings, ['no_value; param=contract_month; values=199901'])
  assert.deepEqual(
    none.json.warnings.map(({ code }: { code: string }) => code),
    ['no_value'],
  )
})
