import { dateSql } from './sql.ts'

/** Days in which nearly every traded stock has a known row; older rows are read for the other stocks alone. */
const nearDays = 60

/**
 * SQL: the rows needed to compute rows dated `since` or later when the last known value is carried forward: for each
 * stock everything from its last row before that day with `known`, and all rows of stocks with `whole`. Stocks without a
 * row in the last days are among them if they have one since that day, or are `wanted` by another table: those delisted
 * long ago are not looked for.
 */
export const fromLastKnown = (
  table: string,
  since: string | null,
  { known = 'true', whole = 'false', wanted = table }: { known?: string; whole?: string; wanted?: string } = {},
): string => {
  if (since === null) return table
  const [day, early] = [dateSql(since), `${dateSql(since)} - ${nearDays}`]
  return `(
  WITH near AS (
    SELECT stock_id, max(trade_date) AS start FROM ${table}
    WHERE trade_date >= ${early} AND trade_date < ${day} AND ${known} AND NOT (${whole}) GROUP BY stock_id
  ), far AS (
    FROM ${table} SEMI JOIN (
      SELECT stock_id FROM ${wanted} WHERE trade_date >= ${day} AND NOT (${whole}) EXCEPT SELECT stock_id FROM near
    ) others USING (stock_id)
  )
  SELECT kept.* FROM (FROM ${table} WHERE trade_date >= ${early}) kept
    JOIN near ON kept.stock_id = near.stock_id AND kept.trade_date >= near.start
  UNION ALL SELECT far.* FROM far JOIN (
    SELECT stock_id, coalesce(max(trade_date) FILTER (WHERE ${known} AND trade_date < ${day}), ${day}) AS start
    FROM far GROUP BY stock_id
  ) starts ON far.stock_id = starts.stock_id AND far.trade_date >= starts.start
  UNION ALL FROM ${table} WHERE ${whole}
)`
}
