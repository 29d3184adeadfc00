import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openGuardedFixture } from '../../../test/support/ask.ts'
import { createCanonical } from '../canonical/canonical.ts'
import { compile } from '../compile.ts'
import type { Representation } from '../representation.ts'
import { readRepresentation } from '../schema.ts'
import { comment } from './print.ts'

const asked = await openGuardedFixture()
after(asked.close)

const canonical = createCanonical()
type Row = Record<string, unknown>

/** What a sentence of the canonical language means, its values under the given names. */
function meaningOf(sentence: string, names: string): Representation {
  const [meant, ...others] = canonical.read(sentence, 'code')
  assert.ok(meant && others.length === 0, sentence)
  const named = names === '' ? [] : names.split(' ')
  const whole = { ...meant, select: meant.select.map((output, at) => ({ ...output, as: named[at] ?? output.as })) }
  assert.deepEqual(readRepresentation(whole), { representation: whole })
  return whole
}
const rowsOf = async (sql: string): Promise<Row[]> => {
  const { columns, rows } = await asked.select(sql)
  return rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])))
}
/** Through the schema, the checker, the builder and the guard. */
async function run(sentence: string, names = ''): Promise<Row[]> {
  const sql = compile(meaningOf(sentence, names), asked.facts, 'en')
  await asked.check(sql)
  return rowsOf(sql)
}

const plain = (value: unknown): unknown => {
  if (value === null || value === undefined) return null
  const text = String(value)
  const number = Number(text)
  return text !== '' && Number.isFinite(number) ? Number(number.toPrecision(9)) : text.replace(' 00:00:00', '')
}

const newest = 'trade_date = (SELECT max(trade_date) FROM TaiwanStockPrice)'
const recent = (n: number, dataset = 'TaiwanStockPrice'): string =>
  `trade_date IN (SELECT DISTINCT trade_date FROM ${dataset} ORDER BY 1 DESC LIMIT ${n})`
const largest = (n: number): string =>
  `(SELECT stock_id FROM TaiwanStockMarketValue WHERE trade_date = (SELECT max(trade_date) FROM TaiwanStockMarketValue) ORDER BY market_value DESC LIMIT ${n})`
const perOf = (column: string): string =>
  `WITH p AS (SELECT p.*, o.${column} FROM TaiwanStockPER p JOIN TaiwanStockOverview o USING (stock_id) WHERE p.${newest})`
const dividends =
  'FROM (SELECT * FROM TaiwanStockDividend WHERE coalesce(cash_earnings_distribution, 0) + coalesce(cash_statutory_surplus, 0) > 0 QUALIFY row_number() OVER (PARTITION BY stock_id, dividend_period ORDER BY announce_date DESC, announce_time DESC) = 1)'
const closeOn = (day: string): string =>
  `(SELECT close FROM TaiwanStockPrice WHERE stock_id = '2330' AND trade_date = DATE '${day}')`
const spread = (table: string, column: string, id: string, a: string, b: string, factor = 1): string =>
  `SELECT a.trade_date, (a.${column} - b.${column}) * ${factor} AS spread FROM ${table} a JOIN ${table} b ON b.trade_date = a.trade_date AND b.${id} = '${b}' WHERE a.${id} = '${a}'`
const capOf = 'the TaiwanStockMarketValue dataset’s market_value'
const rising = 'close is above (close at 1 dates before the latest)'
const future = 'close of TX (for trading_session = "regular" and contract_month the front one)'
const premiums = (n: number): string =>
  `SELECT f.trade_date, f.close - i.close AS difference, f.close - i.close AS premium, (f.close - i.close) / i.close * 100 AS percents FROM (SELECT * FROM TaiwanFuturesDaily WHERE futures_id = 'TX' AND trading_session = 'regular' AND length(contract_month) = 6 QUALIFY row_number() OVER (PARTITION BY trade_date ORDER BY contract_month) = 1) f JOIN TaiwanWeightedIndex i ON i.trade_date = f.trade_date AND i.stock_id = 'TAIEX' ORDER BY 1 DESC LIMIT ${n}`
const folded = (
  to: number,
): string => `WITH y AS (SELECT stock_id, year(trade_date) AS y, arg_max(close, trade_date) AS c FROM TaiwanStockPrice WHERE close IS NOT NULL AND year(trade_date) <= ${to} GROUP BY 1, 2),
  s AS (SELECT y.*, y.c > p.c AS up FROM y LEFT JOIN y p ON p.stock_id = y.stock_id AND p.y = y.y - 1),
  b AS (SELECT stock_id, max(y) FILTER (WHERE up IS NOT TRUE) AS broken, max(y) AS newest FROM s GROUP BY 1)`
const runOfYears = (to: number): string =>
  `${folded(to)} SELECT stock_id, newest - broken AS years, make_date(broken + 1, 1, 1) AS since FROM b JOIN TaiwanStockPrice p USING (stock_id) WHERE newest = ${to} AND newest > broken AND p.${newest}`
const yearly = (current = ''): string =>
  `TaiwanStockPrice: the number of dates in a row with (${rising}) per year by its last value${current}; the date since which (${rising}) has held per year by its last value${current} for all, the latest date, where the number of dates in a row with (${rising}) per year by its last value${current} is at least 1.`

type Case = readonly [what: string, names: string, sentence: string, gold: string, isOrdered?: 'in order']
/** Meanings, and SQL whose rows they have: its columns are found by name, its rows in any order but where it has one. */
const cases: readonly Case[] = [
  [
    'a moving average is of the newest values, and none where there are fewer',
    'ma5 ma3000',
    'TaiwanStockPrice: the 5-value moving average of close; the 3000-value moving average of close for 2330, the latest date.',
    "SELECT avg(close) AS ma5, NULL AS ma3000 FROM (SELECT close FROM TaiwanStockPrice WHERE stock_id = '2330' AND close IS NOT NULL ORDER BY trade_date DESC LIMIT 5)",
  ],
  [
    'a moving average moves along a series',
    'ma10',
    'TaiwanStockPrice: the 10-value moving average of close for 2317, on each date of the last 5 trading days.',
    "SELECT trade_date, avg(close) OVER (ORDER BY trade_date ROWS 9 PRECEDING) AS ma10 FROM TaiwanStockPrice WHERE stock_id = '2317' AND close IS NOT NULL ORDER BY trade_date DESC LIMIT 5",
  ],
  [
    'a change is from the last close before its window, in points or percent',
    'points percents',
    'TaiwanStockPrice: the change of close since this week; the percentage change of close since this week for 2454, the latest date.',
    `SELECT close - c AS points, (close / c - 1) * 100 AS percents FROM TaiwanStockPrice, (SELECT arg_max(close, trade_date) AS c FROM TaiwanStockPrice WHERE stock_id = '2454' AND trade_date < DATE '2026-11-09') WHERE stock_id = '2454' AND ${newest}`,
  ],
  [
    'what must hold on every date of a window holds on each',
    'net',
    'TaiwanStockInstitutionalInvestorsBuySell: foreign_investor_net for all, the latest date, where on every date of the last 3 trading days (foreign_investor_net is above 0).',
    "SELECT stock_id FROM TaiwanStockInstitutionalInvestorsBuySell WHERE trade_date >= DATE '2026-11-11' GROUP BY 1 HAVING min(foreign_investor_net) > 0 AND count(*) = 3",
  ],
  [
    'a slower dataset is joined by its newest row of each entity',
    'close yoy',
    'TaiwanStockPrice: close; the TaiwanStockMonthRevenue dataset’s yoy_percent for 2330, 2317, the latest date.',
    "SELECT stock_id, arg_max(yoy_percent, report_month) AS yoy FROM TaiwanStockMonthRevenue WHERE stock_id IN ('2330', '2317') GROUP BY 1",
  ],
  [
    'groups fold over dates',
    'volume',
    'TaiwanStockPrice: the average across them of volume for 2330, by month, the last 3 months.',
    "SELECT CAST(date_trunc('month', trade_date) AS DATE) AS month, avg(volume) AS volume FROM TaiwanStockPrice WHERE stock_id = '2330' AND trade_date > DATE '2026-08-13' GROUP BY 1",
  ],
  [
    'a condition on what was folded keeps groups rather than their members',
    'total',
    'TaiwanStockPrice: the sum across them of volume for all, by industry, the latest date, where the sum across them of volume is above 20,000 lots.',
    `SELECT industry_category, sum(volume) AS total FROM TaiwanStockPrice JOIN TaiwanStockOverview USING (stock_id) WHERE ${newest} AND industry_category IS NOT NULL GROUP BY 1 HAVING sum(volume) > 20000000`,
  ],
  [
    'rows are filtered by a column that the names of the securities have as well',
    'pe_ratio',
    'TaiwanStockPER: every record\'s pe_ratio for those named 2330, 6488 with market = "TPEX", the latest date.',
    "SELECT '6488' AS stock_id",
  ],
  [
    'a value stands beside the median of its own industry, whoever else is asked about',
    'pe middle all_middle',
    'TaiwanStockPER: pe_ratio; the median of (pe_ratio) among its industry; the median of (pe_ratio) among all for 2330, 2317, the latest date.',
    `${perOf('industry_category')} SELECT stock_id, pe_ratio AS pe, (SELECT median(q.pe_ratio) FROM p q WHERE q.industry_category = p.industry_category) AS middle, (SELECT median(pe_ratio) FROM p) AS all_middle FROM p WHERE stock_id IN ('2330', '2317')`,
  ],
  [
    'stocks below the median of their market, by a condition',
    'pe',
    'TaiwanStockPER: pe_ratio for all, the latest date, where pe_ratio is below the median of (pe_ratio) among its market.',
    `WITH p AS (SELECT p.stock_id, p.pe_ratio, o.market FROM TaiwanStockPER p JOIN TaiwanStockOverview o USING (stock_id) WHERE p.${newest}) SELECT stock_id, pe_ratio AS pe FROM p WHERE pe_ratio < (SELECT median(q.pe_ratio) FROM p q WHERE q.market = p.market)`,
  ],
  [
    'a share is of the whole, or of an industry',
    'of_all of_industry',
    'TaiwanStockPrice: the share of (turnover) among all; the share of (turnover) among its industry for 2330, the latest date.',
    `WITH p AS (SELECT p.*, o.industry_category FROM TaiwanStockPrice p LEFT JOIN TaiwanStockOverview o USING (stock_id) WHERE ${newest}) SELECT turnover * 100.0 / (SELECT sum(turnover) FROM p) AS of_all, turnover * 100.0 / (SELECT sum(q.turnover) FROM p q WHERE q.industry_category = p.industry_category) AS of_industry FROM p WHERE stock_id = '2330'`,
  ],
  [
    'a share is of all groups',
    'part',
    'TaiwanStockPrice: the share of (the sum across them of turnover) among all for those of type stock, by industry, the latest date, sorted by value 1 from the largest.',
    `WITH p AS (SELECT o.industry_category, sum(turnover) AS s FROM TaiwanStockPrice p JOIN TaiwanStockOverview o USING (stock_id) WHERE ${newest} AND o.security_type = 'stock' AND o.industry_category IS NOT NULL GROUP BY 1) SELECT industry_category, s * 100.0 / (SELECT sum(s) FROM p) AS part FROM p ORDER BY 2 DESC`,
    'in order',
  ],
  [
    'a place is counted among all though one is asked about, from either end',
    'first last',
    'TaiwanStockPrice: the rank of (turnover) from the largest; the rank of (turnover) from the smallest for 2317, the latest date.',
    `SELECT * FROM (SELECT stock_id, rank() OVER (ORDER BY turnover DESC NULLS LAST) AS first, rank() OVER (ORDER BY turnover NULLS LAST) AS last FROM TaiwanStockPrice WHERE ${newest}) WHERE stock_id = '2317'`,
  ],
  [
    'two rankings at once are two places',
    'close',
    'TaiwanStockPrice: close for all, the latest date, where the rank of (volume) from the largest is at most 30; the rank of (turnover) from the largest is at most 30.',
    `SELECT stock_id, close FROM (SELECT *, rank() OVER (ORDER BY volume DESC) AS a, rank() OVER (ORDER BY turnover DESC) AS b FROM TaiwanStockPrice WHERE ${newest}) WHERE a <= 30 AND b <= 30`,
  ],
  [
    'what has no value is asked for',
    'yield',
    'TaiwanStockPER: dividend_yield for all, the latest date, where pe_ratio has no value.',
    `SELECT stock_id, dividend_yield AS yield FROM TaiwanStockPER WHERE pe_ratio IS NULL AND ${newest}`,
  ],
  [
    'what has no value is asked for beside a mean that passes over days without one',
    'mean',
    'TaiwanStockPER: the 2-value moving average of pe_ratio for all, the latest date, where pe_ratio has no value.',
    `SELECT stock_id FROM TaiwanStockPER WHERE pe_ratio IS NULL AND ${newest}`,
  ],
  [
    'what has a value is asked for, of two series',
    'brent',
    'CrudeOilPrices: price of Brent for all, on each date of the last 120 trading days, where price of WTI has a value; price of Brent has a value.',
    `SELECT b.trade_date, b.price AS brent FROM CrudeOilPrices b JOIN CrudeOilPrices w ON w.trade_date = b.trade_date AND w.name = 'WTI' WHERE b.name = 'Brent' AND b.${recent(120, 'CrudeOilPrices')}`,
  ],
  [
    'a run of years of days is counted to its end where an entity is named, and its first day found',
    'days begun',
    'TaiwanStockPrice: the number of dates in a row with (close is above 1); the date since which (close is above 1) has held for 2330, the latest date.',
    "SELECT count(*) AS days, CAST(min(trade_date) AS VARCHAR) AS begun FROM TaiwanStockPrice WHERE stock_id = '2330' AND trade_date > (SELECT coalesce(max(trade_date), DATE '1900-01-01') FROM TaiwanStockPrice WHERE stock_id = '2330' AND NOT coalesce(close > 1, false))",
  ],
  [
    'the first and the last day on which something held',
    'first last',
    'TaiwanStockPrice: the first date with (change_percent is at most -3) over this year; the last date with (change_percent is at most -3) over this year for 2330, 2454, the latest date.',
    "SELECT stock_id, CAST(min(trade_date) AS VARCHAR) AS first, CAST(max(trade_date) AS VARCHAR) AS last FROM TaiwanStockPrice WHERE stock_id IN ('2330', '2454') AND trade_date >= DATE '2026-01-01' AND spread / (close - spread) * 100 <= -3 GROUP BY 1",
  ],
  [
    'the last day of a crossing',
    'crossed',
    'TaiwanStockPrice: the last date with (the 5-value moving average of close crosses above the 20-value moving average of close) over the last 1 years for 2330, the latest date.',
    `WITH m AS (SELECT trade_date, avg(close) OVER (ORDER BY trade_date ROWS 4 PRECEDING) AS a, avg(close) OVER (ORDER BY trade_date ROWS 19 PRECEDING) AS b FROM TaiwanStockPrice WHERE stock_id = '2330' AND close IS NOT NULL),
     l AS (SELECT *, lag(a) OVER (ORDER BY trade_date) AS pa, lag(b) OVER (ORDER BY trade_date) AS pb FROM m)
     SELECT CAST(max(trade_date) AS VARCHAR) AS crossed FROM l WHERE a > b AND pa <= pb AND trade_date > DATE '2025-11-13'`,
  ],
  [
    'the same month of several years',
    'mean up',
    'TaiwanStockPrice: the average of close over each month 10 of 5 years; the number of dates with (spread is above 0) over each month 10 of 5 years for 2330, the latest date.',
    "SELECT avg(close) AS mean, count(*) FILTER (WHERE spread > 0) AS up FROM TaiwanStockPrice WHERE stock_id = '2330' AND month(trade_date) = 10 AND year(trade_date) BETWEEN 2022 AND 2026 AND close IS NOT NULL",
  ],
  [
    'the same quarter of several years, as groups',
    'opening closing',
    'TaiwanStockPrice: the first value across them of close; the last value across them of close for 2330, by year, each quarter 3 of 3 years.',
    "SELECT year(trade_date) AS year, arg_min(close, trade_date) AS opening, arg_max(close, trade_date) AS closing FROM TaiwanStockPrice WHERE stock_id = '2330' AND quarter(trade_date) = 3 AND year(trade_date) BETWEEN 2024 AND 2026 GROUP BY 1",
  ],
  [
    'a run over years is of values folded by year, up to the last one that is over',
    'years since',
    yearly(),
    runOfYears(2025),
  ],
  ['a run over years may count the current one', 'years since', yearly(' with the current one'), runOfYears(2026)],
  [
    'years are counted',
    'years',
    `TaiwanStockPrice: the number of dates with (${rising}) over the last 5 years per year by its last value for 2330, the latest date.`,
    `${folded(2025)} SELECT count(*) FILTER (WHERE up) AS years FROM s WHERE stock_id = '2330' AND y BETWEEN 2021 AND 2025`,
  ],
  [
    'a sum is of those that a ranking chose',
    'total',
    `TaiwanStockPrice: the sum across them of turnover for those among the first 5 by (${capOf}) from the largest taken together, the latest date.`,
    `SELECT sum(turnover) AS total FROM TaiwanStockPrice WHERE ${newest} AND stock_id IN ${largest(5)}`,
  ],
  [
    'a ranking is of those that another ranking chose',
    'yield',
    `TaiwanStockPER: dividend_yield for those among the first 50 by (${capOf}) from the largest, the latest date, where dividend_yield is above 2 percent, sorted by value 1 from the largest, at most 3 rows.`,
    `SELECT stock_id, dividend_yield AS yield FROM TaiwanStockPER WHERE ${newest} AND dividend_yield > 2 AND stock_id IN ${largest(50)} ORDER BY 2 DESC, 1 LIMIT 3`,
    'in order',
  ],
  [
    'a series is of those that a ranking chose',
    'close',
    'TaiwanStockPrice: close for those of type stock among the first 2 by (volume) from the largest, on each date of the last 3 trading days.',
    `SELECT trade_date, stock_id, close FROM TaiwanStockPrice WHERE ${recent(3)} AND stock_id IN (SELECT stock_id FROM TaiwanStockPrice JOIN TaiwanStockOverview o USING (stock_id) WHERE ${newest} AND o.security_type = 'stock' ORDER BY volume DESC LIMIT 2)`,
  ],
  [
    'records are of those that a ranking chose',
    'fiscal_year',
    `TaiwanStockDividend: every record's fiscal_year for those among the first 5 by (${capOf}) from the largest, this year.`,
    `SELECT stock_id, fiscal_year FROM (SELECT * FROM TaiwanStockDividend QUALIFY row_number() OVER (PARTITION BY stock_id, dividend_period ORDER BY announce_date DESC, announce_time DESC) = 1) WHERE year(announce_date) = 2026 AND stock_id IN ${largest(5)}`,
  ],
  [
    'the first of a ranking are seen among all',
    'part',
    'TaiwanStockPrice: the sum across them of the share of (turnover) among all for those among the first 5 by (turnover) from the largest taken together, the latest date.',
    `WITH p AS (SELECT * FROM TaiwanStockPrice WHERE ${newest}) SELECT sum(turnover) * 100.0 / (SELECT sum(turnover) FROM p) AS part FROM (SELECT * FROM p ORDER BY turnover DESC NULLS LAST LIMIT 5)`,
  ],
  [
    'the best of each industry',
    'turnover',
    'TaiwanStockPrice: turnover for those of type stock, the latest date, sorted by value 1 from the largest, at most 2 rows per industry.',
    `SELECT industry_category, p.stock_id, turnover FROM TaiwanStockPrice p JOIN TaiwanStockOverview o USING (stock_id) WHERE ${newest} AND o.security_type = 'stock' AND turnover IS NOT NULL QUALIFY row_number() OVER (PARTITION BY industry_category ORDER BY turnover DESC, stock_id) <= 2 ORDER BY industry_category NULLS LAST, turnover DESC, stock_id`,
    'in order',
  ],
  [
    'the best of each day',
    'volume',
    'TaiwanStockPrice: volume for all, on each date of the last 5 trading days, sorted by value 1 from the largest, at most 1 rows per column trade_date.',
    `SELECT trade_date, stock_id, volume FROM TaiwanStockPrice WHERE ${recent(5)} QUALIFY row_number() OVER (PARTITION BY trade_date ORDER BY volume DESC NULLS LAST) = 1 ORDER BY 1`,
    'in order',
  ],
  [
    'the best group of each month',
    'total',
    'TaiwanStockPrice: the sum across them of turnover for those of type stock, by month, industry, this quarter, sorted by value 1 from the largest, at most 1 rows per month.',
    `SELECT CAST(date_trunc('month', trade_date) AS DATE) AS month, industry_category, sum(turnover) AS total FROM TaiwanStockPrice JOIN TaiwanStockOverview o USING (stock_id) WHERE trade_date >= DATE '2026-10-01' AND o.security_type = 'stock' AND industry_category IS NOT NULL GROUP BY 1, 2 QUALIFY row_number() OVER (PARTITION BY CAST(date_trunc('month', trade_date) AS DATE) ORDER BY sum(turnover) DESC) = 1`,
  ],
  [
    'groups may be sorted by the type that they are of',
    'total',
    'TaiwanStockPrice: the sum across them of turnover for all, by type, the latest date, sorted by type from the smallest.',
    `SELECT security_type, sum(turnover) AS total FROM TaiwanStockPrice JOIN TaiwanStockOverview o USING (stock_id) WHERE ${newest} GROUP BY 1 ORDER BY 1`,
    'in order',
  ],
  ...(
    [
      ['on each date of the last 10 trading days', 10],
      ['the latest date', 1],
    ] as const
  ).flatMap(([when, n]): Case[] => [
    [
      `two entities differ by date: ${when}`,
      'spread',
      `CrudeOilPrices: (price of Brent minus price of WTI) for all, ${when}, where (price of Brent minus price of WTI) has a value.`,
      `SELECT * FROM (${spread('CrudeOilPrices', 'price', 'name', 'Brent', 'WTI')}) WHERE ${recent(n, 'CrudeOilPrices')}`,
    ],
    [
      `two yields differ by basis points: ${when}`,
      'spread',
      `USBondYield: (value of 10Y minus value of 2Y) in basis points for all, ${when}.`,
      `${spread('USBondYield', 'value', 'tenor', '10Y', '2Y', 100)} ORDER BY 1 DESC LIMIT ${n}`,
    ],
    [
      `a future stands above its index by a premium: ${when}`,
      'difference premium percents',
      `TaiwanFuturesDaily: (${future} minus the TaiwanWeightedIndex dataset’s close of TAIEX); the indicator premium of (${future}); the indicator premium in percent of (${future}) for all, ${when}.`,
      premiums(n),
    ],
    [
      `columns of two datasets make a ratio of each stock: ${when}`,
      'ratio',
      `TaiwanDailyShortSaleBalances: (sbl_short_sale_balance as a percentage of the TaiwanStockShareholding dataset’s issued_shares) for 2330, 2603, ${when}.`,
      `SELECT s.stock_id, s.trade_date, s.sbl_short_sale_balance * 100.0 / h.issued_shares AS ratio FROM TaiwanDailyShortSaleBalances s LEFT JOIN TaiwanStockShareholding h USING (stock_id, trade_date) WHERE s.stock_id IN ('2330', '2603') AND s.${recent(n, 'TaiwanDailyShortSaleBalances')}`,
    ],
  ]),
  [
    'the mean of a premium',
    'mean',
    `TaiwanFuturesDaily: the average of the indicator premium of (${future}) over the last 8 trading days for all, the latest date.`,
    `SELECT avg(premium) AS mean FROM (${premiums(8)})`,
  ],
  [
    'the deviation of daily changes, and their correlation with the index',
    'deviation correlation',
    'TaiwanStockPrice: the standard deviation of the percentage change of close since 1 dates before the latest over the last 60 trading days; the correlation between the percentage change of close since 1 dates before the latest and the percentage change of the TaiwanWeightedIndex dataset’s close of TAIEX since 1 dates before the latest over the last 60 trading days for 2330, 2603, the latest date.',
    `WITH s AS (SELECT stock_id, trade_date, (close / lag(close) OVER (PARTITION BY stock_id ORDER BY trade_date) - 1) * 100 AS r FROM TaiwanStockPrice WHERE close IS NOT NULL AND stock_id IN ('2330', '2603')),
     i AS (SELECT trade_date, (close / lag(close) OVER (ORDER BY trade_date) - 1) * 100 AS r FROM TaiwanWeightedIndex WHERE stock_id = 'TAIEX')
     SELECT s.stock_id, stddev_samp(s.r) AS deviation, corr(s.r, i.r) AS correlation FROM s JOIN i USING (trade_date) WHERE ${recent(60)} GROUP BY 1`,
  ],
  [
    'groups are counted, and their means weighed',
    'stocks risen mean',
    `TaiwanStockPrice: the number of values across them of stock_id; the number of values across them of stock_id (only where spread is above 0); the average across them of (change_percent) weighted by (${capOf}) for those of type stock, by industry, the latest date.`,
    `SELECT industry_category, count(*) AS stocks, count(*) FILTER (WHERE spread > 0) AS risen, sum(spread / (close - spread) * 100 * market_value) FILTER (WHERE close IS NOT NULL) / sum(market_value) FILTER (WHERE close IS NOT NULL) AS mean
     FROM TaiwanStockPrice p JOIN TaiwanStockOverview o USING (stock_id) LEFT JOIN (SELECT stock_id, market_value FROM TaiwanStockMarketValue WHERE trade_date = (SELECT max(trade_date) FROM TaiwanStockMarketValue)) m USING (stock_id)
     WHERE ${newest} AND o.security_type = 'stock' AND industry_category IS NOT NULL GROUP BY 1`,
  ],
  [
    'a change from a date starts at its own close, and may end at another',
    'since open_end between_two year',
    'TaiwanStockPrice: the percentage change of close since on 2026-06-30; the percentage change of close since since 2026-06-30; the change of close since on 2026-06-30 until on 2026-09-30; the percentage change of close since this year for 2330, the latest date.',
    `SELECT (close / ${closeOn('2026-06-30')} - 1) * 100 AS since, (close / ${closeOn('2026-06-30')} - 1) * 100 AS open_end, ${closeOn('2026-09-30')} - ${closeOn('2026-06-30')} AS between_two, (close / (SELECT arg_max(close, trade_date) FROM TaiwanStockPrice WHERE stock_id = '2330' AND trade_date < DATE '2026-01-01') - 1) * 100 AS year FROM TaiwanStockPrice WHERE stock_id = '2330' AND ${newest}`,
  ],
  [
    'a time from one period on, and to another',
    'months since',
    'TaiwanStockPrice: the sum of volume over the time since the year 2026 month 7 through the newest month 9; the sum of volume over the time since the previous month for 2330, the latest date.',
    "SELECT sum(volume) FILTER (WHERE trade_date BETWEEN DATE '2026-07-01' AND DATE '2026-09-30') AS months, sum(volume) FILTER (WHERE trade_date >= DATE '2026-10-01') AS since FROM TaiwanStockPrice WHERE stock_id = '2330'",
  ],
  [
    'what is still to come',
    'ex',
    "TaiwanStockDividend: every record's cash_ex_date for all, all dates, where cash_ex_date falls in the dates after the latest.",
    `SELECT stock_id, cash_ex_date AS ex ${dividends} WHERE cash_ex_date > DATE '2026-11-13'`,
  ],
  [
    "today's price stands beside the revenue of last month",
    'growth close',
    'TaiwanStockMonthRevenue: yoy_percent; the TaiwanStockPrice dataset’s close for 2330, 2317, the latest date.',
    `SELECT r.stock_id, yoy_percent AS growth, close FROM TaiwanStockMonthRevenue r JOIN TaiwanStockPrice p USING (stock_id) WHERE stock_id IN ('2330', '2317') AND p.${newest} AND report_month = (SELECT max(report_month) FROM TaiwanStockMonthRevenue)`,
  ],
  [
    'brokers of a county, however its name is written',
    'name',
    'TaiwanStockBrokerInfo: every record\'s broker_name for all, all dates, where county is "台北市".',
    "SELECT broker_name AS name FROM TaiwanStockBrokerInfo WHERE address LIKE '台北市%' OR address LIKE '臺北市%'",
  ],
  [
    'days until an event',
    'ex left',
    "TaiwanStockDividend: every record's cash_ex_date; the days until (cash_ex_date) for all, all dates, where cash_ex_date falls in the next 3 months.",
    `SELECT stock_id, cash_ex_date AS ex, cash_ex_date - DATE '2026-11-13' AS left ${dividends} WHERE cash_ex_date > DATE '2026-11-13' AND cash_ex_date <= DATE '2027-02-13'`,
  ],
  [
    'days since an extreme',
    'since_high',
    'TaiwanStockPrice: the days since (the date of the highest close over the last 1 years) for 2330, the latest date.',
    "SELECT DATE '2026-11-13' - min(trade_date) AS since_high FROM TaiwanStockPrice WHERE stock_id = '2330' AND trade_date > DATE '2025-11-13' AND close = (SELECT max(close) FROM TaiwanStockPrice WHERE stock_id = '2330' AND trade_date > DATE '2025-11-13')",
  ],
  [
    'a payout ratio is of the dividends of a year in its earnings',
    'payout of_2025',
    'TaiwanStockPrice: the indicator payout ratio; the indicator payout ratio with 2025 for 2330, 2317, the latest date.',
    `WITH d AS (SELECT stock_id, sum(cash) AS cash FROM (SELECT stock_id, arg_max(coalesce(cash_earnings_distribution, 0) + coalesce(cash_statutory_surplus, 0), announce_date) AS cash FROM TaiwanStockDividend WHERE fiscal_year = 2025 AND coalesce(cash_earnings_distribution, 0) + coalesce(cash_statutory_surplus, 0) > 0 GROUP BY stock_id, dividend_period) GROUP BY 1)
     SELECT stock_id, cash / value * 100 AS payout, cash / value * 100 AS of_2025 FROM d JOIN TaiwanStockFinancialStatement f USING (stock_id) WHERE f.type = 'EPS' AND f.period = 'annual' AND f.report_date = DATE '2025-12-31' AND stock_id IN ('2330', '2317')`,
  ],
]

for (const [what, names, sentence, gold, isOrdered] of cases)
  test(what, async () => {
    const [got, want] = [await run(sentence, names), await rowsOf(gold)]
    assert.ok(want.length > 0, 'the gold has no rows')
    const columns = Object.keys(want[0]!)
    const lines = (rows: Row[]) => {
      const told = rows.map((row) => JSON.stringify(columns.map((name) => plain(row[name]))))
      return isOrdered ? told : told.sort()
    }
    assert.deepEqual(lines(got), lines(want))
  })

test('a run counts the dates in a row up to the newest, breaks where a date is missing, and has a day it began on', async () => {
  const rows = await run(
    `TaiwanStockPrice: the number of dates in a row with (${rising}); the date since which (${rising}) has held for all, the latest date.`,
    'days begun',
  )
  const trading = asked.facts.calendar.dates('TaiwanStockPrice', { from: null, to: null }).toReversed()
  assert.ok(rows.some(({ days }) => Number(days) > 1))
  for (const { days, begun } of rows) assert.equal(begun, Number(days) === 0 ? null : trading[Number(days) - 1])
  for (const { stock_id: id, days } of rows.slice(0, 40)) {
    const closes = await rowsOf(
      `SELECT CAST(trade_date AS VARCHAR) AS day, close FROM TaiwanStockPrice WHERE stock_id = '${id}' AND close IS NOT NULL ORDER BY 1 DESC`,
    )
    const isRise = (at: number): boolean =>
      closes[at]?.day === trading[at] && Number(closes[at]?.close) > Number(closes[at + 1]?.close)
    let streak = 0
    while (isRise(streak)) streak++
    assert.equal(Number(days), streak, String(id))
  }
})

test('a corrected dividend counts once', async () => {
  const [twice] = await rowsOf(
    'SELECT stock_id, fiscal_year FROM TaiwanStockDividend WHERE cash_earnings_distribution > 0 AND fiscal_year IS NOT NULL GROUP BY stock_id, fiscal_year, dividend_period HAVING count(*) > 1 ORDER BY 1, 2 LIMIT 1',
  )
  const [id, year] = [twice!.stock_id, twice!.fiscal_year]
  const [row] = await run(
    `TaiwanStockDividend: the sum across them of cash_dividend for ${id}, by column fiscal_year, all dates, where fiscal_year equals ${year}.`,
    'cash',
  )
  const [once] = await rowsOf(
    `SELECT sum(cash) AS cash FROM (SELECT arg_max(coalesce(cash_earnings_distribution, 0) + coalesce(cash_statutory_surplus, 0), announce_date) AS cash FROM TaiwanStockDividend WHERE stock_id = '${id}' AND fiscal_year = ${year} GROUP BY dividend_period)`,
  )
  near(row!.cash, Number(once!.cash))
})

test('a name from the data cannot leave the comment at the head of the SQL', () => {
  const evil = {
    ...asked.facts,
    securities: [
      { id: '2330', name: "x */ \n'; DROP TABLE y; --", market: 'TWSE', type: 'stock', industry: null, active: true },
    ],
  }
  const sql = compile(meaningOf('TaiwanStockPrice: close for 2330, the latest date.', 'close'), evil, 'zh')
  const [head, ...rest] = sql.split(/\n(?=WITH )/)
  assert.ok(head!.split('\n').every((line) => line.startsWith('-- ')))
  assert.ok(!head!.includes('*/') && !head!.includes(';'))
  assert.ok(!rest.join('').includes('DROP'))
  const line = comment(['Reading: close; of 2330 /* x */; last 5 days'])
  assert.equal(line, '-- Reading: close, of 2330   x  , last 5 days\n')
})

test('what a dataset never has rows of is refused, and one that it has beside it is not', async () => {
  const yields = (ids: string) => run(`TaiwanStockPER: dividend_yield for ${ids}, the latest date.`)
  await assert.rejects(yields('0050, 0056'), {
    name: 'NotCovered',
    message: 'TaiwanStockPER has no rows of type etf: 0050, 0056',
  })
  assert.equal((await yields('2330, 0050')).length, 1)
  // No fund has had such an event, which is an answer.
  const none = "TaiwanStockCapitalReductionReferencePrice: every record's reason for 0050, all dates."
  assert.deepEqual(await run(none), [])
})

test('a statement that cannot be built says why', async () => {
  for (const [sentence, why] of [
    [
      'GoldPrice: price for all, on each date of the latest date, where it has a row in TaiwanStockCompanyIndustry.',
      /GoldPrice has no entities/,
    ],
    [
      "GoldPrice: every record's price for all, the latest date, where it has a row in TaiwanStockCompanyIndustry.",
      /GoldPrice has no entities/,
    ],
    ['TaiwanStockPrice: 5 for 2330, the latest date.', /must read a column/],
  ] as const)
    await assert.rejects(run(sentence), { name: 'Meaningless', message: why })
})

const near = (a: unknown, b: number, what = ''): void =>
  assert.ok(Math.abs(Number(a) - b) < 1e-6 * Math.max(1, Math.abs(b)), `${what} ${a} is not ${b}`)

type Bar = { readonly day: string; readonly close: number; readonly high: number; readonly low: number }
async function barsOf(id: string): Promise<Bar[]> {
  const rows = await rowsOf(
    `SELECT CAST(trade_date AS VARCHAR) AS day, close, high, low FROM TaiwanStockPrice WHERE stock_id = '${id}' AND close IS NOT NULL AND high IS NOT NULL AND low IS NOT NULL ORDER BY trade_date`,
  )
  return rows.map(({ day, close: c, high, low }) => ({
    day: String(day),
    close: Number(c),
    high: Number(high),
    low: Number(low),
  }))
}
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Every indicator of every bar, reckoned row by row as the textbooks do. */
function reckoned(bars: readonly Bar[]): Record<string, (number | null)[]> {
  const closes = bars.map(({ close: c }) => c)
  const out: Record<string, (number | null)[]> = {}
  let [k, d] = [50, 50]
  out.k = []
  out.d = []
  bars.forEach((bar, i) => {
    if (i < 8) {
      out.k!.push(null)
      out.d!.push(null)
      return
    }
    const nine = bars.slice(i - 8, i + 1)
    const [high, low] = [Math.max(...nine.map((one) => one.high)), Math.min(...nine.map((one) => one.low))]
    if (high > low) k = (k * 2) / 3 + (((bar.close - low) / (high - low)) * 100) / 3
    d = (d * 2) / 3 + k / 3
    out.k!.push(k)
    out.d!.push(d)
  })
  const changes = closes.map((c, i) => (i === 0 ? 0 : c - closes[i - 1]!))
  let [gain, loss] = [0, 0]
  out.rsi = closes.map((_, i) => {
    if (i < 14) return null
    const first = changes.slice(1, 15)
    if (i === 14) {
      gain = mean(first.map((c) => Math.max(c, 0)))
      loss = mean(first.map((c) => Math.max(-c, 0)))
    } else {
      gain = (gain * 13 + Math.max(changes[i]!, 0)) / 14
      loss = (loss * 13 + Math.max(-changes[i]!, 0)) / 14
    }
    return (gain / (gain + loss)) * 100
  })
  const ema = (values: readonly number[], n: number): number[] => {
    const out: number[] = []
    for (const value of values) out.push(out.length === 0 ? value : out.at(-1)! + (2 / (n + 1)) * (value - out.at(-1)!))
    return out
  }
  const [fast, slow] = [ema(closes, 12), ema(closes, 26)]
  const difs = closes.map((_, i) => fast[i]! - slow[i]!).slice(25)
  const signals = ema(difs, 9)
  out.macd_dif = closes.map((_, i) => difs[i - 25] ?? null)
  out.macd_signal = closes.map((_, i) => (i - 25 >= 8 ? signals[i - 25]! : null))
  out.macd_histogram = closes.map((_, i) => (i - 25 >= 8 ? difs[i - 25]! - signals[i - 25]! : null))
  const twenty = closes.map((_, i) => (i < 19 ? null : closes.slice(i - 19, i + 1)))
  const middle = twenty.map((values) => values && mean(values))
  const deviation = twenty.map((values) => values && Math.sqrt(mean(values.map((v) => (v - mean(values)) ** 2))))
  const banded = (value: (m: number, s: number, c: number) => number) =>
    closes.map((c, i) => (middle[i] === null ? null : value(middle[i]!, deviation[i]!, c)))
  out.bollinger_upper = banded((m, s) => m + 2 * s)
  out.bollinger_lower = banded((m, s) => m - 2 * s)
  out.bollinger_percent_b = banded((m, s, c) => (c - m + 2 * s) / (4 * s))
  out.bollinger_width = banded((m, s) => ((4 * s) / m) * 100)
  out.bias = banded((m, _, c) => (c / m - 1) * 100)
  const returns = closes.map((c, i) => (i === 0 ? 0 : (c / closes[i - 1]! - 1) * 100))
  out.volatility = closes.map((_, i) => {
    if (i < 20) return null
    const values = returns.slice(i - 19, i + 1)
    return Math.sqrt(values.reduce((sum, v) => sum + (v - mean(values)) ** 2, 0) / 19)
  })
  out.volatility_yearly = out.volatility.map((v) => v && v * Math.sqrt(252))
  return out
}

/** Indicators of the close, by the names of the representation. */
const indicators = (names: readonly string[]): string =>
  `TaiwanStockPrice: ${names
    .map((name) =>
      canonical.say(
        'measure',
        { kind: 'indicator', name, of: { kind: 'column', dataset: 'TaiwanStockPrice', column: 'close' } },
        'TaiwanStockPrice',
        'code',
      ),
    )
    .join('; ')}`

test('indicators are what the textbooks reckon row by row, at one date and along a series', async () => {
  for (const id of ['2330', '2603']) {
    const bars = await barsOf(id)
    assert.ok(bars.length > 1_000)
    const known = reckoned(bars)
    const names = Object.keys(known)
    const [row] = await run(`${indicators(names)} for ${id}, the latest date.`, names.join(' '))
    for (const name of names) near(row![name], known[name]!.at(-1)!, name)
    const rows = await run(`${indicators(names)} for ${id}, on each date of the last 40 trading days.`, names.join(' '))
    assert.ok(rows.length > 30)
    for (const told of rows) {
      const at = bars.findIndex(({ day }) => day === told.trade_date)
      for (const name of names) near(told[name], known[name]![at]!, `${name} on ${told.trade_date}`)
    }
  }
})

test('indicators begin with the first bars that they need, and move through the whole history', async () => {
  const bars = await barsOf('2330')
  const known = reckoned(bars)
  const names = ['k', 'd', 'rsi', 'macd_dif', 'macd_signal', 'bias', 'volatility']
  const rows = await run(`${indicators(names)} for 2330, on each date of all dates.`, names.join(' '))
  assert.equal(rows.length, bars.length)
  rows.forEach((row, i) => {
    for (const name of names)
      if (known[name]![i] === null) assert.equal(row[name], null, `${name} of row ${i}`)
      else near(row[name], known[name]![i]!, `${name} of row ${i}`)
  })
})

test('K that crosses D is found on its day', async () => {
  const bars = await barsOf('2330')
  const { k, d } = reckoned(bars)
  const crossed = bars.filter((_, i) => i > 9 && k![i]! > d![i]! && k![i - 1]! <= d![i - 1]!)
  const [row] = await run(
    'TaiwanStockPrice: the last date with (the indicator K of (close) crosses above the indicator D of (close)) over the last 120 trading days for 2330, the latest date.',
    'day',
  )
  assert.equal(row!.day, crossed.at(-1)!.day)
})
