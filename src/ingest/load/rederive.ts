import type { Dataset } from '../../catalogue/dataset.ts'
import { addDays } from '../../days.ts'
import type { Derivation } from '../../derive/derivation.ts'
import type { DraftTables } from '../../lake/draft.ts'
import type { Change } from '../../lake/manifest.ts'
import { literal, quote } from '../../lake/schema.ts'
import { monthOf } from '../plan/taipeiDays.ts'

/** The start of the week or month that contains the day, whichever is earlier. */
const beginning = (day: string): string => [monthOf(day).from, addDays(day, -6)].sort()[0]!

/** Published rows in the same dataset are not computed, and stay. */
const isComputed = ({ columns }: Dataset): string => ('is_estimated' in columns ? 'AND is_estimated' : '')

/** Computes a dataset again from the first withdrawn day on and removes rows that no longer follow from any row. */
export async function rederive(draft: DraftTables, { dataset, rows }: Derivation, since: string): Promise<Change> {
  const first = beginning(since)
  const { table, drop } = await draft.stage(dataset, await rows(draft, first))
  const key = dataset.key.map(quote).join(', ')
  try {
    return await draft.upsert(
      dataset,
      `SELECT * FROM ${quote(table)}`,
      `${quote(dataset.date)} >= DATE ${literal(first)} ${isComputed(dataset)} AND (${key}) NOT IN (SELECT (${key}) FROM ${quote(table)})`,
    )
  } finally {
    await drop()
  }
}
