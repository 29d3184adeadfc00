import type { Dataset } from '../catalogue/dataset.ts'
import { find } from '../catalogue/index.ts'
import type { Field, Kind } from '../fields.ts'
import { findComputed } from './computed.ts'
import { columnsOfIndicator } from './indicators.ts'
import type { Column, Condition, Measure } from './representation.ts'
import type { Dimension } from './units.ts'
import { dimensionOf, dimensionOfUnit } from './units.ts'

/** A representation that cannot mean anything; the sentence says why, for a person or a model to mend. */
export class Meaningless extends Error {
  override name = 'Meaningless'
}

export const datasetOf = (name: string): Dataset => {
  const dataset = find(name)
  if (!dataset) throw new Meaningless(`there is no dataset named ${name}`)
  return dataset
}

export type ColumnType = { readonly kind: Kind; readonly unit: string | undefined; readonly nullable: boolean }

export function columnOf(datasetName: string, column: string): ColumnType {
  const dataset = datasetOf(datasetName)
  const field: Field | undefined = Object.hasOwn(dataset.columns, column) ? dataset.columns[column] : undefined
  if (field) return { kind: field.kind, unit: field.unit, nullable: field.nullable === true }
  const computed = findComputed(datasetName, column)
  if (!computed) throw new Meaningless(`${datasetName} has no column ${column}`)
  return { kind: computed.kind, unit: computed.unit, nullable: true }
}

export function dimension(measure: Measure): Dimension {
  switch (measure.kind) {
    case 'column': {
      if (measure.fold === 'count') return 'count'
      const { kind, unit } = columnOf(measure.dataset, measure.column)
      return dimensionOf(kind, unit)
    }
    case 'number':
      return measure.unit ? dimensionOfUnit(measure.unit) : 'other'
    case 'arithmetic': {
      const [left, right] = [dimension(measure.left), dimension(measure.right)]
      if (measure.op === 'percent') return 'percent'
      if (measure.op === 'divide') return left === right ? 'ratio' : 'other'
      if (measure.op === 'multiply') return measure.left.kind === 'number' ? right : left
      return left === 'other' ? right : left
    }
    case 'over':
    case 'group':
    case 'across':
      return measure.fn === 'count' || measure.fn === 'distinct' ? 'count' : dimension(measure.of)
    case 'change':
      return measure.as === 'percent' ? 'percent' : dimension(measure.of)
    case 'at':
    case 'average':
    case 'percentile':
    case 'cumulative':
    case 'weighted':
      return dimension(measure.of)
    case 'date':
    case 'since':
    case 'day':
      return 'date'
    case 'share':
    case 'standing':
      return 'percent'
    case 'indicator':
      return dimensionOfIndicator(measure)
    case 'place':
      return 'count'
    case 'streak':
    case 'count':
    case 'days':
      return 'days'
    case 'correlation':
    case 'beta':
      return 'ratio'
    case 'drawdown':
      return 'percent'
  }
}

/** Oscillators run from 0 to 100, as percentages do. */
function dimensionOfIndicator({ name, of }: Extract<Measure, { kind: 'indicator' }>): Dimension {
  if (name.startsWith('macd_') || name === 'bollinger_upper' || name === 'bollinger_lower' || name === 'premium')
    return of ? dimension(of) : 'other'
  return name === 'bollinger_percent_b' ? 'ratio' : 'percent'
}

/** The parts a measure is made of, one step down. */
export function partsOf(measure: Measure): { measures: readonly Measure[]; conditions: readonly Condition[] } {
  switch (measure.kind) {
    case 'column':
    case 'number':
      return { measures: [], conditions: [] }
    case 'arithmetic':
    case 'correlation':
    case 'beta':
      return { measures: [measure.left, measure.right], conditions: [] }
    case 'streak':
    case 'since':
    case 'count':
    case 'day':
      return { measures: [], conditions: [measure.of] }
    case 'across':
      return { measures: [measure.of], conditions: measure.where ?? [] }
    case 'weighted':
      return { measures: [measure.of, measure.weight], conditions: measure.where ?? [] }
    case 'indicator':
      return { measures: columnsOfIndicator(measure), conditions: [] }
    default:
      return { measures: [measure.of], conditions: [] }
  }
}

export function measuresIn(condition: Condition): readonly Measure[] {
  switch (condition.kind) {
    case 'compare':
    case 'cross':
      return [condition.left, condition.right]
    case 'between':
      return [condition.of, condition.low, condition.high]
    case 'every':
    case 'some':
    case 'not':
      return measuresIn(condition.of)
    case 'and':
    case 'or':
      return condition.of.flatMap(measuresIn)
    case 'known':
    case 'is':
    case 'within':
      return [condition.of]
    case 'during':
      return [condition.from, condition.to]
    case 'member':
    case 'exists':
      return []
  }
}

export const columnsIn = (measure: Measure): readonly Column[] => {
  if (measure.kind === 'column') return [measure]
  const { measures, conditions } = partsOf(measure)
  return [...measures, ...conditions.flatMap(measuresIn)].flatMap(columnsIn)
}
