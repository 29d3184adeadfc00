import { TaiwanCBOverview } from '../../catalogue/convertibles/TaiwanCBOverview.ts'
import type { Dataset } from '../../catalogue/dataset.ts'
import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { TaiwanStockOverviewIncludeWarrant } from '../../catalogue/technical/TaiwanStockOverviewIncludeWarrant.ts'
import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { decimalSql, halfUpSql, unitsSql } from '../../derive/rounding.ts'
import { dateSql } from '../../derive/sql.ts'
import { quote } from '../../lake/schema.ts'

/** Columns that no publisher prints and that follow from others, as statements on the table of rows to load. */
type Computing = (table: string, through: string) => readonly string[]

/** The change of a day that is not compared with the day before: against the reference price, where one is known. */
const spread: Computing = (table) => [
  // Where nobody paid a price, a change of zero is a blank that the publisher filled.
  `UPDATE ${quote(table)} SET spread = NULL WHERE close IS NULL`,
  `UPDATE ${quote(table)} AS p SET spread = p.close - l.reference_price FROM TaiwanStockDailyPriceLimit l
   WHERE p.spread IS NULL AND p.close IS NOT NULL AND l.reference_price IS NOT NULL
     AND l.stock_id = p.stock_id AND l.trade_date = p.trade_date`,
]

/** Prices that were loaded before their reference prices, as they are now that these are there. */
export const lateSpreads = (since: string): string =>
  `SELECT p.* REPLACE (p.close - l.reference_price AS spread) FROM TaiwanStockPrice p JOIN TaiwanStockDailyPriceLimit l
     ON l.stock_id = p.stock_id AND l.trade_date = p.trade_date
   WHERE p.trade_date >= ${dateSql(since)} AND p.spread IS NULL AND p.close IS NOT NULL AND l.reference_price IS NOT NULL`

const statusSql = (through: string): string =>
  `CASE WHEN delisting_date <= ${dateSql(through)} AND delisting_date < maturity_date THEN 'terminated'
     WHEN maturity_date < ${dateSql(through)} OR delisting_date <= ${dateSql(through)} THEN 'matured' ELSE 'active' END`

const units = (name: string): string => `CAST(${unitsSql(name, 4)} AS HUGEINT)`
const parity = decimalSql(halfUpSql(`${units('underlying_price')} * 1000000`, units('conversion_price')), 4)
// What lies above one hundred percent: so nothing below zero is ever rounded.
const premium = decimalSql(`${halfUpSql(`${units('reference_price')} * 10000`, units('conversion_value'))} - 10000`, 2)

const bonds: Computing = (table, through) => [
  `UPDATE ${quote(table)} SET status = ${statusSql(through)}`,
  `UPDATE ${quote(table)} SET conversion_value = CASE WHEN status = 'active' THEN ${parity} END`,
  `UPDATE ${quote(table)} SET premium_percent = CASE WHEN status = 'active' THEN ${premium} END`,
]

/** Who left a market for good, as far as the lists of both tell. */
const leftSql = (through: string): string =>
  `(SELECT stock_id, market, max(delisting_date) AS left_on FROM TaiwanStockDelisting
    WHERE NOT coalesce(is_transfer, false) AND delisting_date <= ${dateSql(through)} GROUP BY ALL)`
const isLeft = '(o.listing_date IS NULL OR o.listing_date < d.left_on)'

const delistings: Computing = (table, through) => [
  `UPDATE ${quote(table)} AS o SET is_active = false, delisting_date = d.left_on FROM ${leftSql(through)} d
   WHERE o.stock_id = d.stock_id AND o.market = d.market AND ${isLeft}`,
]

const expiries: Computing = (table, through) => [
  ...delistings(table, through),
  `UPDATE ${quote(table)} SET is_active = false WHERE expiration_date < ${dateSql(through)}`,
]

const computing: ReadonlyMap<Dataset, Computing> = new Map<Dataset, Computing>([
  [TaiwanStockPrice, spread],
  [TaiwanCBOverview, bonds],
  [TaiwanStockOverview, delistings],
  [TaiwanStockOverviewIncludeWarrant, expiries],
])

export const computedOf = (dataset: Dataset, table: string, through: string): readonly string[] =>
  computing.get(dataset)?.(table, through) ?? []

/** Rows that are stored and no longer told, and that time has changed: a SELECT of them as they are now. */
export function agedOf(dataset: Dataset, through: string): string | null {
  const { name } = dataset
  if (dataset === TaiwanCBOverview)
    return `SELECT * REPLACE (${statusSql(through)} AS status, NULL AS conversion_value, NULL AS premium_percent)
      FROM ${name} WHERE status = 'active' AND ${statusSql(through)} <> 'active'`
  const left = `SELECT o.* REPLACE (false AS is_active, d.left_on AS delisting_date)
    FROM ${name} o JOIN ${leftSql(through)} d ON o.stock_id = d.stock_id AND o.market = d.market
    WHERE ${isLeft} AND (o.is_active OR o.delisting_date IS DISTINCT FROM d.left_on)`
  if (dataset === TaiwanStockOverview) return left
  if (dataset === TaiwanStockOverviewIncludeWarrant)
    return `${left} UNION ALL SELECT * REPLACE (false AS is_active) FROM ${name}
      WHERE is_active AND security_type = 'warrant' AND expiration_date < ${dateSql(through)}`
  return null
}

/** Lists of warrants do not tell issues of one code apart; the registry does, and its newest issue is the one meant. */
export const adoptedIssues = (table: string, others: readonly string[]): string => {
  const known = [...others, TaiwanStockOverviewIncludeWarrant.name]
    .map((name) => `SELECT stock_id, issue_key FROM ${quote(name)} WHERE is_active AND issue_key <> '-'`)
    .join(' UNION ALL ')
  return `UPDATE ${quote(table)} AS w SET issue_key = i.issue_key
    FROM (SELECT stock_id, max(issue_key) AS issue_key FROM (${known}) GROUP BY ALL) i
    WHERE w.stock_id = i.stock_id AND w.issue_key = '-'`
}
