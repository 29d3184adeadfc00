import { type Code, codeSaid, failures, type Language } from '../../errors.ts'
import type { Field, Fields } from '../../fields.ts'
import { wordsOf } from '../../web/words/words.ts'
import { failuresOf, sentenceOf } from '../openapi/failures.ts'
import type { Schema } from '../openapi/schema.ts'
import { nameOf, type Route, tags } from '../route.ts'
import { typeOf } from './guide.ts'
import { code, paragraphs, table } from './markdown.ts'

export type Tag = keyof typeof tags
export const tagNames = Object.keys(tags) as Tag[]

/** Parameters of the path, the query and the headers. */
function parameterTable({ head = [], query }: Route, language: Language): string | null {
  const { documents } = wordsOf(language)
  const rows = [
    ...head.map(({ name, in: place, label }) => [code(name), place, '', label[language]]),
    ...Object.entries(query).map(([name, field]) => [
      code(name),
      'query',
      typeOf(field, language),
      field.label[language],
    ]),
  ]
  if (rows.length === 0) return null
  return table([documents.name, documents.place, documents.type, documents.meaning], rows)
}

const isNeeded = (field: Field): boolean => !('default' in field)

function bodyTable({ body, rawBody }: Route, language: Language): string | null {
  const { documents } = wordsOf(language)
  if (typeof rawBody === 'string') return rawBody
  const fields: Fields = rawBody ?? (body === 'raw' || body === undefined ? {} : body)
  const rows = Object.entries(fields).map(([name, field]) => [
    code(name),
    typeOf(field, language) + (isNeeded(field) ? `, ${documents.needed}` : ''),
    field.label[language],
  ])
  return rows.length === 0 ? null : table([documents.name, documents.type, documents.meaning], rows)
}

/** Failures that any route may have; the page of errors explains them. */
const common: ReadonlySet<Code> = new Set<Code>([
  ...(['bad_request', 'unknown_parameter', 'internal', 'not_acceptable', 'address_limited', 'unread_answers'] as const),
  ...(['too_busy', 'unavailable', 'too_large', 'wrong_type', 'no_rows_yet'] as const),
])

function responseTable(route: Route, language: Language): string {
  const { documents } = wordsOf(language)
  const failed = [...failuresOf(route)]
    .filter((name) => !common.has(name))
    .map((name) => ({ status: failures[name].status, bodyCode: codeSaid(name), sentence: sentenceOf(name, language) }))
    .sort((a, b) => a.status - b.status)
  return table(
    [documents.status, documents.code, documents.meaning],
    [
      ...Object.entries(route.responses).map(([status, { description = '', type = 'application/json' }]) => [
        status,
        code(type),
        description,
      ]),
      ...failed.map(({ status, bodyCode, sentence }) => [status, bodyCode === null ? '' : code(bodyCode), sentence]),
    ],
  )
}

const typeName = ({ type, enum: values, format }: Schema): string =>
  Array.isArray(values) && values.length <= 8
    ? values.map((value) => code(String(value))).join(', ')
    : [type]
        .flat()
        .filter((name) => name !== undefined)
        .join(' | ') + (format === undefined ? '' : ` (${format})`)

/** The fields of a response, those of objects in it by their path. */
function fieldRows(schema: Schema, prefix: string, depth: number): string[][] {
  const properties = (schema.properties ?? {}) as Readonly<Record<string, Schema>>
  return Object.entries(properties).flatMap(([name, field]) => {
    const path = prefix + name
    const items = field.items as Schema | undefined
    const inner = items?.properties ? items : field
    const own = [code(path), typeName(field), String(field.description ?? '')]
    return [own, ...(depth === 0 ? [] : fieldRows(inner, `${path}${items?.properties ? '[]' : ''}.`, depth - 1))]
  })
}

function fieldTable({ responses }: Route, language: Language): string | null {
  const { documents } = wordsOf(language)
  const [found] = Object.entries(responses).find(([status]) => status.startsWith('2')) ?? []
  const rows = found === undefined ? [] : fieldRows(responses[Number(found)]!.schema, '', 2)
  return rows.length === 0 ? null : table([documents.name, documents.type, documents.meaning], rows)
}

function operation(route: Route, language: Language): string {
  const { documents } = wordsOf(language)
  const parameters = parameterTable(route, language)
  const body = bodyTable(route, language)
  const fields = fieldTable(route, language)
  return paragraphs(
    `## ${nameOf(route)}`,
    route.about[language],
    `${documents.credentials}: ${documents.auth[route.auth]}${language === 'zh' ? '。' : '.'}`,
    parameters === null ? null : `**${documents.parameters}**\n\n${parameters}`,
    body === null ? null : `**${documents.body}**\n\n${body}`,
    fields === null ? null : `**${documents.fields}**\n\n${fields}`,
    `**${documents.responses}**\n\n${responseTable(route, language)}`,
  )
}

/** The operations of a tag as Markdown. */
export const operationsText = (tag: Tag, routes: readonly Route[], language: Language): string =>
  paragraphs(
    `# ${wordsOf(language).documents.tags[tag]}`,
    wordsOf(language).documents.common('errors.md'),
    ...routes.filter((route) => route.tag === tag).map((route) => operation(route, language)),
  )
