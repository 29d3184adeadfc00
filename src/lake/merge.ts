import type { DuckDBConnection } from '@duckdb/node-api'
import { columnsOf, type Dataset, isDated, sightings } from '../catalogue/dataset.ts'
import { OperatorError } from '../errors.ts'
import { readRow } from './engine.ts'
import { type Change, noChange, type Part } from './manifest.ts'
import { faultsOf, literal, quote } from './schema.ts'

/** SQL that merges staged rows with existing ones. */

export type MergeOptions = {
  readonly staged: string
  readonly existing: string
  /** SQL condition of the part. */
  readonly where: string
  /** True if the staged rows replace all others. */
  readonly whole: boolean
  /** Number of staged rows in the part. */
  readonly rows: number
  /** True if no existing row can have the key of a staged one: there is none, or all staged dates are later. */
  readonly isNew: boolean
  /** SQL condition of the ids of the staged rows, if they are few: the others are then not read to compare. */
  readonly among: string | null
  /** SQL conditions of rows that retention removes, and of rows to remove explicitly. */
  readonly expiredWhere: string | null
  readonly removedWhere: string | null
  readonly at: string
}

const list = (names: readonly string[]): string => names.map(quote).join(', ')
const names = (dataset: Dataset): string[] => columnsOf(dataset).map(([name]) => name)
const onKey = (dataset: Dataset): string =>
  dataset.key.map((name) => `s.${quote(name)} = e.${quote(name)}`).join(' AND ')

const differs = (columns: readonly string[]): string =>
  columns.map((name) => `s.${quote(name)} IS DISTINCT FROM e.${quote(name)}`).join(' OR ') || 'false'

/** Staged rows of one part: their number and their first key date. */
export type StagedPart = { readonly name: Part['name']; readonly rows: number; readonly first: string | null }

/**
 * Throws if rows break the registry's constraints or repeat a key, naming the first such row. Returns the facts
 * that a load needs; one statement, since a statement costs more than reading a day of rows.
 */
export async function check(
  connection: DuckDBConnection,
  dataset: Dataset,
  staged: string,
  year: number,
): Promise<{ readonly newest: string | null; readonly parts: readonly StagedPart[] }> {
  const faults = faultsOf(dataset)
  const parts = partsOf(dataset).map((name) => ({ name, where: inPart(dataset, name, year) }))
  const day = quote(dataset.date)
  const key = list(dataset.key)
  const repeated = `SELECT ${key}, count(*) AS times FROM ${quote(staged)} GROUP BY ${key} HAVING count(*) > 1`
  const facts = await readRow(
    connection,
    `SELECT ${[
      ...faults.map(([, bad], i) => `count(*) FILTER (WHERE ${bad}) AS f${i}`),
      ...parts.flatMap(({ where }, i) => [
        `count(*) FILTER (WHERE ${where}) AS n${i}`,
        `(min(${day}) FILTER (WHERE ${where}))::VARCHAR AS first${i}`,
      ]),
      `max(${day})::VARCHAR AS newest`,
      `EXISTS (${repeated}) AS repeated`,
    ].join(', ')} FROM ${quote(staged)}`,
  )
  for (const [i, [rule, bad]] of faults.entries())
    if (Number(facts[`f${i}`]) > 0) {
      const row = await readRow(connection, `SELECT * FROM ${quote(staged)} WHERE ${bad} LIMIT 1`)
      throw new OperatorError(`${dataset.name}: ${facts[`f${i}`]} rows where ${rule}, e.g. ${JSON.stringify(row)}.`)
    }
  if (facts.repeated) {
    const twice = await readRow(connection, `${repeated} LIMIT 1`)
    throw new OperatorError(`${dataset.name}: a key comes ${twice.times} times in one load: ${JSON.stringify(twice)}.`)
  }
  return {
    newest: facts.newest as string | null,
    parts: parts.map(({ name }, i) => ({
      name,
      rows: Number(facts[`n${i}`]),
      first: facts[`first${i}`] as string | null,
    })),
  }
}

/** SQL: true for rows that retention removes, given the newest key date; null if all are kept. */
export const expired = ({ retention, date }: Dataset, newest: string): string | null => {
  if (!retention) return null
  if (retention.kind === 'newest') return `${quote(date)} < DATE ${literal(newest)}`
  return `${quote(date)} < DATE ${literal(newest)} - ${retention.days}`
}

/** SQL condition of a part: closed years, years from `year` on, or all. */
export const inPart = (dataset: Dataset, part: Part['name'], year: number): string => {
  const first = `DATE '${String(year).padStart(4, '0')}-01-01'`
  if (part === 'all') return 'true'
  return part === 'history' ? `${quote(dataset.date)} < ${first}` : `${quote(dataset.date)} >= ${first}`
}

export const partsOf = (dataset: Dataset): Part['name'][] => (isDated(dataset) ? ['history', 'current'] : ['all'])

/** Counts how staged rows differ from the existing ones of a part; `whole` counts removed rows too. */
export async function compare(
  connection: DuckDBConnection,
  dataset: Dataset,
  { staged, existing, where, whole, rows, isNew, among }: MergeOptions,
): Promise<Change> {
  // Most loads add a day to the current year; then existing rows are not read.
  if (!whole && (rows === 0 || isNew)) return { ...noChange, added: rows }
  const rest = names(dataset).filter((name) => !dataset.key.includes(name))
  const kept = among === null || whole ? where : `${where} AND ${among}`
  const row = await readRow(
    connection,
    `SELECT count(*) FILTER (WHERE e.__here IS NULL) AS added,
       count(*) FILTER (WHERE e.__here AND s.__here AND (${differs(rest)})) AS changed,
       count(*) FILTER (WHERE s.__here IS NULL) AS removed
     FROM (SELECT *, true AS __here FROM ${quote(staged)} WHERE ${where}) s
     ${whole ? 'FULL' : 'LEFT'} JOIN (SELECT *, true AS __here FROM ${quote(existing)} WHERE ${kept}) e ON ${onKey(dataset)}`,
  )
  return { added: Number(row.added), changed: Number(row.changed), removed: Number(row.removed) }
}

const leavingWhere = ({ expiredWhere, removedWhere }: MergeOptions): string | null =>
  [expiredWhere, removedWhere].flatMap((one) => (one === null ? [] : [`(${one})`])).join(' OR ') || null

/** Counts existing rows that are removed without a replacement; a `whole` load counts them itself. */
export async function lapsed(connection: DuckDBConnection, options: MergeOptions): Promise<Change> {
  const { existing, where, whole } = options
  const out = leavingWhere(options)
  if (out === null || whole) return noChange
  const { n } = await readRow(connection, `SELECT count(*) AS n FROM ${quote(existing)} WHERE ${where} AND (${out})`)
  return { ...noChange, removed: Number(n) }
}

/** SQL: the rows of a part after the load, in key order, so that equal rows make equal files. */
export const merged = (dataset: Dataset, options: MergeOptions): string => {
  const { staged, existing, where, whole, isNew } = options
  const columns = list(names(dataset))
  const out = leavingWhere(options)
  const kept = out ? `${where} AND NOT (${out})` : where
  const fresh = `SELECT ${columns} FROM ${quote(staged)} WHERE ${kept}`
  if (whole) return `${fresh} ORDER BY ${list(dataset.key)}`
  // A join, because the engine evaluates NOT EXISTS by holding every existing row in memory.
  const others = isNew ? '' : `ANTI JOIN ${quote(staged)} s ON ${onKey(dataset)}`
  return `SELECT ${columns} FROM (SELECT ${columns} FROM (SELECT * FROM ${quote(existing)} WHERE ${kept}) e ${others}
    UNION ALL ${fresh}) ORDER BY ${list(dataset.key)}`
}

/** Revisions are kept unless the dataset is computed or has a retention. */
export const keepsRevisions = ({ derived, retention }: Dataset): boolean => derived === null && retention === null

const asJson = (dataset: Dataset, side: 's' | 'e', columns: readonly string[]): string =>
  `to_json({${columns
    .map((name) => {
      const exact = dataset.columns[name]!.kind === 'decimal' ? '::VARCHAR' : ''
      return `${literal(name)}: ${side}.${quote(name)}${exact}`
    })
    .join(', ')}})::VARCHAR`

/** SQL: changed and removed rows with old and new values, for the revisions file. */
export const revised = (dataset: Dataset, options: MergeOptions): string => {
  const { staged, existing, where, whole, removedWhere, at } = options
  const all = names(dataset)
  const rest = all.filter((name) => !dataset.key.includes(name))
  // A new sighting is not a change.
  const watched = rest.filter((name) => !sightings.includes(name))
  const from = (side: string) =>
    `(SELECT *, true AS __here, ${removedWhere === null ? 'false' : `(${removedWhere})`} AS __taken FROM ${quote(side)} WHERE ${where})`
  return `SELECT ${asJson(dataset, 'e', dataset.key)} AS "key", ${asJson(dataset, 'e', rest.length > 0 ? rest : all)} AS old,
      CASE WHEN s.__here THEN ${asJson(dataset, 's', rest.length > 0 ? rest : all)} END AS new,
      TIMESTAMPTZ ${literal(at)} AS recorded_at
    FROM ${from(existing)} e LEFT JOIN ${from(staged)} s ON ${onKey(dataset)}
    WHERE (s.__here AND (${differs(watched)})) OR (s.__here IS NULL AND ${whole ? 'true' : 'e.__taken'})`
}
