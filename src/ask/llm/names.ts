import type { Facts } from '../facts.ts'

/** A name that stands in a question, and the id the data knows it by. */
export type Known = { readonly text: string; readonly id: string; readonly dataset: string }

const most = 20

/** Names of the data that the question itself uses, the longest first where they overlap; no other row leaves the house. */
export function namesIn(question: string, { securities, named }: Facts): readonly Known[] {
  const all: Known[] = [
    ...securities.map(({ id, name }) => ({ text: name, id, dataset: 'TaiwanStockOverview' })),
    ...Object.entries(named).flatMap(([dataset, list]) => list.map(({ id, name }) => ({ text: name, id, dataset }))),
  ]
  let rest = question
  const found: Known[] = []
  for (const known of all.filter(({ text }) => text.length > 1).sort((a, b) => b.text.length - a.text.length)) {
    if (!rest.includes(known.text)) {
      // The same name in another dataset is another thing.
      if (found.some(({ text }) => text === known.text)) found.push(known)
      continue
    }
    found.push(known)
    rest = rest.replaceAll(known.text, ' ')
  }
  return found.slice(0, most)
}
