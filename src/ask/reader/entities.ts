import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Names of what is no security: currencies, central banks, foreign shares, indices, industries, products. */
export type Entity = { readonly kind: string; readonly id: string; readonly also: readonly string[] }

export const entities: readonly Entity[] = readFileSync(join(import.meta.dirname, 'entities.tsv'), 'utf8')
  .trimEnd()
  .split('\n')
  .slice(1)
  .map((line) => line.split('\t') as [string, string, string])
  .map(([kind, id, also]) => ({ kind, id, also: also.split('|') }))
