import { type Atom, textOf } from '../atoms.ts'
import { any, count, either, maybe, type Pattern, seq } from '../match.ts'
import { patternsAt } from '../scan/patterns.ts'
import type { Kind, Sense } from '../senses.ts'
import { timeAt } from '../time/timeAt.ts'
import type { Vocabulary } from '../vocabulary.ts'
import type { Own, Words } from './words.ts'

/** The shapes of words that only rows have: how many of the newest, at what time of the day, that many. */
type Said =
  | { readonly t: 'recent'; readonly n: number }
  | { readonly t: 'clock'; readonly time: string }
  | { readonly t: 'pieces'; readonly n: number }
  | { readonly t: 'single' }
  | { readonly t: 'times' }
  /** From one to another. */
  | { readonly t: 'became' }
  /** Words that only lead to the next one. */
  | { readonly t: 'link' }

/** A stretch of the question with what it means in a table. */
export type Piece = { readonly text: string } & (
  | {
      readonly own: Own
      /** Everything the words may mean in the table. */
      readonly owns: readonly Own[]
      readonly sense?: undefined
      readonly said?: undefined
    }
  | { readonly sense: Sense; readonly more: readonly Sense[]; readonly own?: undefined; readonly said?: undefined }
  | { readonly said: Said; readonly own?: undefined; readonly sense?: undefined }
)

type Edge = { readonly next: number; readonly cost: number; readonly piece: Omit<Piece, 'text'> }

/** What words of no table may mean beside the words of one, likeliest first. */
const common: readonly Kind[] = [
  'entity',
  'time',
  'range',
  'quantity',
  'rank',
  'number',
  'fold',
  'how_many',
  'how_many_days',
  'most',
  'compare',
  'sorted',
  'in',
  'part',
  'contract',
  'not',
  'both',
  'each',
  'daily',
  'noun',
  'or',
  'join',
  'ask',
  'filler',
]

const recent = either(
  seq(any('最近|近|過去|最新|前'), count('n', 2, 200), any('次|筆|則|回|件|檔')),
  seq(any('last|latest|past|most recent|recent'), count('n', 2, 200), maybe(any('time|of them'))),
)
const several = seq(count('n', 1, 1000), any('筆|則|次|件|項|個|row|record|item|loan|bond|warrant|trade|deal'))
const singly = any(
  '哪一筆|哪一次|哪一則|哪一檔|哪一家|which stock it was|which stock it is|which one it was|which one is it|which single',
)
const became = any('改成|改為|變成|變為|變更為|變更成|changed from|change from')
const link = any(
  '因為|因|由於|而被|而|changed|原因為|due to|because of|because|owing to|state|stated|as of|被|hit|reach|reached|做|辦理|整週|分鐘|minute',
)
const often = any('次數|幾次|多少次|how many times|how often|most often|number of times|times')

/** 13:30, 13:30:00, 下午一點半 is left out. */
const clock = (atoms: readonly Atom[], from: number): { next: number; time: string } | null => {
  const [hour, colon, minute, again, second] = atoms.slice(from, from + 5)
  if (hour?.kind !== 'number' || colon?.text !== ':' || minute?.kind !== 'number') return null
  if (!/^\d{1,2}$/.test(hour.text) || !/^\d{2}$/.test(minute.text)) return null
  const whole = again?.text === ':' && second?.kind === 'number' && /^\d{2}$/.test(second.text)
  return {
    next: from + (whole ? 5 : 3),
    time: `${hour.text.padStart(2, '0')}:${minute.text}:${whole ? second.text : '00'}`,
  }
}

/** What every table reads alike, found once for all of them. */
export function commonEdges(atoms: readonly Atom[], vocabulary: Vocabulary, today: string): Edge[][] {
  const texts = atoms.map(({ text }) => text)
  return atoms.map((_, from) => {
    const senses = new Map<number, Sense[]>()
    const add = (next: number, sense: Sense): void => {
      if (common.includes(sense.t)) senses.set(next, [...(senses.get(next) ?? []), sense])
    }
    for (const { next, sense } of patternsAt(atoms, from, today)) {
      add(next, sense)
      // 最新十年線 is the newest ten-year line: a shorter time may be meant where the rest is another word.
      if (sense.t === 'time' && next - from > 2)
        for (const length of [1, 2]) {
          const shorter = timeAt(atoms.slice(0, from + length), from, today)
          if (shorter) add(shorter.next, { t: 'time', time: shorter.time })
        }
    }
    for (const { next, values } of vocabulary.trie.at(texts, from)) for (const sense of values) add(next, sense)
    const edges: Edge[] = [...senses].map(([next, found]) => {
      const sorted = [...found].sort((a, b) => common.indexOf(a.t) - common.indexOf(b.t))
      const [sense, ...more] = sorted as [Sense, ...Sense[]]
      return { next, cost: sense.t === 'filler' ? 1.05 : 1, piece: { sense, more } as Omit<Piece, 'text'> }
    })
    const say = (pattern: Pattern, mean: (n: number) => Said): void => {
      const found = pattern(atoms, from)
      if (found)
        edges.push({ next: found.next, cost: 0.95, piece: { said: mean(Number(found.got.n)) } as Omit<Piece, 'text'> })
    }
    say(recent, (n) => ({ t: 'recent', n }))
    say(several, (n) => ({ t: 'pieces', n }))
    say(singly, () => ({ t: 'single' }))
    say(became, () => ({ t: 'became' }))
    say(link, () => ({ t: 'link' }))
    say(often, () => ({ t: 'times' }))
    const at = clock(atoms, from)
    if (at)
      edges.push({ next: at.next, cost: 0.5, piece: { said: { t: 'clock', time: at.time } } as Omit<Piece, 'text'> })
    return edges
  })
}

const firstOwn: readonly Own['t'][] = ['peak', 'column', 'value', 'present', 'name', 'dated', 'head']

/** What the table holds word for word, then what it is called. */
const placeOf = (own: Own): number => (own.t === 'value' && own.text ? -1 : firstOwn.indexOf(own.t))

/** The question as words of one table, the fewest that cover all of it; null where some word is of no use there. */
export function piecesOf(
  question: string,
  atoms: readonly Atom[],
  edges: readonly (readonly Edge[])[],
  { trie }: Words,
): Piece[] | null {
  const texts = atoms.map(({ text }) => text)
  const cost = new Array<number>(atoms.length + 1).fill(Number.POSITIVE_INFINITY)
  const step: (Edge | null)[] = atoms.map(() => null)
  cost[atoms.length] = 0
  for (let from = atoms.length - 1; from >= 0; from--) {
    const own = trie.at(texts, from).map(({ next, values }): Edge => {
      const sorted = [...values].sort((a, b) => placeOf(a) - placeOf(b))
      return {
        next,
        cost: sorted[0]!.t === 'head' ? 1.06 : 0.8,
        piece: { own: sorted[0]!, owns: sorted } as Omit<Piece, 'text'>,
      }
    })
    for (const edge of [...own, ...edges[from]!]) {
      const total = edge.cost + cost[edge.next]!
      if (total < cost[from]!) {
        cost[from] = total
        step[from] = edge
      }
    }
  }
  if (!Number.isFinite(cost[0] ?? 0)) return null
  const pieces: Piece[] = []
  for (let from = 0; from < atoms.length; ) {
    const edge = step[from]!
    pieces.push({ ...edge.piece, text: textOf(question, atoms.slice(from, edge.next)) } as Piece)
    from = edge.next
  }
  return pieces
}
