import { columnsOf, type Dataset, sightings } from '../../catalogue/dataset.ts'
import { dateOf } from '../../days.ts'
import { unitsSql, wideDecimalSql } from '../../derive/rounding.ts'
import { readRows } from '../../derive/rows.ts'
import { dateSql, dayNumberSql } from '../../derive/sql.ts'
import type { Field } from '../../fields.ts'
import type { Draft } from '../../lake/draft.ts'
import { quote } from '../../lake/schema.ts'
import type { Feed } from '../../sources/feed.ts'
import type { Cell, Row } from '../../sources/outcome.ts'
import { disagreements } from '../../sources/witness.ts'

/**
 * The rows of a witness feed compared with the stored ones: how many agree, are not stored, or disagree, and the first
 * few disagreements as sentences.
 */
export type WitnessComparison = Readonly<NonNullable<Awaited<ReturnType<typeof compareWithWitness>>>>

const mostExamples = 5

/** SQL: a stored value as a row's cell. */
const cellSql = (name: string, { kind, scale }: Field): string => {
  const column = quote(name)
  if (kind === 'text') return column
  if (kind === 'boolean') return `CAST(${column} AS VARCHAR)`
  if (kind === 'date') return dayNumberSql(column)
  if (kind === 'datetime') return `CAST(epoch_ms(${column}) AS DOUBLE)`
  return kind === 'decimal'
    ? `CAST(${unitsSql(wideDecimalSql(column, scale ?? 0), scale ?? 0)} AS DOUBLE)`
    : `CAST(${column} AS DOUBLE)`
}

/** The stored rows that the witness may report, by key. */
async function storedFor(draft: Draft, dataset: Dataset, rows: readonly Row[], names: readonly string[]) {
  const days = rows.map((row) => row[dataset.date]).filter((day) => typeof day === 'number')
  const isBounded = names.includes(dataset.date) && days.length === rows.length
  const [first, last] = isBounded ? [days.reduce((a, b) => Math.min(a, b)), days.reduce((a, b) => Math.max(a, b))] : []
  const where = isBounded
    ? `${quote(dataset.date)} BETWEEN ${dateSql(dateOf(first!))} AND ${dateSql(dateOf(last!))}`
    : 'true'
  const fields = columnsOf(dataset).filter(([name]) => names.includes(name))
  const stored = await readRows(
    draft.reading([dataset]),
    `SELECT ${fields.map(([name, field]) => `${cellSql(name, field)} AS ${quote(name)}`).join(', ')}
     FROM ${quote(dataset.name)} WHERE ${where}`,
  )
  const flags = fields.filter(([, { kind }]) => kind === 'boolean').map(([name]) => name)
  const keyed = stored.map((row: Record<string, Cell>): [string, Row] => {
    for (const name of flags) row[name] = row[name] === null ? null : row[name] === 'true'
    return [JSON.stringify(dataset.key.map((name) => row[name])), row]
  })
  return new Map(keyed)
}

/**
 * Compares the rows of a witness with the stored ones, in the columns that are fetched; null if none of its days is
 * stored or no such column is left.
 */
export async function compareWithWitness(
  draft: Draft,
  feed: Feed,
  rows: readonly Row[],
  isCompared: (column: string) => boolean,
) {
  const { dataset, publisher, endpoint, fills } = feed
  if (rows.length === 0 || !dataset.key.every((name) => fills.includes(name))) return null
  // Columns that record sightings are not compared.
  const names = fills.filter(
    (name) => dataset.key.includes(name) || (name in dataset.columns && !sightings.includes(name) && isCompared(name)),
  )
  if (names.every((name) => dataset.key.includes(name))) return null
  const stored = await storedFor(draft, dataset, rows, names)
  if (stored.size === 0) return null
  let [agree, unknown, disagree] = [0, 0, 0]
  const examples: string[] = []
  for (const row of rows) {
    const key = dataset.key.map((name) => row[name] ?? null)
    const there = stored.get(JSON.stringify(key))
    if (there === undefined) {
      unknown++
      continue
    }
    // A missing cell states nothing.
    const reported = Object.fromEntries(names.flatMap((name) => (row[name] == null ? [] : [[name, row[name]]])))
    const faults = disagreements(feed, reported, there)
    if (faults.length === 0) agree++
    else {
      disagree++
      if (examples.length < mostExamples) examples.push(`${key.join(' ')}: ${faults.join('; ')}`)
    }
  }
  const source = { dataset: dataset.name, publisher: publisher.id, endpoint }
  return { ...source, rows: rows.length, agree, unknown, disagree, examples }
}
