import type { Column, Filter, Output, Representation, Window } from '../../../representation.ts'
import type { Gathered } from '../../gather.ts'
import { investorCodes } from '../../measures/columns.ts'
import { Refusal } from '../../refusal.ts'
import type { Kind, Of } from '../../senses.ts'
import { spent } from '../spent.ts'
import { empty, idsOf, shapeOf, timeOf } from './contracts.ts'
import { positions } from './positions.ts'

/** What institutions hold or traded in a product. */
export function investors(gathered: Gathered): Representation | null {
  const { all, entities, has } = gathered
  if (has('streak') || has('growth')) throw new Refusal('not_understood', 'unsupported', [])
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
    'side',
    'money',
    'traded',
    'fold',
    'attribute',
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
  const wanted = who.includes('all') ? [] : who.map((one) => investorCodes[one])
  if (wanted.includes(null)) throw new Refusal('not_understood', 'does_not_fit', who)
  const rights = [...new Set(all('right').map(({ side }) => side))]
  const window = timeOf(gathered, dataset)
  const of = (column: string): Output => ({ as: column, of: { kind: 'column', dataset, column } })
  const most = all('most')[0]
  const rows: Filter[] = [
    ...(wanted.length > 0 ? [{ column: 'institutional_investor', is: wanted as string[] }] : []),
    ...(rights.length === 1 ? [{ column: 'call_put', is: [rights[0]!] }] : []),
  ]
  const universe = { ids: idsOf(gathered, kind, 'TX'), ...(rows.length > 0 ? { rows } : {}) }
  if (has('fold')) return folded(gathered, { ...empty, dataset, universe, when: window }, columns)
  if (has('move')) return positionChange(gathered, dataset, columns[0]!, wanted, idsOf(gathered, kind, 'TX'), window)
  return {
    ...empty,
    shape: 'rows',
    dataset,
    universe,
    when: window,
    select: [...columns.map(of), of('trade_date'), of('institutional_investor'), ...(isOption ? [of('call_put')] : [])],
    order: most ? [{ by: 0, descending: most.descending }] : [],
    limit: most ? (all('rank')[0]?.n ?? 1) : null,
  }
}

/** Positions of all three together, or what one of them traded or held on several days as one number. */
function folded(
  gathered: Gathered,
  base: Omit<Representation, 'shape' | 'select'>,
  columns: readonly string[],
): Representation {
  const { all, has } = gathered
  const [fn, ...more] = all('fold').map((fold) => fold.fn)
  const everybody = all('actor').some(({ who }) => who === 'all')
  const isSpan = shapeOf(base.when) === 'series'
  const isDealt = columns.every((column) => column.includes('_deal_'))
  const ofOption = base.dataset.includes('Option')
  const fits = everybody ? fn === 'sum' && !(isSpan && isDealt) : isSpan && (fn !== 'sum' || isDealt)
  if (!fn || more.length > 0 || !fits || has('most') || has('move') || (ofOption && all('right').length !== 1))
    throw new Refusal(
      'not_understood',
      'unsupported',
      gathered.items.map(({ token }) => token.text),
    )
  return {
    ...base,
    shape: 'groups',
    by: everybody && isSpan ? [{ column: 'trade_date' }] : [],
    select: columns.map((column) => ({
      as: `${fn}_${column}`,
      of: { kind: 'across', fn, of: { kind: 'column', dataset: base.dataset, column } },
    })),
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
