import type { Condition, Measure, Representation } from '../../representation.ts'
import type { Gathered } from '../gather.ts'
import { spent } from './spent.ts'

const change: Measure = { kind: 'column', dataset: 'TaiwanStockPrice', column: 'change_percent' }
const count = (op: '>' | '<' | '='): Measure => {
  const where: Condition[] = [{ kind: 'compare', left: change, op, right: { kind: 'number', value: 0 } }]
  return { kind: 'across', fn: 'count', of: change, where }
}

/** How many stocks rose and how many fell. */
export function answerBreadth(gathered: Gathered): Representation | null {
  const { all, has, entities, universe } = gathered
  const directions = new Set(
    all('composite').map(({ composite, direction }) => (composite === 'return' ? direction : null)),
  )
  const both = (directions.has('up') && directions.has('down')) || (directions.size === 1 && directions.has(undefined))
  if (!has('how_many') || !both || entities.length > 0 || has('compare')) return null
  spent(gathered, ['how_many', 'composite', 'join', 'time', 'part', 'noun', 'ask', 'each', 'versus'])
  const window = all('time')[0]?.time.window ?? { kind: 'latest' }
  if (!['latest', 'back', 'on'].includes(window.kind)) return null
  return {
    shape: 'groups',
    dataset: 'TaiwanStockPrice',
    universe,
    when: window,
    select: [
      { as: 'rose', of: count('>') },
      { as: 'fell', of: count('<') },
      { as: 'unchanged', of: count('=') },
    ],
    where: [],
    by: [],
    order: [],
    limit: null,
    notes: [],
  }
}
