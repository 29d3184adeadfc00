import type { Calendar } from './calendar.ts'
import type { Factors } from './factors.ts'
import { anchorQuarter, fairValue, quarterAt } from './fundamentals.ts'
import { funds } from './fundListing.ts'
import { electronics, sumMembers } from './indices.ts'
import type { Security } from './listing.ts'
import { createPath, type Path, type Worth } from './path.ts'
import type { Plan } from './plans.ts'

type Fund = NonNullable<ReturnType<typeof funds.get>>

/** True where prices follow those of stocks in this market; other funds hold bonds, or assets abroad. */
const holdsStocks = ({ id }: Security): boolean => funds.has(id)

/** True for a stock that a fund may hold. */
const mayBeHeld = ({ type, market, shares, anchor }: Security): boolean =>
  type === 'stock' && market === 'TWSE' && shares * anchor > 5e10

const yearDays = 245
/** Usual yearly variance and dividends of an index. */
const variance = 0.042
const dividends = 0.033

const worthAt = ({ close, reference, shares }: Path, t: number): number => (close[t]! || reference[t]!) * shares[t]!

/** Part of its earnings that a company paid out by a position. */
const payoutAt = ({ actions }: Path, t: number): number =>
  Math.max(0, ...actions.map(({ plan, at }) => (plan.kind === 'distribution' && at <= t ? plan.payout : 0)))

/** How much of its shares the index counts of each company that it holds from a position on. */
function chosen(paths: readonly Path[], { among, count, by }: Fund, t: number): Map<Path, number> {
  const rank = (list: readonly Path[], of: (path: Path, t: number) => number) =>
    list
      .map((path) => [path, of(path, t)] as const)
      .sort((a, b) => b[1] - a[1])
      .map(([path]) => path)
  const large = rank(
    paths.filter(({ first, last }) => first <= t && t <= last),
    worthAt,
  ).slice(0, among)
  if (by === 'value') return new Map(large.map((path) => [path, 1]))
  // Weighed by the root of their value, so that no company is half of the fund.
  return new Map(
    rank(large, payoutAt)
      .slice(0, count)
      .map((path) => [path, 1 / Math.sqrt(worthAt(path, t))]),
  )
}

/** The daily growth of an index of stocks, dividends reinvested, whose holdings are chosen anew each quarter. */
function growthOf(paths: readonly Path[], { days }: Calendar, fund: Fund): Float64Array {
  const members = paths.filter(
    ({ security: { industry } }) => !fund.electronics || electronics.includes(industry ?? ''),
  )
  let quarter = -1
  let weights = new Map<Path, number>()
  const weightsOn = days.map((day, t) => {
    if (Math.floor(quarterAt(day)) !== quarter) weights = chosen(members, fund, Math.max(0, t - 1))
    quarter = Math.floor(quarterAt(day))
    return weights
  })
  const { value, totalBase } = sumMembers(members, days.length, (path) => (t) => weightsOn[t]!.get(path) ?? 0)
  return value.map((sum, t) => (totalBase[t]! > 0 ? sum / totalBase[t]! : 1))
}

/** The worth of the funds that hold some of these stocks. */
function createWorths(seed: number, paths: readonly Path[], calendar: Calendar): (security: Security) => Worth {
  /** Kept, as several funds hold the same. */
  const indexes = new Map<string, Float64Array>()
  return ({ id, anchor }) => {
    const fund = funds.get(id)!
    const { among, multiple, cost } = fund
    const held = `${among} ${fund.count} ${fund.by} ${fund.electronics}`
    const index = indexes.get(held) ?? growthOf(paths, calendar, fund)
    indexes.set(held, index)
    // A unit loses this much a year against the stocks' prices: fees, and what a multiple loses by moves up and down,
    // less the dividends that it keeps.
    const drag = cost + (variance * (multiple * multiple - multiple)) / 2 - (multiple - 1) * dividends
    return {
      startOn(day) {
        const values = paths
          .map(({ security }) => [fairValue(seed, security, day), security.shares * security.anchor] as const)
          .sort((a, b) => b[0] - a[0])
          .slice(0, among)
        const sum = (i: 0 | 1) => values.reduce((total, pair) => total + pair[i], 0)
        const years = (anchorQuarter - quarterAt(day)) / 4
        return anchor * (sum(0) / sum(1)) ** multiple * Math.exp(drag * years)
      },
      growth: index.map((growth) => 1 + multiple * (growth - 1) - cost / yearDays),
    }
  }
}

/** What every security's path is made from. */
type Ground = {
  readonly seed: number
  readonly securities: readonly Security[]
  readonly calendar: Calendar
  readonly factors: Factors
  readonly plans: ReadonlyMap<string, readonly Plan[]>
}

/** The path of each security; funds come last, as they follow the stocks that they hold. */
export function* createPaths({ seed, securities, calendar, factors, plans }: Ground): Generator<Path> {
  const pathOf = (security: Security, worth?: Worth) =>
    createPath(seed, security, calendar, factors, plans.get(security.id)!, worth)
  const held: Path[] = []
  for (const security of securities) {
    if (holdsStocks(security)) continue
    const path = pathOf(security)
    if (mayBeHeld(security)) held.push(path)
    yield path
  }
  const worthOf = createWorths(seed, held, calendar)
  for (const security of securities) if (holdsStocks(security)) yield pathOf(security, worthOf(security))
}
