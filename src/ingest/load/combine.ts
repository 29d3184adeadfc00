import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { quote } from '../../lake/schema.ts'
import { answerColumn } from './staging.ts'

/** Rows of one feed in a table, and the columns it has values for. */
export type Told = {
  readonly table: string
  readonly fills: readonly string[]
  /** Whether several of its answers may speak of the same row. */
  readonly repeats: boolean
}

const list = (names: readonly string[], of = ''): string => names.map((name) => `${of}${quote(name)}`).join(', ')

/** Columns that keep the first value they had: when something was first seen does not change by seeing it again. */
const keepsFirst = ['first_seen_date']

/** SQL: the rows of a feed, of which a newer answer takes the place of older ones. */
const newestOf = ({ key }: Dataset, { table, repeats }: Told): string =>
  repeats
    ? `SELECT * FROM ${quote(table)}
        QUALIFY ${quote(answerColumn)} = max(${quote(answerColumn)}) OVER (PARTITION BY ${list(key)})`
    : `SELECT * FROM ${quote(table)}`

/**
 * SQL: the rows that several feeds tell together, better feeds first. A column has the value of the best feed that tells of the row and fills it; what none of them fills stays
 * as it is stored.
 */
export function combined(dataset: Dataset, told: readonly Told[], existing: string): string {
  const { key } = dataset
  const on = (side: string) => key.map((name) => `k.${quote(name)} = ${side}.${quote(name)}`).join(' AND ')
  const newest = told.map((one, at) => `t${at} AS (${newestOf(dataset, one)})`)
  const keys = told.map((_, at) => `SELECT ${list(key)} FROM t${at}`).join(' UNION ')
  const columns = columnsOf(dataset).map(([name]) => {
    if (key.includes(name)) return `k.${quote(name)}`
    const by = told.flatMap(({ fills }, at) =>
      fills.includes(name) ? [`WHEN t${at}.${quote(answerColumn)} IS NOT NULL THEN t${at}.${quote(name)}`] : [],
    )
    const stored = `e.${quote(name)}`
    if (by.length === 0) return `${stored} AS ${quote(name)}`
    const value = `CASE ${by.join(' ')} ELSE ${stored} END`
    return `${keepsFirst.includes(name) ? `coalesce(${stored}, ${value})` : value} AS ${quote(name)}`
  })
  const joins = told.map((_, at) => `LEFT JOIN t${at} ON ${on(`t${at}`)}`)
  return `WITH ${newest.join(', ')}, k AS (${keys})
    SELECT ${columns.join(', ')} FROM k ${joins.join(' ')} LEFT JOIN ${quote(existing)} e ON ${on('e')}`
}

/** SQL: the same where each feed fills everything, so that nothing stored has to be looked at. */
export const whole = (dataset: Dataset, told: readonly Told[]): string => {
  const names = list(columnsOf(dataset).map(([name]) => name))
  const better = (at: number) =>
    told.slice(0, at).map(({ table }) => `ANTI JOIN ${quote(table)} USING (${list(dataset.key)})`)
  return told
    .map((one, at) => `SELECT ${names} FROM (${newestOf(dataset, one)}) t ${better(at).join(' ')}`)
    .join(' UNION ALL ')
}

/** Whether every feed fills everything, and needs no other for it, nor what is stored. */
export const areWhole = (dataset: Dataset, told: readonly Told[]): boolean =>
  told.every(({ fills }) => columnsOf(dataset).every(([name]) => fills.includes(name) && !keepsFirst.includes(name)))

/** True for a row that lacks a value it must have: another feed is to give it, and has not yet. */
export const incompleteSql = (dataset: Dataset): string =>
  columnsOf(dataset)
    .filter(([, { nullable }]) => !nullable)
    .map(([name]) => `${quote(name)} IS NULL`)
    .join(' OR ')
