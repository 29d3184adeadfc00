import type { Read } from './derived.ts'
import { openMarket } from './openMarket.ts'

/** The rows of a query on the simulated market of tests, as text. */
export async function marketRows(sql: string): Promise<Read[]> {
  const { reader } = await openMarket()
  const { columns, rows } = await reader.select(sql)
  return rows.map((row) =>
    Object.fromEntries(columns.map((name, at) => [name, row[at] === null ? null : String(row[at])])),
  )
}
