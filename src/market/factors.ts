import { kept } from './oncePer.ts'
import { heavy, normal, wave } from './random.ts'

/** The moves that securities share: one series for the market and one for each industry, in log returns a day. */
export type Factors = Readonly<ReturnType<typeof createFactors>>

export const marketLevel = 0.0096
export const industryLevel = 0.006

/** Volatility with a long memory: waves of months, weeks and days added up. */
export function restless(days: number, seed: number, key: number, salt: number): Float64Array {
  const slow = wave(days, 100, seed, key, salt)
  const middle = wave(days, 17, seed, key, salt + 1)
  const fast = wave(days, 3, seed, key, salt + 2)
  return slow.map((value, t) => 0.46 * value + 0.3 * middle[t]! + 0.24 * fast[t]!)
}

/** Falls are sharper than rises. */
const leaning = (draw: number): number => (draw < 0 ? 1.25 : 0.78) * Math.max(-6, Math.min(6, draw)) + 0.185

/** A volatility that remembers: today's variance follows yesterday's variance and yesterday's surprise. */
export function clustered(days: number, level: number, draw: (day: number) => number): Float64Array {
  const [react, persist] = [0.09, 0.88]
  const returns = new Float64Array(days)
  const long = level * level
  let variance = long
  for (let t = 0; t < days; t++) {
    const shock = Math.sqrt(variance) * Math.max(-6, Math.min(6, draw(t)))
    returns[t] = shock
    // Capped, so that a run of extreme days cannot carry the variance away for good.
    variance = Math.min(16 * long, long * (1 - react - persist) + react * shock * shock + persist * variance)
  }
  return returns
}

export function createFactors(seed: number, days: number) {
  const unrest = restless(days, seed, 103, 1)
  const slow = wave(days, 60, seed, 104, 1)
  const market = unrest.map(
    (log, t) => marketLevel * Math.exp(log) * leaning(0.8 * normal(seed, 107, t) + 0.6 * heavy(seed, 101, t)),
  )
  return {
    /** How restless the whole market is, as the log of a multiple of its usual volatility. */
    unrest,
    /** How busy it is, as the log of a multiple of the usual volume. */
    activity: slow.map(
      (value, t) => 0.2 * value + 0.09 * normal(seed, 105, t) + 0.05 * Math.min(4, Math.abs(market[t]!) / marketLevel),
    ),
    market,
    /** By code; `--` for none, `bonds` for the bonds that funds hold. */
    industry: kept((code: string) => {
      const word = code.charCodeAt(0) * 256 + code.charCodeAt(1)
      return restless(days, seed, 106, word * 3).map(
        (log, t) => industryLevel * Math.exp(log + 0.4 * unrest[t]!) * heavy(seed, 102, word, t),
      )
    }),
  }
}
