import type { Column, Representation, Window } from '../../../representation.ts'
import type { Gathered } from '../../gather.ts'
import { isKind } from '../../items/items.ts'
import { spent } from '../spent.ts'
import { empty, idsOf } from './contracts.ts'

/** Final settlement, as against the daily one. */
export function isFinal({ all, items, facts }: Gathered): boolean {
  const words = items.filter(
    (item) => isKind(item, 'columns') && item.sense.readings.some(({ column }) => column === 'final_settlement_price'),
  )
  const now = facts.calendar.newest('TaiwanStockPrice').slice(0, 7).replace('-', '')
  return (
    words.length > 0 &&
    (words.some(({ token }) => /最後|到期|final|expiry/i.test(token.text)) ||
      all('time').some(({ time }) => time.newest || isMonth(time.window)) ||
      all('expiry').some(({ month }) => month < now) ||
      all('contract').some(({ pick }) => pick === 'monthly' || pick === 'weekly'))
  )
}

/** A month that is named is the contract's own. */
const isMonth = (window: Window): boolean =>
  ((window.kind === 'calendar' || window.kind === 'newest') && window.month !== undefined) ||
  ((window.kind === 'previous' || window.kind === 'this') && window.unit === 'month')

export function settlements(gathered: Gathered): Representation {
  spent(gathered, [
    'columns',
    'entity',
    'time',
    'ask',
    'dataset',
    'contract',
    'noun',
    'number',
    'rank',
    'join',
    'daily',
    'expiry',
  ])
  const { all, entities } = gathered
  const isOption = entities.some(({ subject }) => subject === 'option')
  const dataset = isOption ? 'TaiwanOptionsSettlement' : 'TaiwanFuturesSettlement'
  const named = all('time').some(({ time }) => isMonth(time.window))
  const weekly = all('daily').some(({ unit }) => unit === 'week')
  const pick = all('contract')[0]?.pick ?? (weekly ? 'weekly' : named ? 'monthly' : undefined)
  const n = all('number')[0]?.value ?? all('rank')[0]?.n ?? null
  const window = all('time')
    .map(({ time }) => time.window)
    .find(({ kind }) => kind !== 'latest')
  const months = window?.kind === 'last' && window.unit === 'month' && pick === 'monthly' ? window.n : null
  // A month that no contract has been settled for is the one of the year before.
  const newest = gathered.facts.calendar.newest('TaiwanStockPrice').slice(0, 7).replace('-', '')
  const expired = all('expiry').map(({ month }) =>
    month > newest ? `${Number(month.slice(0, 4)) - 1}${month.slice(4)}` : month,
  )
  const columns = ['settlement_date', 'contract_month', 'final_settlement_price']
  const of = (column: string): Column => ({ kind: 'column', dataset, column })
  return {
    ...empty,
    shape: 'rows',
    dataset,
    universe: {
      ids: idsOf(gathered, isOption ? 'option' : 'futures', 'TX'),
      ...(expired.length > 0
        ? { rows: [{ column: 'contract_month', is: expired }] }
        : pick === 'weekly'
          ? { rows: [{ column: 'contract_month', pick: 'weekly' }] }
          : pick === 'monthly'
            ? { rows: [{ column: 'contract_month', pick: 'monthly' }] }
            : {}),
    },
    when: { kind: 'all' },
    where: window && months === null ? [{ kind: 'within', of: of('settlement_date'), window }] : [],
    select: columns.map((column) => ({ as: column, of: of(column) })),
    order: [{ by: 0, descending: true }],
    limit: n ?? months ?? (window || expired.length > 0 ? null : 1),
  }
}
