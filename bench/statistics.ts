/** One security day by day, prices in cents; a day without a price is left out. */
export type Series = {
  readonly id: string
  readonly day: number[]
  readonly open: number[]
  readonly high: number[]
  readonly low: number[]
  readonly close: number[]
  readonly volume: number[]
  readonly trades: number[]
  /** Shares in issue, as far as known. */
  readonly shares: number
}

/** Larger moves cannot happen inside the limits: they are corporate actions. */
const possible = 0.11

const finite = (values: readonly number[]): number[] => values.filter(Number.isFinite)
export const mean = (values: readonly number[]): number => {
  const known = finite(values)
  return known.reduce((a, b) => a + b, 0) / known.length
}
export const median = (values: readonly number[]): number => {
  const known = finite(values).sort((a, b) => a - b)
  return known[known.length >> 1]!
}
const moment = (values: readonly number[], power: number): number => {
  const m = mean(values)
  return mean(values.map((value) => (value - m) ** power))
}
export const sd = (values: readonly number[]): number => Math.sqrt(moment(values, 2))
export const skew = (values: readonly number[]): number => moment(values, 3) / moment(values, 2) ** 1.5
export const excess = (values: readonly number[]): number => moment(values, 4) / moment(values, 2) ** 2 - 3

export function correlation(a: readonly number[], b: readonly number[]): number {
  let [n, sa, sb, ab, aa, bb] = [0, 0, 0, 0, 0, 0]
  for (let i = 0; i < a.length; i++) {
    const [x, y] = [a[i]!, b[i]!]
    if (!Number.isFinite(x) || !Number.isFinite(y)) continue
    n++
    sa += x
    sb += y
    ab += x * y
    aa += x * x
    bb += y * y
  }
  return (ab - (sa * sb) / n) / Math.sqrt((aa - (sa * sa) / n) * (bb - (sb * sb) / n))
}

export const lagged = (values: readonly number[], lag: number): number =>
  correlation(values.slice(lag), values.slice(0, values.length - lag))

/** Log returns; NaN where the day before is missing or a corporate action lies between. */
export const returnsOf = ({ close }: Series): number[] =>
  close.map((price, i) => {
    const change = i > 0 ? Math.log(price / close[i - 1]!) : Number.NaN
    return Math.abs(change) > possible ? Number.NaN : change
  })

/** Mean correlation of every pair, on the days both have. */
export function meanPair(series: readonly { day: readonly number[]; values: readonly number[] }[]): number {
  const days = [...new Set(series.flatMap(({ day }) => day))].sort((a, b) => a - b)
  const rows = series.map(({ day, values }) => {
    const at = new Map(day.map((d, i) => [d, values[i]!]))
    return days.map((d) => at.get(d) ?? Number.NaN)
  })
  const pairs: number[] = []
  for (let i = 0; i < rows.length; i++) for (let j = 0; j < i; j++) pairs.push(correlation(rows[i]!, rows[j]!))
  return mean(pairs)
}
