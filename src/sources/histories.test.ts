import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  feedNamed,
  recorded,
  recordedRows,
  requestFor,
  withoutSamples as skip,
} from '../../test/support/feeds/fixture.ts'
import { csvTable } from './csvTable.ts'
import type { Feed, FeedRequest } from './feed.ts'

/** Recorded responses, compared with tables that others made of the same publications. */

const history = (name: string): Record<string, string>[] => {
  const { titles, rows } = csvTable(recorded(`history/${name}.csv.gz`))
  return rows.map((row) => Object.fromEntries(titles.map((title, at) => [title, String(row[at])])))
}

test('revenue of a month agrees with a history of the market but for one company, which restated it', { skip }, () => {
  const ofMonth = history('month_revenue_market').filter(({ revenue_month }) => revenue_month === '2023-01')
  const known = new Map(ofMonth.map((row) => [row.stock_id, Number(row.revenue)]))
  const january = requestFor('2023-01-01', { to: '2023-01-31' })
  const both = recordedRows(
    feedNamed('mops TaiwanStockMonthRevenue t21sc03_sii_0'),
    'mops/t21sc03_sii_112_1.html',
    january,
  ).filter(({ stock_id }) => known.has(stock_id as string))
  const others = both.filter((row) => Number(row.revenue) !== known.get(row.stock_id as string))
  assert.equal(both.length, 827)
  assert.deepEqual(
    others.map(({ stock_id }) => stock_id),
    ['3015'],
  )
})

test('institutions in futures agree with a history, on every day that both have', { skip }, () => {
  const names: Readonly<Record<string, string>> = {
    dealer: '自營商',
    investment_trust: '投信',
    foreign_investor: '外資',
  }
  const known = new Map(
    history('futures_institutional').map((row) => [
      `${row.futures_id} ${row.date} ${row.institutional_investors}`,
      row,
    ]),
  )
  const amount = (thousands: string | undefined) => `${Number(thousands) * 1000}.00`
  const compared = (feed: Feed, file: string, request: FeedRequest): number => {
    let count = 0
    for (const row of recordedRows(feed, file, request)) {
      const theirs = known.get(`${row.futures_id} ${row.trade_date} ${names[row.institutional_investor as string]}`)
      if (theirs === undefined) continue
      count++
      assert.deepEqual(
        [row.long_deal_volume, row.short_deal_volume, row.long_open_interest_volume, row.short_open_interest_volume],
        [
          ...[theirs.long_deal_volume, theirs.short_deal_volume],
          ...[theirs.long_open_interest_balance_volume, theirs.short_open_interest_balance_volume],
        ].map(Number),
      )
      assert.deepEqual(
        [row.long_deal_amount, row.short_open_interest_amount],
        [amount(theirs.long_deal_amount), amount(theirs.short_open_interest_balance_amount)],
      )
    }
    return count
  }
  const years = requestFor('2015-10-05', { to: '2018-10-03' })
  const down = feedNamed('taifex TaiwanFuturesInstitutionalInvestors futContractsDateDown')
  const openApi = 'MarketDataOfMajorInstitutionalTradersDetailsOfFuturesContractsBytheDate'
  assert.deepEqual(
    [
      compared(down, 'history/taifex_futContractsDateDown_TXF_3y_big5.csv.gz', years),
      compared(down, 'taifex/futContractsDateDown_TXF_20230130.csv', requestFor('2023-01-30')),
      compared(down, 'taifex/futContractsDateDown_MXF_20230130.csv', requestFor('2023-01-30')),
      compared(
        feedNamed(`taifex-openapi TaiwanFuturesInstitutionalInvestors ${openApi}`),
        `taifex-openapi/${openApi}.json`,
        requestFor('2025-11-21'),
      ),
    ],
    [255, 3, 3, 6],
  )
})

test('series of the Federal Reserve Bank are the same two years later', { skip }, () => {
  const tenYears = feedNamed('fred USBondYield DGS10')
  for (const [feed, file, column, later, request] of [
    [
      feedNamed('fred CrudeOilPrices DCOILWTICO'),
      'fred/DCOILWTICO_202302.csv',
      'price',
      'fred_DCOILWTICO_2025',
      requestFor('1986-01-02', { to: '2023-01-30' }),
    ],
    [tenYears, 'fred/DGS10_202302.csv', 'value', 'fred_DGS10_2025', requestFor('1962-01-02', { to: '2023-02-13' })],
  ] as const) {
    const known = new Map(history(later).map((row) => [row.date, row.value]))
    const both = recordedRows(feed, file, request).filter((row) => known.has(row.trade_date as string))
    for (const row of both) assert.equal(Number(row[column]), Number(known.get(row.trade_date as string)))
    assert.ok(both.length > 9000)
  }
})
