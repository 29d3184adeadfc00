import { TaiwanDailyShortSaleBalances } from '../../src/catalogue/chips/TaiwanDailyShortSaleBalances.ts'
import { TaiwanStockShareholding } from '../../src/catalogue/chips/TaiwanStockShareholding.ts'
import { TaiwanStock5SecondsOrderStats } from '../../src/catalogue/technical/TaiwanStock5SecondsOrderStats.ts'
import { TaiwanStockDayTradingInfo } from '../../src/catalogue/technical/TaiwanStockDayTradingInfo.ts'
import { feedNamed, feedsIn } from '../support/feeds/fixture.ts'
import { type Dialect, feedPages, type PageOptions } from './feedPages.ts'
import type { Inverse } from './inverses.ts'
import { linesApart } from './layouts.ts'
import { jsonBody, type Page, type ResponseBody } from './page.ts'
import { scheduleOf } from './schedule.ts'
import { keptRows, listedNow, month, nextTradingDay, pricesOf, rowsOf } from './select.ts'
import type { Sheet, Spelling } from './sheet.ts'
import { rocBare } from './spell.ts'

/** The OpenAPI of the stock exchanges: a list of objects without parameters, about what is newest. */

const spelling: Spelling = { date: rocBare, time: (time) => time.replaceAll(':', ''), grouped: false, none: '' }

/** A title that comes twice has a blank in it the second time, as an object has no two keys alike. */
const objects = ({ titles, rows }: Sheet): Record<string, string>[] => {
  const keys = titles.map((title, at) => title + ' '.repeat(titles.slice(0, at).filter((one) => one === title).length))
  return rows.map((cells) => Object.fromEntries(keys.map((key, at) => [key, cells[at]!])))
}

/** The list of the last table: what comes before it is no list, and cannot stand in it. */
export const openApiBody = (sheets: readonly Sheet[]): ResponseBody =>
  jsonBody(sheets.length === 0 ? [] : objects(sheets.at(-1)!))

export const openApiDialect: Dialect = { spelling, write: openApiBody, nothing: () => openApiBody([]) }

/** A column whose text is the value itself, though several columns are read from it. */
const itself: Inverse = (value) => value ?? ''
const named = { cells: { index_name: itself } } as const

const everyRow = (table: string, where: string, order: string): PageOptions => ({
  select: `SELECT * FROM ${table} WHERE ${where} ORDER BY ${order}`,
})
const indexOf = (table: string, id: string): PageOptions =>
  everyRow(table, `stock_id = '${id}' AND trade_date ${month}`, 'trade_date')
const sectorsOf = (market: string): PageOptions => ({
  ...everyRow('TaiwanStockSectorPrice', `market = '${market}' AND trade_date = :through`, 'stock_id'),
  ...named,
})

const coming = 'coalesce(suspend_end_date, suspend_start_date) >= :through'
const suspensions = (table: string, market: string, where: string): PageOptions =>
  everyRow(table, `market = '${market}' AND ${where}`, 'suspend_start_date, stock_id')
const dispositions = (market: string): PageOptions =>
  everyRow(
    'TaiwanStockDisposition',
    `market = '${market}' AND announce_date <= :through AND period_end_date >= :through`,
    'announce_date, stock_id',
  )

const companies = (market: string): PageOptions => ({
  select: `SELECT * REPLACE (:through AS as_of_date) FROM TaiwanStockOverview
    WHERE market = '${market}' AND security_type IN ('stock', 'tdr') AND ${listedNow} ORDER BY stock_id`,
})
const warrants = (market: string): PageOptions => ({
  select: `SELECT w.* REPLACE (:through AS as_of_date, exercise_ratio * 1000 AS exercise_ratio,
      underlying_stock_id || ' ' || o.stock_name AS underlying_stock_id)
    FROM TaiwanStockOverviewIncludeWarrant w LEFT JOIN TaiwanStockOverview o ON o.stock_id = w.underlying_stock_id
    WHERE w.market = '${market}' AND w.security_type = 'warrant' AND w.listing_date <= :through
      AND coalesce(w.delisting_date > :through, true) ORDER BY w.stock_id`,
  cells: {
    warrant_type: (value) => ({ call: '認購權證', put: '認售權證', bull: '牛證', bear: '熊證' })[value ?? ''] ?? '',
    exercise_style: (value) => (value === 'american' ? '美式' : '歐式'),
  },
})
/** The newest month, of the companies that have reported it. */
const revenues = (market: string): PageOptions =>
  everyRow(
    'TaiwanStockMonthRevenue',
    `market = '${market}' AND first_seen_date <= :through
     AND report_month = (SELECT max(report_month) FROM TaiwanStockMonthRevenue WHERE first_seen_date <= :through)`,
    'stock_id',
  )
const brokers: PageOptions = {
  select: `SELECT *, '' AS stock_name FROM TaiwanStockBrokerInfo ORDER BY broker_id LIMIT 20`,
}

/** Announcements of the day, with a date and a time. */
const clock = `strftime(make_timestamp(epoch_us(published_at)) + INTERVAL 8 HOUR, '%H:%M:%S')`
const announced = (providers: string): string => `
  SELECT stock_id, n.stock_name, publish_date, ${clock} AS moment, title, summary
  FROM TaiwanRelatedNews JOIN TaiwanStockOverview n USING (stock_id)
  WHERE category = 'announcement' AND provider IN (${providers}) AND publish_date = :through`
/** What financial holding companies earned, as a small table in the text. */
const earnings = `
  SELECT stock_id, stock_name, announce_date, '17:00:00',
    '公告本公司' || (year(report_month) - 1911) || '年' || month(report_month) || '月自結損益',
    '單位:新台幣仟元' || chr(10) || string_agg(entity_name || ' ' || concat_ws(' ',
      round(pre_tax_income_month / 1000)::BIGINT, round(net_income_month / 1000)::BIGINT,
      round(pre_tax_income_ytd / 1000)::BIGINT, round(net_income_ytd / 1000)::BIGINT, eps_ytd), chr(10) ORDER BY entity_name)
  FROM TaiwanFinancialHoldingsCompany WHERE announce_date = :through GROUP BY ALL`
const announcements = (select: string): PageOptions => ({
  select: `${select} ORDER BY moment, stock_id`,
  cells: {
    publish_date: (value) => rocBare(value!),
    published_at: (_, row) => ['', row.moment!.replaceAll(':', '')],
  },
})

const twse: Readonly<Record<string, PageOptions | null>> = {
  FMTQIK: indexOf('TaiwanWeightedIndex', 'TAIEX'),
  holidaySchedule: scheduleOf(feedNamed('twse-openapi TaiwanStockTradingDate holidaySchedule'), rocBare),
  // Nothing is left of the sign of a day that is not compared, and a change of zero may be one.
  STOCK_DAY_ALL: {
    select: pricesOf('TWSE'),
    cells: { spread: (value, row) => (row.is_marked === 'true' || value === null ? '0.0000' : value) },
  },
  MI_INDEX20: { select: `SELECT * FROM (${pricesOf('TWSE')}) ORDER BY volume DESC LIMIT 20` },
  STOCK_FIRST: { select: `SELECT * FROM (${pricesOf('TWSE')}) WHERE stock_name LIKE '%-KY%'` },
  // A hundredth of what was traded.
  TWT53U: {
    select: `SELECT * REPLACE (volume // 100 AS volume, trade_count // 100 AS trade_count,
      floor(turnover / 100)::DECIMAL(20, 2) AS turnover) FROM (${pricesOf('TWSE')})`,
  },
  MI_5MINS_HIST: indexOf('TaiwanWeightedIndex', 'TAIEX'),
  MI_INDEX: sectorsOf('TWSE'),
  MFI94U: indexOf('TaiwanReturnIndex', 'TAIEX'),
  MI_5MINS: { select: `${keptRows(TaiwanStock5SecondsOrderStats, '= :through')} ORDER BY trade_time` },
  // Nobody was listed for the first time.
  TWT88U: { select: 'SELECT NULL AS stock_id, NULL AS trade_date WHERE false' },
  // What may be day-traded on the trading day to come, by what could be today.
  TWTB4U: {
    select: `SELECT * REPLACE (${nextTradingDay} AS trade_date) FROM (${rowsOf(TaiwanStockDayTradingInfo, 'TWSE')})`,
  },
  TWTBAU1: suspensions('TaiwanStockSuspendDayTrading', 'TWSE', coming),
  TWTBAU2: suspensions('TaiwanStockSuspendDayTrading', 'TWSE', `suspend_start_date <= :through AND ${coming}`),
  TWTAWU: everyRow(
    'TaiwanStockTradingHaltAnnouncement',
    `market = 'TWSE' AND halt_date BETWEEN :through - 30 AND :through`,
    'halt_date, stock_id',
  ),
  BFI84U: suspensions('TaiwanStockMarginShortSaleSuspension', 'TWSE', coming),
  // Both markets stand side by side; here the lines of one come after those of the other.
  TWT96U: {
    parts: linesApart(
      feedNamed('twse-openapi TaiwanDailyShortSaleBalances TWT96U'),
      { select: rowsOf(TaiwanDailyShortSaleBalances, 'TWSE') },
      { select: rowsOf(TaiwanDailyShortSaleBalances, 'TPEX') },
    ),
  },
  MI_QFIIS_sort_20: {
    select: `SELECT * FROM (${rowsOf(TaiwanStockShareholding, 'TWSE')}) ORDER BY foreign_shareholding_ratio DESC LIMIT 20`,
  },
  punish: dispositions('TWSE'),
  notetrans: {
    select: `SELECT * FROM TaiwanStockOverview WHERE market = 'TWSE' AND ${listedNow} ORDER BY stock_id LIMIT 3`,
  },
  brokerList: {
    ...everyRow('TaiwanStockBrokerInfo', `broker_type = 'head_office'`, 'broker_id'),
    spelling: { ...spelling, date: (day) => rocBare(day).padStart(7, '0') },
  },
  OpenData_BRK02: {
    select: `SELECT * REPLACE (:through AS as_of_date) FROM TaiwanStockBrokerInfo WHERE broker_type = 'branch' ORDER BY broker_id`,
    spelling: { ...spelling, date: (day) => rocBare(day).padStart(7, '0') },
  },
  OpenData_BRK01: brokers,
  t187ap03_L: companies('TWSE'),
  t187ap47_L: {
    select: `SELECT * REPLACE (:through AS as_of_date) FROM TaiwanStockOverview
      WHERE market = 'TWSE' AND security_type = 'etf' AND ${listedNow}`,
  },
  t187ap37_L: warrants('TWSE'),
  suspendListingCsvAndHtml: {
    ...everyRow('TaiwanStockDelisting', `market = 'TWSE' AND delisting_date <= :through`, 'delisting_date DESC'),
  },
  t187ap05_L: revenues('TWSE'),
  // Earnings a share of the newest quarter, which the income of the year so far must agree with.
  t187ap14_L: {
    select: `SELECT stock_id, any_value(o.stock_name) AS stock_name, fiscal_year, max(fiscal_quarter) AS fiscal_quarter,
        sum(value) AS value
      FROM TaiwanStockFinancialStatement JOIN TaiwanStockOverview o USING (stock_id)
      WHERE type = 'EPS' AND period = 'quarterly' AND announce_date <= :through AND o.market = 'TWSE' AND fiscal_year = (
        SELECT max(fiscal_year) FROM TaiwanStockFinancialStatement WHERE announce_date <= :through)
      GROUP BY stock_id, fiscal_year ORDER BY stock_id`,
  },
  // What was resolved in the last year; the statutory surplus is a sum of two columns.
  t187ap45_L: {
    select: `SELECT d.*, regexp_extract(dividend_period, '^(\\d+)年', 1) AS year,
        coalesce(nullif(regexp_extract(dividend_period, '年(.*)$', 1), ''), '年度') AS part
      FROM TaiwanStockDividend d JOIN TaiwanStockOverview o USING (stock_id)
      WHERE o.market = 'TWSE' AND o.security_type = 'stock' AND announce_date BETWEEN :through - 365 AND :through
      ORDER BY announce_date, stock_id`,
    cells: {
      fiscal_year: (_, row) => row.year!,
      fiscal_quarter: (_, row) => row.part!,
      stock_statutory_surplus: (value) => ['0.0', value ?? '0.0'],
      cash_statutory_surplus: (value) => ['0.0', value ?? '0.0'],
    },
  },
  TWT48U_ALL: {
    select: `SELECT d.*, coalesce(cash_ex_date, stock_ex_date) AS day, CASE WHEN stock_ex_date IS NULL THEN '息'
        WHEN cash_ex_date IS NULL THEN '權' ELSE '權息' END AS kind
      FROM TaiwanStockDividend d JOIN TaiwanStockOverview o USING (stock_id) WHERE o.market = 'TWSE'
        AND announce_date <= :through AND coalesce(cash_ex_date, stock_ex_date) >= :through
      QUALIFY row_number() OVER (PARTITION BY stock_id ORDER BY day) = 1 ORDER BY day, stock_id`,
    cells: {
      cash_ex_date: (_, row) => [row.kind!, rocBare(row.day!)],
      stock_ex_date: (_, row) => [row.kind!, rocBare(row.day!)],
    },
  },
  t187ap04_L: announcements(`${announced(`'twse', 'mops'`)} UNION ALL ${earnings}`),
  // The market has nothing for it: see `fixtures.ts`.
  newsList: null,
}

/** A halt is one row and its resumption another. */
export const haltsAndResumptions = (where: string): string => `
  SELECT * REPLACE (NULL AS resumption_date, NULL AS resumption_time), halt_date AS day, halt_time AS moment
  FROM TaiwanStockTradingHaltAnnouncement WHERE ${where}
  UNION ALL BY NAME
  SELECT * REPLACE (NULL AS halt_date, NULL AS halt_time), resumption_date AS day, resumption_time AS moment
  FROM TaiwanStockTradingHaltAnnouncement WHERE resumption_date IS NOT NULL AND ${where}`

/** Quotes with the limits of the trading day after. */
export const otcQuotes: PageOptions = {
  select: pricesOf('TPEX'),
  cells: {
    reference_price: 'next_reference',
    limit_up: 'next_up',
    limit_down: 'next_down',
    spread: (value, row) => row.ex_mark ?? (value === null ? '---' : value),
  },
}

const bondsOf = (day: string): string => `SELECT * REPLACE (:through AS as_of_date) FROM TaiwanCBOverview
  WHERE listing_date <= ${day} AND coalesce(delisting_date, maturity_date) >= ${day} ORDER BY cb_id`

const tpex: Readonly<Record<string, PageOptions | null>> = {
  tpex_mainboard_daily_close_quotes: otcQuotes,
  tpex_mainboard_quotes: otcQuotes,
  tpex_index: indexOf('TaiwanWeightedIndex', 'TPEX'),
  tpex_daily_trading_index: indexOf('TaiwanWeightedIndex', 'TPEX'),
  tpex_reward_index: indexOf('TaiwanReturnIndex', 'TPEX'),
  tpex_trading_volume_ratio: sectorsOf('TPEX'),
  tpex_3insti_trading: {
    select: `SELECT * FROM TaiwanStockInstitutionalInvestorsBuySell
      WHERE market = 'TPEX' AND trade_date = :through AND investment_trust_net > 0 ORDER BY investment_trust_net DESC`,
  },
  tpex_intraday_fee: everyRow(
    'TaiwanStockDayTradingFee',
    `market = 'TPEX' AND trade_date ${month}`,
    'trade_date, stock_id, seq',
  ),
  tpex_disposal_information: dispositions('TPEX'),
  tpex_esb_disposal_information: dispositions('ESB'),
  // What went ex in the last week, and what is announced.
  tpex_exright_prepost: {
    ...everyRow(
      'TaiwanStockDividendResult',
      `market = 'TPEX' AND ex_date BETWEEN :through - 7 AND :through + 30`,
      'ex_date, stock_id',
    ),
    cells: { stock_dividend_per_1000: (value) => (Number(value ?? 0) / 1000).toFixed(8) },
  },
  tpex_margin_trading_term: suspensions('TaiwanStockMarginShortSaleSuspension', 'TPEX', coming),
  // Told by the day on which selling first is allowed again.
  tpex_intraday_trading_pre: {
    select: `SELECT * REPLACE ((SELECT min(trade_date) FROM TaiwanStockTradingDate WHERE trade_date > suspend_end_date)
        AS suspend_end_date) FROM TaiwanStockSuspendDayTrading s
      WHERE market = 'TPEX' AND s.suspend_end_date >= :through ORDER BY suspend_start_date, stock_id`,
  },
  tpex_intraday_trading_his: suspensions(
    'TaiwanStockSuspendDayTrading',
    'TPEX',
    'suspend_end_date BETWEEN :through - 30 AND :through - 1',
  ),
  tpex_spendi_history: {
    select: `${haltsAndResumptions(`market = 'TPEX' AND halt_date BETWEEN date_trunc('year', :through) AND :through`)} ORDER BY day, moment`,
  },
  bond_ISSBD5_data: {
    select: bondsOf(':through'),
    cells: { currency: () => '1', is_secured: (value) => (value === 'true' ? '1' : '2') },
  },
  mopsfin_t187ap03_O: companies('TPEX'),
  mopsfin_t187ap03_R: companies('ESB'),
  mopsfin_t187ap37_O: warrants('TPEX'),
  tpex_daily_broker1: brokers,
  tpex_margin_trading_marginspot: brokers,
  mopsfin_t187ap05_O: revenues('TPEX'),
  t187ap05_R: revenues('ESB'),
  mopsfin_t187ap04_O: announcements(announced(`'tpex'`)),
  // Lists that only name securities: some of them stand for all.
  ...Object.fromEntries(
    [
      'cmode',
      'delayed_stock_open',
      'trading_warning_information',
      'trading_warning_note',
      'margin_trading_margin_mark',
      'margin_trading_adjust',
    ].map((name) => [
      `tpex_${name}`,
      { select: `SELECT * FROM TaiwanStockOverview WHERE market = 'TPEX' AND ${listedNow} ORDER BY stock_id LIMIT 3` },
    ]),
  ),
}

/** Statements are printed from their accounts: see `mops/statements.ts`. */
const isStatement = ({ endpoint }: { readonly endpoint: string }): boolean => /t187ap0[67]_/.test(endpoint)

export const openApiPages: readonly Page[] = [
  ...feedPages(
    feedsIn('twse-openapi').filter((feed) => !isStatement(feed)),
    openApiDialect,
    twse,
  ),
  ...feedPages(
    feedsIn('tpex-openapi').filter((feed) => !isStatement(feed)),
    openApiDialect,
    tpex,
  ),
]
