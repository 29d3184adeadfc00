import type { Window } from '../representation.ts'
import type { Gathered } from './gather.ts'
import { isKind } from './items/items.ts'

const upToNow = /以來|至今|迄今|到現在|到目前|截至目前|to date|ytd|so far|since/i

/** The time of a question; a running period ends today where it is said to run up to now, and else when it is over. */
export function soFar({ items, facts }: Gathered): Window | undefined {
  const item = items.find((one) => isKind(one, 'time'))
  if (!item || !isKind(item, 'time')) return undefined
  const { window } = item.sense.time
  if (window.kind !== 'this' || !upToNow.test(item.token.text)) return window
  const { from } = facts.calendar.range(window, 'TaiwanStockPrice')
  return { kind: 'between', from, to: facts.calendar.newest('TaiwanStockPrice') }
}
