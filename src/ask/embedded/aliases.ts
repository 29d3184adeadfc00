import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** Names by which people know a security or an index besides its own, by id. */
export const aliases: ReadonlyMap<string, readonly string[]> = new Map(
  readFileSync(join(import.meta.dirname, 'aliases.tsv'), 'utf8')
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t') as [string, string])
    .map(([id, also]) => [id, also.split('|')]),
)
