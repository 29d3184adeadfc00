import assert from 'node:assert/strict'
import { requestFor } from '../../../test/support/feeds/fixture.ts'
import { testRecordings } from '../../../test/support/feeds/recordings.ts'
import { t163sb04 } from './TaiwanStockFinancialStatement.ts'
import { t21sc03 } from './TaiwanStockMonthRevenue.ts'
import { t13sa150 } from './TaiwanStockShareholding.ts'

const [revenue, income] = [t21sc03[0]!, t163sb04[0]!]
const january = requestFor('2023-01-01', { to: '2023-01-31', modified: '2023-12-23T17:49:20Z' })

testRecordings('mops', [
  {
    file: 't21sc03_sii_112_1.html',
    feed: revenue,
    request: january,
    count: 916,
    at: {
      0: {
        stock_id: '1101',
        report_month: '2023-01-01',
        stock_name: '台泥',
        market: 'TWSE',
        industry_category: '水泥工業',
        revenue: '7325221000.00',
        revenue_last_month: '12584154000.00',
        revenue_last_year: '7517896000.00',
        mom_percent: '-41.79',
        yoy_percent: '-2.56',
        revenue_ytd: '7325221000.00',
        revenue_ytd_last_year: '7517896000.00',
        ytd_yoy_percent: '-2.56',
        note: null,
        first_seen_date: '2023-12-24',
      },
    },
    also({ rows }) {
      // What the page gives as the total of all listed companies.
      const sum = rows.reduce((all, row) => all + BigInt(String(row.revenue).replace('.00', '')), 0n)
      assert.equal(sum, 2_953_677_879_000n)
    },
  },
  {
    file: 't21sc03_nodata_113_1.html',
    feed: revenue,
    request: requestFor('2024-01-01', { to: '2024-01-31' }),
    is: 'not_yet',
  },
  {
    file: 't13sa150_otc_20230130.html',
    feed: t13sa150,
    request: requestFor('2023-01-30'),
    count: 889,
    at: {
      0: {
        stock_id: '006201',
        trade_date: '2023-01-30',
        market: 'TPEX',
        isin_code: null,
        issued_shares: 21_446_000,
        foreign_available_shares: 21_350_560,
        foreign_shares: 95_440,
        foreign_available_ratio: '99.5500',
        foreign_shareholding_ratio: '0.4400',
        foreign_limit_ratio: '100.0000',
        mainland_limit_ratio: '100.0000',
        change_reason: null,
        last_report_date: '2022-07-08',
      },
    },
  },
  {
    file: 't163sb04_sii_112Q1.html.gz',
    feed: income,
    request: requestFor('2023-01-01', { to: '2023-03-31' }),
    also({ rows }) {
      assert.equal(new Set(rows.map((row) => row.stock_id)).size, 994)
      const of = (id: string, type: string) => rows.find((row) => row.stock_id === id && row.type === type)!
      assert.deepEqual(of('2330', 'Revenue'), {
        stock_id: '2330',
        report_date: '2023-03-31',
        period: 'quarterly',
        fiscal_year: 2023,
        fiscal_quarter: 1,
        type: 'Revenue',
        origin_name: '營業收入',
        value: '508632973000.0000',
        unit: 'TWD',
        statement_scope: 'consolidated',
        is_derived: false,
        announce_date: null,
      })
      assert.deepEqual([of('2330', 'EPS').value, of('2330', 'EPS').unit], ['7.9800', 'TWD_per_share'])
      // A bank, a broker, a holding, an insurer and a mixed group have lines of their own.
      assert.equal(of('2801', 'NetInterestIncome').value, '5631730000.0000')
      assert.equal(of('2880', 'IncomeTaxExpense').value, '1066643000.0000')
      assert.equal(of('2816', 'OtherComprehensiveIncome').value, '100062000.0000')
      assert.equal(of('2816', 'Revenue').statement_scope, 'individual')
    },
  },
  {
    file: 't163sb04_nodata_113Q1.html',
    feed: income,
    request: requestFor('2024-01-01', { to: '2024-03-31' }),
    is: 'not_yet',
  },
])
