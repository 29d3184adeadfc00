import type { Dataset } from '../../../catalogue/dataset.ts'
import { columnsOf } from '../../../catalogue/dataset.ts'
import { frequencyOf } from '../../calendar.ts'
import type { Facts } from '../../facts.ts'
import type { Column, Condition, Filter, Output, Representation, Scalar, Universe } from '../../representation.ts'
import { isListed } from '../../sql/source.ts'
import { constrained } from '../general/conditions.ts'
import type { Entity } from '../senses.ts'
import { subjectOf } from '../subjects.ts'
import { counted, folded } from './groups.ts'
import type { Piece } from './pieces.ts'
import { said } from './said.ts'
import { timeOf } from './when.ts'

/** Columns that say nothing to a reader of rows. */
const hidden = new Set(['seq', 'isin_code', 'cfi_code', 'note', 'link', 'as_of_date', 'detail', 'issue_key', 'news_id'])

/** Tables with so many rows a day that only some of them can be asked for. */
const endless = new Set(['TaiwanIndex5Seconds', 'TaiwanStock5SecondsOrderStats'])

/** Rows of one table, or what they come to together; null where some word of the question found no use. */
export function rowsOf(table: Dataset, pieces: readonly Piece[], facts: Facts): Representation | null {
  const spoken = said(table, pieces)
  if (!spoken?.isTold) return null
  const { columns, values, entities, conditions, present, order, rank, single, parts } = spoken
  const dataset = table.name
  const of = (column: string): Column => ({ kind: 'column', dataset, column })
  const whom = universeOf(table, entities, parts, values, pieces, facts)
  if (!whom) return null
  // Stocks are no rows of a table that knows none.
  const asksForStocks = pieces.some(({ sense }) => sense?.t === 'noun' && sense.of === 'stock')
  if (asksForStocks && !('stock_id' in table.columns)) return null
  // A branch has a number of its own, and the house it belongs to another one.
  const filtered = whom.rows.map(({ column }) => column)
  if (filtered.includes('broker_id') && filtered.includes('broker_type')) return null
  const where: Condition[] = [...(spoken.event?.where ?? [])]
  for (const { column, constraint } of conditions) where.push(constrained(of(column), constraint, false))
  for (const column of present)
    where.push({ kind: 'compare', left: of(column), op: '!=', right: { kind: 'number', value: 0 } })
  // What only some rows have is what the rows are asked for by, where no other word says which.
  if (!spoken.named && entities.length === 0 && frequencyOf(table) === 'event' && !order) {
    const amount = columns.find((column) => table.columns[column]?.nullable && isNumber(table, column))
    if (amount) where.push({ kind: 'compare', left: of(amount), op: '!=', right: { kind: 'number', value: 0 } })
  }
  const rows = [...whom.rows, ...defaults(table, spoken.named, whom.rows, entities, spoken.dated !== undefined)]
  const time = timeOf(table, spoken, entities.length > 0, facts)
  if (!time) return null
  where.push(...time.where.map((condition) => condition(of)))
  const universe: Universe = { ...whom.universe, ...(rows.length > 0 ? { rows } : {}) }
  const base = { dataset, universe, when: time.when, where, notes: [] }
  const scale = spoken.scale
  const tell = (output: Output): Output => (scale ? { ...output, in: scale } : output)
  if (spoken.count) return counted(table, spoken, base, values)
  // What a company pays in several parts is asked for in one sum.
  const ofYear = dataset === 'TaiwanStockDividend' && !spoken.named && entities.length === 0 && !order && spoken.time
  const amounts = columns.length === 1 && table.columns[columns[0]!]?.unit === 'TWD per share'
  if (ofYear && amounts && spoken.present.length === 0)
    return folded(table, { ...spoken, fold: 'sum', by: 'stock_id' }, base, tell)
  if (spoken.fold || spoken.by) return folded(table, spoken, base, tell)
  // Stocks are ranked by all that was traded of them, single trades by themselves.
  const isTraded = order !== null && ['volume', 'turnover', 'borrowed_volume'].includes(order.column)
  const namesStocks = pieces.some(({ text }) => /[檔家支隻]|stock|compan/i.test(text))
  if (isTraded && namesStocks && table.id && table.key.length > 2 && entities.length === 0)
    return folded(table, { ...spoken, fold: 'sum', by: table.id }, base, tell)
  const isWide = endless.has(dataset)
  if (isWide && !spoken.clock && !order) {
    if (columns.length === 0 || columns.includes('trade_time')) return null
    return {
      ...base,
      shape: 'rows',
      by: [],
      select: shownOf(table, columns, undefined, time.date).map((column) =>
        tellIf(tell, table, { as: column, of: of(column) }, columns),
      ),
      order: [{ by: 'trade_time', descending: true }],
      limit: 1,
    }
  }
  if (columns.length === 0 && values.length === 0 && !spoken.named) return null
  // "Active stocks" are those that are traded much as well as those that are listed.
  if (columns.length === 0 && !spoken.named && dataset === 'TaiwanStockOverview') return null
  // A measure of every day is somebody's: without saying whose it is no question.
  const isOpen = entities.length + values.length + conditions.length + parts.length === 0 && !order && !spoken.clock
  if (isOpen && frequencyOf(table) !== 'event' && table.id && subjectOf(dataset) !== 'money') return null
  const shown = shownOf(table, columns, spoken.event?.columns, time.date)
  // Each month has its own figure of the year so far, and only the newest can be ranked.
  if (order?.column.endsWith('_ytd') && time.when.kind !== 'latest') return null
  const towards = order ?? null
  // One that is named has no rank among others, and of a rate that holds until the next one only the newest is compared.
  if (rank !== null && towards && rank > entities.length && entities.length > 0 && table.name === 'CentralBankRate')
    return null
  if ((spoken.most || (rank !== null && !time.newest)) && !towards) return null
  const limit =
    rank ??
    (towards
      ? single
        ? 1
        : isOfAll(pieces)
          ? null
          : 10
      : time.newest
        ? (time.newest.n ?? (entities.length > 0 || single ? 1 : 10))
        : null)
  const by = towards
    ? [{ by: shown.indexOf(towards.column), descending: towards.descending }]
    : time.newest
      ? [{ by: shown.indexOf(time.date), descending: !time.newest.coming }]
      : []
  return {
    ...base,
    shape: 'rows',
    by: [],
    select: shown.map((column) => tellIf(tell, table, { as: column, of: of(column) }, columns)),
    order: by,
    limit,
    notes: limit === 10 && rank === null && towards ? [{ code: 'default_limit', value: 10 }] : [],
  }
}

/** "Of every company, highest first" leaves none out. */
const isOfAll = (pieces: readonly Piece[]): boolean =>
  pieces.some(({ sense, text }) => sense?.t === 'each' || /^(all|every|所有|全部|全體)$/i.test(text))

const isNumber = (table: Dataset, column: string): boolean =>
  ['integer', 'decimal'].includes(table.columns[column]?.kind ?? 'decimal')

/** Only amounts are told in another unit. */
const tellIf = (tell: (output: Output) => Output, table: Dataset, output: Output, asked: readonly string[]): Output =>
  asked.includes(output.as) && isNumber(table, output.as) ? tell(output) : output

/** What was asked for first; without a column everything, and always what tells the rows apart. */
function shownOf(
  table: Dataset,
  columns: readonly string[],
  ofEvent: readonly string[] | undefined,
  date: string,
): string[] {
  const all = columnsOf(table)
    .map(([column]) => column)
    .filter((column) => !hidden.has(column) && column !== 'stock_name' && (column !== 'market' || !table.id))
  const rest = columns.length > 0 ? all.filter((column) => table.key.includes(column)) : (ofEvent ?? all)
  return [...new Set([...columns, ...rest, date])]
    .filter((column) => column !== table.id || columns.includes(column))
    .slice(0, 30)
}

type Whom = { readonly universe: Universe; readonly rows: readonly Filter[] }

/** Whose rows: ids of the table's own, parts of the market, values of its columns. */
function universeOf(
  table: Dataset,
  entities: readonly Entity[],
  parts: readonly { readonly universe: Universe }[],
  values: readonly { readonly column: string; readonly is: readonly Scalar[]; readonly not: boolean }[],
  pieces: readonly Piece[],
  facts: Facts,
): Whom | null {
  const rows = new Map<string, { is: Scalar[]; not: boolean }>()
  for (const { column, is, not } of values) {
    const known = rows.get(column)
    if (known && known.not !== not) return null
    rows.set(column, { is: [...new Set([...(known?.is ?? []), ...is])], not })
  }
  for (const piece of pieces)
    if (piece.said?.t === 'clock') {
      if (!('trade_time' in table.columns)) return null
      rows.set('trade_time', { is: [piece.said.time], not: false })
    }
  const ids: string[] = []
  for (const entity of entities) {
    if (table.name === 'TaiwanStockOverviewIncludeWarrant' && entity.subject === 'stock' && isOfWarrants(pieces))
      rows.set('underlying_stock_id', { is: [...(rows.get('underlying_stock_id')?.is ?? []), entity.id], not: false })
    else if (isMarket(table, entity)) {
      if ('market' in table.columns && !rows.has('market'))
        rows.set('market', { is: [entity.id === 'TPEX' ? 'TPEX' : 'TWSE'], not: false })
    } else if (fits(table, entity, facts)) {
      if (table.id) ids.push(entity.id)
    } else return null
  }
  const universe: { -readonly [K in keyof Universe]: Universe[K] } = ids.length > 0 ? { ids } : {}
  for (const part of parts) {
    const { market, type, industry } = part.universe
    if (market && 'market' in table.columns && !isListed(table))
      rows.set('market', { is: [...(rows.get('market')?.is ?? []), ...market], not: false })
    else if ((market || type || industry) && !isListed(table)) return null
    else {
      if (market) universe.market = [...(universe.market ?? []), ...market]
      if (type) universe.type = [...(universe.type ?? []), ...type]
      if (industry) universe.industry = [...(universe.industry ?? []), ...industry]
    }
  }
  return {
    universe,
    rows: [...rows].map(([column, { is, not }]): Filter => (not ? { column, isNot: is } : { column, is })),
  }
}

const isOfWarrants = (pieces: readonly Piece[]): boolean =>
  pieces.some(
    ({ own, text }) =>
      own &&
      (/權證|warrant|牛|熊|bull|bear/i.test(text) || (own.t === 'column' && /exercise|expiration/.test(own.column))),
  )

const isMarket = (table: Dataset, { subject }: Entity): boolean =>
  subject === 'index' && subjectOf(table.name) === 'market'

/** Whose id the table's own id is. */
function fits(table: Dataset, { subject, id }: Entity, { securities }: Facts): boolean {
  const { id: own, name } = table
  // Funds are split, companies change what a share is worth.
  const isFund = securities.find((one) => one.id === id)?.type === 'etf'
  if (name === 'TaiwanStockSplitPrice' && !isFund) return false
  if (name === 'TaiwanStockChangeFaceReference' && isFund) return false
  if (subject === 'gold') return name === 'GoldPrice'
  if (subject === 'futures' || subject === 'option')
    return own === `${subject}_id` || own === 'product_id' || (own === 'futures_id' && subject === 'futures')
  if (name === 'TaiwanIndex5Seconds') return subject === 'index' || subject === 'sector'
  const values = own ? table.columns[own]!.values : undefined
  if (values && !values.includes(id)) return false
  if (subject === 'money' || subject === 'macro' || subject === 'mood') return subjectOf(name) === subject
  return (
    own !== null &&
    (subjectOf(name) === subject ||
      (subject === 'stock' &&
        own === 'stock_id' &&
        subjectOf(name) !== 'index' &&
        subjectOf(name) !== 'sector' &&
        subjectOf(name) !== 'us' &&
        subjectOf(name) !== 'market'))
  )
}

/** What is meant where nobody says: what still exists, the session by day, the country at home. */
function defaults(
  table: Dataset,
  named: boolean,
  rows: readonly Filter[],
  entities: readonly Entity[],
  dated: boolean,
): Filter[] {
  const said = new Set(rows.map(({ column }) => column))
  const found: Filter[] = []
  const add = (column: string, is: Scalar): void => {
    if (column in table.columns && !said.has(column)) found.push({ column, is: [is] })
  }
  if (
    table.name === 'TaiwanStockOverviewIncludeWarrant' &&
    (entities.length === 0 || said.has('underlying_stock_id'))
  ) {
    if (!said.has('warrant_type')) add('security_type', 'warrant')
    add('is_active', true)
  }
  if (table.name === 'TaiwanCBOverview' && !dated && !said.has('cb_id')) add('status', 'active')
  if (table.name === 'CurrencyCirculation') add('country', 'TW')
  if (table.name === 'TaiwanFinancialHoldingsCompany') add('entity_type', 'holding')
  if ('trading_session' in table.columns) add('trading_session', 'regular')
  return named || found.length > 0 ? found : []
}
