import type { Representation } from '../../representation.ts'
import type { Gathered } from '../gather.ts'
import { type Item, isKind } from '../items/items.ts'
import { spent } from './spent.ts'

const dataset = 'TaiwanIndex5Seconds'

/** The high or the low of a day, by whichever word. */
function sideOf(item: Item): 'high' | 'low' | null {
  if (isKind(item, 'extreme')) return item.sense.side
  if (isKind(item, 'most')) return item.sense.descending ? 'high' : 'low'
  if (!isKind(item, 'columns')) return null
  const column = item.sense.readings[0]?.column
  return column === 'high' || column === 'low' ? column : null
}

/** At what time of the day an index stood highest or lowest. */
export function answerIntraday(gathered: Gathered): Representation | null {
  const { all, items, entities } = gathered
  if (!all('ask').some(({ what }) => what === 'clock')) return null
  const sides = [...new Set(items.flatMap((item) => sideOf(item) ?? []))]
  const window = all('time')[0]?.time.window ?? ({ kind: 'latest' } as const)
  if (
    sides.length !== 1 ||
    entities.length !== 1 ||
    !['index', 'sector'].includes(entities[0]!.subject) ||
    !['latest', 'back', 'on'].includes(window.kind)
  )
    return null
  spent(gathered, ['ask', 'entity', 'time', 'extreme', 'most', 'columns', 'join', 'fresh', 'noun'])
  return {
    shape: 'rows',
    dataset,
    universe: { ids: [entities[0]!.id] },
    when: window,
    select: ['trade_time', 'index_value', 'trade_date'].map((column) => ({
      as: column,
      of: { kind: 'column', dataset, column },
    })),
    where: [],
    by: [],
    order: [{ by: 1, descending: sides[0] === 'high' }],
    limit: 1,
    notes: [],
  }
}
