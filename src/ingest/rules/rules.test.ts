import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { batchOf, onDraft, type Printed } from '../../../test/support/rows.ts'
import { runs } from '../../../test/support/runs.ts'
import { TaiwanDailyShortSaleBalances } from '../../catalogue/chips/TaiwanDailyShortSaleBalances.ts'
import { TaiwanStockHoldingSharesPer } from '../../catalogue/chips/TaiwanStockHoldingSharesPer.ts'
import { TaiwanStockInstitutionalInvestorsBuySell } from '../../catalogue/chips/TaiwanStockInstitutionalInvestorsBuySell.ts'
import { TaiwanStockMarginPurchaseShortSale } from '../../catalogue/chips/TaiwanStockMarginPurchaseShortSale.ts'
import { TaiwanStockShareholding } from '../../catalogue/chips/TaiwanStockShareholding.ts'
import type { Dataset } from '../../catalogue/dataset.ts'
import { TaiwanFuturesInstitutionalInvestors } from '../../catalogue/derivatives/TaiwanFuturesInstitutionalInvestors.ts'
import { TaiwanStockBalanceSheet } from '../../catalogue/fundamentals/TaiwanStockBalanceSheet.ts'
import { TaiwanStockMonthRevenue } from '../../catalogue/fundamentals/TaiwanStockMonthRevenue.ts'
import { ExchangeRate } from '../../catalogue/other/ExchangeRate.ts'
import { TaiwanMonthlyEconomicIndicator } from '../../catalogue/other/TaiwanMonthlyEconomicIndicator.ts'
import { TaiwanStockDailyPriceLimit } from '../../catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockTradingDate } from '../../catalogue/technical/TaiwanStockTradingDate.ts'
import { TaiwanStockTradingHaltAnnouncement } from '../../catalogue/technical/TaiwanStockTradingHaltAnnouncement.ts'
import { TaiwanWeightedIndex } from '../../catalogue/technical/TaiwanWeightedIndex.ts'
import type { Draft } from '../../lake/draft.ts'
import { type CheckResult, checkRows } from './check.ts'
import { rules } from './index.ts'
import type { RowsToCheck } from './rows.ts'

/** Open from Monday to Friday of one week in November 2026, and unknown for other weeks. */
const calendar = {
  isOpen: (day: string) => (day < '2026-11-09' || day > '2026-11-15' ? null : day < '2026-11-14'),
  next: () => null,
  previous: () => null,
}

async function check(
  draft: Draft,
  dataset: Dataset,
  rows: readonly Printed[],
  more: Partial<RowsToCheck> = {},
): Promise<CheckResult> {
  const { table, drop } = await draft.stage(dataset, batchOf(dataset, rows))
  const checked = await checkRows(draft, { dataset, table, calendar, requested: null, isWhole: true, ...more })
  // What may be loaded is loaded: the lake's own checks must find nothing in it.
  await draft.upsert(dataset, checked.good)
  await drop()
  return checked
}

const bar = { open: '100', high: '110', low: '99', close: '105', volume: 2000, turnover: '210000', trade_count: 2 }
const levels = Array.from({ length: 17 }, (_, i) => ({
  level: i + 1,
  people: i === 15 ? null : i === 16 ? 150 : 10,
  shares: i === 15 ? -5 : i === 16 ? 1495 : 100,
}))
const margin = {
  margin_purchase_previous_balance: 20547000,
  margin_purchase_buy: 1209000,
  margin_purchase_sell: 2295000,
  margin_purchase_cash_repayment: 74000,
  margin_purchase_balance: 19387000,
  short_sale_previous_balance: 1506000,
  short_sale_buy: 56000,
  short_sale_sell: 284000,
  short_sale_stock_repayment: 101000,
  short_sale_balance: 1633000,
}
const assets = (value: string): Printed[] => [
  { type: 'TotalAssets', value, unit: 'TWD' },
  { type: 'Liabilities', value: '400000', unit: 'TWD' },
  { type: 'Equity', value: '600000', unit: 'TWD' },
]

/** For each rule: rows that keep it, and rows of which those that are dated or named `bad` break it. */
const cases: Readonly<
  Record<string, readonly [Dataset, good: readonly Printed[], bad: readonly Printed[], says: RegExp]>
> = {
  required_value: [TaiwanStockPrice, [bar], [{ ...bar, volume: null }], /volume is null/],
  code_form: [
    TaiwanStockPrice,
    [bar],
    [
      { ...bar, stock_id: ' 2330' },
      { ...bar, stock_id: '' },
    ],
    /stock_id is " ?/,
  ],
  negative_value: [TaiwanStockPrice, [bar], [{ ...bar, volume: -2000, turnover: '-1' }], /volume is -2000/],
  percentage_of_whole: [
    TaiwanStockShareholding,
    [{ foreign_limit_ratio: '100.00' }],
    [{ foreign_limit_ratio: '100.01' }],
    /foreign_limit_ratio is 100.01/,
  ],
  dates_in_order: [
    TaiwanStockTradingHaltAnnouncement,
    [{ halt_time: '09:00:00', resumption_date: '2026-11-12' }],
    [{ halt_time: '09:00:00', resumption_date: '2026-11-11' }],
    /halt_date 2026-11-12 is after resumption_date 2026-11-11/,
  ],
  date_form: [
    TaiwanStockMonthRevenue,
    [{ report_month: '2026-10-01' }],
    [{ report_month: '2026-10-02' }],
    /report_month is 2026-10-02/,
  ],
  before_listing: [
    TaiwanStockPrice,
    [{ ...bar, stock_id: 'later' }],
    [{ ...bar, stock_id: 'later', open: '110.0001' }],
    /the security was listed on 2026-11-13; ohlc_order: open 110.0001 is above the high/,
  ],
  ohlc_order: [
    TaiwanStockPrice,
    [bar],
    [
      { ...bar, high: '98', low: '99' },
      { ...bar, open: '110.0001' },
      { ...bar, close: '98.9999' },
    ],
    /is (above|below) the (high|low)/,
  ],
  zero_price: [
    TaiwanStockPrice,
    [{ ...bar, open: null, high: null, low: null, close: null, volume: 3, turnover: '315' }],
    [{ ...bar, open: '0', high: '0', low: '0', close: '0', volume: 3, turnover: '315' }],
    /is zero/,
  ],
  bid_below_ask: [
    ExchangeRate,
    [{ spot_buy: '31.5', spot_sell: '31.6' }],
    [{ spot_buy: '31.7', spot_sell: '31.6' }],
    /spot_buy 31.70+ is above spot_sell 31.60+/,
  ],
  reference_within_limits: [
    TaiwanStockDailyPriceLimit,
    [{ reference_price: '100', limit_up: '110', limit_down: '90' }],
    [{ reference_price: '111', limit_up: '110', limit_down: '90' }],
    /the reference 111.0000 is not between 90.0000 and 110.0000/,
  ],
  traded_together: [
    TaiwanStockPrice,
    [{ ...bar, volume: 0, turnover: '0', trade_count: 0 }],
    [
      { ...bar, volume: 0 },
      { ...bar, trade_count: 0 },
    ],
    /volume \d+, turnover [\d.]+, trades \d/,
  ],
  average_price: [TaiwanStockPrice, [bar], [{ ...bar, volume: 2_000_000 }], /the average price is 0.105/],
  price_limit: [
    TaiwanStockPrice,
    [
      { ...bar, stock_id: 'limited' },
      { ...bar, stock_id: 'free', high: '190', close: '180' },
      { ...bar, stock_id: 'share', spread: '5' },
      { ...bar, stock_id: 'fund', low: '40', high: '105', spread: '60' },
      { ...bar, stock_id: 'new', low: '40', high: '105', spread: '60' },
    ],
    [
      { ...bar, stock_id: 'limited', high: '111' },
      { ...bar, stock_id: 'share', spread: '14' },
    ],
    /is beyond the limits (90.0000 and 110.0000|around the reference 91.0000)/,
  ],
  index_continuity: [
    TaiwanWeightedIndex,
    [
      { stock_id: 'TAIEX', trade_date: '2026-11-11', close: '100.00', spread: '5.00' },
      { stock_id: 'TAIEX', trade_date: '2026-11-12', close: '110.00', spread: '10.00' },
    ],
    [{ stock_id: 'TAIEX', trade_date: '2026-11-12', close: '110.00', spread: '11.00' }],
    /close 110.0000 less change 11.0000 is not 100.0000, the close of 2026-11-11/,
  ],
  roll_forward: [
    TaiwanStockMarginPurchaseShortSale,
    [margin],
    [
      { ...margin, margin_purchase_balance: 19387001 },
      { ...margin, short_sale_balance: 1632999 },
    ],
    /(margin_purchase_balance is 19387001|short_sale_balance is 1632999)/,
  ],
  totals: [
    TaiwanStockInstitutionalInvestorsBuySell,
    [{ foreign_investor_buy: 5, foreign_investor_sell: 3, foreign_investor_net: 2 }],
    [{ foreign_investor_buy: 5, foreign_investor_sell: 3, foreign_investor_net: 3 }],
    /foreign_investor_net is 3/,
  ],
  ratio_of_shares: [
    TaiwanStockShareholding,
    [{ issued_shares: 25930380458, foreign_shares: 18601100403, foreign_shareholding_ratio: '71.73' }],
    [{ issued_shares: 25930380458, foreign_shares: 18601100403, foreign_shareholding_ratio: '7.17' }],
    /are not 7.1700 percent/,
  ],
  levels_make_total: [
    TaiwanStockHoldingSharesPer,
    levels,
    levels.map((row) => (row.level === 3 ? { ...row, shares: 101 } : row)),
    /17 levels hold 1496 shares of 150 people; the total is 1495 of 150/,
  ],
  balance_sheet_balances: [
    TaiwanStockBalanceSheet,
    assets('1000000'),
    assets('1100000'),
    /assets 1100000.0000, liabilities 400000.0000/,
  ],
  light_of_score: [
    TaiwanMonthlyEconomicIndicator,
    [{ report_month: '2026-10-01', monitoring_score: 38, monitoring_light: 'red' }],
    [{ report_month: '2026-10-01', monitoring_score: 37, monitoring_light: 'red' }],
    /a score of 37 is not red/,
  ],
}

test('every rule has a case', () => {
  assert.deepEqual(
    rules.map(({ name }) => name),
    Object.keys(cases),
  )
})

test('each rule lets good rows pass and names the bad ones', async (t) => {
  await onDraft(async (draft) => {
    const on = (day: string) => ({ trade_date: day, weekday: new Date(day).getUTCDay() || 7 })
    await draft.upsert(TaiwanStockTradingDate, batchOf(TaiwanStockTradingDate, [on('2026-11-11'), on('2026-11-12')]))
    await draft.upsert(
      TaiwanStockDailyPriceLimit,
      batchOf(TaiwanStockDailyPriceLimit, [
        { stock_id: 'limited', reference_price: '100', limit_up: '110', limit_down: '90' },
        { stock_id: 'free', reference_price: '100', limit_up: null, limit_down: null },
      ]),
    )
    await draft.upsert(
      TaiwanStockOverview,
      batchOf(TaiwanStockOverview, [
        { stock_id: 'share', security_type: 'stock', listing_date: '2000-01-04' },
        { stock_id: 'fund', security_type: 'etf', listing_date: '2000-01-04' },
        { stock_id: 'new', security_type: 'stock', listing_date: '2026-11-09' },
        { stock_id: 'later', security_type: 'stock', listing_date: '2026-11-13' },
      ]),
    )
    for (const [rule, [dataset, good, bad, says]] of Object.entries(cases))
      await t.test(rule, async () => {
        const clean = await check(draft, dataset, good)
        assert.deepEqual([clean.rejected, clean.goodRows], [[], good.length])
        // Rows of a group come together; others share keys and come one by one.
        const loads =
          rule === 'levels_make_total' || rule === 'balance_sheet_balances' ? [bad] : bad.map((row) => [row])
        for (const rows of loads) {
          const { rejected, goodRows, rejectedRows } = await check(draft, dataset, rows)
          assert.deepEqual([goodRows, rejectedRows], [0, rows.length])
          for (const { rule: named, message, row, key } of rejected) {
            assert.equal(named, rule)
            assert.match(message, says)
            assert.deepEqual(Object.keys(row), Object.keys(dataset.columns))
            assert.deepEqual(Object.keys(key), [...dataset.key])
          }
        }
      })
  })
})

test('rows on a closed day, or on a day that was not asked for, are rejected', async () => {
  await onDraft(async (draft) => {
    const rows = ['2026-11-12', '2026-11-14', '2026-11-20'].map((trade_date) => ({ ...bar, trade_date }))
    const closed = await check(draft, TaiwanStockPrice, rows)
    assert.deepEqual(
      closed.rejected.map(({ rule, message }) => [rule, message]),
      [['closed_day', 'trade_date is 2026-11-14, when the market was closed']],
    )
    const requested = [{ from: '2026-11-12', to: '2026-11-12' }]
    const strange = await check(draft, TaiwanStockPrice, rows.toReversed(), { requested })
    assert.deepEqual(
      strange.rejected.map(({ rule, key }) => [rule, key.trade_date]),
      [
        ['asked_day', '2026-11-20'],
        ['closed_day', '2026-11-14'],
      ],
    )
    assert.equal(strange.goodRows, 1)
    // Gold is fixed in London whatever day it is here, and the calendar is not judged by itself.
    const saturday = { trade_date: '2026-11-14', weekday: 6 }
    assert.equal((await check(draft, TaiwanStockTradingDate, [saturday])).goodRows, 1)
    assert.equal((await check(draft, ExchangeRate, [{ trade_date: '2026-11-14' }])).goodRows, 1)
  })
})

test('the same row twice is loaded once, two rows of one key not at all', async () => {
  await onDraft(async (draft) => {
    const other = { ...bar, stock_id: 'y' }
    const { goodRows, repeats, rejected } = await check(draft, TaiwanStockPrice, [
      bar,
      bar,
      bar,
      other,
      { ...other, close: '106' },
      other,
    ])
    assert.deepEqual([goodRows, repeats], [1, 3])
    assert.deepEqual(
      rejected.map(({ rule, message, row }) => [rule, message, row.close]),
      [
        ['key_repeated', 'the key comes with 2 different rows', '105.0000'],
        ['key_repeated', 'the key comes with 2 different rows', '106.0000'],
      ],
    )
  })
})

test('a day of which far fewer rows come than are held is refused whole, and other days are not', async () => {
  await onDraft(async (draft) => {
    const day = (trade_date: string, count: number) =>
      Array.from({ length: count }, (_, i) => ({ ...bar, stock_id: String(1000 + i), trade_date }))
    await check(draft, TaiwanStockPrice, [...day('2026-11-11', 100), ...day('2026-11-12', 100)])
    const again = [...day('2026-11-11', 79), ...day('2026-11-12', 80)]
    const { refused, goodRows, rejected } = await check(draft, TaiwanStockPrice, again)
    assert.deepEqual(refused, [
      {
        dataset: 'TaiwanStockPrice',
        rule: 'shrinking_history',
        message: '79 rows came for 2026-11-11, where 100 are held: none of them is loaded',
        market: null,
        date: '2026-11-11',
        had: 100,
        came: 79,
      },
    ])
    assert.deepEqual([goodRows, rejected], [80, []])
    // One security's month is a part by its nature.
    const part = await check(draft, TaiwanStockPrice, day('2026-11-11', 1), { isWhole: false })
    assert.deepEqual([part.goodRows, part.refused], [1, []])
    // A list of what there is now has no days: it is held against itself, market by market.
    const list = (market: string, count: number) =>
      Array.from({ length: count }, (_, i) => ({ stock_id: `${market}${i}`, market }))
    await check(draft, TaiwanStockOverview, [...list('TWSE', 50), ...list('TPEX', 50)])
    const half = await check(draft, TaiwanStockOverview, [...list('TWSE', 20), ...list('TPEX', 49)])
    assert.deepEqual(
      half.refused.map(({ market, date, had, came }) => [market, date, had, came]),
      [['TWSE', null, 50, 20]],
    )
    assert.equal(half.goodRows, 49)
  })
})

test('a row that breaks several rules is one rejected row that names them all', async () => {
  await onDraft(async (draft) => {
    const { rejected, rejectedRows } = await check(draft, TaiwanStockPrice, [{ ...bar, high: '98', volume: -1 }])
    assert.equal(rejectedRows, 1)
    assert.equal(rejected[0]!.rule, 'negative_value')
    assert.match(rejected[0]!.message, /^volume is -1; ohlc_order: .*ohlc_order: /)
  })
})

test('an empty load is valid', async () => {
  await onDraft(async (draft) => {
    const { goodRows, rejected, refused } = await check(draft, TaiwanStockPrice, [])
    assert.deepEqual([goodRows, rejected, refused], [0, [], []])
  })
})

const amount = fc.integer({ min: 0, max: 2 ** 40 })
const off = fc.constantFrom(0, 0, 0, 1, -1)

test('roll-forwards and totals are exact whatever the numbers', async () => {
  await onDraft(async (draft) => {
    const balances = fc.record({
      before: fc.integer({ min: 2_000_000, max: 2 ** 40 }),
      sell: amount,
      back: amount,
      adjust: fc.integer({ min: -1_000_000, max: 1_000_000 }),
      off,
    })
    await fc.assert(
      fc.asyncProperty(fc.array(balances, { minLength: 1, maxLength: 200 }), async (drawn) => {
        const rows = drawn.map(({ before, sell, back, adjust, off }, i) => ({
          stock_id: `s${i}`,
          sbl_short_sale_previous_balance: before + back,
          sbl_short_sale_sell: sell,
          sbl_short_sale_return: back,
          sbl_short_sale_adjustment: adjust,
          sbl_short_sale_balance: before + sell + adjust + off,
        }))
        const wrong = rows.filter((_, i) => drawn[i]!.off !== 0)
        const { rejected } = await check(draft, TaiwanDailyShortSaleBalances, rows)
        assert.deepEqual(rejected.map(({ key }) => key.stock_id).sort(), wrong.map((row) => row.stock_id).sort())
        assert.ok(rejected.every(({ rule }) => rule === 'roll_forward'))
      }),
      runs(10),
    )
    const sides = fc.record({ long: amount, short: amount, off })
    await fc.assert(
      fc.asyncProperty(fc.array(sides, { minLength: 1, maxLength: 200 }), async (drawn) => {
        const rows = drawn.map(({ long, short, off }, i) => ({
          futures_id: `f${i}`,
          long_deal_volume: long,
          short_deal_volume: short,
          net_deal_volume: long - short + off,
        }))
        const wrong = rows.filter((_, i) => drawn[i]!.off !== 0)
        const { rejected } = await check(draft, TaiwanFuturesInstitutionalInvestors, rows)
        assert.deepEqual(rejected.map(({ key }) => key.futures_id).sort(), wrong.map((row) => row.futures_id).sort())
      }),
      runs(10),
    )
  })
})

test('a bar passes exactly where the low is lowest and the high highest', async () => {
  const price = fc.option(fc.integer({ min: 1, max: 12 }).map((units) => `${100 + units}.0000`))
  const bars = fc.array(fc.record({ open: price, high: price, low: price, close: price }), {
    minLength: 1,
    maxLength: 300,
  })
  await onDraft(async (draft) => {
    await fc.assert(
      fc.asyncProperty(bars, async (drawn) => {
        const rows = drawn.map((prices, i) => ({
          ...prices,
          stock_id: `s${i}`,
          volume: 0,
          turnover: '0',
          trade_count: 0,
        }))
        const isGood = ({ open, high, low, close }: (typeof drawn)[number]) =>
          [open, high, close].every((one) => one === null || low === null || Number(low) <= Number(one)) &&
          [open, close].every((one) => one === null || high === null || Number(one) <= Number(high))
        const { rejected } = await check(draft, TaiwanStockPrice, rows)
        const wrong = rows.filter((_, i) => !isGood(drawn[i]!))
        assert.deepEqual(rejected.map(({ key }) => key.stock_id).sort(), wrong.map((row) => row.stock_id).sort())
      }),
      runs(10),
    )
  })
})
