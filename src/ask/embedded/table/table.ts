import { catalogue } from '../../../catalogue/index.ts'
import type { Facts } from '../../facts.ts'
import type { Representation } from '../../representation.ts'
import { atomsOf } from '../atoms.ts'
import { rankOf } from '../subjects.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { commonEdges, type Piece, piecesOf } from './pieces.ts'
import { rowsOf } from './rows.ts'
import { type Words, wordsOf } from './words.ts'

/** The statements have accounts instead of columns. */
const elsewhere = new Set(['TaiwanStockFinancialStatement', 'TaiwanStockBalanceSheet', 'TaiwanStockCashFlowsStatement'])

type Found = { readonly words: Words; readonly pieces: readonly Piece[]; readonly weight: number }

/** How much of a question is of this table rather than of any. */
function weightOf(pieces: readonly Piece[]): number {
  const owns = pieces.flatMap((piece) => (piece.own ? [{ text: piece.text, owns: piece.owns }] : []))
  if (!owns.some(({ owns: [own] }) => own && own.t !== 'head' && own.t !== 'dated')) return 0
  const isNamed = owns.some(({ owns: list }) =>
    list.some((own) => own.t === 'name' || (own.t === 'column' && own.names)),
  )
  return (isNamed ? 1000 : 0) + owns.reduce((sum, { text }) => sum + text.length, 0)
}

/** Reads questions by the words of one table alone: the one whose words cover the most of it. */
export function createTables(facts: Facts, vocabulary: Vocabulary): (question: string) => Representation | null {
  // Made when the first question needs them, as most do not.
  let tables: readonly Words[] | undefined
  const today = facts.calendar.newest('TaiwanStockPrice')
  return (question) => {
    tables ??= catalogue.filter(({ name }) => !elsewhere.has(name)).map((dataset) => wordsOf(dataset, facts))
    const atoms = atomsOf(question)
    const edges = commonEdges(atoms, vocabulary, today)
    const found = tables
      .flatMap((words): Found[] => {
        const pieces = piecesOf(question, atoms, edges, words)
        const weight = pieces ? weightOf(pieces) : 0
        return pieces && weight > 0 ? [{ words, pieces, weight }] : []
      })
      .flatMap((one) => {
        const representation = rowsOf(one.words.dataset, one.pieces, facts)
        return representation ? [{ ...one, representation }] : []
      })
      .sort((a, b) => b.weight - a.weight || rankOf(a.words.dataset.name) - rankOf(b.words.dataset.name))
    const [first, second] = found
    if (!first) return null
    const isTied =
      second && second.weight === first.weight && rankOf(second.words.dataset.name) === rankOf(first.words.dataset.name)
    return isTied ? null : first.representation
  }
}
