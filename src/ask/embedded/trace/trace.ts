import type { Representation } from '../../representation.ts'
import { events } from '../events.ts'
import type { Gathered } from '../gather.ts'
import type { Item } from '../items/items.ts'
import { Refusal } from '../refusal.ts'
import type { Kind, Of, Reading, Token, Who } from '../senses.ts'
import type { Time } from '../time/time.ts'
import { type Found, foundIn } from './found.ts'
import { isTimed } from './times.ts'

type Asked = { readonly gathered: Gathered; readonly found: Found; readonly year: number }
type Traces = { readonly [K in Kind]?: (sense: Of<K>, asked: Asked, item: Item) => boolean }

const eventOf = new Map(events.map((event) => [event.key, event.dataset]))

const stems: Readonly<Record<Who, RegExp>> = {
  foreign: /^foreign/,
  foreign_dealer: /^foreign_dealer/,
  trust: /^investment_trust/,
  dealer: /^dealer/,
  dealer_self: /^dealer_self/,
  dealer_hedging: /^dealer_hedging/,
  all: /^total_|^institutional_investor$|^investment_trust/,
}

/** Columns that stand for others: what is grown, changed or gone up and down is told by the growth and the change. */
const told: readonly (readonly [RegExp, RegExp])[] = [
  [
    /^(close|price|spread|open|spot_sell|stock_price)$/,
    /^(close|price|spread|change_percent|spot_sell|value|last_price)$/,
  ],
  [/revenue|^(yoy|mom)_percent$/, /(yoy|mom)_percent$|revenue/],
  [/balance/, /balance|_change$/],
  [/_change$|change_/, /balance|change|spread/],
  [/volume|turnover/, /volume|turnover/],
  [/open_interest/, /open_interest/],
  [/^contract_month$/, /volume|open_interest|_amount$/],
  [/dividend/, /dividend|ex_date/],
  [/^(high|low)$/, /^index_value$/],
  [/^gap_percent$/, /^fill_/],
  [/^stock_(id|name)$/, /./],
]

const isColumn = (readings: readonly Reading[], { columns, texts }: Found): boolean =>
  readings.some(({ column, dataset, where }) =>
    column === 'value' && where
      ? where.every(
          (filter) => !('is' in filter) || filter.is.some((value) => texts.has(String(value))) || columns.length > 0,
        ) && texts.has(dataset)
      : columns.includes(column) ||
        (column === 'change_percent' && texts.has('change')) ||
        told.some(([said, shown]) => said.test(column) && columns.some((other) => shown.test(other))),
  )

/** What is counted are rows of the table that the word names. */
const isCounted = (readings: readonly Reading[], { representation }: Found): boolean =>
  representation.select.every(({ as }) => as === 'count') &&
  readings.some(({ dataset }) => dataset === representation.dataset)

const isNumber = ({ numbers }: Found, value: number): boolean =>
  [value, value * 100, value / 100, 100 - value, (100 - value) / 100].some((one) => numbers.has(one))

/** Counts, running figures and sums over investors are totals already, and so is a return over a time. */
const isTotal = ({ texts, columns }: Found, word: string): boolean =>
  texts.has('count') ||
  texts.has('add') ||
  columns.some((column) => /total|ytd|^market_open_interest$/.test(column)) ||
  texts.has('TaiwanFutureOptionDailyTotalOverview') ||
  (texts.has('change') && /累計|累積|cumulative/i.test(word))

const isMoving = ({ texts, columns }: Found): boolean =>
  ['change', 'cross', 'streak', 'date', 'subtract'].some((kind) => texts.has(kind)) ||
  columns.some((column) => /change|yoy|mom|spread|percent|_net$/.test(column))

/** What a word of each kind leaves behind where it was made use of. */
const traces: Traces = {
  time: ({ time }, { found, year }) => isTimed(time, found, year) && !isLost(time, found),
  columns: ({ readings }, { found }, { token }) =>
    isColumn(readings, found) || isCounted(readings, found) || isAttribute(token, found),
  attribute: ({ readings }, { found }, { token }) =>
    readings.some(({ column }) => found.columns.includes(column)) ||
    (token.text === '口數' && found.columns.some((column) => /volume|interest/.test(column))) ||
    (/金額|amount|value/i.test(token.text) && found.columns.includes('turnover')),
  value: ({ of }, { found }) =>
    of.some(({ column, is }) => found.columns.includes(column) && (is === true || is === false || found.texts.has(is))),
  number: ({ value }, asked) => isNumber(asked.found, value) || asksWhether(asked),
  quantity: ({ value }, asked) => isNumber(asked.found, value) || asksWhether(asked),
  range: ({ low, high }, { found }) => isNumber(found, low) && isNumber(found, high),
  times: ({ value }, { found }) => isNumber(found, value),
  rank: ({ n }, { found }) =>
    found.representation.order.length > 0 && (n === null || found.numbers.has(n) || isNumber(found, n))
      ? true
      : found.texts.has('percentile') ||
        (n !== null && (found.representation.limit === n || (found.texts.has('place') && found.numbers.has(n)))),
  most: (_, { found }) =>
    found.representation.order.length > 0 ||
    ['max', 'min', 'percentile', 'correlation', 'subtract'].some((fn) => found.texts.has(fn)),
  sorted: ({ descending }, { found }) =>
    found.representation.order.some((order) => descending === null || order.descending === descending),
  fold: ({ fn }, { found }, { token }) =>
    found.texts.has(fn) || (fn === 'avg' && found.texts.has('average')) || (fn === 'sum' && isTotal(found, token.text)),
  actor: ({ who }, { found }) =>
    (who === 'all' &&
      found.texts.has('sum') &&
      [...found.texts].some((text) => text.endsWith('InstitutionalInvestors'))) ||
    [...found.columns, ...found.texts].some((text) => stems[who].test(text)),
  adjusted: (_, { found }) =>
    found.texts.has('TaiwanStockPriceAdj') || found.columns.some((column) => /adj|return_index/.test(column)),
  part: ({ industry = [], chain, market, type }, { found: { texts } }) =>
    [
      ...industry,
      ...(chain ? [chain] : []),
      ...(market && !isIndexOf(market, texts) ? [market] : []),
      ...(type ? [type] : []),
    ].every((one) => texts.has(one)),
  entity: (_, { found }, { token }) =>
    token.senses.some(
      (sense) =>
        sense.t === 'entity' && (found.texts.has(sense.entity.id) || ['gold', 'index'].includes(sense.entity.subject)),
    ),
  how_many: (_, { found }) =>
    found.texts.has('count') ||
    found.texts.has('streak') ||
    found.columns.some((column) => /people|count|days|shares|volume|interest|score/.test(column)),
  event: ({ event }, { found }) =>
    found.texts.has(eventOf.get(event) ?? '') ||
    (event === 'cb_maturity' && found.columns.includes('expiration_date')) ||
    (event === 'news' && found.columns.includes('announce_date')) ||
    (event.startsWith('ex_') && found.columns.includes('ex_date')),
  right: ({ side }, { found }) =>
    found.texts.has(side) || found.columns.some((column) => column.startsWith(side) || column === 'call_put'),
  night: (_, { found }) =>
    [...found.texts].some((text) => text === 'after_hours' || text.includes('Night')) ||
    found.columns.some((column) => column.includes('after_hours')),
  growth: ({ unit }, { found }) =>
    (unit === 'year' && found.columns.some((column) => column.includes('yoy'))) ||
    (unit === 'month' && found.columns.some((column) => column.includes('mom'))) ||
    found.windows.some((window) => window.kind === 'last' && window.n === 1 && window.unit === unit),
  move: (_, { found, gathered }, { token }) =>
    /gap|difference|差距|落差|差異/i.test(token.text) && gathered.entities.length > 1
      ? found.texts.has('subtract')
      : isMoving(found),
  streak: ({ n }, { found }) =>
    ['streak', 'every'].some((kind) => found.texts.has(kind)) &&
    (n === undefined || found.numbers.has(n) || isOne(found)),
  line: ({ n }, { found }) => found.numbers.has(n),
  ends: ({ at }, { found }) => found.columns.includes(at),
  extreme: (_, { found }) => found.columns.includes('trade_time') || found.texts.has('max') || found.texts.has('min'),
  limit: ({ side }, { found }) => found.columns.includes(`limit_${side}`),
  daily: ({ unit }, { found }) =>
    found.representation.shape === 'series' ||
    found.representation.shape === 'rows' ||
    (found.frequencies.has(unit) && !(unit === 'quarter' && found.texts.has('annual'))) ||
    isBy(found, unit) ||
    (unit === 'year' && found.texts.has('annual')) ||
    unit === 'day',
  every: (_, { found }) =>
    ['every', 'streak', 'count'].some((kind) => found.texts.has(kind)) ||
    found.representation.shape === 'series' ||
    !found.windows.some(({ kind }) => ['last', 'before', 'this', 'previous', 'calendar', 'between'].includes(kind)),
  than: (_, { found }, { token }) =>
    !/yesterday|previous|day before|昨|前一/i.test(token.text) ||
    ['change', 'subtract', 'at', 'place'].some((kind) => found.texts.has(kind)) ||
    found.windows.some(({ kind }) => kind === 'back') ||
    found.columns.some((column) => /change|spread|previous/.test(column)),
  minus: (_, { found }) => found.texts.has('subtract'),
  share: (_, { found }) =>
    found.texts.has('percent') || found.columns.some((column) => /percent|ratio|rate/.test(column)),
  versus: (_, { found }) =>
    found.representation.select.length > 1 ||
    (found.representation.universe.ids?.length ?? 2) > 1 ||
    found.representation.shape === 'groups',
  percentile: (_, { found }) => found.texts.has('percentile') || (found.texts.has('max') && found.texts.has('min')),
  doubled: ({ percent }, { found }) => found.numbers.has(Math.abs(percent)),
  in: ({ scale }, { found }) => isTold(found, scale),
  money: (_, { found }) => found.columns.some((column) => /amount|turnover|value/.test(column)),
  noun: ({ of }, { found }) => of !== 'day' || showsDays(found),
  ask: ({ what }, { found }) =>
    what === 'clock' ? found.columns.includes('trade_time') : what !== 'when' || showsDates(found),
  compare: ({ op }, { found, gathered }, item) => {
    const amount = amountBeside(gathered.items, item)
    if (amount !== null && !isOne(found) && !found.texts.has('percentile')) return isHeldTo(found, op, amount)
    return isCompared(found, op) || isCompared(found, op.startsWith('<') ? '<=' : '>=')
  },
  above: (_, { found }) => ['compare', 'cross', 'every', 'some'].some((kind) => found.texts.has(kind)) || isOne(found),
  without: ({ universe }, { found }) =>
    /"kind":"not"/.test(JSON.stringify(found.representation)) &&
    Object.values(universe).every((values) => values.every((value) => found.texts.has(String(value)))),
  or: (_, { found }) => found.texts.has('or') || isOne(found),
  turn: (_, { found }) => found.texts.has('and') || isOne(found),
  not: (_, { found }) => /"not":true|"isNot"|"kind":"not"/.test(JSON.stringify(found.representation)),
  contract: ({ pick }, { found }) => found.texts.has(pick),
  expiry: ({ month }, { found }) => found.texts.has(month) || found.texts.has(yearBefore(month)),
  expiries: ({ how }, { found }) =>
    found.columns.includes('contract_month') ||
    (how === 'all' && ['all', 'sum', 'TaiwanFutureOptionDailyTotalOverview'].some((text) => found.texts.has(text))),
  side: ({ side }, { found }) =>
    found.columns.some((column) => column.startsWith(`${side}_`) || column.startsWith(deals[side])),
  day_session: (_, { found }) => found.texts.has('regular'),
  live: (_, { found }) => found.texts.has('TaiwanFutureOptionTickRealtime'),
  traders: ({ top }, { found }) => found.columns.some((column) => column.includes(`top${top}`)),
  how_many_days: (_, { found }) => showsDays(found),
}

/** Of a month's contracts, the one that expired last. */
const yearBefore = (month: string): string => `${Number(month.slice(0, 4)) - 1}${month.slice(4)}`

const deals = { long: 'buy_', short: 'sell_', net: 'net_' } as const

/** Named by a word that is a column in the table that was read. */
const isAttribute = ({ senses }: Token, { columns, texts }: Found): boolean =>
  senses.some(
    (sense) =>
      sense.t === 'attribute' &&
      sense.readings.some(({ dataset, column }) => columns.includes(column) && texts.has(dataset)),
  )

/** What a whole market traded is told by its index. */
const isIndexOf = (market: string, texts: ReadonlySet<string>): boolean => market === 'TWSE' && texts.has('TAIEX')

/** Rows are made for each of these periods. */
const isBy = ({ representation: { by } }: Found, unit: string): boolean =>
  by.some((one) => one === unit || (typeof one === 'object' && one.column === `fiscal_${unit}`))

const isOne = ({ representation: { universe, shape } }: Found): boolean =>
  shape !== 'groups' && (universe.ids?.length ?? 0) > 0

/** Said in the unit that was asked for. */
function isTold({ representation, texts, columns }: Found, scale: string): boolean {
  if (scale === 'percent')
    return (
      ['percent', 'change_percent'].some((text) => texts.has(text)) ||
      columns.some((column) => /percent|ratio|rate|yield|margin|return/.test(column)) ||
      texts.has('USBondYield')
    )
  if (scale === 'shares') return columns.some((column) => /shares|volume|_(net|buy|sell|balance)$/.test(column))
  if (scale === 'points')
    return (
      columns.includes('spread') ||
      texts.has('change_difference') ||
      !representation.select.some(({ as }) => as === 'return_percent' || as === 'change_percent')
    )
  return representation.select.some((output) => output.in === scale)
}

const showsDays = ({ representation, texts }: Found): boolean =>
  ['count', 'streak', 'every', 'some', 'date', 'average', 'TaiwanStockTradingDate', 'fill_days'].some((text) =>
    texts.has(text),
  ) ||
  representation.shape === 'rows' ||
  representation.shape === 'groups' ||
  (representation.shape === 'series' && (representation.where.length > 0 || representation.order.length > 0)) ||
  representation.select.some(({ as }) => /days/.test(as))

/** Something of the answer is a date that was looked for, and not only the newest one. */
const showsDates = ({ representation, texts, columns }: Found): boolean =>
  representation.shape !== 'entities' || texts.has('date') || columns.some((column) => /date$/.test(column))

/** The number that a comparison is with: after it, or before it where it is a suffix. */
function amountBeside(items: readonly Item[], item: Item): number | null {
  const at = items.indexOf(item)
  const suffix = item.sense.t === 'compare' && item.sense.suffix === true
  const sense = items[suffix ? at - 1 : at + 1]?.sense
  if (sense?.t === 'number' || sense?.t === 'quantity') return sense.value
  if (sense?.t === 'streak') return sense.n ?? null
  return null
}

/** Some comparison of the representation is with this number, that way or the other way round below zero. */
function isHeldTo({ representation }: Found, op: keyof typeof opposite, amount: number): boolean {
  const fits = (value: unknown): boolean =>
    typeof value === 'number' && [1, 100, 0.01].some((factor) => Math.abs(Math.abs(value) - amount * factor) < 1e-9)
  const walk = (node: unknown): boolean => {
    if (node === null || typeof node !== 'object') return false
    const own = node as Record<string, unknown>
    if (own.kind === 'compare' && (own.op === op || own.op === opposite[op]) && numbersIn(own.right).some(fits))
      return true
    return Object.values(own).some(walk)
  }
  return walk(representation)
}
const numbersIn = (node: unknown): unknown[] => {
  if (node === null || typeof node !== 'object') return []
  const own = node as Record<string, unknown>
  return own.kind === 'number' ? [own.value] : Object.values(own).flatMap(numbersIn)
}

const opposite = { '>': '<', '>=': '<=', '<': '>', '<=': '>=', '=': '=', '!=': '!=' } as const
/** Held to what it was said to be held to; one that is named is shown as it is. */
const isCompared = (found: Found, op: keyof typeof opposite): boolean =>
  found.texts.has(op) || found.texts.has(opposite[op]) || found.texts.has('percentile') || isOne(found)

/** A question that only wants to know whether it is so gets the number itself. */
const asksWhether = ({ gathered }: Asked): boolean => gathered.all('ask').some(({ what }) => what === 'whether')

/** A single day beside a list of days is one of the two that was passed over. */
const isLost = ({ window, now, newest }: Time, { representation }: Found): boolean =>
  window.kind === 'latest' &&
  !now &&
  !newest &&
  representation.shape === 'series' &&
  !['latest', 'last', 'this'].includes(representation.when.kind)

/** Every word must have come to mean something: what left no trace was passed over, and then the answer is another's. */
export function holdToWords(gathered: Gathered, representation: Representation): Representation {
  const found = foundIn(representation)
  const year = Number(gathered.facts.calendar.newest('TaiwanStockPrice').slice(0, 4))
  const left = gathered.items.filter((item) => {
    const trace = traces[item.sense.t] as ((sense: unknown, asked: Asked, item: Item) => boolean) | undefined
    return trace !== undefined && !trace(item.sense, { gathered, found, year }, item)
  })
  if (left.length > 0)
    throw new Refusal(
      'not_understood',
      'unused_words',
      left.map(({ token }) => token.text),
    )
  return representation
}
