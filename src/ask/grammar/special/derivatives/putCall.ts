import type { Column, Representation } from '../../../representation.ts'
import type { Gathered } from '../../gather.ts'
import { Refusal } from '../../refusal.ts'
import { spent } from '../spent.ts'
import { empty, idsOf, session, shapeOf, timeOf } from './contracts.ts'

/** Puts over calls, in contracts held or traded. */
export function putCall(gathered: Gathered, column: 'open_interest' | 'volume'): Representation {
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
