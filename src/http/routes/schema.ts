import { allAccountsOf, isStatement } from '../../catalogue/accounts.ts'
import { categories, columnsOf, periodsOf, tableOf } from '../../catalogue/dataset.ts'
import type { Label } from '../../fields.ts'
import { datasetParameter } from '../openapi/parameters.ts'
import * as schema from '../openapi/schema.ts'
import { datasetNamed } from '../request/datasetNamed.ts'
import { route } from '../route.ts'

const label = (description: string) =>
  schema.exactly(description, { en: schema.string(), zh: schema.string('Chinese as written in Taiwan') })

const columnSchema = schema.object('ColumnDescription', 'A column of the rows', {
  name: schema.string(),
  type: {
    ...schema.oneOf(['text', 'date', 'datetime', 'integer', 'decimal', 'boolean']),
    description: 'Decimals are exact and travel as text; dates are YYYY-MM-DD',
  },
  scale: schema.orNull('integer', 'Decimal places; null for other types'),
  nullable: { type: 'boolean', description: 'Whether a value may be null, which means unknown' },
  label: label('What the column means'),
  unit: schema.orNull('string', 'Unit of the values; null where they have none'),
  'values?': schema.listOf(schema.string(), 'The values that occur'),
})

const accountSchema = schema.object('StatementAccount', 'An account of a financial statement', {
  type: schema.string('Its code'),
  label: label('Its name'),
  unit: schema.oneOf(['TWD', 'TWD_per_share', 'shares']),
})

const datasetSchema = schema.object('DatasetSchema', 'The description of the rows of a dataset', {
  dataset: schema.datasetName,
  table: schema.string('Underlying table'),
  tier: schema.tier('Lowest tier that reads it'),
  category: schema.oneOf(categories),
  title: label('Its title'),
  description: label('What its rows are'),
  notes: { ...label('Facts that a reader must know before using the numbers'), type: ['object', 'null'] },
  primary_key: schema.listOf(schema.string(), 'Columns that identify a row'),
  key_date_column: schema.string('Column that start_date and end_date filter'),
  stock_id_column: schema.orNull('string', 'Column that stock_id filters; null where it does not apply'),
  periods: {
    type: ['array', 'null'],
    items: schema.string(),
    description: 'Values of the parameter period, the default first; null where it does not apply',
  },
  columns: schema.listOf(columnSchema, 'The columns of a row, in order'),
  'accounts?': schema.listOf(accountSchema, 'Of a financial statement: the codes of the column type'),
})

const copyOf = ({ en, zh }: Label): Label => ({ en, zh })

export const describeSchema = route('GET /v1/data/{dataset}/schema', 'datasetSchema', {
  tag: 'data',
  about: {
    en: 'The schema of one dataset: its columns with types, labels in both languages and units, its key, and the codes of statements. Needs no key.',
    zh: '單一資料集的結構：欄位的型別、中英文名稱與單位、主鍵，以及財報的會計項目代碼。不需金鑰。',
  },
  auth: 'open',
  head: [datasetParameter],
  responses: { 200: { schema: datasetSchema } },
  fails: ['unknown_dataset'],
  async handle({ params }) {
    const dataset = datasetNamed(params.dataset!)
    const { name, tier, category, title, about, notes, key, date, id } = dataset
    return {
      body: {
        ...{ dataset: name, table: tableOf(dataset), tier, category },
        title: copyOf(title),
        description: copyOf(about),
        notes: notes && copyOf(notes),
        primary_key: key,
        key_date_column: date,
        stock_id_column: id,
        periods: periodsOf(dataset),
        columns: columnsOf(dataset).map(([column, field]) => ({
          name: column,
          type: field.kind,
          scale: field.scale ?? null,
          nullable: field.nullable ?? false,
          label: copyOf(field.label),
          unit: field.unit ?? null,
          ...(field.values ? { values: field.values } : {}),
        })),
        ...(isStatement(name)
          ? {
              accounts: allAccountsOf(name).map(({ type, en, names, unit }) => ({
                type,
                label: { en, zh: names[0]! },
                unit,
              })),
            }
          : {}),
      },
    }
  },
})
