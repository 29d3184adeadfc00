import { TaiwanStockBalanceSheet } from '../../catalogue/fundamentals/TaiwanStockBalanceSheet.ts'
import { TaiwanStockCashFlowsStatement } from '../../catalogue/fundamentals/TaiwanStockCashFlowsStatement.ts'
import { TaiwanStockFinancialStatement } from '../../catalogue/fundamentals/TaiwanStockFinancialStatement.ts'
import { TaiwanStockRatios } from '../../catalogue/series/TaiwanStockRatios.ts'
import { addDays } from '../../days.ts'
import type { Derivation } from '../derivation.ts'
import { decimalSql, halfUpSql } from '../rounding.ts'
import { sinceSql } from '../sql.ts'

/** More days than five quarters have: a year before, and one quarter of cash flows before that. */
const span = 500

const lines: Readonly<Record<string, readonly string[]>> = {
  TaiwanStockFinancialStatement: [
    ...['Revenue', 'GrossProfit', 'OperatingIncome', 'IncomeAfterTaxes'],
    ...['NetIncomeAttributableToOwnersOfParent', 'EPS'],
  ],
  TaiwanStockBalanceSheet: ['TotalAssets', 'Liabilities', 'EquityAttributableToOwnersOfParent'],
  TaiwanStockCashFlowsStatement: ['CashFlowsFromOperatingActivities', 'PropertyAndPlantAndEquipment'],
}
const statements = Object.keys(lines)

/** SQL: amounts of a statement in units of their last place, a column for each line. */
const statementSql = (table: string, first: string | null): string =>
  `SELECT stock_id, report_date, max(fiscal_year) AS fiscal_year, max(fiscal_quarter) AS fiscal_quarter,
    max(announce_date) AS announce_date, ${lines[table]!.map(
      (type) => `CAST(CAST(max(value) FILTER (WHERE type = '${type}') AS DECIMAL(38,4)) * 10000 AS HUGEINT) AS ${type}`,
    ).join(', ')}
  FROM ${table} WHERE period = 'quarterly' AND fiscal_quarter IS NOT NULL AND ${sinceSql('report_date', first)} GROUP BY ALL`

const byQuarter = 'PARTITION BY stock_id ORDER BY quarter RANGE BETWEEN'
/** SQL: the sum of four quarters that all have a value. */
const four = (column: string): string =>
  `CASE WHEN count(${column}) OVER (${byQuarter} 3 PRECEDING AND CURRENT ROW) = 4
    THEN sum(${column}) OVER (${byQuarter} 3 PRECEDING AND CURRENT ROW) END`
/** SQL: the value so many quarters before. */
const before = (column: string, quarters: number): string =>
  `max(${column}) OVER (${byQuarter} ${quarters} PRECEDING AND ${quarters} PRECEDING)`

/** SQL: a fraction times a factor with 4 decimals, half-up away from 0; null where the divisor is not positive. */
const ratio = (n: string, d: string, factor: number): string =>
  decimalSql(`CASE WHEN (${d}) > 0 THEN sign(${n}) * ${halfUpSql(`abs(${n}) * ${factor * 10_000}`, d)} END`, 4)
const percent = (n: string, d: string): string => ratio(n, d, 100)
const amount = (units: string): string => decimalSql(units, 4)

export const stockRatios: Derivation = {
  dataset: TaiwanStockRatios,
  from: [TaiwanStockFinancialStatement, TaiwanStockBalanceSheet, TaiwanStockCashFlowsStatement],
  async rows(_tables, since) {
    const first = since === null ? null : addDays(since, -span)
    const [income, balance, cash] = statements.map((table) => statementSql(table, first))
    const all = Object.values(lines).flat()
    return `
      WITH income AS (${income}), balance AS (${balance}), cash AS (${cash}), line AS (
        SELECT stock_id, report_date, fiscal_year, fiscal_quarter, fiscal_year * 4 + fiscal_quarter AS quarter,
          CASE WHEN income.announce_date IS NOT NULL AND balance.announce_date IS NOT NULL AND cash.announce_date IS NOT NULL
            THEN greatest(income.announce_date, balance.announce_date, cash.announce_date) END AS announce_date,
          ${all.join(', ')}
        FROM income JOIN balance USING (stock_id, report_date, fiscal_year, fiscal_quarter)
          LEFT JOIN cash USING (stock_id, report_date, fiscal_year, fiscal_quarter)
      ), single AS (
        SELECT * EXCLUDE (${lines.TaiwanStockCashFlowsStatement!.join(', ')}),
          ${lines
            .TaiwanStockCashFlowsStatement!.map(
              (name) => `CASE WHEN fiscal_quarter = 1 THEN ${name} ELSE ${name} - (${before(name, 1)}) END AS ${name}`,
            )
            .join(', ')}
        FROM line
      ), each AS (
        SELECT *, CashFlowsFromOperatingActivities + PropertyAndPlantAndEquipment AS flow FROM single
      ), summed AS (
        SELECT *, ${four('Revenue')} AS revenue_4, ${four('IncomeAfterTaxes')} AS income_4,
          ${four('NetIncomeAttributableToOwnersOfParent')} AS owners_4, ${four('EPS')} AS eps_4, ${four('flow')} AS flow_4,
          TotalAssets + (${before('TotalAssets', 4)}) AS assets_year, TotalAssets + (${before('TotalAssets', 1)}) AS assets_quarter,
          EquityAttributableToOwnersOfParent + (${before('EquityAttributableToOwnersOfParent', 4)}) AS equity_year,
          EquityAttributableToOwnersOfParent + (${before('EquityAttributableToOwnersOfParent', 1)}) AS equity_quarter
        FROM each
      )
      SELECT stock_id, report_date, fiscal_year, fiscal_quarter, announce_date,
        ${percent('GrossProfit', 'Revenue')} AS gross_margin,
        ${percent('OperatingIncome', 'Revenue')} AS operating_margin,
        ${percent('IncomeAfterTaxes', 'Revenue')} AS net_margin,
        ${percent('2 * owners_4', 'equity_year')} AS roe_trailing,
        ${percent('8 * NetIncomeAttributableToOwnersOfParent', 'equity_quarter')} AS roe_annualised,
        ${percent('2 * income_4', 'assets_year')} AS roa_trailing,
        ${percent('8 * IncomeAfterTaxes', 'assets_quarter')} AS roa_annualised,
        ${percent('Liabilities', 'TotalAssets')} AS debt_ratio,
        ${ratio('2 * revenue_4', 'assets_year', 1)} AS asset_turnover,
        ${amount('flow')} AS free_cash_flow, ${amount('flow_4')} AS free_cash_flow_trailing,
        ${amount('EPS')} AS eps, ${amount('eps_4')} AS eps_trailing
      FROM summed WHERE ${sinceSql('report_date', since)}`
  },
}
