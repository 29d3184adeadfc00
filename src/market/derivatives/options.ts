import { nameBits, normal, smooth, uniform } from '../random.ts'
import type { World } from '../world.ts'
import { type Contract, monthlies, weeklies } from './contracts.ts'
import { type Bar, forwardAt, forwardsOf } from './forward.ts'
import { nightShare } from './futures.ts'
import { createLife, type Life, limited, remember, setLimits, trade } from './life.ts'
import { optionProducts, type Product, toTick } from './products.ts'
import { seriesFinder } from './series.ts'
import type { Underlying } from './underlyings.ts'

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
function callOn(forward: number, strike: number, volatility: number, years: number): number {
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

/** One strike's call or put. */
type OptionLife = Life & {
  readonly strike: number
  readonly isPut: boolean
  /** How much its strike draws positions: round numbers do, and each has a liking of its own. */
  readonly taste: number
}

/** The series of one expiry. The strikes shown are those nearest the last close; they move with it. */
type Chain = ReturnType<typeof createChain>

/** A round step near one and a half percent of a price. */
const roundStep = (price: number): number => {
  const exact = price * 0.015
  const power = 10 ** Math.floor(Math.log10(exact))
  return power * (exact / power < 1.5 ? 1 : exact / power < 3.5 ? 2 : exact / power < 7.5 ? 5 : 10)
}

function createChain(world: World, product: Product, under: Underlying, contract: Contract) {
  const seriesOf = new Map<number, OptionLife>()
  const listing = under.close[contract.listed - 1]!
  const known = contract.week === null ? product.monthStep : product.weekStep
  const step = (known ?? roundStep(listing / 10_000)) * 10_000
  return {
    step,
    at(strike: number, isPut: boolean): OptionLife {
      const id = isPut ? -strike : strike
      const known = seriesOf.get(id)
      if (known) return known
      const key = nameBits(`${product.id}${contract.month}${id}`)
      const round = strike % 10_000_000 === 0 ? 1.9 : strike % 5_000_000 === 0 ? 1.35 : 1
      const taste = round * Math.exp(0.3 * normal(world.seed, 3041, key))
      const made = { ...createLife(product, contract, world.through, key), strike, isPut, taste }
      seriesOf.set(id, made)
      return made
    },
    series: () => seriesOf.values(),
  }
}

const centreOf = ({ close }: Underlying, step: number, t: number): number => Math.round(close[t - 1]! / step) * step

/** Positions gather in calls above and puts below the price. */
function appetite({ strike, isPut, taste }: OptionLife, price: number, step: number): number {
  const distance = (strike - price) / step + (isPut ? 1.6 : -1.6)
  return Math.exp(-0.5 * (distance / 2.7) ** 2) * taste
}

/** Trading gathers closer to the money than positions do. */
function attention({ strike, isPut }: OptionLife, price: number, step: number): number {
  const distance = ((strike - price) / step) * (isPut ? -1 : 1) - 0.9
  return Math.exp(-0.5 * (distance / (distance < 0 ? 1.7 : 2.1)) ** 2)
}

/** Open interest of one side of an expiry: it builds up towards the end. */
function sideInterest(world: World, product: Product, contract: Contract, isPut: boolean, t: number) {
  const { seed, calendar } = world
  const left = Math.max(0, contract.due - calendar.days[t]!)
  const size = contract.week === null ? Math.exp(-left / 24) : 0.5 * Math.exp(-left / 6)
  const lean = 0.04 + 0.24 * smooth(t / 9, seed, 3042, product.key)
  const mood = 0.12 * smooth(t / 6, seed, 3043, product.key)
  return product.interest * size * Math.exp(mood + (isPut ? lean : -lean) / 2)
}

/** Puts traded for each call: fear shows here first, and more of it on falling days. */
function putsPerCall({ seed }: World, product: Product, { close }: Underlying, t: number): number {
  const move = close[t]! / close[t - 1]! - 1
  const mood = 0.2 * smooth(t / 5, seed, 3044, product.key) + 0.06 * normal(seed, 3045, product.key, t)
  return Math.exp(0.34 * Math.tanh((mood - 4 * move) / 0.34))
}

/** Contracts traded in one side of an expiry in a day. */
function sideVolume(
  world: World,
  product: Product,
  under: Underlying,
  contract: Contract,
  isPut: boolean,
  t: number,
): number {
  const { seed, calendar } = world
  const left = Math.max(0, contract.due - calendar.days[t]!)
  const share =
    contract.week !== null
      ? 0.05 + 0.6 * Math.exp(-left / 4)
      : t >= contract.frontFrom
        ? 0.12 + 0.75 * Math.exp(-left / 8)
        : 0.06
  const moved = Math.abs(under.close[t]! / under.close[t - 1]! - 1)
  const activity = 0.2 * smooth(t / 6, seed, 3046, product.key) + 0.12 * normal(seed, 3047, product.key, t)
  const total = product.turnover * share * Math.exp(activity + Math.min(0.8, 22 * moved))
  const puts = putsPerCall(world, product, under, t)
  return (total * (isPut ? puts : 1)) / (1 + puts)
}

/** Whole contracts for an amount with a fraction, rounded up as often as the fraction says. */
export const whole = (amount: number, seed: number, salt: number, key: number, t: number): number =>
  Math.floor(amount + uniform(seed, salt, key, t))

type Pricer = (forward: number, strike: number, isPut: boolean) => number

/** Prices with the volatility expected on day `t`, `days` before the end. */
const pricer = (under: Underlying, t: number, days: number): Pricer => {
  const years = Math.max(0, days) / 365
  const volatility = under.volatility[t]!
  return (forward, strike, isPut) => {
    const call = callOn(forward, strike, volatility * smile(forward, strike, years), years)
    return isPut ? call - forward + strike : call
  }
}

/** A put is dearest where the forward is lowest. */
const barOf = ({ strike, isPut }: OptionLife, { open, high, low, close }: Bar, early: Pricer, late: Pricer): Bar => {
  const bar = {
    open: early(open, strike, isPut),
    high: early(isPut ? low : high, strike, isPut),
    low: late(isPut ? high : low, strike, isPut),
    close: late(close, strike, isPut),
  }
  bar.high = Math.max(bar.open, bar.high, bar.close)
  bar.low = Math.min(bar.open, bar.low, bar.close)
  return bar
}

/** Shares a total out by weights over the strikes of one side. */
const spread = (total: number, weights: readonly number[]): number[] => {
  const sum = weights.reduce((a, b) => a + b, 0)
  return weights.map((weight) => (total * weight) / sum)
}

function fillDay(world: World, product: Product, under: Underlying, contract: Contract, chain: Chain, t: number) {
  const { seed } = world
  const { step } = chain
  const i = t - contract.listed
  const left = contract.due - world.calendar.days[t]!
  const settledLeft = contract.due - world.calendar.days[t - 1]!
  const settled = forwardAt(world, under, contract, t - 1)
  const forward = forwardsOf(world, under, contract, t)
  const before = pricer(under, t - 1, settledLeft)
  const nightStart = pricer(under, t - 1, left + 0.9)
  const nightEnd = pricer(under, t - 1, left + 0.5)
  const morning = pricer(under, t, left + 0.3)
  const close = pricer(under, t, t === contract.expiry ? 0 : left)
  const isNight = product.hasNight && i > 0
  const nightly = isNight ? 0.8 * nightShare(world, product.key, under, t) : 0
  const centre = centreOf(under, step, t)
  const width = contract.week === null && t >= contract.frontFrom ? product.front : product.width
  const isHalted = under.isHalted(t)
  for (const isPut of [false, true]) {
    const strikes: OptionLife[] = []
    for (let n = -width; n <= width; n++) if (centre + n * step > 0) strikes.push(chain.at(centre + n * step, isPut))
    const held = strikes.map((life) => (i > 0 && life.shown[i - 1] === 1 ? life.interest[i - 1]! : 0))
    const interests = spread(
      sideInterest(world, product, contract, isPut, t),
      strikes.map((life) => appetite(life, under.close[t]!, step)),
    ).map((interest, n) => (isHalted ? held[n]! : Math.round(interest)))
    // A position cannot change without a trade; the rest of the day's trading follows attention.
    const changes = interests.map((interest, n) => Math.abs(interest - held[n]!))
    const free = sideVolume(world, product, under, contract, isPut, t) - changes.reduce((a, b) => a + b, 0)
    const volumes = spread(
      Math.max(0, free),
      strikes.map((life) => attention(life, under.close[t]!, step) * Math.exp(0.2 * normal(seed, 3048, life.key, t))),
    )
    for (const [n, life] of strikes.entries()) {
      const { strike } = life
      const isOpen = i > 0 && life.shown[i - 1] === 1
      const last = isOpen ? life.day.mark[i - 1]! : toTick(before(settled, strike, isPut), product.tick)
      const room = under.close[t - 1]! / 10
      setLimits(life, i, last, last - room, last + room)
      life.shown[i] = 1
      life.interest[i] = interests[n]!
      if (isHalted) {
        life.halted[i] = 1
        life.night.mark[i] = life.day.mark[i] = last
        continue
      }
      const volume = changes[n]! + whole(volumes[n]!, seed, 3049, life.key, t)
      const night = Math.floor(volume * nightly)
      if (isNight) {
        const bar = barOf(life, forward.night, nightStart, nightEnd)
        trade(life, life.night, i, bar, night)
        life.night.mark[i] = limited(life, i, bar.close)
      }
      const bar = barOf(life, forward.day, morning, close)
      trade(life, life.day, i, bar, volume - night)
      life.day.mark[i] = limited(life, i, bar.close)
    }
  }
  for (const life of chain.series()) remember(life, i)
}

function liveThrough(world: World, product: Product, under: Underlying, contract: Contract): OptionLife[] {
  const chain = createChain(world, product, under, contract)
  for (let t = contract.listed; t <= Math.min(contract.expiry, world.through); t++)
    fillDay(world, product, under, contract, chain, t)
  return [...chain.series()]
}

/** The option series that trade between two positions, by product. */
export const optionsIn = seriesFinder(optionProducts, (world, product, under) => ({
  contracts: [
    ...(product.weekStem ? [...weeklies(world, 'W', true), ...weeklies(world, 'F', true)] : []),
    ...monthlies(world, product.months, false, null),
  ],
  live: (contract) => liveThrough(world, product, under, contract),
}))
