import type { Dataset } from '../../catalogue/dataset.ts'
import type { Derivation } from '../../derive/derivation.ts'
import type { Draft } from '../../lake/draft.ts'
import type { Change } from '../../lake/manifest.ts'
import { literal, quote } from '../../lake/schema.ts'
import { monthOf, shifted } from '../plan/moments.ts'

/** Early enough for bars of the week and the month that the day is in. */
const beginning = (day: string): string => [monthOf(day).from, shifted(day, -6)].sort()[0]!

/** Published rows stand beside computed ones in some datasets, and follow from nothing. */
const isComputed = ({ columns }: Dataset): string => ('is_estimated' in columns ? 'AND is_estimated' : '')

/** Computes a dataset again from the first withdrawn row on: what follows from no row any more goes. */
export async function deriveWithout(draft: Draft, { dataset, rows }: Derivation, since: string): Promise<Change> {
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
