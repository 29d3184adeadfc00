import type { Representation } from '../../representation.ts'
import type { Gathered } from '../gather.ts'
import type { Kind } from '../senses.ts'
import { column, overview, shown } from './overview.ts'

const listing: readonly Kind[] = ['how_many', 'noun', 'ask', 'part', 'dataset', 'join', 'time', 'fold']

/** How many securities a part of the market has, or which they are. */
export function answerListing(gathered: Gathered): Representation | null {
  const { all, has, entities, universe, items } = gathered
  const isPart = Object.keys(universe).length > 0
  if (
    entities.length > 0 ||
    !isPart ||
    items.some(({ sense }) => !listing.includes(sense.t)) ||
    all('time').some(({ time }) => time.window.kind !== 'latest')
  )
    return null
  if (
    !has('how_many') &&
    !all('ask').some(({ what }) => what === 'which') &&
    !all('noun').some(({ of }) => of === 'stock')
  )
    return null
  const base = {
    dataset: overview,
    universe: universe.type ? universe : { ...universe, type: ['stock' as const] },
    when: { kind: 'all' as const },
    where: [{ kind: 'is' as const, of: column('is_active'), values: [true] }],
    by: [],
    order: [],
    limit: null,
    notes: [],
  }
  return has('how_many')
    ? {
        ...base,
        shape: 'groups',
        select: [{ as: 'count', of: { kind: 'across', fn: 'count', of: column('stock_id') } }],
      }
    : { ...base, shape: 'rows', select: shown.map((name) => ({ as: name, of: column(name) })) }
}
