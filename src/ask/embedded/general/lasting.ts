import type { Condition } from '../../representation.ts'
import { events } from '../events.ts'
import type { Gathered } from '../gather.ts'
import { isKind } from '../items/items.ts'
import type { Kind } from '../senses.ts'

/** What lasts for a time, such as a disposition, says which stocks are meant: those it holds for today. */
export function withoutEvent(given: Gathered): { gathered: Gathered; under: Condition[] } {
  const said = given.items.flatMap((item) => (isKind(item, 'event') ? [lasting.get(item.sense.event)] : []))
  const [event] = said
  if (!event?.period || said.length > 1 || given.entities.length > 0) return { gathered: given, under: [] }
  const column = (name: string) => ({ kind: 'column' as const, dataset: event.dataset, column: name })
  const [from, to] = event.period
  const during: Condition = { kind: 'during', from: column(from), to: column(to), when: { kind: 'latest' } }
  const items = given.items.filter((item) => !isKind(item, 'event'))
  const has = (kind: Kind): boolean => items.some((item) => isKind(item, kind))
  return {
    gathered: { ...given, items, has },
    under: [{ kind: 'exists', dataset: event.dataset, where: [...(event.where ?? []), during] }],
  }
}

const lasting = new Map(events.filter(({ period }) => period).map((event) => [event.key, event]))
