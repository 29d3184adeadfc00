import assert from 'node:assert/strict'
import { test } from 'node:test'
import { datasetHint, datasetHints, idHint, idHomes, parameterHint, parameterHints } from './elsewhere.ts'
import { find } from './index.ts'

test('a foreign dataset name is not one of our names and maps to one of them', () => {
  for (const { name, dataset } of datasetHints) {
    assert.equal(find(name), undefined, name)
    assert.ok(find(dataset), `${name} ${dataset}`)
  }
  for (const dataset of Object.values(idHomes)) assert.ok(find(dataset), dataset)
  assert.equal(new Set(datasetHints.map(({ name }) => name.toLowerCase())).size, datasetHints.length)
  assert.equal(datasetHint('taiwanstockinfo')?.dataset, 'TaiwanStockOverview')
  assert.equal(datasetHint('constructor'), null)
})

test('a foreign parameter is explained if the endpoint has the matching one', () => {
  const names = parameterHints.flatMap((hint) => hint.names)
  assert.equal(new Set(names).size, names.length)
  assert.equal(parameterHint('data_id', ['stock_id'])?.en, 'is called stock_id here')
  assert.equal(parameterHint('data_id', ['limit']), null)
  assert.match(parameterHint('Trade_Date', ['start_date', 'end_date'])!.zh, /start_date 與 end_date/)
  assert.match(parameterHint('token', [])!.en, /Authorization: Bearer/)
})

test('a foreign id is translated to the id of this dataset, or of another dataset that has it', () => {
  const prices = new Set(['2330', '00631L', '6488'])
  for (const [id, ours] of [
    ['2330.TW', '2330'],
    ['6488.TWO', '6488'],
    ['2330.tw', '2330'],
    ['2330 TT', '2330'],
    ['2330 TT Equity', '2330'],
    ['2330-TW', '2330'],
    ['TPE:2330', '2330'],
    ['TWSE:00631L', '00631L'],
    ['00631l', '00631L'],
    ['9999.TW', null],
    ['ZZZZ', null],
    ['TAIEX', 'TaiwanWeightedIndex?stock_id=TAIEX'],
    ['^TWII', 'TaiwanWeightedIndex?stock_id=TAIEX'],
    ['^TWOII', 'TaiwanWeightedIndex?stock_id=TPEX'],
    ['TX', 'TaiwanFuturesDaily?stock_id=TX'],
    ['TXF', 'TaiwanFuturesDaily?stock_id=TX'],
    ['constructor', null],
  ] as const)
    assert.equal(
      idHint(id, 'TaiwanStockPrice', (code) => prices.has(code)),
      ours,
      id,
    )
  assert.equal(
    idHint('^TWII', 'TaiwanWeightedIndex', (code) => code === 'TAIEX'),
    'TAIEX',
  )
  assert.equal(
    idHint('usdtwd=x', 'ExchangeRate', (code) => code === 'USD'),
    'USD',
  )
})
