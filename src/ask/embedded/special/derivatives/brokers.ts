import type { Representation } from '../../../representation.ts'
import type { Gathered } from '../../gather.ts'
import { spent } from '../spent.ts'
import { empty, idsOf, timeOf } from './contracts.ts'

/** Which futures brokers traded most. */
export function brokers(gathered: Gathered): Representation {
  spent(gathered, [
    'entity',
    'dataset',
    'rank',
    'most',
    'time',
    'ask',
    'columns',
    'noun',
    'in',
    'join',
    'sorted',
    'fold',
    'traded',
    'contract',
  ])
  const isOption = gathered.entities.some(({ subject }) => subject === 'option')
  const dataset = isOption ? 'TaiwanOptionsBrokerDaily' : 'TaiwanFuturesBrokerDaily'
  const rank = gathered.all('rank').find(({ n }) => n !== null)?.n ?? null
  return {
    ...empty,
    shape: 'groups',
    dataset,
    universe: { ids: idsOf(gathered, isOption ? 'option' : 'futures', 'TX') },
    when: timeOf(gathered, dataset),
    by: [{ column: 'broker_id' }, { column: 'broker_name' }],
    select: [{ as: 'volume', of: { kind: 'across', fn: 'sum', of: { kind: 'column', dataset, column: 'volume' } } }],
    order: [{ by: 0, descending: gathered.all('most')[0]?.descending ?? true }],
    limit: rank ?? 10,
    notes: rank === null ? [{ code: 'default_limit', value: 10 }] : [],
  }
}
