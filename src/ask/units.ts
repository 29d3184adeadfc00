import type { Kind } from '../fields.ts'
import type { QuantityUnit, Scale } from './representation.ts'

/** What a number counts: two of them compare or add up only where this is the same. */
export type Dimension =
  | 'TWD'
  | 'USD'
  | 'shares'
  | 'percent'
  | 'ratio'
  | 'points'
  | 'contracts'
  | 'count'
  | 'days'
  | 'people'
  | 'date'
  | 'text'
  | 'boolean'
  | 'other'

/** What a unit of the registry counts. */
const dimensionsOfUnits: Readonly<Record<string, Dimension>> = {
  TWD: 'TWD',
  'TWD per share': 'TWD',
  'TWD per unit': 'TWD',
  'TWD per 100 par': 'TWD',
  USD: 'USD',
  'USD per troy ounce': 'USD',
  'USD per barrel': 'USD',
  shares: 'shares',
  percent: 'percent',
  'percentage points': 'percent',
  points: 'points',
  'index points': 'points',
  'points or TWD': 'points',
  contracts: 'contracts',
  people: 'people',
  days: 'days',
  trades: 'count',
  orders: 'count',
}

/** What one of a unit is in a dimension; nothing where it cannot be told in it. */
const factors: Readonly<Record<QuantityUnit, Partial<Record<Dimension, number>>>> = {
  TWD: { TWD: 1, points: 1 },
  USD: { USD: 1 },
  shares: { shares: 1 },
  lots: { shares: 1000 },
  percent: { percent: 1, ratio: 0.01 },
  basis_points: { percent: 0.01, ratio: 0.0001 },
  times: { ratio: 1, count: 1 },
  points: { points: 1, percent: 1, TWD: 1 },
  contracts: { contracts: 1 },
  people: { people: 1 },
  days: { days: 1, count: 1 },
}

/** How many of a value's own unit are one of a scale. */
export const divisors: Readonly<Record<Scale, number>> = {
  lots: 1000,
  thousand: 1e3,
  ten_thousand: 1e4,
  million: 1e6,
  hundred_million: 1e8,
  billion: 1e9,
  trillion: 1e12,
  basis_points: 0.01,
}

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
