import { TaiwanStockHoldingSharesPer } from '../catalogue/chips/TaiwanStockHoldingSharesPer.ts'
import { TaiwanStockInstitutionalInvestorsBuySell } from '../catalogue/chips/TaiwanStockInstitutionalInvestorsBuySell.ts'
import type { Dataset } from '../catalogue/dataset.ts'
import { TaiwanStockBalanceSheet } from '../catalogue/fundamentals/TaiwanStockBalanceSheet.ts'
import { TaiwanStockDelisting } from '../catalogue/fundamentals/TaiwanStockDelisting.ts'
import { TaiwanStockDividend } from '../catalogue/fundamentals/TaiwanStockDividend.ts'
import { TaiwanStockMarketValue } from '../catalogue/fundamentals/TaiwanStockMarketValue.ts'
import { TaiwanStockMonthRevenue } from '../catalogue/fundamentals/TaiwanStockMonthRevenue.ts'
import { TaiwanStockOverview } from '../catalogue/technical/TaiwanStockOverview.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { decimalSql, halfUpSql } from '../derive/rounding.ts'
import type { Draft } from '../lake/draft.ts'
import { literal } from '../lake/schema.ts'
import { publishedTime } from './publishedTime.ts'

/**
 * What companies and publishers of the simulated market had wrong at first, withdrew, or sent late: rows as they were
 * before, and when that ended. The rows of the market itself are those that came out right.
 */

/** SQL: whole numbers that are drawn for rows by their key. */
const between = (low: number, high: number, part: 1 | 2 | 3): string =>
  `(${low} + CAST((bits >> ${16 * part}) % ${high - low + 1} AS INTEGER))`

/** SQL: rows whose key is drawn, one in so many, with random bits. */
type Drawn = (rows: string, key: string, oneIn: number) => string

const drawnBy =
  (seed: number, what: string): Drawn =>
  (rows, key, oneIn) =>
    `(FROM (SELECT *, md5_number_lower(concat_ws(' ', ${seed}, ${literal(what)}, ${key})) AS bits FROM ${rows})
      WHERE bits % ${oneIn} = 0)`

/** SQL: before the market opens on a day, or on the Monday after it. */
const morning = (day: string): string =>
  `CAST(CAST(${day} + CASE isodow(${day}) WHEN 6 THEN 2 WHEN 7 THEN 1 ELSE 0 END AS TIMESTAMP)
    + to_minutes(CAST(${between(480, 530, 3)} AS BIGINT)) AS TIMESTAMPTZ)`

/** SQL: `now` as a change from `before` in percent; whole amounts above zero. */
const changePercent = (now: string, before: string): string =>
  decimalSql(`${halfUpSql(`CAST(${now} AS BIGINT) * 10000`, `CAST(${before} AS BIGINT)`)} - 10000`, 2)

/** The revenue of a month was up to three percent more or less; the changes and the year to date follow. */
function revenue(drawn: Drawn): string {
  const ytd = 'revenue_ytd + first - revenue'
  return `SELECT * REPLACE (first AS revenue, ${ytd} AS revenue_ytd,
      ${changePercent('first', 'revenue_last_month')} AS mom_percent,
      ${changePercent('first', 'revenue_last_year')} AS yoy_percent,
      ${changePercent(ytd, 'revenue_ytd_last_year')} AS ytd_yoy_percent),
      'corrected' AS kind, ${morning(`first_seen_date + ${between(2, 12, 1)}`)} AS recorded_at
    FROM (
      SELECT *, revenue + 1000 * CAST(round(revenue / 1e6 * ${between(2, 30, 2)} * (2 * ${between(0, 1, 3)} - 1)) AS BIGINT) AS first
      FROM ${drawn('TaiwanStockMonthRevenue', 'stock_id, report_month', 150)})
    -- Companies explain a change of half and more, and the explanation would be another one.
    WHERE first <> revenue AND note IS NULL AND abs(${changePercent('first', 'revenue_last_year')}) < 50`
}

/** Loans that fall due within a year stood among the long ones: the two sums differ, and all others do not. */
function balance(drawn: Drawn): string {
  const part = (value: string) =>
    decimalSql(halfUpSql(`CAST(${value} AS HUGEINT) * 10000`, 'CAST(total AS HUGEINT)'), 2)
  const before = {
    ShorttermBorrowings: 'short - moved',
    LongtermBorrowings: 'long + moved',
    CurrentLiabilities: 'of_year - moved',
    CurrentLiabilities_per: part('of_year - moved'),
    NoncurrentLiabilities: 'later + moved',
    NoncurrentLiabilities_per: part('later + moved'),
  }
  const value = (type: string, name: string) => `max(value) FILTER (WHERE type = ${literal(type)}) AS ${name}`
  const filings = `(SELECT stock_id, report_date, period, min(announce_date) AS filed,
      ${value('ShorttermBorrowings', 'short')}, ${value('LongtermBorrowings', 'long')}, ${value('TotalAssets', 'total')},
      ${value('CurrentLiabilities', 'of_year')}, ${value('NoncurrentLiabilities', 'later')},
      ${value('CurrentLiabilities_per', 'printed')}
    FROM TaiwanStockBalanceSheet GROUP BY ALL)`
  return `SELECT b.* REPLACE (CASE type ${Object.entries(before)
    .map(([type, sql]) => `WHEN ${literal(type)} THEN ${sql}`)
    .join(' ')} END AS value), 'corrected' AS kind, ${morning(`filed + ${between(25, 45, 1)}`)} AS recorded_at
    FROM TaiwanStockBalanceSheet b JOIN (
      SELECT *, 1000 * CAST(round(short / 1e5 * ${between(10, 40, 2)}) AS BIGINT) AS moved
      FROM ${drawn(filings, 'stock_id, report_date', 60)}
    ) USING (stock_id, report_date, period)
    -- The copies of a market of the full size have twice the percentage of some.
    WHERE moved > 0 AND long > 0 AND printed = ${part('of_year')}
      AND type IN (${Object.keys(before).map(literal).join(', ')})`
}

/**
 * A close was printed as the high or low of the day. Only for preferred shares, REITs and ETNs: they have no margin trading
 * and belong to no index, so their market value alone follows from it.
 */
const wrongCloses = (drawn: Drawn): string => `(
  SELECT *, CASE WHEN high <> close THEN high ELSE low END AS first, ${morning('trade_date + 1')} AS recorded_at
  FROM ${drawn(
    `(FROM TaiwanStockPrice WHERE regexp_matches(stock_id, '^(01.*T|02.*|\\d{4}[A-Z]\\d?)$'))`,
    'stock_id, trade_date',
    200,
  )} WHERE close IS NOT NULL AND high <> low)`

const close = (drawn: Drawn): string =>
  `SELECT * REPLACE (first AS close, spread + first - close AS spread), 'corrected' AS kind FROM ${wrongCloses(drawn)}`

const marketValue = (drawn: Drawn): string => `
  SELECT v.* REPLACE (first AS close, round(first * issued_shares, 0) AS market_value), 'corrected' AS kind, recorded_at
  FROM TaiwanStockMarketValue v JOIN ${wrongCloses(drawn)} USING (stock_id, trade_date)`

/** What dealers traded for themselves and to hedge was exchanged; their sums are the same. */
function dealers(drawn: Drawn): string {
  const sides = ['buy', 'sell', 'net']
  const exchanged = sides.flatMap((side) => [
    `dealer_hedging_${side} AS dealer_self_${side}`,
    `dealer_self_${side} AS dealer_hedging_${side}`,
  ])
  return `SELECT * REPLACE (${exchanged.join(', ')}), 'corrected' AS kind, ${morning('trade_date + 1')} AS recorded_at
    FROM ${drawn('TaiwanStockInstitutionalInvestorsBuySell', 'stock_id, trade_date', 2_000)}
    WHERE ${sides.map((side) => `dealer_self_${side} <> dealer_hedging_${side}`).join(' OR ')}`
}

/** A dividend was announced a week before with more cash, and withdrawn some days later. */
const dividend = (drawn: Drawn): string => `
  SELECT * REPLACE (announce_date - 7 AS announce_date,
    round(cash_earnings_distribution * ${between(105, 125, 2)} / 100, 2) AS cash_earnings_distribution),
    'withdrawn' AS kind, ${morning(`announce_date - 7 + ${between(1, 4, 1)}`)} AS recorded_at
  FROM ${drawn(
    `(FROM TaiwanStockDividend
      QUALIFY row_number() OVER (PARTITION BY stock_id, dividend_period ORDER BY announce_date, announce_time) = 1)`,
    'stock_id, announce_date',
    40,
  )} WHERE cash_earnings_distribution > 0 AND announce_date - 7 >= (SELECT min(announce_date) FROM TaiwanStockDividend)`

/** The holders of a security came days after those of all others. */
const holders = (drawn: Drawn): string => `
  SELECT *, 'inserted' AS kind, ${morning(`CAST(date_trunc('week', record_date) AS DATE) + 9 + ${between(0, 5, 1)}`)} AS recorded_at
  FROM ${drawn('TaiwanStockHoldingSharesPer', 'stock_id, record_date', 1_000)}`

/** A company stood on the list of its old market until it moved; its first price tells since when. */
const moved = (): string => `
  SELECT o.* REPLACE (m.market AS market, first AS listing_date), 'corrected' AS kind,
    CAST(CAST(m.delisting_date AS TIMESTAMP) + INTERVAL 8 HOUR AS TIMESTAMPTZ) AS recorded_at
  FROM TaiwanStockOverview o JOIN (FROM TaiwanStockDelisting WHERE is_transfer) m USING (stock_id)
  JOIN (SELECT stock_id, min(trade_date) AS first FROM TaiwanStockPrice GROUP BY stock_id) USING (stock_id)
  WHERE first < m.delisting_date`

type Restatement = {
  readonly dataset: Dataset
  /** Restatements of the same event draw the same rows. */
  readonly what: string
  readonly from?: readonly Dataset[]
  readonly rows: (drawn: Drawn) => string
}

const restatements: readonly Restatement[] = [
  { dataset: TaiwanStockMonthRevenue, what: 'revenue', rows: revenue },
  { dataset: TaiwanStockBalanceSheet, what: 'balance', rows: balance },
  { dataset: TaiwanStockPrice, what: 'close', rows: close },
  { dataset: TaiwanStockMarketValue, what: 'close', from: [TaiwanStockPrice], rows: marketValue },
  { dataset: TaiwanStockInstitutionalInvestorsBuySell, what: 'dealers', rows: dealers },
  { dataset: TaiwanStockDividend, what: 'dividend', rows: dividend },
  { dataset: TaiwanStockHoldingSharesPer, what: 'holders', rows: holders },
  { dataset: TaiwanStockOverview, what: 'moved', from: [TaiwanStockDelisting, TaiwanStockPrice], rows: moved },
]

/** Puts the restatements of some days among the revisions of a market that is loaded. */
export async function restate(
  draft: Draft,
  { seed, from, only }: { readonly seed: number; readonly from: string; readonly only: readonly string[] | null },
): Promise<void> {
  for (const { dataset, what, from: sources = [], rows } of restatements) {
    if (only !== null && ![dataset, ...sources].every(({ name }) => only.includes(name))) continue
    const times = [`${from} 00:00`, `${draft.through} ${publishedTime}`].map((time) => `TIMESTAMPTZ ${literal(time)}`)
    const sql = `FROM (${rows(drawnBy(seed, what))}) WHERE recorded_at BETWEEN ${times.join(' AND ')}`
    await draft.reading(sources).revise(dataset, sql)
  }
}
