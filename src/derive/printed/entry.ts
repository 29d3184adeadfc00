import { type Dataset, tableOf } from '../../catalogue/dataset.ts'
import { taipeiInstant } from '../../days.ts'
import type { Language } from '../../errors.ts'

export type Coverage = {
  readonly first_date: string | null
  readonly last_date: string | null
  readonly row_count: number
  /** If requested: the expected rows, and missing ones by reason. */
  readonly expected?: string
  readonly missing?: Readonly<Record<string, number>>
}

export const exampleOf = ({ name, example }: Dataset): string =>
  `/v1/data/${name}?${example === null ? '' : `stock_id=${encodeURIComponent(example)}&`}limit=5`

/** A dataset's entry in `GET /v1/data`. */
export const entryOf = (
  dataset: Dataset,
  coverage: Coverage,
  lastModified: number | null,
  language: Language,
  remark: string | null,
) => ({
  name: dataset.name,
  table: tableOf(dataset),
  tier: dataset.tier,
  category: dataset.category,
  status: 'live',
  description: dataset.about[language],
  columns: Object.keys(dataset.columns),
  key_date_column: dataset.date,
  update_freq: 'daily',
  supports_stock_id: dataset.id !== null,
  unit: dataset.unit,
  notes: [dataset.notes?.[language], remark].filter(Boolean).join(' ') || null,
  adjustment_method: dataset.adjustment,
  odd_lot_included: dataset.oddLots,
  accumulation: dataset.accumulation,
  last_modified: lastModified === null ? null : taipeiInstant(lastModified),
  example_query: exampleOf(dataset),
  coverage,
})
