import { isDated } from '../../catalogue/dataset.ts'
import type { Tables } from '../../derive/derivation.ts'
import { readRows } from '../../derive/rows.ts'
import { quote } from '../../lake/schema.ts'
import type { RefusedPart, RowsToCheck } from './rows.ts'

/** Below this share of the stored rows, a response counts as truncated. */
export const share = 0.8
/** Days with fewer rows than this are not checked. */
export const fewest = 20

/**
 * The days and markets with far fewer rows than the lake holds. A publisher that serves half a table does not say so.
 */
export async function shrunkParts(tables: Tables, { dataset, table, isWhole }: RowsToCheck): Promise<RefusedPart[]> {
  if (!isWhole) return []
  const market = dataset.columns.market ? 'market' : 'CAST(NULL AS VARCHAR)'
  const date = isDated(dataset) ? `CAST(${quote(dataset.date)} AS VARCHAR)` : 'CAST(NULL AS VARCHAR)'
  const counted = (name: string, where: string) =>
    `SELECT ${market} AS market, ${date} AS date, count(*) AS n FROM ${quote(name)} WHERE ${where} GROUP BY ALL`
  const days = isDated(dataset)
    ? `${quote(dataset.date)} IN (SELECT ${quote(dataset.date)} FROM ${quote(table)})`
    : 'true'
  // A market without any new row is not changed.
  const found = await readRows<Pick<RefusedPart, 'market' | 'date' | 'had' | 'came'>>(
    tables,
    `SELECT s.market, s.date, CAST(e.n AS DOUBLE) AS had, CAST(s.n AS DOUBLE) AS came
    FROM (${counted(table, 'true')}) s JOIN (${counted(dataset.name, days)}) e
      ON s.market IS NOT DISTINCT FROM e.market AND s.date IS NOT DISTINCT FROM e.date
    WHERE e.n >= ${fewest} AND s.n < e.n * ${share} ORDER BY ALL`,
  )
  return found.map((part) => {
    const { had, came } = part
    const where = [part.market, part.date].filter((name) => name !== null).join(' ')
    return {
      dataset: dataset.name,
      rule: 'shrinking_history' as const,
      message: `${came} rows came${where === '' ? '' : ` for ${where}`}, where ${had} are held: none of them is loaded`,
      ...part,
    }
  })
}
