import type { Definitions, Schema } from '../structure.ts'

const title = (name: string): string => name[0]!.toUpperCase() + name.slice(1)

/**
 * Prints a JSON Schema as types, the way a programmer would write them: a fifth of the length, and models read it
 * better. `names` stand for long lists that are told elsewhere.
 */
export function typesOf(root: Schema, $defs: Definitions, names: Readonly<Record<string, readonly string[]>>): string {
  const print = (schema: Schema): string => {
    if ('$ref' in schema) return title(schema.$ref.split('/').at(-1)!)
    if ('anyOf' in schema) return schema.anyOf.map(print).join(' | ')
    switch (schema.type) {
      case 'string': {
        const list = schema.enum
        if (!list) return 'string'
        const known = Object.keys(names).find((name) => names[name]!.join() === list.join())
        return known ?? list.map((value) => JSON.stringify(value)).join(' | ')
      }
      case 'array': {
        const inner = print(schema.items)
        return `${inner.includes(' | ') ? `(${inner})` : inner}[]${schema.minItems ? ' /* not empty */' : ''}`
      }
      case 'object': {
        const fields = Object.entries(schema.properties).map(
          ([name, part]) => `${name}${schema.required.includes(name) ? '' : '?'}: ${print(part)}`,
        )
        return `{ ${fields.join('; ')} }${schema.description ? ` /* ${schema.description} */` : ''}`
      }
      case 'integer':
        return `integer /* ${schema.minimum}..${schema.maximum} */`
      default:
        return schema.type
    }
  }
  const parts = Object.entries($defs).map(([name, part]) => `type ${title(name)} = ${print(part)}`)
  return [`type Representation = ${print(root)}`, ...parts].join('\n')
}
