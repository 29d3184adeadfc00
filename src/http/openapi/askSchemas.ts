import { representationSchema } from '../../ask/schema.ts'
import { count, exactly, refer, string } from './exactly.ts'
import type { Schema } from './rows.ts'

const { $schema, $defs, title, ...representation } = representationSchema as Schema & {
  readonly $defs: Readonly<Record<string, Schema>>
}

/** A part of the representation under its name in this document: `measure` is `AskMeasure`. */
const nameOf = (part: string): string => `Ask${part[0]!.toUpperCase()}${part.slice(1)}`

/** The schema with its inner references led to where the parts stand here. */
const led = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(led)
  if (typeof node !== 'object' || node === null) return node
  return Object.fromEntries(
    Object.entries(node).map(([key, inner]) =>
      key === '$ref' ? [key, refer(nameOf(String(inner).split('/').at(-1)!)).$ref] : [key, led(inner)],
    ),
  )
}

const question = string('The question, as it was asked')
const engine: Schema = {
  type: 'string',
  pattern: '^(embedded/\\d+|llm/(openai|anthropic)/.+)$',
  description: 'What translated the question',
}
const sql = string('The SQL; comments at its head tell the reading: names, dates, defaults')

/** The bodies of questions. */
export const askSchemas: Readonly<Record<string, Schema>> = {
  AskResult: exactly(
    {
      question,
      sql,
      engine,
      count: count('Number of rows in data'),
      data: {
        type: 'array',
        items: {
          type: 'object',
          additionalProperties: { type: ['string', 'number', 'boolean', 'null'] },
          description: 'Columns as the SQL names them; decimals and dates as in GET /v1/data',
        },
      },
    },
    'Answer of POST /v1/ask',
  ),
  AskExplanation: exactly(
    { question, engine, representation: refer('AskRepresentation'), sql },
    'Answer of POST /v1/ask/explain',
  ),
  AskRepresentation: led(representation) as Schema,
  ...Object.fromEntries(Object.entries($defs).map(([name, part]) => [nameOf(name), led(part) as Schema])),
}
