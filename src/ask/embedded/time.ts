import { isDate } from '../../fields.ts'
import { addDays, dateOf, type Period, periodOf, shift, weekday } from '../dates.ts'
import type { Span, Window } from '../representation.ts'
import type { Atom } from './atoms.ts'
import { any, choice, count, digits, either, type Got, maybe, type Pattern, seq } from './match.ts'

/** A time expression: the window it means, and what about it was loose. */
export type Time = {
  readonly window: Window
  /** "days" that may be trading days or calendar days, as the dataset has it. */
  readonly loose?: boolean
  /** Stands before a noun, as in "20-day": it belongs to what follows. */
  readonly adjective?: boolean
  /** The newest there is, rather than what is of today. */
  readonly newest?: boolean
  /** How things stand, rather than what happened on the day. */
  readonly now?: boolean
  /** Some time back, without saying how long. */
  readonly vague?: boolean
  /** Lies ahead of the newest date. */
  readonly future?: boolean
  /** The last date of it rather than all of them. */
  readonly edge?: 'end'
  /** A month's name alone, which may be another word: march, may. */
  readonly bare?: boolean
  /** Names the newest of a kind: the latest quarter. */
  readonly unit?: Span
}

type Rule = readonly [Pattern, (got: Got, today: string) => Time | null]

const zhUnit = choice('unit', {
  trading_day: '個交易日|交易日|個營業日|營業日|個工作天',
  day: '日|天',
  week: '週|周|個禮拜|個星期|禮拜|星期|個週',
  month: '個月|月',
  quarter: '季|個季|個季度|季度',
  year: '年',
})
/** 六月 is June and 六個月 half a year. */
const zhLongUnit = choice('unit', {
  trading_day: '個交易日|交易日|個營業日|營業日',
  day: '日|天',
  week: '週|周|個禮拜|個星期',
  month: '個月',
  quarter: '季|個季|個季度|季度',
  year: '年',
})
const enUnit = choice('unit', {
  trading_day: 'trading day|session|business day|trading session|us session|us trading day|market day',
  day: 'day',
  week: 'week|weekly report',
  month: 'month|calendar month',
  quarter: 'quarter|fiscal quarter|reported quarter',
  year: 'year|fiscal year',
})
const period = choice('unit', { week: 'week', month: 'month', quarter: 'quarter', year: 'year' })
const month = choice('month', {
  1: 'january|jan',
  2: 'february|feb',
  3: 'march|mar',
  4: 'april|apr',
  5: 'may',
  6: 'june|jun',
  7: 'july|jul',
  8: 'august|aug',
  9: 'september|sep|sept',
  10: 'october|oct',
  11: 'november|nov',
  12: 'december|dec',
})
const ordinal = choice('quarter', { 1: 'first|1st', 2: 'second|2nd', 3: 'third|3rd', 4: 'fourth|4th' })
const zhQuarter = either(
  seq(any('第'), count('quarter', 1, 4), any('季|季度')),
  seq(any('q'), digits('quarter', 1, 1, { low: 1, high: 4 })),
)
const zhYear = either(
  seq(any('民國'), count('roc', 1, 200), any('年|年度')),
  seq(digits('year', 4, 4, { low: 1990, high: 2100 }), any('年|年度')),
  seq(digits('roc', 2, 3, { low: 80, high: 200 }), any('年|年度')),
  seq(choice('relative', { 0: '今年|本年', 1: '去年|前一年', 2: '前年' })),
)
const enYear = either(
  digits('year', 4, 4, { low: 1990, high: 2100 }),
  choice('relative', { 0: 'this year', 1: 'last year|the previous year' }),
)

const yearOf = (got: Got, today: string): number => {
  if (got.year !== undefined) return Number(got.year)
  if (got.roc !== undefined) return Number(got.roc) + 1911
  return Number(today.slice(0, 4)) - Number(got.relative)
}
/** A bare "day" is a trading day unless the dataset knows no such thing. */
const spanOf = (got: Got): Span => (got.unit === 'day' ? 'trading_day' : (got.unit as Span))

const on = (year: number, monthNumber: number, day: number): Time | null => {
  const date = dateOf(year, monthNumber, day)
  return isDate(date) ? { window: { kind: 'on', date } } : null
}
/** A day of the month without a year is the last one there was. */
const dayOfMonth = (got: Got, today: string): Time | null => {
  const year = Number(today.slice(0, 4))
  const time = on(year, Number(got.month), Number(got.day))
  return time?.window.kind === 'on' && time.window.date > today
    ? on(year - 1, Number(got.month), Number(got.day))
    : time
}

const last = (got: Got): Time => {
  const window: Window = { kind: 'last', n: Number(got.n ?? 1), unit: spanOf(got) }
  return got.unit === 'day' ? { window, loose: true } : { window }
}
const fixed =
  (window: Window, more: Partial<Time> = {}): ((got: Got) => Time) =>
  () => ({ window, ...more })

/** "20-day"; one day alone is no span, and more than thirty years is a year of the republic. */
const adjective = (got: Got): Time | null => {
  if (got.unit === 'year' && Number(got.n) > 30) return null
  return got.unit === 'day' && got.n === 1 ? null : { ...last(got), adjective: true }
}

/** A month ago: the last date by then. */
const ago = (got: Got, today: string): Time => ({
  window: { kind: 'between', from: null, to: shift(today, -Number(got.n ?? 1), spanOf(got) as Period) },
  edge: 'end',
})

/** The period after the running one, which only what is announced ahead can hold. */
const coming =
  (unit: 'week' | 'month' | 'quarter' | 'year') =>
  (_: Got, today: string): Time => {
    const { from, to } = periodOf(shift(periodOf(today, unit).from, 1, unit), unit)
    return { window: { kind: 'between', from, to }, future: true }
  }

const weekdayName = choice('weekday', { 1: '一', 2: '二', 3: '三', 4: '四', 5: '五', 6: '六', 7: '日|天' })
/** 上週三大法人 speaks of last week. */
const zhWeekday: Pattern = (atoms, from) => {
  const found = weekdayName(atoms, from)
  return found && atoms[found.next]?.text !== '大' ? found : null
}
const enWeekday = choice('weekday', {
  1: 'monday|mon',
  2: 'tuesday|tue',
  3: 'wednesday|wed',
  4: 'thursday|thu',
  5: 'friday|fri',
})
/** A day of a week, counted from the running one; none that lies ahead. */
const dayOfWeek =
  (weeks: number) =>
  (got: Got, today: string): Time | null => {
    const date = addDays(periodOf(today, 'week').from, weeks * 7 + Number(got.weekday) - 1)
    return date > today ? null : { window: { kind: 'on', date } }
  }
/** "last Wednesday" on a Friday is of this week to some and of the week before to others. */
const lastDayOfWeek = (got: Got, today: string): Time | null =>
  Number(got.weekday) < weekday(today) ? null : dayOfWeek(-1)(got, today)
/** A day of the week alone is the last one there was. */
const newestDayOfWeek = (got: Got, today: string): Time | null =>
  dayOfWeek(Number(got.weekday) > weekday(today) ? -1 : 0)(got, today)

const chinese: readonly Rule[] = [
  [seq(any('上週|上周|上禮拜|上星期|上個禮拜|上個星期'), zhWeekday), dayOfWeek(-1)],
  [seq(any('本週|這週|本周|這周|這禮拜|這星期|這個禮拜|這個星期'), zhWeekday), dayOfWeek(0)],
  [seq(any('週|周|禮拜|星期'), zhWeekday), newestDayOfWeek],
  [any('昨'), fixed({ kind: 'back', n: 1 })],
  [any('上月底|上個月底|上月月底|上個月月底'), fixed({ kind: 'previous', unit: 'month' }, { edge: 'end' })],
  [any('去年底|去年年底|去年年終|年底'), fixed({ kind: 'previous', unit: 'year' }, { edge: 'end' })],
  [
    seq(zhYear, maybe(any('的')), any('最後一個交易日|最後交易日|最後一天|年底|底')),
    (got, today) => ({ window: { kind: 'calendar', year: yearOf(got, today) }, edge: 'end' }),
  ],
  [
    seq(count('month', 1, 12), any('月'), maybe(any('的')), any('最後一個交易日|最後交易日|最後一天|月底|底')),
    (got) => ({ window: { kind: 'newest', month: Number(got.month) }, edge: 'end' }),
  ],
  [any('上週末'), fixed({ kind: 'previous', unit: 'week' }, { edge: 'end' })],
  [
    seq(count('n'), choice('unit', { week: '週前|周前|個禮拜前', month: '個月前', quarter: '季前', year: '年前' })),
    ago,
  ],
  [any('52週|52周|五十二週|近52週|近52周|過去52週'), fixed({ kind: 'last', n: 1, unit: 'year' }, { adjective: true })],
  [
    any('今天|今日|本日|當日|當天|最近一天|最近一個交易日|最新一日|最新交易日|最近交易日|最新一次'),
    fixed({ kind: 'latest' }),
  ],
  [any('目前|現在|現今|此刻|截至目前|迄今|目前為止'), fixed({ kind: 'latest' }, { now: true })],
  [any('最新|最近一次|上一次|上次|最後一次|最近一筆|最新一次'), fixed({ kind: 'latest' }, { newest: true })],
  [any('最近|近期|近來'), fixed({ kind: 'latest' }, { newest: true, vague: true })],
  [
    seq(
      any('最新'),
      any('一'),
      choice('unit', { week: '週|周', month: '個月', quarter: '季|個季度', year: '年|年度' }),
    ),
    (got) => ({ window: { kind: 'latest' }, unit: spanOf(got) }),
  ],
  [
    seq(any('最新'), choice('unit', { month: '月份', quarter: '季|季度', year: '年度' })),
    (got) => ({ window: { kind: 'latest' }, unit: spanOf(got) }),
  ],
  [
    any('昨天|昨日|前一交易日|前一個交易日|上個交易日|上一個交易日|上一交易日|前一日|前一天'),
    fixed({ kind: 'back', n: 1 }),
  ],
  [any('前天'), fixed({ kind: 'back', n: 2 })],
  [any('大前天'), fixed({ kind: 'back', n: 3 })],
  [
    seq(count('n'), any('天前|日前|個交易日前|個營業日前|個交易日以前')),
    (got) => ({ window: { kind: 'back', n: Number(got.n) } }),
  ],
  [
    seq(any('近|最近|過去|這|最近這|過去這|近來|最新'), count('n'), zhUnit, maybe(any('內|以來|來|間|之內|期間'))),
    last,
  ],
  [seq(count('n'), zhUnit, any('內|以來|之內|來')), last],
  [
    seq(
      any('近|過去'),
      choice('unit', { month: '月', quarter: '季', year: '年', week: '週|周' }),
      maybe(any('內|以來|來')),
    ),
    last,
  ],
  [
    seq(any('近|最近|過去|這|過去這|最近這'), any('半年'), maybe(any('內|以來|來'))),
    fixed({ kind: 'last', n: 6, unit: 'month' }),
  ],
  [any('半年'), fixed({ kind: 'last', n: 6, unit: 'month' }, { adjective: true })],
  [any('下次|下一次'), fixed({ kind: 'next', n: 2, unit: 'year' }, { future: true, newest: true })],
  [seq(any('近|最近|過去'), any('兩年半')), fixed({ kind: 'last', n: 30, unit: 'month' })],
  [seq(count('n', 1, 400), zhLongUnit), adjective],
  [
    any('本週|這週|這禮拜|這個禮拜|本周|這周|這星期|這個星期|當週|本星期|這一週|本週以來'),
    fixed({ kind: 'this', unit: 'week' }),
  ],
  [any('上週|上禮拜|上個禮拜|上星期|上個星期|上周|前一週|上一週'), fixed({ kind: 'previous', unit: 'week' })],
  [any('上上週|上上禮拜|上上周'), fixed({ kind: 'previous', unit: 'week', n: 2 })],
  [any('本月|這個月|當月|這月|月初以來|月初至今|本月以來|這個月以來|本月至今'), fixed({ kind: 'this', unit: 'month' })],
  [any('上個月|上月|前一個月|上一個月|前個月'), fixed({ kind: 'previous', unit: 'month' })],
  [any('上上個月|上上月|前兩個月'), fixed({ kind: 'previous', unit: 'month', n: 2 })],
  [any('本季|這一季|這季|當季|本季以來'), fixed({ kind: 'this', unit: 'quarter' })],
  [any('上季|上一季|前一季|上個季度|上一個季度'), fixed({ kind: 'previous', unit: 'quarter' })],
  [
    any(
      '今年以來|年初至今|年初以來|今年初以來|從今年初算起|從今年初|自今年初|從年初算起|從年初|自年初|從今年初至今|今年到現在|今年至今|今年到目前|今年|本年|本年度|今年度|今年以降|今年來|今年截至目前|今年迄今',
    ),
    fixed({ kind: 'this', unit: 'year' }),
  ],
  [
    any('去年|去年度|上年|上年度|上一年度|上一年|前一年|前一年度|去年全年|去年一整年'),
    fixed({ kind: 'previous', unit: 'year' }),
  ],
  [any('前年'), fixed({ kind: 'previous', unit: 'year', n: 2 })],
  [
    seq(zhYear, maybe(any('的')), zhQuarter),
    (got, today) => ({ window: { kind: 'calendar', year: yearOf(got, today), quarter: Number(got.quarter) } }),
  ],
  [
    seq(digits('year', 4, 4, { low: 1990, high: 2100 }), zhQuarter),
    (got, today) => ({ window: { kind: 'calendar', year: yearOf(got, today), quarter: Number(got.quarter) } }),
  ],
  [
    seq(digits('short', 2, 2), any('q'), digits('quarter', 1, 1, { low: 1, high: 4 })),
    (got) => ({ window: { kind: 'calendar', year: 2000 + Number(got.short), quarter: Number(got.quarter) } }),
  ],
  [zhQuarter, (got) => ({ window: { kind: 'newest', quarter: Number(got.quarter) } })],
  [
    seq(zhYear, count('month', 1, 12), any('月|月份')),
    (got, today) => ({ window: { kind: 'calendar', year: yearOf(got, today), month: Number(got.month) } }),
  ],
  [
    seq(zhYear, count('month', 1, 12), any('月'), count('day', 1, 31), any('日|號')),
    (got, today) => on(yearOf(got, today), Number(got.month), Number(got.day)),
  ],
  [seq(count('month', 1, 12), any('月'), count('day', 1, 31), any('日|號')), dayOfMonth],
  [seq(count('month', 1, 12), any('月|月份')), (got) => ({ window: { kind: 'newest', month: Number(got.month) } })],
  [
    zhYear,
    (got, today) => ({
      window:
        got.relative !== undefined
          ? got.relative === '0'
            ? { kind: 'this', unit: 'year' }
            : { kind: 'previous', unit: 'year', n: Number(got.relative) }
          : { kind: 'calendar', year: yearOf(got, today) },
    }),
  ],
  [
    seq(any('未來|接下來|今後|往後'), count('n'), zhUnit, maybe(any('內|之內'))),
    (got) => ({ window: { kind: 'next', n: Number(got.n), unit: spanOf(got) }, future: true }),
  ],
  [any('下個月|下月|次月'), coming('month')],
  [any('下週|下周|下禮拜|下個禮拜|下星期'), coming('week')],
  [any('明年'), coming('year')],
  [any('下一季|下季'), coming('quarter')],
  [any('未來一年|一年內'), fixed({ kind: 'next', n: 1, unit: 'year' }, { future: true })],
  [any('即將|接下來|未來'), fixed({ kind: 'next', n: 3, unit: 'month' }, { future: true, loose: true })],
  [
    any('明天|明日|後天|隔天|下一個交易日|次一交易日|下個交易日'),
    fixed({ kind: 'next', n: 1, unit: 'day' }, { future: true }),
  ],
  [any('歷年|歷史|有史以來|歷來|全部期間|所有期間'), fixed({ kind: 'all' })],
]

/** The last date of a month or year that is named. */
const endOf = (window: Window): Time => ({ window, edge: 'end' })

const english: readonly Rule[] = [
  [
    seq(
      maybe(any('on the|at the|the')),
      any('last trading day of|last day of|final trading day of|last session of|end of|close of'),
      maybe(any('the|year')),
      enYear,
    ),
    (got, today) => endOf({ kind: 'calendar', year: yearOf(got, today) }),
  ],
  [
    seq(
      maybe(any('on the|at the|the')),
      any('last trading day of|last day of|final trading day of|last session of|end of|close of'),
      month,
      maybe(any(',')),
      maybe(enYear),
    ),
    (got, today) =>
      endOf(
        got.year !== undefined || got.relative !== undefined
          ? { kind: 'calendar', year: yearOf(got, today), month: Number(got.month) }
          : { kind: 'newest', month: Number(got.month) },
      ),
  ],
  [
    seq(maybe(any('at the|as of the|by the')), any('end of|close of'), any('last|the previous|the last'), period),
    (got) => ({ window: { kind: 'previous', unit: spanOf(got) }, edge: 'end' }),
  ],
  [any('last year end|year end|the year end'), fixed({ kind: 'previous', unit: 'year' }, { edge: 'end' })],
  [
    seq(any('over the|in the|during the|for the|within the|across the'), any('last|previous'), period),
    (got) => ({ window: { kind: 'last', n: 1, unit: spanOf(got) } }),
  ],
  [
    seq(any('in a|over a|for a|in over a|in more than a'), period),
    (got) => ({ window: { kind: 'last', n: 1, unit: spanOf(got) } }),
  ],
  [seq(either(count('n'), any('a')), period, any('ago|earlier|before')), ago],
  [seq(any('last'), enWeekday), lastDayOfWeek],
  [seq(any('this'), enWeekday), dayOfWeek(0)],
  [seq(maybe(any('on')), enWeekday), newestDayOfWeek],
  [seq(any('in|on|for|of'), month, digits('day', 1, 2, { low: 1, high: 31 }), maybe(any('st|nd|rd|th'))), dayOfMonth],
  [any('next'), fixed({ kind: 'next', n: 2, unit: 'year' }, { future: true, newest: true })],
  [any('latest|most recent|newest|most recently|last time'), fixed({ kind: 'latest' }, { newest: true })],
  [any('recent|recently|lately'), fixed({ kind: 'latest' }, { newest: true, vague: true })],
  [any('52 week|fifty two week|52 wk|one year'), fixed({ kind: 'last', n: 1, unit: 'year' }, { adjective: true })],
  [
    any(
      'today|this session|the latest session|latest trading day|last trading day|most recent trading day|last session|latest session',
    ),
    fixed({ kind: 'latest' }),
  ],
  [
    any('now|right now|currently|current|as of now|at present|at the moment|as of today'),
    fixed({ kind: 'latest' }, { now: true }),
  ],
  [
    seq(
      any('latest|most recent|last reported|newest|current'),
      choice('unit', {
        week: 'week',
        month: 'month',
        quarter: 'quarter|fiscal quarter|reported quarter',
        year: 'fiscal year|reported year',
      }),
    ),
    (got) => ({ window: { kind: 'latest' }, unit: spanOf(got) }),
  ],
  [
    any(
      'yesterday|previous session|prior session|previous trading day|prior trading day|the session before|the trading day before|the day before',
    ),
    fixed({ kind: 'back', n: 1 }),
  ],
  [any('the day before yesterday'), fixed({ kind: 'back', n: 2 })],
  [
    seq(count('n'), any('day ago|trading day ago|session ago')),
    (got) => ({ window: { kind: 'back', n: Number(got.n) } }),
  ],
  [
    seq(
      maybe(any('the')),
      any('last|past|previous|latest|recent|trailing|most recent|preceding|prior'),
      count('n'),
      enUnit,
    ),
    last,
  ],
  [
    seq(maybe(any('the')), any('last|past|previous|latest|recent|trailing|most recent'), any('couple of'), enUnit),
    (got) => last({ ...got, n: 2 }),
  ],
  [
    seq(maybe(any('the')), any('last|previous|prior|preceding'), period),
    (got) => ({ window: { kind: 'previous', unit: spanOf(got) } }),
  ],
  [
    seq(maybe(any('the')), any('past|trailing|whole past|full past'), period),
    (got) => ({ window: { kind: 'last', n: 1, unit: spanOf(got) } }),
  ],
  [seq(any('past|last'), any('half year|six month')), fixed({ kind: 'last', n: 6, unit: 'month' })],
  [seq(any('this'), period, maybe(any('so far|to date'))), (got) => ({ window: { kind: 'this', unit: spanOf(got) } })],
  [
    any(
      'year to date|ytd|so far this year|since the start of the year|since the beginning of the year|since the year began|from the start of the year',
    ),
    fixed({ kind: 'this', unit: 'year' }),
  ],
  [any('month to date|mtd|so far this month'), fixed({ kind: 'this', unit: 'month' })],
  [any('week to date|wtd|so far this week'), fixed({ kind: 'this', unit: 'week' })],
  [any('quarter to date|qtd|so far this quarter'), fixed({ kind: 'this', unit: 'quarter' })],
  [seq(count('n', 1, 400), enUnit), adjective],
  [
    seq(count('n', 1, 400), choice('unit', { day: 'd', month: 'm', year: 'y' })),
    (got) => ({ ...last(got), adjective: true }),
  ],
  [
    seq(any('q'), digits('quarter', 1, 1, { low: 1, high: 4 }), maybe(any('of')), enYear),
    (got, today) => ({ window: { kind: 'calendar', year: yearOf(got, today), quarter: Number(got.quarter) } }),
  ],
  [
    seq(any('in|during|for|of'), enYear, any('q'), digits('quarter', 1, 1, { low: 1, high: 4 })),
    (got, today) => ({ window: { kind: 'calendar', year: yearOf(got, today), quarter: Number(got.quarter) } }),
  ],
  [
    seq(any('in|during|for|of'), any('q'), digits('quarter', 1, 1, { low: 1, high: 4 }), maybe(any('of')), enYear),
    (got, today) => ({ window: { kind: 'calendar', year: yearOf(got, today), quarter: Number(got.quarter) } }),
  ],
  [
    seq(enYear, any('q'), digits('quarter', 1, 1, { low: 1, high: 4 })),
    (got, today) => ({ window: { kind: 'calendar', year: yearOf(got, today), quarter: Number(got.quarter) } }),
  ],
  [
    seq(maybe(any('the')), ordinal, any('quarter of|quarter'), enYear),
    (got, today) => ({ window: { kind: 'calendar', year: yearOf(got, today), quarter: Number(got.quarter) } }),
  ],
  [
    seq(maybe(any('the')), ordinal, any('quarter')),
    (got) => ({ window: { kind: 'newest', quarter: Number(got.quarter) } }),
  ],
  [
    seq(month, maybe(any(',')), enYear),
    (got, today) => ({ window: { kind: 'calendar', year: yearOf(got, today), month: Number(got.month) } }),
  ],
  [
    seq(
      month,
      count('day', 1, 31),
      maybe(any('st|nd|rd|th')),
      maybe(any(',')),
      digits('year', 4, 4, { low: 1990, high: 2100 }),
    ),
    (got) => on(Number(got.year), Number(got.month), Number(got.day)),
  ],
  [
    seq(count('day', 1, 31), maybe(any('st|nd|rd|th')), month, digits('year', 4, 4, { low: 1990, high: 2100 })),
    (got) => on(Number(got.year), Number(got.month), Number(got.day)),
  ],
  [seq(month, digits('day', 1, 2, { low: 1, high: 31 }), maybe(any('st|nd|rd|th'))), dayOfMonth],
  [seq(month), (got) => ({ window: { kind: 'newest', month: Number(got.month) }, bare: true })],
  [
    seq(any('in|during|of|for'), month, maybe(any(',')), enYear),
    (got, today) => ({ window: { kind: 'calendar', year: yearOf(got, today), month: Number(got.month) } }),
  ],
  [seq(any('in|during|of|for'), month), (got) => ({ window: { kind: 'newest', month: Number(got.month) } })],
  [
    seq(any('in|during|for|of|fiscal|fy'), digits('year', 4, 4, { low: 1990, high: 2100 })),
    (got) => ({ window: { kind: 'calendar', year: Number(got.year) } }),
  ],
  [
    seq(any('full year|calendar year'), digits('year', 4, 4, { low: 1990, high: 2100 })),
    (got) => ({ window: { kind: 'calendar', year: Number(got.year) } }),
  ],
  [
    seq(digits('year', 4, 4, { low: 2000, high: 2050 }), any('full year')),
    (got) => ({ window: { kind: 'calendar', year: Number(got.year) } }),
  ],
  [
    seq(
      any('within the next|in the next|over the next|next|within the coming|in the coming|coming|within'),
      count('n'),
      enUnit,
    ),
    (got) => ({ window: { kind: 'next', n: Number(got.n), unit: spanOf(got) }, future: true }),
  ],
  [any('next month'), coming('month')],
  [any('next week'), coming('week')],
  [
    any('within the next year|within a year|over the next year|in the next year'),
    fixed({ kind: 'next', n: 1, unit: 'year' }, { future: true }),
  ],
  [any('next quarter'), coming('quarter')],
  [any('next year'), coming('year')],
  [any('upcoming|coming up|soon'), fixed({ kind: 'next', n: 3, unit: 'month' }, { future: true, loose: true })],
  [
    any('tomorrow|next trading day|next session|next friday|next monday|next tuesday|next wednesday|next thursday'),
    fixed({ kind: 'next', n: 1, unit: 'day' }, { future: true }),
  ],
  [any('all time|historically|in history|on record|ever|full history'), fixed({ kind: 'all' })],
]

const exact: readonly Rule[] = [
  [
    seq(
      digits('year', 4, 4, { low: 1900, high: 2100 }),
      any('-|/|.'),
      digits('month', 1, 2, { low: 1, high: 12 }),
      any('-|/|.'),
      digits('day', 1, 2, { low: 1, high: 31 }),
    ),
    (got) => on(Number(got.year), Number(got.month), Number(got.day)),
  ],
  [
    seq(digits('year', 4, 4, { low: 1990, high: 2100 }), any('-|/'), digits('month', 2, 2, { low: 1, high: 12 })),
    (got) => ({ window: { kind: 'calendar', year: Number(got.year), month: Number(got.month) } }),
  ],
  [seq(digits('month', 1, 2, { low: 1, high: 12 }), any('/'), digits('day', 1, 2, { low: 1, high: 31 })), dayOfMonth],
]

const until = any('到|至|~|-|to|through|until|and|迄')
const since = any('自|從|自從|since|from|starting|between')
const onwards = any(
  '以來|起|至今|到現在|到今天|迄今|以後|之後|開始|到目前|onwards|onward|until now|to date|to now|to today',
)

/** The longest time expression that begins at an atom. */
export function timeAt(atoms: readonly Atom[], from: number, today: string): { next: number; time: Time } | null {
  const single = (start: number): { next: number; time: Time } | null => {
    let best: { next: number; time: Time } | null = null
    for (const rules of [exact, chinese, english])
      for (const [pattern, mean] of rules) {
        const found = pattern(atoms, start)
        if (!found || (best && found.next <= best.next)) continue
        const time = mean(found.got, today)
        if (time) best = { next: found.next, time }
      }
    return best
  }
  const found = single(from)
  const whole = found?.time.bare && ['march', 'may', 'mar'].includes(atoms[from]!.text) ? null : found
  const opening = since(atoms, from)
  const start = opening?.next ?? from
  const first = single(start) ?? yearAlone(atoms, start)
  if (!first || !isPoint(first.time.window)) return whole
  const link = until(atoms, first.next)
  const second = link ? (single(link.next) ?? yearAlone(atoms, link.next)) : null
  if (second && (isPoint(second.time.window) || second.time.window.kind === 'latest')) {
    const [low, high] = alike(first.time.window, second.time.window)
    const [begin, end] = [edge(low, 'from', today), edge(high, 'to', today)]
    if (begin && end && begin <= end)
      return { next: second.next, time: { window: { kind: 'between', from: begin, to: end } } }
  }
  const begin = edge(first.time.window, 'from', today)
  const open = onwards(atoms, first.next)
  if (begin && (open || (opening && isSince(atoms[from]!.text))))
    return { next: open?.next ?? first.next, time: { window: { kind: 'between', from: begin, to: null } } }
  return opening || whole === null ? whole : first
}

/** A year without a word around it, where the words around it already say that it is one. */
function yearAlone(atoms: readonly Atom[], from: number): { next: number; time: Time } | null {
  const found = digits('year', 4, 4, { low: 1990, high: 2100 })(atoms, from)
  return found && { next: found.next, time: { window: { kind: 'calendar', year: Number(found.got.year) } } }
}

/** "March to June 2025" and "今年三月到六月" name the year once. */
function alike(first: Window, second: Window): [Window, Window] {
  if (first.kind === 'calendar' && first.month && second.kind === 'newest' && second.month)
    return [first, { kind: 'calendar', year: first.year, month: second.month }]
  if (first.kind === 'newest' && first.month && second.kind === 'calendar' && second.month)
    return [{ kind: 'calendar', year: second.year, month: first.month }, second]
  return [first, second]
}

const isSince = (word: string): boolean => ['since', '自', '从', 'starting'].includes(word)

/** Dates, months, quarters and years that a span can begin or end with. */
const isPoint = (window: Window): boolean =>
  ['on', 'calendar', 'newest'].includes(window.kind) || (window.kind === 'previous' && window.unit === 'year')

function edge(window: Window, side: 'from' | 'to', today: string): string | null {
  if (window.kind === 'on') return window.date
  if (window.kind === 'latest') return today
  if (window.kind === 'previous' && window.unit === 'year')
    return periodOf(shift(today, -(window.n ?? 1), 'year'), 'year')[side]
  if (window.kind === 'calendar') {
    const { year, quarter, month: number } = window
    if (number) return periodOf(dateOf(year, number, 1), 'month')[side]
    return quarter
      ? periodOf(dateOf(year, quarter * 3 - 2, 1), 'quarter')[side]
      : periodOf(dateOf(year, 1, 1), 'year')[side]
  }
  if (window.kind === 'newest' && window.month) {
    const here = dateOf(Number(today.slice(0, 4)), window.month, 1)
    return periodOf(here <= today ? here : shift(here, -1, 'year'), 'month')[side]
  }
  return null
}
