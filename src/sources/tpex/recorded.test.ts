import assert from 'node:assert/strict'
import { ask, recordingsIn } from '../fixture.ts'
import { marginSbl } from './TaiwanDailyShortSaleBalances.ts'
import { revivt } from './TaiwanStockCapitalReductionReferencePrice.ts'
import { pvChgRslt } from './TaiwanStockChangeFaceReference.ts'
import { dailyQuotes as limits } from './TaiwanStockDailyPriceLimit.ts'
import { exDailyQ } from './TaiwanStockDividendResult.ts'
import { dailyTrade } from './TaiwanStockInstitutionalInvestorsBuySell.ts'
import { marginBalance } from './TaiwanStockMarginPurchaseShortSale.ts'
import { peQryDate } from './TaiwanStockPER.ts'
import { dailyQuotes } from './TaiwanStockPrice.ts'
import { sectinx, sectRatio } from './TaiwanStockSectorPrice.ts'
import { instiSummary } from './TaiwanStockTotalInstitutionalInvestors.ts'
import { marginBalance as marginTotals } from './TaiwanStockTotalMarginPurchaseShortSale.ts'
import { sectinx as indexBar, marketStats } from './TaiwanWeightedIndex.ts'

const record = recordingsIn('tpex')

record.rows('dailyQuotes_20230130.json.gz', dailyQuotes, ask('2023-01-30'), ({ rows, outcome }) => {
  assert.equal(rows.length, 908)
  assert.deepEqual(outcome.kind === 'rows' && outcome.left, [{ why: 'warrants', rows: 6373 }])
  assert.deepEqual(
    rows.find((row) => row.stock_id === '6488'),
    {
      stock_id: '6488',
      trade_date: '2023-01-30',
      open: '505.0000',
      high: '530.0000',
      low: '505.0000',
      close: '530.0000',
      volume: 6115888,
      turnover: '3179234099.00',
      trade_count: 6960,
      spread: '37.0000',
    },
  )
})

record.rows('dailyQuotes_20230130.json.gz', limits, ask('2023-01-30'), ({ rows, outcome }) => {
  assert.equal(rows.length, 908)
  assert.deepEqual(outcome.kind === 'rows' && outcome.left, [{ why: 'warrants', rows: 6373 }])
  assert.deepEqual(
    rows.find((row) => row.stock_id === '6488'),
    {
      stock_id: '6488',
      trade_date: '2023-01-31',
      market: 'TPEX',
      reference_price: '530.0000',
      limit_up: '583.0000',
      limit_down: '477.0000',
    },
  )
})

record.rows('sectinx_20230130.json', sectinx, ask('2023-01-30'), ({ rows, outcome }) => {
  assert.equal(rows.length, 19)
  assert.deepEqual(outcome.kind === 'rows' && outcome.left, [{ why: 'the headline index', rows: 1 }])
  assert.deepEqual(
    rows.find((row) => row.stock_id === 'IX0055'),
    {
      stock_id: 'IX0055',
      trade_date: '2023-01-30',
      market: 'TPEX',
      index_name: '櫃買光電類指數',
      open: '50.6300',
      high: '51.6700',
      low: '50.4200',
      close: '50.4900',
      spread: '-0.0800',
    },
  )
})

record.rows('sectinx_20230130.json', indexBar, ask('2023-01-30'), ({ rows, outcome }) => {
  assert.equal(rows.length, 1)
  assert.deepEqual(outcome.kind === 'rows' && outcome.left, [{ why: 'sector indices', rows: 19 }])
  assert.deepEqual(rows[0], {
    stock_id: 'TPEX',
    trade_date: '2023-01-30',
    open: '189.5700',
    high: '193.2500',
    low: '189.5700',
    close: '193.2300',
    spread: '4.7300',
  })
})

record.rows('sectRatio_20230130.json', sectRatio, ask('2023-01-30'), ({ rows, outcome }) => {
  assert.equal(rows.length, 18)
  assert.deepEqual(outcome.kind === 'rows' && outcome.left, [{ why: 'industries without an index', rows: 8 }])
  assert.deepEqual(
    rows.find((row) => row.stock_id === 'IX0055'),
    {
      stock_id: 'IX0055',
      trade_date: '2023-01-30',
      market: 'TPEX',
      index_name: '櫃買光電類指數',
      volume: 52122583,
      turnover: '6414358379.00',
      turnover_ratio: '10.1100',
    },
  )
})

record.rows('marketStats_20230130.json', marketStats, ask('2023-01-30'), ({ rows, outcome }) => {
  assert.equal(rows.length, 1)
  assert.deepEqual(outcome.kind === 'rows' && outcome.left, [{ why: 'all securities', rows: 1 }])
  assert.deepEqual(rows[0], {
    stock_id: 'TPEX',
    trade_date: '2023-01-30',
    volume: 634516778,
    turnover: '63437743399.00',
    trade_count: 471645,
  })
})

record.outcome('highlight_nodata_20230101.json', marketStats, ask('2023-01-01'), (outcome) =>
  assert.deepEqual(outcome, {
    kind: 'closed',
    reason: 'the market was closed; the publisher says: 查無資料，請重新輸入日期查詢。',
  }),
)

record.rows('peQryDate_20230130.json', peQryDate, ask('2023-01-30'), ({ rows }) => {
  assert.equal(rows.length, 808)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '6488'),
    {
      stock_id: '6488',
      trade_date: '2023-01-30',
      market: 'TPEX',
      pe_ratio: '19.82',
      pb_ratio: '4.61',
      dividend_yield: '3.02',
      dividend_year: 2022,
      dividend_per_share: '16.0000',
      fiscal_period: null,
    },
  )
})

record.rows('insti_summary_20230130.json', instiSummary, ask('2023-01-30'), ({ rows }) => {
  assert.equal(rows.length, 1)
  assert.deepEqual(rows[0], {
    trade_date: '2023-01-30',
    market: 'TPEX',
    foreign_investor_buy_amount: '20112958447.00',
    foreign_investor_sell_amount: '16591758807.00',
    foreign_investor_net_amount: '3521199640.00',
    foreign_dealer_buy_amount: '0.00',
    foreign_dealer_sell_amount: '0.00',
    foreign_dealer_net_amount: '0.00',
    investment_trust_buy_amount: '1546109950.00',
    investment_trust_sell_amount: '581494970.00',
    investment_trust_net_amount: '964614980.00',
    dealer_self_buy_amount: '1180899990.00',
    dealer_self_sell_amount: '450809569.00',
    dealer_self_net_amount: '730090421.00',
    dealer_hedging_buy_amount: '903027569.00',
    dealer_hedging_sell_amount: '312306870.00',
    dealer_hedging_net_amount: '590720699.00',
    dealer_buy_amount: '2083927559.00',
    dealer_sell_amount: '763116439.00',
    dealer_net_amount: '1320811120.00',
    total_buy_amount: '23742995956.00',
    total_sell_amount: '17936370216.00',
    total_net_amount: '5806625740.00',
  })
})

record.rows('insti_dailyTrade_20230130.json', dailyTrade, ask('2023-01-30'), ({ rows }) => {
  assert.equal(rows.length, 740)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '6488'),
    {
      stock_id: '6488',
      trade_date: '2023-01-30',
      market: 'TPEX',
      foreign_investor_buy: 3059748,
      foreign_investor_sell: 2331441,
      foreign_investor_net: 728307,
      foreign_dealer_buy: 0,
      foreign_dealer_sell: 0,
      foreign_dealer_net: 0,
      investment_trust_buy: 402000,
      investment_trust_sell: 3096,
      investment_trust_net: 398904,
      dealer_self_buy: 267600,
      dealer_self_sell: 156000,
      dealer_self_net: 111600,
      dealer_hedging_buy: 128167,
      dealer_hedging_sell: 68000,
      dealer_hedging_net: 60167,
      dealer_buy: 395767,
      dealer_sell: 224000,
      dealer_net: 171767,
      total_net: 1298978,
    },
  )
})

record.outcome('insti_dailyTrade_nodata_20230101.json', dailyTrade, ask('2023-01-01'), (outcome) =>
  assert.deepEqual(outcome, { kind: 'closed', reason: 'the market was closed; the publisher says: ok, and no rows' }),
)

record.rows('margin_balance_20230130.json', marginBalance, ask('2023-01-30'), ({ rows }) => {
  assert.equal(rows.length, 769)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '6488'),
    {
      stock_id: '6488',
      trade_date: '2023-01-30',
      market: 'TPEX',
      margin_purchase_buy: 278000,
      margin_purchase_sell: 407000,
      margin_purchase_cash_repayment: 11000,
      margin_purchase_previous_balance: 3120000,
      margin_purchase_balance: 2980000,
      margin_purchase_limit: 108809000,
      short_sale_buy: 8000,
      short_sale_sell: 49000,
      short_sale_stock_repayment: 0,
      short_sale_previous_balance: 159000,
      short_sale_balance: 200000,
      short_sale_limit: 108809000,
      offset_volume: 0,
      note: null,
    },
  )
})

record.rows('margin_balance_20230130.json', marginTotals, ask('2023-01-30'), ({ rows }) => {
  assert.equal(rows.length, 1)
  assert.deepEqual(rows[0], {
    trade_date: '2023-01-30',
    market: 'TPEX',
    margin_purchase_buy: 71250000,
    margin_purchase_sell: 59859000,
    margin_purchase_cash_repayment: 2750000,
    margin_purchase_previous_balance: 1609204000,
    margin_purchase_balance: 1617845000,
    margin_purchase_buy_amount: '3388490000.00',
    margin_purchase_sell_amount: '2866469000.00',
    margin_purchase_cash_repayment_amount: '92804000.00',
    margin_purchase_previous_balance_amount: '55747157000.00',
    margin_purchase_balance_amount: '56176374000.00',
    short_sale_buy: 4183000,
    short_sale_sell: 4455000,
    short_sale_stock_repayment: 445000,
    short_sale_previous_balance: 112717000,
    short_sale_balance: 112544000,
  })
})

record.outcome('margin_balance_nodata_20230101.json', marginBalance, ask('2023-01-01'), (outcome) =>
  assert.deepEqual(outcome, { kind: 'closed', reason: 'the market was closed; the publisher says: ok, and no rows' }),
)

record.rows('margin_sbl_20230130.json', marginSbl, ask('2023-01-30'), ({ rows }) => {
  assert.equal(rows.length, 789)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '6488'),
    {
      stock_id: '6488',
      trade_date: '2023-01-30',
      market: 'TPEX',
      short_sale_previous_balance: 159000,
      short_sale_sell: 49000,
      short_sale_buy: 8000,
      short_sale_stock_repayment: 0,
      short_sale_balance: 200000,
      short_sale_limit: 108809250,
      sbl_short_sale_previous_balance: 2946682,
      sbl_short_sale_sell: 132000,
      sbl_short_sale_return: 43000,
      sbl_short_sale_adjustment: 0,
      sbl_short_sale_balance: 3035682,
      sbl_short_sale_limit: 189646,
      note: null,
    },
  )
})

record.rows('exDailyQ_20240322_20240323.json', exDailyQ, ask('2024-03-22', { to: '2024-03-23' }), ({ rows }) => {
  assert.equal(rows.length, 3)
  assert.deepEqual(rows[0], {
    stock_id: '2065',
    ex_date: '2024-03-22',
    stock_name: '世豐',
    market: 'TPEX',
    close_before: '65.7000',
    reference_price: '62.8400',
    dividend_value: '2.862035',
    rights_value: '0.000000',
    cash_value: '2.862035',
    event_type: 'dividend',
    limit_up: '69.1000',
    limit_down: '56.6000',
    opening_reference_price: '62.8000',
    dividend_reference_price: '62.8400',
    cash_dividend: '2.862035',
    stock_dividend_per_1000: '0.000000',
    rights_issue_shares: 0,
    rights_issue_price: '0.0000',
    rights_issue_per_1000: '0.000000',
  })
})

record.rows('revivt_20240101_20240701.json', revivt, ask('2024-01-01', { to: '2024-07-01' }), ({ rows }) => {
  assert.equal(rows.length, 2)
  assert.deepEqual(rows[1], {
    stock_id: '3191',
    resumption_date: '2024-02-21',
    stock_name: '和進',
    market: 'TPEX',
    halt_date: '2024-02-05',
    close_before: '10.4500',
    reference_price: '20.9000',
    limit_up: '22.9500',
    limit_down: '18.8500',
    opening_reference_price: '20.9000',
    exright_reference_price: null,
    reason: '彌補虧損',
    shares_per_1000: '500.000000',
    refund_per_share: '0.000000',
  })
})

record.rows('revivt_nodata_20240101.json', revivt, ask('2024-01-01'), ({ rows }) => {
  assert.equal(rows.length, 0)
})

record.rows('pvChgRslt_20210101_20240101.json', pvChgRslt, ask('2021-01-01', { to: '2024-01-01' }), ({ rows }) => {
  assert.equal(rows.length, 4)
  assert.deepEqual(rows[1], {
    stock_id: '6548',
    resumption_date: '2022-09-05',
    stock_name: '長科*',
    market: 'TPEX',
    halt_date: '2022-08-25',
    close_before: '90.6000',
    reference_price: '36.2400',
    limit_up: '39.8500',
    limit_down: '32.6500',
    opening_reference_price: '36.2500',
    par_value_before: '1.0000',
    par_value_after: '0.4000',
    exchange_ratio: '2.500000',
  })
})

record.rows('pvChgRslt_nodata.json', pvChgRslt, ask('2021-01-01', { to: '2022-01-01' }), ({ rows }) => {
  assert.equal(rows.length, 0)
})

record.others({})
