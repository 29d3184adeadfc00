import { find } from '../../../catalogue/index.ts'
import type { Condition, Dimension, Measure, Representation } from '../../representation.ts'
import { asksForOne } from '../asksForOne.ts'
import type { Event } from '../events.ts'
import type { Gathered } from '../gather.ts'
import { isKind } from '../items/items.ts'
import { Refusal } from '../refusal.ts'

type Base = Omit<Representation, 'shape' | 'select' | 'order' | 'limit'>

const steps = ['week', 'month', 'quarter', 'year'] as const
type Step = (typeof steps)[number]

/** The period that things are counted by: each month, or which month. */
export function stepOf({ all, items }: Gathered): Step | null {
  const said = [...all('daily').map(({ unit }) => unit), ...items.flatMap((item) => asked(item))]
  return said.find((unit): unit is Step => (steps as readonly string[]).includes(unit)) ?? null
}
const asked = (item: Gathered['items'][number]): string[] =>
  isKind(item, 'noun') && (steps as readonly string[]).includes(item.sense.of) ? [item.sense.of] : []

/** Which stocks, as against how many times. */
const countsWho = ({ items }: Gathered): boolean =>
  items.some(
    (item, i) =>
      isKind(item, 'how_many') &&
      !/次|times|often/i.test(item.token.text) &&
      (/[檔家支隻]|stock|compan/i.test(item.token.text) ||
        isKind(items[i + 1], 'noun') ||
        isKind(items[i + 1], 'part')),
  )

/** Days that went ex have a table of their own, with the day as its date. */
const results: Readonly<Record<string, readonly string[]>> = {
  ex_dividend: ['dividend', 'both'],
  ex_rights: ['rights', 'both'],
  ex_either: ['dividend', 'rights', 'both'],
}

/** The same events in a table whose own date is theirs, so that they can be told by the month. */
function dated(event: Event, base: Base, gathered: Gathered): { dataset: string; date: string; base: Base } {
  const { dataset, date } = event
  if (find(dataset)!.date === date) {
    // What lasts is counted by the day it was made known, in the time said as in the groups.
    const where = base.where.map((condition) =>
      condition.kind === 'within' ? { ...condition, of: { ...condition.of, column: date } } : condition,
    )
    return { dataset, date, base: { ...base, where } }
  }
  const types = results[event.key]
  if (!types)
    throw new Refusal(
      'not_understood',
      'unsupported',
      gathered.items.map(({ token }) => token.text),
    )
  const result = 'TaiwanStockDividendResult'
  const of = (column: string) => ({ kind: 'column' as const, dataset: result, column })
  const window = base.where.flatMap((condition) => (condition.kind === 'within' ? [condition.window] : []))[0]
  const where: Condition[] = [
    { kind: 'is', of: of('event_type'), values: types },
    ...(window ? [{ kind: 'within' as const, of: of('ex_date'), window }] : []),
  ]
  return { dataset: result, date: 'ex_date', base: { ...base, dataset: result, where } }
}

/** So many in each month or industry, or the one that had most. */
function grouped(gathered: Gathered, event: Event, given: Base, by: Dimension): Representation {
  const { all, has, items } = gathered
  if (all('time').length === 0) throw new Refusal('not_understood', 'needs_window', [])
  if (all('columns').length > 0 || has('fold') || has('sorted'))
    throw new Refusal(
      'not_understood',
      'unsupported',
      items.map(({ token }) => token.text),
    )
  const { dataset, date, base } = by === 'industry' ? { ...event, base: given } : dated(event, given, gathered)
  const column =
    countsWho(gathered) || by === 'industry' || all('noun').some(({ of }) => of === 'stock') ? find(dataset)!.id! : date
  const rank = all('rank').find(({ n }) => n !== null)?.n ?? null
  const most = all('most')[0]
  return {
    ...base,
    shape: 'groups',
    by: [by],
    select: [{ as: 'count', of: { kind: 'across', fn: 'count', of: { kind: 'column', dataset, column } } }],
    order: most || rank !== null ? [{ by: 0, descending: most?.descending ?? true }] : [],
    limit: rank ?? (most ? 1 : null),
  }
}

/** How often it happened: to those named, or to whom most often; and what was paid each time, where that is asked as well. */
export function counted(gathered: Gathered, event: Event, base: Base): Representation {
  const { all, has, items, entities } = gathered
  const step = stepOf(gathered)
  if (step) return grouped(gathered, event, base, step)
  if (has('each') && all('noun').some(({ of }) => of === 'industry')) return grouped(gathered, event, base, 'industry')
  const of = (name: string): Measure => ({ kind: 'column', dataset: event.dataset, column: name })
  const rank = all('rank').find(({ n }) => n !== null)?.n ?? null
  const ranked = has('most') || rank !== null
  const columns = all('columns').flatMap(({ readings }) => readings.filter(({ dataset }) => dataset === event.dataset))
  const paid = event.key === 'ex_dividend' || event.key === 'payment' ? 'cash_dividend' : 'stock_dividend'
  const asksSum = columns.some(({ column }) => column === paid) || (has('fold') && asksAmount(items))
  const strange = columns.length > 0 && !columns.some(({ column }) => column === paid)
  if (
    strange ||
    (ranked && (entities.length > 0 || asksSum || has('sorted'))) ||
    (asksSum && !event.columns.includes(paid))
  )
    throw new Refusal(
      'not_understood',
      'unsupported',
      items.map(({ token }) => token.text),
    )
  const one = asksForOne(gathered)
  return {
    ...base,
    shape: 'groups',
    by: ranked || has('each') ? [{ column: find(event.dataset)!.id! }] : [],
    select: [
      {
        as: 'count',
        of: {
          kind: 'across',
          fn: 'count',
          of: of(countsWho(gathered) && !ranked && !asksSum ? find(event.dataset)!.id! : event.date),
        },
      },
      ...(asksSum ? [{ as: paid, of: { kind: 'across' as const, fn: 'sum' as const, of: of(paid) } }] : []),
    ],
    order: ranked ? [{ by: 0, descending: all('most')[0]?.descending ?? true }] : [],
    limit: ranked ? (rank ?? (one ? 1 : 10)) : null,
    notes: ranked && rank === null && !one ? [{ code: 'default_limit', value: 10 }] : [],
  }
}

/** "and how much in total": an amount beside the number of times. */
const asksAmount = (items: Gathered['items']): boolean =>
  items.some((item) => isKind(item, 'ask') && item.sense.what === 'much')
