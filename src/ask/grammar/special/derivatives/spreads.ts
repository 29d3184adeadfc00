import type { Column, Filter, Representation } from '../../../representation.ts'
import type { Gathered } from '../../gather.ts'
import { Refusal } from '../../refusal.ts'
import { spent } from '../spent.ts'
import { empty, idsOf, session, timeOf } from './contracts.ts'
import { columnsOf } from './eachContract.ts'

const dataset = 'TaiwanFuturesSpread'

export const isSpread = ({ all, has, entities }: Gathered): boolean =>
  entities.some(({ subject }) => subject === 'futures') &&
  (all('dataset').some((one) => one.dataset === dataset) || all('expiry').some(({ month }) => month.includes('/'))) &&
  !has('actor')

/** What the spread between two months of a product traded at. */
export function spreads(gathered: Gathered): Representation {
  spent(gathered, [
    'entity',
    'dataset',
    'columns',
    'composite',
    'expiry',
    'expiries',
    'time',
    'ask',
    'noun',
    'join',
    'night',
    'day_session',
    'daily',
    'in',
    'each',
  ])
  const { all, items } = gathered
  const asked = [...new Set(items.flatMap((item) => columnsOf(item, dataset)))].filter((column) => column !== 'volume')
  const unread = items.filter(
    ({ sense }) => sense.t === 'columns' && !sense.readings.some((reading) => reading.dataset === dataset),
  )
  if (unread.length > 0)
    throw new Refusal(
      'not_understood',
      'does_not_fit',
      unread.map(({ token }) => token.text),
    )
  const months = all('expiry').map(({ month }) => month)
  const [near, far] = months
  const pair = near && far ? [`${near}/${far}`] : months
  const rows: Filter[] = [session(gathered), ...(pair.length > 0 ? [{ column: 'contract_month', is: pair }] : [])]
  const own = ['contract_month', 'trade_date']
  const shown =
    asked.length > 0 ? [...asked, ...own] : ['close', ...own, 'spread_to_spread_volume', 'spread_to_single_volume']
  const of = (column: string): Column => ({ kind: 'column', dataset, column })
  return {
    ...empty,
    shape: 'rows',
    dataset,
    universe: { ids: idsOf(gathered, 'futures', 'TX'), rows },
    when: timeOf(gathered, dataset),
    select: shown.map((column) => ({ as: column, of: of(column) })),
  }
}
