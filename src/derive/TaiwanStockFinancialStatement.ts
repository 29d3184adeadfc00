import { TaiwanStockFinancialStatement } from '../catalogue/fundamentals/TaiwanStockFinancialStatement.ts'
import type { Derivation } from './derivation.ts'

/** The fourth quarter, which no filing prints: the year less its first three quarters. */
export const fourthQuarter: Derivation = {
  dataset: TaiwanStockFinancialStatement,
  from: [TaiwanStockFinancialStatement],
  // The annual rows of a year come months after its end, so the date of a row does not tell whether it is new.
  async rows() {
    return `
      SELECT stock_id, year.report_date, 'quarterly' AS period, fiscal_year, CAST(4 AS BIGINT) AS fiscal_quarter, type,
        year.origin_name, CAST(year.value - quarters.value AS DECIMAL(18,4)) AS value, year.unit, year.statement_scope,
        true AS is_derived, year.announce_date
      FROM TaiwanStockFinancialStatement year JOIN (
        SELECT stock_id, fiscal_year, type, sum(value) AS value FROM TaiwanStockFinancialStatement
        WHERE period = 'quarterly' AND fiscal_quarter IN (1, 2, 3)
        GROUP BY ALL HAVING count(DISTINCT fiscal_quarter) = 3
      ) quarters USING (stock_id, fiscal_year, type)
      WHERE year.period = 'annual'`
  },
}
