import type { Representation } from '../src/ask/representation.ts'

export type Labelled = {
  readonly text: string
  readonly representation: Representation
  /** The name of the subject as it is written; null where the question has no name. */
  readonly name: string | null
}

const connectors = {
  zh: ['，還有', '，另外', '，順便', '，以及', '；', '，然後', '，再來', '、', '，也給我', '，同時附上'],
  en: [', and ', '; also ', ' plus ', ', then ', '. Also ', ' and ', ', together with '],
}
const pronouns = { zh: ['它', '', '同一檔', '這檔'], en: ['it', 'the same one', 'that one', ''] }

const isChinese = (text: string): boolean => /[\u4e00-\u9fff]/.test(text)

/** Questions that differ in what they ask for alone have the same key; null where more than that may differ. */
function keyOf({ text, representation, name }: Labelled): string | null {
  const { shape, dataset, when, universe, where, by, order, limit } = representation
  if (shape !== 'entities' && shape !== 'series') return null
  if (where.length + by.length + order.length > 0 || limit !== null) return null
  const { ids } = universe
  if (ids ? ids.length !== 1 || name === null || Object.keys(universe).length > 1 : name !== null) return null
  return JSON.stringify([isChinese(text), shape, dataset, when, ids ? 'one' : universe])
}

/**
 * Two questions about one subject as one: people ask for several things at once, and the model learns from such pairs
 * not to stop after the first.
 */
export function joined(
  questions: readonly Labelled[],
  random: () => number,
  most: number,
): { text: string; representation: Representation }[] {
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)]!
  const groups = [...Map.groupBy(questions, keyOf).entries()].flatMap(([key, own]) =>
    key && own.length > 1 ? [own] : [],
  )
  const weights = groups.map((own) => Math.min(own.length, 60))
  const total = weights.reduce((sum, one) => sum + one, 0)
  const found: { text: string; representation: Representation }[] = []
  for (const [at, own] of groups.entries())
    for (let n = 0; n < Math.ceil((most * weights[at]!) / total); n++) {
      const [first, second] = [pick(own), pick(own)]
      const select = [...first.representation.select, ...second.representation.select] as readonly object[]
      const measures = select.map((output) => JSON.stringify({ ...output, as: null }))
      if (select.length > 4 || new Set(measures).size < measures.length) continue
      const language = isChinese(first.text) ? 'zh' : 'en'
      const repeated = random() < 0.3 ? first.name : pick(pronouns[language])
      const later = second.name === null ? second.text : second.text.replace(second.name, repeated ?? '')
      found.push({
        text: `${first.text.replace(/[\s?？。.!！～~]+$/u, '')}${pick(connectors[language])}${later}`,
        representation: {
          ...first.representation,
          select: select.map((output, place) => ({ ...output, as: `value_${place + 1}` })),
        } as unknown as Representation,
      })
    }
  return found
}
