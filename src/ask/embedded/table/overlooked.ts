import { columnsOf } from '../../../catalogue/dataset.ts'
import { catalogue } from '../../../catalogue/index.ts'
import type { Facts } from '../../facts.ts'
import type { Representation, Scalar } from '../../representation.ts'
import { atomsOf, textOf } from '../atoms.ts'
import { createTrie, type Trie } from '../trie.ts'
import { englishTexts, valueWords } from './called.ts'

/** Kinds of rows that a table is also called by: 反分割 names the table of all splits. */
const kinds = new Set(['split_type', 'bond_kind', 'warrant_type', 'transaction_type'])

/** Finds a value of the table that was read, which the question names and the reading leaves out. */
export function createOverlooked(
  facts: Pick<Facts, 'texts'>,
): (question: string, representation: Representation) => string | null {
  const tries = new Map<string, Trie<Scalar>>()
  for (const dataset of catalogue) {
    const trie = createTrie<Scalar>()
    for (const [column] of columnsOf(dataset)) {
      const texts = facts.texts[`${dataset.name}.${column}`] ?? []
      for (const text of texts) trie.add(text, text)
      for (const [list, text] of englishTexts)
        if (texts.includes(text)) for (const word of list.split('|')) trie.add(word, text)
      if (!kinds.has(column)) continue
      for (const [list, of, [is]] of valueWords)
        if (of === column && is !== undefined) for (const word of list.split('|')) trie.add(word, is)
    }
    tries.set(dataset.name, trie)
  }
  return (question, representation) => {
    const trie = tries.get(representation.dataset)
    if (!trie) return null
    const atoms = atomsOf(question)
    const texts = atoms.map(({ text }) => text)
    const told = JSON.stringify(representation)
    for (let from = 0; from < atoms.length; from++) {
      const [longest] = trie.at(texts, from)
      if (!longest) continue
      if (!longest.values.some((value) => told.includes(JSON.stringify(value))))
        return textOf(question, atoms.slice(from, longest.next))
      from = longest.next - 1
    }
    return null
  }
}
