import { limitDown, limitUp } from '../src/market/ticks.ts'
import { correlation, excess, lagged, mean, meanPair, median, returnsOf, type Series, sd, skew } from './statistics.ts'

type Statistic = { readonly name: string; readonly value: number; readonly digits: number; readonly isLevel?: boolean }

/** Every group is one stretch of time; a statistic of a group is the middle over its securities, then over groups. */
export function statisticsOf(groups: readonly (readonly Series[])[]): Statistic[] {
  const each = (compute: (series: Series, returns: number[]) => number) =>
    mean(groups.map((group) => mean(group.map((series) => compute(series, returnsOf(series))))))
  const known = (values: number[]) => values.filter(Number.isFinite)
  const size = (returns: number[]) => returns.map(Math.abs)
  const logs = (values: number[]) => values.map((value) => (value > 0 ? Math.log(value) : Number.NaN))
  const changes = (values: number[]) => logs(values).map((value, i, all) => (i > 0 ? value - all[i - 1]! : Number.NaN))
  const range = ({ high, low }: Series) => high.map((top, i) => Math.log(top / low[i]!))
  const gaps = ({ open, close }: Series, returns: number[]) =>
    open.map((price, i) => (i > 0 && Number.isFinite(returns[i]) ? Math.log(price / close[i - 1]!) : Number.NaN))
  const share = (values: number[], test: (value: number) => boolean) =>
    known(values).filter(test).length / known(values).length
  const atLimit = (limit: typeof limitUp) =>
    each(
      ({ close }) =>
        close.filter((price, i) => i > 0 && price === limit(close[i - 1]!, 'stock', 10)).length / close.length,
    )
  const largest = (group: readonly Series[]) =>
    [...group].sort((a, b) => mean(b.volume) * mean(b.close) - mean(a.volume) * mean(a.close)).slice(0, 50)
  const pairs = (of: (series: Series) => number[]) =>
    mean(groups.map((group) => meanPair(largest(group).map((series) => ({ day: series.day, values: of(series) })))))
  const market = (group: readonly Series[]) => {
    const byDay = new Map<number, number[]>()
    for (const series of group)
      for (const [i, value] of returnsOf(series).entries())
        if (Number.isFinite(value)) byDay.set(series.day[i]!, [...(byDay.get(series.day[i]!) ?? []), value])
    return [...byDay.keys()].sort((a, b) => a - b).map((day) => mean(byDay.get(day)!))
  }
  const together = pairs(returnsOf)
  const markets = groups.map(market)
  const rows: [string, number, number, boolean?][] = [
    ['daily return, sd %', 100 * each((_, r) => sd(known(r))), 2, true],
    [
      'spread of sd over stocks (sd of log)',
      mean(groups.map((g) => sd(g.map((s) => Math.log(sd(known(returnsOf(s)))))))),
      2,
      true,
    ],
    ['skew', each((_, r) => skew(known(r))), 2],
    ['excess kurtosis', each((_, r) => excess(known(r))), 2, true],
    ['share of abs r > 5 %, %', 100 * each((_, r) => share(r, (x) => Math.abs(x) > 0.05)), 2, true],
    ['closes at limit up, %', 100 * atLimit(limitUp), 2, true],
    ['closes at limit down, %', 100 * atLimit(limitDown), 2, true],
    ['autocorrelation of r, lag 1', each((_, r) => lagged(r, 1)), 3],
    ...[1, 5, 20, 60].map((lag): [string, number, number] => [
      `autocorrelation of abs r, lag ${lag}`,
      each((_, r) => lagged(size(r), lag)),
      3,
    ]),
    ['corr of abs r and change of log volume', each((s, r) => correlation(size(r), changes(s.volume))), 3],
    ['corr of abs r and log volume', each((s, r) => correlation(size(r), logs(s.volume))), 3],
    ...[1, 5, 20].map((lag): [string, number, number] => [
      `autocorrelation of log volume, lag ${lag}`,
      each((s) => lagged(logs(s.volume), lag)),
      3,
    ]),
    ['sd of log volume', each((s) => sd(known(logs(s.volume)))), 2, true],
    ['mean pair correlation of r, 50 largest', together, 3],
    ['share of first factor (from it), %', (100 * (1 + 49 * together)) / 50, 1],
    ['mean pair correlation of abs r', pairs((s) => size(returnsOf(s))), 3],
    ['mean pair correlation of log volume changes', pairs((s) => changes(s.volume)), 3],
    ['equal-weight market, sd %', 100 * mean(markets.map(sd)), 2, true],
    ['equal-weight market, excess kurtosis', mean(markets.map(excess)), 2, true],
    ['equal-weight market, skew', mean(markets.map(skew)), 2],
    ['equal-weight market, autocorrelation of r, lag 1', mean(markets.map((m) => lagged(m, 1))), 3],
    ...[1, 5, 20].map((lag): [string, number, number] => [
      `equal-weight market, autocorrelation of abs r, lag ${lag}`,
      mean(markets.map((m) => lagged(size(m), lag))),
      3,
    ]),
    ['mean range high to low, %', 100 * each((s) => mean(range(s))), 2, true],
    ['range over abs r', each((s, r) => mean(range(s)) / mean(size(r))), 2, true],
    ['corr of range and abs r', each((s, r) => correlation(range(s), size(r))), 3],
    ['overnight gap, sd over sd of r', each((s, r) => sd(known(gaps(s, r))) / sd(known(r))), 2, true],
    [
      'corr of gap and rest of the day',
      each((s, r) => {
        const gap = gaps(s, r)
        return correlation(
          gap,
          r.map((x, i) => x - gap[i]!),
        )
      }),
      3,
    ],
    ['days that open at the last close, %', 100 * each((s, r) => share(gaps(s, r), (gap) => gap === 0)), 1, true],
    [
      'trade size, shares (middle stock)',
      mean(groups.map((g) => median(g.map((s) => median(s.volume.map((v, i) => v / s.trades[i]!)))))),
      0,
      true,
    ],
    [
      'trade size, TWD thousand (middle stock)',
      mean(
        groups.map((g) => median(g.map((s) => median(s.volume.map((v, i) => (v * s.close[i]!) / 1e5 / s.trades[i]!))))),
      ),
      0,
      true,
    ],
    [
      'corr of log trade size and log price, stocks',
      mean(
        groups.map((g) =>
          correlation(
            g.map((s) => Math.log(median(s.volume.map((v, i) => v / s.trades[i]!)))),
            g.map((s) => Math.log(median(s.close))),
          ),
        ),
      ),
      2,
    ],
    [
      'turnover of issued shares a day, % (middle stock)',
      100 * mean(groups.map((g) => median(g.map((s) => median(s.volume) / s.shares)))),
      2,
      true,
    ],
  ]
  return rows.map(([name, value, digits, isLevel = false]) => ({ name, value, digits, isLevel }))
}
