import { TaiwanStock5SecondsOrderStats } from '../../src/catalogue/technical/TaiwanStock5SecondsOrderStats.ts'
import { detailTitle } from '../../src/sources/exchange/twseDetails.ts'
import { feedNamed, feedsIn } from '../support/feeds/fixture.ts'
import { csvBody } from './csv.ts'
import { type Dialect, feedPages, type PageOptions } from './feedPages.ts'
import { indexMoments } from './indexMoments.ts'
import type { Inverse } from './inverses.ts'
import { jsonBody, type Page } from './page.ts'
import { scheduleOf } from './schedule.ts'
import { keptRows, pricesOf } from './select.ts'
import type { Sheet } from './sheet.ts'
import { roc, rocMonth, rocSpelled } from './spell.ts'

const returnIndex = feedNamed('twse TaiwanReturnIndex MI_INDEX')
const miMargn = feedNamed('twse TaiwanStockMarginPurchaseShortSale MI_MARGN')
const miIndex = feedNamed('twse TaiwanStockPrice MI_INDEX')
const sectorCloses = feedNamed('twse TaiwanStockSectorPrice MI_INDEX')
const marginTotals = feedNamed('twse TaiwanStockTotalMarginPurchaseShortSale MI_MARGN')
const holidaySchedule = feedNamed('twse TaiwanStockTradingDate holidaySchedule')

/** The web site of the Taiwan Stock Exchange. */

const compact = (day: string): string => day.replaceAll('-', '')

const tableOf = ({ title, titles, rows, groups }: Sheet, head: string) => ({
  title: `${head} ${title}`.trim(),
  fields: titles,
  data: rows,
  ...(groups && { groups: groups.map(([name, span]) => ({ title: name, span })) }),
})

/** A table alone stands at the top, several stand in `tables`. */
const dialect: Dialect = {
  spelling: { date: roc, grouped: true, none: '--' },
  write(sheets, { span, days: { from, to }, id }) {
    const isRange = span === 'range'
    const dates = isRange
      ? { strDate: compact(from), endDate: compact(to) }
      : span === 'latest'
        ? {}
        : { date: compact(from) }
    const head = { day: rocSpelled(from), month: rocMonth(from), range: `${rocSpelled(from)} 至 ${rocSpelled(to)}` }[
      span as string
    ]
    const tables = sheets.map((sheet) => tableOf(sheet, [head ?? '', id ?? ''].join(' ').trim()))
    const total = isRange ? {} : { total: sheets[0]!.rows.length }
    return jsonBody(
      sheets.length > 1 ? { tables, stat: 'OK', ...dates } : { stat: 'OK', ...dates, ...tables[0], ...total },
    )
  },
  nothing: () => jsonBody({ stat: '很抱歉，沒有符合條件的資料!' }),
}

const itself: Inverse = (value) => value ?? ''
const requestedDays = 'BETWEEN :from AND :to'
const taiex: PageOptions = {
  select: `SELECT * FROM TaiwanWeightedIndex WHERE stock_id = 'TAIEX' AND trade_date ${requestedDays} ORDER BY trade_date`,
}
const sectors = `SELECT * FROM TaiwanStockSectorPrice WHERE market = 'TWSE' AND trade_date ${requestedDays}`
const named = { cells: { index_name: itself } } as const
const moments: PageOptions = { parts: [], sheet: (_, market, days) => indexMoments('TWSE', '時間').print(market, days) }

/** The headline index stands above the sectors. */
const priceIndices = `
  SELECT '發行量加權股價指數' AS index_name, close, spread, 0 AS place FROM TaiwanWeightedIndex
  WHERE stock_id = 'TAIEX' AND trade_date ${requestedDays}
  UNION ALL SELECT index_name, close, spread, 1 FROM (${sectors}) ORDER BY place, index_name`

const touching = (table: string): PageOptions => ({
  select: `SELECT * FROM ${table} WHERE market = 'TWSE' AND suspend_start_date <= :requested
    AND coalesce(suspend_end_date, suspend_start_date) >= :from ORDER BY suspend_start_date, stock_id`,
})

/** The cell that names an event, by which its detail is requested. */
const eventOf = (day: (row: Readonly<Record<string, string | null>>) => string): PageOptions => ({
  others: { [detailTitle]: (_, row) => `${row.stock_id},${compact(day(row))}` },
})
/** The day that the detail of a reduction is known by. */
const announced = 'halt_date - 2'
/** What there is none of is a zero in a detail, with its unit behind it. */
const [shares, price]: Inverse[] = [(value) => `${value ?? 0} 股`, (value) => `${value ?? 0} 元／股`]

const options: Readonly<Record<string, PageOptions | null>> = {
  FMTQIK: taiex,
  holidaySchedule: scheduleOf(holidaySchedule, roc),
  MI_INDEX: {
    tables: [
      { title: '價格指數(臺灣證券交易所)', feeds: [sectorCloses], select: priceIndices, ...named },
      {
        title: '報酬指數(臺灣證券交易所)',
        parts: [
          {
            feeds: [{ dataset: returnIndex.dataset, layouts: returnIndex.layouts.slice(1) }],
            select: `SELECT * FROM TaiwanReturnIndex WHERE stock_id = 'TAIEX' AND trade_date ${requestedDays}`,
            others: { 'other indices': '發行量加權股價報酬指數' },
          },
        ],
      },
      { feeds: [miIndex], select: pricesOf('TWSE') },
    ],
  },
  STOCK_DAY: { select: `SELECT * FROM (${pricesOf('TWSE')}) WHERE stock_id = :id ORDER BY trade_date` },
  STOCK_DAY_ALL: {
    select: pricesOf('TWSE'),
    write: (sheets) => csvBody(sheets.at(-1)!),
    nothing: () => ({ body: '', type: 'text/csv' }),
  },
  MI_5MINS_INDEX: moments,
  BFIAMU: { select: `${sectors} ORDER BY stock_id`, ...named },
  MFI94U: {
    select: `SELECT * FROM TaiwanReturnIndex WHERE stock_id = 'TAIEX' AND trade_date ${requestedDays} ORDER BY trade_date`,
  },
  MI_5MINS_HIST: taiex,
  MI_5MINS: { select: `${keptRows(TaiwanStock5SecondsOrderStats, requestedDays)} ORDER BY trade_time` },
  TWTBAU2: touching('TaiwanStockSuspendDayTrading'),
  MI_MARGN: { tables: [{ feeds: [marginTotals] }, { feeds: [miMargn] }] },
  BFI84U2: touching('TaiwanStockMarginShortSaleSuspension'),
  // Code and name share a cell.
  t13sa710: {
    cells: {
      stock_id: (value, row) => `${value} ${row.stock_name}`,
      transaction_type: (value) => ({ fixed_rate: '定價', competitive: '競價', negotiated: '議借' })[value ?? ''] ?? '',
    },
  },
  punish: {
    select: `SELECT * FROM TaiwanStockDisposition WHERE market = 'TWSE' AND announce_date <= :to AND period_end_date >= :from
      ORDER BY announce_date, stock_id`,
  },
  TWT49U: eventOf((row) => row.ex_date!),
  TWT49UDetail: {
    select: `SELECT * FROM TaiwanStockDividendResult WHERE market = 'TWSE' AND stock_id = :id AND ex_date ${requestedDays}`,
    cells: {
      cash_dividend: price!,
      stock_dividend_per_1000: shares!,
      rights_issue_shares: shares!,
      rights_issue_price: price!,
      rights_issue_per_1000: shares!,
    },
  },
  TWTAUU: {
    select: `SELECT *, ${announced} AS announced FROM TaiwanStockCapitalReductionReferencePrice
      WHERE market = 'TWSE' AND resumption_date ${requestedDays} ORDER BY stock_id, resumption_date`,
    ...eventOf((row) => row.announced!),
  },
  TWTAVUDetail: {
    select: `SELECT * FROM TaiwanStockCapitalReductionReferencePrice
      WHERE market = 'TWSE' AND stock_id = :id AND ${announced} ${requestedDays}`,
    cells: { shares_per_1000: shares!, refund_per_share: price! },
  },
  TWTB8U: {
    cells: { halt_date: (value, row) => `${row.stock_id},${compact(value!)},${compact(row.resumption_date!)}` },
  },
  TWTCAU: { cells: { split_type: (value) => (value === 'split' ? '分割' : '反分割') } },
}

export const twsePages: readonly Page[] = feedPages(feedsIn('twse'), dialect, options)
