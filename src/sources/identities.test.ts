import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { resolve } from 'node:path'
import { test } from 'node:test'
import {
  calendarOf,
  feedNamed,
  readBytes,
  recorded,
  recordedRows,
  requestFor,
  withoutSamples as skip,
} from '../../test/support/feeds/fixture.ts'
import type { Feed, FeedRequest } from './feed.ts'
import { quotient } from './numbers.ts'
import { openApiTable } from './openapi.ts'
import type { Row } from './outcome.ts'
import { futuresNamed, optionNamed } from './taifex/products.ts'
import { disagreements } from './witness.ts'

/** What recorded responses of one day have to do with each other. */

const twt93u = feedNamed('twse TaiwanDailyShortSaleBalances TWT93U')
const miMargn = feedNamed('twse TaiwanStockMarginPurchaseShortSale MI_MARGN')
const miIndex = feedNamed('twse TaiwanStockPrice MI_INDEX')
const mi5MinsIndex = feedNamed('twse TaiwanStockSectorPrice MI_5MINS_INDEX')
const sectorCloses = feedNamed('twse TaiwanStockSectorPrice MI_INDEX')
const listedTotals = feedNamed('twse TaiwanStockTotalMarginPurchaseShortSale MI_MARGN')
const mi5MinsHist = feedNamed('twse TaiwanWeightedIndex MI_5MINS_HIST')
const dailyQuotes = feedNamed('tpex TaiwanStockPrice dailyQuotes')
const marginBalance = feedNamed('tpex TaiwanStockMarginPurchaseShortSale balance')
const otcTotals = feedNamed('tpex TaiwanStockTotalMarginPurchaseShortSale balance')
const twt96u = feedNamed('twse-openapi TaiwanDailyShortSaleBalances TWT96U')
const brk01 = feedNamed('twse-openapi TaiwanStockBrokerInfo OpenData_BRK01')
const brk02 = feedNamed('twse-openapi TaiwanStockBrokerInfo OpenData_BRK02')
const brokerList = feedNamed('twse-openapi TaiwanStockBrokerInfo brokerList')
const incomeLists = feedNamed('twse-openapi TaiwanStockFinancialStatement t187ap06_L_ci')
const t187ap14 = feedNamed('twse-openapi TaiwanStockFinancialStatement t187ap14_L')
const stockDayAll = feedNamed('twse-openapi TaiwanStockPrice STOCK_DAY_ALL')
const miIndex20 = feedNamed('twse-openapi TaiwanStockPrice MI_INDEX20')
const stockFirst = feedNamed('twse-openapi TaiwanStockPrice STOCK_FIRST')
const twt53u = feedNamed('twse-openapi TaiwanStockPrice TWT53U')
const fmtqik = feedNamed('twse-openapi TaiwanWeightedIndex FMTQIK')
const openHist = feedNamed('twse-openapi TaiwanWeightedIndex MI_5MINS_HIST')
const openSbl = feedNamed('tpex-openapi TaiwanDailyShortSaleBalances tpex_margin_sbl')
const dailyTrading = feedNamed('tpex-openapi TaiwanStockInstitutionalInvestorsBuySell tpex_3insti_daily_trading')
const trustTrading = feedNamed('tpex-openapi TaiwanStockInstitutionalInvestorsBuySell tpex_3insti_trading')
const dailyMarketValue = feedNamed('tpex-openapi TaiwanStockMarketValue tpex_daily_market_value')
const mainboardQuotes = feedNamed('tpex-openapi TaiwanStockPrice tpex_mainboard_quotes')
const qfii = feedNamed('tpex-openapi TaiwanStockShareholding tpex_3insti_qfii')
const tpexIndex = feedNamed('tpex-openapi TaiwanWeightedIndex tpex_index')
const tradingIndex = feedNamed('tpex-openapi TaiwanWeightedIndex tpex_daily_trading_index')
const optDataDown = feedNamed('taifex TaiwanOptionDaily optDataDown')
const futDataDown = feedNamed('taifex TaiwanFuturesDaily futDataDown')
const dailyOpt = feedNamed('taifex-openapi TaiwanOptionsBrokerDaily Daily_OPT')
const futuresReport = feedNamed('taifex-openapi TaiwanFuturesDaily DailyMarketReportFut')
const futuresQuotes = feedNamed('taifex-openapi TaiwanFutureOptionTickRealtime DailyMarketReportFut')

const day = requestFor('2023-01-30')
const open = requestFor('2025-11-21', { modified: '2025-11-22T21:22:00Z' })

function rowsOf(feed: Feed, file: string, request: FeedRequest): readonly Row[] {
  const outcome = readBytes(feed, recorded(file), request)
  assert.ok(outcome.kind === 'rows', JSON.stringify(outcome).slice(0, 300))
  assert.deepEqual([outcome.unread, outcome.rejected], [[], []])
  return outcome.rows
}
const by = (rows: readonly Row[], ...names: string[]): Map<string, Row> =>
  new Map(rows.map((row) => [names.map((name) => row[name]).join(' '), row]))
const number = (row: Row, name: string): number => row[name] as number

const files = {
  prices: 'twse/MI_INDEX_ALLBUT0999_20230130.json',
  otcPrices: 'tpex/dailyQuotes_20230130.json.gz',
  margin: 'twse/MI_MARGN_ALL_20230130.json',
  otcMargin: 'tpex/margin_balance_20230130.json',
}

test('margin lots are the shares of the table of short balances', { skip }, () => {
  const balances = by(rowsOf(twt93u, 'twse/TWT93U_20230130.json', day), 'stock_id')
  let compared = 0
  for (const row of rowsOf(miMargn, files.margin, day)) {
    const shares = balances.get(row.stock_id as string)
    if (!shares) continue
    compared++
    for (const name of [
      'short_sale_previous_balance',
      'short_sale_sell',
      'short_sale_buy',
      'short_sale_stock_repayment',
      'short_sale_balance',
    ])
      assert.equal(row[name], shares[name], `${row.stock_id} ${name}`)
  }
  assert.ok(compared > 1000)
})

test('the margin maintenance ratio of both markets follows to the last digit', { skip }, () => {
  const closes = by([...rowsOf(miIndex, files.prices, day), ...rowsOf(dailyQuotes, files.otcPrices, day)], 'stock_id')
  const worth = (rows: readonly Row[]) =>
    rows.reduce((sum, row) => {
      const close = closes.get(row.stock_id as string)?.close as number | null | undefined
      return close == null ? sum : sum + BigInt(close) * BigInt(number(row, 'margin_purchase_balance'))
    }, 0n)
  const loans = (rows: readonly Row[]) => BigInt(number(rows[0]!, 'margin_purchase_balance_amount'))
  const listed = {
    worth: worth(rowsOf(miMargn, files.margin, day)),
    loans: loans(rowsOf(listedTotals, files.margin, day)),
  }
  const otc = {
    worth: worth(rowsOf(marginBalance, files.otcMargin, day)),
    loans: loans(rowsOf(otcTotals, files.otcMargin, day)),
  }
  // Closes have four places and loans two; the ratio is a percentage with four.
  const ratio = (of: { worth: bigint; loans: bigint }) => Number((of.worth * 20_000n + of.loans) / (2n * of.loans))
  const all = { worth: listed.worth + otc.worth, loans: listed.loans + otc.loans }
  assert.deepEqual([listed, otc, all].map(ratio), [1_643_732, 1_659_799, 1_648_086])
})

test('what the sectors closed at is the last of their five-second values', { skip }, () => {
  const closes = by(rowsOf(sectorCloses, files.prices, day), 'stock_id')
  const bars = rowsOf(mi5MinsIndex, 'twse/MI_5MINS_INDEX_20230130.json.gz', day)
  assert.equal(bars.length, 33)
  for (const bar of bars) assert.equal(bar.close, closes.get(bar.stock_id as string)!.close, bar.stock_id as string)
})

test('witness responses of one day agree with the stored ones', { skip }, () => {
  const prices = by(rowsOf(stockDayAll, 'twse-openapi/exchangeReport_STOCK_DAY_ALL.json', open), 'stock_id')
  const otc = 'tpex-openapi'
  const checks: [Feed, string, Map<string, Row>, string[]][] = [
    [twt53u, 'twse-openapi/exchangeReport_TWT53U.json', prices, ['stock_id']],
    [
      trustTrading,
      `${otc}/tpex_3insti_trading.json`,
      by(rowsOf(dailyTrading, `${otc}/tpex_3insti_daily_trading.json`, open), 'stock_id'),
      ['stock_id'],
    ],
    [
      tpexIndex,
      `${otc}/tpex_index.json`,
      by(rowsOf(tradingIndex, `${otc}/tpex_daily_trading_index.json`, open), 'trade_date'),
      ['trade_date'],
    ],
    [
      openHist,
      'twse-openapi/indicesReport_MI_5MINS_HIST.json',
      by(rowsOf(fmtqik, 'twse-openapi/exchangeReport_FMTQIK.json', open), 'trade_date'),
      ['trade_date'],
    ],
  ]
  for (const [feed, file, stored, key] of checks) {
    const rows = rowsOf(feed, file, open)
    assert.ok(rows.length > 0)
    for (const row of rows) {
      const known = stored.get(key.map((name) => row[name]).join(' '))
      assert.ok(known, `${feed.endpoint} ${JSON.stringify(row)}`)
      const shared = Object.fromEntries(Object.entries(row).filter(([name]) => name in known))
      assert.deepEqual(disagreements(feed, shared, known), [], JSON.stringify(row))
    }
  }
  // The change of a day that is not compared is lost in the list that is taken.
  for (const [feed, file] of [
    [miIndex20, 'twse-openapi/exchangeReport_MI_INDEX20.json'],
    [stockFirst, 'twse-openapi/exchangeReport_STOCK_FIRST.json'],
  ] as const)
    for (const { spread, ...row } of rowsOf(feed, file, open)) {
      const known = prices.get(row.stock_id as string)!
      assert.deepEqual(disagreements(feed, row, known), [])
      if (known.spread !== null) assert.equal(spread, known.spread)
    }
})

test('quotas of borrowed shares are those of the table of short balances', { skip }, () => {
  const rows = rowsOf(twt96u, 'twse-openapi/SBL_TWT96U.json', open).filter(({ market }) => market === 'TPEX')
  const stored = by(rowsOf(openSbl, 'tpex-openapi/tpex_margin_sbl.json', open), 'stock_id')
  assert.ok(rows.length > 700)
  for (const row of rows) assert.deepEqual(disagreements(twt96u, row, stored.get(row.stock_id as string)!), [])
})

test('market values follow from closes and issued shares, cut to millions', { skip }, () => {
  const issued = by(rowsOf(qfii, 'tpex-openapi/tpex_3insti_qfii.json', open), 'stock_id')
  const closes = by(rowsOf(mainboardQuotes, 'tpex-openapi/tpex_mainboard_quotes.json', open), 'stock_id')
  let compared = 0
  for (const row of rowsOf(dailyMarketValue, 'tpex-openapi/tpex_daily_market_value.json', open)) {
    const close = closes.get(row.stock_id as string)?.close
    const shares = issued.get(row.stock_id as string)?.issued_shares
    if (close == null || close !== row.close || shares !== row.issued_shares) continue
    compared++
    const market_value = quotient(Number(BigInt(close as number) * BigInt(shares as number)), 100, 0)!
    assert.deepEqual(disagreements(dailyMarketValue, row, { ...row, market_value }), [])
  }
  assert.ok(compared > 700, String(compared))
})

test('every broker with staff is a head office or a branch', { skip }, () => {
  const known = new Set(
    [
      ...rowsOf(brokerList, 'twse-openapi/brokerService_brokerList.json', open),
      ...rowsOf(brk02, 'twse-openapi/opendata_OpenData_BRK02.json', open),
    ].map(({ broker_id }) => broker_id),
  )
  const unknown = rowsOf(brk01, 'twse-openapi/opendata_OpenData_BRK01.json', open).filter(
    ({ broker_id }) => !known.has(broker_id!),
  )
  assert.deepEqual(unknown, [])
})

test('earnings a share are the same in the summary and in the statements', { skip }, () => {
  const statements = by(rowsOf(incomeLists, 'twse-openapi/opendata_t187ap06_L_ci.json.gz', open), 'stock_id', 'type')
  let compared = 0
  for (const row of rowsOf(t187ap14, 'twse-openapi/opendata_t187ap14_L.json', open)) {
    const known = statements.get(`${row.stock_id} EPS`)
    if (!known) continue
    compared++
    assert.equal(known.value, row.value, row.stock_id as string)
  }
  assert.ok(compared > 1000, String(compared))
})

test('a summer of daily prices is read, file by file', { skip }, () => {
  const folder = resolve(import.meta.dirname, '../../../shared/samples/history/twse_STOCK_DAY_ALL')
  const days = readdirSync(folder)
  assert.equal(days.length, 33)
  for (const file of days) {
    const date = `${file.slice(0, 4)}-${file.slice(4, 6)}-${file.slice(6, 8)}`
    const rows = rowsOf(stockDayAll, `history/twse_STOCK_DAY_ALL/${file}`, requestFor(date))
    assert.ok(rows.length > 1300, file)
    // Until 22 June the lists kept the mark of what is not compared, so that an unchanged price could be told.
    const isMarked = rows.some(({ spread, close }) => spread === 0 && close !== null)
    assert.equal(isMarked, date <= '2026-06-22', file)
  }
})

test('a quarter of a century of monthly index tables is read', { skip }, () => {
  const lines = new TextDecoder().decode(recorded('history/taiex_MI_5MINS_HIST_2000_2025.ndjson.gz')).trim().split('\n')
  assert.equal(lines.length, 268)
  let days = 0
  for (const line of lines) {
    const month = String(JSON.parse(line).date)
    const from = `${month.slice(0, 4)}-${month.slice(4, 6)}-01`
    const to = new Date(Date.UTC(Number(month.slice(0, 4)), Number(month.slice(4, 6)), 0)).toISOString().slice(0, 10)
    const outcome = readBytes(
      mi5MinsHist,
      new TextEncoder().encode(line),
      requestFor(from, { to, calendar: calendarOf() }),
    )
    assert.ok(outcome.kind === 'rows', `${month}: ${JSON.stringify(outcome)}`)
    assert.deepEqual([outcome.unread, outcome.rejected], [[], []])
    days += outcome.rows.length
  }
  assert.ok(days > 5000, String(days))
})

/** The newest recording of the futures exchange's OpenAPI. */
const night = requestFor('2025-11-21', { modified: '2025-11-22T22:36:00Z' })

const listOf = (file: string) => {
  const { titles, rows } = openApiTable(recorded(`taifex-openapi/${file}`))!
  return rows.map((row) => Object.fromEntries(titles.map((title, at) => [title, String(row[at])])))
}

test('witness prices agree with the stored prices', { skip }, () => {
  for (const [dataset, endpoint] of [
    ['TaiwanFuturesSettlement', 'FinalSettlementPriceFutures'],
    ['TaiwanFuturesSettlement', 'FinalSettlementPriceSSF'],
    ['TaiwanOptionsSettlement', 'FinalSettlementPriceOptions'],
  ] as const) {
    const feed = feedNamed(`taifex-openapi ${dataset} ${endpoint}`)
    const settled = feedNamed(`taifex-openapi ${dataset} FinalSettlementPrice`)
    const id = (row: Record<string, unknown>) => feed.dataset.key.map((name) => row[name]).join(' ')
    const parsed = new Map(
      recordedRows(settled, 'taifex-openapi/FinalSettlementPrice.json', night).map((row) => [id(row), row]),
    )
    for (const row of recordedRows(feed, `taifex-openapi/${endpoint}.json`, night))
      assert.deepEqual(disagreements(feed, row as never, parsed.get(id(row)) as never), [], id(row))
  }
})

test('brokers trade twice what the market trades, and their weeks are the sums of their days', { skip }, () => {
  const days = recordedRows(dailyOpt, 'taifex-openapi/Daily_OPT.json', night)
  const ofTheDay = days.filter((row) => row.trade_date === '2025-11-21' && row.option_id === 'TXO')
  assert.equal(
    ofTheDay.reduce((sum, row) => sum + (row.volume as number), 0),
    2 * (666_800 + 809_218),
  )
  const weeks = listOf('Weekly_OPT.json')
  assert.equal(weeks.length, 828)
  const groups: Readonly<Record<string, string>> = { STC: 'STO', ETC: 'ETO' }
  for (const { FCMCode, FromDate, ToDate, Contract, Volume } of weeks) {
    const isIn = (date: string) => date >= FromDate! && date <= ToDate!
    const parts = days.filter(
      (row) =>
        row.broker_id === FCMCode &&
        row.option_id === (groups[Contract!] ?? Contract) &&
        isIn(String(row.trade_date).replaceAll('-', '')),
    )
    assert.equal(
      parts.reduce((sum, row) => sum + (row.volume as number), 0),
      Number(Volume),
    )
  }
})

test('where a product has no night, its volume is half of what buyers and sellers traded', { skip }, () => {
  const volumes = new Map<string, number>()
  const nights = new Set<string>()
  for (const row of recordedRows(futuresReport, 'taifex-openapi/DailyMarketReportFut.json.gz', night)) {
    const id = String(row.futures_id)
    volumes.set(id, (volumes.get(id) ?? 0) + (row.volume as number))
    if (row.trading_session === 'after_hours') nights.add(id)
  }
  const products = listOf('DailyVolumeReportOnCalendarSpreadOrders.json').filter(
    (row) => row.Date === '20251121' && volumes.has(row.ProductCode!) && !nights.has(row.ProductCode!),
  )
  for (const row of products)
    assert.equal(2 * volumes.get(row.ProductCode!)!, Number(row['MarketVolume(Buy+Sell)']), row.ProductCode)
  assert.equal(products.length, 301)
})

test('every product without an underlying stock is known by its name', { skip }, () => {
  for (const { Contract, ContractName } of listOf('PositionLimitNonEquity.json'))
    assert.equal(futuresNamed(ContractName!) ?? optionNamed(ContractName!), Contract)
})

test('every quote of the last report is of one contract and session', { skip }, () => {
  const rows = recordedRows(futuresQuotes, 'taifex-openapi/DailyMarketReportFut.json.gz', night)
  assert.equal(new Set(rows.map((row) => `${row.contract_code} ${row.trading_session}`)).size, rows.length)
})

test('options trade what the exchange gives as the volumes behind its put/call ratio', { skip }, () => {
  const rows = rowsOf(optDataDown, 'taifex/optDataDown_all_20230130.csv', day).filter((row) => row.option_id === 'TXO')
  const volume = (side: string) =>
    rows.filter((row) => row.call_put === side).reduce((sum, row) => sum + number(row, 'volume'), 0)
  assert.deepEqual([volume('put'), volume('call')], [349_525, 410_532])
})

test('a contract has no daily settlement price on the day it expires', { skip }, () => {
  const rows = rowsOf(futDataDown, 'taifex/futDataDown_all_20230130.csv', day)
  const expiring = rows.filter((row) => row.contract_month === '202301')
  assert.ok(expiring.length > 200 && expiring.every((row) => row.settlement_price === null))
})
