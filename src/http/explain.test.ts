import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../../test/support/api.ts'
import type { RequestOptions } from '../../test/support/client.ts'
import { builtAt } from '../../test/support/fixture.ts'
import { formosaHere } from '../../test/support/inProcess.ts'
import { shareService } from '../../test/support/sharedService.ts'
import { addDays } from '../days.ts'

const path = '/v1/data/TaiwanStockPriceAdj/explain'
const { home, send, refused, rows, left, keys } = await openApi(shareService())
const { free, lite } = keys

const explain = (query: string, options: RequestOptions = {}) => send(`${path}${query}`, { key: lite, ...options })

type Stock = { stock_id: string; dataset: string }
/** Stocks with an action of each kind, as the market in a box has them. */
async function stocks(): Promise<Stock[]> {
  const select = (dataset: string) => `SELECT min(stock_id) AS stock_id, '${dataset}' AS dataset FROM ${dataset}`
  const names = ['DividendResult', 'CapitalReductionReferencePrice', 'SplitPrice', 'ChangeFaceReference']
  const sql = names.map((name) => select(`TaiwanStock${name}`)).join(' UNION ALL ')
  const { out, err } = await formosaHere(['sql', sql, '--format', 'json'], {
    FORMOSA_HOME: home,
    FORMOSA_NOW: builtAt,
  })
  assert.notEqual(out, '', err)
  return (JSON.parse(out) as Stock[]).filter(({ stock_id }) => stock_id !== null)
}

test('the actions of a stock account for the factor of every one of its rows, and each names the row it comes from', async () => {
  const seen = await stocks()
  assert.ok(seen.some(({ dataset }) => dataset === 'TaiwanStockDividendResult'))
  for (const { stock_id, dataset } of seen) {
    const response = await explain(`?stock_id=${stock_id}`)
    assert.equal(response.status, 200, response.text)
    const { data, ...head } = response.json
    assert.deepEqual(head, { dataset: 'TaiwanStockPriceAdj', tier_used: 'lite', stock_id, count: data.length })
    assert.ok(data.some((action: { source: { dataset: string } }) => action.source.dataset === dataset))
    for (const row of await rows(`TaiwanStockPriceAdj?stock_id=${stock_id}&include_inactive=true`)) {
      const next = data.findLast(
        (action: { effective_date: string | null }) =>
          action.effective_date !== null && action.effective_date > row.trade_date,
      )
      assert.equal(row.adjustment_factor, next?.cumulative_factor ?? '1.000000', row.trade_date)
    }
    for (const action of data) {
      const { json } = await send(action.source.query, { key: lite })
      assert.equal(json.count, 1, action.source.query)
      const { close_before, reference_price } = json.data[0]
      assert.deepEqual([close_before, reference_price], [action.close_before, action.reference_price])
      for (const [column, value] of Object.entries(action.source.key)) assert.equal(json.data[0][column], value)
      const exact = Number(reference_price) / Number(close_before)
      assert.ok(Math.abs(Number(action.factor) - exact) < 1e-11)
    }
  }
})

test('as of an instant the actions that were known account for the factors of then; as of now they are those of today', async () => {
  let fewer = 0
  for (const { stock_id } of (await stocks()).slice(0, 6)) {
    const today = (await explain(`?stock_id=${stock_id}`)).json
    const now = encodeURIComponent(builtAt)
    assert.deepEqual((await explain(`?stock_id=${stock_id}&as_of=${now}`)).json, today)
    for (const { event_date } of today.data.slice(0, 3))
      for (const as_of of [event_date, addDays(event_date, -1)]) {
        const { data } = (await explain(`?stock_id=${stock_id}&as_of=${as_of}`)).json
        if (data.length < today.data.length) fewer++
        for (const row of await rows(`TaiwanStockPriceAdj?stock_id=${stock_id}&include_inactive=true&as_of=${as_of}`)) {
          const next = data.findLast(
            (action: { effective_date: string | null }) =>
              action.effective_date !== null && action.effective_date > row.trade_date,
          )
          assert.equal(row.adjustment_factor, next?.cumulative_factor ?? '1.000000', `${as_of} ${row.trade_date}`)
        }
      }
  }
  assert.ok(fewer > 3)
  await refused([[422, 'invalid_parameter', `${path}?stock_id=2330&as_of=9999-01-01`, { key: lite }]])
})

test('the tier comes before a wrong query', async () => {
  const key = { key: lite }
  await refused([
    [403, 'tier_required', path, { key: free }],
    [422, 'invalid_parameter', path, key],
    [422, 'invalid_parameter', `${path}?stock_id=2330,2317`, key],
    [422, 'unknown_parameter', `${path}?stock_id=2330&limit=5`, key],
    [405, 'method_not_allowed', `${path}?stock_id=2330`, { ...key, method: 'POST' }],
    [404, 'not_found', '/v1/data/TaiwanStockPrice/explain?stock_id=2330', key],
  ])
})

test('an id that is not known has no actions, and the answer says that it is not known', async () => {
  const response = await explain('?stock_id=9999Z')
  assert.deepEqual(response.json.data, [])
  assert.deepEqual(response.warnings, ['unknown_id; param=stock_id; values=9999Z'])
})

test('a call counts as one of the dataset; a 304 does not', async () => {
  const before = await left(lite)
  const response = await explain('?stock_id=2330')
  assert.equal(Number(response.headers['x-ratelimit-remaining']), before - 1)
  const again = await explain('?stock_id=2330', { headers: { 'If-None-Match': response.headers.etag! } })
  assert.equal(again.status, 304)
  assert.equal(await left(lite), before - 1)
  const head = await explain('?stock_id=2330', { method: 'HEAD' })
  assert.equal(head.headers.etag, response.headers.etag)
  assert.equal((await send(`/api${path}?stock_id=2330`, { key: lite })).text, response.text)
  assert.equal(response.headers['x-data-origin'], 'demo')
})
