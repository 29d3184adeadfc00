import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import type { Language } from '../../errors.ts'
import type { Field } from '../../fields.ts'
import { everyFormat, type FormatName, formatNames, formats } from '../../query/formats/formats.ts'
import { warningsSchema as warnings } from '../warningList.ts'
import { count, exactly, listOf, nullable, orNull, positive, refer, type Schema, tier } from './schema.ts'

const decimalName = ({ scale, nullable = false }: Field): string => `Decimal${scale}${nullable ? 'OrNull' : ''}`

/** The schema of a field without null: a nullable field has it as the first of two alternatives. */
const innerSchema = ({ schema }: Field): Schema => (schema as { anyOf?: readonly Schema[] }).anyOf?.[0] ?? schema

/** The type of a column; null is one of its types, and decimals of one scale share a schema. */
function typeOf(field: Field): Schema {
  if (field.scale !== undefined) return refer(decimalName(field))
  const inner = innerSchema(field)
  if (!field.nullable) return inner
  return { ...nullable(inner), ...(inner.enum ? { enum: [...(inner.enum as string[]), null] } : {}) }
}

const columnSchema = (field: Field, language: Language): Schema => ({
  ...typeOf(field),
  description: field.label[language],
  ...(field.unit === undefined ? {} : { 'x-unit': field.unit }),
})

const allColumns: readonly (readonly [string, Field])[] = catalogue.flatMap((dataset) => columnsOf(dataset as Dataset))

const decimalSchemas: Readonly<Record<string, Schema>> = Object.fromEntries(
  allColumns.flatMap(([, field]) => {
    if (field.scale === undefined) return []
    const schema = { ...innerSchema(field), description: `A decimal as text, ${field.scale} places` }
    return [[decimalName(field), field.nullable ? nullable(schema) : schema]]
  }),
)

/** Characters that the document saves where this form of a column is described once, and referred to so many times. */
function savedBy(name: string, schema: Schema, times: number): number {
  const [inPlace, once] = [JSON.stringify(schema), JSON.stringify({ [name]: schema })]
  return times * (inPlace.length - JSON.stringify(refer(name)).length) - once.length
}

/** Of each column the form that saves most: the document describes it once. Others stand where they are used. */
function sharedColumns(language: Language): Record<string, Schema> {
  const forms = Map.groupBy(allColumns, ([name, field]) => `${name} ${JSON.stringify(columnSchema(field, language))}`)
  const shared = [...forms.values()]
    .map((same) => {
      const [name, field] = same[0]!
      const schema = columnSchema(field, language)
      return { name, schema, saved: savedBy(name, schema, same.length) }
    })
    .filter(({ saved }) => saved > 0)
    .sort((a, b) => a.saved - b.saved)
  return Object.fromEntries(shared.map(({ name, schema }) => [name, schema]))
}

/** The row of a dataset: every column is there, and an unknown value is null. */
function rowSchema(dataset: Dataset, shared: Readonly<Record<string, Schema>>, language: Language): Schema {
  const column = (name: string, field: Field): Schema => {
    const schema = columnSchema(field, language)
    return JSON.stringify(shared[name]) === JSON.stringify(schema) ? refer(name) : schema
  }
  return {
    title: dataset.title[language],
    description: [dataset.about[language], dataset.notes?.[language]]
      .filter(Boolean)
      .join(language === 'en' ? ' ' : ''),
    type: 'object',
    required: Object.keys(dataset.columns),
    additionalProperties: false,
    properties: Object.fromEntries(columnsOf(dataset).map(([name, field]) => [name, column(name, field)])),
    'x-tier': dataset.tier,
    'x-primary-key': dataset.key,
  }
}

export const cursorSchema = orNull('string', 'Send it alone to get the next page; null on the last page')

const envelope = {
  tier_used: tier("The caller's tier; that of the dataset where the page was paid for"),
  count: count('Number of rows in data'),
  cursor: cursorSchema,
}

const pageName = (dataset: string): string => `${dataset}Page`

/** A page of rows; generated types tell the pages of datasets apart by `dataset`. */
const pageSchema = (name: string): Schema => ({
  allOf: [
    refer('Page'),
    { required: ['dataset', 'data'], properties: { dataset: { const: name }, data: listOf(refer(name)) } },
  ],
})

/** A page with `columns=`. It declares `dataset` beside its properties, so that generated types leave it out there. */
const projectedResult: Schema = {
  type: 'object',
  description:
    'A page of rows that hold only the columns of columns=, or decimals as numbers with decimals=number; its dataset is a DatasetName',
  required: ['tier_used', 'count', 'data', 'cursor'],
  properties: {
    ...envelope,
    warnings,
    data: listOf({
      type: 'object',
      minProperties: 1,
      additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
    }),
  },
  propertyNames: { enum: ['dataset', 'tier_used', 'count', 'data', 'cursor', 'warnings'] },
  unevaluatedProperties: refer('DatasetName'),
}

/** The body of a 200 that has rows. */
export const rowsResponse: Schema = { anyOf: ['QueryResult', 'ProjectedResult', 'DryRun'].map(refer) }

const typesOf = (names: readonly FormatName[]): Readonly<Record<string, Schema>> =>
  Object.fromEntries(
    names
      .filter((name) => name !== 'json')
      .map((name) => [
        formats[name].type,
        { type: 'string', contentMediaType: formats[name].type, description: `The rows as ${formats[name].label.en}` },
      ]),
  )

/** The rows in formats other than JSON, by media type: those of any rows, and of datasets. */
export const tableTypes = typesOf(formatNames)
export const otherRowTypes = typesOf(everyFormat)

/** Headers of pages, beside those of every data response. */
export const rowHeaders = [
  'X-Data-Version',
  'X-Data-Origin',
  'X-Warning?',
  'Preference-Applied?',
  'X-Row-Count?',
  'X-Next-Cursor?',
  'Content-Disposition?',
] as const

/** The schemas of rows and of their pages, by name. */
export function rowSchemas(language: Language): Record<string, Schema> {
  const names = catalogue.map(({ name }) => name)
  const columns = sharedColumns(language)
  return {
    QueryResult: {
      description: 'A page of rows, each of the schema that has the name of the dataset',
      oneOf: names.map((name) => refer(pageName(name))),
      discriminator: {
        propertyName: 'dataset',
        mapping: Object.fromEntries(names.map((name) => [name, refer(pageName(name)).$ref])),
      },
      unevaluatedProperties: false,
    },
    ProjectedResult: projectedResult,
    DryRun: exactly('Answer to dry_run=true: the size of the result of a query', {
      rows: count('Rows of the query'),
      bytes: count('Size of those rows as JSON'),
      pages: positive('Requests needed with this limit'),
      'warnings?': warnings,
    }),
    Page: {
      type: 'object',
      description: 'The properties that every page of rows has',
      required: Object.keys(envelope),
      properties: { ...envelope, warnings },
    },
    ...decimalSchemas,
    ...columns,
    ...Object.fromEntries(names.map((name) => [pageName(name), pageSchema(name)])),
    ...Object.fromEntries(catalogue.map((dataset) => [dataset.name, rowSchema(dataset, columns, language)])),
  }
}
