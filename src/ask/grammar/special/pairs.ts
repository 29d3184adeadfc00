import type { Measure, Representation, Window } from '../../representation.ts'
import type { Gathered } from '../gather.ts'
import { meaningOf } from '../measures/meaning.ts'
import { contextOf } from '../measures/phrase.ts'
import { price } from '../measures/price.ts'
import { windowFor } from '../measures/window.ts'
import { Refusal } from '../refusal.ts'
import type { Entity, Kind } from '../senses.ts'
import type { Time } from '../time/time.ts'
import { spent } from './spent.ts'

const slug = (id: string): string => id.toLowerCase().replaceAll(/[^a-z0-9]/g, '')

const day = (close: Measure): Measure => ({ kind: 'change', of: close, since: { kind: 'back', n: 1 }, as: 'percent' })

const uses: readonly Kind[] = [
  'entity',
  'composite',
  'time',
  'join',
  'ask',
  'noun',
  'versus',
  'both',
  'adjusted',
  'daily',
  'in',
  'columns',
  'than',
  'beat',
  'move',
  'most',
]

/** Two series held against each other: how they move together, and which did better where they are of two kinds. */
export function answerPair(gathered: Gathered): Representation | null {
  const { all, entities } = gathered
  const composite = all('composite').map((sense) => sense.composite)
  const time = all('time').find(({ time: said }) => !['latest', 'back', 'on'].includes(said.window.kind))?.time
  if (composite.includes('correlation') || composite.includes('beta')) {
    const index: Entity = { subject: 'index', id: 'TAIEX', name: '加權指數' }
    const pair = composite.includes('beta') && entities.length === 1 ? [entities[0]!, index] : entities
    if (pair.length !== 2)
      throw new Refusal(
        'ambiguous',
        'which_entity',
        entities.map(({ name }) => name),
      )
    spent(gathered, uses)
    return together(pair as [Entity, Entity], time, composite.includes('beta') ? 'beta' : 'correlation')
  }
  const kinds = new Set(entities.map(({ subject }) => subject))
  const compares =
    composite.length === 0 &&
    time !== undefined &&
    (all('versus').length > 0 ||
      all('than').length > 0 ||
      all('beat').length > 0 ||
      all('ask').some(({ what }) => what === 'how'))
  // How much more the one made than the other, where both are of one kind.
  const differs =
    entities.length === 2 &&
    kinds.size === 1 &&
    gathered.asksDifference &&
    (all('beat').length > 0 || all('most').length > 0 || all('move').some(({ direction }) => direction === 'any'))
  const beaten = all('beat').length > 0 && kinds.has('stock') && !differs
  if ((kinds.size < 2 && !differs) || !(composite.includes('return') || compares) || beaten) return null
  if (
    all('composite').length > 1 ||
    entities.some(({ subject }) => !['stock', 'index', 'sector', 'us', 'gold', 'oil', 'currency'].includes(subject))
  )
    return null
  spent(gathered, uses)
  if (all('columns').some(({ readings }) => !readings.some(({ column }) => column === 'close'))) return null
  return apart(
    entities,
    time ?? all('time')[0]?.time,
    all('adjusted').length > 0,
    all('move').length > 0 || all('beat').length > 0,
  )
}

function together(
  [first, second]: [Entity, Entity],
  time: Time | undefined,
  kind: 'correlation' | 'beta',
): Representation {
  if (!time) throw new Refusal('not_understood', 'needs_window', [kind])
  const [left, right] = [price(contextOf(first)), price(contextOf(second))]
  if (!left || !right) throw new Refusal('not_understood', 'does_not_fit', [first.name, second.name])
  const window: Window = windowFor(time, left.dataset)
  return {
    shape: 'entities',
    dataset: left.dataset,
    universe: {},
    when: { kind: 'latest' },
    select: [{ as: kind, of: { kind, left: day(left), right: day(right), window } }],
    where: [],
    by: [],
    order: [],
    limit: null,
    notes: [],
  }
}

/** Returns of series from different datasets, side by side in one row. */
function apart(
  entities: readonly Entity[],
  time: Time | undefined,
  adjusted: boolean,
  difference: boolean,
): Representation {
  const select = entities.map((entity) => {
    const context = contextOf(entity, adjusted && entity.subject === 'stock' ? ['TaiwanStockPriceAdj'] : [])
    const meant = meaningOf({ composite: 'return', text: '' }, context, time)
    if (!meant) throw new Refusal('not_understood', 'does_not_fit', [entity.name])
    return { as: `return_${slug(entity.id)}`, of: meant.measure, dataset: meant.dataset }
  })
  return {
    shape: 'entities',
    dataset: select[0]!.dataset,
    universe: {},
    when: time && ['back', 'on'].includes(time.window.kind) ? time.window : { kind: 'latest' },
    select: [
      ...select.map(({ as, of }) => ({ as, of })),
      ...(difference && select.length === 2
        ? [
            {
              as: 'difference',
              of: { kind: 'arithmetic' as const, op: 'subtract' as const, left: select[0]!.of, right: select[1]!.of },
            },
          ]
        : []),
    ],
    where: [],
    by: [],
    order: [],
    limit: null,
    notes: [],
  }
}
