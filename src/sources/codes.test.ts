import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { codeForm, codeFrom } from './codes.ts'

const read = (column: string, text: string, dataset = 'TaiwanStockPrice') => codeFrom(codeForm(dataset, column)!, text)

test('codes are taken without padding and in ASCII', () => {
  for (const [text, code] of [
    ['2330  ', '2330'],
    ['　００５０', '0050'],
    ['00400A', '00400A'],
    ['2887Z1', '2887Z1'],
    ['030001', '030001'],
    ['IX0028', 'IX0028'],
    ['TAIEX', 'TAIEX'],
  ] as const)
    assert.equal(read('stock_id', text), code)
  assert.deepEqual(
    [read('futures_id', 'TX '), read('broker_id', '102b'), read('isin_code', 'TW0002330008')],
    ['TX', '102b', 'TW0002330008'],
  )
})

test('a blank is no code, and a total, a remark, a date or a name is none either', () => {
  assert.equal(read('stock_id', ' 　'), null)
  for (const text of ['合計', '註：', '--', '台積電', '233', '20240502', '2,330', 'damaged', 'TOTAL', '2330 台積電'])
    assert.equal(read('stock_id', text), undefined, text)
  assert.equal(read('isin_code', 'TW000233000'), undefined)
})

test('tickers of other markets have forms of their own', () => {
  assert.deepEqual(
    ['BRK-B', '^GSPC', 'MSFT'].map((text) => read('stock_id', text, 'USStockPrice')),
    ['BRK-B', '^GSPC', 'MSFT'],
  )
})

test('a text column that holds no codes has no form', () => {
  assert.equal(codeForm('TaiwanStockPrice', 'stock_name'), undefined)
})

test('a code read from a cell reads back as itself', () => {
  fc.assert(
    fc.property(fc.string({ maxLength: 9, unit: fc.constantFrom(...'0123456789ABZ ０９ａ-合') }), (text) => {
      const code = read('stock_id', text)
      if (typeof code === 'string') assert.equal(read('stock_id', code), code)
    }),
  )
})
