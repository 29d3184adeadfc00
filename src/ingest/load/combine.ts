import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { quote } from '../../lake/schema.ts'
import { responseColumn } from './staging.ts'

/** The staged rows of one feed, and the columns it fills. */
export type FeedTable = {
  readonly table: string
  readonly fills: readonly string[]
  /** True if several responses may hold the same row. */
  readonly repeats: boolean
}

const list = (names: readonly string[], of = ''): string => names.map((name) => `${of}${quote(name)}`).join(', ')

/** Columns that keep their first value. */
const keepsFirst = ['first_seen_date']

/** SQL: the rows of a feed; a row of a newer response replaces older ones. */
const newestOf = ({ key }: Dataset, { table, repeats }: FeedTable): string =>
  repeats
    ? `SELECT * FROM ${quote(table)}
        QUALIFY ${quote(responseColumn)} = max(${quote(responseColumn)}) OVER (PARTITION BY ${list(key)})`
    : `SELECT * FROM ${quote(table)}`

/**
 * SQL: the rows of several feeds combined, best feed first. A column takes the value of the best feed that has the row
 * and fills the column; a column that none fills keeps its stored value.
 */
export function combinedSql(dataset: Dataset, tables: readonly FeedTable[]): string {
  const { key } = dataset
  const on = (side: string) => key.map((name) => `k.${quote(name)} = ${side}.${quote(name)}`).join(' AND ')
  const newest = tables.map((one, at) => `t${at} AS (${newestOf(dataset, one)})`)
  const keys = tables.map((_, at) => `SELECT ${list(key)} FROM t${at}`).join(' UNION ')
  const columns = columnsOf(dataset).map(([name]) => {
    if (key.includes(name)) return `k.${quote(name)}`
    const by = tables.flatMap(({ fills }, at) =>
      fills.includes(name) ? [`WHEN t${at}.${quote(responseColumn)} IS NOT NULL THEN t${at}.${quote(name)}`] : [],
    )
    const stored = `e.${quote(name)}`
    if (by.length === 0) return `${stored} AS ${quote(name)}`
    const value = `CASE ${by.join(' ')} ELSE ${stored} END`
    return `${keepsFirst.includes(name) ? `coalesce(${stored}, ${value})` : value} AS ${quote(name)}`
  })
  const joins = tables.map((_, at) => `LEFT JOIN t${at} ON ${on(`t${at}`)}`)
  return `WITH ${newest.join(', ')}, k AS (${keys})
    SELECT ${columns.join(', ')} FROM k ${joins.join(' ')} LEFT JOIN ${quote(dataset.name)} e ON ${on('e')}`
}

/** SQL: the same for feeds that fill every column, without reading stored rows. */
export const completeRowsSql = (dataset: Dataset, tables: readonly FeedTable[]): string => {
  const names = list(columnsOf(dataset).map(([name]) => name))
  const better = (at: number) =>
    tables.slice(0, at).map(({ table }) => `ANTI JOIN ${quote(table)} USING (${list(dataset.key)})`)
  return tables
    .map((one, at) => `SELECT ${names} FROM (${newestOf(dataset, one)}) t ${better(at).join(' ')}`)
    .join(' UNION ALL ')
}

export const fillAllColumns = (dataset: Dataset, tables: readonly FeedTable[]): boolean =>
  tables.every(({ fills }) => columnsOf(dataset).every(([name]) => fills.includes(name) && !keepsFirst.includes(name)))

/** SQL: true for a row without a required value, which another feed has yet to supply. */
export const incompleteSql = (dataset: Dataset): string =>
  columnsOf(dataset)
    .filter(([, { nullable }]) => !nullable)
    .map(([name]) => `${quote(name)} IS NULL`)
    .join(' OR ')
