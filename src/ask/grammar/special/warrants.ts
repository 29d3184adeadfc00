import type { Column, Filter, Representation } from '../../representation.ts'
import type { Gathered } from '../gather.ts'
import { isKind } from '../items/items.ts'

const dataset = 'TaiwanStockOverviewIncludeWarrant'
const shown = [
  'warrant_type',
  'exercise_style',
  'exercise_price',
  'exercise_ratio',
  'expiration_date',
  'underlying_stock_id',
]
const kinds: readonly (readonly [RegExp, string])[] = [
  [/認購|call/i, 'call'],
  [/認售|put/i, 'put'],
  [/牛證|bull/i, 'bull'],
  [/熊證|bear/i, 'bear'],
]

/** Warrants by the stock they are on, which is not the code they have themselves. */
export function answerWarrants(gathered: Gathered): Representation | null {
  const { all, has, items, entities, universe } = gathered
  const named = items.filter((item) =>
    item.token.senses.some((sense) => sense.t === 'dataset' && sense.dataset === dataset),
  )
  if (named.length === 0 || entities.length === 0 || entities.some(({ subject }) => subject !== 'stock')) return null
  if (
    items.some(
      (item) => !['dataset', 'entity', 'ask', 'noun', 'right', 'how_many', 'time', 'join'].includes(item.sense.t),
    )
  )
    return null
  if (all('time').some(({ time }) => time.window.kind !== 'latest') || Object.keys(universe).length > 0) return null
  const said = items.filter((item) => named.includes(item) || isKind(item, 'right')).map(({ token }) => token.text)
  const kind = kinds.filter(([word]) => said.some((text) => word.test(text))).map(([, is]) => is)
  const rows: Filter[] = [
    { column: 'underlying_stock_id', is: entities.map(({ id }) => id) },
    { column: 'security_type', is: ['warrant'] },
    { column: 'is_active', is: [true] },
    ...(kind.length > 0 ? [{ column: 'warrant_type', is: kind }] : []),
  ]
  const of = (column: string): Column => ({ kind: 'column', dataset, column })
  const base = {
    dataset,
    universe: { rows },
    when: { kind: 'all' as const },
    where: [],
    by: [],
    notes: [],
    limit: null,
    order: [],
  }
  return has('how_many')
    ? { ...base, shape: 'groups', select: [{ as: 'count', of: { kind: 'across', fn: 'count', of: of('stock_id') } }] }
    : { ...base, shape: 'rows', select: shown.map((column) => ({ as: column, of: of(column) })) }
}
