import { events } from '../events.ts'
import type { Gathered } from '../gather.ts'
import type { Item } from '../items/items.ts'
import type { Kind, Of, Token, Who } from '../senses.ts'
import { amountBeside, isCompared, isHeldTo, isNumber } from './amounts.ts'
import { isColumn, isCounted } from './columns.ts'
import type { Found } from './found.ts'
import { isLost, isTimed } from './times.ts'
import { isBy, isIndexOf, isMoving, isOne, isTold, isTotal, showsDates, showsDays } from './told.ts'

export type Asked = { readonly gathered: Gathered; readonly found: Found; readonly year: number }

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

/** What a word of each kind leaves behind where it was made use of. */
export const traces: Traces = {
  time: ({ time }, { found, year, gathered }, item) =>
    isTimed(time, found, year) && !isLost(time, found) && !(isOneOfWeeks(gathered.items, item) && !isOfWeeks(found)),
  columns: ({ readings }, { found }, { token }) =>
    (isColumn(readings, found) || isCounted(readings, found) || isAttribute(token, found)) &&
    !(/^總/.test(token.text) && isOfEach(found)),
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
    Object.values(universe).every((values) => [values].flat().every((value) => found.texts.has(String(value)))),
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

/** "In which of the last 8 weeks": a week is asked for, and not a day of them. */
function isOneOfWeeks(items: readonly Item[], item: Item): boolean {
  const before = items[items.indexOf(item) - 1]
  return /week|週|周/i.test(item.token.text) && before?.sense.t === 'ask' && /which|哪/i.test(before.token.text)
}
const isOfWeeks = ({ texts, frequencies }: Found): boolean =>
  texts.has('TaiwanStockWeekPrice') || frequencies.has('week')

/** Days or companies one by one, where 總 asks for what they come to. */
const isOfEach = ({ representation: { shape, universe, select }, texts }: Found): boolean =>
  !texts.has('sum') &&
  select.length === 1 &&
  (shape === 'series' ? (universe.ids?.length ?? 0) > 0 : shape === 'entities' && universe.industry !== undefined)

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

/** A question that only wants to know whether it is so gets the number itself. */
const asksWhether = ({ gathered }: Asked): boolean => gathered.all('ask').some(({ what }) => what === 'whether')
