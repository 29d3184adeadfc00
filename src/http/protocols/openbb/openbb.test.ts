import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectProblem, openApi } from '../../../../test/support/api.ts'
import { shareService } from '../../../../test/support/sharedService.ts'
import { catalogue, find } from '../../../catalogue/index.ts'

const { send, left, keys, rows: exactRows } = await openApi(shareService())
const { free, plus } = keys

/** As OpenBB sends its key, once its user has named the header. */
const read = (path: string, key = plus) => send(`/openbb/${path}`, { headers: { 'X-API-KEY': key } })

type Param = { paramName: string; type: string; value: string; options?: { value: string }[]; optionsEndpoint?: string }
type Widget = {
  name: string
  description: string
  type: string
  endpoint: string
  params: Param[]
  gridData: { w: number; h: number }
  data: { table: { columnsDefs: { field: string; cellDataType: string }[] } }
}

test('every dataset is a widget whose parameters are answered and whose columns are those of its rows', async () => {
  const { json, headers } = await send('/openbb/widgets.json')
  const { formosa_chart: chart, ...widgets } = json as Record<string, Widget>
  assert.deepEqual([chart!.type, chart!.endpoint], ['advanced_charting', '/udf'])
  assert.deepEqual(Object.keys(widgets).sort(), catalogue.map(({ name }) => name).sort())
  assert.equal((await send('/openbb/widgets.json', { headers: { 'If-None-Match': headers.etag! } })).status, 304)
  for (const [name, { endpoint, type, params, data, gridData, ...texts }] of Object.entries(widgets)) {
    assert.ok(type === 'table' && texts.description.length > 0 && gridData.w <= 40)
    assert.match(texts.name, /\(demo\)$/)
    // OpenBB sends every parameter of a widget, empty ones too.
    const query = new URLSearchParams(params.map(({ paramName, value }): [string, string] => [paramName, value]))
    const response = await read(`${endpoint}?${query}`)
    assert.equal(response.status, 200, `${name}: ${response.text.slice(0, 200)}`)
    assert.ok(Array.isArray(response.json))
    const kinds = data.table.columnsDefs.map(({ field, cellDataType }) => [field, cellDataType] as const)
    assert.deepEqual(
      kinds.map(([field]) => field),
      Object.keys(find(name)!.columns),
    )
    for (const row of response.json.slice(0, 20))
      for (const [field, kind] of kinds)
        assert.ok(
          row[field] === null ||
            typeof row[field] === (kind === 'dateString' ? 'string' : kind.replace('text', 'string')),
          `${name}.${field}`,
        )
    for (const { paramName, options = [], optionsEndpoint } of params) {
      if (optionsEndpoint !== undefined) assert.equal(optionsEndpoint, 'symbols')
      const [first] = options
      if (first) assert.equal((await read(`${endpoint}?limit=1&${paramName}=${first.value}`)).status, 200)
    }
  }
  const chinese = await send('/openbb/widgets.json', { headers: { 'Accept-Language': 'zh-TW' } })
  assert.match(chinese.json.TaiwanStockPrice.name, /個股日行情/)
})

test('the app shows widgets that exist, one beside the other', async () => {
  const widgets = (await send('/openbb/widgets.json')).json
  const [app] = (await send('/openbb/apps.json')).json
  const { layout } = app.tabs.stock as { layout: { i: string; x: number; y: number; w: number; h: number }[] }
  assert.ok(layout.length > 10)
  for (const { i, x, w } of layout) assert.ok(widgets[i] && x + w <= 40, i)
  assert.equal(new Set(layout.map(({ x, y }) => `${x} ${y}`)).size, layout.length)
  for (const { paramName, widgetIds, defaultValue } of app.groups) {
    assert.ok(widgetIds.length > 5)
    for (const id of widgetIds)
      assert.equal(widgets[id].params.find((one: Param) => one.paramName === paramName).value, defaultValue)
  }
  const symbols = (await send('/openbb/symbols')).json
  assert.ok(
    symbols.some(({ value, label }: { value: string; label: string }) => value === '2330' && label === '2330 台積電'),
  )
})

test('rows are those of the exact API with numbers, and count as calls of a key', async () => {
  const before = await left(plus)
  const query = 'TaiwanStockPrice?stock_id=2330&limit=5'
  const response = await read(`data/${query}&theme=dark`)
  assert.deepEqual(
    response.json,
    (await exactRows(query)).map(({ stock_id, trade_date, ...numbers }) => ({
      ...{ stock_id, trade_date },
      ...Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, Number(value)])),
    })),
  )
  assert.deepEqual(response.warnings, ['not_applicable; param=theme'])
  assert.equal(response.headers['x-data-origin'], 'demo')
  assert.equal(await left(plus), before - 2)
  assert.equal((await send(`/openbb/data/${query}`, { key: plus })).text, response.text)
})

test('bad requests are refused as everywhere, and nothing is cut', async () => {
  const long = expectProblem(await read('data/TaiwanStockInstitutionalInvestorsBuySell'), 422, 'invalid_parameter')
  assert.match(long.detail, /limit is needed: the query has \d+ rows/)
  expectProblem(await read('data/TaiwanStockPrice?limit=0'), 422, 'invalid_parameter')
  expectProblem(await read('data/TaiwanStockPrice', free), 403, 'tier_required')
  expectProblem(await read('data/TaiwanStockPrice', 'nonsense'), 401, 'malformed_key')
  expectProblem(await send('/openbb/data/TaiwanStockPrice'), 401, 'missing_key')
  const preflight = await send('/openbb/data/TaiwanStockPrice', {
    method: 'OPTIONS',
    headers: { Origin: 'https://pro.openbb.co', 'Access-Control-Request-Headers': 'x-api-key' },
  })
  assert.match(String(preflight.headers['access-control-allow-headers']), /X-API-KEY/)
})
