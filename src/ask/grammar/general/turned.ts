import type { Measure } from '../../representation.ts'
import type { Clause } from '../clause/clause.ts'
import type { Phrase } from '../measures/phrase.ts'
import { compare, number } from './conditions.ts'
import { failClause, mean, output, type State, spends } from './state.ts'
import { spanOf } from './windows.ts'

const earnings: Phrase = {
  text: 'EPS',
  readings: [
    {
      subject: 'stock',
      dataset: 'TaiwanStockFinancialStatement',
      column: 'value',
      where: [
        { column: 'period', is: ['quarterly'] },
        { column: 'type', is: ['EPS'] },
      ],
    },
  ],
}

/** On the one side of nothing at the last date and on the other at the one before. */
export function turned(state: State, clause: Clause): void {
  spends(clause, 'turn', 'columns', 'composite', 'growth', 'actor', 'flow', 'time')
  const { to, of } = clause.said.turn!
  const phrase = clause.phrases[0] ?? (of === 'profit' ? earnings : failClause('which_measure', clause))
  if (clause.phrases.length > 1 || clause.constraints.length > 0) failClause('unsupported', clause)
  const { measure, name, dataset } = mean(
    state,
    { ...phrase, net: phrase.who ? true : (phrase.net ?? null) },
    undefined,
  )
  const span = spanOf(clause)
  // Over a time nobody said which of its dates are held against each other.
  if (span && !(span.window.kind === 'previous' && dataset.endsWith('Statement'))) failClause('two_readings', clause)
  const before: Measure = { kind: 'at', of: measure, when: { kind: 'back', n: 1 } }
  const [now, then] = to === 'up' ? (['>', '<'] as const) : (['<', '>'] as const)
  output(state, name, measure)
  output(state, `${name}_before`, before)
  if (state.named || state.alone) return
  state.conditions.push({ kind: 'and', of: [compare(measure, now, number(0)), compare(before, then, number(0))] })
}
