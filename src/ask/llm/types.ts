import { isObject, type Json } from './protocol.ts'

/**
 * Prints a JSON Schema as types, the way a programmer would write them: a fifth of the length, and models read it
 * better. `names` stand for long lists that are told elsewhere.
 */
export function typesOf(schema: Json, names: Readonly<Record<string, readonly string[]>>): string {
  const { $defs, ...root } = schema
  const parts = Object.entries(isObject($defs) ? $defs : {}).map(
    ([name, part]) => `type ${title(name)} = ${print(part)}`,
  )
  return [`type Representation = ${print(root)}`, ...parts].join('\n')

  function print(part: unknown): string {
    if (!isObject(part)) return 'unknown'
    if (typeof part.$ref === 'string') return title(part.$ref.split('/').at(-1)!)
    if (Array.isArray(part.anyOf)) return part.anyOf.map(print).join(' | ')
    if (Array.isArray(part.enum)) {
      const known = Object.entries(names).find(([, list]) => list.join() === (part.enum as string[]).join())
      return known ? known[0] : part.enum.map((value) => JSON.stringify(value)).join(' | ')
    }
    if (part.type === 'array') {
      const inner = print(part.items)
      return `${inner.includes(' | ') ? `(${inner})` : inner}[]${part.minItems ? ' /* not empty */' : ''}`
    }
    if (part.type === 'object') return printObject(part)
    if (part.type === 'integer') return `integer /* ${part.minimum}..${part.maximum} */`
    return String(part.type)
  }

  function printObject({ properties, required, description }: Json): string {
    const fields = Object.entries(isObject(properties) ? properties : {}).map(
      ([name, part]) => `${name}${(required as string[]).includes(name) ? '' : '?'}: ${print(part)}`,
    )
    return `{ ${fields.join('; ')} }${description ? ` /* ${description} */` : ''}`
  }
}

const title = (name: string): string => name[0]!.toUpperCase() + name.slice(1)
