import type { Dataset } from '../../../../catalogue/dataset.ts'
import { frequencyOf } from '../../../calendar.ts'
import type { Column, Condition, Output, Representation } from '../../../representation.ts'
import { columnOf } from '../../../typing.ts'
import { asksForOne } from '../../asksForOne.ts'
import { readClause } from '../../clause/readClause.ts'
import { events } from '../../events.ts'
import type { Gathered } from '../../gather.ts'
import { constrained } from '../../general/conditions.ts'
import { type Item, isKind } from '../../items/items.ts'
import { scaleSaid } from '../../scaleSaid.ts'
import { segmentsOf } from '../../segments.ts'
import type { Kind } from '../../senses.ts'
import { type Asked, across, isTraded, namesStocks } from './asked.ts'
import { contextOf } from './context.ts'
import { isDaily, readingsOf, tableFor } from './dataset.ts'
import { defaults, endOf, filtersOf } from './filters.ts'
import { groupsOf } from './groups.ts'
import { timeOf } from './times.ts'

const uses: readonly Kind[] = [
  'dataset',
  'event',
  'columns',
  'attribute',
  'value',
  'entity',
  'part',
  'time',
  'ask',
  'noun',
  'join',
  'rank',
  'most',
  'sorted',
  'compare',
  'number',
  'quantity',
  'range',
  'fold',
  'how_many',
  'how_many_days',
  'in',
  'money',
  'daily',
  'each',
]

/** Said of the whole question rather than of a measure. */
const aside: readonly Kind[] = [
  'dataset',
  'event',
  'value',
  'entity',
  'part',
  'ask',
  'noun',
  'how_many',
  'how_many_days',
  'daily',
]

const things: readonly string[] = ['stock', 'contract', 'currency', 'market', 'day']

/** Tables with so many rows a day that a list of them is no answer. */
const endless = new Set([
  'TaiwanIndex5Seconds',
  'TaiwanStock5SecondsOrderStats',
  'TaiwanOptionDaily',
  'TaiwanFutureOptionTickRealtime',
])

/** Words that name a column inside a table are read as its columns. */
const asColumns = (items: readonly Item[], { name }: Dataset): Item[] =>
  items.map((item) => {
    const readings = readingsOf(item).filter(({ dataset }) => dataset === name)
    return readings.length > 0 && (isKind(item, 'attribute') || isKind(item, 'columns'))
      ? { ...item, sense: { t: 'columns' as const, readings } }
      : item
  })

/** Rows of one table by the words of its own columns and values: what they were, how many, how much in all. */
export function answerRecords(gathered: Gathered): Representation | null {
  const { all, has, items, entities, universe } = gathered
  if (items.some(({ sense }) => !uses.includes(sense.t))) return null
  const table = tableFor(gathered)
  if (!table || all('noun').some(({ of }) => ![...things, frequencyOf(table)].includes(of))) return null
  const dataset = table.name
  const times = all('time')
  if (times.length > 1 || times.some(({ time }) => time.vague && !has('event') && dataset !== 'TaiwanRelatedNews'))
    return null
  const clauses = segmentsOf(
    asColumns(items, table).filter(({ sense }) => !aside.includes(sense.t) && !(sense.t === 'rank' && sense.recent)),
  ).map(readClause)
  if (
    clauses.some(
      ({ moves, extremes, phrases }) => moves.length + extremes.length > 0 || phrases.some((one) => !one.readings),
    )
  )
    return null
  const asked = clauses.flatMap((clause): Asked[] =>
    clause.phrases.map((phrase) => ({ column: phrase.readings![0]!.column, fold: phrase.fold, clause })),
  )
  const of = (column: string): Column => ({ kind: 'column', dataset, column })
  const event = events.find(({ key }) => all('event').some((one) => one.event === key))
  const where: Condition[] = [...(event?.where ?? [])]
  for (const clause of clauses) {
    const last = clause.phrases.at(-1)?.readings?.[0]
    if (clause.constraints.length > 0 && !last) return null
    for (const limit of clause.constraints) where.push(constrained(of(last!.column), limit, false))
  }
  const filters = filtersOf(items, table)
  if (!filters) return null
  // Whether it is so is told by what it is, and not by the rows where it is.
  const whether = items.some(
    (item) => isKind(item, 'ask') && item.sense.what === 'whether' && /[是嗎]/.test(item.token.text),
  )
  if (whether && filters.some((filter) => asked.some(({ column }) => column === filter.column))) return null
  // A branch has a number of its own, and the house it belongs to another one.
  const columns = filters.map(({ column }) => column)
  if (columns.includes('broker_id') && columns.includes('broker_type')) return null
  const rows = [
    ...filters,
    ...defaults.filter(({ column }) => column in table.columns && !filters.some((one) => one.column === column)),
  ]
  // Of a bond that is no more, the time is when it ended.
  const ended = dataset === 'TaiwanCBOverview' && !event ? endOf(filters) : null
  const date = event?.date ?? ended ?? table.date
  const { when, within, newest } = timeOf(gathered, table, date)
  if (within && dataset === 'TaiwanCBOverview' && !event && !ended) return null
  if (within) where.push({ kind: 'within', of: of(date), window: within })
  // What lasts holds now, unless another time or a name is said.
  else if (event?.period && entities.length === 0)
    where.push({ kind: 'during', from: of(event.period[0]), to: of(event.period[1]), when: { kind: 'latest' } })
  const ids = entities.map(({ id }) => id)
  const base = {
    dataset,
    universe: { ...universe, ...(ids.length > 0 ? { ids } : {}), ...(rows.length > 0 ? { rows } : {}) },
    when,
    where,
    notes: [],
  }
  // Rows are folded one by one, and not what is left of each day.
  const folding = {
    ...base,
    when: { kind: 'all' as const },
    where: when.kind === 'all' ? where : [...where, { kind: 'within' as const, of: of(table.date), window: when }],
  }
  const scale = scaleSaid(gathered)
  // The day of the highest is one day.
  const one = asksForOne(gathered) || all('ask').some(({ what }) => what === 'when')
  const rank = all('rank').find(({ n }) => n !== null)?.n ?? null
  const groups = groupsOf(gathered, table)
  if (has('each') && !groups) return null
  if (groups) {
    const numbers = asked.filter(({ column }) => column !== groups.column)
    const counts = has('how_many')
    if (counts ? numbers.length > 0 : numbers.length === 0 || !numbers.every((own) => own.fold || isTraded(own)))
      return null
    const ranked = has('most') || rank !== null
    return {
      ...folding,
      shape: 'groups',
      by: [{ column: groups.column }],
      select: counts
        ? [{ as: 'count', of: across('count', of(table.date)) }]
        : numbers.map(({ column, fold }) => ({
            as: column,
            of: across(fold ?? 'sum', of(column)),
            ...(scale ? { in: scale } : {}),
          })),
      order: ranked ? [{ by: 0, descending: all('most')[0]?.descending ?? true }] : [],
      limit: ranked ? (rank ?? (one ? 1 : 10)) : null,
    }
  }
  if (has('how_many') || has('how_many_days')) {
    if (asked.some(({ fold }) => fold) || has('most') || (rows.length === 0 && where.length === 0)) return null
    return {
      ...folding,
      shape: 'groups',
      by: [],
      select: [{ as: 'count', of: across('count', of(table.date)) }],
      order: [],
      limit: null,
    }
  }
  // The newest so many are not the first by their titles.
  const isCounted = ({ column }: Asked): boolean => ['integer', 'decimal'].includes(columnOf(dataset, column).kind)
  const order = asked.find(
    (one) => isCounted(one) && (one.clause.said.most || one.clause.said.sorted || one.clause.said.rank),
  )
  const towards = order?.clause.said.most ?? order?.clause.said.sorted
  // What was traded of one stock on a day of many trades is their sum, unless they are to be listed.
  const lists = all('ask').some(({ what }) => what === 'which') || has('rank') || has('daily') || has('event')
  const summed = ids.length > 0 && !lists && !isDaily(table) && asked.length > 0 && asked.every(isTraded)
  // Stocks are ranked by all that was traded of them, single trades by themselves.
  const ranksStocks = order !== undefined && isTraded(order) && !isDaily(table) && namesStocks(items)
  if (ranksStocks && ids.length === 0 && table.id)
    return {
      ...folding,
      shape: 'groups',
      by: [{ column: table.id }],
      select: [{ as: order.column, of: across('sum', of(order.column)) }],
      order: [{ by: 0, descending: towards?.descending ?? true }],
      limit: rank ?? 10,
      notes: noteOf(rank, 10),
    }
  const folded = summed ? asked.map((one) => ({ ...one, fold: 'sum' as const })) : asked.filter(({ fold }) => fold)
  const told = (output: Output): Output => (scale ? { ...output, in: scale } : output)
  if (folded.length > 0) {
    if (folded.length !== asked.length) return null
    const select = folded.map(({ column, fold }) => told({ as: `${fold}_${column}`, of: across(fold!, of(column)) }))
    const groups = order && ids.length === 0 && table.id ? [{ column: table.id }] : []
    if (order && groups.length === 0) return null
    return {
      ...folding,
      shape: 'groups',
      by: groups,
      select,
      order: order ? [{ by: asked.indexOf(order), descending: towards?.descending ?? true }] : [],
      limit: order ? (rank ?? (one ? 1 : 10)) : null,
    }
  }
  if (has('most') && !order) return null
  const isWide = endless.has(dataset) && !rows.some(({ column }) => column === 'trade_time')
  if (isWide || (asked.length === 0 && isDaily(table) && rows.length === 0)) return null
  const shown = [
    ...new Set([...asked.map(({ column }) => column), ...contextOf(table, asked.length > 0, event?.columns)]),
  ]
  // Over a time each has many rows, and which of them is ranked is nowhere said.
  const isRunning = isDaily(table) || order?.column.endsWith('_ytd')
  if (order && table.id && ids.length === 0 && isRunning && !['latest', 'back', 'on'].includes(base.when.kind))
    return null
  const limit = order || newest ? (rank ?? (order ? (one ? 1 : 10) : ids.length > 0 ? 1 : 10)) : rank
  return {
    ...base,
    shape: 'rows',
    by: [],
    select: shown.slice(0, 24).map((column) => ({ as: column, of: of(column) })),
    order: order
      ? [{ by: shown.indexOf(order.column), descending: towards?.descending ?? true }]
      : newest || rank !== null
        ? [{ by: 'date', descending: true }]
        : [],
    limit,
    notes: order ? noteOf(rank, limit) : [],
  }
}

/** Ten where nobody says how many: an assumption that is told. */
const noteOf = (rank: number | null, limit: number | null): Representation['notes'] =>
  rank === null && limit === 10 ? [{ code: 'default_limit', value: 10 }] : []
