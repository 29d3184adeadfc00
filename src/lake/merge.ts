import type { DuckDBConnection } from '@duckdb/node-api'
import { columnsOf, type Dataset, isDated, sightings } from '../catalogue/dataset.ts'
import { OperatorError } from '../errors.ts'
import { readRow } from './engine.ts'
import { type Change, noChange, type Part } from './manifest.ts'
import { faultsOf, literal, quote } from './schema.ts'

/** SQL that brings staged rows together with the rows a dataset already has. */

export type Terms = {
  readonly staged: string
  readonly existing: string
  /** The part in question, as a condition on its rows. */
  readonly where: string
  /** The staged rows are all there is, rather than rows to add. */
  readonly whole: boolean
  /** The rows that retention lets go of, and those that are taken out, each as a condition. */
  readonly gone: string | null
  readonly taken: string | null
  readonly at: string
}

const list = (names: readonly string[]): string => names.map(quote).join(', ')
const names = (dataset: Dataset): string[] => columnsOf(dataset).map(([name]) => name)
const onKey = (dataset: Dataset): string =>
  dataset.key.map((name) => `s.${quote(name)} = e.${quote(name)}`).join(' AND ')

const differs = (columns: readonly string[]): string =>
  columns.map((name) => `s.${quote(name)} IS DISTINCT FROM e.${quote(name)}`).join(' OR ') || 'false'

/** Refuses rows that break the registry's rules or repeat a key, naming the rule and the first such row. */
export async function check(connection: DuckDBConnection, dataset: Dataset, staged: string): Promise<void> {
  const faults = faultsOf(dataset)
  if (faults.length > 0) {
    const counts = await readRow(
      connection,
      `SELECT ${faults.map(([, bad], i) => `count(*) FILTER (WHERE ${bad}) AS f${i}`).join(', ')} FROM ${quote(staged)}`,
    )
    for (const [i, [rule, bad]] of faults.entries())
      if (Number(counts[`f${i}`]) > 0) {
        const row = await readRow(connection, `SELECT * FROM ${quote(staged)} WHERE ${bad} LIMIT 1`)
        throw new OperatorError(`${dataset.name}: ${counts[`f${i}`]} rows where ${rule}, e.g. ${JSON.stringify(row)}.`)
      }
  }
  const twice = await readRow(
    connection,
    `SELECT ${list(dataset.key)}, count(*) AS times FROM ${quote(staged)} GROUP BY ${list(dataset.key)} HAVING count(*) > 1 LIMIT 1`,
  )
  if (twice.times !== undefined)
    throw new OperatorError(`${dataset.name}: a key comes ${twice.times} times in one load: ${JSON.stringify(twice)}.`)
}

/** True for rows that retention lets go of, given the newest key date; null where everything is kept. */
export const expired = ({ retention, date }: Dataset, newest: string): string | null => {
  if (!retention) return null
  if (retention.kind === 'newest') return `${quote(date)} < DATE ${literal(newest)}`
  return `${quote(date)} < DATE ${literal(newest)} - ${retention.days}`
}

/** The condition for rows of a part: closed years, the years from `year` on, or all. */
export const inPart = (dataset: Dataset, part: Part['name'], year: number): string => {
  const first = `DATE '${String(year).padStart(4, '0')}-01-01'`
  if (part === 'all') return 'true'
  return part === 'history' ? `${quote(dataset.date)} < ${first}` : `${quote(dataset.date)} >= ${first}`
}

export const partsOf = (dataset: Dataset): Part['name'][] => (isDated(dataset) ? ['history', 'current'] : ['all'])

/** How the staged rows differ from the existing ones of a part; `whole` counts rows that are no longer there, too. */
export async function compare(
  connection: DuckDBConnection,
  dataset: Dataset,
  { staged, existing, where, whole }: Terms,
): Promise<Change> {
  // Most loads touch the running year alone: closed years need not be read to know that.
  const { n } = await readRow(connection, `SELECT count(*) AS n FROM ${quote(staged)} WHERE ${where}`)
  if (Number(n) === 0 && !whole) return noChange
  const rest = names(dataset).filter((name) => !dataset.key.includes(name))
  const row = await readRow(
    connection,
    `SELECT count(*) FILTER (WHERE e.__here IS NULL) AS added,
       count(*) FILTER (WHERE e.__here AND s.__here AND (${differs(rest)})) AS changed,
       count(*) FILTER (WHERE s.__here IS NULL) AS removed
     FROM (SELECT *, true AS __here FROM ${quote(staged)} WHERE ${where}) s
     ${whole ? 'FULL' : 'LEFT'} JOIN (SELECT *, true AS __here FROM ${quote(existing)} WHERE ${where}) e ON ${onKey(dataset)}`,
  )
  return { added: Number(row.added), changed: Number(row.changed), removed: Number(row.removed) }
}

const leaving = ({ gone, taken }: Pick<Terms, 'gone' | 'taken'>): string | null =>
  [gone, taken].flatMap((one) => (one === null ? [] : [`(${one})`])).join(' OR ') || null

/** Existing rows that go without another in their place; a load of the whole table counts them among its own removals. */
export async function lapsed(connection: DuckDBConnection, terms: Terms): Promise<Change> {
  const { existing, where, whole } = terms
  const out = leaving(terms)
  if (out === null || whole) return noChange
  const { n } = await readRow(connection, `SELECT count(*) AS n FROM ${quote(existing)} WHERE ${where} AND (${out})`)
  return { ...noChange, removed: Number(n) }
}

/** The rows of a part after the load, in key order, so that equal rows make equal files. */
export const merged = (dataset: Dataset, terms: Terms): string => {
  const { staged, existing, where, whole } = terms
  const columns = list(names(dataset))
  const out = leaving(terms)
  const kept = out ? `${where} AND NOT (${out})` : where
  const fresh = `SELECT ${columns} FROM ${quote(staged)} WHERE ${kept}`
  if (whole) return `${fresh} ORDER BY ${list(dataset.key)}`
  // Said as a join: the engine answers NOT EXISTS by holding every existing row in memory.
  return `SELECT ${columns} FROM (SELECT ${columns} FROM (SELECT * FROM ${quote(existing)} WHERE ${kept}) e
      ANTI JOIN ${quote(staged)} s ON ${onKey(dataset)}
    UNION ALL ${fresh}) ORDER BY ${list(dataset.key)}`
}

/** Rows are remembered when they change, save where they are computed or only a window on the present. */
export const keepsRevisions = ({ derived, retention }: Dataset): boolean => derived === null && retention === null

const asJson = (dataset: Dataset, side: 's' | 'e', columns: readonly string[]): string =>
  `to_json({${columns
    .map((name) => {
      const exact = dataset.columns[name]!.kind === 'decimal' ? '::VARCHAR' : ''
      return `${literal(name)}: ${side}.${quote(name)}${exact}`
    })
    .join(', ')}})::VARCHAR`

/** Changed and removed rows with their old and new values, as the revisions file holds them. */
export const revised = (dataset: Dataset, { staged, existing, where, whole, taken, at }: Terms): string => {
  const all = names(dataset)
  const rest = all.filter((name) => !dataset.key.includes(name))
  // A row that was only seen again has not changed.
  const watched = rest.filter((name) => !sightings.includes(name))
  const from = (side: string) =>
    `(SELECT *, true AS __here, ${taken === null ? 'false' : `(${taken})`} AS __taken FROM ${quote(side)} WHERE ${where})`
  return `SELECT ${asJson(dataset, 'e', dataset.key)} AS "key", ${asJson(dataset, 'e', rest.length > 0 ? rest : all)} AS old,
      CASE WHEN s.__here THEN ${asJson(dataset, 's', rest.length > 0 ? rest : all)} END AS new,
      TIMESTAMPTZ ${literal(at)} AS recorded_at
    FROM ${from(existing)} e LEFT JOIN ${from(staged)} s ON ${onKey(dataset)}
    WHERE (s.__here AND (${differs(watched)})) OR (s.__here IS NULL AND ${whole ? 'true' : 'e.__taken'})`
}
