import {
  accountsOf,
  codeOf,
  isStatement as isOfStatement,
  labelOf,
  type Statement,
  unitOf,
} from '../../catalogue/accounts.ts'
import type { Dataset } from '../../catalogue/dataset.ts'
import { dateOf } from '../../days.ts'
import type { Cell } from '../../sources/outcome.ts'

/** Financial statements in the form of other services: date, type, value and the account's name in the filing. */

type Values = Readonly<Record<string, Cell>>

export const isStatement = ({ name }: Dataset): boolean => isOfStatement(name)

/** The account by its name in the filing, because type codes differ between services. */
function accountOf({ name }: Dataset, { origin_name }: Values) {
  const label = labelOf(origin_name as string)
  const known = accountsOf[name as Statement].find(({ names }) => names.some((one) => labelOf(one) === label))
  return known ?? { type: codeOf(label), unit: unitOf(label) }
}

const quarterEnds = ['03-31', '06-30', '09-30', '12-31']

/** 1 to 4; null if the day does not end a quarter. */
const quarterOf = ({ report_date }: Values): number | null =>
  quarterEnds.indexOf(dateOf(report_date as number).slice(5)) + 1 || null

/** Columns that follow from the date and the account. */
export const statementColumns = (dataset: Dataset): Readonly<Record<string, (row: Values) => Cell>> => ({
  period: () => 'quarterly',
  fiscal_year: (row) => (quarterOf(row) === null ? null : Number(dateOf(row.report_date as number).slice(0, 4))),
  fiscal_quarter: quarterOf,
  unit: (row) => accountOf(dataset, row).unit,
  // Companies file no fourth quarter; it is the year less the other three.
  is_derived: (row) => dataset.name === 'TaiwanStockFinancialStatement' && quarterOf(row) === 4,
})

export const statementType = (dataset: Dataset) => (row: Values) => accountOf(dataset, row).type
