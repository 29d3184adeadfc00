import type { Condition, Measure, QuantityUnit } from '../../representation.ts'
import type { Constraint } from '../clause/clause.ts'

export const number = (value: number, unit: QuantityUnit | null = null): Measure => ({
  kind: 'number',
  value,
  ...(unit ? { unit } : {}),
})

export type Op = '>' | '>=' | '<' | '<=' | '=' | '!='

export const compare = (left: Measure, op: Op, right: Measure): Condition => ({ kind: 'compare', left, op, right })

const flipped = { '>': '<', '>=': '<=', '<': '>', '<=': '>=', '=': '=', '!=': '!=' } as const

/** "fell more than 5%" is below -5: what goes down is measured downwards. */
export function constrained(measure: Measure, constraint: Constraint, down: boolean): Condition {
  const { unit } = constraint
  if ('low' in constraint) {
    const [low, high] = down ? [-constraint.high, -constraint.low] : [constraint.low, constraint.high]
    return { kind: 'between', of: measure, low: number(low, unit), high: number(high, unit) }
  }
  return down
    ? compare(measure, flipped[constraint.op], number(-constraint.value, unit))
    : compare(measure, constraint.op, number(constraint.value, unit))
}

/** Ratios that say nothing below zero are tested above it. */
export const isPositive = (measure: Measure): boolean =>
  measure.kind === 'column' && (measure.column === 'pe_ratio' || measure.column === 'pb_ratio')
