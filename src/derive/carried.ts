import { dateSql } from './sql.ts'

/**
 * SQL: the rows needed to compute rows dated `since` or later when the last known value is carried forward: for each
 * stock everything from its last row before that day with `known`, and all rows of stocks with `whole`.
 */
export const fromLastKnown = (table: string, since: string | null, known = 'true', whole = 'false'): string =>
  since === null
    ? table
    : `(
  SELECT kept.* FROM ${table} kept JOIN (
    SELECT stock_id, CASE
      WHEN ${whole} THEN min(trade_date)
      ELSE coalesce(max(trade_date) FILTER (WHERE ${known} AND trade_date < ${dateSql(since)}), ${dateSql(since)})
    END AS start
    FROM ${table} GROUP BY stock_id
  ) starts ON kept.stock_id = starts.stock_id AND kept.trade_date >= starts.start
)`
