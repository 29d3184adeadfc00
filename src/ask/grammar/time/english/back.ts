import { any, choice, count, digits, either, maybe, seq } from '../../match.ts'
import { adjective, ago, dayOfMonth, endOf, fixed, last, spanOf, yearOf } from '../pieces.ts'
import type { Rule } from '../time.ts'
import { dayOfWeek, enWeekday, lastDayOfWeek, newestDayOfWeek } from '../weekdays.ts'

import { enUnit, enYear, month, period } from './units.ts'

/** What lies behind: days and spans counted from the newest date. */
export const back: readonly Rule[] = [
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
      'today|this morning|this afternoon|this session|the latest session|latest trading day|last trading day|most recent trading day|last session|latest session',
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
    fixed({ kind: 'this', unit: 'year' }, { total: true }),
  ],
  [any('month to date|mtd|so far this month'), fixed({ kind: 'this', unit: 'month' })],
  [any('week to date|wtd|so far this week'), fixed({ kind: 'this', unit: 'week' })],
  [any('quarter to date|qtd|so far this quarter'), fixed({ kind: 'this', unit: 'quarter' })],
  [seq(count('n', 1, 400), enUnit), adjective],
  [
    seq(count('n', 1, 400), choice('unit', { day: 'd', month: 'm', year: 'y' })),
    (got) => ({ ...last(got), adjective: true }),
  ],
]
