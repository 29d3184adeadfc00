import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { countRows, readRows } from '../../derive/rows.ts'
import type { Draft, DraftTables } from '../../lake/draft.ts'
import { literal, quote } from '../../lake/schema.ts'
import { rules } from './index.ts'
import { dayRules, findRepeats } from './loadRules.ts'
import type { RejectedRow, RowsToCheck } from './rows.ts'
import type { Rule } from './rule.ts'
import { shrunkParts } from './shrinking.ts'
import { straightRuns } from './straightRuns.ts'

export type CheckResult = Readonly<Awaited<ReturnType<typeof checkRows>>>

const maxRejectedRows = 10_000

/** Checks staged rows against every rule that applies to the dataset; a bad row does not throw. */
export async function checkRows(draft: Draft, load: RowsToCheck) {
  const { dataset, table } = load
  const tables = draft.reading([dataset])
  const repeats = await findRepeats(tables, dataset, table)
  const refused = await shrunkParts(tables, load)
  const all = [...repeats.rules, ...rules, ...(await dayRules(tables, load))]
  const faults = await faultsIn(draft, dataset, table, all)
  for (const row of repeats.copies) faults.delete(row)
  const names = columnsOf(dataset).map(([name]) => quote(name))
  const isIn = refused.map(
    ({ market, date }) =>
      `(${market === null ? 'true' : `market = ${literal(market)}`} AND ${date === null ? 'true' : `${quote(dataset.date)} = DATE ${literal(date)}`})`,
  )
  const left = [...faults.keys(), ...repeats.copies]
  const conditions = [
    ...(left.length === 0 ? [] : [`rowid NOT IN (${numbersSql(left)})`]),
    ...(isIn.length === 0 ? [] : [`NOT (${isIn.join(' OR ')})`]),
  ]
  const good = `SELECT ${names.join(', ')} FROM ${quote(table)}${conditions.length === 0 ? '' : ` WHERE ${conditions.join(' AND ')}`}`
  return {
    /** A SELECT of the rows that may be loaded, for `draft.upsert(dataset, good)`. */
    good,
    goodRows: await countRows(tables, `(${good})`),
    /** Rows left out because another row is identical. */
    repeats: repeats.copies.length,
    rejectedRows: faults.size,
    /** Rows by the first rule they break. */
    broken: countsOf(all, faults),
    /** The rejected rows, at most `maxRejectedRows`. */
    rejected: await rejectedRowsOf(tables, dataset, table, faults),
    refused,
    /** Warnings about good rows. */
    doubts: await straightRuns(tables, dataset, good),
  }
}

type Fault = { readonly rule: string; readonly messages: string[] }

const countsOf = (all: readonly Rule[], faults: ReadonlyMap<number, Fault>) => {
  const rows = Map.groupBy(faults.values(), ({ rule }) => rule)
  return all.flatMap(({ name, about }) =>
    rows.has(name) ? [{ rule: name, about: about.en, rows: rows.get(name)!.length }] : [],
  )
}

/** The broken rules of each bad row, by its position in the table. */
async function faultsIn(
  draft: Draft,
  dataset: Dataset,
  table: string,
  all: readonly Rule[],
): Promise<Map<number, Fault>> {
  const reads = new Set([dataset])
  const found = all.flatMap((rule, place) => {
    const sql = rule.find(dataset, table)
    if (sql === null) return []
    for (const other of rule.reads ?? []) reads.add(other)
    return [`SELECT ${place} AS place, ${literal(rule.name)} AS rule, "row", message FROM (${sql})`]
  })
  const faults = new Map<number, Fault>()
  if (found.length === 0) return faults
  const broken = await readRows<{ row: number; rule: string; message: string }>(
    draft.reading([...reads]),
    `SELECT CAST("row" AS DOUBLE) AS "row", rule, message FROM (${found.join(' UNION ALL ')}) ORDER BY "row", place, message`,
  )
  for (const { row, rule, message } of broken) {
    const known = faults.get(row)
    if (known) known.messages.push(`${rule}: ${message}`)
    else faults.set(row, { rule, messages: [message] })
  }
  return faults
}

/** SQL: one text that the engine splits, because parsing tens of thousands of literals takes seconds. */
const numbersSql = (numbers: readonly number[]): string =>
  `SELECT CAST(unnest(string_split(${literal(numbers.join(','))}, ',')) AS BIGINT)`

async function rejectedRowsOf(
  tables: DraftTables,
  dataset: Dataset,
  table: string,
  faults: ReadonlyMap<number, Fault>,
): Promise<RejectedRow[]> {
  const rows = [...faults.keys()].slice(0, maxRejectedRows)
  if (rows.length === 0) return []
  const names = columnsOf(dataset).map(([name]) => name)
  const bad = await readRows(
    tables,
    `SELECT CAST(rowid AS DOUBLE) AS "row at", ${names.map((name) => `CAST(${quote(name)} AS VARCHAR) AS ${quote(name)}`).join(', ')}
     FROM ${quote(table)} WHERE rowid IN (${numbersSql(rows)}) ORDER BY rowid`,
  )
  return bad.map(({ 'row at': at, ...cells }) => {
    const { rule, messages } = faults.get(at as number)!
    const row = cells as RejectedRow['row']
    const key = Object.fromEntries(dataset.key.map((name) => [name, row[name]!]))
    return { dataset: dataset.name, rule, message: messages.join('; '), key, row }
  })
}
