import type { ColumnText } from '../columnTexts.ts'
import { all, type Expression, name, number, where } from './print.ts'

/** A column of an answer. */
export type SelectColumn = Expression & { readonly as: string; readonly text: ColumnText }

/** What rows are sorted by: an expression, and the name it has beside the columns if it is one of them. */
type OrderKey = { readonly sql: string; readonly as?: string; readonly descending: boolean }

export type Select = {
  readonly with: readonly (readonly [name: string, sql: string])[]
  readonly columns: readonly SelectColumn[]
  readonly from: string
  readonly where: readonly (string | null)[]
  readonly groups: readonly Expression[]
  readonly having: string
  /** A condition on window functions of the rows. */
  readonly qualify: string
  readonly order: readonly OrderKey[]
  /** What decides between rows that the order leaves equal. */
  readonly ties: readonly string[]
  readonly limit: number | null
  /** With it, `limit` rows of each value of it. */
  readonly per: Expression | undefined
  /** With it, `limit` rows from either end of the order. */
  readonly ends: boolean
}

const direction = (descending: boolean): string => `${descending ? 'DESC' : 'ASC'} NULLS LAST`

/** A column is named only where its expression does not name it. */
const columnsSql = (columns: readonly SelectColumn[]): string =>
  columns.map(({ as, sql, column }) => (column === as ? sql : `${sql} AS ${name(as)}`)).join(', ')

/** Keeps the best of each, or of either end: a window knows no names of columns beside it. */
function bestOf({ order, ties, limit, per, ends }: Select): string[] {
  if (limit === null) return []
  const among = (keys: readonly OrderKey[], partition = ''): string => {
    const sorted = [...keys.map(({ sql, descending }) => `${sql} ${direction(descending)}`), ...ties].join(', ')
    return `row_number() OVER (${partition}ORDER BY ${sorted}) <= ${number(limit)}`
  }
  const reversed = order.map((key) => ({ ...key, descending: !key.descending }))
  return [
    ...(per ? [among(order, `PARTITION BY ${per.sql} `)] : []),
    ...(ends ? [`(${among(order)} OR ${among(reversed)})`] : []),
  ]
}

/** The statement; nothing of it is read again. */
export function printSelect(select: Select): string {
  const { columns, from, groups, having, qualify, order, ties, limit, per } = select
  const tables = select.with.map(([table, sql]) => `${table} AS (${sql})`)
  const best = bestOf(select)
  const kept = all([qualify, ...best])
  const sorted = [
    ...(per && best.length > 0 ? [`${per.sql} ASC NULLS LAST`] : []),
    ...order.map(({ sql, as, descending }) => `${as ?? sql} ${direction(descending)}`),
    ...ties,
  ].join(', ')
  return [
    ...(tables.length > 0 ? [`WITH ${tables.join(',\n')}`] : []),
    `SELECT ${columnsSql(columns)}`,
    `FROM ${from}${where(select.where)}`,
    ...(groups.length > 0 ? [`GROUP BY ${groups.map(({ sql }) => sql).join(', ')}`] : []),
    ...(having ? [`HAVING ${having}`] : []),
    ...(kept ? [`QUALIFY ${kept}`] : []),
    ...(sorted ? [`ORDER BY ${sorted}`] : []),
    ...(limit === null || best.length > 0 ? [] : [`LIMIT ${number(limit)}`]),
  ].join('\n')
}
