import type { Dataset } from '../../../../catalogue/dataset.ts'
import { catalogue, find } from '../../../../catalogue/index.ts'
import { frequencyOf } from '../../../calendar.ts'
import { events } from '../../events.ts'
import type { Gathered } from '../../gather.ts'
import { type Item, isKind } from '../../items/items.ts'
import type { Entity, Reading } from '../../senses.ts'
import { rankOf, subjectOf } from '../../subjects.ts'

const eventOf = new Map(events.map((event) => [event.key, event]))

/** The columns that a word may name, in whichever table. */
export const readingsOf = (item: Item): Reading[] => [
  ...item.token.senses.flatMap((sense) => (sense.t === 'columns' || sense.t === 'attribute' ? sense.readings : [])),
  ...usualOf(item),
]

/** Words for a column that most tables of trades have. */
const usual: readonly (readonly [RegExp, string])[] = [
  [/^(trading |total |traded )?volume$|^(總)?成交量$|^交易量$|^量$|^股數$|^張數$/i, 'volume'],
  [/^(total )?(turnover|value|amount)$|^金額$|^成交金額$|^成交值$/i, 'turnover'],
  [/^price$|^價格$|^成交價$/i, 'price'],
]
const usualOf = ({ token }: Item): Reading[] => {
  const column = usual.find(([word]) => word.test(token.text))?.[1]
  return catalogue.flatMap(({ name, columns }) => {
    const subject = subjectOf(name)
    return column && subject && column in columns ? [{ subject, dataset: name, column }] : []
  })
}

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
  'TaiwanStockOverviewIncludeWarrant',
])

/** The word is of this table and of nothing else that is asked for more often. */
function pointsAt(item: Item, name: string): boolean {
  if (['event', 'value', 'attribute', 'dataset'].includes(item.sense.t)) return true
  return isKind(item, 'columns') && readingsOf(item).every(({ dataset }) => dataset === name)
}

/** A word that is the table's own name, or an event that it tells. */
const names = (item: Item, name: string): boolean =>
  (isKind(item, 'event') && eventOf.get(item.sense.event)?.dataset === name) ||
  item.token.senses.some((sense) => sense.t === 'dataset' && sense.dataset === name)

/** The one table that every word of the question can be of. */
export function tableFor({ items, entities, has }: Gathered): Dataset | null {
  const named = items.flatMap((item) => {
    const datasets = datasetsOf(item)
    return datasets ? [new Set(datasets)] : []
  })
  if (named.length === 0) return null
  // A value alone, 中性 or "active", may be of anything.
  const isAlone = items.every((item) => datasetsOf(item) === null || isKind(item, 'value'))
  if (isAlone && entities.length === 0) return null
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
  // Two tables that are as good as each other leave open which is meant.
  const [best, next] = found
  const isOpen = best && next && rankOf(best.name) === rankOf(next.name)
  return best && !(isOpen && !items.some((item) => names(item, best.name) && !names(item, next.name))) ? best : null
}
