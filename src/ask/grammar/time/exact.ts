import { any, digits, seq } from '../match.ts'
import { dayOfMonth, on } from './pieces.ts'
import type { Rule } from './time.ts'

export const exact: readonly Rule[] = [
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
