import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../../../test/support/api.ts'
import { shareService } from '../../../test/support/sharedService.ts'
import { isOfSecurities } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import { sampleIds } from './samples.ts'

const { send, refused, keys } = await openApi(shareService())
const { free } = keys

const per = '/v1/data/TaiwanStockPER'

test('three securities of every free dataset of securities need no key', async () => {
  let withRows = 0
  for (const { name } of catalogue.filter((dataset) => dataset.tier === 'free' && isOfSecurities(dataset))) {
    const path = `/v1/data/${name}?stock_id=${sampleIds}&limit=20`
    const response = await send(path)
    assert.equal(response.status, 200, `${path}: ${response.text.slice(0, 300)}`)
    assert.equal(response.headers['x-ratelimit-tier'], 'anonymous')
    for (const header of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'ratelimit'])
      assert.equal(response.headers[header], undefined)
    assert.deepEqual(response.json, (await send(path, { key: free })).json)
    if (response.json.count > 0) withRows++
  }
  assert.ok(withRows >= 8, `${withRows} datasets have rows`)
})

test('the first page, its cursor, another format, a size and a 304 need none either', async () => {
  const path = `${per}?stock_id=2330,0050&limit=5`
  const first = await send(path)
  assert.equal((await send(`${per}?cursor=${first.json.cursor}`)).json.count, 5)
  const csv = await send(`${path}&format=csv`)
  assert.equal((await send(`${per}?cursor=${csv.headers['x-next-cursor']}`)).headers['x-ratelimit-tier'], 'anonymous')
  assert.ok((await send(`${per}?stock_id=2330&dry_run=true`)).json.rows > 5)
  assert.equal((await send(path, { headers: { 'If-None-Match': first.headers.etag! } })).status, 304)
  assert.equal((await send(path, { method: 'HEAD' })).status, 200)
  const wrong = await send(`${path.replace('limit=5', 'limit=0')}`)
  assert.deepEqual([wrong.status, wrong.headers['x-ratelimit-tier']], [422, 'anonymous'])
})

test('everything else is 401 as before', async () => {
  const cursor = (await send(`${per}?stock_id=1101&limit=5`, { key: free })).json.cursor
  await refused(
    [
      ...['', '?stock_id=1101', '?stock_id=2330,1101', '?stock_id=', '?stock_id=2330,', `?cursor=${cursor}`].map(
        (query) => per + query,
      ),
      ...[`${per}?cursor=abc`, `${per}?stock_id=%FF`, `${per}?stock_id=2330&api_key=${free}`],
      ...['TaiwanStockPrice', 'TaiwanFuturesDaily', 'USStockPrice', 'Nothing', 'TaiwanStockPER/gaps'].map(
        (name) => `/v1/data/${name}?stock_id=2330`,
      ),
      '/v1/bulk/TaiwanStockPER',
    ].map((path) => [401, 'missing_key', path] as const),
  )
  assert.match((await send(per)).json.detail, /, a key of any tier; or ask for rows of 2330, 0050 or 2317 alone/)
  for (const [path, tier] of [
    [`${per}/gaps`, 'of any tier'],
    ['/v1/data/TaiwanStockPrice/gaps', 'of the lite or the plus tier'],
    ['/v1/data/TaiwanStockPriceAdj/explain?stock_id=2330', 'of the lite or the plus tier'],
    ['/v1/bulk/TaiwanFearAndGreedIndex', 'of the plus tier'],
    ['/v1/bulk/TaiwanStockPrice/x.parquet', 'of the lite or the plus tier'],
  ] as const)
    assert.ok((await send(path)).json.detail.includes(`Bearer <API_KEY>, a key ${tier}.`), path)
  assert.ok((await send('/v1/ask', { json: { question: 'x' } })).json.detail.includes('a key of the plus tier.'))
  assert.match((await send('/v1/data/Nothing/gaps')).json.detail, /Bearer <API_KEY>\.$/)
  const open = 'GET /v1/data/TaiwanStockPER?stock_id=2330'
  const prices = (await send('/v1/data/TaiwanStockPrice?stock_id=2330')).json.detail
  assert.ok(
    prices.includes('TaiwanStockPrice, which is of the lite tier') && prices.includes(`${open} needs none`),
    prices,
  )
  const gold = (await send('/v1/data/GoldPrice', { headers: { 'Accept-Language': 'zh-TW' } })).json.detail
  assert.ok(gold.includes(`任何方案皆可；${open} 則不需金鑰`), gold)
  assert.equal((await send(open.slice('GET '.length))).status, 200)
  for (const headers of [{ Authorization: 'Bearer wrong' }, { Authorization: '' }, { 'X-API-Key': 'x' }]) {
    const response = await send(`${per}?stock_id=2330`, { headers: headers as Record<string, string> })
    assert.equal(response.status, 401)
  }
})
