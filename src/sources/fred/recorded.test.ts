import assert from 'node:assert/strict'
import { ask, recordingsIn } from '../fixture.ts'
import { wti } from './CrudeOilPrices.ts'
import { currcir } from './CurrencyCirculation.ts'
import { constantMaturities } from './USBondYield.ts'

const record = recordingsIn('fred')
const tenYears = constantMaturities.find(({ endpoint }) => endpoint === 'DGS10')!

record.rows('DCOILWTICO_202302.csv', wti, ask('1986-01-02', { to: '2023-01-30' }), ({ rows }) => {
  assert.deepEqual(rows[0], { name: 'WTI', trade_date: '1986-01-02', price: '25.5600' })
  assert.deepEqual(rows.at(-1), { name: 'WTI', trade_date: '2023-01-30', price: '77.9700' })
  assert.equal(rows.find(({ trade_date }) => trade_date === '2020-04-20')!.price, '-36.9800')
})

record.rows('DGS10_202302.csv', tenYears, ask('1962-01-02', { to: '2023-02-13' }), ({ rows, outcome }) => {
  assert.deepEqual(rows[0], {
    tenor: '10Y',
    trade_date: '1962-01-02',
    name: 'United States 10-Year',
    value: '4.0600',
  })
  assert.equal(rows.at(-1)!.value, '3.7200')
  assert.ok(outcome.kind === 'rows' && outcome.left[0]!.rows > 500)
})

// Series that no dataset is made of: each is told from the one that was asked for.
const isOther = (outcome: { kind: string; reason?: string }) =>
  assert.ok(outcome.kind === 'changed' && outcome.reason!.includes('CURRCIR'), JSON.stringify(outcome))
for (const file of ['WM2NS_202302.csv', 'FEDFUNDS_202302.csv', 'GOLDAMGBD228NLBM_201707.csv', 'VIXCLS_201707.csv'])
  record.outcome(file, currcir, ask('1990-01-01', { to: '2023-01-31' }), isOther)

record.others({})
