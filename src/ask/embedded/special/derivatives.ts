import type { Column, Filter, Measure, Output, Representation, Window } from '../../representation.ts'
import type { Gathered } from '../gather.ts'
import { isKind } from '../items.ts'
import { windowFor } from '../measures.ts'
import { Refusal } from '../refusal.ts'
import type { Kind, Of, Who } from '../senses.ts'
import { spent } from './spent.ts'

/** Futures and options, where a product has many contracts, sessions and strikes a day. */
export function answerDerivative(gathered: Gathered): Representation | null {
  const { all, has, entities } = gathered
  const composites = all('composite').map(({ composite }) => composite)
  if (composites.includes('put_call_ratio') || composites.includes('put_call_volume_ratio'))
    return putCall(gathered, composites.includes('put_call_volume_ratio') ? 'volume' : 'open_interest')
  if (composites.includes('basis')) return basis(gathered)
  const products = entities.filter(({ subject }) => subject === 'futures' || subject === 'option')
  const held = all('columns')
    .flatMap(({ readings }) => readings)
    .find(({ dataset }) => dataset.endsWith('LargeTraders'))
  const isTraders = all('dataset').some(({ dataset }) => dataset.endsWith('LargeTraders'))
  if (has('traders') || held || isTraders) return largeTraders(gathered, held?.column)
  if (products.length === 0 && entities.length === 0 && has('right') && has('columns') && !has('actor'))
    return options(gathered)
  if (products.length === 0) return null
  if (products.length !== entities.length)
    throw new Refusal(
      'not_understood',
      'unsupported',
      entities.map(({ name }) => name),
    )
  if (all('dataset').some(({ dataset }) => dataset.endsWith('BrokerDaily'))) return brokers(gathered)
  if (isFinal(gathered)) return settlements(gathered)
  if (has('actor')) return investors(gathered)
  if (products.every(({ subject }) => subject === 'option')) return options(gathered)
  return null
}

const instantKinds = ['latest', 'back', 'on']
const timeOf = ({ all }: Gathered, dataset: string): Window => {
  const time = all('time')[0]?.time
  return time ? windowFor(time, dataset) : { kind: 'latest' }
}
const shapeOf = (window: Window): 'entities' | 'series' => (instantKinds.includes(window.kind) ? 'entities' : 'series')
const empty = { where: [], by: [], order: [], limit: null, notes: [] } as const

const idsOf = ({ entities }: Gathered, subject: 'futures' | 'option', fallback: string): string[] => {
  const ids = entities.filter((entity) => entity.subject === subject).map(({ id }) => id)
  return ids.length > 0 ? ids : [fallback]
}

const session = ({ has }: Gathered): Filter => ({
  column: 'trading_session',
  is: [has('night') ? 'after_hours' : 'regular'],
})

/** Puts over calls, in contracts held or traded. */
function putCall(gathered: Gathered, column: 'open_interest' | 'volume'): Representation {
  const dataset = 'TaiwanOptionDaily'
  spent(gathered, ['composite', 'entity', 'time', 'ask', 'columns', 'noun', 'daily', 'in', 'join', 'night', 'share'])
  if (gathered.entities.some(({ subject }) => subject !== 'option'))
    throw new Refusal(
      'not_understood',
      'does_not_fit',
      gathered.entities.map(({ name }) => name),
    )
  // The word beside the ratio says what it is of.
  const said = gathered
    .all('columns')
    .flatMap(({ readings }) => readings)
    .map((reading) => reading.column)
  const of = said.includes('volume') && !said.includes('open_interest') ? 'volume' : column
  const side = (right: 'put' | 'call'): Column => ({
    kind: 'column',
    dataset,
    column: of,
    where: [session(gathered), { column: 'call_put', is: [right] }],
    fold: 'sum',
  })
  const window = timeOf(gathered, dataset)
  return {
    ...empty,
    shape: shapeOf(window),
    dataset,
    universe: { ids: idsOf(gathered, 'option', 'TXO') },
    when: window,
    select: [
      { as: `put_${of}`, of: side('put') },
      { as: `call_${of}`, of: side('call') },
      { as: 'put_call_percent', of: { kind: 'arithmetic', op: 'percent', left: side('put'), right: side('call') } },
    ],
  }
}

const underlying: Readonly<Record<string, string>> = { TX: 'TAIEX', MTX: 'TAIEX', TMF: 'TAIEX', GTF: 'TPEX' }

/** The future less the index it is on. */
function basis(gathered: Gathered): Representation {
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

/** What the largest traders hold, of all contracts of a product. */
function largeTraders(gathered: Gathered, column = ''): Representation {
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
      rows: [
        { column: 'contract_month', is: ['all'] },
        ...(rights.length === 1 ? [{ column: 'call_put', is: [rights[0]!.side] }] : []),
      ],
    },
    when: { kind: 'latest' },
    select: columns.map((column) => ({ as: column, of: { kind: 'column', dataset, column } })),
  }
}

/** Final settlement, as against the daily one. */
function isFinal({ all, items }: Gathered): boolean {
  const words = items.filter(
    (item) => isKind(item, 'columns') && item.sense.readings.some(({ column }) => column === 'final_settlement_price'),
  )
  return (
    words.length > 0 &&
    (words.some(({ token }) => /最後|到期|final|expiry/i.test(token.text)) ||
      all('time').some(({ time }) => time.newest || isMonth(time.window)) ||
      all('contract').some(({ pick }) => pick === 'monthly' || pick === 'weekly'))
  )
}

/** A month that is named is the contract's own. */
const isMonth = (window: Window): boolean =>
  (window.kind === 'calendar' || window.kind === 'newest') && window.month !== undefined

function settlements(gathered: Gathered): Representation {
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
  ])
  const { all, entities } = gathered
  const isOption = entities.some(({ subject }) => subject === 'option')
  const dataset = isOption ? 'TaiwanOptionsSettlement' : 'TaiwanFuturesSettlement'
  const named = all('time').some(({ time }) => isMonth(time.window))
  const pick = all('contract')[0]?.pick ?? (named ? 'monthly' : undefined)
  const n = all('number')[0]?.value ?? all('rank')[0]?.n ?? null
  const window = all('time')
    .map(({ time }) => time.window)
    .find(({ kind }) => kind !== 'latest')
  const months = window?.kind === 'last' && window.unit === 'month' && pick === 'monthly' ? window.n : null
  const columns = ['settlement_date', 'contract_month', 'final_settlement_price']
  const of = (column: string): Column => ({ kind: 'column', dataset, column })
  return {
    ...empty,
    shape: 'rows',
    dataset,
    universe: {
      ids: idsOf(gathered, isOption ? 'option' : 'futures', 'TX'),
      ...(pick === 'weekly'
        ? { rows: [{ column: 'contract_month', pick: 'weekly' }] }
        : pick === 'monthly'
          ? { rows: [{ column: 'contract_month', pick: 'monthly' }] }
          : {}),
    },
    when: { kind: 'all' },
    where: window && months === null ? [{ kind: 'within', of: of('settlement_date'), window }] : [],
    select: columns.map((column) => ({ as: column, of: of(column) })),
    order: [{ by: 0, descending: true }],
    limit: n ?? months ?? (window ? null : 1),
  }
}

const codes: Readonly<Record<Who, string | null>> = {
  foreign: 'foreign_investor',
  trust: 'investment_trust',
  dealer: 'dealer',
  dealer_self: null,
  dealer_hedging: null,
  all: null,
}

/** Which positions are meant: held or traded; long, short or net. */
function positions({ all, has }: Gathered): string[] {
  const said = all('columns').flatMap(({ readings }) => readings.map(({ column }) => column))
  const flows = all('flow')
  const dealt = said.find((column) => /^(net|long|short)_deal_volume$/.test(column))
  if (dealt && !said.some((column) => column.includes('open_interest'))) return [dealt]
  if (flows.length > 0 && !said.some((column) => column.includes('open_interest'))) {
    const side = flows[0]!.net ? 'net' : flows[0]!.side === 'sell' ? 'short' : 'long'
    return side === 'net' ? ['net_deal_volume', 'long_deal_volume', 'short_deal_volume'] : [`${side}_deal_volume`]
  }
  const net = said.includes('net_open_interest_volume') || flows.length > 0
  const [long, short] = [said.includes('long_open_interest_volume'), said.includes('short_open_interest_volume')]
  const all_ = ['net_open_interest_volume', 'long_open_interest_volume', 'short_open_interest_volume']
  if (net) return all_
  if (long !== short) return long ? [all_[1]!] : [all_[2]!]
  return said.some((column) => column.includes('open_interest') || column === 'volume') ||
    (long && short) ||
    has('dataset')
    ? [...all_.slice(1), all_[0]!]
    : []
}

/** What institutions hold or traded in a product. */
function investors(gathered: Gathered): Representation | null {
  const { all, entities, has } = gathered
  if (has('streak') || has('growth') || has('fold')) throw new Refusal('not_understood', 'unsupported', [])
  const isOption = entities.some(({ subject }) => subject === 'option')
  const kind = isOption ? 'option' : 'futures'
  if (entities.some(({ subject }) => subject !== kind))
    throw new Refusal(
      'not_understood',
      'unsupported',
      entities.map(({ name }) => name),
    )
  spent(gathered, [
    'entity',
    'actor',
    'flow',
    'columns',
    'right',
    'each',
    'time',
    'ask',
    'noun',
    'daily',
    'in',
    'join',
    'dataset',
    'night',
    'both',
    'most',
    'versus',
    'rank',
    'move',
    'than',
  ] satisfies Kind[])
  const night = has('night')
  const dataset = isOption
    ? night
      ? 'TaiwanOptionsNightInstitutionalInvestors'
      : 'TaiwanOptionInstitutionalInvestors'
    : night
      ? 'TaiwanFuturesNightInstitutionalInvestors'
      : 'TaiwanFuturesInstitutionalInvestors'
  const columns = positions(gathered)
  if (columns.length === 0)
    throw new Refusal(
      'ambiguous',
      'which_measure',
      gathered.items.map(({ token }) => token.text),
    )
  if (night && columns.some((column) => column.includes('open_interest')))
    throw new Refusal('not_understood', 'does_not_fit', ['open interest'])
  const who = all('actor').map((actor: Of<'actor'>) => actor.who)
  const wanted = who.includes('all') ? [] : who.map((one) => codes[one])
  if (wanted.includes(null)) throw new Refusal('not_understood', 'does_not_fit', who)
  const rights = [...new Set(all('right').map(({ side }) => side))]
  const window = timeOf(gathered, dataset)
  const of = (column: string): Output => ({ as: column, of: { kind: 'column', dataset, column } })
  const most = all('most')[0]
  if (has('move')) return positionChange(gathered, dataset, columns[0]!, wanted, idsOf(gathered, kind, 'TX'), window)
  return {
    ...empty,
    shape: 'rows',
    dataset,
    universe: {
      ids: idsOf(gathered, kind, 'TX'),
      ...(wanted.length > 0 || rights.length === 1
        ? {
            rows: [
              ...(wanted.length > 0 ? [{ column: 'institutional_investor', is: wanted as string[] }] : []),
              ...(rights.length === 1 ? [{ column: 'call_put', is: [rights[0]!] }] : []),
            ],
          }
        : {}),
    },
    when: window,
    select: [...columns.map(of), of('trade_date'), of('institutional_investor'), ...(isOption ? [of('call_put')] : [])],
    order: most ? [{ by: 0, descending: most.descending }] : [],
    limit: most ? (all('rank')[0]?.n ?? 1) : null,
  }
}

/** How a position moved since the day before, today or on each day of a time. */
function positionChange(
  gathered: Gathered,
  dataset: string,
  column: string,
  wanted: readonly (string | null)[],
  ids: readonly string[],
  window: Window,
): Representation {
  if (wanted.length !== 1 || gathered.has('right'))
    throw new Refusal(
      'not_understood',
      'unsupported',
      gathered.items.map(({ token }) => token.text),
    )
  const of: Column = {
    kind: 'column',
    dataset,
    column,
    where: [{ column: 'institutional_investor', is: wanted as string[] }],
  }
  // "from yesterday" names the day it is held against, not the day of the answer.
  const when: Window = gathered.has('than') && window.kind === 'back' ? { kind: 'latest' } : window
  return {
    ...empty,
    shape: shapeOf(when),
    dataset,
    universe: { ids },
    when,
    select: [
      { as: column, of },
      { as: 'change', of: { kind: 'change', of, since: { kind: 'back', n: 1 }, as: 'difference' } },
    ],
  }
}

/** Options by strike, or all strikes of a product together. */
function options(gathered: Gathered): Representation | null {
  const { all, has, items } = gathered
  const dataset = 'TaiwanOptionDaily'
  spent(gathered, [
    'entity',
    'columns',
    'right',
    'contract',
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
  const byStrike = all('noun').some(({ of }) => of === 'strike') || readings.includes('strike_price') || has('number')
  const rights = [...new Set(all('right').map(({ side }) => side))]
  const pick = all('contract')[0]?.pick
  const window = timeOf(gathered, dataset)
  const picked: Filter[] =
    pick === 'nearest' ? [{ column: 'expiry_date', pick: 'nearest' }] : pick ? [{ column: 'contract_month', pick }] : []
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

/** Which futures brokers traded most. */
function brokers(gathered: Gathered): Representation {
  spent(gathered, [
    'entity',
    'dataset',
    'rank',
    'most',
    'time',
    'ask',
    'columns',
    'noun',
    'in',
    'join',
    'sorted',
    'fold',
  ])
  const isOption = gathered.entities.some(({ subject }) => subject === 'option')
  const dataset = isOption ? 'TaiwanOptionsBrokerDaily' : 'TaiwanFuturesBrokerDaily'
  const rank = gathered.all('rank').find(({ n }) => n !== null)?.n ?? null
  return {
    ...empty,
    shape: 'groups',
    dataset,
    universe: { ids: idsOf(gathered, isOption ? 'option' : 'futures', 'TX') },
    when: timeOf(gathered, dataset),
    by: [{ column: 'broker_id' }, { column: 'broker_name' }],
    select: [{ as: 'volume', of: { kind: 'across', fn: 'sum', of: { kind: 'column', dataset, column: 'volume' } } }],
    order: [{ by: 0, descending: gathered.all('most')[0]?.descending ?? true }],
    limit: rank ?? 10,
    notes: rank === null ? [{ code: 'default_limit', value: 10 }] : [],
  }
}
