import { TaiwanStockBrokerInfo } from '../../../src/catalogue/chips/TaiwanStockBrokerInfo.ts'
import { TaiwanStockDisposition } from '../../../src/catalogue/chips/TaiwanStockDisposition.ts'
import { TaiwanStockDividend } from '../../../src/catalogue/fundamentals/TaiwanStockDividend.ts'
import { TaiwanStockMonthRevenue } from '../../../src/catalogue/fundamentals/TaiwanStockMonthRevenue.ts'
import { TaiwanRelatedNews } from '../../../src/catalogue/other/TaiwanRelatedNews.ts'
import { TaiwanStockOverview } from '../../../src/catalogue/technical/TaiwanStockOverview.ts'
import { TaiwanStockOverviewIncludeWarrant } from '../../../src/catalogue/technical/TaiwanStockOverviewIncludeWarrant.ts'
import { list } from '../openApi.ts'
import type { Page } from '../page.ts'
import { type Printer, printer } from '../sheet.ts'
import { templated } from '../template.ts'

/** Lists of companies, brokers and warrants, and what companies tell. */

const twse = (path: string, made: Printer): Page => list('twseOpenApi', path, made)
const tpex = (path: string, made: Printer): Page => list('tpexOpenApi', path, made)
const listedNow = 'coalesce(listing_date <= :through, true) AND coalesce(delisting_date > :through, true)'

const companyRows = (market: string): string => `SELECT *, :through AS made FROM TaiwanStockOverview
  WHERE market = '${market}' AND security_type IN ('stock', 'tdr') AND ${listedNow} ORDER BY stock_id`
const companies = templated(
  TaiwanStockOverview,
  'twse-openapi/fixtures/TaiwanStockOverview.t187ap03_L.json',
  companyRows('TWSE'),
  `出表日期 made/rocBare
   公司代號 stock_id
   公司名稱 stock_name
   公司簡稱 stock_name
   產業別 industry_code
   上市日期 listing_date/compact`,
)
const otcCompanies = (market: 'TPEX' | 'ESB', path: string): Printer =>
  templated(
    TaiwanStockOverview,
    `tpex-openapi/fixtures/TaiwanStockOverview.${path}.json`,
    companyRows(market),
    `Date made/rocBare
     SecuritiesCompanyCode stock_id
     CompanyName stock_name
     CompanyAbbreviation stock_name
     SecuritiesIndustryCode industry_code
     DateOfListing listing_date/compact`,
  )
const funds = templated(
  TaiwanStockOverview,
  'twse-openapi/fixtures/TaiwanStockOverview.t187ap47_L.json',
  `SELECT *, :through AS made FROM TaiwanStockOverview WHERE market = 'TWSE' AND security_type = 'etf' AND ${listedNow}`,
  `出表日期 made/rocBare
   基金代號 stock_id
   基金名稱 stock_name
   上市日期 listing_date`,
)

const warrants = (market: 'TWSE' | 'TPEX', file: string): Printer =>
  templated(
    TaiwanStockOverviewIncludeWarrant,
    file,
    `SELECT w.*, :through AS made, underlying_stock_id || ' ' || o.stock_name AS underlying, exercise_ratio * 1000 AS ratio,
       CASE warrant_type WHEN 'call' THEN '認購權證' WHEN 'put' THEN '認售權證' WHEN 'bull' THEN '牛證' ELSE '熊證' END AS kind,
       CASE exercise_style WHEN 'american' THEN '美式' ELSE '歐式' END AS style
     FROM TaiwanStockOverviewIncludeWarrant w LEFT JOIN TaiwanStockOverview o ON o.stock_id = w.underlying_stock_id
     WHERE w.market = '${market}' AND w.security_type = 'warrant' AND w.listing_date <= :through
       AND coalesce(w.delisting_date > :through, true) ORDER BY w.stock_id`,
    `出表日期 made/rocBare
     權證代號 stock_id
     權證簡稱 stock_name
     權證類型 kind
     類別 style
     最後交易日 last_trading_date
     履約截止日 expiration_date
     標的證券/指數 underlying
     最新標的履約配發數量(每仟單位權證) ratio/bare
     最新履約價格(元)/履約指數 exercise_price`,
  )

const offices = printer(
  TaiwanStockBrokerInfo,
  '',
  `SELECT * FROM TaiwanStockBrokerInfo WHERE broker_type = 'head_office' ORDER BY broker_id`,
  `Code broker_id
   Name broker_name
   EstablishmentDate establish_date/rocPadded
   Address address
   Telephone phone`,
)
const branches = printer(
  TaiwanStockBrokerInfo,
  '',
  `SELECT *, :through AS made FROM TaiwanStockBrokerInfo WHERE broker_type = 'branch' ORDER BY broker_id`,
  `出表日期 made/rocBare
   證券商代號 broker_id
   證券商名稱 broker_name
   開業日 establish_date/rocPadded
   地址 address
   電話 phone`,
)
const knownBrokers = (file: string, id: string): Printer =>
  templated(
    TaiwanStockBrokerInfo,
    file,
    `SELECT * FROM TaiwanStockBrokerInfo ORDER BY broker_id LIMIT 20`,
    `${id} broker_id`,
  )

/** The newest month, as far as companies have told it. */
const revenues = (market: string): Printer =>
  printer(
    TaiwanStockMonthRevenue,
    '',
    `SELECT *, :through AS made, year(report_month) - 1911 || strftime(report_month, '%m') AS month, coalesce(note, '-') AS remark
     FROM TaiwanStockMonthRevenue WHERE market = '${market}' AND first_seen_date <= :through
       AND report_month = (SELECT max(report_month) FROM TaiwanStockMonthRevenue WHERE first_seen_date <= :through)
     ORDER BY stock_id`,
    `出表日期 made/rocBare
     資料年月 month
     公司代號 stock_id
     公司名稱 stock_name
     產業別 industry_category
     營業收入-當月營收 revenue/thousands
     營業收入-上月營收 revenue_last_month/thousands
     營業收入-去年當月營收 revenue_last_year/thousands
     營業收入-上月比較增減(%) mom_percent
     營業收入-去年同月增減(%) yoy_percent
     累計營業收入-當月累計營收 revenue_ytd/thousands
     累計營業收入-去年累計營收 revenue_ytd_last_year/thousands
     累計營業收入-前期比較增減(%) ytd_yoy_percent
     備註 remark`,
  )

/** What was resolved in the last year. */
const dividends = templated(
  TaiwanStockDividend,
  'twse-openapi/fixtures/TaiwanStockDividend.t187ap45_L.json',
  `SELECT d.*, :through AS made, regexp_extract(dividend_period, '^(\\d+)年', 1) AS year,
     coalesce(nullif(regexp_extract(dividend_period, '年(.*)$', 1), ''), '年度') AS part
   FROM TaiwanStockDividend d JOIN TaiwanStockOverview o USING (stock_id)
   WHERE o.market = 'TWSE' AND o.security_type = 'stock' AND announce_date BETWEEN :through - 365 AND :through ORDER BY announce_date, stock_id`,
  `出表日期 made/rocBare
   公司代號 stock_id
   公司名稱 stock_name
   股利年度 year
   股利所屬年(季)度 part
   董事會（擬議）股利分派日 announce_date
   股東配發-盈餘分配之現金股利(元/股) cash_earnings_distribution
   股東配發-法定盈餘公積發放之現金(元/股) =0.0
   股東配發-資本公積發放之現金(元/股) cash_statutory_surplus
   股東配發-盈餘轉增資配股(元/股) stock_earnings_distribution
   股東配發-法定盈餘公積轉增資配股(元/股) =0.0
   股東配發-資本公積轉增資配股(元/股) stock_statutory_surplus`,
)
const exDays = templated(
  TaiwanStockDividend,
  'twse-openapi/fixtures/TaiwanStockDividend.TWT48U_ALL.json',
  `SELECT d.*, coalesce(cash_ex_date, stock_ex_date) AS day, CASE WHEN stock_ex_date IS NULL THEN '息'
     WHEN cash_ex_date IS NULL THEN '權' ELSE '權息' END AS kind
   FROM TaiwanStockDividend d JOIN TaiwanStockOverview o USING (stock_id) WHERE o.market = 'TWSE' AND announce_date <= :through
     AND coalesce(cash_ex_date, stock_ex_date) >= :through
   QUALIFY row_number() OVER (PARTITION BY stock_id ORDER BY day) = 1 ORDER BY day, stock_id`,
  `Date day/rocBare
   Code stock_id
   Name stock_name
   Exdividend kind`,
)

/** Announcements of the day, and among them what financial holding companies earned, as a small table in the text. */
const clock = `strftime(make_timestamp(epoch_us(published_at)) + INTERVAL 8 HOUR, '%H%M%S')`
const announced = (providers: string): string => `
  SELECT stock_id, n.stock_name, publish_date AS day, ${clock} AS moment, title, summary AS text, :through AS made
  FROM TaiwanRelatedNews JOIN TaiwanStockOverview n USING (stock_id)
  WHERE category = 'announcement' AND provider IN (${providers}) AND publish_date = :through`
const earnings = `
  SELECT stock_id, stock_name, announce_date AS day, '170000' AS moment,
    '公告本公司' || (year(report_month) - 1911) || '年' || month(report_month) || '月自結損益' AS title,
    '單位:新台幣仟元' || chr(10) || string_agg(entity_name || ' ' || concat_ws(' ',
      round(pre_tax_income_month / 1000)::BIGINT, round(net_income_month / 1000)::BIGINT,
      round(pre_tax_income_ytd / 1000)::BIGINT, round(net_income_ytd / 1000)::BIGINT, eps_ytd), chr(10) ORDER BY entity_name)
      AS text, :through AS made
  FROM TaiwanFinancialHoldingsCompany WHERE announce_date = :through GROUP BY ALL`
const announcements = printer(
  TaiwanRelatedNews,
  '',
  `${announced(`'twse', 'mops'`)} UNION ALL ${earnings} ORDER BY moment, stock_id`,
  `出表日期 made/rocBare
   發言日期 day/rocBare
   發言時間 moment
   公司代號 stock_id
   公司名稱 stock_name
   主旨 title
   符合條款 =第51款
   事實發生日 day/rocBare
   說明 text`,
)
const otcAnnouncements = printer(
  TaiwanRelatedNews,
  '',
  announced(`'tpex'`),
  `Date made/rocBare
   發言日期 day/rocBare
   發言時間 moment
   SecuritiesCompanyCode stock_id
   CompanyName stock_name
   主旨 title
   符合條款 =第51款
   事實發生日 day/rocBare
   說明 text`,
)

const warned = templated(
  TaiwanStockDisposition,
  'twse-openapi/fixtures/TaiwanStockDisposition.notetrans.json',
  `SELECT stock_id, stock_name FROM TaiwanStockOverview WHERE market = 'TWSE' AND ${listedNow} ORDER BY stock_id LIMIT 3`,
  `Code stock_id
   Name stock_name`,
)

export const companyPages: readonly Page[] = [
  twse('/opendata/t187ap03_L', companies),
  tpex('/mopsfin_t187ap03_O', otcCompanies('TPEX', 'mopsfin_t187ap03_O')),
  tpex('/mopsfin_t187ap03_R', otcCompanies('ESB', 'mopsfin_t187ap03_R')),
  twse('/opendata/t187ap47_L', funds),
  twse(
    '/opendata/t187ap37_L',
    warrants('TWSE', 'twse-openapi/fixtures/TaiwanStockOverviewIncludeWarrant.t187ap37_L.json'),
  ),
  tpex(
    '/mopsfin_t187ap37_O',
    warrants('TPEX', 'tpex-openapi/fixtures/TaiwanStockOverviewIncludeWarrant.mopsfin_t187ap37_O.json'),
  ),
  twse('/brokerService/brokerList', offices),
  twse('/opendata/OpenData_BRK02', branches),
  twse(
    '/opendata/OpenData_BRK01',
    knownBrokers('twse-openapi/fixtures/TaiwanStockBrokerInfo.OpenData_BRK01.json', '證券商代號'),
  ),
  tpex(
    '/tpex_daily_broker1',
    knownBrokers('tpex-openapi/fixtures/TaiwanStockBrokerInfo.tpex_daily_broker1.json', 'Code'),
  ),
  tpex(
    '/tpex_margin_trading_marginspot',
    knownBrokers(
      'tpex-openapi/fixtures/TaiwanStockBrokerInfo.tpex_margin_trading_marginspot.json',
      'SecuritiesCompanyCode',
    ),
  ),
  twse('/opendata/t187ap05_L', revenues('TWSE')),
  tpex('/mopsfin_t187ap05_O', revenues('TPEX')),
  tpex('/t187ap05_R', revenues('ESB')),
  twse('/opendata/t187ap45_L', dividends),
  twse('/exchangeReport/TWT48U_ALL', exDays),
  twse('/opendata/t187ap04_L', announcements),
  tpex('/mopsfin_t187ap04_O', otcAnnouncements),
  twse('/announcement/notetrans', warned),
]
