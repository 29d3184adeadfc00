/** Finds datasets by words of either language, on the server and while a reader types. */

/** A dataset by its name, title and tier, with every text by which it is found, in lower case. */
export type Entry = { readonly name: string; readonly title: string; readonly tier: string; readonly words: string }

const wordsOf = (text: string): readonly string[] => text.toLowerCase().trim().split(/\s+/).filter(Boolean)

/** True where a text holds every word that is looked for. */
export const holds = (text: string, wanted: string): boolean => wordsOf(wanted).every((word) => text.includes(word))

/** Entries that hold every word; those with the first word in name or title come first. */
export function findEntries(entries: readonly Entry[], text: string): readonly Entry[] {
  const [first] = wordsOf(text)
  if (first === undefined) return []
  const isTitled = ({ name, title }: Entry): boolean => `${name} ${title}`.toLowerCase().includes(first)
  const found = entries.filter(({ words }) => holds(words, text))
  return [...found.filter(isTitled), ...found.filter((entry) => !isTitled(entry))]
}
