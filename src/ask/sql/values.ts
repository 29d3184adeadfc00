import type { Fn, Measure } from '../representation.ts'
import { dimension, Meaningless } from '../typing.ts'
import { convert } from '../units.ts'
import { number } from './print.ts'

const operators = { add: '+', subtract: '-', multiply: '*' } as const

/** Division of whole numbers keeps its fraction, and a division by nothing is nothing. */
export function combine(measure: Extract<Measure, { kind: 'arithmetic' }>, left: string, right: string): string {
  if (measure.op === 'divide') return `(${left} / nullif(${right}, 0))`
  if (measure.op === 'percent') return `(${left} / nullif(${right}, 0) * 100)`
  // As floats: the product of two columns is more than a decimal holds.
  if (measure.op === 'multiply' && measure.left.kind !== 'number' && measure.right.kind !== 'number')
    return `(CAST(${left} AS DOUBLE) * CAST(${right} AS DOUBLE))`
  return `(${left} ${operators[measure.op]} ${right})`
}

/** A number in the unit of the measure beside it. */
export const quantity = (measure: Extract<Measure, { kind: 'number' }>, beside: Measure | undefined): string => {
  const value = beside ? convert(measure.value, measure.unit, dimension(beside)) : measure.value
  if (value === undefined)
    throw new Meaningless(`${measure.value} ${measure.unit} cannot be compared with ${dimension(beside!)}`)
  return number(Number(value.toPrecision(15)))
}

/** Calendar days from now to a date, or from it to now. */
export const daysBetween = (as: 'until' | 'since', now: string, day: string): string => {
  const [from, to] = as === 'until' ? [now, day] : [day, now]
  return `date_diff('day', CAST(${from} AS DATE), CAST(${to} AS DATE))`
}

/** How each fold begins in SQL, and what a folded column is called. */
export const folds: Readonly<Record<Fn, readonly [opening: string, as: string]>> = {
  sum: ['sum(', 'total'],
  avg: ['avg(', 'mean'],
  min: ['min(', 'lowest'],
  max: ['max(', 'highest'],
  count: ['count(', 'counted'],
  median: ['median(', 'middle'],
  stddev: ['stddev_samp(', 'deviation'],
  distinct: ['count(DISTINCT ', 'count'],
  first: ['first(', 'opening'],
  last: ['last(', 'closing'],
}
export const aggregate = (fn: Fn, value: string): string => `${folds[fn][0]}${value})`

/** The first and the last are those by date where rows come in no order. */
export const aggregateByDate = (fn: Fn, value: string, date: string): string =>
  fn === 'first' || fn === 'last'
    ? `${fn === 'first' ? 'arg_min' : 'arg_max'}(${value}, ${date})`
    : aggregate(fn, value)
