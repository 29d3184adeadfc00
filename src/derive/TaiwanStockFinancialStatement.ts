import { TaiwanStockFinancialStatement } from '../catalogue/fundamentals/TaiwanStockFinancialStatement.ts'
import type { Derivation } from './derivation.ts'
import { sinceSql } from './sql.ts'

/** SQL: single quarters added up from the first on, if none is missing. */
const addedUp = (filed: string, kind: string, rank: number) => `
  SELECT stock_id, fiscal_year, fiscal_quarter, type, value, ${rank} AS rank FROM (
    SELECT stock_id, fiscal_year, fiscal_quarter, type, sum(value) OVER so_far AS value, count(*) OVER so_far AS quarters
    FROM ${filed} WHERE period = 'quarterly' AND fiscal_quarter < 4 AND ${kind}
    WINDOW so_far AS (PARTITION BY stock_id, fiscal_year, type ORDER BY fiscal_quarter))
  WHERE quarters = fiscal_quarter`

/**
 * SQL: the sum of a year's quarters up to each of the first three: from filed or imported quarters, else the filed sum,
 * else computed quarters.
 */
const soFar = (
  filed: string,
) => `(SELECT stock_id, fiscal_year, fiscal_quarter, type, arg_max(value, rank) AS value FROM (
    ${addedUp(filed, 'NOT is_derived', 3)} UNION ALL ${addedUp(filed, 'true', 1)} UNION ALL
    SELECT stock_id, fiscal_year, fiscal_quarter, type, value, 2 FROM ${filed}
    WHERE period = 'cumulative' AND fiscal_quarter < 4) GROUP BY ALL)`

const single = (filed: string, from: string, report: string) => `
  SELECT s.stock_id, s.report_date, 'quarterly' AS period, s.fiscal_year, CAST(${report} AS BIGINT) AS fiscal_quarter, s.type,
    s.origin_name, CAST(s.value - b.value AS DECIMAL(18,4)) AS value, s.unit, s.statement_scope, true AS is_derived, s.announce_date
  FROM ${filed} s JOIN ${soFar(filed)} b
    ON b.stock_id = s.stock_id AND b.fiscal_year = s.fiscal_year AND b.type = s.type AND b.fiscal_quarter = ${report} - 1
  WHERE ${from}`

/**
 * Single quarters that no list prints: the second and third from cumulative sums, unless the quarter itself was filed
 * or imported, and the fourth from the year.
 */
export const singleQuarters: Derivation = {
  dataset: TaiwanStockFinancialStatement,
  from: [TaiwanStockFinancialStatement],
  async rows(_tables, since) {
    // Reports come months after their date, and need the quarters of their year.
    const first = since === null ? null : `${Number(since.slice(0, 4)) - 3}-01-01`
    const filed = `(FROM TaiwanStockFinancialStatement WHERE ${sinceSql('report_date', first)})`
    return `${single(filed, `s.period = 'cumulative' AND s.fiscal_quarter IN (2, 3)`, 's.fiscal_quarter')}
      AND NOT EXISTS (SELECT 1 FROM ${filed} q WHERE q.stock_id = s.stock_id AND q.type = s.type
        AND q.report_date = s.report_date AND q.period = 'quarterly' AND NOT q.is_derived)
      UNION ALL ${single(filed, `s.period = 'annual'`, '4')}`
  },
}
