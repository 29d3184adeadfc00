import { find } from '../../../catalogue/index.ts'
import type { Condition, Output, Representation, Universe, Window } from '../../representation.ts'
import { type Event, events } from '../events.ts'
import type { Gathered } from '../gather.ts'
import { type Item, isKind } from '../items/items.ts'
import { Refusal } from '../refusal.ts'
import type { Kind, Of } from '../senses.ts'
import { soFar } from '../soFar.ts'
import { counted, stepOf } from './counts.ts'
import { readingsOf } from './records/dataset.ts'
import { spent } from './spent.ts'

const byKey = new Map(events.map((event) => [event.key, event]))

const uses: readonly Kind[] = [
  'event',
  'entity',
  'part',
  'noun',
  'ask',
  'time',
  'how_many',
  'dataset',
  'join',
  'daily',
  'every',
  'columns',
  'rank',
  'most',
  'sorted',
  'fold',
  'in',
  'both',
  'announced',
  'attribute',
  'how_many_days',
  'each',
]

/** Measures of stocks, of which the event only says which. */
const measures: readonly Kind[] = ['composite', 'flow', 'line', 'streak', 'above', 'limit', 'extreme', 'growth']

/** Questions about what happened to securities, bonds and banks: rows of the dataset that tells it. */
export function answerEvent(gathered: Gathered): Representation | null {
  const { all, has, entities, universe } = gathered
  const found = all('event')
  if (found.length === 0) return null
  const event = chosen(found, gathered)
  if (!event) return null
  if (event.period && measures.some(has)) return null
  spent(gathered, uses)
  if (
    gathered.items.some(
      (item) => (isKind(item, 'columns') || isKind(item, 'attribute')) && namedIn(item, event).length === 0,
    )
  )
    return null
  const subjects = new Set(entities.map(({ subject }) => subject))
  // News of no company in particular are filed under the market.
  const ofMarket =
    event.key === 'news' &&
    (entities.length > 0 ? entities.every(({ id }) => id === 'TAIEX') : all('noun').some(({ of }) => of === 'market'))
  for (const subject of subjects)
    if (!ofMarket && subject !== (event.subject === 'cb' ? 'stock' : event.subject))
      throw new Refusal(
        'not_understood',
        'does_not_fit',
        entities.map(({ name }) => name),
      )
  const ids = ofMarket ? ['MARKET'] : entities.map(({ id }) => id)
  const times = all('time')
  if (times.length > 1 && !times.every(({ time }) => time.window.kind === 'latest'))
    throw new Refusal(
      'not_understood',
      'two_readings',
      gathered.items.filter((item) => isKind(item, 'time')).map(({ token }) => token.text),
    )
  const time = times[0]?.time
  const column = (name: string) => ({ kind: 'column' as const, dataset: event.dataset, column: name })
  const select: Output[] = event.columns.map((name) => ({ as: name, of: column(name) }))
  const where: Condition[] = [...(event.where ?? [])]
  const { window, newest } =
    time?.future && time.newest
      ? { window: time.window, newest: 'coming' as const }
      : timeOf(
          event,
          time?.newest || (time?.now && event.without !== 'coming') ? undefined : soFar(gathered),
          ids.length > 0,
          has('announced'),
        )
  if (window === 'current')
    where.push({
      kind: 'during',
      from: column(event.period![0]),
      to: column(event.period![1]),
      when: { kind: 'latest' },
    })
  else if (window) {
    const dates =
      event.period && !has('announced')
        ? [event.period[0]]
        : [event.date, ...(event.otherwise ? [event.otherwise] : [])]
    const within = dates.map((date): Condition => ({ kind: 'within', of: column(date), window }))
    where.push(within.length === 1 ? within[0]! : { kind: 'or', of: within })
  }
  // The last three that there were.
  const recent = all('rank').some((one) => one.recent)
  const byAnnounced = has('announced') && time?.newest === true && 'announce_date' in find(event.dataset)!.columns
  if (byAnnounced) select.push({ as: 'announce_date', of: column('announce_date') })
  // The last one that there was is not one that is announced.
  // What there has been since is not what is only announced either.
  const since = gathered.items.some((item) => isKind(item, 'time') && isSince.test(item.token.text))
  const isPast = newest === 'last' && !window && (time?.newest || recent)
  if ((isPast || since) && event.without === 'coming' && !byAnnounced)
    where.push({
      kind: 'within',
      of: column(event.date),
      window: { kind: 'between', from: null, to: gathered.facts.calendar.newest('TaiwanStockPrice') },
    })
  // A company's warrants have codes of their own.
  const ofWarrants = event.key === 'warrant_expiry' && ids.length > 0
  if (ofWarrants) where.push({ kind: 'is', of: column('underlying_stock_id'), values: ids })
  const whom: Universe = { ...universe, ...(ids.length > 0 && !ofWarrants ? { ids } : {}) }
  const base = { dataset: event.dataset, universe: whom, when: { kind: 'all' } as const, where, by: [], notes: [] }
  const rank = all('rank').find(({ n }) => n !== null)?.n ?? null
  const most = all('most')[0]
  const often = gathered.items.some(
    (item) =>
      (isKind(item, 'most') && item.token.text === '最常') ||
      (isKind(item, 'how_many_days') && /次數|times/i.test(item.token.text)),
  )
  const steps = stepOf(gathered) !== null && (has('most') || has('daily')) && !all('columns').length
  if ((has('how_many') || often || steps) && !all('noun').some(({ of }) => of === 'day'))
    return counted(gathered, event, base)
  const measure = all('columns')[0]?.readings.find(({ dataset }) => dataset === event.dataset)
  if (!measure && most)
    throw new Refusal(
      'not_understood',
      'unused_words',
      gathered.items.filter((item) => isKind(item, 'most')).map(({ token }) => token.text),
    )
  if (measure && (most || (rank !== null && !recent))) return ranked(base, measure.column, most, rank)
  for (const named of gathered.items.flatMap((item) => namedIn(item, event)))
    if (!select.some(({ as }) => as === named)) select.push({ as: named, of: column(named) })
  return {
    ...base,
    shape: 'rows',
    select,
    order: byAnnounced
      ? [{ by: event.columns.length, descending: true }]
      : newest
        ? [{ by: event.columns.indexOf(event.date), descending: newest === 'last' }]
        : [],
    limit:
      rank ??
      (newest && (ids.length > 0 || newest === 'coming' ? true : event.without === 'last')
        ? event.key === 'news' || ids.length === 0
          ? 10
          : event.subject === 'cb'
            ? null
            : 1
        : null),
  }
}

const isSince = /以來|至今|迄今|到現在|到目前|to date|so far|ytd/i

/** The column of the event's own table that a word names. */
const namedIn = (item: Item, event: Event): string[] =>
  isKind(item, 'columns') || isKind(item, 'attribute')
    ? readingsOf(item)
        .filter(({ dataset }) => dataset === event.dataset)
        .slice(0, 1)
        .map(({ column }) => column)
    : []

/** Of several events in one question, the one that the others only describe. */
function chosen(found: readonly Of<'event'>[], { entities, all }: Gathered): Event | null {
  const every = [...new Set(found.map(({ event }) => event))]
  // What was announced of another event is no news.
  const keys = every.length > 1 ? every.filter((key) => key !== 'news') : every
  // What expires is told by the noun: a warrant, or else a bond.
  const ofWarrants = all('dataset').some(({ dataset }) => dataset === 'TaiwanStockOverviewIncludeWarrant')
  const known = keys.map((key) => byKey.get(ofWarrants && key === 'cb_maturity' ? 'warrant_expiry' : key)!)
  const ofBonds =
    all('dataset').some(({ dataset }) => dataset === 'TaiwanCBOverview') ||
    all('columns').some(({ readings }) => readings.some(({ dataset }) => dataset === 'TaiwanCBOverview'))
  const fitting = known.filter(({ subject, phrases }) =>
    subject === 'cb'
      ? // What expires may be something else that is named.
        all('dataset').every(({ dataset }) => dataset === 'TaiwanCBOverview') &&
        (ofBonds || /可轉債|convertible/.test(phrases))
      : subject === 'bank'
        ? entities.some((entity) => entity.subject === 'bank') || entities.length === 0
        : true,
  )
  return fitting.length === 1 || new Set(fitting.map(({ dataset }) => dataset)).size === 1 ? (fitting[0] ?? null) : null
}

type Asked = { readonly window: Window | 'current' | null; readonly newest: 'last' | 'coming' | null }

/** Which of an event's dates count: those in the time said; without one, what the event means by itself. */
function timeOf(event: Event, window: Window | undefined, named: boolean, announced: boolean): Asked {
  if (announced && window) return { window, newest: null }
  const isNow = window === undefined || window.kind === 'latest'
  if (window && !isNow) return { window, newest: null }
  if (window && (event.key === 'news' || (!event.period && event.without !== 'coming')))
    return { window: { kind: 'latest' }, newest: null }
  if (event.period && !named) return { window: 'current', newest: null }
  if (event.period) return { window: null, newest: null }
  if (event.without === 'all') return { window: null, newest: named ? 'last' : null }
  if (event.without === 'coming' && !window)
    return named ? { window: null, newest: 'last' } : { window: { kind: 'next', n: 1, unit: 'month' }, newest: null }
  if (event.without === 'coming')
    return named
      ? { window: { kind: 'between', from: null, to: null }, newest: 'last' }
      : { window: { kind: 'latest' }, newest: null }
  return { window: null, newest: 'last' }
}

/** The largest of what the event carries: dividends add up over the rows of a stock. */
function ranked(
  base: Omit<Representation, 'shape' | 'select' | 'order' | 'limit'>,
  column: string,
  most: Of<'most'> | undefined,
  rank: number | null,
): Representation {
  return {
    ...base,
    shape: 'groups',
    by: [{ column: 'stock_id' }],
    select: [{ as: column, of: { kind: 'across', fn: 'sum', of: { kind: 'column', dataset: base.dataset, column } } }],
    order: [{ by: 0, descending: most?.descending ?? true }],
    limit: rank ?? 10,
    notes: rank === null ? [{ code: 'default_limit', value: 10 }] : [],
  }
}
