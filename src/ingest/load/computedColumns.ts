import { TaiwanCBOverview } from '../../catalogue/convertibles/TaiwanCBOverview.ts'
import type { Dataset } from '../../catalogue/dataset.ts'
import { TaiwanStockDelisting } from '../../catalogue/fundamentals/TaiwanStockDelisting.ts'
import { TaiwanStockDailyPriceLimit } from '../../catalogue/technical/TaiwanStockDailyPriceLimit.ts'
import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { TaiwanStockOverviewIncludeWarrant } from '../../catalogue/technical/TaiwanStockOverviewIncludeWarrant.ts'
import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { decimalSql, halfUpSql, unitsSql } from '../../derive/rounding.ts'
import { dateSql } from '../../derive/sql.ts'
import type { Draft } from '../../lake/draft.ts'
import { quote } from '../../lake/schema.ts'

/** Statements that fill columns no publisher prints, on the table of rows to load, and a dataset that they read. */
type ColumnUpdates = {
  readonly reads?: Dataset
  readonly sql: (table: string, through: string) => readonly string[]
}

/** The change against the reference price, for days that are not compared with the previous one. */
const spread = (table: string) => [
  // Without a trade, a change of zero stands for a blank.
  `UPDATE ${quote(table)} SET spread = NULL WHERE close IS NULL`,
  `UPDATE ${quote(table)} AS p SET spread = p.close - l.reference_price FROM TaiwanStockDailyPriceLimit l
   WHERE p.spread IS NULL AND p.close IS NOT NULL AND l.reference_price IS NOT NULL
     AND l.stock_id = p.stock_id AND l.trade_date = p.trade_date`,
]

/** SQL: stored prices without a change whose reference prices were loaded later. */
export const lateSpreadsSql = (since: string): string =>
  `SELECT p.* REPLACE (p.close - l.reference_price AS spread) FROM TaiwanStockPrice p JOIN TaiwanStockDailyPriceLimit l
     ON l.stock_id = p.stock_id AND l.trade_date = p.trade_date
   WHERE p.trade_date >= ${dateSql(since)} AND p.spread IS NULL AND p.close IS NOT NULL AND l.reference_price IS NOT NULL`

const statusSql = (through: string): string =>
  `CASE WHEN delisting_date <= ${dateSql(through)} AND delisting_date < maturity_date THEN 'terminated'
     WHEN maturity_date < ${dateSql(through)} OR delisting_date <= ${dateSql(through)} THEN 'matured' ELSE 'active' END`

const units = (name: string): string => `CAST(${unitsSql(name, 4)} AS HUGEINT)`
const parity = decimalSql(halfUpSql(`${units('underlying_price')} * 1000000`, units('conversion_price')), 4)
// The ratio is rounded before 100 % is subtracted, so no negative number is rounded.
const premium = decimalSql(`${halfUpSql(`${units('reference_price')} * 10000`, units('conversion_value'))} - 10000`, 2)

const bonds = (table: string, through: string) => [
  `UPDATE ${quote(table)} SET status = ${statusSql(through)}`,
  `UPDATE ${quote(table)} SET conversion_value = CASE WHEN status = 'active' THEN ${parity} END`,
  `UPDATE ${quote(table)} SET premium_percent = CASE WHEN status = 'active' THEN ${premium} END`,
]

/** SQL: securities that left a market for good. */
const leftSql = (through: string): string =>
  `(SELECT stock_id, market, max(delisting_date) AS left_on FROM TaiwanStockDelisting
    WHERE NOT coalesce(is_transfer, false) AND delisting_date <= ${dateSql(through)} GROUP BY ALL)`
const isLeft = '(o.listing_date IS NULL OR o.listing_date < d.left_on)'

const delistings = (table: string, through: string) => [
  `UPDATE ${quote(table)} AS o SET is_active = false, delisting_date = d.left_on FROM ${leftSql(through)} d
   WHERE o.stock_id = d.stock_id AND o.market = d.market AND ${isLeft}`,
]

const expiries = (table: string, through: string) => [
  ...delistings(table, through),
  `UPDATE ${quote(table)} SET is_active = false WHERE expiration_date < ${dateSql(through)}`,
]

const computing: ReadonlyMap<Dataset, ColumnUpdates> = new Map<Dataset, ColumnUpdates>([
  [TaiwanStockPrice, { reads: TaiwanStockDailyPriceLimit, sql: spread }],
  [TaiwanCBOverview, { sql: bonds }],
  [TaiwanStockOverview, { reads: TaiwanStockDelisting, sql: delistings }],
  [TaiwanStockOverviewIncludeWarrant, { reads: TaiwanStockDelisting, sql: expiries }],
])

/** Fills the columns of a table of rows to load that no publisher prints. */
export async function updateColumns(draft: Draft, dataset: Dataset, table: string): Promise<void> {
  const { reads, sql } = computing.get(dataset) ?? { sql: () => [] }
  const tables = draft.reading(reads ? [reads] : [])
  for (const statement of sql(table, draft.through)) await tables.run(statement)
}

/** SQL: stored rows that the passing of time has changed, as they are now; null for datasets without such rows. */
export function agedRowsSql(dataset: Dataset, through: string): string | null {
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

/** SQL: warrant lists do not name the issue; the newest issue in the registry is meant. */
export const adoptIssueKeysSql = (table: string, others: readonly string[]): string => {
  const known = [...others, TaiwanStockOverviewIncludeWarrant.name]
    .map((name) => `SELECT stock_id, issue_key FROM ${quote(name)} WHERE is_active AND issue_key <> '-'`)
    .join(' UNION ALL ')
  return `UPDATE ${quote(table)} AS w SET issue_key = i.issue_key
    FROM (SELECT stock_id, max(issue_key) AS issue_key FROM (${known}) GROUP BY ALL) i
    WHERE w.stock_id = i.stock_id AND w.issue_key = '-'`
}
