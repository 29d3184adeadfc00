import type { DuckDBConnection } from '@duckdb/node-api'
import { columnsOf, type Dataset, isDated, sightings } from '../catalogue/dataset.ts'
import { addDays } from '../days.ts'
import { OperatorError } from '../errors.ts'
import { readColumns } from './duck.ts'
import { readRow } from './engine.ts'
import type { Change } from './manifest.ts'
import type { Days } from './periods.ts'
import { revisionSql } from './revisions.ts'
import { faultsOf, fileList, literal, quote } from './schema.ts'

/** SQL that merges staged rows with stored ones. */

/** Stored and staged rows of some days. */
export type MergeOptions = Days & {
  readonly staged: string
  /** Files with stored rows of these days. */
  readonly files: readonly string[]
  /** True if the staged rows replace all others. */
  readonly whole: boolean
  /** True if staged rows may have the keys of stored ones. */
  readonly meets: boolean
  /** SQL condition of the ids of the staged rows, if they are few: the others are then not read to compare. */
  readonly among: string | null
  /** SQL condition of stored rows that are removed, and of those whose removal is a revision. */
  readonly leaving: string | null
  readonly removedWhere: string | null
  readonly at: string
}

const list = (names: readonly string[]): string => names.map(quote).join(', ')
const names = (dataset: Dataset): string[] => columnsOf(dataset).map(([name]) => name)
const onKey = (dataset: Dataset): string =>
  dataset.key.map((name) => `s.${quote(name)} = e.${quote(name)}`).join(' AND ')

const differs = (columns: readonly string[]): string =>
  columns.map((name) => `s.${quote(name)} IS DISTINCT FROM e.${quote(name)}`).join(' OR ') || 'false'

/** SQL: the day of a row, by which a dataset is divided; empty for one whose key has no date. */
const dayOf = (dataset: Dataset): string => (isDated(dataset) ? quote(dataset.date) : "''")

/** SQL condition of some days. */
export const onDays = (dataset: Dataset, { first, last }: Days): string =>
  isDated(dataset) ? `${quote(dataset.date)} BETWEEN DATE ${literal(first)} AND DATE ${literal(last)}` : 'true'

/** Number of rows by day. */
export type DayCounts = ReadonlyMap<string, number>

type Entries = readonly { readonly key: string; readonly value: unknown }[] | null
const countsOf = (entries: unknown): DayCounts =>
  new Map(((entries as Entries) ?? []).map(({ key, value }) => [key, Number(value)]))

/** Counts rows by day. */
export const countDays = async (connection: DuckDBConnection, dataset: Dataset, rows: string): Promise<DayCounts> =>
  countsOf((await readRow(connection, `SELECT histogram(${dayOf(dataset)}) AS days FROM ${rows}`)).days)

const before = (name: string): string => quote(`before ${name}`)

/** SQL condition of a row whose key is above that of the row before. */
const ascends = ([name, ...rest]: readonly string[]): string => {
  const [here, last] = [quote(name!), before(name!)]
  return rest.length === 0 ? `${here} > ${last}` : `(${here} > ${last} OR (${here} = ${last} AND ${ascends(rest)}))`
}

/**
 * Throws if rows break the registry's constraints or repeat a key, naming the first such row. Returns the facts
 * that a load needs; one statement, since a statement costs more than reading a day of rows.
 */
export async function check(
  connection: DuckDBConnection,
  dataset: Dataset,
  staged: string,
): Promise<{ readonly newest: string | null; readonly days: DayCounts; readonly isInOrder: boolean }> {
  const faults = faultsOf(dataset)
  const key = list(dataset.key)
  const repeated = `SELECT ${key}, count(*) AS times FROM ${quote(staged)} GROUP BY ${key} HAVING count(*) > 1`
  const facts = await readRow(
    connection,
    `SELECT ${[
      ...faults.map(([, bad], i) => `count(*) FILTER (WHERE ${bad}) AS f${i}`),
      `histogram(${dayOf(dataset)}) AS days`,
      `max(${quote(dataset.date)})::VARCHAR AS newest`,
      `count(*) FILTER (WHERE NOT ${ascends(dataset.key)}) AS disorder`,
    ].join(
      ', ',
    )} FROM (SELECT *, ${dataset.key.map((name) => `lag(${quote(name)}) OVER () AS ${before(name)}`).join(', ')} FROM ${quote(staged)})`,
  )
  for (const [i, [rule, bad]] of faults.entries())
    if (Number(facts[`f${i}`]) > 0) {
      const row = await readRow(connection, `SELECT * FROM ${quote(staged)} WHERE ${bad} LIMIT 1`)
      throw new OperatorError(`${dataset.name}: ${facts[`f${i}`]} rows where ${rule}, e.g. ${JSON.stringify(row)}.`)
    }
  const isInOrder = Number(facts.disorder) === 0
  const twice = isInOrder ? {} : await readRow(connection, `${repeated} LIMIT 1`)
  if (twice.times !== undefined)
    throw new OperatorError(`${dataset.name}: a key comes ${twice.times} times in one load: ${JSON.stringify(twice)}.`)
  return { newest: facts.newest as string | null, days: countsOf(facts.days), isInOrder }
}

/** SQL: true for rows that retention removes, given the newest key date; null if all are kept. */
export const expired = ({ retention, date }: Dataset, newest: string | null): string | null =>
  retention && newest !== null
    ? `${quote(date)} < DATE ${literal(retention.kind === 'newest' ? newest : addDays(newest, -retention.days))}`
    : null

/** Counts how staged rows differ from stored ones of the same days; `whole` counts removed rows too. */
export async function compare(connection: DuckDBConnection, dataset: Dataset, options: MergeOptions): Promise<Change> {
  const { staged, whole, among } = options
  // Where all stored rows are replaced, those that leave are among the removed ones.
  const existing = stored(dataset, whole ? { ...options, leaving: null } : options)
  const rest = names(dataset).filter((name) => !dataset.key.includes(name))
  const row = await readRow(
    connection,
    `SELECT count(*) FILTER (WHERE e.__here IS NULL) AS added,
       count(*) FILTER (WHERE e.__here AND s.__here AND (${differs(rest)})) AS changed,
       count(*) FILTER (WHERE s.__here IS NULL) AS removed
     FROM (SELECT *, true AS __here FROM ${quote(staged)} WHERE ${onDays(dataset, options)}) s
     ${whole ? 'FULL' : 'LEFT'} JOIN (SELECT *, true AS __here FROM ${existing} ${among && !whole ? `WHERE ${among}` : ''}) e
     ON ${onKey(dataset)}`,
  )
  return { added: Number(row.added), changed: Number(row.changed), removed: Number(row.removed) }
}

/** Counts by file the rows that meet a condition. */
export async function countLeaving(connection: DuckDBConnection, files: readonly string[], leaving: string) {
  if (files.length === 0) return new Map<string, number>()
  const { file, rows } = await readColumns(
    connection,
    `SELECT filename AS file, CAST(count(*) AS DOUBLE) AS rows
     FROM read_parquet(${fileList(files)}, filename = true) WHERE ${leaving} GROUP BY 1`,
  )
  return new Map((file as string[]).map((path, i) => [path, rows![i] as number]))
}

/** SQL: stored rows that stay unless staged ones replace them. */
const stored = (dataset: Dataset, options: MergeOptions, rows = `read_parquet(${fileList(options.files)})`): string => {
  const stays = options.leaving === null ? '' : `AND (${options.leaving}) IS NOT TRUE`
  return `(SELECT * FROM ${rows} WHERE ${onDays(dataset, options)} ${stays})`
}

/** SQL: the rows of some days after the load; `existing` are those of a few row groups. */
export const merged = (dataset: Dataset, options: MergeOptions, existing?: string): string => {
  const { staged, files, whole, meets } = options
  const columns = list(names(dataset))
  const fresh = `SELECT ${columns} FROM ${quote(staged)} WHERE ${onDays(dataset, options)}`
  if (whole || files.length === 0) return fresh
  // A join, because the engine evaluates NOT EXISTS by holding every stored row in memory.
  const others = meets ? `ANTI JOIN (${fresh}) s ON ${onKey(dataset)}` : ''
  return `SELECT ${columns} FROM ${stored(dataset, options, existing)} e ${others} UNION ALL ${fresh}`
}

/** SQL: rows in key order, so that equal rows make equal files. */
export const inOrder = (dataset: Dataset, rows: string): string =>
  `SELECT * FROM (${rows}) ORDER BY ${list(dataset.key)}`

/** SQL: changed and removed rows as they were before. */
export const revised = (dataset: Dataset, options: MergeOptions): string => {
  const { staged, files, whole, removedWhere, at } = options
  const rest = names(dataset).filter((name) => !dataset.key.includes(name))
  // A new sighting is not a change.
  const watched = rest.filter((name) => !sightings.includes(name))
  const from = (rows: string) =>
    `(SELECT *, true AS __here, ${removedWhere === null ? 'false' : `(${removedWhere})`} AS __taken FROM ${rows} WHERE ${onDays(dataset, options)})`
  return `${revisionSql(dataset, at, "CASE WHEN s.__here THEN 'corrected' ELSE 'withdrawn' END", 'e')}
    FROM ${from(`read_parquet(${fileList(files)})`)} e LEFT JOIN ${from(quote(staged))} s ON ${onKey(dataset)}
    WHERE (s.__here AND (${differs(watched)})) OR (s.__here IS NULL AND ${whole ? 'true' : 'e.__taken'})`
}

/** SQL: the keys of rows that are new among the rows of their day. */
export const inserted = (dataset: Dataset, options: MergeOptions): string => {
  const existing = `(SELECT * FROM read_parquet(${fileList(options.files)}) WHERE ${onDays(dataset, options)})`
  const fresh = `(SELECT * FROM ${quote(options.staged)} WHERE ${onDays(dataset, options)})`
  return `${revisionSql(dataset, options.at, "'inserted'", 's', true)}
    FROM ${fresh} s ANTI JOIN ${existing} e ON ${onKey(dataset)}
    WHERE ${dayOf(dataset)} IN (SELECT ${dayOf(dataset)} FROM ${existing})`
}

/** The days of stored rows. */
export async function storedDays(
  connection: DuckDBConnection,
  dataset: Dataset,
  options: MergeOptions,
): Promise<ReadonlySet<string>> {
  const counts = await countDays(connection, dataset, `read_parquet(${fileList(options.files)})`)
  return new Set(counts.keys())
}
