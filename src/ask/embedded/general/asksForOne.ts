import { type Item, isKind } from '../items/items.ts'
import type { Token } from '../senses.ts'
import type { State } from './state.ts'

/** "Which stock" asks for one, "which stocks" for several. */
export function asksForOne({ gathered }: State): boolean {
  if (gathered.all('ask').some(({ what }) => what === 'one')) return true
  const nouns = gathered.items.filter(
    (item) => isKind(item, 'noun') && ['stock', 'sector', 'industry'].includes(item.sense.of),
  )
  if (nouns.length > 0 && nouns.every(({ token }) => isSingular(token)) && !gathered.has('rank')) return true
  return gathered.items.some((item, i) => {
    const next = gathered.items[i + 1]
    return isKind(item, 'ask') && /^(which|what)$/i.test(item.token.text) && isCounted(next) && isSingular(next.token)
  })
}

const isCounted = (item: Item | undefined): item is Item =>
  isKind(item, 'noun') || isKind(item, 'abroad') || (isKind(item, 'part') && item.sense.type !== undefined)

const isSingular = ({ text }: Token): boolean => /^[a-z]/i.test(text) && !/s$/i.test(text)
