import type { Column, Filter, Measure, Representation } from '../../../representation.ts'
import type { Gathered } from '../../gather.ts'
import { Refusal } from '../../refusal.ts'
import { spent } from '../spent.ts'
import { empty, idsOf, session, shapeOf, timeOf } from './contracts.ts'

const underlying: Readonly<Record<string, string>> = { TX: 'TAIEX', MTX: 'TAIEX', TMF: 'TAIEX', GTF: 'TPEX' }

/** The future less the index it is on. */
export function basis(gathered: Gathered): Representation {
  spent(gathered, [
    'composite',
    'entity',
    'time',
    'ask',
    'columns',
    'contract',
    'daily',
    'join',
    'noun',
    'night',
    'than',
    'versus',
    'dataset',
    'move',
    'in',
  ])
  const [id, ...more] = idsOf(gathered, 'futures', 'TX')
  const index = underlying[id!]
  if (
    !index ||
    more.length > 0 ||
    gathered.entities.some(({ subject }) => subject !== 'futures' && subject !== 'index')
  )
    throw new Refusal(
      'not_understood',
      'does_not_fit',
      gathered.entities.map(({ name }) => name),
    )
  const dataset = 'TaiwanFuturesDaily'
  const pick = gathered.all('contract')[0]?.pick
  const where: Filter[] = [
    session(gathered),
    { column: 'contract_month', pick: pick === 'second' ? 'second' : 'front' },
  ]
  const [future, spot]: [Column, Column] = [
    { kind: 'column', dataset, column: 'close', entity: id!, where },
    { kind: 'column', dataset: 'TaiwanWeightedIndex', column: 'close', entity: index },
  ]
  const window = timeOf(gathered, dataset)
  const difference: Measure = { kind: 'arithmetic', op: 'subtract', left: future, right: spot }
  return {
    ...empty,
    shape: shapeOf(window),
    dataset,
    universe: {},
    when: window,
    select: [
      { as: 'contract_month', of: { ...future, column: 'contract_month' } },
      { as: 'futures_close', of: future },
      { as: 'index_close', of: spot },
      { as: 'basis', of: difference },
    ],
  }
}
