import type { Dataset } from '../../catalogue/dataset.ts'
import type { Calendar } from '../calendar.ts'
import { frequencyOf } from '../calendar.ts'
import type { Column, Filter, Universe } from '../representation.ts'
import { columnOf, datasetOf } from '../typing.ts'
import { all, inRange, name, where } from './print.ts'
import { columnSql, filterSql, pickSql, tableOf, universeSql } from './source.ts'

/** A value on a row of a frame, and how many layers of window functions stand below it. */
export type Cell = { readonly sql: string; readonly layer: number }

type Leaf = { readonly alias: string; readonly column: Column; readonly filters: readonly Filter[] }

/**
 * Rows of one or more datasets by entity and date (or by date alone), with the columns that windows over them add. A
 * window function cannot stand inside another, so each layer is a subquery over the one below.
 */
export type Frame = {
  readonly name: string
  /** Has an entity column; else one row a date. */
  readonly keyed: boolean
  readonly dataset: Dataset
  /** Columns that must be known: a mean of twenty closes passes over days without one. */
  readonly known: Set<string>
  readonly leaf: (column: Column) => Cell
  readonly add: (sql: string, layer: number, hint: string) => Cell
  /** The rows must reach back to this date, null for all of them. */
  readonly reach: (date: string | null) => void
  /** Windows over rows need so many more before the first. */
  readonly rows: (n: number) => void
  readonly isPlain: () => boolean
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

/** A few rows more than asked for, as days without a price are passed over. */
const slack = 30

export function createFrame({ name: title, dataset: own, keyed, driving, universe, calendar }: FrameOptions): Frame {
  const dataset = datasetOf(own)
  const id = keyed ? dataset.id : null
  const leaves = new Map<string, Leaf>()
  const layers: { sql: string; alias: string }[][] = []
  const taken = new Set<string>([...(id ? [id] : []), dataset.date])
  const known = new Set<string>()
  let from: string | null | undefined
  let before = 0

  const unique = (hint: string): string => {
    let alias = hint
    for (let n = 2; taken.has(alias); n++) alias = `${hint}_${n}`
    taken.add(alias)
    return name(alias)
  }

  function leaf(column: Column): Cell {
    const own = datasetOf(column.dataset)
    const filters = [
      ...(column.entity === undefined ? [] : [{ column: own.id!, is: [column.entity] }]),
      ...(column.where ?? []),
    ]
    const key = JSON.stringify([column.dataset, column.column, filters, column.fold])
    const found = leaves.get(key)
    if (found) return { sql: found.alias, layer: 0 }
    if (
      column.dataset === dataset.name &&
      column.entity === undefined &&
      (column.column === dataset.date || column.column === id)
    )
      return { sql: column.column, layer: 0 }
    const described = slug(filters)
    const alias = unique(
      column.column === 'value' && /^[a-z]/.test(described)
        ? described
        : described
          ? `${column.column}_${described}`
          : column.column,
    )
    leaves.set(key, { alias, column, filters })
    return { sql: alias, layer: 0 }
  }

  const datasets = () =>
    [...new Set([dataset.name, ...[...leaves.values()].map(({ column }) => column.dataset)])].map(datasetOf)

  const isGrouped = (own: Dataset): boolean =>
    [...leaves.values()].some(
      ({ column, filters }) => column.dataset === own.name && (filters.length > 0 || column.fold),
    ) ||
    own.key.some((column) => column !== own.date && column !== (keyed ? own.id : null)) ||
    (!keyed && own.id !== null)

  /** The rows of one dataset, one for each entity and date. */
  function printSource(own: Dataset, range: { from: string | null; to: string | null }): string {
    const mine = [...leaves.values()].filter(({ column }) => column.dataset === own.name)
    const ownId = keyed ? own.id : null
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
      universeSql(keyed ? universe : {}, own, driving && own.name === dataset.name),
      filterSql(common),
      picked,
    ]
    const grouped = isGrouped(own)
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
    const range = { from: unbounded && before > 0 ? null : first, to }
    const all = datasets()
    let sql = printSource(all[0]!, range)
    if (all.length > 1) {
      const using = [id, dataset.date].filter((column) => column !== null).join(', ')
      sql = `SELECT * FROM (${sql}) ${all
        .slice(1)
        .map((other) => `JOIN (${printSource(other, range)}) USING (${using})`)
        .join(' ')}`
    }
    for (const layer of layers)
      sql = `SELECT *, ${layer.map(({ sql: value, alias }) => `${value} AS ${alias}`).join(', ')}\n  FROM (${sql})`
    return sql
  }

  return {
    name: title,
    keyed,
    dataset,
    known,
    id,
    date: dataset.date,
    leaf,
    add(sql, layer, hint) {
      layers[layer] ??= []
      const same = layers[layer].find((column) => column.sql === sql)
      if (same) return { sql: same.alias, layer: layer + 1 }
      const alias = unique(hint)
      layers[layer].push({ sql, alias })
      return { sql: alias, layer: layer + 1 }
    },
    reach(date) {
      from = from === null || date === null ? null : from === undefined || date < from ? date : from
    },
    rows(n) {
      before += n
    },
    isPlain: () => layers.length === 0 && datasets().length === 1 && !isGrouped(dataset),
    print,
    over({ ordered = false, rows = '', by = '' } = {}) {
      const partition = [id, by].filter(Boolean).join(', ')
      return `OVER (${all([partition && `PARTITION BY ${partition}`]) || ''}${ordered ? `${partition ? ' ' : ''}ORDER BY ${dataset.date}` : ''}${rows ? ` ${rows}` : ''})`
    },
  }
}
