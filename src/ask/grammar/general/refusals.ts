import type { Gathered } from '../gather.ts'
import { type Item, isKind } from '../items/items.ts'
import type { About } from '../subject.ts'
import { fail } from './state.ts'

/** Days, months and contracts that nothing makes use of would change the meaning. */
export function refuseNouns(gathered: Gathered, { subject }: About): void {
  const { all, has, items } = gathered
  const counts =
    has('how_many') ||
    has('streak') ||
    has('how_many_days') ||
    (has('compare') && has('entity')) ||
    (has('most') && has('entity')) ||
    all('ask').some(({ what }) => what === 'when')
  const asked = new Set(items.filter((item, at) => isKind(item, 'noun') && isKind(items[at - 1], 'ask')))
  const used = (of: string): boolean => {
    if (of === 'stock') return true
    if (of === 'sector' || of === 'index') return subject === 'sector' || subject === 'index'
    if (of === 'currency') return subject === 'currency'
    if (of === 'contract') return subject === 'futures' || subject === 'option'
    if (of === 'market') return subject === 'market' || subject === 'index' || has('beat')
    return ['day', 'week', 'month', 'quarter', 'year'].includes(of) && counts
  }
  const left = items.filter((item) => isKind(item, 'noun') && !used(item.sense.of) && !asked.has(item))
  if (left.length > 0)
    fail(
      'unused_words',
      left.map(({ token }) => token.text),
    )
}

/** "The semiconductor stocks among the top ten" picks out of an order; only the other way round is understood. */
export function refuseInside({ items }: Gathered): void {
  const at = items.findIndex((item) => isKind(item, 'inside'))
  const orders = (item: Item | undefined): boolean => isKind(item, 'rank') || isKind(item, 'most')
  // Chinese names the order before the word and English after it.
  const before = /^[a-z]/i.test(items[at]?.token.text ?? '') ? orders(items[at + 1]) : items.slice(0, at).some(orders)
  if (at >= 0 && before)
    fail(
      'unsupported',
      items.slice(at).map(({ token }) => token.text),
    )
}

/** "The margin of the ten largest companies": the largest by what is not said. */
export function refuseLargest({ items }: Gathered): void {
  const at = items.findIndex(
    (item, i) =>
      isKind(item, 'rank') &&
      /largest|biggest|大/i.test(item.token.text) &&
      (isStock(items[i + 1]) || /compan|stock/i.test(item.token.text)),
  )
  const measured = items.findIndex(({ sense }) => ['columns', 'composite', 'flow'].includes(sense.t))
  if (at < 0 || measured < 0) return
  const isEnglish = /[a-z]/i.test(items[at]!.token.text)
  if (isEnglish ? measured < at : measured > at)
    fail(
      'two_readings',
      items.slice(at, at + 2).map(({ token }) => token.text),
    )
}

const isStock = (item: Item | undefined): boolean => isKind(item, 'noun') && item.sense.of === 'stock'
