import { find } from '../../../../catalogue/index.ts'
import { findComputed } from '../../../computed.ts'
import type { Condition, Representation } from '../../../representation.ts'
import { asksForOne } from '../../asksForOne.ts'
import type { Gathered } from '../../gather.ts'
import { type Item, isKind } from '../../items/items.ts'
import { Refusal } from '../../refusal.ts'
import type { Kind } from '../../senses.ts'
import { soFar } from '../../soFar.ts'
import { readingsOf } from '../records/dataset.ts'
import { spent } from '../spent.ts'
import { of } from './column.ts'

const dataset = 'TaiwanStockDividendResult'

const uses: readonly Kind[] = [
  'event',
  'entity',
  'part',
  'noun',
  'ask',
  'time',
  'join',
  'columns',
  'attribute',
  'rank',
  'number',
  'most',
  'sorted',
  'each',
  'both',
  'above',
  'compare',
  'daily',
  'in',
  'dataset',
]

/** What no announcement has: prices around the day and what the exchange made of them. */
const ofResult = (item: Item): string | null => {
  const found = readingsOf(item).find((reading) => reading.dataset === dataset)
  return found && found.column !== 'cash_dividend' && found.column !== 'ex_date' ? found.column : null
}

const types: Readonly<Record<string, readonly string[]>> = {
  ex_dividend: ['dividend', 'both'],
  ex_rights: ['rights', 'both'],
}

/** 除息前收盤價 speaks of the day by itself. */
const isOfDay = (item: Item): boolean =>
  isKind(item, 'attribute') && readingsOf(item).every((reading) => reading.dataset === dataset)

export const isResult = ({ all, items, entities }: Gathered): boolean =>
  (all('event').length > 0 || items.some(isOfDay)) &&
  all('event').every(({ event }) => event.startsWith('ex_')) &&
  entities.every(({ subject }) => subject === 'stock') &&
  items.some((item) => (isKind(item, 'columns') || isKind(item, 'attribute')) && ofResult(item) !== null)

/** What came of ex-dividend and ex-rights days: the close before, the reference price, what they were worth. */
export function result(gathered: Gathered): Representation | null {
  spent(gathered, uses)
  const { all, has, items, entities, universe, facts } = gathered
  const naming = items.filter((item) => isKind(item, 'columns') || isKind(item, 'attribute'))
  const asked = [...new Set(naming.map((item) => ofResult(item) ?? columnOf(item)))]
  // "still close below their pre-ex-dividend close": today's price beside the one before.
  const side = all('above')[0]?.direction ?? (has('compare') ? compared(all('compare')[0]!.op) : null)
  if (side && !asked.includes('close_before')) return null
  if (asked.includes(null) && !(side && naming.every((item) => ofResult(item) || isClose(item)))) return null
  const columns = asked.filter((column) => column !== null)
  const ids = entities.map(({ id }) => id)
  const window = soFar(gathered)
  const isNewest = all('time').some(({ time }) => time.newest) || !window
  const n = all('rank').find((rank) => rank.n !== null)?.n ?? all('number')[0]?.value ?? null
  const today = facts.calendar.newest('TaiwanStockPrice')
  if (isNewest && ids.length === 0) return null
  if (has('number') && !isNewest)
    throw new Refusal(
      'not_understood',
      'unused_words',
      items.filter((item) => isKind(item, 'number')).map(({ token }) => token.text),
    )
  const keys = [...new Set(all('event').map(({ event }) => event))]
  const type = keys.length === 1 ? types[keys[0]!] : undefined
  const where: Condition[] = [
    ...(type ? [{ kind: 'is' as const, of: of(dataset, 'event_type'), values: type }] : []),
    {
      kind: 'within',
      of: of(dataset, 'ex_date'),
      window: isNewest || !window ? { kind: 'between', from: null, to: today } : window,
    },
    ...(side
      ? [
          {
            kind: 'compare' as const,
            left: of(dataset, 'close_now'),
            op: side === 'down' ? ('<' as const) : ('>' as const),
            right: of(dataset, 'close_before'),
          },
        ]
      : []),
  ]
  const shown = [...new Set([...columns, 'ex_date', 'event_type', ...(side ? ['close_now'] : [])])]
  const ordered = has('most') || has('sorted') || (n !== null && !isNewest)
  const towards = all('most')[0] ?? all('sorted')[0]
  return {
    shape: 'rows',
    dataset,
    universe: { ...universe, ...(ids.length > 0 ? { ids } : {}) },
    when: { kind: 'all' },
    select: shown.map((column) => ({ as: column, of: of(dataset, column) })),
    where,
    by: [],
    order: ordered
      ? [{ by: 0, descending: towards?.descending ?? true }]
      : [{ by: shown.indexOf('ex_date'), descending: true }],
    limit: isNewest ? (n ?? ids.length) : has('most') ? (n ?? (asksForOne(gathered) ? 1 : 10)) : n,
    notes: [],
  }
}

const compared = (op: string): 'up' | 'down' => (op.startsWith('<') ? 'down' : 'up')

const isClose = (item: Item): boolean => readingsOf(item).some(({ column }) => column === 'close')

/** A column that announcements have as well. */
function columnOf(item: Item): string | null {
  const names = readingsOf(item).map(({ column }) => column)
  const own = names.find((column) => column in find(dataset)!.columns || findComputed(dataset, column))
  return own ?? null
}
