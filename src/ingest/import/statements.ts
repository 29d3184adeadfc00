import type { Dataset } from '../../catalogue/dataset.ts'
import { dateOf } from '../../sources/dates.ts'
import { cashAccounts } from '../../sources/mops/cashFlows.ts'
import type { Cell } from '../../sources/outcome.ts'
import { balanceAccounts, codeOf, incomeAccounts, labelOf, unitOf } from '../../sources/statements/accounts.ts'

/** Statements as others have them: date, type, value and the account's name in the filing. */

type Values = Readonly<Record<string, Cell>>

const accounts: Readonly<Record<string, typeof balanceAccounts>> = {
  TaiwanStockFinancialStatement: incomeAccounts,
  TaiwanStockBalanceSheet: balanceAccounts,
  TaiwanStockCashFlowsStatement: cashAccounts,
}

export const isStatement = ({ name }: Dataset): boolean => name in accounts

/** Their codes are their own; the name in the filing tells the account, as it does where a publisher is read. */
function accountOf({ name }: Dataset, { origin_name }: Values) {
  const label = labelOf(origin_name as string)
  const known = accounts[name]!.find(({ names }) => names.some((one) => labelOf(one) === label))
  return known ?? { type: codeOf(label), unit: unitOf(label) }
}

const quarterEnds = ['03-31', '06-30', '09-30', '12-31']

/** 1 to 4; null on any other day, as a statement is dated by the end of its quarter. */
const quarterOf = ({ report_date }: Values): number | null =>
  quarterEnds.indexOf(dateOf(report_date as number).slice(5)) + 1 || null

/** What follows from the date and the account. */
export const statementColumns = (dataset: Dataset): Readonly<Record<string, (row: Values) => Cell>> => ({
  period: () => 'quarterly',
  fiscal_year: (row) => (quarterOf(row) === null ? null : Number(dateOf(row.report_date as number).slice(0, 4))),
  fiscal_quarter: quarterOf,
  unit: (row) => accountOf(dataset, row).unit,
  // Nobody files a fourth quarter of its own: it is the year less the others.
  is_derived: (row) => dataset.name === 'TaiwanStockFinancialStatement' && quarterOf(row) === 4,
})

export const statementType = (dataset: Dataset) => (row: Values) => accountOf(dataset, row).type
