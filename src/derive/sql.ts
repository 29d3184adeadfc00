import { dayOf } from '../days.ts'
import { literal, quote } from '../lake/schema.ts'

export const dateSql = (date: string): string => `DATE ${literal(date)}`

/** SQL: a date as its day number since 1970-01-01, and back. */
export const dayNumberSql = (date: string): string => `CAST((${date}) - DATE '1970-01-01' AS DOUBLE)`
export const dayOfNumberSql = (number: string): string => `(DATE '1970-01-01' + CAST(${number} AS INTEGER))`

/** SQL condition for rows dated `since` or later; all if null. */
export const sinceSql = (column: string, since: string | null): string =>
  since === null ? 'true' : `${column} >= ${dateSql(since)}`

export const firstDayOf = (since: string | null): number => (since === null ? Number.NEGATIVE_INFINITY : dayOf(since))

/**
 * SQL: a subquery with rows computed outside SQL, as one text that the engine splits: a VALUES list of tens of
 * thousands of rows costs seconds and hundreds of megabytes.
 */
export const inlineSql = (columns: Readonly<Record<string, string>>, rows: readonly (readonly unknown[])[]): string => {
  const cells = Object.entries(columns)
  if (rows.length === 0)
    return `(SELECT ${cells.map(([name, type]) => `CAST(NULL AS ${type}) AS ${quote(name)}`).join(', ')} WHERE false)`
  const text = rows.map((row) => row.map((cell) => cell ?? '').join('\t')).join('\n')
  const selected = cells.map(
    ([name, type], i) => `CAST(nullif(split_part(line, chr(9), ${i + 1}), '') AS ${type}) AS ${quote(name)}`,
  )
  return `(SELECT ${selected.join(', ')} FROM (SELECT unnest(string_split(${literal(text)}, chr(10))) AS line))`
}
