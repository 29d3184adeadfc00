import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { contractCode, contractOf, productOfStem } from './contracts.ts'
import { categoryOf, inInformation, inMarketData, ofStem } from './products.ts'

test('contract codes are those of the exchange', () => {
  assert.equal(contractCode('TX', '202401', null), 'TXFA4')
  assert.equal(contractCode('MTX', '202511W4', null), 'MX4K5')
  assert.equal(contractCode('TXO', '202401W2', { callPut: 'put', strike: 15_700_0000 }), 'TX215700M4')
  assert.equal(contractCode('TXO', '202312', { callPut: 'call', strike: 9_800_0000 }), 'TXO09800L3')
})

test('codes of unknown construction are not generated', () => {
  assert.equal(contractCode('TXO', '202511F3', { callPut: 'put', strike: 15_700_0000 }), undefined)
  assert.equal(contractCode('CDO', '202511', { callPut: 'put', strike: 57_5000 }), undefined)
})

test('a code and its contract convert into each other', () => {
  const month = fc.record({ year: fc.integer({ min: 2024, max: 2032 }), month: fc.integer({ min: 1, max: 12 }) })
  const side = fc.constantFrom('call' as const, 'put' as const)
  fc.assert(
    fc.property(month, side, fc.integer({ min: 1, max: 99_999 }), ({ year, month: number }, callPut, strike) => {
      const written = `${year}${String(number).padStart(2, '0')}`
      const code = contractCode('TXO', written, { callPut, strike: strike * 10_000 })!
      const found = contractOf(code, '2024-01-02')!
      assert.deepEqual([found.month, found.callPut, found.strike], [written, callPut, strike * 10_000])
      assert.equal(productOfStem(found.stem, true), 'TXO')
    }),
  )
})

test('the last digit of a year means a future year', () => {
  assert.equal(contractOf('TXFA4', '2024-01-02')?.month, '202401')
  assert.equal(contractOf('TXFC5', '2024-12-31')?.month, '202503')
  assert.equal(contractOf('TXFA0', '2029-12-31')?.month, '203001')
})

test('the letters of puts are rejected for futures', () => {
  assert.equal(contractOf('TXFM4', '2024-01-02'), undefined)
})

test('strikes of stock options have one more decimal place', () => {
  assert.equal(contractOf('CDO00575A4', '2024-01-02')?.strike, 57_5000)
})

test('codes of clearing and of market data convert into each other', () => {
  for (const id of ['TX', 'MTX', 'TE', 'TF', 'TMF', 'CDF']) assert.equal(inMarketData(inInformation(id)), id)
  assert.deepEqual(['CD', 'TX', 'TXO'].map(ofStem('F')), ['CDF', 'TX', 'TXO'])
  assert.deepEqual(['CD', 'TX1'].map(ofStem('O')), ['CDO', 'TX1'])
})

test('a product of a market that is not known has no class', () => {
  assert.equal(categoryOf('TX', '臺股期貨'), 'index')
  assert.equal(categoryOf('AAF', '台灣大期貨'), 'stock')
  assert.equal(categoryOf('AAF', '一號ETF期貨'), 'etf')
  assert.equal(categoryOf('ZZF', '臺灣火箭指數期貨'), undefined)
  assert.equal(categoryOf('火星', '火星期貨'), undefined)
})
