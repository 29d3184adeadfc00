import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { test } from 'node:test'
import { tableFromIPC } from '@uwdata/flechette'
import { parquetReadObjects } from 'hyparquet'
import { allSteps } from '../../test/support/allSteps.ts'
import { expectProblem, openApi } from '../../test/support/api.ts'
import { shareService } from '../../test/support/sharedService.ts'
import { type Dataset, isDated } from '../catalogue/dataset.ts'
import { catalogue } from '../catalogue/index.ts'
import { dayOf } from '../days.ts'
import { openPages } from '../pages/open.ts'
import { currentPages } from '../pages/publish.ts'
import { answer, plan, type QueryPlan } from '../query/answer.ts'
import { createLibrary } from '../query/library.ts'
import { type RawParameters, readParameters } from '../query/parameters.ts'

/* Wide frames at the front door, compared with the rows that they are made of. */

const { ok, data, send, keys, url, service } = await openApi(shareService())
const all: readonly Dataset[] = catalogue

type Row = Readonly<Record<string, string | number | boolean | null>>

async function allRows(path: string, limit: number): Promise<Row[]> {
  const rows: Row[] = []
  for (
    let { json } = await ok(`${path}&limit=${limit}`);
    ;
    json = (await ok(`${path.replace(/\?.*/, '')}?cursor=${json.cursor}`)).json
  ) {
    rows.push(...json.data)
    if (json.cursor === null) return rows
  }
}

/** The frame of rows: by dates in their order, with the columns in the order of ids. */
function pivot({ id, date }: Dataset, value: string, rows: readonly Row[], ids: readonly string[]): Row[] {
  const frame = new Map<string, Record<string, Row[string]>>()
  for (const row of rows) {
    const day = String(row[date])
    const line = frame.get(day) ?? { [date]: day, ...Object.fromEntries(ids.map((one) => [one, null])) }
    line[String(row[id!])] = row[value]!
    frame.set(day, line)
  }
  return [...frame.values()]
}

const byBytes = (a: string, b: string): number => Buffer.compare(Buffer.from(a), Buffer.from(b))
const isPlainFrame = ({ id, date, key, filters }: Dataset): boolean =>
  id !== null && key.every((name) => [id, date, filters.period].includes(name))

test('a wide frame has the values of the rows, for every dataset by date and id, page by page', async () => {
  const datasets = all.filter((dataset) => isPlainFrame(dataset) && isDated(dataset))
  assert.ok(datasets.length > 15)
  for (const dataset of datasets) {
    const { name, id, date, columns } = dataset
    const value = Object.keys(columns).findLast((column) => column !== id && column !== date)!
    const [newest] = (await ok(`${name}?limit=1`)).json.data as Row[]
    if (!newest) continue
    const from = `start_date=${String(newest[date]).slice(0, 4)}-01-01`
    const rows = (await allRows(`${name}?${from}`, 10_000)) as Row[]
    const ids = [...new Set(rows.map((row) => String(row[id!])))].sort(byBytes)
    const expected = pivot(dataset, value, rows, ids)
    const path = `${name}?${from}&shape=wide&value=${value}`
    const found = await allRows(path, 9)
    assert.deepEqual(found, expected, name)
    assert.deepEqual(Object.keys(found[0] ?? {}), Object.keys(expected[0] ?? {}))
    assert.deepEqual(await allRows(`${path}&sort=asc`, 1_000), expected.toReversed(), name)
  }
})

test('every format has the same frame, with the requested ids as its columns', async () => {
  const path = 'TaiwanStockPrice?shape=wide&value=close&stock_id=2330,2317,9999&limit=6'
  const { json, warnings } = await ok(path)
  assert.deepEqual(Object.keys(json.data[0]).sort(), ['2317', '2330', '9999', 'trade_date'])
  assert.deepEqual(warnings, ['unknown_id; param=stock_id; values=9999'])
  const read = async (format: string) => send(`/v1/data/${path}&format=${format}`, { key: keys.plus })
  const csv = await read('csv')
  const lines = csv.text
    .trim()
    .split('\r\n')
    .map((line) => line.split(','))
  const rows = json.data as Row[]
  assert.deepEqual(lines[0], ['trade_date', '2317', '2330', '9999'])
  assert.deepEqual(
    lines.slice(1),
    rows.map((row) => [row.trade_date, row['2317'], row['2330'], '']),
  )
  assert.deepEqual([csv.headers['x-row-count'], typeof csv.headers['x-next-cursor']], ['6', 'string'])
  const next = await send(`/v1/data/TaiwanStockPrice?cursor=${csv.headers['x-next-cursor']}`, { key: keys.plus })
  assert.equal(next.text.split('\r\n')[0], 'trade_date,2317,2330,9999')
  const bytesOf = async (format: string) => {
    const response = await fetch(new URL(`/v1/data/${path}&format=${format}`, url), {
      headers: { Authorization: `Bearer ${keys.plus}` },
    })
    return await response.arrayBuffer()
  }
  const parquet = await parquetReadObjects({ file: await bytesOf('parquet') })
  assert.deepEqual(
    parquet.map((row) => [row['2330'], row['9999']]),
    rows.map((row) => [Number(row['2330']), null]),
  )
  const arrow = tableFromIPC(new Uint8Array(await bytesOf('arrow')))
  assert.deepEqual(
    [...arrow.getChild('2330').toArray()].map(Number),
    rows.map((row) => Number(row['2330'])),
  )
})

test('filters, days, the knowledge of a day and hidden securities mean the same in a frame', async () => {
  const futures = 'TaiwanFuturesDaily?trading_session=regular'
  const [month] = (await ok(`${futures}&stock_id=TX&limit=1`)).json.data
  const path = `${futures}&contract_month=${month.contract_month}&start_date=2026-09-01`
  const dataset = all.find(({ name }) => name === 'TaiwanFuturesDaily')!
  const rows = await allRows(path, 10_000)
  const frame = await allRows(`${path}&shape=wide&value=settlement_price`, 7)
  const ids = Object.keys(frame[0]!).slice(1)
  assert.deepEqual(frame, pivot(dataset, 'settlement_price', rows, ids))
  const prices = all.find(({ name }) => name === 'TaiwanStockPrice')!
  const past = 'TaiwanStockPrice?stock_id=2330,2317&start_date=2026-06-01&as_of=2026-08-10'
  assert.deepEqual(
    await allRows(`${past}&shape=wide&value=close`, 11),
    pivot(prices, 'close', await allRows(past, 1_000), ['2317', '2330']),
  )
  const [shown, whole] = await Promise.all(
    ['', '&include_inactive=1'].map(
      async (more) => (await ok(`TaiwanStockPrice?shape=wide&value=close&limit=1${more}`)).json,
    ),
  )
  assert.ok(Object.keys(whole.data[0]).length > Object.keys(shown.data[0]).length)
})

/** More rows than these are read by SQL, fewer from their pages. */
const bySql = 50_000

test('a long frame, which SQL reads, is that of a few ids at a time, which is not', async () => {
  const path = 'TaiwanStockPrice?start_date=2024-01-01'
  const { rows } = (await ok(`${path}&dry_run=1`)).json
  assert.ok(rows > bySql)
  for (const [value, more] of [
    ['close', ''],
    ['volume', '&sort=asc&include_inactive=1'],
  ] as const) {
    const frame = await allRows(`${path}&shape=wide&value=${value}${more}`, 300)
    const ids = Object.keys(frame[0]!).filter((name) => name !== 'trade_date')
    assert.ok(frame.length > 600 && ids.length > 200)
    for (let at = 0; at < ids.length; at += 40) {
      const some = ids.slice(at, at + 40)
      const few = `${path}&stock_id=${some.join(',')}`
      assert.ok((await ok(`${few}&dry_run=1`)).json.rows < bySql)
      const found = new Map(
        (await allRows(`${few}&shape=wide&value=${value}${more}`, 500)).map((row) => [row.trade_date, row]),
      )
      for (const row of frame)
        for (const id of some) assert.equal(row[id], found.get(row.trade_date)?.[id] ?? null, `${id} ${row.trade_date}`)
    }
  }
  const level = 'TaiwanStockHoldingSharesPer?level=15'
  const dataset = all.find(({ name }) => name === 'TaiwanStockHoldingSharesPer')!
  assert.ok((await ok('TaiwanStockHoldingSharesPer?dry_run=1')).json.rows > bySql)
  const frame = await allRows(`${level}&shape=wide&value=percent`, 20)
  const ids = Object.keys(frame[0]!).filter((name) => name !== dataset.date)
  const expected = pivot(dataset, 'percent', await allRows(level, 10_000), ids)
  assert.deepEqual(frame, expected)
  const none = await ok('TaiwanStockHoldingSharesPer?shape=wide&value=percent&min_level=17&max_level=17&limit=2')
  assert.equal(none.status, 200)
})

test('a page of a long frame goes on from the pages of rows where SQL cannot be run', async () => {
  const root = join(service.home, 'demo/pages')
  const library = createLibrary(root)
  const pages = openPages((await currentPages(root))!)
  library.replace(pages)
  const dataset = all.find(({ name }) => name === 'TaiwanStockPrice')!
  const keys = [randomBytes(32)] as const
  const lend = (size: number) => ({ bytes: Buffer.allocUnsafeSlow(size), release: () => {} })
  const read = (raw: RawParameters) => plan(library, keys, dataset, readParameters(dataset, raw, []))
  const made = (planned: QueryPlan) =>
    JSON.parse(allSteps(answer(library, keys, dataset, 'plus', planned, lend, false)).bytes.toString())
  for (const sort of ['asc', 'desc'] as const) {
    const first = read({ shape: 'wide', value: 'close', limit: '5', sort })
    const [, , third, ...rest] = made(first).data
    const position = { day: dayOf(third.trade_date) }
    assert.deepEqual(made({ ...first, position, cells: null }).data.slice(0, 3), [third, ...rest])
  }
})

test('a frame that cannot be is refused with what it needs', async () => {
  const refusals: readonly (readonly [query: string, ...parts: string[]])[] = [
    ['TaiwanStockPrice?shape=wide', 'value must be one column of', 'close'],
    ['TaiwanStockPrice?shape=wide&value=close,open', 'value must be one column of'],
    ['TaiwanStockPrice?shape=wide&value=stock_id', 'value must be one column of'],
    ['TaiwanStockPrice?value=close', 'is used with shape=wide'],
    ['TaiwanStockPrice?shape=long&value=close', 'shape must be wide'],
    ['TaiwanStockPrice?shape=wide&value=close&columns=close', 'columns has no meaning'],
    ['TaiwanStockPrice?shape=wide&value=close&latest=1', 'latest has no meaning'],
    ['TaiwanStockPrice?shape=wide&value=close&dry_run=1', 'dry_run has no meaning'],
    ['TaiwanStockPrice?shape=wide&value=close&include=known', 'include cannot be known'],
    ['TaiwanStockPrice?shape=wide&value=close&as_of=2026-08-10', 'stock_id is needed'],
    ['TaiwanStockOverview?shape=wide&value=market', 'cannot be wide'],
    ['GoldPrice?shape=wide&value=price', 'cannot be wide'],
    ['TaiwanOptionDaily?shape=wide&value=close', 'several on', 'contract_month', 'call_put'],
    ['TaiwanFuturesDaily?shape=wide&value=close&trading_session=regular', 'several on', 'contract_month'],
  ]
  for (const [query, ...parts] of refusals) {
    const response = await data(query)
    expectProblem(response, 422, 'invalid_parameter')
    for (const part of parts) assert.ok(response.json.detail.includes(part), `${query}: ${response.json.detail}`)
  }
})
