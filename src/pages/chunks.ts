import type { DuckDBConnection } from '@duckdb/node-api'
import type { Dataset } from '../catalogue/dataset.ts'
import { readColumns } from '../lake/duck.ts'
import { literal, quote } from '../lake/schema.ts'

/** Rows with the same value in a column. */
type EqualRows = { readonly value: string; readonly rows: number }

/** Groups neighbouring runs up to a number of rows; a larger run stands alone. */
function together(runs: readonly EqualRows[], most: number): EqualRows[][] {
  const chunks: EqualRows[][] = []
  let rows = Number.POSITIVE_INFINITY
  for (const run of runs) {
    if (rows + run.rows > most) {
      chunks.push([])
      rows = 0
    }
    chunks.at(-1)!.push(run)
    rows += run.rows
  }
  return chunks
}

/** SQL conditions that split the rows of a file into chunks of bounded size: ids in order, days newest first. */
export async function chunksOf(
  connection: DuckDBConnection,
  { id, date }: Dataset,
  { file, within: condition }: { readonly file: string; readonly within: string },
  most: number,
): Promise<string[]> {
  const runsOf = async (column: string, order: 'ASC' | 'DESC', where: string): Promise<EqualRows[]> => {
    const { value, n } = await readColumns(
      connection,
      `SELECT CAST(v AS VARCHAR) AS value, n FROM (SELECT ${quote(column)} AS v, CAST(count(*) AS DOUBLE) AS n
       FROM read_parquet(${literal(file)}) WHERE ${where} GROUP BY 1) ORDER BY v ${order}`,
    )
    return (value as string[]).map((one, i) => ({ value: one, rows: (n as Float64Array)[i]! }))
  }
  const within = (column: string, runs: readonly EqualRows[]) => {
    const ends = [runs[0]!.value, runs.at(-1)!.value]
    const [from, to] = column === id ? ends : ends.sort()
    return `${quote(column)} BETWEEN ${literal(from!)} AND ${literal(to!)}`
  }
  const byDay = async (where: string) => {
    const days = await runsOf(date, 'DESC', where)
    return together(days, most).map((runs) => `${where} AND ${within(date, runs)}`)
  }
  const isFew = (runs: readonly EqualRows[]) => runs.reduce((sum, { rows }) => sum + rows, 0) <= most
  if (id === null) return byDay(condition)
  const ids = await runsOf(id, 'ASC', condition)
  if (isFew(ids)) return [condition]
  const chunks: string[] = []
  for (const runs of together(ids, most)) {
    const where = `${condition} AND ${within(id, runs)}`
    if (isFew(runs)) chunks.push(where)
    else chunks.push(...(await byDay(where)))
  }
  return chunks
}
