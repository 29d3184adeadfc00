import type { Dataset } from '../../catalogue/dataset.ts'
import { dayNumber } from '../dates.ts'
import type { Asked } from '../feed.ts'
import { scaled, times } from '../numbers.ts'
import { type Cell, changed, type Rejected, type Row, type Taken } from '../outcome.ts'
import { republicYear } from '../periods.ts'
import { textOf } from '../plan.ts'
import type { Table } from '../tables.ts'
import { type balanceAccounts, codeOf, labelOf, unitOf } from './accounts.ts'
import { knownLines } from './lines.ts'

/** Statements as lists: a row a company, a column an account. Amounts are in thousands of TWD. */

type Terms = {
  readonly dataset: Dataset
  readonly accounts: typeof balanceAccounts
  /** The line that only a statement with subsidiaries fills. */
  readonly parent: readonly string[]
  /** What must hold between the lines of a company: the first is the sum of the others. */
  readonly sums: readonly (readonly [whole: readonly string[], ...parts: readonly (readonly string[])[]])[]
}

const heads = {
  made: ['出表日期', 'Date'],
  year: ['年度', 'Year'],
  quarter: ['季別', 'Season'],
  id: ['公司代號', 'SecuritiesCompanyCode'],
  name: ['公司名稱', 'CompanyName'],
} as const

const quarterEnds = ['03-31', '06-30', '09-30', '12-31']

/** Rounding in the filing itself, in thousands. */
const tolerance = 1

export function statementsOf({ dataset, accounts, parent, sums }: Terms) {
  const titlesOf = (names: readonly string[]) => names.map(labelOf)

  /** The rows of one company; quarter and year come from the row itself. */
  function rowsOf(line: ReadonlyMap<string, string>, names: ReadonlyMap<string, string>, shared: Row): Row[] | string {
    const values = new Map<string, number>()
    for (const [label, text] of line) {
      const value = scaled(text, 4)
      if (value === undefined) return `${label} cannot be read: ${text}`
      if (value !== null) values.set(label, value)
    }
    const of = (names: readonly string[]) => titlesOf(names).flatMap((label) => values.get(label) ?? [])[0]
    for (const [whole, ...parts] of sums) {
      const [total, ...rest] = [of(whole), ...parts.map(of)]
      if (total === undefined || rest.every((part) => part === undefined)) continue
      const sum = rest.reduce<number>((all, part) => all + (part ?? 0), 0)
      if (Math.abs(total - sum) > tolerance * 10_000)
        return `${whole[0]} is not ${parts.map(([name]) => name).join(' + ')}`
    }
    const statement_scope = of(parent) === undefined ? 'individual' : 'consolidated'
    const rows: Row[] = []
    const told = new Set<string>()
    const add = (type: string, label: string, unit: string) => {
      const value = values.get(label)!
      const cell: Cell | undefined = unit === 'TWD' ? times(value, 1000) : value
      told.add(label)
      if (cell !== undefined)
        rows.push({
          ...shared,
          type,
          origin_name: names.get(label)!,
          value: cell,
          unit,
          statement_scope,
          is_derived: false,
          announce_date: null,
        })
    }
    for (const { type, names, unit } of accounts) {
      const label = titlesOf(names).find((name) => values.has(name))
      if (label !== undefined) add(type, label, unit)
    }
    for (const label of values.keys()) if (!told.has(label)) add(codeOf(label), label, unitOf(label))
    return rows
  }

  function read(table: Table, _asked: Asked): Taken {
    const find = (names: readonly string[]) =>
      table.titles.findIndex((title) => names.some((name) => labelOf(name) === labelOf(title)))
    const places = Object.fromEntries(Object.entries(heads).map(([name, titles]) => [name, find(titles)]))
    for (const [name, titles] of Object.entries(heads))
      if (places[name]! < 0) throw changed(`no table with the columns ${titles.join(' or ')}`)
    const labels = table.titles.map(labelOf)
    const names = new Map(labels.map((label, at) => [label, table.written[at]!.replace(/\s/g, '')]))
    const isHead = (at: number) => Object.values(places).includes(at)
    const unread = labels.filter((label, at) => !isHead(at) && !knownLines.has(label))
    const rows: Row[] = []
    const rejected: Rejected[] = []
    let blank = 0
    for (const cells of table.rows) {
      const texts = cells.map(textOf)
      const id = texts[places.id!]!.trim()
      if (id === '') {
        blank++
        continue
      }
      const year = republicYear(texts[places.year!]!)
      const quarter = scaled(texts[places.quarter!]!, 0)
      const reject = (column: string, why: string) => rejected.push({ column, why, cells: texts })
      if (!year || !quarter || quarter < 1 || quarter > 4) {
        reject('fiscal_quarter', 'cannot be read')
        continue
      }
      const shared = {
        stock_id: id,
        report_date: dayNumber(`${year}-${quarterEnds[quarter - 1]}`),
        period: 'quarterly',
        fiscal_year: year,
        fiscal_quarter: quarter,
      }
      const line = new Map(labels.flatMap((label, at) => (isHead(at) ? [] : [[label, texts[at]!] as const])))
      const made = rowsOf(line, names, shared)
      if (typeof made === 'string') reject(made, 'does not hold')
      else rows.push(...made)
    }
    return { rows, rejected, unread, left: blank > 0 ? [{ why: 'companies without a statement', rows: blank }] : [] }
  }

  return { dataset, fills: Object.keys(dataset.columns), read }
}
