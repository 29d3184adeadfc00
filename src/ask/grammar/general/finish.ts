import type { Condition, Measure, Order, Representation, Universe } from '../../representation.ts'
import { columnsIn, measuresIn } from '../../typing.ts'
import { asksForOne } from '../asksForOne.ts'
import { isKind } from '../items/items.ts'
import { number } from './conditions.ts'
import { drivingOf } from './driving.ts'
import { isShareOfStocks, isThing } from './shareOfStocks.ts'
import { asksLast, fail, type State } from './state.ts'
import { addLabels, addTotals, addTwins } from './twins.ts'
import { refuseOpen, refuseUnused } from './unused.ts'

/** Decides what a row of the answer is, now that everything is known. */
export function finish(state: State): Representation {
  const { gathered, about, outputs, conditions, named, alone } = state
  if (outputs.length === 0) fail('which_measure', [])
  const columns = [...outputs.flatMap(({ of }) => columnsIn(of)), ...conditions.flatMap(measuresIn).flatMap(columnsIn)]
  const dataset = drivingOf(state, columns)
  const rank = gathered.all('rank').find(({ n }) => n !== null)?.n ?? null
  const order = orderOf(state)
  const ends = new Set(gathered.all('rank').flatMap(({ n, end }) => (n === null || end === undefined ? [] : [end])))
  const highest = state.clauses.filter(({ said, phrases }) => said.most && phrases.length > 0)
  if (highest.length > 1 && !named && !alone)
    fail(
      'two_readings',
      gathered.items.filter((item) => isKind(item, 'most')).map(({ token }) => token.text),
    )
  if (ends.size > 1)
    fail(
      'two_readings',
      gathered.items.filter((item) => isKind(item, 'rank')).map(({ token }) => token.text),
    )
  const counted = gathered.items.filter(
    (item, i) =>
      isKind(item, 'how_many') &&
      (isThing(gathered.items[i + 1]) || /[檔家支隻]|stocks|companies/.test(item.token.text)),
  )
  if ((named || alone) && counted.length > 0)
    fail(
      'unsupported',
      counted.map(({ token }) => token.text),
    )
  if (rank !== null && order.length === 0 && !gathered.has('percentile')) fail('unused_words', [String(rank)])
  if (gathered.has('most') && order.length === 0 && !gathered.has('percentile') && !state.usedMost)
    fail(
      'unused_words',
      gathered.items.filter((item) => isKind(item, 'most')).map(({ token }) => token.text),
    )
  addLabels(state, dataset)
  addTwins(state)
  addTotals(state)
  refuseUnused(state, columns, dataset)
  const ofMarket = about.subject === 'market' ? {} : gathered.universe
  // Of two parts of the market, which did better is not a stock.
  const asksPart = gathered.all('part').length > 1 && gathered.all('ask').some(({ what }) => what === 'one')
  if (asksPart && !gathered.all('noun').some(({ of }) => of === 'stock')) fail('unsupported', [])
  const nth = gathered.all('rank').find(({ place }) => place)
  const limited = conditions.some((one) => !(one.kind === 'compare' && isZero(one.right) && isOrdered(state, one.left)))
  if (nth && (named || alone || !state.order || limited)) fail('unsupported', [String(nth.n)])
  const universe: Universe = { ...ofMarket, ...(named ? { ids: about.ids } : {}), ...rowsOf(state, dataset) }
  // One company is shown as it is, whether or not it meets what is asked.
  const single = (named && about.ids.length === 1) || alone
  const base = { dataset, universe, where: conditions, by: [] as const }
  if (gathered.has('running')) {
    const [first] = outputs
    if (!state.series) fail('needs_window', [])
    outputs.push({
      as: `${first!.as}_total`,
      of: { kind: 'cumulative', of: first!.of },
      ...(first!.in ? { in: first!.in } : {}),
    })
  }
  if (state.series)
    return {
      ...base,
      shape: 'series',
      when: state.series.window,
      select: outputs,
      order,
      limit: order.length > 0 ? (rank ?? (asksForList(state) ? 10 : 1)) : null,
      notes: [],
    }
  if (isShareOfStocks(gathered.items) && !named && !alone) {
    if (conditions.length === 0 || order.length > 0) fail('needs_number', [])
    const of = outputs[0]!.of
    const [some, every]: [Measure, Measure] = [
      { kind: 'across', fn: 'count', of, where: conditions },
      { kind: 'across', fn: 'count', of },
    ]
    return {
      ...base,
      where: [],
      shape: 'groups',
      when: state.when,
      select: [
        { as: 'count', of: some },
        { as: 'total', of: every },
        { as: 'percent', of: { kind: 'arithmetic', op: 'percent', left: some, right: every } },
      ],
      order: [],
      limit: null,
      notes: [],
    }
  }
  if (gathered.has('how_many') && !named && !alone) {
    if (conditions.length === 0) fail('needs_number', [])
    return {
      ...base,
      shape: 'groups',
      when: state.when,
      select: [{ as: 'count', of: { kind: 'across', fn: 'count', of: outputs[0]!.of } }],
      order: [],
      limit: null,
      notes: [],
    }
  }
  if (nth && state.order) {
    const place: Measure = { kind: 'place', of: state.order.measure, descending: state.order.descending }
    const there: Condition = { kind: 'compare', left: place, op: '=', right: number(nth.n!) }
    return {
      ...base,
      where: [...conditions, there],
      shape: 'entities',
      when: state.when,
      select: outputs,
      order: [],
      limit: null,
      notes: [],
    }
  }
  // When it last was so: the newest of all dates on which it was.
  if (asksLast(state) && conditions.length > 0 && order.length === 0)
    return {
      ...base,
      shape: 'series',
      when: { kind: 'all' },
      select: outputs,
      order: [{ by: 'date', descending: true }],
      limit: 1,
      notes: [],
    }
  refuseOpen(state, order.length > 0)
  // What only keeps the order meaningful, such as a positive P/E, is not a condition that was asked for.
  const key = state.order && JSON.stringify(state.order.measure)
  const asked = conditions.filter(
    (condition) =>
      !(condition.kind === 'compare' && isZero(condition.right) && JSON.stringify(condition.left) === key) &&
      // Nor is the side of what the order is the distance from.
      !(condition.kind === 'compare' && isInside(condition.left, key) && isInside(condition.right, key)) &&
      // Which part of the market is meant is no condition either.
      !(condition.kind === 'compare' && condition.left.kind === 'place') &&
      !(condition.kind === 'not' && condition.of.kind === 'member') &&
      !(condition.kind === 'exists' && condition.dataset === 'TaiwanStockCompanyIndustry'),
  )
  // A part of the market that is only sorted is shown as a whole.
  const sorts =
    gathered.has('sorted') &&
    !gathered.has('most') &&
    !gathered.has('rank') &&
    Object.keys(gathered.universe).length > 0
  const isDefault = order.length > 0 && rank === null && !named && asked.length === 0 && !sorts
  const one = asksForOne(gathered) && order.length > 0
  const limit = named || alone || gathered.has('percentile') ? null : one ? 1 : (rank ?? (isDefault ? 10 : null))
  if (named && about.ids.length === 1 && order.length > 0) fail('needs_window', [])
  return {
    ...base,
    ...(single ? { where: [] } : {}),
    shape: 'entities',
    when: state.when,
    select: outputs,
    order: alone ? [] : order,
    limit,
    notes: isDefault && !one ? [{ code: 'default_limit', value: 10 }] : [],
  }
}

const isOrdered = ({ order }: State, measure: Measure): boolean =>
  order !== null && JSON.stringify(order.measure) === JSON.stringify(measure)

const isInside = (measure: Measure, key: string | null): boolean =>
  measure.kind !== 'number' && key !== null && key !== JSON.stringify(measure) && key.includes(JSON.stringify(measure))

const isZero = (measure: Measure): boolean => measure.kind === 'number' && measure.value === 0

const asksForList = ({ gathered }: State): boolean =>
  gathered.all('noun').some(({ of }) => of === 'day') && gathered.all('ask').some(({ what }) => what === 'which')

function orderOf({ order, outputs }: State): Order[] {
  if (!order) return []
  const key = JSON.stringify(order.measure)
  const at = outputs.findIndex(({ of }) => JSON.stringify(of) === key)
  return at < 0 ? fail('unsupported', []) : [{ by: at, descending: order.descending }]
}

/** Weights are of a market; the index beside the stocks tells which. */
function rowsOf({ about, named }: State, dataset: string): Universe {
  if (dataset !== 'TaiwanStockMarketValueWeight' || named || !about.beside) return {}
  return { rows: [{ column: 'market', is: [about.beside.id === 'TPEX' ? 'TPEX' : 'TWSE'] }] }
}
