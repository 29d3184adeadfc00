import type { Filter, Output, Representation } from '../../../representation.ts'
import type { Gathered } from '../../gather.ts'
import { isKind } from '../../items/items.ts'
import { Refusal } from '../../refusal.ts'
import { spent } from '../spent.ts'
import { empty, idsOf, session, shapeOf, timeOf } from './contracts.ts'

/** Options by strike, or all strikes of a product together. */
export function options(gathered: Gathered): Representation | null {
  const { all, has, items } = gathered
  const dataset = 'TaiwanOptionDaily'
  spent(gathered, [
    'entity',
    'columns',
    'right',
    'contract',
    'expiry',
    'day_session',
    'time',
    'ask',
    'noun',
    'each',
    'join',
    'night',
    'most',
    'rank',
    'number',
    'fold',
    'in',
    'daily',
  ])
  const readings = all('columns').flatMap(({ readings: own }) =>
    own.filter((reading) => reading.dataset === dataset).map(({ column }) => column),
  )
  const asked = [...new Set(readings)].filter((column) => column !== 'strike_price')
  // The put that traded most is one of many strikes.
  const isLargest = (has('most') || has('rank')) && shapeOf(timeOf(gathered, dataset)) === 'entities'
  const byStrike =
    all('noun').some(({ of }) => of === 'strike') || readings.includes('strike_price') || has('number') || isLargest
  const rights = [...new Set(all('right').map(({ side }) => side))]
  const pick = all('contract')[0]?.pick
  const window = timeOf(gathered, dataset)
  const months = all('expiry').map(({ month }) => month)
  const picked: Filter[] =
    months.length > 0
      ? [{ column: 'contract_month', is: months }]
      : pick === 'nearest'
        ? [{ column: 'expiry_date', pick: 'nearest' }]
        : pick
          ? [{ column: 'contract_month', pick }]
          : []
  const strike = all('number')[0]?.value
  if (asked.length === 0 && !has('composite'))
    throw new Refusal(
      'ambiguous',
      'which_measure',
      items.map(({ token }) => token.text),
    )
  if (byStrike) {
    const most = all('most')[0]
    const rank = all('rank').find(({ n }) => n !== null)?.n ?? null
    const of = (column: string): Output => ({ as: column, of: { kind: 'column', dataset, column } })
    return {
      ...empty,
      shape: 'rows',
      dataset,
      universe: {
        ids: idsOf(gathered, 'option', 'TXO'),
        rows: [
          session(gathered),
          ...(rights.length === 1 ? [{ column: 'call_put', is: [rights[0]!] }] : []),
          ...picked,
        ],
      },
      when: window,
      where:
        strike === undefined
          ? []
          : [
              {
                kind: 'compare',
                left: { kind: 'column', dataset, column: 'strike_price' },
                op: '=',
                right: { kind: 'number', value: strike },
              },
            ],
      select: [
        ...asked.map(of),
        of('trade_date'),
        of('strike_price'),
        of('call_put'),
        of('contract_month'),
        of('expiry_date'),
      ],
      order: most || rank !== null ? [{ by: 0, descending: most?.descending ?? true }] : [],
      limit: most || rank !== null ? (rank ?? 1) : null,
    }
  }
  if (asked.some((column) => column !== 'open_interest' && column !== 'volume'))
    throw new Refusal(
      'not_understood',
      'does_not_fit',
      items.filter((item) => isKind(item, 'columns')).map(({ token }) => token.text),
    )
  const sides: readonly ('call' | 'put')[] = rights.length > 0 ? rights : []
  const sum = (column: string, side?: 'call' | 'put'): Output => ({
    as: side ? `${side}_${column}` : column,
    of: {
      kind: 'column',
      dataset,
      column,
      where: [session(gathered), ...(side ? [{ column: 'call_put', is: [side] }] : []), ...picked],
      fold: 'sum',
    },
  })
  return {
    ...empty,
    shape: shapeOf(window),
    dataset,
    universe: { ids: idsOf(gathered, 'option', 'TXO') },
    when: window,
    select: asked.flatMap((column) => (sides.length > 0 ? sides.map((side) => sum(column, side)) : [sum(column)])),
  }
}
