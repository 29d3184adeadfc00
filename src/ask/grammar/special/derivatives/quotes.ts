import { columnsOf as fieldsOf } from '../../../../catalogue/dataset.ts'
import { find } from '../../../../catalogue/index.ts'
import type { Column, Representation } from '../../../representation.ts'
import { canonical } from '../../columns.ts'
import type { Gathered } from '../../gather.ts'
import { type Item, isKind } from '../../items/items.ts'
import { Refusal } from '../../refusal.ts'
import { spent } from '../spent.ts'
import { empty, session } from './contracts.ts'

const dataset = 'TaiwanFutureOptionTickRealtime'

/** What the snapshot calls its columns, in both languages. */
const called = new Map(
  fieldsOf(find(dataset)!).flatMap(([column, { label, also }]) =>
    [label.zh, label.en, ...(also?.zh ?? []), ...(also?.en ?? [])].map((text) => [canonical(text), column] as const),
  ),
)

/** The columns of the snapshot that a word names. */
function columnsOf({ sense, token }: Item): string[] {
  if (sense.t === 'composite' && sense.composite === 'price') return ['last_price']
  if (sense.t === 'composite' && sense.composite === 'return')
    return /漲跌$|change$/i.test(token.text) ? ['spread', 'spread_percent'] : ['spread_percent']
  const own = called.get(canonical(token.text))
  if (own) return [own]
  if (sense.t !== 'columns') return []
  const alike = sense.readings.map(({ column }) => (column === 'close' ? 'last_price' : column))
  return alike.filter((column) => column in find(dataset)!.columns && column !== 'contract_month').slice(0, 1)
}

/** The newest quotes of a futures contract. */
export function quotes(gathered: Gathered): Representation {
  spent(gathered, [
    'entity',
    'live',
    'columns',
    'attribute',
    'composite',
    'contract',
    'expiry',
    'time',
    'ask',
    'noun',
    'join',
    'night',
    'day_session',
    'in',
  ])
  const { all, entities, items } = gathered
  const naming = items.filter(
    (item) => isKind(item, 'columns') || isKind(item, 'composite') || isKind(item, 'attribute'),
  )
  const asked = [...new Set(naming.flatMap(columnsOf))]
  const unread = naming.filter(
    (item) => columnsOf(item).length === 0 && !(isKind(item, 'columns') && /contract|合約|契約/i.test(item.token.text)),
  )
  if (unread.length > 0 || entities.some(({ subject }) => subject !== 'futures'))
    throw new Refusal(
      'not_understood',
      'does_not_fit',
      (unread.length > 0 ? unread : items).map(({ token }) => token.text),
    )
  if (all('time').some(({ time }) => time.window.kind !== 'latest'))
    throw new Refusal(
      'not_understood',
      'no_such_date',
      items.filter((item) => isKind(item, 'time')).map(({ token }) => token.text),
    )
  const shown = asked.length > 0 ? asked : ['last_price', 'spread', 'spread_percent', 'best_bid', 'best_ask', 'volume']
  const expiry = all('expiry')[0]?.month
  const pick = all('contract')[0]?.pick
  const of = (column: string): Column => ({ kind: 'column', dataset, column })
  return {
    ...empty,
    shape: 'rows',
    dataset,
    universe: {
      ids: entities.map(({ id }) => id),
      rows: [
        session(gathered),
        expiry
          ? { column: 'contract_month', is: [expiry] }
          : { column: 'contract_month', pick: pick === 'second' ? 'second' : 'front' },
      ],
    },
    when: { kind: 'latest' },
    select: [...shown, 'contract_month', 'quote_time'].map((column) => ({ as: column, of: of(column) })),
  }
}
