import { oncePer } from '../oncePer.ts'
import { type Path, traded } from '../path.ts'
import { wave as preciseWave } from '../random.ts'

/** Smooth noise of about unit size at every position; half as exact, for several of each security. */
export const wave = (size: number, period: number, seed: number, key: number, salt: number): Float32Array =>
  Float32Array.from(preciseWave(size, period, seed, key, salt))

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
