import type { Dataset } from '../../catalogue/dataset.ts'
import type { Tables } from '../../derive/derivation.ts'
import { inlineSql } from '../../derive/sql.ts'
import { quote } from '../../lake/schema.ts'
import type { CheckResult } from './check.ts'
import type { Quarantine } from './quarantine.ts'

/** Settles quarantine entries whose keys have good rows now; returns their number. */
export async function settleLoaded(
  quarantine: Quarantine,
  tables: Tables,
  dataset: Dataset,
  { good }: Pick<CheckResult, 'good'>,
  at: Date,
): Promise<number> {
  const open = quarantine
    .list({ dataset: dataset.name, isOpen: true, limit: -1 })
    .map(({ key }) => JSON.parse(key) as Record<string, string | null>)
    // A refused part has no key of the dataset.
    .filter((key) => dataset.key.every((name) => typeof key[name] === 'string'))
  if (open.length === 0) return 0
  const kept = inlineSql(
    { place: 'INTEGER', ...Object.fromEntries(dataset.key.map((name) => [name, 'VARCHAR'])) },
    open.map((key, place) => [place, ...dataset.key.map((name) => key[name])]),
  )
  // Empty text in a key is null in the inline table.
  const same = dataset.key.map((name) => `coalesce(k.${quote(name)}, '') = CAST(g.${quote(name)} AS VARCHAR)`)
  const { place } = await tables.columns(
    `SELECT DISTINCT CAST(k.place AS DOUBLE) AS place FROM ${kept} k JOIN (${good}) g ON ${same.join(' AND ')}`,
  )
  return quarantine.settle(
    dataset.name,
    [...(place as Float64Array)].map((i) => open[i]!),
    at,
  )
}
