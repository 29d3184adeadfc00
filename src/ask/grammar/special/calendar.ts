import { addDays, periodOf } from '../../dates.ts'
import type { Representation, Window } from '../../representation.ts'
import type { Gathered } from '../gather.ts'
import { isKind } from '../items/items.ts'
import type { Kind } from '../senses.ts'
import { spent } from './spent.ts'

const uses: readonly Kind[] = [
  'dataset',
  'noun',
  'ask',
  'time',
  'how_many',
  'how_many_days',
  'fold',
  'join',
  'remaining',
]

/** How many trading days a time has, or which they are. */
export function answerCalendar(gathered: Gathered): Representation | null {
  const { all, has, entities, items } = gathered
  const dataset = 'TaiwanStockTradingDate'
  const named =
    items.some(({ token }) => isNext.test(token.text)) ||
    all('dataset').some((sense) => sense.dataset === dataset) ||
    items.some((item) => isKind(item, 'noun') && item.sense.of === 'day' && /交易日|trading day/i.test(item.token.text))
  if (
    !named ||
    entities.length > 0 ||
    ['columns', 'composite', 'flow', 'event', 'actor'].some((kind) => has(kind as Kind))
  )
    return null
  spent(gathered, uses)
  const next = items.some(({ token }) => isNext.test(token.text))
  if (next) return nextDay(gathered)
  const times = all('time').map(({ time }) => time.window)
  if (times.length !== 1) return null
  const left = has('remaining') ? restOf(times[0]!, gathered) : null
  if (has('remaining') && !left) return null
  const window: Window = left ?? times[0]!
  const count =
    has('how_many') || has('how_many_days') || has('remaining') || all('ask').some(({ what }) => what === 'much')
  const column = { kind: 'column' as const, dataset, column: 'trade_date' }
  const future = all('time')[0]!.time.future === true || left !== null
  const base = {
    dataset,
    universe: {},
    where: future ? [] : [{ kind: 'is' as const, of: { ...column, column: 'is_scheduled' }, values: [false] }],
    by: [],
    notes: [],
    order: [],
  }
  return count
    ? {
        ...base,
        shape: 'groups',
        when: { kind: 'all' },
        where: [...base.where, { kind: 'within', of: column, window }],
        by: [],
        select: [{ as: 'trading_days', of: { kind: 'across', fn: 'count', of: column } }],
        limit: null,
      }
    : {
        ...base,
        shape: 'rows',
        when: { kind: 'all' },
        where: [...base.where, { kind: 'within', of: column, window }],
        select: [{ as: 'trade_date', of: column }],
        limit: null,
      }
}

/** The days of the running period that are still to come. */
function restOf(window: Window, { facts }: Gathered): Window | null {
  if (window.kind !== 'this' || window.unit === 'day' || window.unit === 'trading_day') return null
  const today = facts.calendar.newest('TaiwanStockPrice')
  return { kind: 'between', from: addDays(today, 1), to: periodOf(today, window.unit).to }
}

const isNext = /^(the )?next (trading day|session)$|^(下一個|下個|次一)交易日$/i

/** The first day that is still to come. */
function nextDay({ facts }: Gathered): Representation {
  const dataset = 'TaiwanStockTradingDate'
  const column = { kind: 'column' as const, dataset, column: 'trade_date' }
  const from = addDays(facts.calendar.newest('TaiwanStockPrice'), 1)
  return {
    shape: 'rows',
    dataset,
    universe: {},
    when: { kind: 'all' },
    select: [{ as: 'trade_date', of: column }],
    where: [{ kind: 'within', of: column, window: { kind: 'between', from, to: null } }],
    by: [],
    order: [{ by: 0, descending: false }],
    limit: 1,
    notes: [],
  }
}
