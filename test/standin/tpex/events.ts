import { TaiwanStockDisposition } from '../../../src/catalogue/chips/TaiwanStockDisposition.ts'
import { TaiwanCBOverview } from '../../../src/catalogue/convertibles/TaiwanCBOverview.ts'
import { TaiwanStockCapitalReductionReferencePrice } from '../../../src/catalogue/fundamentals/TaiwanStockCapitalReductionReferencePrice.ts'
import { TaiwanStockChangeFaceReference } from '../../../src/catalogue/fundamentals/TaiwanStockChangeFaceReference.ts'
import { TaiwanStockDelisting } from '../../../src/catalogue/fundamentals/TaiwanStockDelisting.ts'
import { TaiwanStockDividendResult } from '../../../src/catalogue/fundamentals/TaiwanStockDividendResult.ts'
import { TaiwanStockSplitPrice } from '../../../src/catalogue/fundamentals/TaiwanStockSplitPrice.ts'
import { TaiwanStockTradingHaltAnnouncement } from '../../../src/catalogue/technical/TaiwanStockTradingHaltAnnouncement.ts'
import type { Page } from '../page.ts'
import { rowsOf } from '../select.ts'
import { printer } from '../sheet.ts'
import { rocSpelled } from '../spell.ts'
import { range, year } from './dialect.ts'

/** What happened to OTC securities, and the board of convertible bonds. */

const unlimited = 'coalesce(limit_up, 9999.95) AS limit_up, coalesce(limit_down, 0.01) AS limit_down'
const withLimits = (select: string): string => `SELECT * REPLACE (${unlimited}) FROM (${select})`
const rocDay = (column: string): string => `year(${column}) - 1911 || strftime(${column}, '/%m/%d')`

/** A cell that holds a small table of its own. */
const details = (rows: Readonly<Record<string, string>>): string =>
  `'<table>' || ${Object.entries(rows)
    .map(([title, value]) => `'<tr><th>${title}:</th><td>' || ${value} || '</td></tr>'`)
    .join(' || ')} || '</table>' AS details`

const exEvents = printer(
  TaiwanStockDividendResult,
  '除權除息計算結果表',
  withLimits(`SELECT *, CASE event_type WHEN 'dividend' THEN '除息' WHEN 'rights' THEN '除權' ELSE '除權息' END AS kind
    FROM (${rowsOf(TaiwanStockDividendResult, 'TPEX')})`),
  `除權息日期 ex_date
   代號 stock_id
   名稱 stock_name
   除權息前收盤價 close_before
   除權息參考價 reference_price
   權值 rights_value/number
   息值 cash_value/number
   權值+息值 dividend_value/number
   權/息 kind
   漲停價 limit_up
   跌停價 limit_down
   開始交易基準價 opening_reference_price
   減除股利參考價 dividend_reference_price
   現金股利 cash_dividend/number
   每仟股無償配股 stock_dividend_per_1000/number
   現金增資股數 rights_issue_shares
   現金增資認購價 rights_issue_price
   公開承銷股數 =0
   員工認購股數 =0
   原股東認購股數 =0
   按持股比例仟股認購 rights_issue_per_1000/number`,
)

const reductions = printer(
  TaiwanStockCapitalReductionReferencePrice,
  '減資恢復買賣參考價格',
  `SELECT *, ${details({
    停止買賣日期: rocDay('halt_date'),
    每壹仟股換發新股票: `coalesce(shares_per_1000::VARCHAR || '&nbsp股', '')`,
    每股退還股款: `coalesce(refund_per_share::VARCHAR || '&nbsp元/股', '')`,
    現金增資總股數: `'NA'`,
  })} FROM (${withLimits(rowsOf(TaiwanStockCapitalReductionReferencePrice, 'TPEX'))})`,
  `恢復買賣日期 resumption_date/rocBare
   股票代號 stock_id
   名稱 stock_name
   最後交易日之收盤價格 close_before
   減資恢復買賣開始日參考價格 reference_price
   漲停價格 limit_up
   跌停價格 limit_down
   開始交易基準價 opening_reference_price
   除權參考價 exright_reference_price
   減資原因 reason
   詳細資料 details`,
)

const resumption = `
  恢復買賣日期 resumption_date/rocBare
  證券代號 stock_id
  證券名稱 stock_name
  最後交易日之收盤價格 close_before
  恢復買賣開始參考價 reference_price
  漲停價格 limit_up
  跌停價格 limit_down
  開始交易基準價 opening_reference_price
  詳細資料 details`

const faceChanges = printer(
  TaiwanStockChangeFaceReference,
  '變更股票面額恢復買賣參考價格',
  `SELECT *, ${details({
    停止買賣日期: rocDay('halt_date'),
    變更股票面額換股率: 'exchange_ratio::VARCHAR',
    變更前股票面額: 'par_value_before::VARCHAR',
    變更後股票面額: 'par_value_after::VARCHAR',
  })} FROM (${withLimits(rowsOf(TaiwanStockChangeFaceReference, 'TPEX'))})`,
  resumption,
)

const splits = (kind: 'split' | 'reverse_split') =>
  printer(
    TaiwanStockSplitPrice,
    'ETF分割恢復買賣參考價格',
    `SELECT *, '' AS details FROM (${withLimits(rowsOf(TaiwanStockSplitPrice, 'TPEX', `AND split_type = '${kind}'`))})`,
    resumption,
  )

/** A halt is one row and its resumption another. */
const halts = printer(
  TaiwanStockTradingHaltAnnouncement,
  '暫停及恢復交易',
  `SELECT *, CASE security_type WHEN 'warrant' THEN '認購(售)權證' WHEN 'bond' THEN '轉(交)換公司債' WHEN 'etf' THEN 'ETF'
     ELSE CASE market WHEN 'ESB' THEN '興櫃股票' ELSE '上櫃股票' END END AS kind FROM (
     SELECT * REPLACE (NULL AS resumption_date, NULL AS resumption_time), halt_date AS day, halt_time AS moment
     FROM TaiwanStockTradingHaltAnnouncement WHERE market <> 'TWSE' AND halt_date BETWEEN :from AND :to
     UNION ALL BY NAME
     SELECT * REPLACE (NULL AS halt_date, NULL AS halt_time), resumption_date AS day, resumption_time AS moment
     FROM TaiwanStockTradingHaltAnnouncement
     WHERE market <> 'TWSE' AND resumption_date IS NOT NULL AND halt_date BETWEEN :from AND :to)
   ORDER BY day, moment`,
  `編號 =1
   有價證券類別 kind
   有價證券代號 stock_id
   有價證券名稱 stock_name
   暫停交易日期 halt_date
   暫停交易時間 halt_time
   恢復交易日期 resumption_date
   恢復交易時間 resumption_time`,
)

const dispositions = printer(
  TaiwanStockDisposition,
  '處置有價證券資訊',
  `SELECT *, ${rocDay('period_start_date')} || '~' || ${rocDay('period_end_date')} AS period_text
   FROM TaiwanStockDisposition WHERE market = 'TPEX' AND announce_date <= :to AND period_end_date >= :from
   ORDER BY announce_date, stock_id`,
  `編號 =1
   公布日期 announce_date
   證券代號 stock_id
   證券名稱 stock_name
   累計 disposition_count
   處置起訖時間 period_text
   處置原因 condition
   處置內容 detail
   收盤價 =
   本益比 =`,
)

const delisted = printer(
  TaiwanStockDelisting,
  '終止上櫃公司',
  rowsOf(TaiwanStockDelisting, 'TPEX'),
  `股票代號 stock_id
   公司名稱 stock_name
   終止上櫃日期 delisting_date/rocDashes
   終止上櫃原因 reason
   公司資料網址 =`,
)

/** The board of a day lists the bonds of that day, as they are now. */
const bonds = printer(
  TaiwanCBOverview,
  '轉(交)換公司債',
  `SELECT * FROM TaiwanCBOverview WHERE listing_date <= :from AND :from <= :through
     AND :from IN (SELECT trade_date FROM TaiwanStockTradingDate) AND coalesce(delisting_date, maturity_date) >= :from
   ORDER BY cb_id`,
  `債券代碼 cb_id
   債券簡稱 cb_name
   轉換起日 conversion_start_date/slashed
   轉換迄日 conversion_end_date/slashed
   轉換價格 conversion_price
   下次轉換價格生效日期 conversion_price_effective_date/slashed
   最近停止轉換起日 =1911/00/00
   最近停止轉換迄日 =1911/00/00
   最近賣回權起日 put_start_date/slashed
   最近賣回權迄日 put_end_date/slashed
   最近賣回權價格 put_price
   強制贖回起日 call_start_date/slashed
   強制贖回迄日 call_end_date/slashed
   強制贖回價格 call_price
   停止交易起日 suspension_start_date/slashed
   停止交易迄日 suspension_end_date/slashed
   終止櫃檯買賣日 delisting_date/slashed
   原始發行總額 issue_amount
   上月底發行餘額 outstanding_amount
   票面利率 coupon_rate
   轉債參考價格 reference_price
   轉換標的股票價格 underlying_price`,
)

/** Lines of a kind each; a day that is not set is written 1911/00/00. */
const board: Page = {
  publisher: 'tpex',
  path: /^\/storage\/bond_zone\/tradeinfo\/cb\/\d{4}\/\d{6}\/RSdrs001\.(\d{8})-C\.csv$/,
  asked: ({ path }) => {
    const [, y, m, d] = /\.(\d{4})(\d{2})(\d{2})-C/.exec(path)!
    return { from: `${y}-${m}-${d}`, to: `${y}-${m}-${d}` }
  },
  sheets: async (market, days) => [await bonds.print(market, days, { date: String, grouped: false, none: '0.0000' })],
  write: ([sheet], { from }) => ({
    body: [
      ['TITLE', sheet!.title],
      ['DATADATE', `日期:${rocSpelled(from)}`],
      ['HEADER', ...sheet!.titles],
      ...sheet!.rows.map((cells) => [
        'BODY',
        ...cells.map((cell, at) => (cell === '' && /日$/.test(sheet!.titles[at]!) ? '1911/00/00' : cell)),
      ]),
    ]
      .map((cells) => `${cells.join(',')}\r\n`)
      .join(''),
    encoding: 'big5',
    type: 'text/csv',
  }),
  // A day without a board has no file.
  nothing: () => ({ body: '<html><body>404 Not Found</body></html>', type: 'text/html' }),
}

export const eventPages: readonly Page[] = [
  range('bulletin/exDailyQ', exEvents),
  range('bulletin/revivt', reductions),
  range('bulletin/pvChgRslt', faceChanges),
  range('bulletin/etfSplitRslt', splits('split')),
  range('bulletin/etfRvsRslt', splits('reverse_split')),
  year('bulletin/sprcHis', halts),
  range('bulletin/disposal', dispositions),
  year('company/deListed', delisted),
  board,
]
