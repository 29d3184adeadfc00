import type { Output, Representation } from '../../../representation.ts'
import { asksForOne } from '../../asksForOne.ts'
import type { Gathered } from '../../gather.ts'
import { spent } from '../spent.ts'
import { empty, idsOf, shapeOf, timeOf } from './contracts.ts'

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
    'daily',
    'traded',
    'how_many',
    'contract',
  ])
  const isOption = gathered.entities.some(({ subject }) => subject === 'option')
  const dataset = isOption ? 'TaiwanOptionsBrokerDaily' : 'TaiwanFuturesBrokerDaily'
  const rank = gathered.all('rank').find(({ n }) => n !== null)?.n ?? null
  const volume: Output = {
    as: 'volume',
    of: { kind: 'across', fn: 'sum', of: { kind: 'column', dataset, column: 'volume' } },
  }
  const named = gathered.entities.filter(({ subject }) => subject === 'broker').map(({ id }) => id)
  const when = timeOf(gathered, dataset)
  const ids = idsOf(gathered, isOption ? 'option' : 'futures', 'TX')
  if (named.length > 0) {
    spent(gathered, [
      'entity',
      'dataset',
      'time',
      'ask',
      'columns',
      'noun',
      'in',
      'join',
      'daily',
      'traded',
      'fold',
      'how_many',
    ])
    const isSummed = gathered.has('fold')
    return {
      ...empty,
      shape: 'groups',
      dataset,
      universe: { ids, rows: [{ column: 'broker_id', is: named }] },
      when,
      by: [
        { column: 'broker_id' },
        { column: 'broker_name' },
        ...(ids.length > 1 ? [{ column: isOption ? 'option_id' : 'futures_id' }] : []),
        ...(shapeOf(when) === 'series' && !isSummed ? [{ column: 'trade_date' }] : []),
      ],
      select: [volume],
    }
  }
  const one = asksForOne(gathered)
  return {
    ...empty,
    shape: 'groups',
    dataset,
    universe: { ids },
    when,
    by: [{ column: 'broker_id' }, { column: 'broker_name' }],
    select: [volume],
    order: [{ by: 0, descending: gathered.all('most')[0]?.descending ?? true }],
    limit: rank ?? (one ? 1 : 10),
    notes: rank === null && !one ? [{ code: 'default_limit', value: 10 }] : [],
  }
}
