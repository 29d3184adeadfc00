import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import type { Tables } from '../../derive/derivation.ts'
import { literal, quote } from '../../lake/schema.ts'
import type { Calendar } from '../../sources/feed.ts'
import { dayRules } from './days.ts'
import { rules } from './index.ts'
import { findRepeats } from './repeats.ts'
import type { Rule } from './rule.ts'
import { shrunk } from './shrinking.ts'
import { straightRuns } from './straight.ts'

/** Rows on their way into the lake, and what is known about them. */
export type Load = {
  readonly dataset: Dataset
  /** The table that holds them: `(await draft.stage(dataset, rows)).table`. */
  readonly table: string
  readonly calendar: Calendar
  /** The key dates that were asked for; null where an answer has no such bounds (snapshots, lists of events). */
  readonly asked: readonly { readonly from: string; readonly to: string }[] | null
  /** The rows are all that the publisher has for each of their days and markets, so that a day may not shrink. */
  readonly isWhole: boolean
}

/** A row that breaks a rule: it goes to quarantine, never into the lake. */
export type RejectedRow = {
  readonly dataset: string
  /** The first rule it breaks; the message speaks of all of them. */
  readonly rule: string
  readonly message: string
  /** Columns of the primary key, and of the whole row, as text; null where there is no value. */
  readonly key: Readonly<Record<string, string | null>>
  readonly row: Readonly<Record<string, string | null>>
}

/** Days whose rows are not loaded at all: far fewer came than the lake holds already. */
export type RefusedPart = {
  readonly dataset: string
  readonly rule: 'shrinking_history'
  readonly message: string
  readonly market: string | null
  /** Null for a dataset that is a list of what there is now. */
  readonly date: string | null
  readonly had: number
  readonly came: number
}

export type Checked = {
  /** A SELECT over the draft's tables of the rows that may be loaded: `draft.upsert(dataset, good)`. */
  readonly good: string
  readonly goodRows: number
  /** Rows left out since another one of the load is the same to the last cell. */
  readonly repeats: number
  readonly rejectedRows: number
  /** How many of them break which rule first, and what the rule says. */
  readonly broken: readonly { readonly rule: string; readonly about: string; readonly rows: number }[]
  /** The first of them, most of the time all: a load that is wrong from end to end needs no million witnesses. */
  readonly rejected: readonly RejectedRow[]
  readonly refused: readonly RefusedPart[]
  /** What is strange about rows that are loaded all the same, each as a sentence. */
  readonly doubts: readonly string[]
}

const mostWitnesses = 10_000

/** Runs every rule that applies to the dataset over staged rows; nothing is thrown for a bad row. */
export async function checkLoad(tables: Tables, load: Load): Promise<Checked> {
  const { dataset, table } = load
  const repeats = await findRepeats(tables, dataset, table)
  const refused = await shrunk(tables, load)
  const all = [...repeats.rules, ...rules, ...(await dayRules(tables, load))]
  const faults = await faultsIn(tables, dataset, table, all)
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
  const { n } = await tables.columns(`SELECT CAST(count(*) AS DOUBLE) AS n FROM (${good})`)
  return {
    good,
    goodRows: (n as Float64Array)[0]!,
    repeats: repeats.copies.length,
    rejectedRows: faults.size,
    broken: countsOf(all, faults),
    rejected: await witnesses(tables, dataset, table, faults),
    refused,
    doubts: await straightRuns(tables, dataset, good),
  }
}

type Fault = { readonly rule: string; readonly messages: string[] }

const countsOf = (all: readonly Rule[], faults: ReadonlyMap<number, Fault>): Checked['broken'] => {
  const rows = Map.groupBy(faults.values(), ({ rule }) => rule)
  return all.flatMap(({ name, about }) => (rows.has(name) ? [{ rule: name, about, rows: rows.get(name)!.length }] : []))
}

/** What is wrong with each bad row, by its position in the table. */
async function faultsIn(
  tables: Tables,
  dataset: Dataset,
  table: string,
  all: readonly Rule[],
): Promise<Map<number, Fault>> {
  const found = all.flatMap(({ name, find }, place) => {
    const sql = find(dataset, table)
    return sql === null ? [] : [`SELECT ${place} AS place, ${literal(name)} AS rule, "row", message FROM (${sql})`]
  })
  const faults = new Map<number, Fault>()
  if (found.length === 0) return faults
  const { row, rule, message } = await tables.columns(
    `SELECT CAST("row" AS DOUBLE) AS "row", rule, message FROM (${found.join(' UNION ALL ')}) ORDER BY "row", place, message`,
  )
  for (const [i, at] of (row as Float64Array).entries()) {
    const name = (rule as string[])[i]!
    const said = (message as string[])[i]!
    const known = faults.get(at)
    if (known) known.messages.push(`${name}: ${said}`)
    else faults.set(at, { rule: name, messages: [said] })
  }
  return faults
}

/** One long text that the engine cuts up: tens of thousands of numbers in a list would take it seconds to parse. */
const numbersSql = (numbers: readonly number[]): string =>
  `SELECT CAST(unnest(string_split(${literal(numbers.join(','))}, ',')) AS BIGINT)`

async function witnesses(
  tables: Tables,
  dataset: Dataset,
  table: string,
  faults: ReadonlyMap<number, Fault>,
): Promise<RejectedRow[]> {
  const rows = [...faults.keys()].slice(0, mostWitnesses)
  if (rows.length === 0) return []
  const names = columnsOf(dataset).map(([name]) => name)
  const cells = await tables.columns(
    `SELECT CAST(rowid AS DOUBLE) AS "row at", ${names.map((name) => `CAST(${quote(name)} AS VARCHAR) AS ${quote(name)}`).join(', ')}
     FROM ${quote(table)} WHERE rowid IN (${numbersSql(rows)}) ORDER BY rowid`,
  )
  return [...(cells['row at'] as Float64Array)].map((at, i) => {
    const { rule, messages } = faults.get(at)!
    const of = (wanted: readonly string[]) =>
      Object.fromEntries(wanted.map((name) => [name, (cells[name] as (string | null)[])[i]!]))
    return { dataset: dataset.name, rule, message: messages.join('; '), key: of(dataset.key), row: of(names) }
  })
}
