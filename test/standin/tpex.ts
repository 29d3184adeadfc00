import { TaiwanStockSplitPrice } from '../../src/catalogue/fundamentals/TaiwanStockSplitPrice.ts'
import type { Feed } from '../../src/sources/feed.ts'
import { feedNamed, feedsIn } from '../support/feeds/fixture.ts'
import { type Dialect, feedPages, type PageOptions, type TableOptions } from './feedPages.ts'
import { indexMoments } from './indexMoments.ts'
import type { Inverse } from './inverses.ts'
import { sheetOf } from './layouts.ts'
import { haltsAndResumptions, otcQuotes } from './openApi.ts'
import { jsonBody, type Page } from './page.ts'
import { rowsOf } from './select.ts'
import type { Sheet, Spelling } from './sheet.ts'
import { roc, rocSpelled } from './spell.ts'

const indexSummary = feedNamed('tpex TaiwanReturnIndex indexSummary')
const marginBalance = feedNamed('tpex TaiwanStockMarginPurchaseShortSale balance')
const marginTotals = feedNamed('tpex TaiwanStockTotalMarginPurchaseShortSale balance')

/** The web site of the Taipei Exchange. */

const compact = (day: string): string => day.replaceAll('-', '')
const spelling: Spelling = { date: roc, grouped: true, none: '---' }

const tableOf = ({ title, titles, rows, summary = [] }: Sheet, date: string) => ({
  title,
  date,
  totalCount: rows.length,
  fields: titles,
  data: rows,
  summary,
  notes: [],
})

const dialect: Dialect = {
  spelling,
  write(sheets, { span, days: { from, to } }) {
    const date = { range: `${compact(from)}~${compact(to)}`, year: from.slice(0, 4) }[span as string] ?? compact(from)
    const inTables = span === 'day' ? roc(from) : ''
    return jsonBody({ date, tables: sheets.map((sheet) => tableOf(sheet, inTables)), stat: 'ok' })
  },
  // A day without rows has its table all the same.
  nothing: ({ span, days }) =>
    span === 'day' && days
      ? jsonBody({
          date: compact(days.from),
          tables: [{ title: '', date: roc(days.from), totalCount: 0, fields: ['代號'], data: [] }],
          stat: 'ok',
        })
      : jsonBody({ stat: '查無資料' }),
}

const itself: Inverse = (value) => value ?? ''
const requestedDays = 'BETWEEN :from AND :to'
const named = { cells: { index_name: itself } } as const
const index: PageOptions = {
  select: `SELECT * FROM TaiwanWeightedIndex WHERE stock_id = 'TPEX' AND trade_date ${requestedDays} ORDER BY trade_date`,
}
const sectors = `SELECT * FROM TaiwanStockSectorPrice WHERE market = 'TPEX' AND trade_date ${requestedDays}`

/** The table of a return or a price index, which have one name. */
const indexTable = (title: string, at: number): TableOptions => ({
  title,
  parts: [
    {
      feeds: [{ dataset: indexSummary.dataset, layouts: [indexSummary.layouts[at]!] }],
      select: `SELECT * FROM TaiwanReturnIndex WHERE stock_id = 'TPEX' AND trade_date ${requestedDays}`,
      others: { 'other indices': '櫃買指數' },
    },
  ],
})

/** The totals stand below the table, in its columns. */
const withTotals =
  (totals: Feed): NonNullable<TableOptions['sheet']> =>
  async (sheet, market, days) => {
    const below = await sheetOf([{ feeds: [totals], select: rowsOf(totals.dataset, 'TPEX') }], market, days, spelling)
    const summary = below.rows.map((cells) => sheet.titles.map((title) => cells[below.titles.indexOf(title)] ?? ''))
    return { ...sheet, summary }
  }

const kinds: Readonly<Record<string, string>> = { warrant: '認購(售)權證', bond: '轉(交)換公司債', etf: 'ETF' }
const ofKind = (kind: string): PageOptions => ({
  select: rowsOf(TaiwanStockSplitPrice, 'TPEX', `AND split_type = '${kind}'`),
})

const options: Readonly<Record<string, PageOptions | null>> = {
  dailyQuotes: otcQuotes,
  sectinx: {
    select: `SELECT stock_id, index_name, open, high, low, close, spread FROM (${sectors})
      UNION ALL SELECT stock_id, '櫃買指數', open, high, low, close, spread FROM TaiwanWeightedIndex
      WHERE stock_id = 'TPEX' AND trade_date ${requestedDays} ORDER BY stock_id`,
    ...named,
  },
  sectRatio: { select: `${sectors} ORDER BY stock_id`, ...named },
  // What counts stands among the totals.
  marketStats: {
    ...index,
    others: { 'all securities': '股票合計(1~3)' },
    sheet: (sheet) => ({ ...sheet, summary: sheet.rows }),
  },
  inx: index,
  tradingIndex: index,
  indexSummary: { tables: [indexTable('價格指數', 0), indexTable('報酬指數', 1)] },
  miIndex: { parts: [], sheet: (_, market, days) => indexMoments('TPEX', '時 間').print(market, days) },
  sprcHis: {
    select: `${haltsAndResumptions(`market <> 'TWSE' AND halt_date ${requestedDays}`)} ORDER BY day, moment`,
    cells: { security_type: (value, row) => kinds[value!] ?? (row.market === 'ESB' ? '興櫃股票' : '上櫃股票') },
  },
  balance: { feeds: [marginBalance], sheet: withTotals(marginTotals) },
  disposal: {
    select: `SELECT * FROM TaiwanStockDisposition WHERE market = 'TPEX' AND announce_date <= :to AND period_end_date >= :from
      ORDER BY announce_date, stock_id`,
  },
  etfSplitRslt: ofKind('split'),
  etfRvsRslt: ofKind('reverse_split'),
  // Lines of a kind each. The board of a day lists the bonds of that day, as they are now; without one there is no file.
  RSdrs001: {
    select: `SELECT * FROM TaiwanCBOverview WHERE listing_date <= :from AND :from <= :through
        AND :from IN (SELECT trade_date FROM TaiwanStockTradingDate) AND coalesce(delisting_date, maturity_date) >= :from
      ORDER BY cb_id`,
    spelling: { date: (day) => day.replaceAll('-', '/'), grouped: false, none: '0.0000' },
    write: ([sheet], { days: { from } }) => ({
      body: [
        ['TITLE', '轉(交)換公司債'],
        ['DATADATE', `日期:${rocSpelled(from)}`],
        ['HEADER', ...sheet!.titles],
        ...sheet!.rows.map((cells) => ['BODY', ...cells]),
      ]
        .map((cells) => `${cells.join(',')}\r\n`)
        .join(''),
      encoding: 'big5',
      type: 'text/csv',
    }),
    nothing: () => ({ body: '<html><body>404 Not Found</body></html>', type: 'text/html' }),
  },
}

export const tpexPages: readonly Page[] = feedPages(feedsIn('tpex'), dialect, options)
