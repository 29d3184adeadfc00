import { codeOf } from '../../catalogue/accounts.ts'
import type { statement as columns } from '../../catalogue/columns.ts'
import type { Cell } from '../../lake/batch.ts'
import { readTable, yes } from '../readTable.ts'
import type { World } from '../world.ts'
import { tenThousandths } from './amounts.ts'
import { booksOf, type Quarter } from './books.ts'
import { type Company, companyOf } from './company.ts'
import { deadlineOf, filedOn, publishedWithin, quarterEnd, reports, yearOfQuarter } from './publication.ts'
import { isCompany } from './shares.ts'

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
type Account = (typeof accounts)[number]

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

type Row = Readonly<Record<keyof typeof columns, Cell>>
type Unit = Account['unit'] | 'percent'

/** One filing, and how to write its lines. */
type Filing = {
  readonly quarter: number
  readonly books: ReadonlyMap<number, Quarter>
  readonly write: (period: 'quarterly' | 'annual', type: string, name: string, cell: number, unit: Unit) => void
}

/** Thousands to TWD and cents to TWD a share, with four places. */
export const cellOf = (unit: Account['unit'], value: number): number =>
  // Adding zero turns a zero below zero into a plain one.
  (unit === 'TWD' ? tenThousandths(value) : value * 100) + 0

/** Calls `file` for each filing that becomes known in the positions `from` to `to`, company by company. */
export function fileStatements(
  world: World,
  push: (row: Row) => void,
  [from, to]: readonly [number, number],
  statement: Account['statement'],
  file: (filing: Filing, accounts: readonly Account[]) => void,
): void {
  const { seed, paths, calendar, eventsFrom } = world
  const newest = calendar.days[world.through]!
  const published: number[] = []
  for (let quarter = 0; deadlineOf(quarter) <= newest; quarter++)
    if (quarterEnd(quarter) >= eventsFrom && publishedWithin(world, deadlineOf(quarter), from, to) !== null)
      published.push(quarter)
  if (published.length === 0) return
  for (const path of paths) {
    const { security } = path
    if (!isCompany(path)) continue
    const books = booksOf(world, path)
    const company = companyOf(seed, security)
    const accounts = accountsOf(statement, company)
    const scope = company.isConsolidated ? 'consolidated' : 'individual'
    for (const quarter of published) {
      if (!books.has(quarter) || !reports(security, deadlineOf(quarter))) continue
      const stock_id = security.id
      const report_date = quarterEnd(quarter)
      const fiscal_year = yearOfQuarter(quarter)
      const announce_date = filedOn(seed, security, quarter)
      file(
        {
          quarter,
          books,
          write: (period, type, origin_name, value, unit) =>
            push({
              stock_id,
              report_date,
              period,
              fiscal_year,
              fiscal_quarter: period === 'annual' ? null : (quarter % 4) + 1,
              type,
              origin_name,
              value,
              unit,
              statement_scope: scope,
              is_derived: false,
              announce_date,
            }),
        },
        accounts,
      )
    }
  }
}

/** The quarters of a filing's year up to it; null where the books begin later. */
export const yearToDate = ({ quarter, books }: Filing): Quarter[] | null => {
  const quarters: Quarter[] = []
  for (let q = quarter - (quarter % 4); q <= quarter; q++) {
    const known = books.get(q)
    if (!known) return null
    quarters.push(known)
  }
  return quarters
}
