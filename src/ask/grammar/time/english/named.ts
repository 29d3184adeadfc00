import { any, count, digits, maybe, seq } from '../../match.ts'
import { dayOfMonth, halfOf, on, yearOf } from '../pieces.ts'
import type { Rule } from '../time.ts'
import { enYear, half, month, ordinal } from './units.ts'

/** Quarters, months and years by their names. */
export const named: readonly Rule[] = [
  [seq(maybe(any('in|during|for|over')), maybe(any('the')), half, maybe(any('of')), enYear), halfOf],
  [seq(maybe(any('in|during|for|over')), maybe(any('the')), half, maybe(any('of the year'))), halfOf],
  [
    seq(
      maybe(any('in|during|for|of')),
      maybe(any('the')),
      any('fiscal year|fy'),
      digits('year', 4, 4, { low: 1990, high: 2100 }),
    ),
    (got) => ({ window: { kind: 'calendar', year: Number(got.year) }, fiscal: true }),
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
]
