import type { Representation } from '../../representation.ts'
import type { Gathered } from '../gather.ts'
import type { Item } from '../items/items.ts'
import { Refusal } from '../refusal.ts'
import { foundIn } from './found.ts'
import { type Asked, traces } from './traces.ts'

/** Every word must have come to mean something: what left no trace was passed over, and then the answer is another's. */
export function holdToWords(gathered: Gathered, representation: Representation): Representation {
  const found = foundIn(representation)
  const year = Number(gathered.facts.calendar.newest('TaiwanStockPrice').slice(0, 4))
  const left = gathered.items.filter((item) => {
    const trace = traces[item.sense.t] as ((sense: unknown, asked: Asked, item: Item) => boolean) | undefined
    return trace !== undefined && !trace(item.sense, { gathered, found, year }, item)
  })
  if (left.length > 0)
    throw new Refusal(
      'not_understood',
      'unused_words',
      left.map(({ token }) => token.text),
    )
  return representation
}
