/** Edits between two words: letters added, dropped, changed or swapped with their neighbour. */
export function distance(a: string, b: string): number {
  let before: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const row = [i]
    for (let j = 1; j <= b.length; j++) {
      const change = last[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      let best = Math.min(change, last[j]! + 1, row[j - 1]! + 1)
      if (i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) best = Math.min(best, before[j - 2]! + 1)
      row.push(best)
    }
    before = last
    last = row
  }
  return last[b.length]!
}

/** The most edits from a word for which another is near. */
const mostEdits = (word: string): number => Math.max(1, Math.floor(word.length / 3))

/** The known words nearest to a mistaken one, best first; none where nothing is near. */
export const nearest = (word: string, known: readonly string[], most = 3): string[] => {
  const given = word.slice(0, 80).toLowerCase()
  return known
    .flatMap((name) => {
      const lower = name.toLowerCase()
      const most = mostEdits(name)
      if (lower.includes(given) && given.length > 3) return [{ name, score: 1 }]
      // Each letter by which one is longer is an edit.
      if (Math.abs(lower.length - given.length) > most) return []
      const score = distance(given, lower)
      return score <= most ? [{ name, score }] : []
    })
    .sort((a, b) => a.score - b.score || (a.name < b.name ? -1 : 1))
    .slice(0, most)
    .map(({ name }) => name)
}
