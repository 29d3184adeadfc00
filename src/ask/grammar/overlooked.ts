import { columnsOf } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import type { Facts } from '../facts.ts'
import type { Representation, Scalar } from '../representation.ts'
import { atomsOf, textOf } from './atoms.ts'
import { createTrie, type Trie } from './trie.ts'

/** Words for kinds of rows that a table is also called by: 反分割 names the table of all splits. */
const kinds: readonly (readonly [words: string, column: string, is: string])[] = [
  ['牛證|牛|bull|bull certificate|bull warrant', 'warrant_type', 'bull'],
  ['熊證|熊|bear|bear certificate|bear warrant', 'warrant_type', 'bear'],
  ['認購權證|認購|call warrant|call', 'warrant_type', 'call'],
  ['認售權證|認售|put warrant|put', 'warrant_type', 'put'],
  ['交換|交換債|交換公司債|exchangeable|exchangeable bond', 'bond_kind', 'exchangeable'],
  ['轉換公司債', 'bond_kind', 'convertible'],
  ['反分割|reverse split|reverse-split', 'split_type', 'reverse_split'],
]

/** English words for texts that the exchanges print in Chinese alone. */
const englishTexts: readonly (readonly [words: string, text: string])[] = [
  ['annual general meeting|annual meeting|agm|annual shareholders meeting|general meeting', '股東常會'],
  ['extraordinary general meeting|extraordinary meeting|egm', '股東臨時會'],
  ['ex-dividend', '除息'],
  ['ex-right', '除權'],
  ['cash return|cash refund|returning cash|return of capital|cash capital reduction', '退還股款'],
  [
    'offsetting losses|offset losses|covering losses|cover losses|making up losses|loss offset|to offset losses|to cover losses',
    '彌補虧損',
  ],
  ['paired|paired trade|matched|matched trade|pair trade', '配對交易'],
  ['現金減資|辦理現金減資', '退還股款'],
]

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
      for (const [list, of, is] of kinds) if (of === column) for (const word of list.split('|')) trie.add(word, is)
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
