/** Cumulative normal distribution, to seven digits (Abramowitz and Stegun 26.2.17). */
const cumulative = (x: number): number => {
  const k = 1 / (1 + 0.2316419 * Math.abs(x))
  const tail =
    0.3989422804014327 *
    Math.exp((-x * x) / 2) *
    k *
    (0.31938153 + k * (-0.356563782 + k * (1.781477937 + k * (-1.821255978 + k * 1.330274429))))
  return x >= 0 ? 1 - tail : tail
}

/** Black's price of a call on a forward, at least its intrinsic value; a put is worth `strike - forward` more. */
export function callOn(forward: number, strike: number, volatility: number, years: number): number {
  const worth = Math.max(0, forward - strike)
  const deviation = volatility * Math.sqrt(years)
  if (deviation <= 0) return worth
  const d1 = Math.log(forward / strike) / deviation + deviation / 2
  return Math.max(worth, forward * cumulative(d1) - strike * cumulative(d1 - deviation))
}

/** Low strikes are dearer than high ones, and both than the middle: a factor on the volatility at the money. */
export function smile(forward: number, strike: number, years: number): number {
  const distance = Math.log(strike / forward) / Math.sqrt(Math.max(years, 5 / 365))
  // Otherwise a far call would cost more than a nearer one.
  const most = distance > 0 ? 1.2 : 1.7
  return Math.max(0.8, Math.min(most, 1 - 0.8 * distance + 1.3 * distance * distance))
}
