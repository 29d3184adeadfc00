import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { tableFromIPC } from 'apache-arrow'
import { parquetReadObjects } from 'hyparquet'
import { compressors } from 'hyparquet-compressors'
import { expectProblem, openApi } from '../../test/support/api.ts'
import { attempts } from '../../test/support/attempts.ts'
import { formosaHere } from '../../test/support/inProcess.ts'
import { shareService } from '../../test/support/sharedService.ts'
import { functions, types } from '../ask/guard/allowed.ts'
import { tableOf } from '../catalogue/dataset.ts'
import { catalogue } from '../catalogue/index.ts'

/* SQL over HTTP, as a user writes it. */

const { service, send, keys, left } = await openApi(shareService(), 8)

const run = (json: object, key = keys.plus, headers: Record<string, string> = {}) =>
  send('/v1/sql', { json, key, headers })
async function rowsOf(sql: string, more: object = {}) {
  const response = await run({ sql, ...more })
  assert.equal(response.status, 200, response.text.slice(0, 500))
  return response.json.data
}
const refused = async (sql: string, code = 'sql_not_allowed', more: object = {}) =>
  expectProblem(await run({ sql, ...more }), 422, code)

test('rows have the names, types and texts of the data endpoint', async () => {
  const response = await run({
    sql: 'SELECT stock_id, trade_date, close, volume FROM TaiwanStockPrice WHERE stock_id = ? ORDER BY trade_date DESC LIMIT 3',
    params: ['2330'],
  })
  const { json, headers } = response
  assert.deepEqual(Object.keys(json), ['sql', 'columns', 'count', 'truncated', 'data'])
  assert.deepEqual(json.columns, [
    { name: 'stock_id', type: 'text' },
    { name: 'trade_date', type: 'date' },
    { name: 'close', type: 'decimal', scale: 4 },
    { name: 'volume', type: 'integer' },
  ])
  const path = '/v1/data/TaiwanStockPrice?stock_id=2330&limit=3&columns=stock_id,trade_date,close,volume'
  const plain = await send(path, { key: keys.plus })
  const sorted = (rows: object[]) => rows.map((row) => JSON.stringify(Object.entries(row).sort())).sort()
  assert.deepEqual(sorted(json.data), sorted(plain.json.data))
  assert.equal(headers['x-data-version'], plain.headers['x-data-version'])
  assert.deepEqual([headers['x-calls'], headers['x-truncated']], ['1', undefined])
  assert.match(String(headers['server-timing']), /^sql;dur=\d+\.\d$/)
})

test('every dataset is a table by both of its names', async () => {
  const counts = (names: string[]) =>
    `SELECT ${names.map((name, i) => `(SELECT count(*) FROM ${name}) AS n${i}`).join(', ')}`
  for (const some of [catalogue.slice(0, 40), catalogue.slice(40)]) {
    const byName = await rowsOf(counts(some.map(({ name }) => name)))
    assert.deepEqual(await rowsOf(counts(some.map(tableOf))), byName)
    assert.ok(Object.values(byName[0]).every((n) => typeof n === 'number'))
  }
})

test('joins, ASOF joins, windows, common table expressions and parameters are answered', async () => {
  const asof = await rowsOf(
    `WITH price AS (SELECT stock_id, trade_date, close FROM TaiwanStockPrice WHERE stock_id IN ($1, $2)),
      revenue AS (SELECT stock_id, first_seen_date, revenue FROM TaiwanStockMonthRevenue)
    SELECT p.stock_id, p.trade_date, p.close, r.revenue, p.close / lag(p.close, 20) OVER (PARTITION BY p.stock_id ORDER BY p.trade_date) - 1 AS momentum
    FROM price p ASOF LEFT JOIN revenue r ON r.stock_id = p.stock_id AND p.trade_date >= r.first_seen_date
    QUALIFY row_number() OVER (PARTITION BY p.stock_id ORDER BY p.trade_date DESC) = 1 ORDER BY ALL`.replace(
      'ORDER BY ALL',
      'ORDER BY 1',
    ),
    { params: ['2330', '2317'] },
  )
  assert.deepEqual(
    asof.map(({ stock_id }: { stock_id: string }) => stock_id),
    ['2317', '2330'],
  )
  assert.ok(
    asof.every(
      (row: { momentum: unknown; revenue: unknown }) => typeof row.momentum === 'number' && row.revenue !== null,
    ),
  )
  const [like] = await rowsOf(
    "SELECT upper(left(stock_id, 2)) || '!' AS a, strftime(trade_date, '%Y') AS b FROM TaiwanStockPrice WHERE stock_id LIKE '23%' LIMIT 1",
  )
  assert.match(`${like.a} ${like.b}`, /^23! \d{4}$/)
})

test('a name that repeats gets a number, and a large number is text', async () => {
  const { json } = await run({
    sql: 'SELECT 1 AS a, 2 AS a, 9007199254740993 AS big, 1.5::DOUBLE AS d, NULL AS nothing, true AS yes, INTERVAL 1 DAY AS span',
  })
  assert.deepEqual(json.data, [
    { a: 1, a_2: 2, big: '9007199254740993', d: 1.5, nothing: null, yes: true, span: '1 day' },
  ])
  const types = json.columns.map(({ type }: { type: string }) => type)
  assert.deepEqual(types, ['integer', 'integer', 'text', 'double', 'integer', 'boolean', 'text'])
})

test('every format has the same rows', async () => {
  const sql =
    'SELECT stock_id, trade_date, close, volume, close / 3.0::DOUBLE AS third, sum(volume) OVER () AS total FROM TaiwanStockPrice ORDER BY trade_date DESC, stock_id LIMIT 20'
  const rows = await rowsOf(sql)
  const [ndjson, csv, parquet, arrow] = await Promise.all(
    ['ndjson', 'csv', 'parquet', 'arrow'].map((format) => run({ sql, format })),
  )
  const lines = ndjson!.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  assert.deepEqual(lines, rows)
  const table = csv!.text.trim().split('\r\n')
  assert.deepEqual(table[0], Object.keys(rows[0]).join())
  assert.deepEqual(table[1], Object.values(rows[0]).join())
  assert.equal(csv!.headers['x-row-count'], '20')
  const bytes = parquet!.bytes
  const file = bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.length) as ArrayBuffer
  const read = await parquetReadObjects({ file, compressors })
  assert.deepEqual(
    read.map(({ stock_id, volume, third }) => [stock_id, Number(volume), third]),
    rows.map((row: Record<string, unknown>) => [row.stock_id, row.volume, row.third]),
  )
  assert.equal(tableFromIPC(arrow!.bytes).numRows, 20)
  const accepted = await run({ sql }, keys.plus, { Accept: 'text/csv' })
  assert.equal(accepted.text, csv!.text)
  assert.deepEqual((await rowsOf(sql, { decimals: 'number' }))[0].close, Number(rows[0].close))
})

test('an answer that is cut says so', async () => {
  const few = await run({ sql: 'SELECT * FROM TaiwanStockPrice', max_rows: 3 })
  assert.deepEqual([few.json.count, few.headers['x-truncated']], [3, 'true'])
  const whole = await run({ sql: 'SELECT * FROM TaiwanStockPrice LIMIT 3', max_rows: 3 })
  assert.deepEqual([whole.json.count, whole.headers['x-truncated']], [3, undefined])
  const text = 'concat(repeat_, repeat_, repeat_, repeat_, repeat_, repeat_)'
  const wide = await run({
    sql: `WITH a AS (SELECT 'x${'y'.repeat(190)}' AS repeat_), b AS (SELECT ${text} AS repeat_ FROM a) SELECT ${text} AS t FROM b, (SELECT 1 FROM TaiwanStockPrice LIMIT 2000) AS times`,
    max_rows: 10_000,
  })
  assert.deepEqual([wide.status, wide.headers['x-truncated']], [200, 'true'])
  assert.ok(wide.text.length < (8 << 20) + 1_000 && wide.json.count > 1_000)
})

test('as_of has the tables as they were known then', async () => {
  const sql = 'SELECT count(*) AS n, max(trade_date) AS last FROM TaiwanStockPrice WHERE stock_id = ?'
  const [then] = await rowsOf(sql, { params: ['2330'], as_of: '2026-06-30' })
  const { json } = await send(
    '/v1/data/TaiwanStockPrice?stock_id=2330&as_of=2026-06-30&limit=10000&columns=trade_date',
    { key: keys.plus },
  )
  assert.deepEqual(then, { n: json.count, last: json.data[0].trade_date })
  const problem = await refused('SELECT * FROM TaiwanStockPriceAdj', 'invalid_parameter', { as_of: '2026-06-30' })
  assert.match(problem.detail, /computed for each instant/)
  await refused('SELECT 1', 'invalid_parameter', { as_of: 'yesterday' })
})

test('a fault names its place and the near names', async () => {
  const column = await refused('SELECT stock_id,\n  clos FROM TaiwanStockPrice')
  assert.deepEqual([column.position, column.did_you_mean], [{ line: 2, column: 3 }, ['close']])
  const table = await refused('SELECT * FROM taiwan_stock_prise')
  assert.deepEqual([table.position, table.did_you_mean[0]], [{ line: 1, column: 15 }, 'taiwan_stock_price'])
  const called = await refused("SELECT '台積電', averag(close) FROM TaiwanStockPrice")
  assert.deepEqual(called.position, { line: 1, column: 15 })
  const type = await refused('SELECT close + trade_date FROM TaiwanStockPrice', 'sql_invalid')
  assert.deepEqual(type.position, { line: 1, column: 14 })
  const syntax = await refused('SELECT a FRO TaiwanStockPrice')
  assert.equal(syntax.position.line, 1)
  const chinese = await send('/v1/sql', {
    json: { sql: 'SELECT clos FROM TaiwanStockPrice' },
    key: keys.plus,
    headers: { 'Accept-Language': 'zh-TW' },
  })
  assert.match(chinese.json.detail, /clos 不是所讀資料表的欄位（第 1 行第 8 字）；您是否要用 close/)
})

test('values and parameters must agree', async () => {
  const sql = 'SELECT count(*) AS n FROM TaiwanStockPrice WHERE stock_id = ? AND close > ?'
  assert.match((await refused(sql)).detail, /2 parameters, and 0 values/)
  assert.match((await refused('SELECT 1', 'sql_not_allowed', { params: [1] })).detail, /0 parameters, and 1 values/)
  await refused('SELECT 1', 'invalid_parameter', { params: [[1]] })
  await refused('SELECT 1', 'invalid_parameter', { params: 'x' })
  await refused('SELECT $name', 'sql_not_allowed', { params: ['x'] })
  const hostile = "x' OR 1=1; --"
  assert.deepEqual(await rowsOf('SELECT ? AS a', { params: [hostile] }), [{ a: hostile }])
  await refused('SELECT close FROM TaiwanStockPrice WHERE trade_date > ?', 'sql_invalid', { params: ['no date'] })
})

test('bad bodies are refused, all faults at once', async () => {
  const { errors } = expectProblem(
    await run({ sql: ' ', max_rows: 0, format: 'xml', limit: 1 }),
    422,
    'invalid_parameter',
  )
  assert.deepEqual(errors.map(({ param }: { param: string }) => param).sort(), ['format', 'limit', 'max_rows', 'sql'])
  expectProblem(await run({ sql: 'SELECT 1', max_rows: 10_001 }), 422, 'invalid_parameter')
  expectProblem(await send('/v1/sql', { key: keys.plus }), 405, 'method_not_allowed')
  expectProblem(await run({ sql: 'SELECT 1' }, 'none'), 401, 'malformed_key')
  for (const key of [keys.free, keys.lite]) expectProblem(await run({ sql: 'SELECT 1' }, key), 403, 'tier_required')
})

test('a SELECT that takes too long is refused, and costs what its seconds do', async () => {
  const before = await left(keys.plus)
  const sql =
    'SELECT count(*) AS n FROM TaiwanStockPrice a, TaiwanStockPrice b, TaiwanStockPrice c WHERE a.close < b.close + c.close'
  const problem = await refused(sql, 'query_too_expensive')
  assert.equal(problem.sql, sql)
  assert.ok((await left(keys.plus)) < before)
})

test('explain tells what a SELECT reads without running it', async () => {
  const sql =
    'SELECT stock_id, avg(close) FROM TaiwanStockPrice JOIN TaiwanStockPER USING (stock_id, trade_date) WHERE stock_id = ? GROUP BY ALL'
  const { json } = await send('/v1/sql/explain', { json: { sql, params: ['2330'] }, key: keys.plus })
  assert.deepEqual(json.tables, ['TaiwanStockPER', 'TaiwanStockPrice'])
  assert.ok(json.rows_scanned > 0 && json.calls.expected >= 1 && json.calls.most >= json.calls.expected)
  expectProblem(
    await send('/v1/sql/explain', { json: { sql: 'DROP TABLE a' }, key: keys.plus }),
    422,
    'sql_not_allowed',
  )
})

test('no escape reaches a file, a setting or another table', async () => {
  const light = attempts.filter(({ kind }) => !['memory', 'time', 'heavy', 'trees too large'].includes(kind))
  assert.ok(light.length > 250)
  const some = process.env.TORTURE === undefined ? light.filter((_, i) => i % 4 === 0) : light
  for (const { sql } of some) {
    const { status, json, text } = await run({ sql: sql.replaceAll(/\{\w+\}/g, '/etc/passwd'), max_rows: 5 })
    assert.ok(status === 200 || status === 422, `${status} ${sql}`)
    if (status === 422) assert.match(json.code, /^(sql_|query_too|invalid_parameter)/, sql)
    assert.doesNotMatch(text, /root:x:0/, sql)
  }
})

test('every function that may be called is one of the engine', async () => {
  for (const name of Object.keys(functions).filter((word) => /^[a-z]/.test(word))) {
    const details = []
    for (const over of ['', ' OVER ()']) {
      const { json } = await run({ sql: `SELECT ${name}()${over} FROM TaiwanStockPrice LIMIT 1` })
      details.push(String(json.detail))
    }
    // One of them is called with the wrong number of values, and exists.
    assert.ok(!details.every((detail) => detail.includes('does not exist')), details.join())
  }
})

test('the document lists the functions and types that may be used', () => {
  const text = readFileSync(join(import.meta.dirname, '../../docs/sql.md'), 'utf8')
  const listed = (name: string): string[] =>
    [
      ...text
        .split(`<!-- ${name} -->`)[1]!
        .split('<!--')[0]!
        .matchAll(/`([^`]+)`/g),
    ].map(([, word]) => word!)
  assert.deepEqual(listed('functions'), Object.keys(functions))
  assert.deepEqual(listed('types'), [...types])
})

test('the command line runs SQL of a service', async () => {
  const settings = { FORMOSA_URL: service.url, FORMOSA_KEY: keys.plus, FORMOSA_HOME: '/nowhere' }
  const sql = 'SELECT stock_id, close FROM TaiwanStockPrice'
  const cut = await formosaHere(['sql', sql, '--format', 'csv', '--max-rows', '2'], settings)
  assert.deepEqual([cut.code, cut.out.trim().split('\n').length], [0, 3], cut.err)
  assert.match(cut.err, /There are more rows than 2\./)
  const then = await formosaHere(
    ['sql', 'SELECT max(trade_date) AS d FROM TaiwanStockPrice', '--as-of', '2026-06-30', '--format', 'json'],
    settings,
  )
  assert.deepEqual(JSON.parse(then.out), [{ d: '2026-06-30' }])
  const plan = await formosaHere(['sql', sql, '--explain'], settings)
  assert.deepEqual(JSON.parse(plan.out).tables, ['TaiwanStockPrice'])
  const fault = await formosaHere(['sql', 'SELECT clos FROM TaiwanStockPrice'], settings)
  assert.ok(fault.code !== 0 && /did you mean close/.test(fault.err), fault.err)
  const local = await formosaHere(['sql', 'SELECT 1', '--explain'], { FORMOSA_HOME: '/nowhere' })
  assert.match(local.err, /--explain is for a service/)
})
