import type { Filter, Representation } from '../../../representation.ts'
import type { Gathered } from '../../gather.ts'
import { isKind } from '../../items/items.ts'
import { Refusal } from '../../refusal.ts'
import { spent } from '../spent.ts'
import { empty, idsOf } from './contracts.ts'

/** What the largest traders hold, of all contracts of a product. */
export function largeTraders(gathered: Gathered, column = ''): Representation {
  spent(gathered, [
    'traders',
    'entity',
    'time',
    'ask',
    'columns',
    'dataset',
    'contract',
    'noun',
    'share',
    'join',
    'in',
    'right',
    'fold',
    'whole_market',
    'side',
    'flow',
    'each',
    'both',
    'expiry',
    'expiries',
  ])
  const { all, entities } = gathered
  const { top, who } = all('traders')[0] ?? {
    top: column.includes('top10') ? 10 : 5,
    who: column.includes('specific') ? 'specific' : 'trader',
  }
  const isOption = entities.some(({ subject }) => subject === 'option')
  const dataset = isOption ? 'TaiwanOptionsLargeTraders' : 'TaiwanFuturesLargeTraders'
  if (all('time').some(({ time }) => time.window.kind !== 'latest'))
    throw new Refusal(
      'not_understood',
      'no_such_date',
      gathered.items.filter((item) => isKind(item, 'time')).map(({ token }) => token.text),
    )
  const stem = (side: 'buy' | 'sell') => `${side}_top${top}_${who}_open_interest`
  const columns = [
    'trade_date',
    'contract_month',
    ...(isOption ? ['call_put'] : []),
    stem('buy'),
    `${stem('buy')}_percent`,
    stem('sell'),
    `${stem('sell')}_percent`,
    `net_top${top}_${who}_open_interest_percent`,
    'market_open_interest',
  ]
  const rights = all('right')
  return {
    ...empty,
    shape: 'rows',
    dataset,
    universe: {
      ids: idsOf(gathered, isOption ? 'option' : 'futures', isOption ? 'TXO' : 'TX'),
      rows: [contractOf(gathered), ...(rights.length === 1 ? [{ column: 'call_put', is: [rights[0]!.side] }] : [])],
    },
    when: { kind: 'latest' },
    select: columns.map((column) => ({ as: column, of: { kind: 'column', dataset, column } })),
  }
}

/** All contracts, unless those of one kind are named. */
function contractOf({ all, items }: Gathered): Filter {
  const column = 'contract_month'
  const expiry = all('expiry')[0]?.month
  const pick = all('contract')[0]?.pick
  if (expiry) return { column, is: [expiry] }
  if (pick === 'weekly') return { column, is: ['week'] }
  if (pick === 'front' || pick === 'nearest') return { column, pick: 'front' }
  if (pick || all('expiries').some(({ how }) => how === 'each'))
    throw new Refusal(
      'not_understood',
      'does_not_fit',
      items.filter((item) => isKind(item, 'contract') || isKind(item, 'expiries')).map(({ token }) => token.text),
    )
  return { column, is: ['all'] }
}
