import type { Tables } from './derivation.ts'

/** Runs a SELECT with DOUBLE and VARCHAR columns and returns its rows as objects; null numbers are null. */
export async function readRows<Row extends Record<string, string | number | null>>(
  tables: Pick<Tables, 'columns'>,
  sql: string,
): Promise<Row[]> {
  const columns = Object.entries(await tables.columns(sql))
  const known = (value: string | number | null) => (Number.isNaN(value) ? null : value)
  return Array.from(
    { length: columns[0]![1].length },
    (_, at) => Object.fromEntries(columns.map(([name, values]) => [name, known(values[at]!)])) as Row,
  )
}

/** Counts the rows of a table, a subquery in parentheses, or either with a WHERE clause. */
export const countRows = async (tables: Pick<Tables, 'columns'>, from: string): Promise<number> =>
  (await readRows<{ n: number }>(tables, `SELECT CAST(count(*) AS DOUBLE) AS n FROM ${from}`))[0]!.n
