/** Observations by day, ascending; days without one are absent. */
export type Series = { readonly days: ArrayLike<number>; readonly values: ArrayLike<number> }

/** Raw values of a component in millionths, by day; scores rank these published values. */
export type RawValues = ReadonlyMap<number, number>

/**
 * The raw value of every observation from `first` on, computed in doubles and rounded once to the nearest millionth
 * (halves towards plus infinity); undefined values are left out.
 */
const rawOf = (
  { days, values }: Series,
  first: number,
  value: (values: ArrayLike<number>, at: number) => number,
): RawValues => {
  const raw = new Map<number, number>()
  for (let at = first; at < values.length; at++) {
    const millionths = Math.round(value(values, at) * 1e6)
    if (Number.isFinite(millionths)) raw.set(days[at]!, millionths)
  }
  return raw
}

const sum = (values: ArrayLike<number>, at: number, count: number): number => {
  let total = 0
  for (let i = at - count + 1; i <= at; i++) total += values[i]!
  return total
}

const mean = (values: ArrayLike<number>, at: number, count: number): number => sum(values, at, count) / count

export const momentum = (index: Series): RawValues => rawOf(index, 124, (i, at) => i[at]! / mean(i, at, 125) - 1)

const ema = (values: ArrayLike<number>, span: number): number[] => {
  const alpha = 2 / (span + 1)
  const smooth: number[] = []
  for (let i = 0; i < values.length; i++)
    smooth.push(i === 0 ? values[0]! : smooth[i - 1]! + alpha * (values[i]! - smooth[i - 1]!))
  return smooth
}

/** `net` is (advancing - declining) / (advancing + declining). */
export const breadth = (net: Series): RawValues => {
  const fast = ema(net.values, 19)
  const slow = ema(net.values, 39)
  return rawOf(net, 0, (_, at) => fast[at]! - slow[at]!)
}

export const putCall = (ratio: Series): RawValues => rawOf(ratio, 4, (r, at) => mean(r, at, 5))

export const volatility = (index: Series): RawValues => {
  const returns = Array.from(index.values, (value, i) =>
    i === 0 ? Number.NaN : Math.log(value / index.values[i - 1]!),
  )
  const realised = returns.map((_, at) => {
    if (at < 20) return Number.NaN
    const centre = mean(returns, at, 20)
    const squares = returns.slice(at - 19, at + 1).map((value) => (value - centre) ** 2)
    return Math.sqrt(sum(squares, 19, 20) / 19) * Math.sqrt(252)
  })
  return rawOf({ days: index.days, values: realised }, 69, (rv, at) => rv[at]! / mean(rv, at, 50) - 1)
}

/** The index against a constant-maturity ten-year bond of duration 8.5, over 20 trading days. */
export const safeHaven = (index: Series, yields: Series): RawValues => {
  const known = latestBefore(index.days, yields)
  return rawOf(index, 20, (i, at) => {
    const bond = (-8.5 * (known[at]! - known[at - 20]!)) / 100 + ((known[at - 20]! / 100) * 20) / 252
    return i[at]! / i[at - 20]! - 1 - bond
  })
}

/** For each day the latest value of an earlier date, since New York closes after Taipei. */
const latestBefore = (days: ArrayLike<number>, { days: dated, values }: Series): number[] => {
  let next = 0
  return Array.from(days, (day) => {
    while (next < dated.length && dated[next]! < day) next++
    return values[next - 1] ?? Number.NaN
  })
}

export const marginGrowth = (loans: Series): RawValues => rawOf(loans, 20, (l, at) => l[at]! / l[at - 20]! - 1)

/** Foreign net buying, and the market's turnover, on the same days. */
export const foreignFlow = (net: Series, turnover: ArrayLike<number>): RawValues =>
  rawOf(net, 19, (n, at) => sum(n, at, 20) / sum(turnover, at, 20))
