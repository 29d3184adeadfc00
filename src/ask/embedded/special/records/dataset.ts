import type { Dataset } from '../../../../catalogue/dataset.ts'
import { find } from '../../../../catalogue/index.ts'
import { frequencyOf } from '../../../calendar.ts'
import { events } from '../../events.ts'
import type { Gathered } from '../../gather.ts'
import { type Item, isKind } from '../../items/items.ts'
import type { Entity, Reading } from '../../senses.ts'
import { rankOf, subjectOf } from '../../subjects.ts'

const eventOf = new Map(events.map((event) => [event.key, event]))

/** The columns that a word may name, in whichever table. */
export const readingsOf = ({ token }: Item): Reading[] =>
  token.senses.flatMap((sense) => (sense.t === 'columns' || sense.t === 'attribute' ? sense.readings : []))

/** The datasets that a word may be of; null where it names none. */
function datasetsOf(item: Item): string[] | null {
  const { sense, token } = item
  if (isKind(item, 'event')) return [eventOf.get(item.sense.event)!.dataset]
  if (!['columns', 'attribute', 'value', 'dataset'].includes(sense.t)) return null
  return [
    ...readingsOf(item).map(({ dataset }) => dataset),
    ...token.senses.flatMap((one) =>
      one.t === 'value' ? one.of.map(({ dataset }) => dataset) : one.t === 'dataset' ? [one.dataset] : [],
    ),
  ]
}

/** Whose id the dataset's own id is. */
const fits = (name: string, { subject }: Entity): boolean => {
  const { id } = find(name)!
  if (subject === 'futures' || subject === 'option') return id === `${subject === 'option' ? 'option' : 'futures'}_id`
  return subjectOf(name) === subject || (subject === 'stock' && subjectOf(name) === 'cb')
}

/** One row of each entity and day, which the general way reads better. */
export const isDaily = ({ key, id, date }: Dataset): boolean =>
  key.every((column) => column === id || column === date) && frequencyOf({ date } as Dataset) !== 'event'

/** Read by ways of their own, as a row of them says nothing without what else it is keyed by. */
const elsewhere = new Set([
  'TaiwanStockFinancialStatement',
  'TaiwanStockBalanceSheet',
  'TaiwanStockCashFlowsStatement',
  'TaiwanStockHoldingSharesPer',
  'TaiwanFuturesDaily',
  'TaiwanOptionDaily',
  'TaiwanStockDividendResult',
  'TaiwanStockDividend',
])

/** The word is of this table and of nothing else that is asked for more often. */
function pointsAt(item: Item, name: string): boolean {
  if (['event', 'value', 'attribute', 'dataset'].includes(item.sense.t)) return true
  return isKind(item, 'columns') && item.sense.readings.every(({ dataset }) => dataset === name)
}

/** The one table that every word of the question can be of. */
export function tableFor({ items, entities, has }: Gathered): Dataset | null {
  const named = items.flatMap((item) => {
    const datasets = datasetsOf(item)
    return datasets ? [new Set(datasets)] : []
  })
  if (named.length === 0) return null
  const [first, ...rest] = named as [Set<string>, ...Set<string>[]]
  const common = [...first].filter(
    (name) => rest.every((others) => others.has(name)) && entities.every((entity) => fits(name, entity)),
  )
  const found = common
    .map((name) => find(name)!)
    .filter((dataset) => !elsewhere.has(dataset.name) || has('event'))
    .filter(({ name }) => items.some((item) => datasetsOf(item)?.includes(name) && pointsAt(item, name)))
    .filter((dataset) => !isDaily(dataset) || has('attribute') || has('value'))
    .filter((dataset) => !has('actor') || 'institutional_investor' in dataset.columns)
    .sort((a, b) => rankOf(a.name) - rankOf(b.name))
  return found[0] ?? null
}
