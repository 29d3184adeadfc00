import type { Column, Output, Representation, Window } from '../../../representation.ts'
import type { Gathered } from '../../gather.ts'
import { Refusal } from '../../refusal.ts'
import type { Kind, Of, Who } from '../../senses.ts'
import { spent } from '../spent.ts'
import { empty, idsOf, shapeOf, timeOf } from './contracts.ts'

const codes: Readonly<Record<Who, string | null>> = {
  foreign: 'foreign_investor',
  trust: 'investment_trust',
  dealer: 'dealer',
  dealer_self: null,
  dealer_hedging: null,
  all: null,
}

/** What institutions hold or traded in a product. */
export function investors(gathered: Gathered): Representation | null {
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
    'traded',
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

/** Which positions are meant: held or traded; long, short or net. */
function positions({ all, has }: Gathered): string[] {
  const said = all('columns').flatMap(({ readings }) => readings.map(({ column }) => column))
  const flows = all('flow')
  const dealt = said.find((column) => /^(net|long|short)_deal_volume$/.test(column))
  if (dealt && !said.some((column) => column.includes('open_interest'))) return [dealt]
  const sides = new Set(flows.filter(({ net }) => !net).map(({ side }) => side))
  if (sides.has('buy') && sides.has('sell') && !said.some((column) => column.includes('open_interest')))
    return ['long_deal_volume', 'short_deal_volume']
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
