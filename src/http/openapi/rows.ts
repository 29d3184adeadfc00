import { columnsOf, type Dataset, tableOf } from '../../catalogue/dataset.ts'
import { exampleOf } from '../../derive/printed/entry.ts'
import type { Field } from '../../fields.ts'

export type Schema = Readonly<Record<string, unknown>>

const columnSchema = ({ schema, label, unit, scale, kind }: Field): Schema => ({
  ...schema,
  description: label.en + (kind === 'decimal' ? `; a decimal as text, ${scale} places` : ''),
  'x-description-zh': label.zh,
  ...(unit === undefined ? {} : { 'x-unit': unit }),
})

/** The row of a dataset: every column is there, a value that is not known is null. */
export const rowSchema = (dataset: Dataset): Schema => ({
  title: dataset.title.en,
  description: [dataset.about.en, dataset.notes?.en].filter(Boolean).join(' '),
  type: 'object',
  required: Object.keys(dataset.columns),
  additionalProperties: false,
  properties: Object.fromEntries(columnsOf(dataset).map(([name, field]) => [name, columnSchema(field)])),
  'x-title-zh': dataset.title.zh,
  'x-description-zh': [dataset.about.zh, dataset.notes?.zh].filter(Boolean).join(''),
  'x-tier': dataset.tier,
  'x-category': dataset.category,
  'x-table': tableOf(dataset),
  'x-primary-key': dataset.key,
  'x-key-date': dataset.date,
  'x-stock-id-column': dataset.id,
  'x-filters': Object.keys(dataset.filters),
  'x-example': exampleOf(dataset),
})
