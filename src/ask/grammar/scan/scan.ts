import { atomsOf, textOf } from '../atoms.ts'
import type { Sense, Token } from '../senses.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { patternsAt } from './patterns.ts'

const unknown = 12

/** A dataset's title is what is meant only where no shorter words are. */
const weigh = (senses: readonly Sense[]): number => {
  if (senses.every(({ t }) => t === 'filler')) return 1.05
  return senses.every(({ t }) => t === 'dataset') ? 2.6 : 1
}

/** Covers the question with as few known pieces as can be; what no piece covers is left as unknown tokens. */
export function scan(question: string, vocabulary: Vocabulary, today: string): { tokens: Token[]; unknown: Token[] } {
  const atoms = atomsOf(question)
  const texts = atoms.map(({ text }) => text)
  const edges: Map<number, Sense[]>[] = atoms.map((_, from) => {
    const at = new Map<number, Sense[]>()
    const add = (next: number, sense: Sense): void => {
      const senses = at.get(next) ?? []
      senses.push(sense)
      at.set(next, senses)
    }
    for (const { next, sense } of patternsAt(atoms, from, today)) add(next, sense)
    for (const { next, values } of vocabulary.trie.at(texts, from)) for (const sense of values) add(next, sense)
    return at
  })
  const cost = new Array<number>(atoms.length + 1).fill(Number.POSITIVE_INFINITY)
  const step = new Array<number>(atoms.length + 1).fill(-1)
  cost[atoms.length] = 0
  for (let from = atoms.length - 1; from >= 0; from--) {
    cost[from] = unknown + cost[from + 1]!
    step[from] = from + 1
    for (const [next, senses] of edges[from]!) {
      const total = weigh(senses) + cost[next]!
      if (total < cost[from]! || (total === cost[from]! && next > step[from]!)) {
        cost[from] = total
        step[from] = next
      }
    }
  }
  const tokens: Token[] = []
  const missed: Token[] = []
  for (let from = 0; from < atoms.length; ) {
    const next = step[from]!
    const senses = edges[from]!.get(next) ?? []
    const token: Token = { from, to: next, text: textOf(question, atoms.slice(from, next)), senses }
    if (senses.length > 0) tokens.push(token)
    else {
      const last = missed.at(-1)
      if (last && last.to === from)
        missed[missed.length - 1] = { ...last, to: next, text: textOf(question, atoms.slice(last.from, next)) }
      else missed.push(token)
    }
    from = next
  }
  return { tokens, unknown: missed }
}
