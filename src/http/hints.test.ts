import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openApi } from '../../test/support/api.ts'
import { shareService } from '../../test/support/sharedService.ts'
import { datasetHints } from '../catalogue/elsewhere.ts'

const { send, data } = await openApi(shareService())

const read = (path: string, language = 'en') => data(path, { headers: { 'Accept-Language': language } })

test("every one of FinMind's datasets is answered with ours, in both languages", async () => {
  for (const { name, dataset, sentence } of datasetHints)
    for (const [language, text] of [
      ['en', sentence.en],
      ['zh-TW', sentence.zh],
    ] as const) {
      const response = await read(name, language)
      assert.equal(response.status, 404)
      assert.deepEqual(Object.keys(response.json), ['detail', 'code', 'suggestions', 'request_id'])
      assert.equal(response.json.code, 'unknown_dataset')
      assert.equal(response.json.suggestions[0], dataset)
      assert.ok(response.json.detail.includes(text), response.json.detail)
    }
  assert.match((await read('TaiwanStockInfo')).json.detail, /FinMind's TaiwanStockInfo is TaiwanStockOverview here/)
  assert.match(
    (await read('TaiwanStockPriceMinute')).json.detail,
    /is not offered here, TaiwanStockPrice is the nearest/,
  )
  const sold = await send('/v1/agent/TaiwanStockInfo')
  assert.equal(sold.json.suggestions[0], 'TaiwanStockOverview')
})

test("FinMind's earlier addresses are answered with ours and the page for people who come from there", async () => {
  const token = 'eyJ0eXAiOiJKV1QifQ.secret'
  for (const [path, ours] of [
    ['/api/v3/data?dataset=TaiwanStockPrice&data_id=2330', 'GET /v1/data/TaiwanStockPrice'],
    ['/api/v3/data?dataset=TaiwanStockInfo', 'GET /v1/data/TaiwanStockOverview'],
    ['/v3/data', 'GET /v1/data/{dataset}'],
    ['/api/v3/data?dataset=%3Cb%3E', 'GET /v1/data/{dataset}'],
    ['/api/v3/datalist?dataset=TaiwanStockPrice', 'GET /v1/data/TaiwanStockOverview'],
    ['/api/user_info', 'GET /v1/key/info'],
  ] as const) {
    const response = await send(`${path}${path.includes('?') ? '&' : '?'}token=${token}`)
    assert.equal(response.status, 404)
    assert.deepEqual(Object.keys(response.json), ['detail', 'code', 'request_id'])
    assert.equal(response.json.code, 'not_found')
    assert.ok(
      response.json.detail.includes(`FinMind's address is ${ours} here, and /docs/finmind`),
      response.json.detail,
    )
    assert.ok(!response.text.includes('secret'))
  }
  const chinese = await send('/api/v3/data', { headers: { 'Accept-Language': 'zh-TW' } })
  assert.match(chinese.json.detail, /FinMind 的這個位址在此為 GET \/v1\/data\/\{dataset\}.*\/docs\/finmind/)
  assert.equal((await send('/docs/finmind')).status, 200)
  assert.match((await send('/v4/prices')).json.detail, /llms\.txt/)
})

test('parameters of other services are answered with ours, in both languages', async () => {
  for (const [query, en, zh] of [
    ['data_id=2330', /data_id is called stock_id here/, /data_id 在此稱為 stock_id/],
    ['date=2026-11-13', /for the rows of one day give it as both of them/, /start_date 與 end_date/],
    [
      'token=secret',
      /token is not taken from the address.*Authorization: Bearer/,
      /token 不可放在網址中.*Authorization/,
    ],
    ['symbol=2330', /symbol is called stock_id here/, /在此稱為 stock_id/],
    ['page=2', /page is not a parameter here: send the cursor/, /前一次回應的 cursor/],
  ] as const) {
    const response = await read(`TaiwanStockPrice?${query}`)
    assert.equal(response.status, 422)
    // A parameter of ours with another meaning has its own words.
    assert.equal(response.json.code, query.startsWith('date=') ? 'invalid_parameter' : 'unknown_parameter')
    assert.match(response.json.detail, en)
    assert.match((await read(`TaiwanStockPrice?${query}`, 'zh-TW')).json.detail, zh)
    assert.ok(!response.text.includes('secret'))
  }
  const catalogue = await send('/v1/data?dataset=TaiwanStockPrice&data_id=2330')
  assert.match(catalogue.json.detail, /dataset stands in the path here: GET \/v1\/data\/\{dataset\}/)
  assert.doesNotMatch(catalogue.json.detail, /stock_id/)
})

test('ids of other services have no rows, and the warning says what to ask for instead', async () => {
  for (const [path, ...warnings] of [
    ['TaiwanStockPrice?stock_id=2330.TW', 'unknown_id; param=stock_id; values=2330.TW; try=2330'],
    ['TaiwanStockPrice?stock_id=TPE:2330', 'unknown_id; param=stock_id; values=TPE%3A2330; try=2330'],
    [
      'TaiwanStockPrice?stock_id=^TWII,TX,2317.tw,ZZZZ',
      'unknown_id; param=stock_id; values=2317.tw,TX,%5ETWII; try=2317,TaiwanFuturesDaily%3Fstock_id%3DTX,TaiwanWeightedIndex%3Fstock_id%3DTAIEX',
      'unknown_id; param=stock_id; values=ZZZZ',
    ],
    [
      'TaiwanStockPrice?stock_id=TAIEX',
      'unknown_id; param=stock_id; values=TAIEX; try=TaiwanWeightedIndex%3Fstock_id%3DTAIEX',
    ],
    ['TaiwanWeightedIndex?stock_id=^TWII', 'unknown_id; param=stock_id; values=%5ETWII; try=TAIEX'],
    ['TaiwanFuturesDaily?stock_id=TXF', 'unknown_id; param=stock_id; values=TXF; try=TX'],
    ['TaiwanStockPrice/gaps?stock_id=2330.TW', 'unknown_id; param=stock_id; values=2330.TW; try=2330'],
    ['TaiwanStockPriceAdj/explain?stock_id=2330.TW', 'unknown_id; param=stock_id; values=2330.TW; try=2330'],
  ]) {
    const response = await read(path!)
    assert.equal(response.status, 200, response.text)
    assert.deepEqual(response.warnings, warnings, path)
    // What is named to be tried is there.
    for (const line of warnings) {
      const [, list = ''] = /; try=(.*)$/.exec(line!) ?? []
      for (const tried of list.split(',').filter(Boolean).map(decodeURIComponent)) {
        const dataset = path!.split(/[?/]/)[0]
        const next = tried.includes('?') ? tried : `${dataset}?stock_id=${tried}`
        const found = await read(`${next}&limit=1`)
        assert.equal(found.json.count, 1, next)
        assert.deepEqual(found.warnings, [])
      }
    }
  }
})

test('many ids of other services are cut pair by pair, with the number left out', async () => {
  const ids = Array.from({ length: 400 }, () => ['2330.TW', '2317.TW', '2454.TW']).flat()
  const distinct = ids.map((id, i) => (i < 3 ? id : `X${i}.TW`)).slice(0, 400)
  const response = await read(`TaiwanStockPrice?stock_id=${distinct.join(',')}`)
  assert.equal(response.warnings[0], 'unknown_id; param=stock_id; values=2317.TW,2330.TW,2454.TW; try=2317,2330,2454')
  const [, values, more] = /values=([^;]*); more=(\d+)$/.exec(response.warnings[1]!)!
  assert.equal(values!.split(',').length + Number(more), 397)
})
