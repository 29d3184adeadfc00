import type { QuantityUnit } from '../../representation.ts'
import { type Item, isKind } from '../items/items.ts'
import { Refusal } from '../refusal.ts'
import { type Draft, limit, type Reader } from './draft.ts'

export const readCompare: Reader<'compare'> = (draft, { op }, at) => {
  const next = draft.items[at + 1]
  if (isKind(next, 'number') || isKind(next, 'quantity')) {
    limit(draft, { op, value: next.sense.value, unit: isKind(next, 'quantity') ? next.sense.unit : null })
    return 2
  }
  if (
    isKind(next, 'time') &&
    next.sense.time.adjective &&
    next.sense.time.window.kind === 'last' &&
    draft.said.streak
  ) {
    const { n, unit } = next.sense.time.window
    draft.days = { n, unit, op }
    return 2
  }
  // "more than 5 consecutive days"
  if (isKind(next, 'streak') && next.sense.n !== undefined) {
    draft.days = { n: next.sense.n, unit: next.sense.unit ?? 'trading_day', op }
    draft.said.streak = { t: 'streak' }
    return 2
  }
  draft.compare = op
  draft.compareAt = draft.phrases.length
  return 1
}

const isAmount = (item: Item | undefined): boolean => isKind(item, 'number') || isKind(item, 'quantity')

/** An amount: with a word after it, as a factor, or beside a word that says what it limits. */
export function readAmount(draft: Draft, value: number, unit: QuantityUnit | null, at: number): number {
  const { items, said } = draft
  const [before, next] = [items[at - 1], items[at + 1]]
  if (isKind(next, 'compare') && next.sense.suffix) {
    limit(draft, { op: next.sense.op, value, unit })
    return 2
  }
  // "20% above its average"
  if (unit === 'percent' && isKind(next, 'compare') && !isAmount(items[at + 2])) limit(draft, { op: '>=', value, unit })
  else if (unit === 'times' && draft.times_ === null) draft.times_ = value
  else if (said.above && unit === 'percent') limit(draft, { op: '>=', value, unit })
  else if (said.above) limit(draft, { op: said.above.direction === 'up' ? '>' : '<', value, unit })
  else if (said.away) limit(draft, { op: '<=', value, unit })
  else if (isKind(before, 'move') || isKind(before, 'composite')) limit(draft, { op: '>=', value, unit })
  else throw new Refusal('not_understood', 'unused_words', [items[at]!.token.text])
  return 1
}
