/** Black's model of 1976 for European options on a forward. Prices here are undiscounted, rates and years are plain numbers. */

const root2Pi = Math.sqrt(2 * Math.PI)

const density = (x: number): number => Math.exp((-x * x) / 2) / root2Pi

/** Hart's rational approximation of the cumulative normal distribution, to fifteen digits. */
export function cumulative(x: number): number {
  const a = Math.abs(x)
  const polynomial = (coefficients: readonly number[]) => coefficients.reduce((sum, one) => sum * a + one, 0)
  const e = Math.exp((-a * a) / 2)
  const tail =
    a < 7.07106781186547 ? (e * polynomial(numerator)) / polynomial(denominator) : e / fraction(a) / 2.506628274631
  return x > 0 ? 1 - tail : tail
}
const numerator = [
  0.0352624965998911, 0.700383064443688, 6.37396220353165, 33.912866078383, 112.079291497871, 221.213596169931,
  220.206867912376,
]
const denominator = [
  0.0883883476483184, 1.75566716318264, 16.064177579207, 86.7807322029461, 296.564248779674, 637.333633378831,
  793.826512519948, 440.413735824752,
]
const fraction = (a: number): number => [4, 3, 2, 1].reduce((sum, one) => a + one / sum, a + 0.65)

/** The price of the side that is out of the money, by the standard deviation until expiry. */
function outsidePrice(forward: number, strike: number, deviation: number): number {
  const [high, low] = strike >= forward ? [forward, strike] : [strike, forward]
  const d = Math.log(high / low) / deviation
  return high * cumulative(d + deviation / 2) - low * cumulative(d - deviation / 2)
}

const mostDeviation = 16
/** A smaller part of the forward is a rounding error. */
const leastPart = 1e-9
const precision = 1e-13

/** The standard deviation that gives a price of the side out of the money; null where none does. */
function deviationOf(price: number, forward: number, strike: number): number | null {
  if (!(price > leastPart * forward) || price >= Math.min(forward, strike)) return null
  let [low, high] = [0, mostDeviation]
  if (outsidePrice(forward, strike, high) < price) return null
  const distance = Math.abs(Math.log(forward / strike))
  // Newton's steps from the turning point of the price never leave the right side; halving guards against rounding.
  let guess = Math.max(Math.sqrt(2 * distance), 1e-3)
  for (let step = 0; step < 200 && high - low > precision * guess; step++) {
    const error = outsidePrice(forward, strike, guess) - price
    if (error > 0) high = guess
    else low = guess
    const slope = Math.min(forward, strike) * density(-distance / guess + guess / 2)
    const next = guess - error / slope
    if (Math.abs(next - guess) < precision * guess) return next
    guess = next > low && next < high ? next : (low + high) / 2
  }
  return guess
}

export type Option = {
  readonly forward: number
  readonly strike: number
  readonly isPut: boolean
  readonly years: number
  /** What one paid at expiry is worth today. */
  readonly discount: number
}

/** The volatility of a year that gives a discounted price; null where it is outside the bounds without arbitrage. */
export function volatilityOf(price: number, { forward, strike, isPut, years, discount }: Option): number | null {
  const inside = Math.max(0, isPut ? strike - forward : forward - strike)
  const deviation = deviationOf(price / discount - inside, forward, strike)
  return deviation === null ? null : deviation / Math.sqrt(years)
}

/** Price and greeks: vega for one percentage point, theta for one calendar day. */
export function greeksOf(volatility: number, { forward, strike, isPut, years, discount }: Option) {
  const deviation = volatility * Math.sqrt(years)
  const d1 = Math.log(forward / strike) / deviation + deviation / 2
  const side = isPut ? -1 : 1
  const price = discount * side * (forward * cumulative(side * d1) - strike * cumulative(side * (d1 - deviation)))
  const weight = discount * density(d1)
  const decay = (weight * forward * volatility) / (2 * Math.sqrt(years))
  return {
    price,
    delta: discount * side * cumulative(side * d1),
    gamma: weight / (forward * deviation),
    vega: (weight * forward * Math.sqrt(years)) / 100,
    theta: ((-Math.log(discount) / years) * price - decay) / 365,
  }
}
