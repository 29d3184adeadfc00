import { any, choice, count, digits, either, maybe, seq } from '../match.ts'
import { adjective, ago, coming, dayOfMonth, fixed, halfOf, last, on, spanOf, yearOf } from './pieces.ts'
import type { Rule } from './time.ts'
import { dayOfWeek, newestDayOfWeek, zhWeekday } from './weekdays.ts'

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
  year: '年|年期',
})

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

const zhHalf = choice('half', { 1: '上半年|前半年|上半年度', 2: '下半年|後半年|下半年度' })

export const chinese: readonly Rule[] = [
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
  [seq(zhYear, maybe(any('的')), zhHalf, maybe(any('以來|至今'))), halfOf],
  [seq(zhHalf, maybe(any('以來|至今'))), halfOf],
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
