import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Facts } from '../facts.ts'
import { plainText } from './text.ts'

const linesOf = (file: string): string[] =>
  readFileSync(join(import.meta.dirname, file), 'utf8')
    .trimEnd()
    .split('\n')
/** The lines of a list of words, as texts are compared. */
export const wordsOf = (file: string): string[] => linesOf(file).map(plainText)
const rowsOf = (file: string): string[][] =>
  linesOf(file)
    .slice(1)
    .map((line) => line.split('\t'))

/** Names of what is no security: currencies, central banks, foreign shares, indices, industries, products. */
export const entities = rowsOf('entities.tsv').map(([kind = '', id = '', also = '']) => ({
  kind,
  id,
  also: also.split('|'),
}))

/** Names by which people know a security or an index besides its own, by id. */
export const nicknames: ReadonlyMap<string, readonly string[]> = new Map(
  rowsOf('nicknames.tsv').map(([id = '', also = '']) => [id, also.split('|')]),
)

/** Ways to say an industry beside its name in the registry: without 業 and 工業, and as a group of shares. */
export function* industries(securities: Facts['securities']): Iterable<[surface: string, value: string]> {
  for (const value of new Set(securities.flatMap(({ industry }) => (industry ? [industry] : [])))) {
    yield [value, value]
    const short = value.replace(/(工業|事業|類)$/, '').replace(/業$/, '')
    if (short.length < 2) continue
    for (const ending of ['', '業', '股', '類', '類股', '族群', '產業', '概念']) yield [short + ending, value]
  }
}
