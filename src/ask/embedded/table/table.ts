import { catalogue } from '../../../catalogue/index.ts'
import type { Facts } from '../../facts.ts'
import type { Representation } from '../../representation.ts'
import { atomsOf } from '../atoms.ts'
import { rankOf } from '../subjects.ts'
import { createTrie } from '../trie.ts'
import type { Vocabulary } from '../vocabulary.ts'
import { commonEdges, type Piece, piecesOf } from './pieces.ts'
import { rowsOf } from './rows.ts'
import { everyday } from './when.ts'
import { bare, type Words, wordsOf } from './words.ts'

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
  // The registry's own label of one column weighs more than an everyday word for another.
  const labels = owns.filter(({ owns: [own] }) => own?.t === 'column' && own.label).length
  return (isNamed ? 0.5 : 0) + owns.reduce((sum, { text }) => sum + text.length, 0) + labels / 10
}

/** Titles as they stand in a question, so that most questions need not be read for them. */
const titles = createTrie<string>()
for (const { name, title } of catalogue) for (const text of [title.zh, title.en].map(bare)) titles.add(text, name)
const saysTitle = (question: string): boolean => {
  const texts = atomsOf(question).map(({ text }) => text)
  return texts.some((_, from) => titles.at(texts, from).length > 0)
}

/** What is borrowed to settle day trades is a small part of what is lent, and meant only where it is named. */
const isOfShortfall = (name: string): boolean => name === 'TaiwanStockDayTradingFee'
const shortfall = /當沖|沖銷|券差|day.?trad|shortfall|借券股數|shares borrowed/i

/** A table called by its title, and a column of it: nothing else can be meant. */
const isTitled = (pieces: readonly Piece[]): boolean =>
  pieces.some(({ own }) => own?.t === 'name' && own.title) && pieces.some(({ own }) => own?.t === 'column')

/** Of stocks over a time, which the everyday tables leave to the general way. */
const isOverTime = (pieces: readonly Piece[]): boolean =>
  pieces.some(({ sense }) => sense?.t === 'time' && !['latest', 'back', 'on'].includes(sense.time.window.kind)) &&
  pieces.some(({ sense }) => (sense?.t === 'entity' && sense.entity.subject === 'stock') || sense?.t === 'part')

/** Where tables are called alike, the list of all products comes before what is known of some of them. */
const placeOf = (name: string): number => {
  if (name === 'TaiwanFutureOptionTickRealtime') return rankOf(name) + 1
  return rankOf(name) - (name === 'TaiwanFutureOptionDailyTotalOverview' ? 0.5 : 0)
}

export type Tables = {
  /** Null where no table, or several as well, can be meant. */
  readonly read: (question: string) => Representation | null
  /** The same where a table is called by its title. */
  readonly titled: (question: string) => Representation | null
}

/** Reads questions by the words of one table alone: the one whose words cover the most of it. */
export function createTables(facts: Facts, vocabulary: Vocabulary): Tables {
  // Made when the first question needs them, as most do not.
  let tables: readonly Words[] | undefined
  const today = facts.calendar.newest('TaiwanStockPrice')
  const find = (question: string, only: (pieces: readonly Piece[]) => boolean): Representation | null => {
    tables ??= catalogue.filter(({ name }) => !elsewhere.has(name)).map((dataset) => wordsOf(dataset, facts))
    const atoms = atomsOf(question)
    const edges = commonEdges(atoms, vocabulary, today)
    const able = tables.flatMap((words): Found[] => {
      const pieces = piecesOf(question, atoms, edges, words)
      const isMeant = pieces && only(pieces) && !(isOfShortfall(words.dataset.name) && !shortfall.test(question))
      const weight = isMeant ? weightOf(pieces) : 0
      return pieces && weight > 0 ? [{ words, pieces, weight }] : []
    })
    const read = able.map((one) => ({ ...one, representation: rowsOf(one.words.dataset, one.pieces, facts) }))
    // What the everyday tables decline is not asked of one that happens to have a column of that name.
    const least = Math.max(
      0,
      ...read.flatMap(({ words, pieces, weight, representation }) =>
        !representation && everyday.has(words.dataset.name) && isOverTime(pieces) ? [weight] : [],
      ),
    )
    const found = read
      .flatMap((one) =>
        one.representation && one.weight > least ? [{ ...one, representation: one.representation }] : [],
      )
      .sort((a, b) => b.weight - a.weight || placeOf(a.words.dataset.name) - placeOf(b.words.dataset.name))
    const [first, second] = found
    if (!first) return null
    const isTied =
      second &&
      second.weight === first.weight &&
      placeOf(second.words.dataset.name) === placeOf(first.words.dataset.name)
    return isTied ? null : first.representation
  }
  return {
    read: (question) => find(question, () => true),
    titled: (question) => (saysTitle(question) ? find(question, isTitled) : null),
  }
}
