import type { Kind } from '../fields.ts'
import type { QuantityUnit, Scale } from './representation.ts'
import { type Dimension, dimensionsOfUnits, factors } from './unitTable.ts'

export const dimensionOf = (kind: Kind, unit: string | undefined): Dimension => {
  if (kind === 'date' || kind === 'text' || kind === 'boolean') return kind
  if (kind === 'datetime') return 'date'
  return unit ? (dimensionsOfUnits[unit] ?? 'other') : 'ratio'
}

export const dimensionOfUnit = (unit: QuantityUnit): Dimension =>
  unit === 'lots' ? 'shares' : unit === 'times' ? 'ratio' : unit === 'basis_points' ? 'percent' : unit

/** What a quantity of a unit becomes in a dimension; undefined where it cannot. */
export function convert(value: number, unit: QuantityUnit | undefined, to: Dimension): number | undefined {
  if (to === 'date' || to === 'text' || to === 'boolean') return undefined
  if (unit === undefined) return value
  // So many times is of a ratio, and an amount of no known unit is none.
  if (to === 'other') return unit === 'times' ? undefined : value
  const factor = factors[unit][to]
  return factor === undefined ? undefined : value * factor
}

/** Lots are of shares, basis points of percentages; the others of anything that is counted in large numbers. */
export const scales = (scale: Scale, dimension: Dimension): boolean => {
  if (scale === 'lots') return dimension === 'shares'
  if (scale === 'basis_points') return dimension === 'percent'
  return !['percent', 'date', 'text', 'boolean'].includes(dimension)
}
