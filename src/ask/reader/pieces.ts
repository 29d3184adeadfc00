/** The words a model knows; a word of letters that it does not know is divided into pieces that it knows. */
export type Vocabulary = { readonly ids: ReadonlyMap<string, number>; readonly words: readonly string[] }

/** The numbers of the first words; 0 fills the room behind a question. */
export const [begin, end] = [1, 2]
const unknown = 3
export const marks = ['<pad>', '<s>', '</s>', '<unk>']

export const vocabularyOf = (words: readonly string[]): Vocabulary => ({
  words,
  ids: new Map(words.map((word, index) => [word, index])),
})

const longestPiece = 6

/** The numbers of the words; the longest known piece first, and pieces after the first marked as such. */
export function idsOf(words: readonly string[], { ids }: Vocabulary): number[] {
  const found: number[] = []
  for (const word of words) {
    const whole = ids.get(word)
    if (whole !== undefined) found.push(whole)
    else if (!/^[a-z]{2,}$/.test(word)) found.push(unknown)
    else
      for (let at = 0; at < word.length; ) {
        let size = Math.min(longestPiece, word.length - at)
        const mark = at === 0 ? '' : '##'
        while (size > 1 && !ids.has(mark + word.slice(at, at + size))) size--
        found.push(ids.get(mark + word.slice(at, at + size)) ?? unknown)
        at += size
      }
  }
  return found
}

/** The vocabulary of a corpus: words that stand often enough, and pieces of all words of letters. */
export function learnVocabulary(lines: Iterable<readonly string[]>, least: number, pieces: number): string[] {
  const counts = new Map<string, number>()
  for (const words of lines) for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1)
  const parts = new Map<string, number>()
  for (const [word, n] of counts)
    if (/^[a-z]{2,}$/.test(word))
      for (let at = 0; at < word.length; at++)
        for (let size = 2; size <= longestPiece && at + size <= word.length; size++) {
          const part = (at === 0 ? '' : '##') + word.slice(at, at + size)
          parts.set(part, (parts.get(part) ?? 0) + Math.min(n, 5) * (size - 1))
        }
  const letters = [...'abcdefghijklmnopqrstuvwxyz'].flatMap((letter) => [letter, `##${letter}`])
  const kept = [...counts].filter(([word, n]) => n >= least || word.startsWith('<')).map(([word]) => word)
  const often = [...parts].sort((a, b) => b[1] - a[1] || (a[0] < b[0] ? -1 : 1)).slice(0, pieces)
  return [...marks, ...new Set([...letters, ...kept.sort(), ...often.map(([part]) => part)])]
}
