import { simplify } from '../reader/simplified.ts'

/** The script that both scripts lead to. */
export const simplified = (text: string): string => text.replaceAll(/\p{Script=Han}/gu, simplify)

/** Pairs of Chinese characters and Latin words: what two texts can share without one holding the other. */
export function traitsOf(text: string): Set<string> {
  // P/E is a word.
  const latin = text.toLowerCase().replaceAll(/\b([a-z])\/([a-z])\b/g, '$1$2')
  // 10Y is a word, 2330 is none.
  const words = latin.match(/[a-z0-9]*[a-z][a-z0-9]*/g) ?? []
  const traits = new Set(words.filter(({ length }) => length > 1).map((word) => word.replace(/(?<=\w{3})s$/, '')))
  for (const run of simplified(text).match(/\p{Script=Han}+/gu) ?? [])
    for (let n = 0; n + 1 < run.length; n++) traits.add(run.slice(n, n + 2))
  return traits
}
