import assert from 'node:assert/strict'
import { requestFor } from '../../../test/support/feeds/fixture.ts'
import { type Recording, testRecordings } from '../../../test/support/feeds/recordings.ts'
import { wti } from './CrudeOilPrices.ts'
import { currcir } from './CurrencyCirculation.ts'
import { constantMaturities } from './USBondYield.ts'

const tenYears = constantMaturities.find(({ endpoint }) => endpoint === 'DGS10')!
// Series of no dataset: each is rejected as another series than the requested one.
const others = ['WM2NS_202302.csv', 'FEDFUNDS_202302.csv', 'GOLDAMGBD228NLBM_201707.csv', 'VIXCLS_201707.csv']

testRecordings('fred', [
  {
    file: 'DCOILWTICO_202302.csv',
    feed: wti,
    request: requestFor('1986-01-02', { to: '2023-01-30' }),
    at: {
      0: { name: 'WTI', trade_date: '1986-01-02', price: '25.5600' },
      '-1': { name: 'WTI', trade_date: '2023-01-30', price: '77.9700' },
    },
    has: [{ name: 'WTI', trade_date: '2020-04-20', price: '-36.9800' }],
  },
  {
    file: 'DGS10_202302.csv',
    feed: tenYears,
    request: requestFor('1962-01-02', { to: '2023-02-13' }),
    at: {
      0: {
        tenor: '10Y',
        trade_date: '1962-01-02',
        name: 'United States 10-Year',
        value: '4.0600',
      },
    },
    also({ rows, outcome }) {
      assert.equal(rows.at(-1)!.value, '3.7200')
      assert.ok(outcome.left[0]!.rows > 500)
    },
  },
  ...others.map(
    (file): Recording => ({
      file,
      feed: currcir,
      request: requestFor('1990-01-01', { to: '2023-01-31' }),
      is: 'changed',
      message: /CURRCIR/,
    }),
  ),
])
