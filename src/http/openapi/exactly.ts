import type { Schema } from './rows.ts'

export const refer = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` })

export const string = (description?: string): Schema => ({ type: 'string', ...(description ? { description } : {}) })
export const count = (description: string): Schema => ({ type: 'integer', minimum: 0, description })
export const orNull = (type: string, description: string): Schema => ({ type: [type, 'null'], description })

/** An object that has exactly these properties, all of them unless `optional` says otherwise. */
export const exactly = (
  properties: Readonly<Record<string, Schema>>,
  description: string,
  optional: readonly string[] = [],
): Schema => ({
  type: 'object',
  description,
  required: Object.keys(properties).filter((name) => !optional.includes(name)),
  additionalProperties: false,
  properties,
})
