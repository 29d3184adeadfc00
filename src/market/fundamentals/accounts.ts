import { codeOf } from '../../catalogue/accounts.ts'
import { readTable, yes } from '../readTable.ts'
import type { Quarter } from './books.ts'
import type { Company } from './company.ts'

type Values = { readonly [name: string]: number | Values }

/** Reads a sum of figures of a quarter: `income.owners + otherComprehensive`, or `-cash.interestPaid`. */
function sumOf(text: string): (quarter: Quarter) => number {
  const terms = text
    .split(' + ')
    .map((term) => ({ sign: term.startsWith('-') ? -1 : 1, path: term.replace('-', '').split('.') }))
  const figure = (quarter: Quarter, path: readonly string[]) =>
    path.reduce<number | Values>((of, name) => (of as Values)[name]!, quarter as unknown as Values) as number
  return (quarter) => terms.reduce((sum, { sign, path }) => sum + sign * figure(quarter, path), 0)
}

/** One line of a statement: its code, its name in the filing, and its value in thousands, or in cents a share. */
export type Account = (typeof accounts)[number]

const accounts = readTable('fundamentals/accounts.tsv', {
  statement: (cell) => cell as 'income' | 'balance' | 'cash',
  /** Of banks and their holding companies alone, or of all others. */
  business: (cell) => cell as 'bank' | 'general' | '',
  /** The company has it. */
  needs: (cell) => cell as 'research' | 'minority' | 'debt' | 'bonds' | '',
  type: String,
  name: String,
  value: sumOf,
  unit: (cell) => (cell || 'TWD') as 'TWD' | 'TWD_per_share',
  /** Also given as a part of total assets. */
  percent: yes,
}).map((account) => ({ ...account, type: account.type || codeOf(account.name) }))

/** The lines that a company files. Those of cash flows add up from January on; the balances at both ends are not among them. */
export function accountsOf(statement: Account['statement'], company: Company): Account[] {
  const { isFinancial, hasResearch, minority, hasDebt, hasBonds } = company
  const has = { '': true, research: hasResearch, minority: minority > 0, debt: hasDebt, bonds: hasBonds }
  const other = isFinancial ? 'general' : 'bank'
  return accounts.filter((one) => one.statement === statement && one.business !== other && has[one.needs])
}
