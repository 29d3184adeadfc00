import assert from 'node:assert/strict'
import { ask, recordingsIn } from '../fixture.ts'
import { twt96u } from './TaiwanDailyShortSaleBalances.ts'
import { t187ap04 as holdings } from './TaiwanFinancialHoldingsCompany.ts'
import { newsList, t187ap04 } from './TaiwanRelatedNews.ts'
import { mfi94u } from './TaiwanReturnIndex.ts'
import { mi5Mins } from './TaiwanStock5SecondsOrderStats.ts'
import { t187ap07 } from './TaiwanStockBalanceSheet.ts'
import { brk01, brk02, brokerList } from './TaiwanStockBrokerInfo.ts'
import { t187ap03 as industries } from './TaiwanStockCompanyIndustry.ts'
import { twt88u } from './TaiwanStockDailyPriceLimit.ts'
import { twtb4u } from './TaiwanStockDayTradingInfo.ts'
import { suspendListing } from './TaiwanStockDelisting.ts'
import { notetrans, punish } from './TaiwanStockDisposition.ts'
import { t187ap45, twt48u } from './TaiwanStockDividend.ts'
import { t187ap06, t187ap14 } from './TaiwanStockFinancialStatement.ts'
import { miMargn } from './TaiwanStockMarginPurchaseShortSale.ts'
import { bfi84u } from './TaiwanStockMarginShortSaleSuspension.ts'
import { t187ap05 } from './TaiwanStockMonthRevenue.ts'
import { t187ap03, t187ap47 } from './TaiwanStockOverview.ts'
import { t187ap03 as withWarrants } from './TaiwanStockOverviewIncludeWarrant.ts'
import { bwibbuAll } from './TaiwanStockPER.ts'
import { miIndex20, stockDayAll, stockFirst, twt53u } from './TaiwanStockPrice.ts'
import { miIndex } from './TaiwanStockSectorPrice.ts'
import { miQfiisSort20 } from './TaiwanStockShareholding.ts'
import { twtbau1 } from './TaiwanStockSuspendDayTrading.ts'
import { holidaySchedule, fmtqik as tradingDays } from './TaiwanStockTradingDate.ts'
import { twtawu } from './TaiwanStockTradingHaltAnnouncement.ts'
import { fmtqik, mi5MinsHist } from './TaiwanWeightedIndex.ts'

const record = recordingsIn('twse-openapi')

record.rows('exchangeReport_STOCK_DAY_ALL.json', stockDayAll, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 1321)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '0050'),
    {
      stock_id: '0050',
      trade_date: '2025-11-21',
      open: '60.1000',
      high: '60.1500',
      low: '59.5000',
      close: '59.8500',
      volume: 327691489,
      turnover: '19593794724.00',
      trade_count: 410104,
      spread: '-2.0500',
    },
  )
})

record.rows('STOCK_DAY_ALL_20260820_bare.json', stockDayAll, ask('2026-08-20'), ({ rows }) => {
  assert.equal(rows.length, 1376)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '00400A'),
    {
      stock_id: '00400A',
      trade_date: '2026-08-20',
      open: '14.7800',
      high: '14.7900',
      low: '14.4200',
      close: '14.6600',
      volume: 25835565,
      turnover: '376454269.00',
      trade_count: 5278,
      spread: '0.1500',
    },
  )
})

record.rows('exchangeReport_MI_INDEX20.json', miIndex20, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 20)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '6770'),
    {
      stock_id: '6770',
      trade_date: '2025-11-21',
      open: '33.5000',
      high: '34.2500',
      low: '32.0000',
      close: '33.0000',
      volume: 271984541,
      trade_count: 94271,
      spread: '-2.4000',
    },
  )
})

record.rows(
  'exchangeReport_STOCK_FIRST.json',
  stockFirst,
  ask('2025-11-21', { modified: '2025-11-22T21:22:00Z' }),
  ({ rows }) => {
    assert.equal(rows.length, 90)
    assert.deepEqual(
      rows.find((row) => row.stock_id === '1337'),
      {
        stock_id: '1337',
        trade_date: '2025-11-21',
        open: '4.9600',
        high: '4.9800',
        low: '4.8500',
        close: '4.9300',
        volume: 200088,
        turnover: '982572.00',
        trade_count: 179,
        spread: '-0.0300',
      },
    )
  },
)

record.rows(
  'exchangeReport_TWT53U.json',
  twt53u,
  ask('2025-11-21', { modified: '2025-11-22T21:22:00Z' }),
  ({ rows }) => {
    assert.equal(rows.length, 1304)
    assert.deepEqual(
      rows.find((row) => row.stock_id === '0050'),
      { stock_id: '0050', trade_date: '2025-11-21', volume: 304200, turnover: '18221004.00', trade_count: 2401 },
    )
  },
)

record.rows('exchangeReport_BWIBBU_ALL.json', bwibbuAll, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 1056)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '1101'),
    {
      stock_id: '1101',
      trade_date: '2025-11-21',
      market: 'TWSE',
      pe_ratio: null,
      pb_ratio: '0.71',
      dividend_yield: '4.87',
      dividend_year: null,
      dividend_per_share: null,
      fiscal_period: null,
    },
  )
})

record.rows('exchangeReport_FMTQIK.json', tradingDays, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 15)
  assert.deepEqual(rows[14], { trade_date: '2025-11-21', weekday: 5, is_scheduled: false, note: null })
})

record.rows('exchangeReport_FMTQIK.json', fmtqik, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 15)
  assert.deepEqual(rows[1], {
    stock_id: 'TAIEX',
    trade_date: '2025-11-04',
    close: '28116.5600',
    spread: '-218.0300',
    volume: 8404740088,
    turnover: '604283395876.00',
    trade_count: 3961004,
  })
})

record.rows('holidaySchedule_holidaySchedule.json', holidaySchedule, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 243)
  assert.deepEqual(
    rows.find((row) => row.trade_date === '2026-02-11'),
    { trade_date: '2026-02-11', weekday: 3, is_scheduled: true, note: '農曆春節前最後交易日' },
  )
})

record.rows('indicesReport_MI_5MINS_HIST.json', mi5MinsHist, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 15)
  assert.deepEqual(rows[0], {
    stock_id: 'TAIEX',
    trade_date: '2025-11-03',
    open: '28253.5300',
    high: '28494.9900',
    low: '28150.4500',
    close: '28334.5900',
  })
})

record.rows('exchangeReport_MI_INDEX.json', miIndex, ask('2025-11-21'), ({ rows, outcome }) => {
  assert.equal(rows.length, 40)
  assert.deepEqual(outcome.kind === 'rows' && outcome.left, [{ why: 'other indices', rows: 229 }])
  assert.deepEqual(
    rows.find((row) => row.stock_id === 'IX0188'),
    {
      stock_id: 'IX0188',
      trade_date: '2025-11-21',
      market: 'TWSE',
      index_name: '居家生活類指數',
      close: '102.0000',
      spread: '0.1700',
    },
  )
})

record.rows('indicesReport_MFI94U.json', mfi94u, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 15)
  assert.deepEqual(rows[0], { stock_id: 'TAIEX', trade_date: '2025-11-03', return_index: '64380.0000' })
})

record.rows(
  'exchangeReport_MI_5MINS.json',
  mi5Mins,
  ask('2025-11-21', { modified: '2025-11-22T21:22:00Z' }),
  ({ rows }) => {
    assert.equal(rows.length, 3241)
    assert.deepEqual(
      rows.find((row) => row.trade_time === '09:00:05'),
      {
        stock_id: 'MARKET',
        trade_date: '2025-11-21',
        trade_time: '09:00:05',
        buy_order_count: 470094,
        buy_order_volume: 6737597000,
        sell_order_count: 435212,
        sell_order_volume: 1898476000,
        trade_count: 34323,
        volume: 115585000,
        turnover: '17000000000.00',
      },
    )
  },
)

record.rows('exchangeReport_TWT88U.json', twt88u, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 1)
  assert.deepEqual(rows[0], {
    stock_id: '7786',
    trade_date: '2025-11-24',
    market: 'TWSE',
    limit_up: null,
    limit_down: null,
  })
})

record.rows('exchangeReport_TWTB4U.json', twtb4u, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 1164)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '0051'),
    { stock_id: '0051', trade_date: '2025-11-24', market: 'TWSE', is_sell_first_suspended: true },
  )
})

record.rows('exchangeReport_TWTBAU1.json', twtbau1, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 22)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '0053'),
    {
      stock_id: '0053',
      stock_name: '元大電子',
      market: 'TWSE',
      suspend_start_date: '2025-11-18',
      suspend_end_date: '2025-11-24',
      reason: '分配收益',
    },
  )
})

record.rows('exchangeReport_TWTAWU.json', twtawu, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 60)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '030126'),
    {
      stock_id: '030126',
      stock_name: '正崴國票53購01',
      market: 'TWSE',
      security_type: 'warrant',
      halt_date: '2025-11-13',
      halt_time: '08:00:00',
      resumption_date: '2025-11-14',
      resumption_time: '08:00:00',
    },
  )
})

record.rows(
  'exchangeReport_MI_MARGN.json',
  miMargn,
  ask('2025-11-21', { modified: '2025-11-22T21:22:00Z' }),
  ({ rows }) => {
    assert.equal(rows.length, 1234)
    assert.deepEqual(
      rows.find((row) => row.stock_id === '0051'),
      {
        stock_id: '0051',
        trade_date: '2025-11-21',
        market: 'TWSE',
        margin_purchase_buy: 0,
        margin_purchase_sell: 2000,
        margin_purchase_cash_repayment: 0,
        margin_purchase_previous_balance: 20000,
        margin_purchase_balance: 18000,
        margin_purchase_limit: 5750000,
        short_sale_buy: 0,
        short_sale_sell: 0,
        short_sale_stock_repayment: 0,
        short_sale_previous_balance: 0,
        short_sale_balance: 0,
        short_sale_limit: 5750000,
        offset_volume: 0,
        note: null,
      },
    )
  },
)

record.rows('exchangeReport_BFI84U.json', bfi84u, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 15)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '00901'),
    {
      stock_id: '00901',
      stock_name: '永豐智能車供應鏈',
      market: 'TWSE',
      suspend_start_date: '2025-11-19',
      suspend_end_date: '2025-11-24',
      reason: '分配收益',
    },
  )
})

record.rows('SBL_TWT96U.json', twt96u, ask('2025-11-21', { modified: '2025-11-22T21:22:00Z' }), ({ rows, outcome }) => {
  assert.equal(rows.length, 1976)
  assert.deepEqual(outcome.kind === 'rows' && outcome.left, [{ why: 'fillers', rows: 378 }])
  assert.deepEqual(
    rows.find((row) => row.stock_id === '00679B'),
    { stock_id: '00679B', trade_date: '2025-11-21', market: 'TPEX', sbl_short_sale_limit: 11239055 },
  )
})

record.rows(
  'fund_MI_QFIIS_sort_20.json',
  miQfiisSort20,
  ask('2025-11-21', { modified: '2025-11-22T21:22:00Z' }),
  ({ rows }) => {
    assert.equal(rows.length, 20)
    assert.deepEqual(
      rows.find((row) => row.stock_id === '2923'),
      {
        stock_id: '2923',
        trade_date: '2025-11-21',
        market: 'TWSE',
        issued_shares: 1740296982,
        foreign_available_shares: 11113266,
        foreign_shares: 1729183716,
        foreign_available_ratio: '0.6300',
        foreign_shareholding_ratio: '99.3600',
        foreign_limit_ratio: '100.0000',
      },
    )
  },
)

record.rows('announcement_punish.json', punish, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 5)
  const { detail, ...row } = rows[0]!
  assert.deepEqual(row, {
    stock_id: '2451',
    stock_name: '創見',
    market: 'TWSE',
    announce_date: '2025-11-13',
    disposition_count: 1,
    condition: '連續三次',
    measure: '第一次處置',
    period_start_date: '2025-11-14',
    period_end_date: '2025-11-27',
    match_interval_minutes: 5,
  })
  assert.match(String(detail), /約每五分鐘撮合一次/)
})

record.rows('announcement_notetrans.json', notetrans, ask('2025-11-21'), ({ rows, outcome }) => {
  assert.equal(rows.length, 0)
  assert.deepEqual(outcome.kind === 'rows' && outcome.left, [{ why: 'an empty list', rows: 0 }])
})

record.rows(
  'brokerService_brokerList.json',
  brokerList,
  ask('2025-11-21', { modified: '2025-11-22T21:22:00Z' }),
  ({ rows }) => {
    assert.equal(rows.length, 64)
    assert.deepEqual(
      rows.find((row) => row.broker_id === '1030'),
      {
        broker_id: '1030',
        broker_name: '土銀',
        broker_type: 'head_office',
        head_office_name: '土銀',
        establish_date: '1962-02-09',
        address: '台北市延平南路八十一號',
        phone: '(02)23483948',
        as_of_date: '2025-11-23',
      },
    )
  },
)

record.rows('opendata_OpenData_BRK02.json', brk02, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 811)
  assert.deepEqual(
    rows.find((row) => row.broker_id === '1021'),
    {
      broker_id: '1021',
      broker_name: '合庫-台中',
      broker_type: 'branch',
      head_office_name: '合庫',
      establish_date: '2011-12-02',
      address: '台中市西區民權路91號6樓',
      phone: '04-22255141',
      as_of_date: '2025-11-23',
    },
  )
})

record.rows('opendata_OpenData_BRK01.json', brk01, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 862)
  assert.deepEqual(rows[0], { broker_id: '1020' })
})

record.rows('opendata_t187ap03_L.json.gz', t187ap03, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 1068)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '1101'),
    {
      stock_id: '1101',
      stock_name: '台泥',
      market: 'TWSE',
      security_type: 'stock',
      industry_code: '01',
      industry_category: '水泥工業',
      isin_code: null,
      cfi_code: null,
      listing_date: '1962-02-09',
      delisting_date: null,
      is_active: true,
      as_of_date: '2025-11-22',
    },
  )
})

record.rows('opendata_t187ap03_L.json.gz', withWarrants, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 1068)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '1101'),
    {
      stock_id: '1101',
      issue_key: '19620209',
      stock_name: '台泥',
      market: 'TWSE',
      security_type: 'stock',
      industry_code: '01',
      industry_category: '水泥工業',
      isin_code: null,
      cfi_code: null,
      listing_date: '1962-02-09',
      delisting_date: null,
      is_active: true,
      as_of_date: '2025-11-22',
      underlying_stock_id: null,
      warrant_type: null,
      exercise_style: null,
      exercise_price: null,
      exercise_ratio: null,
      last_trading_date: null,
      expiration_date: null,
    },
  )
})

record.rows('opendata_t187ap03_L.json.gz', industries, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 1068)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '1101'),
    {
      stock_id: '1101',
      as_of_date: '2025-11-22',
      stock_name: '台泥',
      market: 'TWSE',
      classification: 'official',
      industry_code: '01',
      industry_category: '水泥工業',
      sub_industry: '',
      chain_position: null,
    },
  )
})

record.rows('opendata_t187ap47_L.json', t187ap47, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 209)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '0051'),
    { stock_id: '0051', market: 'TWSE', security_type: 'etf', listing_date: '2006-08-31', as_of_date: '2024-12-30' },
  )
})

record.rows('company_suspendListingCsvAndHtml.json', suspendListing, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 261)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '6288'),
    {
      stock_id: '6288',
      stock_name: '聯嘉光電',
      market: 'TWSE',
      delisting_date: '2025-08-15',
      reason: null,
      is_transfer: null,
    },
  )
})

record.rows(
  'opendata_t187ap05_L.json',
  t187ap05,
  ask('2025-11-21', { modified: '2025-11-22T21:22:00Z' }),
  ({ rows }) => {
    assert.equal(rows.length, 1058)
    assert.deepEqual(
      rows.find((row) => row.stock_id === '1101'),
      {
        stock_id: '1101',
        report_month: '2025-10-01',
        stock_name: '台泥',
        market: 'TWSE',
        industry_category: '水泥工業',
        revenue: '13882248000.00',
        revenue_last_month: '13306676000.00',
        revenue_last_year: '16272067000.00',
        mom_percent: '4.33',
        yoy_percent: '-14.69',
        revenue_ytd: '123320545000.00',
        revenue_ytd_last_year: '121863413000.00',
        ytd_yoy_percent: '1.20',
        note: null,
        first_seen_date: '2025-11-23',
      },
    )
  },
)

record.rows(
  'opendata_t187ap06_L_bd.json',
  t187ap06.find((feed) => feed.endpoint.endsWith('_bd'))!,
  ask('2025-11-21'),
  ({ rows }) => {
    assert.equal(rows.length, 45)
    assert.deepEqual(
      rows.find((row) => row.stock_id === '2855' && row.type === 'EPS'),
      {
        stock_id: '2855',
        report_date: '2025-09-30',
        period: 'quarterly',
        fiscal_year: 2025,
        fiscal_quarter: 3,
        type: 'EPS',
        origin_name: '基本每股盈餘（元）',
        value: '1.6700',
        unit: 'TWD_per_share',
        statement_scope: 'consolidated',
        is_derived: false,
        announce_date: null,
      },
    )
  },
)

record.rows(
  'opendata_t187ap06_L_ci.json.gz',
  t187ap06.find((feed) => feed.endpoint.endsWith('_ci'))!,
  ask('2025-11-21'),
  ({ rows }) => {
    assert.equal(rows.length, 17749)
    assert.deepEqual(
      rows.find((row) => row.stock_id === '1101' && row.type === 'IncomeAfterTaxes'),
      {
        stock_id: '1101',
        report_date: '2025-09-30',
        period: 'quarterly',
        fiscal_year: 2025,
        fiscal_quarter: 3,
        type: 'IncomeAfterTaxes',
        origin_name: '本期淨利（淨損）',
        value: '-10286629000.0000',
        unit: 'TWD',
        statement_scope: 'consolidated',
        is_derived: false,
        announce_date: null,
      },
    )
  },
)

record.rows(
  'opendata_t187ap06_L_ins.json',
  t187ap06.find((feed) => feed.endpoint.endsWith('_ins'))!,
  ask('2025-11-21'),
  ({ rows }) => {
    assert.equal(rows.length, 72)
    assert.deepEqual(
      rows.find((row) => row.stock_id === '2816' && row.type === 'PreTaxIncome'),
      {
        stock_id: '2816',
        report_date: '2025-09-30',
        period: 'quarterly',
        fiscal_year: 2025,
        fiscal_quarter: 3,
        type: 'PreTaxIncome',
        origin_name: '繼續營業單位稅前純益（純損）',
        value: '788580000.0000',
        unit: 'TWD',
        statement_scope: 'individual',
        is_derived: false,
        announce_date: null,
      },
    )
  },
)

// The titles of this list stand one column off its numbers, from the interest income on: no number of it may be taken.
record.outcome(
  'opendata_t187ap06_L_fh.json',
  t187ap06.find((feed) => feed.endpoint.endsWith('_fh'))!,
  ask('2025-11-21'),
  (outcome) => {
    assert.equal(outcome.kind, 'changed')
    assert.ok(outcome.kind === 'changed')
    assert.match(outcome.reason, /^5 rows cannot be read, the first at 淨收益 is not 利息淨收益 \+ 利息以外淨收益/)
    assert.match(outcome.evidence, /玉山金/)
  },
)

record.rows('opendata_t187ap14_L.json', t187ap14, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 1050)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '1101'),
    {
      stock_id: '1101',
      report_date: '2025-09-30',
      period: 'quarterly',
      fiscal_year: 2025,
      fiscal_quarter: 3,
      type: 'EPS',
      value: '-1.2800',
      unit: 'TWD_per_share',
    },
  )
})

record.rows(
  'opendata_t187ap07_L_basi.json',
  t187ap07.find((feed) => feed.endpoint.endsWith('_basi'))!,
  ask('2025-11-21'),
  ({ rows }) => {
    assert.equal(rows.length, 394)
    assert.deepEqual(
      rows.find((row) => row.stock_id === '2801' && row.type === 'TotalAssets'),
      {
        stock_id: '2801',
        report_date: '2025-09-30',
        period: 'quarterly',
        fiscal_year: 2025,
        fiscal_quarter: 3,
        type: 'TotalAssets',
        origin_name: '資產總計',
        value: '3355123235000.0000',
        unit: 'TWD',
        statement_scope: 'consolidated',
        is_derived: false,
        announce_date: null,
      },
    )
  },
)

record.rows(
  'opendata_t187ap07_L_ci.json.gz',
  t187ap07.find((feed) => feed.endpoint.endsWith('_ci'))!,
  ask('2025-11-21'),
  ({ rows }) => {
    assert.equal(rows.length, 16764)
    assert.deepEqual(
      rows.find((row) => row.stock_id === '1101' && row.type === 'BookValuePerShare'),
      {
        stock_id: '1101',
        report_date: '2025-09-30',
        period: 'quarterly',
        fiscal_year: 2025,
        fiscal_quarter: 3,
        type: 'BookValuePerShare',
        origin_name: '每股參考淨值',
        value: '29.0500',
        unit: 'TWD_per_share',
        statement_scope: 'consolidated',
        is_derived: false,
        announce_date: null,
      },
    )
  },
)

record.rows(
  'opendata_t187ap07_L_ins.json',
  t187ap07.find((feed) => feed.endpoint.endsWith('_ins'))!,
  ask('2025-11-21'),
  ({ rows, outcome }) => {
    assert.equal(rows.length, 0)
    assert.deepEqual(outcome.kind === 'rows' && outcome.left, [{ why: 'an empty list', rows: 0 }])
  },
)

record.rows(
  'opendata_t187ap07_L_mim.json',
  t187ap07.find((feed) => feed.endpoint.endsWith('_mim'))!,
  ask('2025-11-21'),
  ({ rows }) => {
    assert.equal(rows.length, 73)
    assert.deepEqual(
      rows.find((row) => row.stock_id === '1409' && row.type === 'TreasuryShares'),
      {
        stock_id: '1409',
        report_date: '2025-09-30',
        period: 'quarterly',
        fiscal_year: 2025,
        fiscal_quarter: 3,
        type: 'TreasuryShares',
        origin_name: '庫藏股票',
        value: '-29834000.0000',
        unit: 'TWD',
        statement_scope: 'consolidated',
        is_derived: false,
        announce_date: null,
      },
    )
  },
)

record.rows('opendata_t187ap45_L.json.gz', t187ap45, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 1240)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '1101B'),
    {
      stock_id: '1101B',
      announce_date: '2025-03-12',
      announce_time: '00:00:00',
      stock_name: '台泥乙特',
      dividend_period: '113年',
      fiscal_year: 2024,
      fiscal_quarter: null,
      record_date: null,
      stock_earnings_distribution: '0.000000',
      stock_statutory_surplus: '0.000000',
      stock_ex_date: null,
      cash_earnings_distribution: '2.026250',
      cash_statutory_surplus: '0.000000',
      cash_preferred_dividend: null,
      cash_ex_date: null,
      cash_payment_date: null,
      capital_increase_shares: null,
      capital_increase_ratio: null,
      capital_increase_price: null,
      participating_shares: null,
      par_value: null,
      employee_stock_bonus_shares: null,
      employee_cash_bonus: null,
      directors_remuneration: null,
    },
  )
})

record.rows('exchangeReport_TWT48U_ALL.json', twt48u, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 23)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '3004'),
    { stock_id: '3004', stock_name: '豐達科', stock_ex_date: '2025-12-04', cash_ex_date: null },
  )
})

record.rows('opendata_t187ap04_L.json', t187ap04, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 6)
  assert.deepEqual(
    rows.find((row) => row.stock_id === '3037'),
    {
      news_id: '93f86ac37bdb2fcc',
      stock_id: '3037',
      publish_date: '2025-11-22',
      published_at: '2025-11-22T02:57:20.000Z',
      title: '公告本公司國內第一次無擔保轉換公司債轉換價格調整',
      source: '公開資訊觀測站',
      link: 'https://mops.twse.com.tw/mops/#/web/t05st02#3037-20251122-105720',
      summary:
        '1.事實發生日:114/11/22 2.公司名稱:欣興電子股份有限公司 3.與公司關係(請輸入本公司或子公司):本公司 4.相互持股比例:不適用 5.發生緣由:因應本公司辦理現金增資發行普通股，依本公司國內第一次無擔保轉換 公司債發行及轉換辦法第十一條規定調整轉換價格 6.因應措施:自現金增資股款收足日(增資基準日)115年1月13日起，國內第一次無擔保 轉換公司債價格自新台幣165.4元調整為164.1元 7.其他應敘明事項(若事件發生或決議之主體係屬公開發行以上公司，本則重大訊息同時 符合證券交易法施行細則第7條第9款所定對股東權益或證券價格有重大影響之事項):無',
      provider: 'mops',
      category: 'announcement',
    },
  )
})

record.rows('opendata_t187ap04_L.json', holdings, ask('2025-11-21'), ({ rows, outcome }) => {
  assert.equal(rows.length, 0)
  assert.deepEqual(outcome.kind === 'rows' && outcome.left, [{ why: 'other announcements', rows: 6 }])
})

record.rows('news_newsList.json', newsList, ask('2025-11-21'), ({ rows }) => {
  assert.equal(rows.length, 800)
  assert.deepEqual(rows[1], {
    news_id: 'ade124e4ecc580a5',
    stock_id: 'MARKET',
    publish_date: '2025-11-21',
    published_at: '2025-11-20T16:00:00.000Z',
    title: '向榮生技自本（114）年11月24日起得為融資融券交易',
    source: '臺灣證券交易所',
    link: 'https://www.twse.com.tw/zh/about/news/news/content.html?8a8216d69a3d6cf9019aa5a6a6510299',
    summary: null,
    provider: 'twse',
    category: 'news',
  })
})

const yesterday = 'STOCK_DAY_ALL_20260820_bare.json'
record.outcome(yesterday, stockDayAll, ask('2026-08-21'), (outcome) =>
  assert.deepEqual(outcome, { kind: 'not_yet', reason: 'still answers with 2026-08-20, asked for 2026-08-21' }),
)
record.outcome(yesterday, stockDayAll, ask('2026-08-19'), (outcome) =>
  assert.deepEqual(outcome, {
    kind: 'other_day',
    served: '2026-08-20',
    reason: 'asked for 2026-08-19, answered with 2026-08-20',
  }),
)
// A list that names no day is not dated by the day it is fetched.
record.outcome('exchangeReport_MI_MARGN.json', miMargn, ask('2025-11-21'), (outcome) =>
  assert.equal(outcome.kind, 'not_yet'),
)
record.outcome(
  'exchangeReport_MI_MARGN.json',
  miMargn,
  ask('2025-11-24', { modified: '2025-11-22T21:23:11Z' }),
  (outcome) =>
    assert.deepEqual(outcome, { kind: 'not_yet', reason: 'still the answer of 2025-11-21, asked for 2025-11-24' }),
)

record.others({
  'block_BFIAUU_d.json': 'block trades of all securities together',
  'block_BFIAUU_y.json': 'block trades of all securities together, by year',
  'indicesReport_TAI50I.json': 'the Taiwan 50 index, which no dataset holds',
  'opendata_t187ap18.json': 'brokers with their bank accounts, which are not to be taken',
  'opendata_t187ap42_L.json': 'trades of warrants, which no dataset holds; an empty list',
  'opendata_twtazu_od.json': 'how many securities rose and fell, which follows from their prices',
  'swagger_decoded.json': 'the list of the endpoints themselves',
})
