import { type Action, act } from './actions.ts'
import type { Calendar } from './calendar.ts'
import { characterOf } from './character.ts'
import { type Factors, industryLevel, marketLevel, restless } from './factors.ts'
import { fairValues } from './fundamentals.ts'
import { funds } from './fundListing.ts'
import type { Security } from './listing.ts'
import { type Pattern, patternAt } from './patterns.ts'
import type { Plan } from './plans.ts'
import { Draws, wave } from './random.ts'
import { limitDown, limitPercent, limitUp, roundTick } from './ticks.ts'

export const traded = 1
/** Listed, but nothing traded on the board that day. */
const untraded = 2
/** Listed, but trading was halted or suspended. */
export const halted = 3

/** One security day by day; arrays are indexed by calendar position, prices in cents, 0 where there is none. */
export type Path = Readonly<ReturnType<typeof emptyPath>>

/** Pull towards the fair value a day: strong enough to keep prices in the country, too weak to be seen in returns. */
const pull = 0.0025

/** Part of a day's variance that lies between the last close and the opening. */
const overnight = 0.36

function emptyPath(security: Security, calendar: Calendar, plans: readonly Plan[]) {
  const size = calendar.days.length
  return {
    security,
    /** First and last position at which it is listed; `last` is below `first` where it never was. */
    first: Math.max(
      0,
      security.transferred === null && security.listed !== null ? calendar.atOrAfter(security.listed) : 0,
    ),
    last: security.delisted === null ? size - 1 : calendar.atOrBefore(security.delisted - 1),
    status: new Uint8Array(size),
    open: new Int32Array(size),
    high: new Int32Array(size),
    low: new Int32Array(size),
    close: new Int32Array(size),
    /** Base of the day's limits and of the published change. */
    reference: new Int32Array(size),
    /** 0 where the security trades without limits that day. */
    limitUp: new Int32Array(size),
    limitDown: new Int32Array(size),
    volume: new Float64Array(size),
    turnover: new Float64Array(size),
    trades: new Int32Array(size),
    shares: new Float64Array(size),
    actions: [] as Action[],
    halts: plans.filter((plan) => plan.kind === 'halt'),
  }
}

/** Positions of the days on which a plan suspends trading. */
function suspendedDays(plans: readonly Plan[]): ReadonlySet<number> {
  const suspended = new Set<number>()
  for (const plan of plans)
    if (plan.kind !== 'distribution' && (plan.kind !== 'halt' || plan.fullDay))
      for (let t = plan.haltedAt; t < plan.at; t++) suspended.add(t)
  return suspended
}

/** The day's change in logarithms, as its pattern shapes it. */
function changeOf(pattern: Pattern, change: number): number {
  if (pattern === 'rise') return Math.abs(change) * 0.7 + 0.005
  if (pattern === 'fall') return -Math.abs(change) * 0.7 - 0.005
  if (pattern === 'limit_up') return 0.14
  if (pattern === 'limit_down') return -0.14
  return change
}

/** Rise of the traded volume on a day of a pattern, in logarithms. */
const volumeSurge: Partial<Record<Pattern, number>> = { surge: 1.5, limit_up: 0.7, limit_down: 0.7 }

function writeUntraded(path: Path, t: number, oddLots: number, reference: number): void {
  path.status[t] = untraded
  path.volume[t] = oddLots
  path.turnover[t] = Math.round((oddLots * reference) / 100)
  path.trades[t] = oddLots > 0 ? 1 + Math.floor(oddLots / 120) : 0
}

/** The worth of a fund: TWD for a unit of today on its first day, and each day's growth with dividends reinvested. */
export type Worth = { readonly startOn: (day: number) => number; readonly growth: Float64Array }

/** Shares of a security on its first day, and what one is worth, in cents. */
function startOf(seed: number, security: Security, day: number, firstDay: number, worth: Worth | undefined) {
  // The listing counts a fund's units after its split.
  const { split, splitDay } = funds.get(security.id) ?? {}
  const units = split && splitDay && splitDay > firstDay ? split : 1
  const shares = security.shares / units
  return { shares, asset: (worth ? worth.startOn(day) * units : fairValues(seed, security)(day) / shares) * 100 }
}

/** The shares traded in a day, as a log of a multiple of the usual; ever more news brings ever fewer new buyers. */
const bustleOf = (swing: number, news: number): number => swing * (2 * Math.tanh(news / 2) - 0.2 - 0.2 * swing)

/** The name of the factor that a security shares with those like it. */
const factorOf = ({ type, id, industry }: Security): string =>
  industry ?? (type === 'etf' && id.endsWith('B') ? 'bonds' : '--')

const salts = {
  ...{ shocks: 40, tails: 51, stays: 52, openings: 53, highs: 54, lows: 55 },
  ...{ moods: 56, absences: 57, oddDays: 58, oddLots: 59, lots: 60 },
} as const

/** The random numbers of a security, by their purpose. */
const drawsOf = (seed: number, key: number) =>
  Object.fromEntries(Object.entries(salts).map(([name, salt]) => [name, new Draws(seed, key, salt)])) as Record<
    keyof typeof salts,
    Draws
  >

export function createPath(
  seed: number,
  security: Security,
  calendar: Calendar,
  factors: Factors,
  plans: readonly Plan[],
  worth?: Worth,
): Path {
  const { days } = calendar
  const size = days.length
  const path = emptyPath(security, calendar, plans)
  if (security.market === 'ESB') return { ...path, last: path.first - 1 }

  const { key, ticks } = security
  const nature = characterOf(seed, security)
  const { market } = factors
  const industry = factors.industry(factorOf(security))
  const byDay = new Map(plans.map((plan) => [plan.at, plan]))
  const suspended = suspendedDays(plans)
  const draws = drawsOf(seed, key)

  let { shares, asset } = startOf(seed, security, days[path.first] ?? days[0]!, days[0]!, worth)
  const fairValue = fairValues(seed, security)
  let last = roundTick(asset, ticks)
  const unrest = restless(size, seed, key, 46)
  const slow = wave(size, 110, seed, key, 49)
  const middle = wave(size, 22, seed, key, 50)
  let activity = 0
  for (let t = path.first; t <= path.last; t++) {
    const day = days[t]!
    let reference = last
    const plan = byDay.get(t)
    if (plan && plan.kind !== 'halt' && t > path.first) {
      const action = act(seed, security, plan, t, last, shares)
      if (action) {
        path.actions.push(action)
        shares = action.sharesAfter
        reference = action.openingReference
        asset = (asset - action.cash / 10_000) * (action.sharesBefore / shares)
      }
    }
    const isNew = t - path.first < 5 && path.first > 0
    const limited = security.limits > 0 && !isNew
    const percent = security.limits * limitPercent(day)
    const up = limited ? limitUp(reference, ticks, percent) : 0
    const down = limited ? limitDown(reference, ticks, percent) : 0
    path.reference[t] = reference
    path.limitUp[t] = up
    path.limitDown[t] = down
    path.shares[t] = shares

    const pattern: Pattern = security.type === 'stock' ? patternAt(security, t) : 'none'
    const restlessness = unrest[t]! + 0.4 * factors.unrest[t]!
    const own = nature.volatility * Math.exp(restlessness)
    const draw = Math.max(-5, Math.min(5, 0.9 * draws.shocks.normal(t) + 0.44 * draws.tails.heavy(t)))
    const shock = own * ((draw > 0 ? 1.1 : 0.9) * draw - 0.08)
    const shared = nature.beta * marketLevel * Math.exp(factors.unrest[t]!)
    const variance = own * own + shared * shared + (nature.industryBeta * industryLevel) ** 2
    asset *= worth?.growth[t] ?? 1
    const drawn = worth
      ? Math.log(asset / reference)
      : nature.beta * market[t]! +
        nature.industryBeta * industry[t]! -
        (security.type === 'stock' ? pull : 0.004) * Math.log((reference * shares) / 100 / fairValue(day))
    const change = changeOf(pattern, drawn + shock)

    if (suspended.has(t)) {
      path.status[t] = halted
      last = reference
      continue
    }
    const price = (log: number): number => {
      const raw = roundTick(reference * Math.exp(log), ticks)
      return limited ? Math.max(down, Math.min(up, raw)) : raw
    }
    const start =
      pattern === 'gap'
        ? 0.035
        : draws.stays.uniform(t) < 0.1
          ? 0
          : overnight * change + Math.sqrt(overnight * (1 - overnight) * variance) * draws.openings.normal(t)
    const open = price(start)
    const close = price(change)
    // The highest and lowest point of a random walk between two known ends.
    const within = (1 - overnight) * variance
    const a = Math.log(open / reference)
    const b = Math.log(close / reference)
    const reach = (ends: Draws) => Math.sqrt((a - b) ** 2 - 2 * within * Math.log(ends.uniform(t)))
    const high = Math.max(open, close, price((a + b + reach(draws.highs)) / 2))
    const low = Math.min(open, close, price((a + b - reach(draws.lows)) / 2))

    activity = 0.75 * activity + 0.23 * draws.moods.normal(t)
    const busy = 0.36 * slow[t]! + 0.26 * middle[t]! + activity + factors.activity[t]! + 0.5 * restlessness
    const excitement = Math.min(4, Math.abs(change) / (nature.volatility + Math.abs(nature.beta) * 0.009))
    const surge = volumeSurge[pattern] ?? 0
    const bustle = bustleOf(nature.swing, busy + 0.2 * excitement + surge)
    const volume = Math.max(1, Math.floor(shares * nature.rate * Math.exp(bustle)))

    if (nature.thin > 0 && draws.absences.uniform(t) < nature.thin) {
      // Odd lots may still change hands when no board lot does.
      const odd = draws.oddDays.uniform(t) < 0.5 ? Math.floor(900 * draws.oddLots.uniform(t)) : 0
      writeUntraded(path, t, odd, reference)
      last = reference
      continue
    }
    path.status[t] = traded
    path.open[t] = open
    path.high[t] = high
    path.low[t] = low
    path.close[t] = close
    path.volume[t] = volume
    path.turnover[t] = Math.round((volume * ((open + high + low + 2 * close) / 5)) / 100)
    path.trades[t] = Math.max(
      1,
      Math.round(volume / (nature.lot * (close / 10_000) ** -0.34 * Math.exp(0.2 * draws.lots.normal(t)))),
    )
    last = close
  }
  return path
}
