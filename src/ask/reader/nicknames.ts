import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const text = readFileSync(join(import.meta.dirname, 'nicknames.tsv'), 'utf8')

/** Names by which people know a security or an index besides its own, by id. */
export const nicknames: ReadonlyMap<string, readonly string[]> = new Map(
  text
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t') as [string, string])
    .map(([id, also]) => [id, also.split('|')]),
)
