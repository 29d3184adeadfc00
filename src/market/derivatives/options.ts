import { normal } from '../random.ts'
import type { World } from '../world.ts'
import { callOn, smile } from './black.ts'
import {
  appetite,
  attention,
  type Chain,
  centreOf,
  createChain,
  type OptionLife,
  sideInterest,
  sideVolume,
  whole,
} from './chain.ts'
import { type Contract, monthlies, weeklies } from './contracts.ts'
import { type Bar, forwardAt, forwardsOf } from './forward.ts'
import { nightShare } from './futures.ts'
import { limited, remember, setLimits, trade } from './life.ts'
import { optionProducts, type Product, toTick } from './products.ts'
import { seriesFinder } from './series.ts'
import type { Underlying } from './underlyings.ts'

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
