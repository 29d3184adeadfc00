import type { Dataset } from '../../catalogue/dataset.ts'
import type { Calendar } from '../calendar.ts'
import { frequencyOf } from '../calendar.ts'
import type { Circle, Column, Filter, Periods, Universe } from '../representation.ts'
import { columnOf, datasetOf, Meaningless } from '../typing.ts'
import { all, columnAt, type Expression, inRange, name, where } from './print.ts'
import { columnSql, filterSql, isListed, pickSql, tableOf, universeSql } from './source.ts'

type Leaf = {
  readonly alias: string
  readonly column: Column
  readonly filters: readonly Filter[]
  /** The same for every entity of its date: an index beside each stock. */
  readonly shared: boolean
}

/**
 * Rows of one or more datasets by entity and date (or by date alone), with the columns that windows over them add. A
 * window function cannot stand inside another, so each layer is a subquery over the one below.
 */
export type Frame = {
  readonly name: string
  /** Has an entity column; else one row a date. */
  readonly keyed: boolean
  /** Of the whole universe, though single ids or the first of a ranking are asked for: they are seen among the others. */
  readonly wide: boolean
  /** Of single ids: to read all their rows costs little. */
  readonly narrow: boolean
  /** Rows are periods, their date is the first day. */
  readonly period: Periods | undefined
  readonly dataset: Dataset
  /** Columns that must be known: a mean of twenty closes passes over days without one. */
  readonly known: Set<string>
  readonly leaf: (column: Column) => Expression
  readonly add: (sql: string, layer: number, hint: string) => Expression
  /** The rows must reach back to this date, null for all of them. */
  readonly reach: (date: string | null) => void
  /** Windows over rows need so many more before the first; those of one key are counted once. */
  readonly rows: (n: number, key?: string) => void
  /** There may not be more rows of an entity than this. */
  readonly limit: (n: number) => void
  /** The column that tells an entity's circle, none where all are one. */
  readonly circle: (by: Circle) => string | null
  readonly print: (to: string | null) => string
  /** `OVER (…)` by entity, with the rows in order where asked. */
  readonly over: (options?: { ordered?: boolean; rows?: string; by?: string }) => string
  readonly id: string | null
  readonly date: string
}

export type FrameOptions = {
  readonly name: string
  readonly dataset: string
  readonly keyed: boolean
  readonly wide?: boolean
  readonly period?: Periods | undefined
  readonly driving: boolean
  readonly universe: Universe
  readonly calendar: Calendar
}

const slug = (filters: readonly Filter[]): string =>
  filters
    .flatMap((filter) => ('is' in filter ? filter.is.map(String) : []))
    .map((value) => value.replaceAll(/([a-z])([A-Z])/g, '$1_$2').toLowerCase())
    .filter((value) => /^[a-z0-9_]+$/.test(value))
    .filter((value) => !['quarterly', 'regular'].includes(value))
    .join('_')

/** A column that is not of the row's own entity. */
export const isShared = ({ dataset, entity }: Column): boolean => entity !== undefined || datasetOf(dataset).id === null

/** A few rows more than asked for, as days without a price are passed over. */
const slack = 30

const circleColumns = { industry: 'industry_category', market: 'market' } as const

export function createFrame(options: FrameOptions): Frame {
  const { name: title, dataset: own, keyed, wide = false, period, driving, calendar } = options
  const { ids, top, ...others } = options.universe
  const universe = wide ? others : options.universe
  const dataset = datasetOf(own)
  const id = keyed ? dataset.id : null
  const leaves = new Map<string, Leaf>()
  const layers: { sql: string; alias: string }[][] = []
  const taken = new Set<string>([...(id ? [id] : []), dataset.date])
  const known = new Set<string>()
  let from: string | null | undefined
  let before = 0
  const counted = new Set<string>()
  let most = Number.POSITIVE_INFINITY
  const circles = new Map<'industry' | 'market', string>()

  const unique = (hint: string): string => {
    let alias = hint
    for (let n = 2; taken.has(alias); n++) alias = `${hint}_${n}`
    taken.add(alias)
    return name(alias)
  }

  function leaf(column: Column): Expression {
    const own = datasetOf(column.dataset)
    const filters = [
      ...(column.entity === undefined ? [] : [{ column: own.id!, is: [column.entity] }]),
      ...(column.where ?? []),
    ]
    const key = JSON.stringify([column.dataset, column.column, filters, column.fold])
    const found = leaves.get(key)
    if (found) return columnAt(found.alias)
    if (
      column.dataset === dataset.name &&
      column.entity === undefined &&
      (column.column === dataset.date || column.column === id)
    )
      return columnAt(column.column)
    const described = slug(filters)
    const alias = unique(
      column.column === 'value' && /^[a-z]/.test(described)
        ? described
        : described
          ? `${column.column}_${described}`
          : column.column,
    )
    leaves.set(key, { alias, column, filters, shared: keyed && isShared(column) })
    return columnAt(alias)
  }

  const leavesOf = (own: Dataset, shared: boolean): Leaf[] =>
    [...leaves.values()].filter((leaf) => leaf.column.dataset === own.name && leaf.shared === shared)
  const sources = () => {
    const namesOf = (shared: boolean) =>
      [...leaves.values()].filter((leaf) => leaf.shared === shared).map(({ column }) => column.dataset)
    return {
      own: [...new Set([dataset.name, ...namesOf(false)])].map(datasetOf),
      shared: [...new Set(namesOf(true))].map(datasetOf),
    }
  }

  const isGrouped = (own: Dataset, mine: readonly Leaf[], byEntity: boolean): boolean =>
    mine.some(({ column, filters }) => filters.length > 0 || column.fold) ||
    own.key.some((column) => column !== own.date && column !== (byEntity ? own.id : null)) ||
    (!byEntity && own.id !== null)

  function printSource(own: Dataset, range: { from: string | null; to: string | null }, shared = false): string {
    const byEntity = keyed && !shared
    const rows = printRows(own, range, byEntity, leavesOf(own, shared))
    if (!period) return rows
    const day = name(own.date)
    const keys = byEntity && own.id ? [name(own.id)] : []
    const start = `CAST(date_trunc('${period.unit}', ${day}) AS DATE)`
    const values = leavesOf(own, shared)
    const fold = { first: 'arg_min', last: 'arg_max', sum: 'sum', avg: 'avg', min: 'min', max: 'max' }[period.fn]
    const folded = values.map(
      ({ alias }) => `${fold}(${alias}${fold.startsWith('arg_') ? `, ${day}` : ''}) AS ${alias}`,
    )
    return `SELECT ${[...keys, `${start} AS ${day}`, ...folded].join(', ')} FROM (${rows}) GROUP BY ${[...keys, start].join(', ')}`
  }

  /** The rows of one dataset, one for each entity and date, or for each date alone. */
  function printRows(
    own: Dataset,
    range: { from: string | null; to: string | null },
    byEntity: boolean,
    mine: readonly Leaf[],
  ): string {
    const ownId = byEntity ? own.id : null
    const keys = [ownId, own.date].filter((column) => column !== null).map(name)
    const isCommon = (filter: Filter) =>
      mine.every(({ filters }) => filters.some((other) => JSON.stringify(other) === JSON.stringify(filter)))
    const common = (mine[0]?.filters ?? []).filter(isCommon)
    const { where: picked, qualify } = pickSql(own, common)
    const table = tableOf(
      own,
      mine.map(({ column }) => column.column),
    )
    const conditions = [
      inRange(name(own.date), range),
      universeSql(byEntity ? universe : {}, own, driving && own.name === dataset.name),
      filterSql(common),
      picked,
    ]
    const grouped = isGrouped(own, mine, byEntity)
    const values = mine.map(({ alias, column, filters }) => {
      const value = columnSql(own, column.column)
      if (!grouped) return value === alias ? alias : `${value} AS ${alias}`
      const rest = filterSql(filters.filter((filter) => !isCommon(filter)))
      const fold = column.fold === 'count' ? 'count(*)' : `${column.fold ?? 'max'}(${value})`
      return `${fold}${rest ? ` FILTER (WHERE ${rest})` : ''} AS ${alias}`
    })
    const source = qualify
      ? `(SELECT * FROM ${table}${where(conditions)} QUALIFY ${qualify})`
      : `${table} t${where(conditions)}`
    const rows = `SELECT ${[...keys, ...values].join(', ')} FROM ${qualify ? `${source} t` : source}${grouped ? ` GROUP BY ${keys.join(', ')}` : ''}`
    const needed = mine.filter(({ alias, column }) => known.has(alias) && isNullable(own, column, grouped))
    if (needed.length === 0) return rows
    const present = needed.map(({ alias }) => `${alias} IS NOT NULL`).join(' AND ')
    return grouped
      ? `SELECT * FROM (${rows}) WHERE ${present}`
      : `${rows}${where(conditions) ? ' AND' : ' WHERE'} ${needed.map(({ column }) => `${columnSql(own, column.column)} IS NOT NULL`).join(' AND ')}`
  }

  const isNullable = (own: Dataset, column: Column, grouped: boolean): boolean =>
    grouped || columnOf(own.name, column.column).nullable

  function print(to: string | null): string {
    const first =
      from === undefined || from === null
        ? null
        : before === 0
          ? from
          : (calendar.dates(dataset.name, { from: null, to: from }).at(-1 - before - slack) ?? null)
    const unbounded = frequencyOf(dataset) !== 'day'
    const range = { from: period || (unbounded && before > 0) ? null : first, to }
    if (calendar.dates(dataset.name, range).length > most)
      throw new Meaningless(`that is told of at most ${most} dates; ask for a shorter time`)
    const { own: all, shared } = sources()
    let sql = printSource(all[0]!, range)
    if (all.length + shared.length > 1) {
      const using = [id, dataset.date].filter((column) => column !== null).join(', ')
      const joins = [
        ...all.slice(1).map((other) => `JOIN (${printSource(other, range)}) USING (${using})`),
        ...shared.map((other) => `JOIN (${printSource(other, range, true)}) USING (${dataset.date})`),
      ]
      sql = `SELECT * FROM (${sql}) ${joins.join(' ')}`
    }
    if (circles.size > 0) {
      const told = [...circles].map(([by, alias]) => `${circleColumns[by]} AS ${alias}`)
      sql = `SELECT * FROM (${sql}) LEFT JOIN (SELECT stock_id, ${told.join(', ')} FROM TaiwanStockOverview) USING (stock_id)`
    }
    for (const layer of layers)
      sql = `SELECT *, ${layer.map(({ sql: value, alias }) => `${value} AS ${alias}`).join(', ')}\n  FROM (${sql})`
    return sql
  }

  return {
    name: title,
    keyed,
    wide,
    narrow: ids !== undefined && !wide,
    period,
    dataset,
    known,
    id,
    date: dataset.date,
    leaf,
    add(sql, layer, hint) {
      layers[layer] ??= []
      const same = layers[layer].find((column) => column.sql === sql)
      if (same) return columnAt(same.alias, layer + 1)
      const alias = unique(hint)
      layers[layer].push({ sql, alias })
      return columnAt(alias, layer + 1)
    },
    reach(date) {
      from = from === null || date === null ? null : from === undefined || date < from ? date : from
    },
    rows(n, key) {
      if (key !== undefined && counted.has(key)) return
      if (key !== undefined) counted.add(key)
      before += n
    },
    limit(n) {
      most = Math.min(most, n)
    },
    circle(by) {
      if (id === null) throw new Meaningless(`${dataset.name} has no entities that stand among others`)
      if (by === 'all') return null
      if (!isListed(dataset)) throw new Meaningless(`${dataset.name} is not of securities that have an ${by}`)
      const alias = circles.get(by) ?? unique(`own_${by}`)
      circles.set(by, alias)
      return alias
    },
    print,
    over({ ordered = false, rows = '', by = '' } = {}) {
      const partition = [id, by].filter(Boolean).join(', ')
      return `OVER (${all([partition && `PARTITION BY ${partition}`]) || ''}${ordered ? `${partition ? ' ' : ''}ORDER BY ${dataset.date}` : ''}${rows ? ` ${rows}` : ''})`
    },
  }
}
