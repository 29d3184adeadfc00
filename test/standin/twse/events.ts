import { TaiwanStockDisposition } from '../../../src/catalogue/chips/TaiwanStockDisposition.ts'
import { TaiwanStockCapitalReductionReferencePrice } from '../../../src/catalogue/fundamentals/TaiwanStockCapitalReductionReferencePrice.ts'
import { TaiwanStockChangeFaceReference } from '../../../src/catalogue/fundamentals/TaiwanStockChangeFaceReference.ts'
import { TaiwanStockDelisting } from '../../../src/catalogue/fundamentals/TaiwanStockDelisting.ts'
import { TaiwanStockDividendResult } from '../../../src/catalogue/fundamentals/TaiwanStockDividendResult.ts'
import { TaiwanStockSplitPrice } from '../../../src/catalogue/fundamentals/TaiwanStockSplitPrice.ts'
import { TaiwanStockTradingHaltAnnouncement } from '../../../src/catalogue/technical/TaiwanStockTradingHaltAnnouncement.ts'
import { createCalendar } from '../../../src/market/calendar.ts'
import { dateOf, dayNumber, weekdayOf } from '../../../src/sources/dates.ts'
import type { Page } from '../page.ts'
import { jsonBody } from '../page.ts'
import { rowsOf } from '../select.ts'
import { type Printer, printer } from '../sheet.ts'
import { dayIn } from '../spell.ts'
import { hand, list, range } from './dialect.ts'

/** What happened to listed securities, and when the market is open. */

/** Prices that stand for no limit. */
const unlimited = 'coalesce(limit_up, 9999.95) AS limit_up, coalesce(limit_down, 0.01) AS limit_down'
const withLimits = (select: string): string => `SELECT * REPLACE (${unlimited}) FROM (${select})`

const exEvents = printer(
  TaiwanStockDividendResult,
  '除權除息計算結果表',
  withLimits(`SELECT *, CASE event_type WHEN 'dividend' THEN '息' WHEN 'rights' THEN '權' ELSE '權息' END AS kind,
    stock_id || ',' || strftime(ex_date, '%Y%m%d') AS details FROM (${rowsOf(TaiwanStockDividendResult, 'TWSE')})`),
  `資料日期 ex_date/rocSpelled
   股票代號 stock_id
   股票名稱 stock_name
   除權息前收盤價 close_before
   除權息參考價 reference_price
   權值+息值 dividend_value/number
   權/息 kind
   漲停價格 limit_up
   跌停價格 limit_down
   開盤競價基準 opening_reference_price
   減除股利參考價 dividend_reference_price
   詳細資料 details
   最近一次申報資料 季別/日期 =
   最近一次申報每股 (單位)淨值 =
   最近一次申報每股 (單位)盈餘 =`,
)

const resumption = `
  停止買賣前收盤價格 close_before
  恢復買賣參考價 reference_price
  漲停價格 limit_up
  跌停價格 limit_down
  開盤競價基準 opening_reference_price`

/** The day that the detail of a reduction is known by. */
const announced = 'halt_date - 2'

const reductions = printer(
  TaiwanStockCapitalReductionReferencePrice,
  '股票減資恢復買賣參考價格',
  withLimits(`SELECT *, rpad(stock_id, 6, ' ') || ',' || strftime(${announced}, '%Y%m%d') AS details
    FROM (${rowsOf(TaiwanStockCapitalReductionReferencePrice, 'TWSE')})`),
  `恢復買賣日期 resumption_date
   股票代號 stock_id
   名稱 stock_name${resumption}
   除權參考價 exright_reference_price
   減資原因 reason
   詳細資料 details`,
)

/** What there is none of is a zero here. */
const shares = (column: string): string => `coalesce(${column}, 0) || ' 股'`
const price = (column: string): string => `coalesce(${column}, 0) || ' 元／股'`

const paid = (id: string) =>
  printer(
    TaiwanStockDividendResult,
    '',
    `SELECT stock_id, stock_name, ${price('cash_dividend')} AS cash, ${shares('stock_dividend_per_1000')} AS free,
       ${shares('rights_issue_shares')} AS sold, ${price('rights_issue_price')} AS asked, ${shares('rights_issue_per_1000')} AS offered
     FROM TaiwanStockDividendResult WHERE market = 'TWSE' AND stock_id = '${id}' AND ex_date BETWEEN :from AND :to`,
    `股票代號 stock_id
     股票名稱 stock_name
     (每股配發現金股利)除息 cash
     (增資配股) 除權 =
     A. 按普通股股東持股比例每千股無償配股 free
     B. 員工紅利轉增資 =0
     C. (有償) 現金增資 sold
     每股認購金額 asked
     a. 公開承銷 =0
     b. 員工認購 =0
     c. 原股東認購 =0
     按股東持股比例每千股認購 offered`,
  )

const exchanged = (id: string) =>
  printer(
    TaiwanStockCapitalReductionReferencePrice,
    '',
    `SELECT stock_id, stock_name, halt_date, ${shares('shares_per_1000')} AS kept, ${price('refund_per_share')} AS refund
     FROM TaiwanStockCapitalReductionReferencePrice
     WHERE market = 'TWSE' AND stock_id = '${id}' AND ${announced} BETWEEN :from AND :to`,
    `股票代號： stock_id
     股票名稱： stock_name
     停止買賣日期： halt_date
     每壹仟股換發新股票： kept
     每股退還股款： refund
     原股每股配發現金股利： =0
     減資並(有償)現金增資： =0
     每股認購金額： =0
     a. 公開承銷： =0
     b. 員工認購： =0
     c. 原股東認購： =0
     按股東持股比例每千股認購： =0`,
  )

/** The detail of one event, by the code of its security and a day. */
const detail = (path: string, field: string, of: (id: string) => Printer): Page => ({
  publisher: 'twse',
  path: `/rwd/zh/${path}`,
  asked: ({ fields }) => {
    const day = dayIn(fields[field])
    return day === null ? null : { from: day, to: day }
  },
  sheets: async (market, days, { fields }) => [
    await of((fields.STK_NO ?? '').replaceAll("'", "''")).print(market, days, hand),
  ],
  write: ([sheet]) => jsonBody({ stat: 'ok', fields: sheet!.titles, data: sheet!.rows }),
  nothing: () => jsonBody({ stat: '無相關資料' }),
})

const faceChanges = printer(
  TaiwanStockChangeFaceReference,
  '變更股票面額恢復買賣參考價格',
  withLimits(`SELECT *, stock_id || ',' || strftime(halt_date, '%Y%m%d') || ',' || strftime(resumption_date, '%Y%m%d')
    AS details FROM (${rowsOf(TaiwanStockChangeFaceReference, 'TWSE')})`),
  `恢復買賣日期 resumption_date
   股票代號 stock_id
   名稱 stock_name${resumption}
   詳細資料 details`,
)

const splits = printer(
  TaiwanStockSplitPrice,
  'ETF分割(反分割)恢復買賣參考價格',
  withLimits(`SELECT *, CASE split_type WHEN 'split' THEN '分割' ELSE '反分割' END AS kind
    FROM (${rowsOf(TaiwanStockSplitPrice, 'TWSE')})`),
  `恢復買賣日期 resumption_date
   ETF代號 stock_id
   名稱 stock_name
   分割(反分割) kind${resumption}`,
)

const halts = printer(
  TaiwanStockTradingHaltAnnouncement,
  '暫停交易證券',
  rowsOf(TaiwanStockTradingHaltAnnouncement, 'TWSE'),
  `編號 =1
   證券代號 stock_id
   證券名稱 stock_name
   暫停交易日期 halt_date
   暫停交易時間 halt_time
   恢復交易日期 resumption_date
   恢復交易時間 resumption_time`,
)

const dispositions = printer(
  TaiwanStockDisposition,
  '處置有價證券',
  `SELECT *, year(period_start_date) - 1911 || strftime(period_start_date, '/%m/%d') || '～' ||
     year(period_end_date) - 1911 || strftime(period_end_date, '/%m/%d') AS period_text
   FROM TaiwanStockDisposition WHERE market = 'TWSE' AND announce_date <= :to AND period_end_date >= :from
   ORDER BY announce_date, stock_id`,
  `編號 =1
   公布日期 announce_date
   證券代號 stock_id
   證券名稱 stock_name
   累計 disposition_count
   處置條件 condition
   處置起迄時間 period_text
   處置措施 measure
   處置內容 detail
   備註 =`,
)

const delisted = printer(
  TaiwanStockDelisting,
  '終止上市公司',
  `SELECT * FROM TaiwanStockDelisting WHERE market = 'TWSE' AND delisting_date <= :through ORDER BY delisting_date DESC`,
  `終止上市日期 delisting_date
   公司名稱 stock_name
   上市編號 stock_id`,
)

/** The holidays of a year and the days with a name on which the market is open. No schedule knows a typhoon. */
export const holidays: Printer = {
  async print(market, { from, to }) {
    const { isScheduled } = createCalendar(1, from, from)
    const notes = await market.rows(
      `SELECT trade_date, note FROM TaiwanStockTradingDate WHERE note IS NOT NULL AND trade_date BETWEEN :from AND :asked`,
      { from, to },
    )
    const named = new Map(notes.map(({ trade_date, note }) => [trade_date, note]))
    const days = Array.from({ length: dayNumber(to) - dayNumber(from) + 1 }, (_, i) => dayNumber(from) + i)
    return {
      title: '市場開休市日期',
      titles: ['日期', '名稱', '說明'],
      rows: days.flatMap((day) => {
        const isHoliday = weekdayOf(day) <= 5 && !isScheduled(day)
        const name = named.get(dateOf(day)) ?? (isHoliday ? '市場無交易，僅辦理結算交割作業' : null)
        return name === null ? [] : [[dateOf(day), name, '']]
      }),
    }
  },
}

const schedule: Page = {
  publisher: 'twse',
  path: '/rwd/zh/holidaySchedule/holidaySchedule',
  asked: ({ fields }) => {
    const year = fields.date?.slice(0, 4)
    return year ? { from: `${year}-01-01`, to: `${year}-12-31` } : null
  },
  sheets: async (market, days) => [await holidays.print(market, days, { date: String, grouped: false, none: '' })],
  write: ([sheet], { from }) =>
    jsonBody({
      stat: 'ok',
      date: from.replaceAll('-', ''),
      title: `${Number(from.slice(0, 4)) - 1911} 年${sheet!.title}`,
      fields: sheet!.titles,
      data: sheet!.rows,
    }),
  nothing: () => jsonBody({ stat: '很抱歉，沒有符合條件的資料!' }),
}

export const eventPages: readonly Page[] = [
  range('exRight/TWT49U', exEvents),
  detail('exRight/TWT49UDetail', 'T1', paid),
  range('reducation/TWTAUU', reductions),
  detail('reducation/TWTAVUDetail', 'FILE_DATE', exchanged),
  range('change/TWTB8U', faceChanges),
  range('split/TWTCAU', splits),
  range('afterTrading/TWTAWU', halts),
  range('announcement/punish', dispositions),
  list('company/suspendListing', delisted),
  schedule,
]
