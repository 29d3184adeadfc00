import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** What is compared with the corpus: words of letters, and pairs of Chinese characters; marks are neither. */
export function wordsAndPairs(words: readonly string[]): ReadonlySet<string> {
  const isHan = (word: string | undefined): boolean => word !== undefined && /^\p{Script=Han}$/u.test(word)
  const latin = words.filter((word) => /^[a-z]{2,}$/.test(word))
  const pairs = words.flatMap((word, at) => (isHan(word) && isHan(words[at + 1]) ? [word + words[at + 1]] : []))
  return new Set([...latin, ...pairs])
}

/** How many of the corpus' questions must have a word so that it is one of its usual ones. */
export const leastOften = 4

/** Those that at least so many questions have, and those that fewer have; `training/words.ts` writes them. */
const [often, seldom] = readFileSync(join(import.meta.dirname, 'words.txt'), 'utf8')
  .split('\n')
  .map((line) => new Set(line.split(' '))) as [Set<string>, Set<string>]

/** How many words of a question the models have never, or seldom, seen: what they make of them is a guess. */
export function unseenIn(words: readonly string[]): { readonly never: number; readonly seldom: number } {
  const rare = [...wordsAndPairs(words)].filter((one) => !often.has(one))
  return { never: rare.filter((one) => !seldom.has(one)).length, seldom: rare.length }
}
