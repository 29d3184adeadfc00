import type { Condition } from '../../representation.ts'
import { events } from '../events.ts'
import type { Gathered } from '../gather.ts'
import { type Item, isKind } from '../items/items.ts'
import type { Kind } from '../senses.ts'

/** The question without the words that only say which stocks are meant, and the conditions that these come to. */
export type Narrowed = { readonly gathered: Gathered; readonly under: readonly Condition[] }

/** A question with other items than it had. */
export function withItems(given: Gathered, items: readonly Item[]): Gathered {
  const kept = (kind: Kind): Item[] => items.filter((item) => isKind(item, kind))
  return {
    ...given,
    items,
    has: (kind) => kept(kind).length > 0,
    all: (kind) => kept(kind).map(({ sense }) => sense) as ReturnType<typeof given.all<typeof kind>>,
  }
}

/** What lasts for a time, such as a disposition, says which stocks are meant: those it holds for today. */
export function withoutEvent(given: Gathered): Narrowed {
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

const links = 'TaiwanStockCompanyIndustry'

/** The companies of some links of a value chain. */
export const linkedTo = (
  chains: readonly string[],
  column: 'sub_industry' | 'industry_category' = 'sub_industry',
): Condition[] =>
  chains.length === 0
    ? []
    : [
        {
          kind: 'exists',
          dataset: links,
          where: [{ kind: 'is', of: { kind: 'column', dataset: links, column }, values: chains }],
        },
      ]

/** Parts of the market that no universe can name: links of a value chain, and what is left out. */
export function withoutParts({ gathered, under }: Narrowed): Narrowed {
  const parts = gathered.all('part').filter(({ chain }) => chain !== undefined)
  const chains = parts.flatMap(({ chain }) => chain ?? [])
  const column = parts.some(({ whole }) => whole) ? 'industry_category' : 'sub_industry'
  const without = gathered.all('without')
  if (chains.length + without.length === 0) return { gathered, under }
  return {
    gathered: withItems(
      gathered,
      gathered.items.filter((item) => !isKind(item, 'without')),
    ),
    under: [
      ...under,
      ...linkedTo(chains, column),
      ...without.map(({ universe }): Condition => ({ kind: 'not', of: { kind: 'member', universe } })),
    ],
  }
}
