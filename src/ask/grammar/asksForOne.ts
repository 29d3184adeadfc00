import type { Gathered } from './gather.ts'
import { type Item, isKind } from './items/items.ts'
import type { Kind } from './senses.ts'

const things: readonly Kind[] = ['noun', 'dataset', 'abroad', 'part']
/** What may stand between "which" and the word for what is asked: "which active convertible bond". */
const describing: readonly Kind[] = ['value', 'part', 'abroad', 'entity', 'right', 'dataset']

const isSingular = ({ token }: Item): boolean => /^[a-z]/i.test(token.text) && !/s$/i.test(token.text)

/** 哪一家, "which stock": one is asked for; "which stocks" asks for several. */
export function asksForOne({ items, all, has }: Gathered): boolean {
  if (all('ask').some(({ what }) => what === 'one')) return true
  const nouns = items.filter((item) => isKind(item, 'noun') && ['stock', 'sector', 'industry'].includes(item.sense.of))
  if (nouns.length > 0 && nouns.every(isSingular) && !has('rank')) return true
  return items.some((item, i) => {
    if (!isKind(item, 'ask') || !/^(which|what)$/i.test(item.token.text)) return false
    const named = items.slice(i + 1)
    const end = named.findIndex(({ sense }) => !describing.includes(sense.t) && !things.includes(sense.t))
    const thing = named.slice(0, end < 0 ? named.length : end).findLast(({ sense }) => things.includes(sense.t))
    return thing !== undefined && isSingular(thing) && !(isKind(thing, 'part') && thing.sense.type === undefined)
  })
}
