import { accountsOf, allAccountsOf, codeOf, labelOf, type Statement, unitOf } from '../../catalogue/accounts.ts'
import type { Dataset } from '../../catalogue/dataset.ts'
import { codeForm, codeFrom } from '../codes.ts'
import { scaled, times } from '../numbers.ts'
import { changed, leftOut, type ParsedRows, type Rejected, type Row } from '../outcome.ts'
import { quarterEnd, republicYear } from '../periods.ts'
import { textOf } from '../plan.ts'
import { type Reading, readBy } from '../reading.ts'
import type { Table } from '../tables.ts'

/** Statements as lists: a row a company, a column an account. Amounts are in thousands of TWD. */

type StatementOptions = {
  readonly dataset: Dataset & { readonly name: Statement }
  /** The account that only a consolidated statement fills; null where there is none. */
  readonly parent: string | null
  /** Accounts that every kind of business has: a list without one of them is not understood. */
  readonly core: readonly string[]
  /** Sums between the lines of a company, each an account or names of a line: the first is the sum of the others. */
  readonly sums: readonly (readonly (string | readonly string[])[])[]
}

const heads = {
  made: ['出表日期', 'Date'],
  year: ['年度', 'Year'],
  quarter: ['季別', 'Season'],
  id: ['公司代號', 'SecuritiesCompanyCode'],
  name: ['公司名稱', 'CompanyName'],
} as const

/** The columns of a quarter; undefined where its year or number cannot be read. */
function periodOf(yearText: string, quarterText: string): Row | undefined {
  const year = republicYear(yearText)
  const quarter = scaled(quarterText, 0)
  if (!year || !quarter || quarter < 1 || quarter > 4) return undefined
  const report_date = quarterEnd(year, quarter)
  return { report_date, period: 'quarterly', fiscal_year: year, fiscal_quarter: quarter }
}

/** Rounding in the filing itself, in thousands. */
const tolerance = 1

/** Lines that are understood; any other one is reported. */
const knownLines: ReadonlySet<string> = new Set(
  (['TaiwanStockFinancialStatement', 'TaiwanStockBalanceSheet'] as const)
    .flatMap(allAccountsOf)
    .flatMap(({ names }) => names.map(labelOf)),
)

const isOfGroup = (label: string): boolean => label.includes('非控制權益')

type Line = { readonly label: string; readonly at: number; readonly name: string }

/** The columns of a list: the places of its heads, and one line per account; throws where a needed title is missing. */
function linesOf(table: Table, needed: readonly (readonly string[])[]) {
  const find = (names: readonly string[]) =>
    table.titles.findIndex((title) => names.some((name) => labelOf(name) === labelOf(title)))
  const places = Object.fromEntries(Object.entries(heads).map(([name, titles]) => [name, find(titles)]))
  for (const [name, titles] of Object.entries(heads))
    if (places[name]! < 0) throw changed(`no table with the columns ${titles.join(' or ')}`)
  const labels = table.titles.map(labelOf)
  for (const names of needed)
    if (!names.some((name) => labels.includes(name))) throw changed(`no table with the columns ${names.join(' or ')}`)
  const headed = new Set(Object.values(places))
  const lines = labels
    .map((label, at) => ({ label, at, name: table.written[at]!.replace(/\s/g, '') }))
    .filter(({ at }) => !headed.has(at))
  return { places, labels, lines: lines as readonly Line[] }
}

export function statementsOf({ dataset, parent, core, sums }: StatementOptions): Reading {
  const accounts = accountsOf[dataset.name]
  const coded = accounts.map(({ type, names, unit }) => ({ type, unit, labels: names.map(labelOf) }))
  const accountOf = (type: string) => accounts.find((account) => account.type === type)!
  const labelsOf = (type: string) => accountOf(type).names.map(labelOf)
  const owners = parent === null ? [] : labelsOf(parent)
  const needed = [...(parent === null ? [] : [owners]), ...core.map(labelsOf)]
  const wholes = sums
    .map((lines) => lines.map((line) => (typeof line === 'string' ? accountOf(line).names : line)))
    .map((lines) => ({ names: lines.map(([name]) => name), labels: lines.map((names) => names.map(labelOf)) }))

  /** The rows of one company from its lines, or why there are none. */
  function rowsOf(lines: readonly Line[], texts: readonly string[], shared: Row): Row[] | string {
    const values = new Map<string, number>()
    for (const { label, at } of lines) {
      const value = scaled(texts[at]!, 4)
      if (value === undefined) return `${label} cannot be read: ${texts[at]}`
      if (value !== null) values.set(label, value)
    }
    const of = (labels: readonly string[]) => labels.flatMap((label) => values.get(label) ?? [])[0]
    for (const { names, labels } of wholes) {
      const [total, ...rest] = labels.map(of)
      if (total === undefined || rest.every((part) => part === undefined)) continue
      const sum = rest.reduce<number>((all, part) => all + (part ?? 0), 0)
      if (Math.abs(total - sum) > tolerance * 10_000) {
        const [whole, ...parts] = names
        return `${whole} is not ${parts.join(' + ')}`
      }
    }
    // Only a group has owners of its parent and others beside them.
    const statement_scope = of(owners) === undefined ? 'individual' : 'consolidated'
    const beside = lines.find(({ label }) => isOfGroup(label) && (values.get(label) ?? 0) !== 0)
    if (statement_scope === 'individual' && parent !== null && beside)
      return `${beside.label} has an amount, and ${owners[0]} has none`
    const typeOf = new Map<string, { type: string; unit: string }>()
    for (const { type, labels, unit } of coded) {
      const label = labels.find((name) => values.has(name))
      if (label !== undefined) typeOf.set(label, { type, unit })
    }
    const rows: Row[] = []
    for (const { label, name } of lines) {
      const value = values.get(label)
      if (value === undefined) continue
      const { type, unit } = typeOf.get(label) ?? { type: codeOf(label), unit: unitOf(label) }
      const cell = unit === 'TWD' ? times(value, 1000) : value
      if (cell === undefined) return `${label} has more digits than can be kept`
      rows.push({
        ...shared,
        type,
        origin_name: name,
        value: cell,
        unit,
        statement_scope,
        is_derived: false,
        announce_date: null,
      })
    }
    return rows
  }

  function readList(table: Table): ParsedRows {
    const { places, labels, lines } = linesOf(table, needed)
    const unread = lines.map(({ label }) => label).filter((label) => !knownLines.has(label))
    const rows: Row[] = []
    const rejected: Rejected[] = []
    let [blank, unset, repeats] = [0, 0, 0]
    const known = new Map<string, string>()
    for (const cells of table.rows) {
      const texts = cells.map(textOf)
      const reject = (column: string, why: string) => rejected.push({ column, why, cells: texts })
      if (texts.length !== labels.length) {
        reject('stock_id', `has ${texts.length} cells, where there are ${labels.length} titles`)
        continue
      }
      if (texts.every((text, at) => at === places.made || text.trim() === '')) {
        blank++
        continue
      }
      const id = codeFrom(codeForm(dataset.name, 'stock_id')!, texts[places.id!]!)
      if (!id) {
        reject('stock_id', 'cannot be read')
        continue
      }
      const whole = texts.filter((_, at) => at !== places.made).join('|')
      const before = known.get(id)
      known.set(id, before ?? whole)
      if (before !== undefined) {
        if (before === whole) repeats++
        else reject('stock_id', 'comes twice, with other values')
        continue
      }
      const period = periodOf(texts[places.year!]!, texts[places.quarter!]!)
      if (!period) {
        reject('fiscal_quarter', 'cannot be read')
        continue
      }
      const made = rowsOf(lines, texts, { stock_id: id, ...period })
      if (typeof made === 'string') reject(made, 'does not hold')
      else {
        unset += lines.length - made.length
        rows.push(...made)
      }
    }
    const left = [
      ...leftOut('companies without a statement', blank),
      ...leftOut('repeats', repeats),
      ...leftOut('lines without an amount', unset),
    ]
    return { rows, rejected, unread, left }
  }

  return readBy(dataset, ([table]) => readList(table!))
}
