import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { createClient, type RequestOptions } from '../../test/support/client.ts'
import { contractOf, readDocument } from '../../test/support/contract.ts'
import { builtAt } from '../../test/support/fixture.ts'
import { formosaHere } from '../../test/support/inProcess.ts'
import { keyOf, type Service } from '../../test/support/service.ts'
import { shareService } from '../../test/support/sharedService.ts'

const path = '/v1/data/TaiwanStockPriceAdj/explain'
let service: Service
let client: ReturnType<typeof createClient>
let contract: ReturnType<typeof contractOf>
let free: string
let lite: string

before(async () => {
  service = await shareService()
  client = createClient(service.url)
  free = await keyOf(service.home, 'free')
  lite = await keyOf(service.home, 'lite')
  contract = contractOf(await readDocument(service.url))
})

after(async () => {
  client?.close()
  await service?.stop()
})

const explain = (query: string, options: RequestOptions = {}) =>
  client.send(`${path}${query}`, { key: lite, ...options })
const rowsOf = async (query: string) => (await client.send(`/v1/data/${query}`, { key: lite })).json.data
const remaining = async () => (await client.send('/v1/key/info', { key: lite })).json.remaining_this_hour as number

type Stock = { stock_id: string; dataset: string }
/** Stocks with an action of each kind, as the market in a box has them. */
async function stocks(): Promise<Stock[]> {
  const select = (dataset: string) => `SELECT min(stock_id) AS stock_id, '${dataset}' AS dataset FROM ${dataset}`
  const names = ['DividendResult', 'CapitalReductionReferencePrice', 'SplitPrice', 'ChangeFaceReference']
  const sql = names.map((name) => select(`TaiwanStock${name}`)).join(' UNION ALL ')
  const { out, err } = await formosaHere(['sql', sql, '--format', 'json'], {
    FORMOSA_HOME: service.home,
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
    for (const row of await rowsOf(`TaiwanStockPriceAdj?stock_id=${stock_id}&include_inactive=true`)) {
      const next = data.findLast(
        (action: { effective_date: string | null }) =>
          action.effective_date !== null && action.effective_date > row.trade_date,
      )
      assert.equal(row.adjustment_factor, next?.cumulative_factor ?? '1.000000', row.trade_date)
    }
    for (const action of data) {
      const { json } = await client.send(action.source.query, { key: lite })
      assert.equal(json.count, 1, action.source.query)
      const { close_before, reference_price } = json.data[0]
      assert.deepEqual([close_before, reference_price], [action.close_before, action.reference_price])
      for (const [column, value] of Object.entries(action.source.key)) assert.equal(json.data[0][column], value)
      const exact = Number(reference_price) / Number(close_before)
      assert.ok(Math.abs(Number(action.factor) - exact) < 1e-11)
    }
  }
})

test('credentials are checked as for rows: 401 without a key, 403 below the tier, 422 for a wrong query', async () => {
  for (const [status, code, pending] of [
    [401, 'missing_key', client.send(`${path}?stock_id=2330`)],
    [403, 'tier_required', explain('?stock_id=2330', { key: free })],
    [403, 'tier_required', explain('', { key: free })],
    [422, 'invalid_parameter', explain('')],
    [422, 'invalid_parameter', explain('?stock_id=2330,2317')],
    [422, 'unknown_parameter', explain('?stock_id=2330&limit=5')],
    [405, 'method_not_allowed', explain('?stock_id=2330', { method: 'POST' })],
    [404, 'not_found', client.send('/v1/data/TaiwanStockPrice/explain?stock_id=2330', { key: lite })],
  ] as const) {
    const response = await pending
    assert.equal(response.status, status, response.text)
    assert.equal(response.json.code, code)
  }
})

test('an id that is not known has no actions, and the answer says that it is not known', async () => {
  const response = await explain('?stock_id=9999Z')
  assert.deepEqual(response.json.data, [])
  assert.deepEqual(response.warnings, ['unknown_id; param=stock_id; values=9999Z'])
})

test('a call counts as one of the dataset; a 304 does not', async () => {
  const before = await remaining()
  const response = await explain('?stock_id=2330')
  assert.equal(Number(response.headers['x-ratelimit-remaining']), before - 1)
  const again = await explain('?stock_id=2330', { headers: { 'If-None-Match': response.headers.etag! } })
  assert.equal(again.status, 304)
  assert.equal(await remaining(), before - 1)
  const head = await explain('?stock_id=2330', { method: 'HEAD' })
  assert.equal(head.headers.etag, response.headers.etag)
  assert.equal((await client.send(`/api${path}?stock_id=2330`, { key: lite })).text, response.text)
  assert.equal(response.headers['x-data-origin'], 'demo')
})

test('answers keep to the OpenAPI document', async () => {
  const get = (query: string, key?: string) =>
    fetch(`${service.url}${path}${query}`, key ? { headers: { Authorization: `Bearer ${key}` } } : {})
  for (const response of [await get('?stock_id=2330', lite), await get('', lite), await get('', free), await get('')])
    await contract.checkResponse(`GET ${path}`, response)
})
