import assert from 'node:assert/strict'
import { ask, recordingsIn } from '../fixture.ts'
import { twt93u } from './TaiwanDailyShortSaleBalances.ts'
import { mi5MinsIndex } from './TaiwanIndex5Seconds.ts'
import { miIndex as returnIndex } from './TaiwanReturnIndex.ts'
import { twtauu } from './TaiwanStockCapitalReductionReferencePrice.ts'
import { twtb8u } from './TaiwanStockChangeFaceReference.ts'
import { twt49u } from './TaiwanStockDividendResult.ts'
import { t86 } from './TaiwanStockInstitutionalInvestorsBuySell.ts'
import { miMargn } from './TaiwanStockMarginPurchaseShortSale.ts'
import { bwibbuD } from './TaiwanStockPER.ts'
import { miIndex, stockDay, stockDayAll } from './TaiwanStockPrice.ts'
import { bfiamu, mi5MinsIndex as sectorBars, miIndex as sectorCloses } from './TaiwanStockSectorPrice.ts'
import { miQfiis } from './TaiwanStockShareholding.ts'
import { bfi82u } from './TaiwanStockTotalInstitutionalInvestors.ts'
import { miMargn as marginTotals } from './TaiwanStockTotalMarginPurchaseShortSale.ts'
import { fmtqik as tradingDays } from './TaiwanStockTradingDate.ts'
import { fmtqik, mi5MinsHist, miIndexSummary, miIndex as weightedClose } from './TaiwanWeightedIndex.ts'

const record = recordingsIn('twse')

record.rows('MI_INDEX_ALLBUT0999_20230130.json', miIndex, ask('2023-01-30'), ({ rows }) => {
  assert.equal(rows.length, 1182)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '2330'),
    {
      stock_id: '2330',
      trade_date: '2023-01-30',
      open: '542.0000',
      high: '543.0000',
      low: '534.0000',
      close: '543.0000',
      volume: 148413161,
      turnover: '80057158264.00',
      trade_count: 153125,
      spread: '40.0000',
    },
  )
})

record.rows('MI_INDEX_ALLBUT0999_20230130.json', sectorCloses, ask('2023-01-30'), ({ rows, outcome }) => {
  assert.equal(rows.length, 36)
  assert.deepEqual(outcome.kind === 'rows' && outcome.left, [{ why: 'other indices', rows: 16 }])
  assert.deepEqual(
    rows.find((row) => row.stock_id === 'IX0028'),
    {
      stock_id: 'IX0028',
      trade_date: '2023-01-30',
      market: 'TWSE',
      index_name: '半導體類指數',
      close: '358.8600',
      spread: '24.0000',
    },
  )
})

record.rows('MI_INDEX_ALLBUT0999_20230130.json', returnIndex, ask('2023-01-30'), ({ rows, outcome }) => {
  assert.equal(rows.length, 1)
  assert.deepEqual(outcome.kind === 'rows' && outcome.left, [{ why: 'other indices', rows: 42 }])
  assert.deepEqual(rows[0], {
    stock_id: 'TAIEX',
    trade_date: '2023-01-30',
    return_index: '32208.3700',
    price_index: '15493.8200',
  })
})

record.rows('MI_INDEX_ALLBUT0999_20230130.json', weightedClose, ask('2023-01-30'), ({ rows, outcome }) => {
  assert.equal(rows.length, 1)
  assert.deepEqual(outcome.kind === 'rows' && outcome.left, [{ why: 'other indices', rows: 51 }])
  assert.deepEqual(rows[0], { stock_id: 'TAIEX', trade_date: '2023-01-30', close: '15493.8200', spread: '560.8900' })
})

record.rows('MI_INDEX_MS_20230130.json', miIndexSummary, ask('2023-01-30'), ({ rows, outcome }) => {
  assert.equal(rows.length, 1)
  assert.deepEqual(outcome.kind === 'rows' && outcome.left, [{ why: 'kinds of securities', rows: 16 }])
  assert.deepEqual(rows[0], {
    stock_id: 'TAIEX',
    trade_date: '2023-01-30',
    volume: 6919326963,
    turnover: '354872347181.00',
    trade_count: 2330770,
  })
})

record.rows('STOCK_DAY_2330_202607.json', stockDay, ask('2026-07-01', { to: '2026-07-31', id: '2330' }), ({ rows }) => {
  assert.equal(rows.length, 22)
  assert.deepEqual(
    rows.find((row) => row.trade_date === '2026-07-02'),
    {
      stock_id: '2330',
      trade_date: '2026-07-02',
      open: '2450.0000',
      high: '2480.0000',
      low: '2445.0000',
      close: '2465.0000',
      volume: 35919290,
      turnover: '88369879773.00',
      trade_count: 132697,
      spread: '-40.0000',
    },
  )
})

record.rows(
  'STOCK_DAY_ALL_20200513.csv',
  stockDayAll,
  ask('2020-05-13', { modified: '2020-05-13T08:00:00Z' }),
  ({ rows }) => {
    assert.equal(rows.length, 1116)
    assert.equal(rows.filter(({ close }) => close === null).length, 21)
    assert.ok(rows.every(({ close }) => close !== '0.0000'))
    assert.deepEqual(
      rows.find((row) => row.stock_id === '0056'),
      {
        stock_id: '0056',
        trade_date: '2020-05-13',
        open: '27.5000',
        high: '27.7700',
        low: '27.4700',
        close: '27.7500',
        volume: 16134554,
        turnover: '445649769.00',
        trade_count: 6073,
        spread: '0.2000',
      },
    )
  },
)

record.rows('MI_5MINS_INDEX_20230130.json.gz', sectorBars, ask('2023-01-30'), ({ rows }) => {
  assert.equal(rows.length, 33)
  assert.deepEqual(
    rows.find((row) => row.stock_id === 'IX0028'),
    {
      stock_id: 'IX0028',
      trade_date: '2023-01-30',
      market: 'TWSE',
      index_name: '半導體類指數',
      open: '354.2300',
      high: '358.8600',
      low: '352.9900',
      close: '358.8600',
    },
  )
})

record.rows('MI_5MINS_INDEX_20230130.json.gz', mi5MinsIndex, ask('2023-01-30'), ({ rows }) => {
  assert.equal(rows.length, 110194)
  assert.deepEqual(
    rows.find((row) => row.stock_id === 'IX0038' && row.trade_time === '13:30:00'),
    {
      stock_id: 'IX0038',
      trade_date: '2023-01-30',
      trade_time: '13:30:00',
      market: 'TWSE',
      index_name: '觀光餐旅類指數',
      index_value: '119.1300',
    },
  )
})

record.outcome('MI_5MINS_INDEX_nodata_20230101.json', mi5MinsIndex, ask('2023-01-01'), (outcome) =>
  assert.deepEqual(outcome, {
    kind: 'closed',
    reason: 'the market was closed; the publisher says: 很抱歉，沒有符合條件的資料!',
  }),
)

record.rows('BFIAMU_20230130.json', bfiamu, ask('2023-01-30'), ({ rows }) => {
  assert.equal(rows.length, 30)
  assert.deepEqual(
    rows.find((row) => row.stock_id === 'IX0028'),
    {
      stock_id: 'IX0028',
      trade_date: '2023-01-30',
      market: 'TWSE',
      index_name: '半導體類指數',
      volume: 770856550,
      turnover: '150024105617.00',
      trade_count: 481309,
    },
  )
})

record.rows('FMTQIK_202301.json', fmtqik, ask('2023-01-01', { to: '2023-01-31' }), ({ rows }) => {
  assert.equal(rows.length, 13)
  assert.deepEqual(
    rows.find((row) => row.trade_date === '2023-01-30'),
    {
      stock_id: 'TAIEX',
      trade_date: '2023-01-30',
      close: '15493.8200',
      spread: '560.8900',
      volume: 6919326963,
      turnover: '354872347181.00',
      trade_count: 2330770,
    },
  )
})

record.rows('FMTQIK_202301.json', tradingDays, ask('2023-01-01', { to: '2023-01-31' }), ({ rows }) => {
  assert.equal(rows.length, 13)
  assert.deepEqual(rows[12], { trade_date: '2023-01-31', weekday: 2, is_scheduled: false, note: null })
})

record.rows('MI_5MINS_HIST_202503.json', mi5MinsHist, ask('2025-03-01', { to: '2025-03-31' }), ({ rows }) => {
  assert.equal(rows.length, 21)
  assert.deepEqual(
    rows.find((row) => row.trade_date === '2025-03-31'),
    {
      stock_id: 'TAIEX',
      trade_date: '2025-03-31',
      open: '21254.6300',
      high: '21254.6300',
      low: '20695.9000',
      close: '20695.9000',
    },
  )
})

record.rows('BWIBBU_d_20230130.json', bwibbuD, ask('2023-01-30'), ({ rows }) => {
  assert.equal(rows.length, 968)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '2330'),
    {
      stock_id: '2330',
      trade_date: '2023-01-30',
      market: 'TWSE',
      pe_ratio: '15.88',
      pb_ratio: '5.14',
      dividend_yield: '2.03',
      dividend_year: 2021,
      dividend_per_share: null,
      fiscal_period: '2022Q3',
    },
  )
})

record.outcome('BWIBBU_d_nodata_20230101.json', bwibbuD, ask('2023-01-01'), (outcome) =>
  assert.deepEqual(outcome, {
    kind: 'closed',
    reason: 'the market was closed; the publisher says: 很抱歉，沒有符合條件的資料!',
  }),
)

record.rows('BFI82U_day_20230130.json', bfi82u, ask('2023-01-30'), ({ rows }) => {
  assert.equal(rows.length, 1)
  assert.deepEqual(rows[0], {
    trade_date: '2023-01-30',
    market: 'TWSE',
    foreign_investor_buy_amount: '203744063563.00',
    foreign_investor_sell_amount: '131488377272.00',
    foreign_investor_net_amount: '72255686291.00',
    foreign_dealer_buy_amount: '24864200.00',
    foreign_dealer_sell_amount: '61653250.00',
    foreign_dealer_net_amount: '-36789050.00',
    investment_trust_buy_amount: '6269087553.00',
    investment_trust_sell_amount: '3179424632.00',
    investment_trust_net_amount: '3089662921.00',
    dealer_self_buy_amount: '4736295878.00',
    dealer_self_sell_amount: '1917624556.00',
    dealer_self_net_amount: '2818671322.00',
    dealer_hedging_buy_amount: '11451095424.00',
    dealer_hedging_sell_amount: '6481456459.00',
    dealer_hedging_net_amount: '4969638965.00',
    dealer_buy_amount: '16187391302.00',
    dealer_sell_amount: '8399081015.00',
    dealer_net_amount: '7788310287.00',
    total_buy_amount: '226200542418.00',
    total_sell_amount: '143066882919.00',
    total_net_amount: '83133659499.00',
  })
})

record.outcome('BFI82U_nodata_20230101.json', bfi82u, ask('2023-01-01'), (outcome) =>
  assert.deepEqual(outcome, {
    kind: 'closed',
    reason: 'the market was closed; the publisher says: 很抱歉，沒有符合條件的資料!',
  }),
)

record.rows('T86_ALLBUT0999_20230130.json', t86, ask('2023-01-30'), ({ rows }) => {
  assert.equal(rows.length, 1120)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '2330'),
    {
      stock_id: '2330',
      trade_date: '2023-01-30',
      market: 'TWSE',
      foreign_investor_buy: 133236588,
      foreign_investor_sell: 52595539,
      foreign_investor_net: 80641049,
      foreign_dealer_buy: 0,
      foreign_dealer_sell: 0,
      foreign_dealer_net: 0,
      investment_trust_buy: 1032000,
      investment_trust_sell: 94327,
      investment_trust_net: 937673,
      dealer_self_buy: 978000,
      dealer_self_sell: 537000,
      dealer_self_net: 441000,
      dealer_hedging_buy: 1227511,
      dealer_hedging_sell: 788103,
      dealer_hedging_net: 439408,
      dealer_buy: 2205511,
      dealer_sell: 1325103,
      dealer_net: 880408,
      total_net: 82459130,
    },
  )
})

record.rows('T86_ALLBUT0999_20120502.json', t86, ask('2012-05-02'), ({ rows }) => {
  assert.equal(rows.length, 803)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '2317'),
    {
      stock_id: '2317',
      trade_date: '2012-05-02',
      market: 'TWSE',
      foreign_investor_buy: 66793750,
      foreign_investor_sell: 209843442,
      foreign_investor_net: -143049692,
      foreign_dealer_buy: null,
      foreign_dealer_sell: null,
      foreign_dealer_net: null,
      investment_trust_buy: 297000,
      investment_trust_sell: 13276000,
      investment_trust_net: -12979000,
      dealer_self_buy: null,
      dealer_self_sell: null,
      dealer_self_net: null,
      dealer_hedging_buy: null,
      dealer_hedging_sell: null,
      dealer_hedging_net: null,
      dealer_buy: 6418000,
      dealer_sell: 2129000,
      dealer_net: 4289000,
      total_net: -151739692,
    },
  )
})

record.outcome('T86_nodata_20230101.json', t86, ask('2023-01-01'), (outcome) =>
  assert.deepEqual(outcome, {
    kind: 'closed',
    reason: 'the market was closed; the publisher says: 很抱歉，沒有符合條件的資料!',
  }),
)

record.rows('MI_MARGN_ALL_20230130.json', miMargn, ask('2023-01-30'), ({ rows }) => {
  assert.equal(rows.length, 1103)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '2330'),
    {
      stock_id: '2330',
      trade_date: '2023-01-30',
      market: 'TWSE',
      margin_purchase_buy: 1209000,
      margin_purchase_sell: 2295000,
      margin_purchase_cash_repayment: 74000,
      margin_purchase_previous_balance: 20547000,
      margin_purchase_balance: 19387000,
      margin_purchase_limit: 6482595000,
      short_sale_buy: 56000,
      short_sale_sell: 284000,
      short_sale_stock_repayment: 101000,
      short_sale_previous_balance: 1506000,
      short_sale_balance: 1633000,
      short_sale_limit: 6482595000,
      offset_volume: 7000,
      note: null,
    },
  )
})

record.rows('MI_MARGN_ALL_20230130.json', marginTotals, ask('2023-01-30'), ({ rows }) => {
  assert.equal(rows.length, 1)
  assert.deepEqual(rows[0], {
    trade_date: '2023-01-30',
    market: 'TWSE',
    margin_purchase_buy: 264023000,
    margin_purchase_sell: 282873000,
    margin_purchase_cash_repayment: 10127000,
    margin_purchase_previous_balance: 6310599000,
    margin_purchase_balance: 6281622000,
    margin_purchase_buy_amount: '8514925000.00',
    margin_purchase_sell_amount: '8830493000.00',
    margin_purchase_cash_repayment_amount: '300879000.00',
    margin_purchase_previous_balance_amount: '151760467000.00',
    margin_purchase_balance_amount: '151144020000.00',
    short_sale_buy: 17280000,
    short_sale_sell: 20392000,
    short_sale_stock_repayment: 2075000,
    short_sale_previous_balance: 542895000,
    short_sale_balance: 543932000,
  })
})

record.outcome('MI_MARGN_nodata_20230101.json', miMargn, ask('2023-01-01'), (outcome) =>
  assert.deepEqual(outcome, {
    kind: 'closed',
    reason: 'the market was closed; the publisher says: 很抱歉，沒有符合條件的資料',
  }),
)

record.rows('TWT93U_20230130.json', twt93u, ask('2023-01-30'), ({ rows, outcome }) => {
  assert.equal(rows.length, 1108)
  assert.deepEqual(outcome.kind === 'rows' && outcome.left, [{ why: 'totals', rows: 1 }])
  assert.deepEqual(
    rows.find((row) => row.stock_id === '2330'),
    {
      stock_id: '2330',
      trade_date: '2023-01-30',
      market: 'TWSE',
      short_sale_previous_balance: 1506000,
      short_sale_sell: 284000,
      short_sale_buy: 56000,
      short_sale_stock_repayment: 101000,
      short_sale_balance: 1633000,
      short_sale_limit: 6482595114,
      sbl_short_sale_previous_balance: 30846988,
      sbl_short_sale_sell: 286000,
      sbl_short_sale_return: 742000,
      sbl_short_sale_adjustment: 0,
      sbl_short_sale_balance: 30390988,
      sbl_short_sale_limit: 3399967,
      note: null,
    },
  )
})

record.rows('MI_QFIIS_ALLBUT0999_20230130.json', miQfiis, ask('2023-01-30'), ({ rows }) => {
  assert.equal(rows.length, 1158)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '2330'),
    {
      stock_id: '2330',
      trade_date: '2023-01-30',
      market: 'TWSE',
      isin_code: 'TW0002330008',
      issued_shares: 25930380458,
      foreign_available_shares: 7329280055,
      foreign_shares: 18601100403,
      foreign_available_ratio: '28.2600',
      foreign_shareholding_ratio: '71.7300',
      foreign_limit_ratio: '100.0000',
      mainland_limit_ratio: '100.0000',
      change_reason: null,
      last_report_date: '2022-05-23',
    },
  )
})

record.rows('TWT49U_20240304_20240305.json', twt49u, ask('2024-03-04', { to: '2024-03-05' }), ({ rows }) => {
  assert.equal(rows.length, 2)
  assert.deepEqual(rows[1], {
    stock_id: '00913',
    ex_date: '2024-03-04',
    stock_name: '兆豐台灣晶圓製造',
    market: 'TWSE',
    close_before: '19.4200',
    reference_price: '18.9600',
    dividend_value: '0.460000',
    rights_value: null,
    cash_value: '0.460000',
    event_type: 'dividend',
    limit_up: '20.8500',
    limit_down: '17.0700',
    opening_reference_price: '18.9600',
    dividend_reference_price: '18.9600',
    cash_dividend: null,
    stock_dividend_per_1000: null,
    rights_issue_shares: null,
    rights_issue_price: null,
    rights_issue_per_1000: null,
  })
})

record.rows(
  'TWT49U_nodata_20240208_20240214.json',
  twt49u,
  ask('2024-02-08', { to: '2024-02-14' }),
  ({ rows, outcome }) => {
    assert.equal(rows.length, 0)
    assert.deepEqual(outcome.kind === 'rows' && outcome.left, [{ why: '很抱歉，沒有符合條件的資料!', rows: 0 }])
  },
)

record.rows('TWTAUU_20240101_20240628.json', twtauu, ask('2024-01-01', { to: '2024-06-28' }), ({ rows }) => {
  assert.equal(rows.length, 3)
  assert.deepEqual(rows[2], {
    stock_id: '3308',
    resumption_date: '2024-04-01',
    stock_name: '聯德',
    market: 'TWSE',
    halt_date: null,
    close_before: '28.2000',
    reference_price: '31.2600',
    limit_up: '34.3500',
    limit_down: '28.1500',
    opening_reference_price: '31.2500',
    exright_reference_price: null,
    reason: '退還股款',
    shares_per_1000: null,
    refund_per_share: null,
  })
})

record.rows('TWTAUU_nodata_20240101.json', twtauu, ask('2024-01-01'), ({ rows, outcome }) => {
  assert.equal(rows.length, 0)
  assert.deepEqual(outcome.kind === 'rows' && outcome.left, [{ why: '很抱歉，沒有符合條件的資料!', rows: 0 }])
})

record.rows('TWTB8U_20210101_20230101.json', twtb8u, ask('2021-01-01', { to: '2023-01-01' }), ({ rows }) => {
  assert.equal(rows.length, 2)
  assert.deepEqual(rows[1], {
    stock_id: '6415',
    resumption_date: '2022-07-13',
    stock_name: '矽力-KY',
    market: 'TWSE',
    halt_date: '2022-07-06',
    close_before: '2485.0000',
    reference_price: '621.2500',
    limit_up: '683.0000',
    limit_down: '560.0000',
    opening_reference_price: '621.0000',
    par_value_before: null,
    par_value_after: null,
    exchange_ratio: '4.000000',
  })
})

record.outcome('TWTB8U_nodata_20210101.json', twtb8u, ask('2021-01-01'), (outcome) =>
  assert.deepEqual(outcome, {
    kind: 'other_day',
    reason: 'asked for 2021-01-01 to 2021-01-01, answered with 2024-05-03 to 2021-01-01',
    served: '2024-05-03 to 2021-01-01',
  }),
)

record.others({})
