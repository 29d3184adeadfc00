/** How JSON must be built: one description that is both printed as JSON Schema and held against values. */
export type Node =
  | { readonly type: 'string'; readonly values?: readonly string[]; readonly pattern?: RegExp }
  | { readonly type: 'number'; readonly min?: number; readonly max?: number; readonly whole?: boolean }
  | { readonly type: 'boolean' }
  | { readonly type: 'null' }
  | { readonly type: 'array'; readonly of: Node; readonly most: number; readonly least?: number }
  | {
      readonly type: 'object'
      readonly about?: string
      readonly has: Readonly<Record<string, Node>>
      readonly may?: Readonly<Record<string, Node>>
    }
  /** One of several; objects are told apart by their `kind` where they have one. */
  | { readonly type: 'either'; readonly of: readonly Node[] }
  | { readonly type: 'named'; readonly name: string }

export type Names = Readonly<Record<string, Node>>

export const toSchema = (node: Node): Record<string, unknown> => {
  switch (node.type) {
    case 'string':
      return {
        type: 'string',
        ...(node.values ? { enum: node.values } : {}),
        ...(node.pattern ? { pattern: node.pattern.source } : {}),
      }
    case 'number':
      return {
        type: node.whole ? 'integer' : 'number',
        ...(node.min === undefined ? {} : { minimum: node.min }),
        ...(node.max === undefined ? {} : { maximum: node.max }),
      }
    case 'boolean':
    case 'null':
      return { type: node.type }
    case 'array':
      return {
        type: 'array',
        items: toSchema(node.of),
        maxItems: node.most,
        ...(node.least ? { minItems: node.least } : {}),
      }
    case 'object':
      return {
        type: 'object',
        ...(node.about ? { description: node.about } : {}),
        properties: Object.fromEntries(
          Object.entries({ ...node.has, ...node.may }).map(([key, inner]) => [key, toSchema(inner)]),
        ),
        required: Object.keys(node.has),
        additionalProperties: false,
      }
    case 'either':
      return { anyOf: node.of.map(toSchema) }
    case 'named':
      return { $ref: `#/$defs/${node.name}` }
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const kindOf = (node: Node): string | undefined => {
  const kind = node.type === 'object' ? node.has.kind : undefined
  return kind?.type === 'string' ? kind.values?.join('|') : undefined
}

/** What is wrong with a value, each fault with its place; nothing where it fits. */
export function faultsOf(value: unknown, node: Node, names: Names, path = '$', depth = 0): string[] {
  if (depth > 40) return [`${path} is nested too deeply`]
  const inner = (next: unknown, of: Node, step: string) => faultsOf(next, of, names, `${path}${step}`, depth + 1)
  switch (node.type) {
    case 'string':
      if (typeof value !== 'string' || value.length > 200) return [`${path} must be a text`]
      if (node.values && !node.values.includes(value)) return [`${path} must be one of ${node.values.join(', ')}`]
      return node.pattern && !node.pattern.test(value) ? [`${path} must match ${node.pattern.source}`] : []
    case 'number':
      if (typeof value !== 'number' || !Number.isFinite(value)) return [`${path} must be a number`]
      if (node.whole && !Number.isInteger(value)) return [`${path} must be a whole number`]
      return (node.min !== undefined && value < node.min) || (node.max !== undefined && value > node.max)
        ? [`${path} must be from ${node.min} to ${node.max}`]
        : []
    case 'boolean':
      return typeof value === 'boolean' ? [] : [`${path} must be true or false`]
    case 'null':
      return value === null ? [] : [`${path} must be null`]
    case 'array':
      if (!Array.isArray(value)) return [`${path} must be a list`]
      if (value.length > node.most || value.length < (node.least ?? 0))
        return [`${path} must have ${node.least ?? 0} to ${node.most} items`]
      return value.flatMap((item, i) => inner(item, node.of, `[${i}]`))
    case 'object': {
      if (!isObject(value)) return [`${path} must be an object`]
      const known: Record<string, Node> = { ...node.has, ...node.may }
      return [
        ...Object.keys(value)
          .filter((key) => !Object.hasOwn(known, key))
          .map((key) => `${path} has an unknown property ${JSON.stringify(key.slice(0, 40))}`),
        ...Object.keys(node.has)
          .filter((key) => !Object.hasOwn(value, key))
          .map((key) => `${path} lacks ${key}`),
        ...Object.entries(value)
          .filter(([key, item]) => Object.hasOwn(known, key) && item !== undefined)
          .flatMap(([key, item]) => inner(item, known[key]!, `.${key}`)),
      ]
    }
    case 'named':
      return faultsOf(value, names[node.name]!, names, path, depth)
    case 'either': {
      const kind = isObject(value) && typeof value.kind === 'string' ? value.kind : undefined
      const kinds = node.of.flatMap((option) => {
        const resolved = option.type === 'named' ? names[option.name]! : option
        return kindOf(resolved) ? [{ kinds: kindOf(resolved)!, option }] : []
      })
      if (kind !== undefined && kinds.length > 0) {
        const match = kinds.find(({ kinds: own }) => own.split('|').includes(kind))
        if (!match) return [`${path}.kind must be one of ${kinds.map(({ kinds: own }) => own).join('|')}`]
        return faultsOf(value, match.option, names, path, depth + 1)
      }
      const tried = node.of.map((option) => faultsOf(value, option, names, path, depth + 1))
      return tried.some((faults) => faults.length === 0) ? [] : tried.reduce((a, b) => (b.length < a.length ? b : a))
    }
  }
}
