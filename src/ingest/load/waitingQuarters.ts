import { TaiwanStockFinancialStatement } from '../../catalogue/fundamentals/TaiwanStockFinancialStatement.ts'
import type { Tables } from '../../derive/derivation.ts'
import { readRows } from '../../derive/rows.ts'

/** A quarter for which companies have cumulative rows only, because the previous quarter is missing. */
export type WaitingQuarter = {
  readonly year: number
  readonly quarter: number
  readonly rows: number
  readonly companies: number
}

/** SQL: cumulative and annual rows without a row of the single quarter. */
export const waitingSql = `
  SELECT s.stock_id, s.report_date, s.fiscal_year, coalesce(s.fiscal_quarter, 4) AS fiscal_quarter
  FROM ${TaiwanStockFinancialStatement.name} s
  ANTI JOIN (SELECT DISTINCT stock_id, report_date FROM ${TaiwanStockFinancialStatement.name} WHERE period = 'quarterly') q
    ON q.stock_id = s.stock_id AND q.report_date = s.report_date
  WHERE (s.period = 'cumulative' AND s.fiscal_quarter IN (2, 3)) OR s.period = 'annual'`

export const waitingQuarters = (tables: Tables): Promise<WaitingQuarter[]> =>
  readRows<WaitingQuarter>(
    tables,
    `SELECT CAST(fiscal_year AS DOUBLE) AS year, CAST(fiscal_quarter AS DOUBLE) AS quarter,
       CAST(count(*) AS DOUBLE) AS rows, CAST(count(DISTINCT stock_id) AS DOUBLE) AS companies
     FROM (${waitingSql}) GROUP BY ALL ORDER BY 1 DESC, 2 DESC`,
  )

/** Describes a waiting quarter for the report. */
export const waitsFor = ({ year, quarter, rows, companies }: WaitingQuarter): string =>
  `${rows} rows of ${companies} companies for ${year} Q${quarter} are stored as period=${quarter === 4 ? 'annual' : 'cumulative'}; the single quarter waits for ${year} Q${quarter - 1}: accept the terms of mops and back-fill it, or import it`
