import { columnsOf, type Dataset } from '../catalogue/dataset.ts'
import type { Layout, RowLayout } from './layout.ts'
import { type From, type Mapped, mappedOf } from './mapping.ts'
import { type Cell, changed, type ParsedRows, type Refusal, type Rejected, type Row, refusals } from './outcome.ts'
import { type Plan, planOf, textOf } from './plan.ts'
import type { FeedRequest } from './request.ts'
import type { Table } from './tables.ts'
import { titleOf } from './text.ts'

export type Options = {
  /** Titles of columns that are known and not wanted. */
  readonly ignore?: readonly string[]
  /** Rows to leave out: the reason, and the column that decides, by its present and former titles. */
  readonly leave?: readonly (readonly [why: string, title: string | readonly string[], is: (text: string) => boolean])[]
  /** Readable rows to reject: the rule, and the column that decides. */
  readonly refuse?: readonly (readonly [rule: Refusal, title: string, is: (text: string) => boolean])[]
  /** Identities between the cells of a row, by name. */
  readonly identities?: Readonly<Record<string, (row: Row) => boolean>>
}

/** How the rows of a dataset are found in tables. */
export type Reading = {
  readonly dataset: Dataset
  /** The columns it has values for. */
  readonly fills: readonly string[]
  /** The tables it reads, as data. A row that stands in several lines has a layout for each line. */
  readonly layouts: readonly Layout[]
  /** Reads every table that has the columns; none of them having them all is `changed`. */
  readonly read: (tables: readonly Table[], request: FeedRequest) => ParsedRows
}

/** A reading of the columns that `sources` names. */
export function readingOf(dataset: Dataset, sources: Readonly<Record<string, From | null>>, options: Options): Reading {
  const mapped = mappedOf(dataset, sources)
  const ignored = new Set((options.ignore ?? []).map(titleOf))
  const leave = (options.leave ?? []).map(([why, names, is]) => ({ why, names: [names].flat().map(titleOf), is }))
  const refuse = (options.refuse ?? []).map(([rule, title, is]) => ({ rule, title: titleOf(title), is }))
  const rules = Object.entries(options.identities ?? {})
  const numbered = mapped.find(({ from }) => from.kind === 'ordinal')?.name
  // Rows that begin alike are made faster than rows that grow column by column.
  const blank: Readonly<Record<string, Cell>> = Object.fromEntries(mapped.map(({ name }) => [name, null]))
  const key = dataset.key.every((name) => sources[name] !== undefined) ? dataset.key : null
  const telling = mapped.filter(({ name, from }) => key?.includes(name) && !isShared(from)).map(({ name }) => name)

  function read(tables: readonly Table[], request: FeedRequest): ParsedRows {
    const rows: Row[] = []
    const rejected: Rejected[] = []
    const left = new Map<string, number>()
    const unread = new Set<string>()
    const known = new Map<Cell | undefined, Row>()
    const numbers = new Map<Cell | undefined, number>()
    const count = (why: string) => left.set(why, (left.get(why) ?? 0) + 1)
    const reject = (cells: readonly unknown[], column: string, why: string, refusedBy?: Refusal) =>
      rejected.push({ column, why, cells: cells.map(textOf), ...(refusedBy && { refusedBy }) })

    /** Takes the row unless another one has its key; numbered rows have none but their number. */
    const add = (row: Record<string, Cell>, cells: readonly unknown[]) => {
      if (key !== null) {
        let id = row[telling[0]!]!
        for (let at = 1; at < telling.length; at++) id = `${id}\u0000${row[telling[at]!]}`
        if (numbered !== undefined) {
          const number = (numbers.get(id) ?? 0) + 1
          numbers.set(id, number)
          row[numbered] = number
          rows.push(row)
          return
        }
        const before = known.get(id)
        if (before !== undefined) {
          if (isSame(before, row)) count('repeats')
          else reject(cells, key.join(', '), 'comes twice, with other values')
          return
        }
        known.set(id, row)
      }
      rows.push(row)
    }

    const plans = plansOf(mapped, tables, request)
    for (const { table, makers, used } of plans) {
      const { titles } = table
      // Of several tables the first is the market; those behind it may hold nothing on most days.
      if (table.rows.length === 0 && plans.length > 1 && table === plans[0]!.table)
        left.set(`the first table holds nothing: ${table.title}`, 0)
      const leaving = leave.map(({ why, names, is }) => {
        const place = titles.findIndex((title) => names.includes(title))
        // Without the column that decides, unwanted rows would be taken.
        if (place < 0) throw changed(`no table with the columns ${names.join(' or ')}, which tells ${why}`)
        return { why, place, is }
      })
      const refusing = refuse.map(({ rule, title, is }) => {
        const place = titles.indexOf(title)
        if (place < 0) throw changed(`no table with the columns ${title}, which tells ${rule}`)
        return { rule, place, is }
      })
      const isKnown = (at: number) =>
        used.has(at) || ignored.has(titles[at]!) || [...leaving, ...refusing].some(({ place }) => place === at)
      for (const [at, title] of titles.entries()) if (!isKnown(at)) unread.add(title)
      next: for (const cells of table.rows) {
        if (cells.length < titles.length) {
          reject(cells, titles[cells.length]!, `the row ends after ${cells.length} of ${titles.length} cells`)
          continue
        }
        if (cells.length > titles.length && cells.slice(titles.length).some(isFilled)) {
          reject(cells, 'a cell without a title', `the row goes on after ${titles.length} cells`)
          continue
        }
        for (const { why, place, is } of leaving)
          if (is(textOf(cells[place]))) {
            count(why)
            continue next
          }
        for (const { rule, place, is } of refusing)
          if (is(textOf(cells[place]))) {
            reject(cells, titles[place]!, refusals[rule], rule)
            continue next
          }
        const row: Record<string, Cell> = { ...blank }
        for (let at = 0; at < makers.length; at++) {
          const { name, nullable, make } = makers[at]!
          const cell = make(cells)
          if (cell === undefined || (cell === null && !nullable)) {
            reject(cells, name, cell === null ? 'has no value' : 'cannot be read')
            continue next
          }
          row[name] = cell
        }
        for (const [rule, holds] of rules)
          if (!holds(row)) {
            reject(cells, rule, 'does not hold')
            continue next
          }
        add(row, cells)
      }
    }
    return { rows, rejected, unread: [...unread], left: [...left].map(([why, times]) => ({ why, rows: times })) }
  }

  const fills = columnsOf(dataset).flatMap(([name]) => (sources[name] == null ? [] : [name]))
  const layout: RowLayout = { kind: 'rows', columns: mapped, ignored: [...ignored], skipped: leave }
  return { dataset, fills, layouts: [layout], read }
}

/** A table that has most of the columns is one of those to read, and the rest of them is missing in it. */
function plansOf(mapped: readonly Mapped[], tables: readonly Table[], request: FeedRequest): Plan[] {
  const needed = mapped.reduce((sum, { from }) => sum + neededBy(from), 0)
  const plans: Plan[] = []
  let nearest: readonly string[] | null = null
  for (const table of tables) {
    const plan = planOf(mapped, table, request)
    if ('makers' in plan) plans.push(plan)
    else if (nearest === null || plan.length < nearest.length) nearest = plan
  }
  if (plans.length === 0 || (nearest !== null && nearest.length * 2 < needed))
    throw changed(nearest ? `no table with the columns ${nearest.join(', ')}` : 'the answer has no table')
  return plans
}

const isFilled = (cell: unknown): boolean => textOf(cell).trim() !== ''

/** Values that all rows of a response share do not distinguish rows; neither does a number that is assigned last. */
const isShared = ({ kind }: From): boolean => kind === 'constant' || kind === 'request' || kind === 'ordinal'

const neededBy = (from: From): number => (from.kind === 'columns' ? from.titles.length : from.kind === 'column' ? 1 : 0)

const isSame = (a: Row, b: Row): boolean => Object.keys(b).every((name) => a[name] === b[name])
