import type { Clause } from '../clause/clause.ts'
import type { Gathered } from '../gather.ts'
import { type Item, isKind } from '../items/items.ts'
import type { Phrase } from '../measures/phrase.ts'
import type { About } from '../subject.ts'

/** 投信昨天買超但今天賣超: who sold is who bought. */
export function withActor(segment: readonly Item[], before: readonly (readonly Item[])[]): readonly Item[] {
  const lacks = segment.some((item) => isKind(item, 'flow')) && !segment.some((item) => isKind(item, 'actor'))
  // "buy, sell and net": who did the first did them all.
  const named = before.findLast((other) => other.some((item) => isKind(item, 'actor')))
  const actors = lacks ? (named ?? []).filter((item) => isKind(item, 'actor')) : []
  return [...actors, ...segment]
}

/** A clause that names a measure or something that has one. */
export const says = ({ phrases, extremes, said, constraints }: Clause): boolean =>
  phrases.length > 0 ||
  extremes.length > 0 ||
  constraints.length > 0 ||
  ['limit', 'aligned', 'golden', 'gap', 'beat', 'above', 'traded', 'percentile'].some((kind) => kind in said)

/** One measure and nothing that is said of it. */
const isMeasured = ({ phrases, items }: Clause): boolean =>
  phrases.length === 1 &&
  items.every((item) => ['columns', 'composite', 'growth', 'actor', 'time'].includes(item.sense.t))

/** 月增率和年增率都大於20%: what is said of both holds for the one before as well. */
export function alike(clauses: readonly Clause[], { has }: Gathered): readonly Clause[] {
  return clauses.map((clause, i) => {
    const next = clauses[i + 1]
    const shares =
      next &&
      (next.said.every || has('both')) &&
      next.constraints.length === 1 &&
      clause.constraints.length === 0 &&
      clause.phrases.length === 1 &&
      clause.items.every((item) => ['columns', 'composite', 'growth', 'actor'].includes(item.sense.t))
    // 年增、月增都是正的
    if (
      next?.said.every &&
      next.said.sign &&
      !clause.said.sign &&
      clause.constraints.length === 0 &&
      isMeasured(clause)
    )
      return { ...clause, said: { ...clause.said, sign: next.said.sign } }
    return shares ? { ...clause, constraints: next.constraints.map(({ at: _, ...limit }) => limit) } : clause
  })
}

/** A time at the head of a Chinese question, or at the end of an English one, is of every change in it. */
export function timedAlike(clauses: readonly Clause[], { items }: Gathered): readonly Clause[] {
  const times = clauses.flatMap((clause) => clause.times)
  const [first, last] = [items[0], items.at(-1)]
  const isEnglish = (item: Item): boolean => /^[a-z\d]/i.test(item.token.text)
  const scopes =
    (first !== undefined && isKind(first, 'time') && !isEnglish(first)) ||
    (last !== undefined && isKind(last, 'time') && isEnglish(last))
  if (times.length !== 1 || times[0]!.adjective || !scopes) return clauses
  const changes = ({ moves, phrases, said }: Clause): boolean =>
    !said.streak && (moves.length > 0 || phrases.some(({ composite, who }) => composite === 'return' || who))
  return clauses.map((clause) => (clause.times.length === 0 && changes(clause) ? { ...clause, times } : clause))
}

/** Bought or sold, without net or gross: net, and of one company what was bought as well. */
export function settledFlow({ asksHowMuch, all }: Gathered, { ids, subject }: About, phrase: Phrase): Phrase[] {
  if (phrase.net !== null) return [phrase]
  // "buy amount and sell amount": both sides of one investor are told as they are.
  const way = (side: 'buy' | 'sell') => all('flow').some((flow) => flow.side === side && !flow.net)
  const alone = new Set(all('actor').map(({ who }) => who)).size === 1
  if (way('buy') && way('sell') && alone && (ids.length > 0 || subject === 'market')) return [{ ...phrase, net: false }]
  const net: Phrase = { ...phrase, net: true }
  const isOne = subject === 'market' || (ids.length > 0 && !phrase.who?.includes('all'))
  const gross = isOne && asksHowMuch
  return gross ? [{ ...phrase, net: false }, net] : [net]
}

/** 千張大戶有幾人, "number of shareholders holding …": the people rather than their share. */
export const withPeople = ({ items }: Gathered, phrase: Phrase): Phrase =>
  /_holders$/.test(phrase.composite ?? '') &&
  !/比例|比率|比重|占比|佔比|percent|ratio|share of/i.test(phrase.text) &&
  items.some(
    (item) =>
      isKind(item, 'how_many') ||
      // 股東人數 is a number of its own beside the share of the large ones.
      (/人數|戶數|people/i.test(item.token.text) && !(isKind(item, 'composite') && item.sense.composite === 'holders')),
  )
    ? { ...phrase, people: true }
    : phrase
