import { find } from '../../catalogue/index.ts'
import { addDays, type Period, periodOf } from '../dates.ts'
import type { Facts } from '../facts.ts'
import { mapped } from '../nodes.ts'
import { plainText } from '../reader/text.ts'
import type { Column, Condition, Filter, Measure, Order, Output, Representation, Window } from '../representation.ts'
import { dimension } from '../typing.ts'
import { onDayAhead } from './ahead.ts'
import { columnsOf } from './columns.ts'
import { endsIn } from './ends.ts'
import { withoutColumns } from './words.ts'

type Node = Record<string, unknown>
type Mend = (representation: Representation, text: string, facts: Facts) => Representation
const isKind = (node: Node, ...kinds: readonly string[]): boolean => kinds.includes(node.kind as string)
const sameJson = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** Words that name a value of a column; a question without them does not mean the value. */
const namedBy: Readonly<Record<string, Readonly<Record<string, RegExp>>>> = {
  call_put: {
    put: /卖权|卖出选择权|看跌|看空|支撑|support|\bputs?\b|\bp\b|\d{4,5}p\b/,
    call: /买权|买进选择权|看涨|看多|压力|resist|ceiling|\bcalls?\b|\bc\b|\d{4,5}c\b/,
  },
  type: {
    preferred: /特别股|优先股|[甲乙丙丁]特|\bpref/,
    reit: /reit|不动产|房地产|信托/,
    etn: /etn|指数投资/,
    tdr: /tdr|存托|\bdrs?\b|deposit[ao]ry/,
  },
  bond_kind: { exchangeable: /交换|exchangeable/ },
  product_category: { stock: /个股|股票期|股票选|股期|single[- ]stock|stock futures|stock options/ },
}

/** Removes a filter by a part of the market that the question does not name: all shares are not the preferred ones. */
const withoutUnsaid: Mend = (representation, text) => {
  const isSaid = (column: string, value: unknown): boolean => {
    const words = namedBy[column]?.[String(value)]
    return words === undefined || words.test(text)
  }
  const saidOf = (filters: readonly Filter[]): Filter[] =>
    filters.filter((filter) => !('is' in filter) || filter.is.some((value) => isSaid(filter.column, value)))
  const { universe } = representation
  const type = universe.type?.filter((one) => isSaid('type', one))
  const rows = universe.rows && saidOf(universe.rows)
  if (type?.length === universe.type?.length && rows?.length === universe.rows?.length) return representation
  const { type: _, rows: __, ...rest } = universe
  return {
    ...representation,
    universe: { ...rest, ...(type?.length ? { type } : {}), ...(rows?.length ? { rows } : {}) },
  }
}

/** What is asked of each session is of no one of them, and its rows tell which it is of. */
const ofSessions: Mend = (representation, text) => {
  const { shape, universe, select, dataset } = representation
  const rows = universe.rows?.filter(({ column }) => column !== 'trading_session') ?? []
  if (shape !== 'rows' || rows.length === universe.rows?.length || !universe.rows) return representation
  if (
    !/\b(?:by|per|each|every|both|all) (?:trading )?sessions?\b|日盘[和跟与及、]夜盘|[各每]个?(?:交易)?时段|分盘/.test(
      text,
    )
  )
    return representation
  const session: Output = { as: 'trading_session', of: { kind: 'column', dataset, column: 'trading_session' } }
  const { rows: _, ...rest } = universe
  return {
    ...representation,
    universe: { ...rest, ...(rows.length > 0 ? { rows } : {}) },
    select: [session, ...select.filter(({ of }) => of.kind !== 'column' || of.column !== 'trading_session')],
  }
}

/** Filters records by their own market column: a stock that left a board is on another one today. */
const ofOwnMarket: Mend = (representation) => {
  const { shape, universe, dataset } = representation
  const { market, rows = [], ...rest } = universe
  if (shape !== 'rows' || market?.length !== 1 || !('market' in (find(dataset)?.columns ?? {}))) return representation
  const others = rows.filter(({ column }) => column !== 'market')
  return { ...representation, universe: { ...rest, rows: [...others, { column: 'market', is: [...market] }] } }
}

/** The time of day that a question names, as the tables write it: 10:30:00. */
function clockIn(text: string): string | null {
  const found =
    /(?<![\d:])(\d{1,2}):(\d{2})(?::(\d{2}))?(?![\d:])\s*(am|pm)?/.exec(text) ??
    /(?<!\d)(\d{1,2})点(?:(\d{1,2})分)?(?:(\d{1,2})秒)?(半|整)?/.exec(text) ??
    /\b(\d{1,2})()() ?(am|pm|o'clock)\b/.exec(text)
  if (!found) return null
  const [, hour = '0', minute = '0', second = '0', more] = found
  const isLate = more === 'pm' || /下午/.test(text)
  const hours = Number(hour) + (isLate && Number(hour) < 12 ? 12 : 0)
  const two = (value: number): string => String(value).padStart(2, '0')
  return hours > 23
    ? null
    : `${two(hours)}:${two(more === '半' ? 30 : Number(minute || 0))}:${two(Number(second || 0))}`
}

/** A row of a time of day is that of the time that is said. */
const atClock: Mend = (representation, text) => {
  const { dataset, universe, shape } = representation
  const clock = 'trade_time' in (find(dataset)?.columns ?? {}) ? clockIn(text) : null
  // Two times are a span, or are asked for beside each other.
  const isOne = (text.match(/\d:\d\d(?!\d|:)|\d点|\d ?(?:am|pm|o'clock)/g)?.length ?? 0) <= 1
  if (clock === null || !isOne || shape !== 'rows') return representation
  const others = (universe.rows ?? []).filter(({ column }) => column !== 'trade_time')
  return { ...representation, universe: { ...universe, rows: [...others, { column: 'trade_time', is: [clock] }] } }
}

const isFlow = ({ dataset, where = [] }: Column): boolean =>
  dataset === 'TaiwanStockFinancialStatement' &&
  where.some((filter) => filter.column === 'period' && 'is' in filter && filter.is[0] === 'quarterly')

/** A return on equity or assets is of a year: the profit of four quarters, unless one quarter is asked for. */
const trailingYear: Mend = (representation, text) => {
  if (!/\broe\b|\broa\b|权益报酬|资产报酬|return on (?:equity|assets)/.test(text)) return representation
  if (/单季|当季|季|quarter|\bq[1-4]\b|[1-4]q|年|annual|\bfy|20\d\d/.test(text)) return representation
  return mapped(representation, (node) => {
    if (!isKind(node, 'arithmetic') || node.op !== 'percent') return node
    const { left, right } = node as { left: Measure; right: Measure }
    if (left.kind !== 'column' || right.kind !== 'column') return node
    if (!isFlow(left) || right.dataset !== 'TaiwanStockBalanceSheet') return node
    return { ...node, left: { kind: 'over', fn: 'sum', of: left, window: { kind: 'last', n: 4, unit: 'quarter' } } }
  })
}

/** A percentile without a number asks where the newest value stands in its history. */
const standing: Mend = (representation, text) => {
  if (
    !/分位|percentile/.test(text) ||
    /第?\s?\d+(?:st|nd|rd|th)? ?(?:个)?(?:百分位|percentile)|percentile \d/.test(text)
  )
    return representation
  const percentileIn = (measure: Measure): Extract<Measure, { kind: 'percentile' }> | undefined =>
    measure.kind === 'percentile'
      ? measure
      : measure.kind === 'arithmetic'
        ? (percentileIn(measure.left) ?? percentileIn(measure.right))
        : undefined
  const select = representation.select.map((output): Output => {
    const found = percentileIn(output.of)
    return found ? { as: 'standing', of: { kind: 'standing', of: found.of, window: found.window } } : output
  })
  return sameJson(select, representation.select) ? representation : { ...representation, select }
}

const money = /金额|成交[值额]|几[亿元块]|多少钱|\bvalue\b|\bamounts?\b|dollars?|\bntd?\$?\b|\bin money\b/
const lots = /张数|股数|不是金额|不看金额|几张|\bshares\b|\blots\b|not (?:by )?(?:value|amount)/

/** A ranking by the amount of shares that were bought or sold is by their value, and the tables have shares alone. */
const byAmount: Mend = (representation, text) => {
  const { dataset, order, select, shape } = representation
  if (dataset !== 'TaiwanStockInstitutionalInvestorsBuySell' || !money.test(text) || lots.test(text))
    return representation
  const [first] = order
  if (shape !== 'entities' || typeof first?.by !== 'number') return representation
  const sorts = select[first.by]
  if (!sorts || dimension(sorts.of) !== 'shares' || sorts.in) return representation
  const close: Column = { kind: 'column', dataset: 'TaiwanStockPrice', column: 'close' }
  const worth = (of: Measure): Measure => {
    if (of.kind === 'column') return { kind: 'arithmetic', op: 'multiply', left: of, right: close }
    return of.kind === 'over' ? { ...of, of: worth(of.of) } : of
  }
  const of = worth(sorts.of)
  return { ...representation, select: select.map((output, at) => (at === first.by ? { ...output, of } : output)) }
}

const investors = { 外资: 'foreign_investor', 投信: 'investment_trust', 自营商: 'dealer' } as const

/** Sorts by the investor named with the ranking: 外資買超、投信賣超最多 ranks by the trusts, from the most that they sold. */
const byWhom: Mend = (representation, text) => {
  const { dataset, order, select } = representation
  const [first, ...others] = order
  if (dataset !== 'TaiwanStockInstitutionalInvestorsBuySell' || typeof first?.by !== 'number' || others.length > 0)
    return representation
  const said = [
    ...text.matchAll(/(外资|投信|自营商)[^，。、；和跟与外投自]{0,4}?([买卖])超[^，。、外投自]{0,4}?(?:最|前)/g),
  ].at(-1)
  if (!said) return representation
  const own = `${investors[said[1] as keyof typeof investors]}_`
  const isOwn = ({ of }: Output): boolean =>
    columnsOf({ ...representation, select: [{ as: '', of }], where: [] }).some(({ column }) => column.startsWith(own))
  const sorts = select[first.by]
  const by = select.findIndex(isOwn)
  if (!sorts || isOwn(sorts) || by < 0) return representation
  return { ...representation, order: [{ by, descending: said[2] === '买' }] }
}

/** The most and the least of a ranking are both its ends. */
const bothEnds: Mend = (representation, text) => {
  const { order, limit, per, ends, shape } = representation
  if (endsIn(text) !== 'of one' || ends || limit === null || per !== undefined || order.length !== 1)
    return representation
  if (shape === 'groups' && representation.by.length === 0) return representation
  return { ...representation, ends: 'both' }
}

/** "Which is the highest and which the lowest" asks for the entities at both ends, not for the two values. */
const whoAtEnds: Mend = (representation, text) => {
  const { shape, by, select, universe, order } = representation
  const [one, other] = select.map(({ of }) => (of.kind === 'across' && !of.where ? of : null))
  if (endsIn(text) !== 'of one' || !/哪|谁|各一|which|who|\bbest\b|\bworst\b|one (?:of )?each|each one/.test(text))
    return representation
  if (shape !== 'groups' || by.length + order.length > 0 || universe.ids || select.length !== 2) return representation
  if (!one || !other || !sameJson(one.of, other.of) || `${one.fn} ${other.fn}` !== 'max min') return representation
  return {
    ...representation,
    shape: 'entities',
    select: [{ as: 'value', of: one.of }],
    order: [{ by: 0, descending: true }],
    limit: 1,
    ends: 'both',
  }
}

/** The whole market of the index is its own board, not both boards together. */
const ofBoard: Mend = (representation, text) =>
  /大盘|大市|集中市场|\btaiex\b|\bindex\b/.test(text) && representation.shape !== 'groups'
    ? mapped(representation, (node) => (isKind(node, 'share') && node.by === 'all' ? { ...node, by: 'market' } : node))
    : representation

const weight: Column = { kind: 'column', dataset: 'TaiwanStockMarketValueWeight', column: 'weight_percent' }
const largest = /权值股|大型股|blue[- ]chips?|large[- ]caps?|index heavyweights?/
/** How many stocks are the large ones if the question gives no number: those of the index of the fifty largest. */
const mostLarge = 50

/** The large stocks are the first by their weight in the index. */
const ofLargest: Mend = (representation, text) => {
  const { dataset, universe, shape } = representation
  const isOfStocks = find(dataset)?.id === 'stock_id' && find(dataset)?.filters.include_inactive === true
  if (!largest.test(text) || !isOfStocks || universe.top || universe.ids || shape === 'rows') return representation
  if (columnsOf(representation).some(({ column }) => /weight_percent|market_value/.test(column))) return representation
  return {
    ...representation,
    universe: { ...universe, market: ['TWSE'], top: { n: mostLarge, by: weight, descending: true } },
  }
}

/** Words that ask for a value of every one of many. */
export const each =
  /\ball (?:the |us |listed |twse |tpex )*(?:stocks?|securities|companies|firms|issuers|etfs|sector indices|indices|index values|products|currencies|futures|bonds)\b|所有|全部|每一?[档支家]|各[股档家支类]|per (?:stock|company|security|product)\b/
export const folds =
  /合计|总[和计额共数量]|加总|一共|共|加起来|平均|中位|几[档家支]|多少[档家支]|total|\bsum\b|combined|altogether|aggregate|average|avg|mean|median|how many|number of|count|together/
const ranks =
  /最|前[\d一二两三四五六七八九十]|排|第|名|top|highest|lowest|largest|smallest|most|least|best|worst|biggest|rank|lead/

const allIndices = /^(?!.*(?:taiex|加权|大盘)).*(?:\ball (?:the )?ind(?:ex|ices)|(?:所有|全部|各)(?:的)?指数)/

/** A value of all shares is one of each of them, unless a total or a ranking is asked for. */
const ofEach: Mend = (representation, text) => {
  const { shape, universe, by, select, order, limit, where, dataset, when } = representation
  if (!each.test(text)) return representation
  // All indices are not the one that an index is otherwise.
  if (universe.ids?.every((id) => id === 'TAIEX') && allIndices.test(text)) {
    const { ids: _, ...rest } = universe
    return { ...representation, universe: rest }
  }
  const left = withoutColumns(text, columnsOf(representation))
  if (shape === 'groups' && by.length === 0 && find(dataset)?.id && !folds.test(left)) {
    const members = select.map(({ of, ...rest }) =>
      of.kind === 'across' && !of.where && ['sum', 'avg'].includes(of.fn) ? { ...rest, of: of.of } : null,
    )
    if (members.some((member) => member === null)) return representation
    const isOneDay = ['latest', 'back', 'on'].includes(when.kind)
    return { ...representation, shape: isOneDay ? 'entities' : 'series', select: members as Output[] }
  }
  if (
    limit !== null &&
    order.length === 1 &&
    where.length === 0 &&
    !ranks.test(left) &&
    representation.per === undefined
  )
    return { ...representation, order: [], limit: null }
  return representation
}

/** A price of a contract month is no strike, though both are numbers. */
const ofContract: Mend = (representation) => {
  const monthOf = (condition: Condition): string | null =>
    condition.kind === 'compare' &&
    condition.op === '=' &&
    condition.left.kind === 'column' &&
    condition.left.column === 'strike_price' &&
    condition.right.kind === 'number' &&
    /^20\d\d(?:0[1-9]|1[0-2])$/.test(String(condition.right.value))
      ? String(condition.right.value)
      : null
  const { where, universe } = representation
  const month = where.map(monthOf).find((one) => one !== null)
  if (!month) return representation
  const others = (universe.rows ?? []).filter(({ column }) => column !== 'contract_month')
  return {
    ...representation,
    where: where.filter((condition) => monthOf(condition) === null),
    universe: { ...universe, rows: [...others, { column: 'contract_month', is: [month] }] },
  }
}

/** The last so many days are days with rows; days of the calendar are named so. */
const tradingDays: Mend = (representation, text, facts) => {
  if (!/[近去前]\s?[\d一二两三四五六七八九十]+\s?[天日]/.test(text) || /日历|自然日|calendar/.test(text))
    return representation
  return mapped(representation, (node) =>
    isKind(node, 'last', 'before') &&
    node.unit === 'day' &&
    Number(node.n) % 30 > 0 &&
    Number(node.n) < 180 &&
    facts.calendar.isDaily(representation.dataset)
      ? { ...node, unit: 'trading_day' }
      : node,
  )
}

/** What is left of a period ends with the period, also where days are not known so far ahead. */
const untilItsEnd: Mend = (representation, _, { calendar }) => {
  const { where, dataset } = representation
  const withins = where.filter((one) => one.kind === 'within')
  const upcoming = withins.find(({ window }) => window.kind === 'upcoming')
  const period = withins.find(({ window }) => window.kind === 'this')
  if (!upcoming || !period || !sameJson(upcoming.of, period.of) || period.window.kind !== 'this') return representation
  const today = calendar.newest(dataset)
  const { to } = periodOf(today, period.window.unit as Period)
  const window: Window = { kind: 'between', from: addDays(today, 1), to }
  return {
    ...representation,
    where: [...where.filter((one) => one !== upcoming && one !== period), { ...period, window }],
  }
}

const legs = [
  ['cash_ex_date', 'cash_dividend'],
  ['stock_ex_date', 'stock_dividend'],
] as const

/** Ex-rights and ex-dividend together are the dates of both legs. */
const bothLegs: Mend = (representation, text) => {
  const { dataset, shape, where, select, order } = representation
  if (dataset !== 'TaiwanStockDividend' || shape !== 'rows') return representation
  if (
    !/除权息|除权[或和与及跟、/]除息|除息[或和与及跟、/]除权|ex[- ]rights (?:or|and)|ex[- ]dividend (?:or|and) (?:ex[- ])?rights/.test(
      text,
    )
  )
    return representation
  const column = (name: string): Column => ({ kind: 'column', dataset, column: name })
  const isLeg = (name: string): boolean => legs.some(([day]) => day === name)
  const legOf = (condition: Condition): Extract<Condition, { kind: 'within' }> | undefined =>
    condition.kind === 'within'
      ? isLeg(condition.of.column)
        ? condition
        : undefined
      : condition.kind === 'or' && condition.of.every((one) => legOf(one))
        ? legOf(condition.of[0]!)
        : undefined
  // The legs stand in one order, so that readings that differ in nothing else are one.
  const placeOf = ({ of }: Output): number => (of.kind === 'column' ? legs.flat().indexOf(of.column as never) : -1)
  const sorted = (outputs: readonly Output[]): Output[] =>
    order.length > 0
      ? [...outputs]
      : [
          ...outputs.filter((output) => placeOf(output) >= 0).sort((a, b) => placeOf(a) - placeOf(b)),
          ...outputs.filter((output) => placeOf(output) < 0),
        ]
  const told = legs.flat().filter((name) => !select.some(({ of }) => of.kind === 'column' && of.column === name))
  return {
    ...representation,
    select: sorted([...select, ...told.map((name) => ({ as: name, of: column(name) }))]),
    where: where.map((condition): Condition => {
      const leg = legOf(condition)
      return leg ? { kind: 'or', of: legs.map(([day]) => ({ ...leg, of: column(day) })) } : condition
    }),
    order: order.filter(({ by }: Order) => by !== 'date'),
  }
}

/** Years that are counted up are a span through the last of them. */
const throughYears: Mend = (representation, text) => {
  const said =
    /20\d\d(?:年?(?:[,、和跟与及& ]|and)+20\d\d)+/
      .exec(text)?.[0]
      .match(/20\d\d/g)
      ?.map(Number) ?? []
  const [first, last] = [said[0], said.at(-1)]
  if (said.length < 3 || said.some((year, at) => year !== first! + at)) return representation
  return mapped(representation, (node) =>
    isKind(node, 'span') && sameJson(node.from, { kind: 'calendar', year: first })
      ? { ...node, to: { kind: 'calendar', year: last } }
      : node,
  )
}

const unitOf = String.raw`\s*(?:倍|%|percent|元|块|张|股|亿|万|点|天|名|档|年|times|x)?\s*`

/** 以下 and 以上, "or less" and "at least" include the number itself. */
const withBound: Mend = (representation, text) => {
  const isSaid = (value: number, after: string, before: string): boolean => {
    const number = `${String(value).replace('.', '\\.')}(?:\\.0+)?`
    return new RegExp(
      `(?<![\\d.])${number}${unitOf}(?:${after})|(?:${before})${unitOf}${number}(?![\\d.]|${unitOf}(?:以外|之外))`,
    ).test(text)
  }
  return mapped(representation, (node) => {
    const right = node.right as { kind?: string; value?: number } | undefined
    if (!isKind(node, 'compare') || right?.kind !== 'number' || right.value === undefined) return node
    const { value } = right
    if (
      node.op === '<' &&
      isSaid(value, '以下|以内|或更低|or (?:less|lower|below|under|fewer)', 'at most|no more than')
    )
      return { ...node, op: '<=' }
    if (node.op === '>' && isSaid(value, '以上|或更高|or (?:more|higher|above|over)', 'at least|no less than|至少'))
      return { ...node, op: '>=' }
    return node
  })
}

/** A condition said twice is one. */
const onlyOnce: Mend = (representation) => {
  const where = [...new Map(representation.where.map((one) => [JSON.stringify(one), one])).values()]
  return where.length === representation.where.length ? representation : { ...representation, where }
}

const mends: readonly Mend[] = [
  onlyOnce,
  withBound,
  withoutUnsaid,
  ofSessions,
  ofOwnMarket,
  atClock,
  trailingYear,
  standing,
  byAmount,
  byWhom,
  bothEnds,
  whoAtEnds,
  ofBoard,
  ofLargest,
  bothLegs,
  ofEach,
  ofContract,
  tradingDays,
  throughYears,
  untilItsEnd,
  (representation, text) => onDayAhead(representation, text),
]

/** A meaning as the question's own words have it, read by our models or by a language model. */
export function mended(representation: Representation, question: string, facts: Facts): Representation {
  const text = plainText(question)
  return mends.reduce((meaning, mend) => mend(meaning, text, facts), representation)
}
