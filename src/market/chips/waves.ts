import { oncePer } from '../oncePer.ts'
import { type Path, traded } from '../path.ts'
import { normal } from '../random.ts'

/** Smooth noise of about unit size at every position: random values every `period` days, joined by smooth curves. */
export function wave(size: number, period: number, seed: number, key: number, salt: number): Float32Array {
  const values = new Float32Array(size)
  let left = normal(seed, key, salt, 0)
  for (let knot = 0; knot * period < size; knot++) {
    const right = normal(seed, key, salt, knot + 1)
    for (let i = 0; i < period && knot * period + i < size; i++) {
      const f = i / period
      values[knot * period + i] = left + (right - left) * f * f * (3 - 2 * f)
    }
    left = right
  }
  return values
}

/** Sum of the log returns since the first day, each against its reference, so that corporate actions leave no trace. */
export const growthOf = oncePer((path: Path): Float64Array => {
  const values = new Float64Array(path.close.length)
  let sum = 0
  for (let t = path.first; t <= path.last; t++) {
    if (path.status[t] === traded) sum += Math.log(path.close[t]! / path.reference[t]!)
    values[t] = sum
  }
  return values
})
