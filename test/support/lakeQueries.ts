import { columnsOf, type Dataset } from '../../src/catalogue/dataset.ts'
import type { Reader } from '../../src/lake/reader.ts'
import { literal, quote } from '../../src/lake/schema.ts'
import type { Warning } from '../../src/query/parameters.ts'

/** What a column must be: one of some values, or within bounds. */
export type LakeFilter = {
  readonly column: string
  readonly values?: readonly string[]
  readonly min?: string
  readonly max?: string
}

/** The parameters of a query for rows. */
export type LakeQuery = {
  readonly ids: readonly string[] | null
  readonly from: string | null
  readonly to: string | null
  readonly period: 'quarterly' | 'annual' | null
  readonly hidden: boolean
  readonly sort: 'asc' | 'desc' | null
  readonly columns: readonly string[] | null
  readonly filters: readonly LakeFilter[]
  /** The date column that the days apply to; null for the key date. */
  readonly dateColumn: string | null
  readonly latest: boolean
}

/** The result of a query as the lake gives it. */
export type LakeResult = {
  /** The first rows as JSON. */
  readonly rows: readonly string[]
  /** How many rows there are in all. */
  readonly count: number
  /** The requested ids that have no row in the period. */
  readonly absent: readonly string[]
  /** All warnings but those about these ids. */
  readonly warnings: readonly Warning[]
}

/** Runs a query; the result holds so many rows at most. */
export type LakeQueries = (query: LakeQuery, most: number) => Promise<LakeResult>

/** The rule of `include_inactive` and `include_expired` as the decisions state it, for rows of `p`. */
export const hiddenIn = ({ name, filters }: Dataset): string => {
  if (filters.include_expired) return "(p.status <> 'active')"
  if (!filters.include_inactive) return 'false'
  if (name.startsWith('TaiwanStockOverview')) return '(NOT p.is_active)'
  return `(p.stock_id IN (SELECT stock_id FROM TaiwanStockOverview WHERE NOT is_active)
    OR p.stock_id IN (SELECT stock_id FROM TaiwanStockOverviewIncludeWarrant WHERE security_type = 'warrant'
                      GROUP BY stock_id HAVING count(*) FILTER (is_active) = 0))`
}

/** One total order: key date descending, then the id, then the rest of the primary key; `asc` is its exact reverse. */
const orderOf = ({ id, date, key }: Dataset, isAscending: boolean): string =>
  [
    `p.${quote(date)} ${isAscending ? 'ASC' : 'DESC'}`,
    ...[...new Set([...(id === null ? [] : [id]), ...key])]
      .filter((name) => name !== date)
      .map((name) => `p.${quote(name)} ${isAscending ? 'DESC' : 'ASC'}`),
  ].join(', ')

/** A cell as SQL text, from which its JSON follows by the kind alone. */
const cellOf = (name: string, kind: string): string =>
  kind === 'datetime'
    ? `strftime(p.${quote(name)} AT TIME ZONE 'Asia/Taipei', '%Y-%m-%dT%H:%M:%S+08:00')`
    : `CAST(p.${quote(name)} AS VARCHAR)`
const jsonOf = (cell: string | null, kind: string): string =>
  cell === null ? 'null' : kind === 'integer' || kind === 'boolean' ? cell : JSON.stringify(cell)

type Columns = ReturnType<typeof columnsOf>

const rowText = (columns: Columns, cells: readonly (string | null)[]): string =>
  `{${columns.map(([name, { kind }], i) => `"${name}":${jsonOf(cells[i]!, kind)}`).join(',')}}`

const periodOf = ({ period }: LakeQuery): string => period ?? 'quarterly'

/** The rows that decide the warnings of a query. */
type Facts = {
  /** The number of visible rows of every requested id that has rows in the period. */
  readonly visible: ReadonlyMap<string, number>
  /** The number of hidden rows of a query without ids. */
  readonly hiddenRows: number
  /** The first and the last key date: of the only id where its rows are read and every period has one, else of all. */
  readonly covered: readonly [first: string, last: string] | null
}

/** True if a query reads the rows of one id, and the id has a row for every period of a complete dataset. */
const isOfDenseId = (
  { id, complete }: Dataset,
  { ids, hidden }: LakeQuery,
  visible: ReadonlyMap<string, number>,
): boolean => {
  const distinct = [...new Set(ids ?? [])]
  const rows = visible.get(distinct[0] ?? '')
  const isEach = complete?.each === 'security' || complete?.each === 'stock' || complete?.each === 'id'
  return id !== null && distinct.length === 1 && isEach && rows !== undefined && (rows > 0 || hidden)
}

/** The warnings of a query whose version covers the days up to `through`. */
function warningsOf(
  dataset: Dataset,
  query: LakeQuery,
  { visible, hiddenRows, covered }: Facts,
  through: string,
): Pick<LakeResult, 'absent' | 'warnings'> {
  const { ids, hidden, dateColumn } = query
  // What filters would leave of the hidden rows is not counted.
  const isCompared = query.filters.length > 0 || dateColumn !== null || query.latest
  const [from, to] = dateColumn === null ? [query.from, query.to] : [null, null]
  const { filters, complete, retention } = dataset
  const own = dataset.id === null ? null : ids
  const distinct = [...new Set(own ?? [])].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
  const left = hidden ? [] : distinct.filter((id) => visible.get(id) === 0)
  const [first, newest] = covered ?? ['', '']
  const isDaily = retention !== null || complete?.every === 'trading_day' || complete?.every === 'weekday'
  const last = isDaily || newest > through ? newest : through
  const isOutside = covered !== null && [from, to].some((day) => day !== null && (day < first || day > last))
  return {
    absent: distinct.filter((id) => !visible.has(id)),
    warnings: [
      ...(ids !== null && dataset.id === null ? [{ code: 'not_applicable', param: 'stock_id' }] : []),
      ...(left.length > 0
        ? [{ code: filters.include_expired ? 'expired_id' : 'inactive_id', param: 'stock_id', values: left }]
        : []),
      ...(isOutside ? [{ code: 'outside_coverage', facts: { first, last } }] : []),
      ...(own === null && !hidden && hiddenRows > 0
        ? [
            {
              code: filters.include_expired ? 'expired_hidden' : 'inactive_hidden',
              facts: isCompared ? {} : { rows: hiddenRows },
            },
          ]
        : []),
    ],
  }
}

/** Answers every query by statements of its own. */
export function queryBySql(lake: Reader, dataset: Dataset, through: string): LakeQueries {
  const { id, date, name, filters } = dataset
  const filtersOf = ({ filters, dateColumn, from, to }: LakeQuery): string[] => [
    ...filters.flatMap(({ column, values, min, max }) => [
      ...(values ? [`CAST(p.${quote(column)} AS VARCHAR) IN (${values.map(literal).join(', ')})`] : []),
      ...(min === undefined ? [] : [`p.${quote(column)} >= ${min}`]),
      ...(max === undefined ? [] : [`p.${quote(column)} <= ${max}`]),
    ]),
    ...(dateColumn === null || from === null ? [] : [`p.${quote(dateColumn)} >= DATE ${literal(from)}`]),
    ...(dateColumn === null || to === null ? [] : [`p.${quote(dateColumn)} <= DATE ${literal(to)}`]),
  ]
  /** All conditions, and the newest date of each id that they leave. */
  const whereOf = (query: LakeQuery): string => {
    const all = [conditionsOf(query), ...filtersOf(query)].join(' AND ')
    if (!query.latest) return all
    const each = id === null ? '' : `${quote(id)}, `
    const newest = `SELECT ${each}max(p.${quote(date)}) FROM ${quote(name)} p WHERE ${all}`
    return `${all} AND (${each}${quote(date)}) IN (${newest}${id === null ? '' : ` GROUP BY ${quote(id)}`})`
  }
  const conditionsOf = (query: LakeQuery, hidden = query.hidden ? 'true' : `NOT ${hiddenIn(dataset)}`): string =>
    [
      hidden,
      ...(query.ids === null || id === null ? [] : [`p.${quote(id)} IN (${query.ids.map(literal).join(', ')})`]),
      ...(query.from === null || query.dateColumn !== null ? [] : [`p.${quote(date)} >= DATE ${literal(query.from)}`]),
      ...(query.to === null || query.dateColumn !== null ? [] : [`p.${quote(date)} <= DATE ${literal(query.to)}`]),
      ...(filters.period ? [`p.period = ${literal(periodOf(query))}`] : []),
    ].join(' AND ')

  async function factsOf(query: LakeQuery): Promise<Facts> {
    const visible = await visibleOf(query)
    const isOfOne = isOfDenseId(dataset, query, visible)
    const bounds = await lake.select(
      `SELECT CAST(min(p.${quote(date)}) AS VARCHAR), CAST(max(p.${quote(date)}) AS VARCHAR) FROM ${quote(name)} p
       WHERE ${isOfOne ? `p.${quote(id!)} = ${literal(query.ids![0]!)}` : 'true'}
       ${filters.period ? `AND period = ${literal(periodOf(query))}` : ''}`,
    )
    const hidden = await lake.select(
      `SELECT count(*)::INTEGER FROM ${quote(name)} p WHERE ${conditionsOf(query, hiddenIn(dataset))}`,
    )
    const covered = bounds.rows[0] as [string, string]
    return { visible, hiddenRows: hidden.rows[0]![0] as number, covered: covered[0] === null ? null : covered }
  }

  /** Visible rows of the ids in the requested period. */
  async function visibleOf(query: LakeQuery): Promise<Map<string, number>> {
    if (query.ids === null || id === null) return new Map()
    const { rows } = await lake.select(
      `SELECT p.${quote(id)}, count(*) FILTER (NOT ${hiddenIn(dataset)})::INTEGER FROM ${quote(name)} p
       WHERE p.${quote(id)} IN (${query.ids.map(literal).join(', ')})
       ${filters.period ? `AND period = ${literal(periodOf(query))}` : ''} GROUP BY 1`,
    )
    return new Map(rows as [string, number][])
  }

  return async (query, most) => {
    const columns = columnsOf(dataset).filter(([column]) => query.columns?.includes(column) ?? true)
    const where = `FROM ${quote(name)} p WHERE ${whereOf(query)}`
    const { rows } = await lake.select(
      `SELECT ${columns.map(([column, { kind }]) => cellOf(column, kind)).join(', ')} ${where}
       ORDER BY ${orderOf(dataset, query.sort === 'asc')} LIMIT ${most}`,
    )
    const counted = await lake.select(`SELECT count(*)::INTEGER ${where}`)
    return {
      rows: (rows as (string | null)[][]).map((cells) => rowText(columns, cells)),
      count: counted.rows[0]![0] as number,
      ...warningsOf(dataset, query, await factsOf(query), through),
    }
  }
}
