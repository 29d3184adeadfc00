import { tiers } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'

export type Schema = Readonly<Record<string, unknown>>

/** The key of a schema's name; a symbol, so that it is never printed. */
const nameKey = Symbol('name')

/** A schema that the document prints once under its name and refers to everywhere else. */
export const named = (name: string, schema: Schema): Schema => ({ ...schema, [nameKey]: name })

const nameOfSchema = (schema: object): string | undefined => (schema as { [nameKey]?: string })[nameKey]

export const refer = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

export const string = (description?: string): Schema => ({ type: 'string', ...(description ? { description } : {}) })
export const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description })
export const positive = (description: string): Schema => ({ type: 'integer', minimum: 1, description })
export const orNull = (type: string, description: string): Schema => ({ type: [type, 'null'], description })
export const oneOf = (values: readonly unknown[], description?: string): Schema => ({
  type: 'string',
  enum: values,
  ...(description ? { description } : {}),
})
export const listOf = (items: Schema, description?: string): Schema => ({
  type: 'array',
  items,
  ...(description ? { description } : {}),
})
export const day = (description: string): Schema => ({ type: 'string', format: 'date', description })
export const instant = (description: string): Schema => ({ type: 'string', format: 'date-time', description })
export const uri = (description?: string): Schema => ({ ...string(description), format: 'uri' })
/** The schema with null allowed beside its type. */
export const nullable = (schema: Schema): Schema => ({ ...schema, type: [schema.type, 'null'] })

export const tier = (description: string): Schema => oneOf(tiers, description)
export const datasetName = named('DatasetName', oneOf(catalogue.map(({ name }) => name)))

type Members = Readonly<Record<string, Schema>>

/**
 * An object that has exactly these properties today; one with a question mark after its name may be missing. Documents
 * show responses `opened`.
 */
export const exactly = (description: string, members: Members): Schema => ({
  type: 'object',
  description,
  required: Object.keys(members).filter((name) => !name.endsWith('?')),
  additionalProperties: false,
  properties: Object.fromEntries(Object.entries(members).map(([name, schema]) => [name.replace('?', ''), schema])),
})

/** A schema of a response without its bounds: the response may gain members. */
export const opened = <T>(node: T): T => {
  if (Array.isArray(node)) return node.map(opened) as T
  if (typeof node !== 'object' || node === null) return node
  const isBound = (key: string, value: unknown): boolean =>
    key === 'unevaluatedProperties' || key === 'propertyNames' || (key === 'additionalProperties' && value === false)
  return Object.fromEntries(
    Object.entries(node).flatMap(([key, value]) => (isBound(key, value) ? [] : [[key, opened(value)]])),
  ) as T
}

/** The members that a schema names, of a value that has them in camel case. */
export const inSnakeCase = (members: Members, value: object): Record<string, unknown> => {
  const known = value as Readonly<Record<string, unknown>>
  const camel = (name: string) => name.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
  return Object.fromEntries(Object.keys(members).map((name) => [name, known[camel(name)]]))
}

/** The same members, each of which may be missing. */
export const optionally = (members: Members): Members =>
  Object.fromEntries(Object.entries(members).map(([name, schema]) => [`${name}?`, schema]))

/** The same as a named schema. */
export const object = (name: string, ...parts: Parameters<typeof exactly>): Schema => named(name, exactly(...parts))

/** A JSON document with its named schemas moved to one place. */
export type Hoisted<T> = { readonly document: T; readonly schemas: Readonly<Record<string, Schema>> }

/** Moves every named schema out of a document and leaves references; two schemas of one name are an error. */
export function hoist<T>(document: T): Hoisted<T> {
  const schemas: Record<string, Schema> = {}
  const printed = new Map<string, string>()
  const walk = (node: unknown): unknown => {
    if (Array.isArray(node)) return node.map(walk)
    if (typeof node !== 'object' || node === null) return node
    const inner = Object.fromEntries(Object.entries(node).map(([key, value]) => [key, walk(value)]))
    const name = nameOfSchema(node)
    if (name === undefined) return inner
    const text = JSON.stringify(inner)
    if ((printed.get(name) ?? text) !== text) throw new Error(`two schemas have the name ${name}`)
    printed.set(name, text)
    schemas[name] = inner
    return refer(name)
  }
  return { document: walk(document) as T, schemas }
}
