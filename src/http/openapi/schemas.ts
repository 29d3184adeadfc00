import { categories, tiers } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import { failures } from '../../errors.ts'
import { rowSchema, type Schema } from './rows.ts'

export const refer = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

const string = (description?: string): Schema => ({ type: 'string', ...(description ? { description } : {}) })
const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description })
const orNull = (type: string, description: string): Schema => ({ type: [type, 'null'], description })
const date = (description: string): Schema => ({ type: ['string', 'null'], format: 'date', description })
const names = { type: 'string', enum: catalogue.map(({ name }) => name) }

/** An object that has exactly these properties, all of them unless `optional` says otherwise. */
const exactly = (
  properties: Record<string, Schema>,
  description: string,
  optional: readonly string[] = [],
): Schema => ({
  type: 'object',
  description,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
  properties,
})

const result = (items: Schema, description: string): Schema =>
  exactly(
    {
      dataset: names,
      tier_used: { type: 'string', enum: tiers, description: "The caller's tier" },
      count: count('Number of rows in data'),
      data: { type: 'array', items },
      cursor: orNull('string', 'Send it alone to get the next page; null on the last page'),
    },
    description,
  )

const catalogueEntry = exactly(
  {
    name: names,
    table: string('Underlying table'),
    tier: { type: 'string', enum: tiers },
    category: { type: 'string', enum: categories },
    status: { type: 'string', enum: ['live'] },
    description: string('In the language of the request'),
    columns: { type: 'array', items: { type: 'string' }, description: 'Columns of a row, in order' },
    key_date_column: string('Column that start_date and end_date filter'),
    update_freq: { type: 'string', enum: ['daily'] },
    supports_stock_id: { type: 'boolean', description: 'Whether the stock_id filter applies' },
    unit: orNull('string', 'Units of the values'),
    notes: orNull('string', 'What a reader must know before using the numbers'),
    adjustment_method: orNull('string', 'How prices are adjusted'),
    odd_lot_included: orNull('boolean', 'Whether odd lots are counted'),
    accumulation: orNull('string', 'How values add up over time'),
    example_query: string('A path with query string, relative to the base address'),
    coverage: exactly(
      {
        first_date: date('First key date; null while there are no rows'),
        last_date: date('Last key date; null while there are no rows'),
        row_count: count('Every stored row'),
      },
      'What is stored',
    ),
  },
  'A dataset in the catalogue',
)

/** Fields that stand beside `detail` and `code` in the body of some failures. */
const extras = {
  errors: {
    type: 'array',
    description: 'Every fault of the request at once',
    items: exactly({ param: string(), reason: string() }, 'A fault of one parameter'),
  },
  suggestions: { type: 'array', items: names, description: 'Datasets with a similar name' },
  required_tier: { type: 'string', enum: tiers, description: 'Tier that may read the dataset' },
  current_tier: { type: 'string', enum: tiers, description: "The caller's tier" },
  request_id: string('Quote it when you report the failure'),
} as const satisfies Record<string, Schema>

/** Every schema of the document by name: one for each dataset's row, and those of the envelopes. */
export const schemas = (): Record<string, Schema> => ({
  Catalogue: exactly({ datasets: { type: 'array', items: refer('CatalogueEntry') } }, 'Answer of GET /v1/data'),
  CatalogueEntry: catalogueEntry,
  QueryResult: result(
    { anyOf: catalogue.map(({ name }) => refer(name)) },
    'A page of rows, each of the schema that has the name of the dataset',
  ),
  ProjectedResult: result(
    { type: 'object', minProperties: 1, additionalProperties: { type: ['string', 'integer', 'boolean', 'null'] } },
    'A page of rows that hold only the columns asked for with columns=',
  ),
  DryRun: exactly(
    {
      rows: count('Rows the query would bring'),
      bytes: count('Size of those rows as JSON'),
      pages: { type: 'integer', minimum: 1, description: 'Requests needed with this limit' },
    },
    'Answer to dry_run=true: how much a query would bring',
  ),
  Error: exactly(
    {
      detail: string('One sentence that names the fix, in the language of the request'),
      code: { type: 'string', enum: Object.keys(failures) },
      ...extras,
    },
    'Why a request was refused',
    Object.keys(extras),
  ),
  Health: exactly({ status: { const: 'ok' }, version: string('Release') }, 'The process answers'),
  Ready: exactly(
    {
      status: { type: 'string', enum: ['ready', 'not_ready'] },
      checks: { type: 'object', additionalProperties: { type: 'string' }, description: 'ok, or what is the matter' },
    },
    'Parts of the service and whether each is in order',
  ),
  ...Object.fromEntries(catalogue.map((dataset) => [dataset.name, rowSchema(dataset)])),
})
