import { tableOf } from '../../catalogue/dataset.ts'
import { find } from '../../catalogue/index.ts'
import { literal, quote, sqlColumns } from '../../lake/schema.ts'
import type { Question } from './messages.ts'

/**
 * The rows of a dataset as they stood at an instant: those of the present up to a day without those that stood otherwise,
 * and others, as lists in JSON.
 */
export type PastTable = {
  readonly dataset: string
  readonly until: string | null
  readonly gone: string
  readonly rows: string
}

/** SQL: rows of a list in JSON, the first parameter of the statement, in the types of their columns. */
const fromJson = (columns: readonly (readonly [string, string])[]): string =>
  `SELECT ${columns
    .map(([name, type]) => `CAST(json_extract_string(r, ${literal(`$.${name}`)}) AS ${type}) AS ${quote(name)}`)
    .join(', ')} FROM (SELECT unnest(CAST($1 AS JSON[])) AS r)`

/** What makes a table of the past, which hides the present one of that name from a connection. */
export function madeInstead({ dataset: name, until, gone, rows }: PastTable): NonNullable<Question['instead']> {
  const dataset = find(name)!
  const { key, date } = dataset
  const columns = sqlColumns(dataset)
  const [stood, left] = [`stood ${name}`, `gone ${name}`].map(quote) as [string, string]
  const make = (table: string, own: typeof columns, text: string) => ({
    sql: `CREATE TEMP TABLE ${table} AS ${fromJson(own)}`,
    texts: [text],
  })
  const isSame = key.map((column) => `${left}.${quote(column)} IS NOT DISTINCT FROM now.${quote(column)}`).join(' AND ')
  const named = columns.map(([column]) => quote(column)).join(', ')
  const present =
    until === null
      ? ''
      : `SELECT ${named} FROM memory.main.${quote(name)} now WHERE ${quote(date)} <= DATE ${literal(until)}
         AND NOT EXISTS (FROM ${left} WHERE ${isSame}) UNION ALL `
  return [
    make(stood, columns, rows),
    make(
      left,
      columns.filter(([column]) => key.includes(column)),
      gone,
    ),
    { sql: `CREATE TEMP VIEW ${quote(name)} AS ${present}SELECT ${named} FROM ${stood}`, texts: [] },
    { sql: `CREATE TEMP VIEW ${quote(tableOf(dataset))} AS FROM temp.main.${quote(name)}`, texts: [] },
  ]
}
