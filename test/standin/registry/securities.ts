import { TaiwanStockHoldingSharesPer } from '../../../src/catalogue/chips/TaiwanStockHoldingSharesPer.ts'
import { TaiwanFutureOptionDailyTotalOverview } from '../../../src/catalogue/derivatives/TaiwanFutureOptionDailyTotalOverview.ts'
import { TaiwanFutureOptionTickRealtime } from '../../../src/catalogue/derivatives/TaiwanFutureOptionTickRealtime.ts'
import { TaiwanStockOverview } from '../../../src/catalogue/technical/TaiwanStockOverview.ts'
import { TaiwanStockOverviewIncludeWarrant } from '../../../src/catalogue/technical/TaiwanStockOverviewIncludeWarrant.ts'
import { csvBody } from '../csv.ts'
import { htmlPage, htmlTable } from '../html.ts'
import { list } from '../openApi.ts'
import type { Page } from '../page.ts'
import { type Printer, printer, type Spelling } from '../sheet.ts'
import { templated } from '../template.ts'

/** Registries: what is listed, who holds it, and what futures and options are about. */

const hand: Spelling = { date: (day) => day.replaceAll('-', '/'), grouped: false, none: '' }

/** Whatever is listed on the newest day. */
const listedNow = 'coalesce(listing_date <= :through, true) AND coalesce(delisting_date > :through, true)'
const kind = `CASE security_type WHEN 'warrant' THEN '上市認購(售)權證' WHEN 'etf' THEN 'ETF' WHEN 'etn' THEN 'ETN'
  WHEN 'preferred' THEN '特別股' WHEN 'tdr' THEN '臺灣存託憑證(TDR)' WHEN 'reit' THEN '受益證券-不動產投資信託'
  ELSE '股票' END AS kind`

const page = (
  path: string,
  when: Readonly<Record<string, string>>,
  made: Printer,
  bodyOf: (table: string) => string,
): Page => ({
  publisher: 'isin',
  path,
  when,
  asked: () => null,
  sheets: async (market, days) => [await made.print(market, days, hand)],
  write: (sheets) => ({
    body: htmlPage(bodyOf(htmlTable(sheets.at(-1)!))),
    encoding: 'big5',
    type: 'text/html; charset=MS950',
  }),
  nothing: () => ({ body: htmlPage('查無資料'), encoding: 'big5', type: 'text/html' }),
})

const listLines = (market: string) => `
  頁面編號 =1
  國際證券編碼 isin_code
  有價證券代號 stock_id
  有價證券名稱 stock_name
  市場別 =${market}
  有價證券別 kind
  產業別 industry_category
  公開發行/上市(櫃)/發行日 listing_date
  CFICode cfi_code
  備 註 =`
const heading = '<table align=center><h2>證券編碼</h2></table>'
/** One security of any market. */
const single: Page = {
  publisher: 'isin',
  path: '/single_main.jsp',
  asked: () => null,
  sheets: async (market, days, { fields }) => [
    await printer(
      TaiwanStockOverviewIncludeWarrant,
      '',
      `SELECT *, ${kind}, CASE market WHEN 'TWSE' THEN '上市' WHEN 'TPEX' THEN '上櫃' ELSE '興櫃' END AS word
       FROM TaiwanStockOverviewIncludeWarrant
       WHERE stock_id = '${(fields.owncode ?? '').replaceAll("'", "''")}' AND ${listedNow}`,
      listLines('').replace('市場別 =', '市場別 word'),
    ).print(market, days, hand),
  ],
  write: (sheets) => ({ body: htmlPage(heading + htmlTable(sheets.at(-1)!)), encoding: 'big5', type: 'text/html' }),
  nothing: () => ({ body: htmlPage('查無資料'), encoding: 'big5', type: 'text/html' }),
}
const registered = (number: string, market: string, word: string): Page =>
  page(
    '/class_main.jsp',
    { market: number },
    printer(
      TaiwanStockOverviewIncludeWarrant,
      '',
      `SELECT *, ${kind} FROM TaiwanStockOverviewIncludeWarrant WHERE market = '${market}' AND ${listedNow}
       ORDER BY stock_id, issue_key`,
      listLines(word),
    ),
    (table) => heading + table,
  )

/** Code and name share a cell; the kind of security stands in a heading between the rows. */
const emerging = page(
  '/C_public.jsp',
  { strMode: '5' },
  printer(
    TaiwanStockOverview,
    '',
    `SELECT *, stock_id || '　' || stock_name AS named FROM TaiwanStockOverview WHERE market = 'ESB' AND ${listedNow}
     ORDER BY stock_id`,
    `有價證券代號及名稱 named
     國際證券辨識號碼(ISIN Code) isin_code
     上市日 listing_date
     市場別 =興櫃
     產業別 industry_category
     CFICode cfi_code
     備註 =`,
  ),
  (table) => table.replace('</tr>', '</tr>\n<tr><td bgcolor=#FAFAD2 colspan=7 ><B> 股票 <B> </td></tr>'),
)

const contracts = page(
  '/class_main.jsp',
  { market: '7' },
  printer(
    TaiwanFutureOptionTickRealtime,
    '',
    `SELECT DISTINCT contract_code, contract_name, CASE product_type WHEN 'futures' THEN '期貨' ELSE '選擇權' END AS kind
     FROM TaiwanFutureOptionTickRealtime ORDER BY contract_code`,
    `頁面編號 =1
     國際證券編碼 =
     有價證券代號 contract_code
     有價證券名稱 contract_name
     市場別 =期貨及選擇權
     有價證券別 kind
     產業別 =
     公開發行/上市(櫃)/發行日 =
     CFICode =FFICSX
     備 註 =`,
  ),
  (table) => heading + table,
)

/** The newest week; an adjustment comes without its sign and without holders. */
const holders = printer(
  TaiwanStockHoldingSharesPer,
  '',
  `SELECT * REPLACE (abs(shares) AS shares, abs(percent) AS percent, coalesce(people, 0) AS people),
     rpad(stock_id, 6, ' ') AS padded FROM TaiwanStockHoldingSharesPer
   WHERE record_date = (SELECT max(record_date) FROM TaiwanStockHoldingSharesPer WHERE record_date <= :through)
   ORDER BY stock_id, level`,
  `資料日期 record_date/compact
   證券代號 padded
   持股分級 level
   人數 people
   股數 shares
   占集保庫存數比例% percent`,
)
const depository: Page = {
  publisher: 'tdcc',
  path: '/getOD.ashx',
  when: { id: '1-5' },
  asked: () => null,
  sheets: async (market, days) => [await holders.print(market, days, hand)],
  write: (sheets) => csvBody(sheets.at(-1)!, { bom: true }),
  nothing: () =>
    csvBody({
      title: '',
      titles: ['資料日期', '證券代號', '持股分級', '人數', '股數', '占集保庫存數比例%'],
      rows: [],
    }),
}

const products = (where: string): string => `SELECT DISTINCT product_id, product_id[1:2] AS stem, underlying_stock_id,
  stock_name FROM TaiwanFutureOptionDailyTotalOverview
  LEFT JOIN TaiwanStockOverview ON stock_id = underlying_stock_id
  WHERE underlying_stock_id IS NOT NULL AND trade_date = :through AND ${where} ORDER BY product_id`
const underlyingLines = (id: string) => `
  Contract ${id}
  UnderlyingStock stock_name
  StockCode underlying_stock_id
  StockName stock_name
  Type =上市普通股標的證券`
const underlyings = printer(
  TaiwanFutureOptionDailyTotalOverview,
  '',
  `SELECT stem, underlying_stock_id, any_value(stock_name) AS stock_name,
     max(CASE WHEN product_id LIKE '__F' THEN '●' ELSE '' END) AS futures,
     max(CASE WHEN product_id LIKE '__O' THEN '●' ELSE '' END) AS options FROM (${products('true')})
   GROUP BY stem, underlying_stock_id ORDER BY stem`,
  `股票期貨、<br>選擇權<br>商品代碼 stem
   標的證券 stock_name
   證券代號 underlying_stock_id
   標的證券<br>簡稱 stock_name
   是否為<br>股票期貨<br>標的 futures
   是否為<br>股票選擇權<br>標的 options
   上市普通股<br>標的證券 =◎
   上櫃普通股<br>標的證券 =
   上市ETF<br>標的證券 =
   上櫃ETF<br>標的證券 =
   標準型<br>證券<br>股數 =2000`,
)
const stockLists: Page = {
  publisher: 'taifex',
  path: '/cht/2/stockLists',
  asked: () => null,
  sheets: async (market, days) => [await underlyings.print(market, days, hand)],
  write: (sheets) => ({ body: htmlPage(htmlTable(sheets.at(-1)!)), type: 'text/html' }),
  nothing: () => ({ body: htmlPage('查無資料'), type: 'text/html' }),
}

/** A list that only names securities: one of them stands for all. */
const naming = (path: string): Page =>
  list(
    'tpexOpenApi',
    `/${path}`,
    templated(
      TaiwanStockOverview,
      `tpex-openapi/fixtures/TaiwanStockOverview.${path}.json`,
      `SELECT stock_id, stock_name, :through AS made FROM TaiwanStockOverview WHERE market = 'TPEX' AND ${listedNow}
       ORDER BY stock_id LIMIT 3`,
      `Date made/rocBare
       SecuritiesCompanyCode stock_id
       CompanyName stock_name`,
    ),
  )

export const registryPages: readonly Page[] = [
  registered('1', 'TWSE', '上市'),
  registered('2', 'TPEX', '上櫃'),
  emerging,
  single,
  contracts,
  depository,
  list(
    'taifexOpenApi',
    '/SSFLists',
    printer(TaiwanFutureOptionDailyTotalOverview, '', products(`product_id LIKE '__F'`), underlyingLines('product_id')),
  ),
  list(
    'taifexOpenApi',
    '/SSOLists',
    printer(TaiwanFutureOptionDailyTotalOverview, '', products(`product_id LIKE '__O'`), underlyingLines('stem')),
  ),
  stockLists,
  ...[
    'tpex_cmode',
    'tpex_delayed_stock_open',
    'tpex_trading_warning_information',
    'tpex_trading_warning_note',
    'tpex_margin_trading_margin_mark',
    'tpex_margin_trading_adjust',
  ].map(naming),
]
