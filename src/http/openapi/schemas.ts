import { categories, tiers } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import { type Code, codeSaid, failures } from '../../errors.ts'
import { missingReasons } from '../../ingest/gaps/select.ts'
import { accountSchemas } from './accountSchemas.ts'
import { agentSchemas } from './agentSchemas.ts'
import { askSchemas } from './askSchemas.ts'
import { count, exactly, orNull, refer, string } from './exactly.ts'
import { explanationSchemas } from './explanation.ts'
import { demands } from './failed.ts'
import { gapSchemas } from './gapSchemas.ts'
import { rowSchema, type Schema } from './rows.ts'

const date = (description: string): Schema => ({ type: ['string', 'null'], format: 'date', description })
const names = { type: 'string', enum: catalogue.map(({ name }) => name) }

const result = (items: Schema, description: string): Schema =>
  exactly(
    {
      dataset: names,
      tier_used: {
        type: 'string',
        enum: tiers,
        description: "The caller's tier; that of the dataset where the page was paid for",
      },
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
        expected: string('With coverage=full: what is expected when nothing is missing'),
        missing: exactly(
          Object.fromEntries(
            missingReasons.map((reason) => [
              reason,
              count('Dates without a row for this reason, of each id by itself'),
            ]),
          ),
          'With coverage=full: what is missing, by reason; GET /v1/data/{dataset}/gaps lists it',
        ),
      },
      'What is stored',
      ['expected', 'missing'],
    ),
  },
  'A dataset in the catalogue',
)

const detail = string('One sentence that names the fix, in the language of the request')

/** Fields that stand beside `detail` and `code` in the body of some failures. */
const extras = {
  errors: {
    type: 'array',
    description: 'Every fault of the request at once',
    items: exactly({ param: string(), reason: string() }, 'A fault of one parameter'),
  },
  suggestions: {
    type: 'array',
    items: { type: 'string' },
    description: 'Datasets with a similar name; of a question, others that are understood',
  },
  understood: {
    type: 'array',
    description: 'Words of the question and what they were taken to be',
    items: exactly({ text: string(), as: string() }, 'A part of the question that was understood'),
  },
  not_understood: {
    type: 'array',
    items: { type: 'string' },
    description: 'Words of the question that were not understood',
  },
  candidates: { type: 'array', items: { type: 'string' }, description: 'What a name may stand for; name one of them' },
  sql: string('The SQL that takes too much'),
  required_tier: { type: 'string', enum: tiers, description: 'Tier that may read the dataset' },
  current_tier: { type: 'string', enum: tiers, description: "The caller's tier" },
} as const satisfies Record<string, Schema>

const codes = (Object.keys(failures) as Code[]).filter(
  (code) => codeSaid(code) === code && code !== 'internal' && !demands.includes(code),
)

const failed = {
  Error: exactly(
    { detail, code: { type: 'string', enum: codes }, ...extras },
    'Why a request was refused',
    Object.keys(extras),
  ),
  RateLimited: exactly(
    {
      detail: {
        type: 'string',
        pattern:
          '^rate limit exceeded \\(\\d+/\\d+ (per hour for (free|lite|plus) tier|per minute for this address|bad payments per minute for this address|attempts per 15 minutes)\\)$',
        description:
          'rate limit exceeded (<used>/<limit> …), the same in every language; or what else there is too much of',
      },
      retry_after_seconds: {
        type: 'integer',
        minimum: 1,
        maximum: 3600,
        description: 'Seconds until a call is free again, the same as Retry-After',
      },
    },
    'Too many calls; this body has no code',
  ),
  Fault: exactly(
    { detail, code: { const: 'internal' }, request_id: string('Quote it when you report the failure') },
    'Something is wrong on our side',
  ),
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
  ...gapSchemas,
  ...explanationSchemas,
  ...askSchemas,
  ...accountSchemas,
  ...agentSchemas,
  ...failed,
  Home: exactly(
    {
      name: { const: 'Formosa' },
      version: string('Release'),
      about: string('What the service has, in the language of the request'),
      docs: string('Path of the reference for people'),
      openapi: string('Path of this document'),
      llms: string('Path of the description in plain text'),
      datasets: string('Path of the catalogue'),
      account: string('Path of the page for accounts'),
    },
    'What the service is and where its documents are',
  ),
  Health: exactly({ status: { const: 'ok' }, version: string('Release') }, 'The process answers'),
  Ready: exactly(
    {
      status: { type: 'string', enum: ['ready', 'not_ready'] },
      checks: {
        type: 'object',
        additionalProperties: { type: 'string' },
        description: 'ok, degraded with its reason, or what is the matter; disk also says how many bytes are free',
      },
    },
    'Parts of the service and whether each is in order',
  ),
  ...Object.fromEntries(catalogue.map((dataset) => [dataset.name, rowSchema(dataset)])),
})
