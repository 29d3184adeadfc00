import type { Series } from './spec.ts'

/** Ticks of an axis: round numbers, evenly spaced, the first at or below the least value and the last at or above. */
export function ticksOf(values: readonly (number | null)[], fromZero: boolean, most = 5): readonly number[] {
  const known = values.filter((value) => value !== null)
  let low = Math.min(...known, ...(fromZero ? [0] : []))
  let high = Math.max(...known, ...(fromZero ? [0] : []))
  if (known.length === 0) return [0, 1]
  if (low === high) {
    low -= Math.abs(low) * 0.01 || 1
    high += Math.abs(high) * 0.01 || 1
  }
  const rough = (high - low) / most
  const power = 10 ** Math.floor(Math.log10(rough))
  const step = [1, 2, 2.5, 5, 10].map((size) => size * power).find((size) => size >= rough)!
  const first = Math.floor(low / step + 1e-9)
  const last = Math.ceil(high / step - 1e-9)
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step)
}

/** Digits after the point that tell the ticks apart. */
export function tickDigits(ticks: readonly number[]): number {
  const step = Math.abs((ticks[1] ?? 1) - ticks[0]!)
  return step >= 1
    ? Number.isInteger(step)
      ? 0
      : 1
    : Math.min(6, Math.ceil(-Math.log10(step)) + ((step * 10 ** Math.ceil(-Math.log10(step))) % 1 > 1e-9 ? 1 : 0))
}

/** A bar starts at zero, so its axis must show zero. */
export const isOfBars = ({ form }: Pick<Series, 'form'>): boolean => form === 'bars' || form === 'signed'

/** Where each point stands in a picture: lines reach its edges, and bars have half of their width before them. */
export function placesOf(
  count: number,
  series: readonly Pick<Series, 'form'>[],
  width: number,
): (at: number) => number {
  if (series.some(isOfBars)) return (at) => (width * (at + 0.5)) / count
  return (at) => (width * at) / Math.max(1, count - 1)
}

/** Positions between 0 (lowest tick) and 1 (highest). */
export const positionOn = (ticks: readonly number[]): ((value: number) => number) => {
  const low = ticks[0]!
  const range = ticks.at(-1)! - low
  return (value) => (value - low) / range
}
