import { any, count, seq } from '../../match.ts'
import { coming, fixed, spanOf } from '../pieces.ts'
import type { Rule } from '../time.ts'

import { enUnit } from './units.ts'

/** What lies ahead, and all there is. */
export const ahead: readonly Rule[] = [
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
