import assert from 'node:assert/strict'
import { ask, recordingsIn } from '../fixture.ts'
import { issbd5 } from './TaiwanCBOverview.ts'
import { marginSbl } from './TaiwanDailyShortSaleBalances.ts'
import { t187ap07 } from './TaiwanStockBalanceSheet.ts'
import { dailyBroker, marginSpot } from './TaiwanStockBrokerInfo.ts'
import { mainboardQuotes as limits } from './TaiwanStockDailyPriceLimit.ts'
import { intradayFee } from './TaiwanStockDayTradingFee.ts'
import { t187ap06 } from './TaiwanStockFinancialStatement.ts'
import { dailyTrading, trustTrading } from './TaiwanStockInstitutionalInvestorsBuySell.ts'
import { dailyMarketValue } from './TaiwanStockMarketValue.ts'
import { knownSecurities } from './TaiwanStockOverview.ts'
import { peratioAnalysis } from './TaiwanStockPER.ts'
import { mainboardQuotes } from './TaiwanStockPrice.ts'
import { qfii } from './TaiwanStockShareholding.ts'
import { tradingPre } from './TaiwanStockSuspendDayTrading.ts'
import { instiSummary } from './TaiwanStockTotalInstitutionalInvestors.ts'
import { spendiHistory } from './TaiwanStockTradingHaltAnnouncement.ts'
import { tpexIndex, tradingIndex } from './TaiwanWeightedIndex.ts'

const record = recordingsIn('tpex-openapi')

record.rows('tpex_mainboard_quotes.json', mainboardQuotes, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 976)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '00687B'),
    {
      stock_id: '00687B',
      trade_date: '2025-11-21',
      open: '28.7600',
      high: '28.8000',
      low: '28.7300',
      close: '28.7700',
      volume: 46290000,
      turnover: '1331674850.00',
      trade_count: 5577,
      spread: '0.2100',
    },
  )
})

record.rows('tpex_mainboard_quotes.json', limits, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 976)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '2235'),
    { stock_id: '2235', trade_date: '2025-11-24', market: 'TPEX', limit_up: '37.0000', limit_down: '30.3000' },
  )
})

record.rows('tpex_index.json', tpexIndex, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 15)
  assert.deepEqual(rows[0], {
    stock_id: 'TPEX',
    trade_date: '2025-11-03',
    open: '264.4800',
    high: '266.3300',
    low: '264.4800',
    close: '265.6800',
    spread: '1.3700',
  })
})

record.rows('tpex_daily_trading_index.json', tradingIndex, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 15)
  assert.deepEqual(rows[1], {
    stock_id: 'TPEX',
    trade_date: '2025-11-04',
    close: '261.0000',
    spread: '-4.6800',
    volume: 1038359844,
    turnover: '132662768639.00',
    trade_count: 989210,
  })
})

record.rows('tpex_mainboard_peratio_analysis.json', peratioAnalysis, ask('2025-01-13'), ({ rows }) => {
  assert.equal(rows.length, 835)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '1240'),
    {
      stock_id: '1240',
      trade_date: '2025-01-13',
      market: 'TPEX',
      pe_ratio: '11.48',
      pb_ratio: '1.14',
      dividend_yield: '5.28',
      dividend_year: null,
      dividend_per_share: '2.7000',
      fiscal_period: null,
    },
  )
})

record.outcome('tpex_mainboard_peratio_analysis.json', peratioAnalysis, ask('2025-11-21'), (outcome) =>
  assert.deepEqual(outcome, { kind: 'not_yet', reason: 'still answers with 2025-01-13, asked for 2025-11-21' }),
)

record.rows('tpex_3insti_summary.json', instiSummary, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 1)
  assert.deepEqual(rows[0], {
    trade_date: '2025-11-21',
    market: 'TPEX',
    foreign_investor_buy_amount: '33732715627.00',
    foreign_investor_sell_amount: '37393439849.00',
    foreign_investor_net_amount: '-3660724222.00',
    foreign_dealer_buy_amount: '0.00',
    foreign_dealer_sell_amount: '0.00',
    foreign_dealer_net_amount: '0.00',
    investment_trust_buy_amount: '4220084700.00',
    investment_trust_sell_amount: '1079783948.00',
    investment_trust_net_amount: '3140300752.00',
    dealer_self_buy_amount: '1388229945.00',
    dealer_self_sell_amount: '1779190738.00',
    dealer_self_net_amount: '-390960793.00',
    dealer_hedging_buy_amount: '1270885991.00',
    dealer_hedging_sell_amount: '2020412103.00',
    dealer_hedging_net_amount: '-749526112.00',
    dealer_buy_amount: '2659115936.00',
    dealer_sell_amount: '3799602841.00',
    dealer_net_amount: '-1140486905.00',
    total_buy_amount: '40611916263.00',
    total_sell_amount: '42272826638.00',
    total_net_amount: '-1660910375.00',
  })
})

record.rows('tpex_3insti_daily_trading.json', dailyTrading, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 846)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '00679B'),
    {
      stock_id: '00679B',
      trade_date: '2025-11-21',
      market: 'TPEX',
      foreign_investor_buy: 22147000,
      foreign_investor_sell: 2000,
      foreign_investor_net: 22145000,
      foreign_dealer_buy: 0,
      foreign_dealer_sell: 0,
      foreign_dealer_net: 0,
      investment_trust_buy: 0,
      investment_trust_sell: 0,
      investment_trust_net: 0,
      dealer_buy: 13472874,
      dealer_sell: 7719000,
      dealer_net: 5753874,
      total_net: 27898874,
    },
  )
})

record.rows('tpex_3insti_trading.json', trustTrading, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 28)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '8358'),
    {
      stock_id: '8358',
      trade_date: '2025-11-21',
      market: 'TPEX',
      investment_trust_buy: 2088000,
      investment_trust_sell: 24000,
      investment_trust_net: 2064000,
    },
  )
})

record.rows('tpex_margin_sbl.json', marginSbl, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 862)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '00687B'),
    {
      stock_id: '00687B',
      trade_date: '2025-11-21',
      market: 'TPEX',
      short_sale_previous_balance: 88000,
      short_sale_sell: 0,
      short_sale_buy: 2000,
      short_sale_stock_repayment: 0,
      short_sale_balance: 86000,
      short_sale_limit: 1742979405,
      sbl_short_sale_previous_balance: 49294000,
      sbl_short_sale_sell: 900000,
      sbl_short_sale_return: 0,
      sbl_short_sale_adjustment: 0,
      sbl_short_sale_balance: 50194000,
      sbl_short_sale_limit: 8995095,
      note: null,
    },
  )
})

record.rows('tpex_3insti_qfii.json', qfii, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 863)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '8455'),
    {
      stock_id: '8455',
      trade_date: '2025-11-21',
      market: 'TPEX',
      isin_code: null,
      issued_shares: 25219056,
      foreign_available_shares: 3071750,
      foreign_shares: 22147306,
      foreign_available_ratio: '12.1800',
      foreign_shareholding_ratio: '87.8100',
      foreign_limit_ratio: '100.0000',
      mainland_limit_ratio: null,
      change_reason: null,
      last_report_date: null,
    },
  )
})

record.rows('tpex_intraday_fee.json', intradayFee, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 315)
  assert.deepEqual(rows[1], {
    stock_id: '3105',
    trade_date: '2025-11-03',
    seq: 1,
    stock_name: '穩懋',
    market: 'TPEX',
    borrowed_volume: 3000,
    fee_rate: '0.1000',
  })
})

record.rows('tpex_intraday_trading_pre.json', tradingPre, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 19)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '00679B'),
    {
      stock_id: '00679B',
      stock_name: '元大美債20年',
      market: 'TPEX',
      suspend_start_date: '2025-11-18',
      suspend_end_date: '2025-11-24',
      reason: '分配收益',
    },
  )
})

record.rows('tpex_spendi_history.json', spendiHistory, ask('2025-11-21'), ({ rows, outcome }) => {
  assert.equal(rows.length, 416)
  assert.deepEqual(outcome.kind === 'rows' && outcome.left, [{ why: 'resumptions of earlier halts', rows: 5 }])
  assert.deepEqual(
    rows.find((row) => row.stock_id === '13164'),
    {
      stock_id: '13164',
      stock_name: '上曜四',
      market: 'TPEX',
      security_type: 'bond',
      halt_date: '2025-08-12',
      halt_time: '08:00:00',
      resumption_date: '2025-08-13',
      resumption_time: '08:00:00',
    },
  )
})

record.rows('tpex_daily_broker1.json', dailyBroker, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 854)
  assert.deepEqual(rows[0], { broker_id: '9268' })
})

record.rows('tpex_margin_trading_marginspot.json', marginSpot, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 35)
  assert.deepEqual(rows[0], { broker_id: '9800' })
})

record.rows('tpex_daily_market_value.json', dailyMarketValue, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 861)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '5274'),
    {
      stock_id: '5274',
      trade_date: '2025-11-21',
      market: 'TPEX',
      close: '6075.0000',
      issued_shares: 37802685,
      market_value: '229651000000.00',
    },
  )
})

record.rows(
  'tpex_cmode.json',
  knownSecurities.find((feed) => feed.endpoint === 'tpex_cmode')!,
  ask('2025-11-21'),
  ({ rows }) => {
    assert.equal(rows.length, 17)
    assert.deepEqual(rows[0], { stock_id: '3629', stock_name: '地心引力' })
  },
)

record.rows(
  'tpex_delayed_stock_open.json',
  knownSecurities.find((feed) => feed.endpoint === 'tpex_delayed_stock_open')!,
  ask('2025-11-21'),
  ({ rows }) => {
    assert.equal(rows.length, 80)
    assert.deepEqual(rows[0], { stock_id: '00679B', stock_name: '元大美債20年' })
  },
)

record.rows(
  'tpex_trading_warning_information.json',
  knownSecurities.find((feed) => feed.endpoint === 'tpex_trading_warning_information')!,
  ask('2025-11-21'),
  ({ rows }) => {
    assert.equal(rows.length, 13)
    assert.deepEqual(rows[0], { stock_id: '3324', stock_name: '雙鴻' })
  },
)

record.rows(
  'tpex_trading_warning_note.json',
  knownSecurities.find((feed) => feed.endpoint === 'tpex_trading_warning_note')!,
  ask('2025-11-21'),
  ({ rows }) => {
    assert.equal(rows.length, 3)
    assert.deepEqual(rows[0], { stock_id: '3710', stock_name: '連展投控' })
  },
)

record.rows(
  'tpex_margin_trading_margin_mark.json',
  knownSecurities.find((feed) => feed.endpoint === 'tpex_margin_trading_margin_mark')!,
  ask('2025-11-21'),
  ({ rows }) => {
    assert.equal(rows.length, 748)
    assert.deepEqual(rows[0], { stock_id: '00679B', stock_name: '元大美債20年' })
  },
)

record.rows(
  'tpex_margin_trading_adjust.json',
  knownSecurities.find((feed) => feed.endpoint === 'tpex_margin_trading_adjust')!,
  ask('2025-11-21'),
  ({ rows, outcome }) => {
    assert.equal(rows.length, 182)
    assert.deepEqual(outcome.kind === 'rows' && outcome.left, [{ why: 'repeats', rows: 61 }])
    assert.deepEqual(rows[0], { stock_id: '1240', stock_name: '茂生農經' })
  },
)

record.rows(
  'mopsfin_t187ap06_O_bd.json',
  t187ap06.find((feed) => feed.endpoint.endsWith('O_bd'))!,
  ask('2025-11-21'),
  ({ rows }) => {
    assert.equal(rows.length, 94)
    assert.deepEqual(
      rows.find((row) => row.stock_id === '6015' && row.type === 'OperatingIncome'),
      {
        stock_id: '6015',
        report_date: '2025-09-30',
        period: 'quarterly',
        fiscal_year: 2025,
        fiscal_quarter: 3,
        type: 'OperatingIncome',
        origin_name: '營業利益',
        value: '-24499000.0000',
        unit: 'TWD',
        statement_scope: 'consolidated',
        is_derived: false,
        announce_date: null,
      },
    )
  },
)

record.rows(
  'mopsfin_t187ap07_O_bd.json',
  t187ap07.find((feed) => feed.endpoint.endsWith('O_bd'))!,
  ask('2025-11-21'),
  ({ rows }) => {
    assert.equal(rows.length, 112)
    assert.deepEqual(
      rows.find((row) => row.stock_id === '6015' && row.type === 'EquityAttributableToOwnersOfParent'),
      {
        stock_id: '6015',
        report_date: '2025-09-30',
        period: 'quarterly',
        fiscal_year: 2025,
        fiscal_quarter: 3,
        type: 'EquityAttributableToOwnersOfParent',
        origin_name: '歸屬於母公司業主權益合計',
        value: '5338591000.0000',
        unit: 'TWD',
        statement_scope: 'consolidated',
        is_derived: false,
        announce_date: null,
      },
    )
  },
)

record.rows('bond_ISSBD5_data.json', issbd5, ask('2025-11-21'), ({ rows, outcome }) => {
  assert.equal(rows.length, 342)
  assert.deepEqual(outcome.kind === 'rows' && outcome.left, [{ why: 'bonds that are not listed here', rows: 31 }])
  assert.deepEqual(
    rows.find((row) => row.cb_id === '11011'),
    {
      cb_id: '11011',
      cb_name: '台泥一永',
      stock_id: '1101',
      issuer_name: '台泥',
      bond_kind: 'convertible',
      issue_date: '2024-12-10',
      listing_date: '2024-12-10',
      maturity_date: '2029-12-10',
      delisting_date: null,
      issue_amount: '8000000000.00',
      outstanding_amount: '8000000000.00',
      coupon_rate: '0.000000',
      currency: 'TWD',
      issue_conversion_price: '36.5000',
      conversion_price: null,
      conversion_price_effective_date: null,
      conversion_start_date: '2025-03-11',
      conversion_end_date: '2029-12-10',
      put_date: '2027-12-10',
      put_price: '100.0000',
      put_start_date: null,
      put_end_date: null,
      call_start_date: null,
      call_end_date: null,
      call_price: null,
      suspension_start_date: null,
      suspension_end_date: null,
      reference_price: null,
      underlying_price: null,
      conversion_value: null,
      premium_percent: null,
      is_secured: false,
      guarantor: null,
      listing_status: '2',
      status: 'active',
      as_of_date: '2025-11-22',
    },
  )
})

record.rows('bond_ISSBD6_data.json', issbd5, ask('2025-11-21'), ({ rows, outcome }) => {
  assert.equal(rows.length, 0)
  assert.deepEqual(outcome.kind === 'rows' && outcome.left, [{ why: 'bonds that are not listed here', rows: 19 }])
})

record.others({
  'tpex_daily_trading_block.json': 'block trades by name, without the code of the security',
  'tpex_gold_latest.json': 'gold as it trades in TWD, where the dataset holds the London fixing',
  'tpex_intraday_trading_statistics.json': 'day trades of all securities together',
})
