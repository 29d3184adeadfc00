/** The part of JSON Schema that describes a representation: one description is both shown to models and held against values. */
export type Schema =
  | { readonly type: 'string'; readonly enum?: readonly string[]; readonly pattern?: string }
  | { readonly type: 'integer' | 'number'; readonly minimum?: number; readonly maximum?: number }
  | { readonly type: 'boolean' }
  | { readonly type: 'null' }
  | { readonly type: 'array'; readonly items: Schema; readonly maxItems: number; readonly minItems?: number }
  | {
      readonly type: 'object'
      readonly description?: string
      readonly properties: Readonly<Record<string, Schema>>
      readonly required: readonly string[]
      readonly additionalProperties: false
    }
  /** Objects of several kinds are told apart by their `kind`. */
  | { readonly anyOf: readonly Schema[] }
  | { readonly $ref: string }

export type Definitions = Readonly<Record<string, Schema>>

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** What is wrong with a value, each fault with its place; nothing where it fits. */
export function faultsOf(value: unknown, schema: Schema, defs: Definitions, path = '$', depth = 0): string[] {
  if (depth > 40) return [`${path} is nested too deeply`]
  const inner = (next: unknown, of: Schema, step = '') => faultsOf(next, of, defs, `${path}${step}`, depth + 1)
  const resolved = (of: Schema): Schema => ('$ref' in of ? defs[of.$ref.slice('#/$defs/'.length)]! : of)
  const kindsOf = (of: Schema): readonly string[] => {
    const own = resolved(of)
    const kind = 'type' in own && own.type === 'object' ? own.properties.kind : undefined
    return kind && 'enum' in kind ? (kind.enum ?? []) : []
  }
  if ('$ref' in schema) return faultsOf(value, resolved(schema), defs, path, depth)
  if ('anyOf' in schema) {
    const kinds = schema.anyOf.flatMap(kindsOf)
    if (isObject(value) && typeof value.kind === 'string' && kinds.length > 0) {
      const { kind } = value
      const match = schema.anyOf.find((option) => kindsOf(option).includes(kind as string))
      return match ? inner(value, match) : [`${path}.kind must be one of ${kinds.join('|')}`]
    }
    const tried = schema.anyOf.map((option) => inner(value, option))
    return tried.some((faults) => faults.length === 0) ? [] : tried.reduce((a, b) => (b.length < a.length ? b : a))
  }
  switch (schema.type) {
    case 'string':
      if (typeof value !== 'string' || value.length > 200) return [`${path} must be a text`]
      if (schema.enum && !schema.enum.includes(value)) return [`${path} must be one of ${schema.enum.join(', ')}`]
      return schema.pattern && !new RegExp(schema.pattern).test(value) ? [`${path} must match ${schema.pattern}`] : []
    case 'integer':
    case 'number': {
      if (typeof value !== 'number' || !Number.isFinite(value)) return [`${path} must be a number`]
      if (schema.type === 'integer' && !Number.isInteger(value)) return [`${path} must be a whole number`]
      const { minimum = Number.NEGATIVE_INFINITY, maximum = Number.POSITIVE_INFINITY } = schema
      return value < minimum || value > maximum ? [`${path} must be from ${minimum} to ${maximum}`] : []
    }
    case 'boolean':
      return typeof value === 'boolean' ? [] : [`${path} must be true or false`]
    case 'null':
      return value === null ? [] : [`${path} must be null`]
    case 'array': {
      const { items, maxItems, minItems = 0 } = schema
      if (!Array.isArray(value)) return [`${path} must be a list`]
      if (value.length > maxItems || value.length < minItems)
        return [`${path} must have ${minItems} to ${maxItems} items`]
      return value.flatMap((item, i) => inner(item, items, `[${i}]`))
    }
    case 'object': {
      if (!isObject(value)) return [`${path} must be an object`]
      const { properties, required } = schema
      const isKnown = (key: string): boolean => Object.hasOwn(properties, key)
      const unknown = Object.keys(value).filter((key) => !isKnown(key))
      return [
        ...unknown.map((key) => `${path} has an unknown property ${JSON.stringify(key.slice(0, 40))}`),
        ...required.filter((key) => !Object.hasOwn(value, key)).map((key) => `${path} lacks ${key}`),
        ...Object.entries(value)
          .filter(([key, item]) => isKnown(key) && item !== undefined)
          .flatMap(([key, item]) => inner(item, properties[key]!, `.${key}`)),
      ]
    }
  }
}
