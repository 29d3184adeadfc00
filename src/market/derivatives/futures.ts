import { kept } from '../oncePer.ts'
import { nameBits, normal, smooth, uniform } from '../random.ts'
import type { World } from '../world.ts'
import { type Contract, monthlies, weeklies } from './contracts.ts'
import { type Bar, forwardAt, forwardsOf } from './forward.ts'
import { createLife, type Life, limited, remember, setLimits, trade } from './life.ts'
import { futuresProducts, type Product, toTick } from './products.ts'
import { seriesFinder } from './series.ts'
import type { Underlying } from './underlyings.ts'

const clamp = (value: number): number => Math.max(0, Math.min(1, value))

/** A contract's share of its product's open interest and volume: positions move to the next month in the last week. */
function sharesOf({ calendar }: World, contract: Contract, t: number): { interest: number; volume: number } {
  const day = calendar.days[t]!
  const staying = (due: number) => clamp((due - day) / 8)
  if (contract.week !== null) {
    const age = (t - contract.listed + 1) / 8
    return { interest: 0.004 * Math.min(1, age), volume: 0.0008 * Math.min(1, 2 * age) }
  }
  if (t >= contract.frontFrom) {
    const age = clamp((day - calendar.days[contract.frontFrom]!) / 6)
    const kept = staying(contract.due)
    return { interest: Math.min(0.25 + 0.68 * kept, 0.62 + 0.31 * age), volume: 0.52 + 0.43 * kept }
  }
  if (t >= contract.nextFrom) {
    const kept = staying(contract.previousDue)
    return { interest: 0.05 + 0.55 * (1 - kept), volume: 0.025 + 0.42 * (1 - kept) }
  }
  return { interest: 0.016, volume: 0.002 }
}

/** Open interest of a product, and contracts traded in a day: more on days that move. */
type Crowd = { readonly interest: number; readonly turnover: number; readonly night: number }

function crowdOf(world: World, product: Product, under: Underlying, t: number): Crowd {
  const { seed } = world
  const { key } = product
  const moved = Math.abs(under.close[t]! / under.close[t - 1]! - 1)
  const activity = 0.22 * smooth(t / 7, seed, 3023, key) + 0.12 * normal(seed, 3024, key, t)
  return {
    interest: product.interest * Math.exp(0.2 * smooth(t / 13, seed, 3021, key)),
    turnover: product.turnover * Math.exp(activity + Math.min(0.8, 22 * moved) - 0.12),
    night: product.hasNight ? nightShare(world, key, under, t) : 0,
  }
}

/** Part of a day's volume that the night takes: about two fifths, more when the morning opens far away. */
export function nightShare({ seed }: World, key: number, { open, close }: Underlying, t: number): number {
  const gap = Math.abs(open[t]! / close[t - 1]! - 1)
  return Math.max(0.16, Math.min(0.68, 0.38 + 0.09 * normal(seed, 3025, key, t) + 9 * gap))
}

/** The last trades of each product and month stand a few steps around the fair price. */
function around(world: World, life: Life, bar: Bar, volume: number, salt: number, t: number): Bar {
  const step = Math.min(life.product.tick(bar.close) * (volume > 500 ? 0.8 : 2.2), bar.close * 0.0006)
  return {
    ...bar,
    open: bar.open + step * normal(world.seed, salt, life.key, t),
    close: bar.close + step * normal(world.seed, salt + 1, life.key, t),
  }
}

function liveThrough(
  world: World,
  product: Product,
  under: Underlying,
  contract: Contract,
  crowds: (t: number) => Crowd,
): Life {
  const { seed } = world
  const { tick } = product
  const life = createLife(product, contract, world.through, nameBits(`${product.id}${contract.month}`))
  const { night, day } = life
  for (let t = life.first; t <= life.last; t++) {
    const i = t - life.first
    const settled = i > 0 ? day.mark[i - 1]! : forwardAt(world, under, contract, t - 1)
    const reference = toTick(settled + under.adjustment[t]!, tick)
    setLimits(life, i, reference, reference * 0.9, reference * 1.1)
    life.shown[i] = 1
    const before = i > 0 ? life.interest[i - 1]! : 0
    if (under.isHalted(t)) {
      life.halted[i] = 1
      life.interest[i] = before
      night.mark[i] = day.mark[i] = reference
      remember(life, i)
      continue
    }
    const forward = forwardsOf(world, under, contract, t)
    const crowd = crowds(t)
    const shares = sharesOf(world, contract, t)
    const own = Math.exp(0.07 * smooth(t / 5, seed, 3022, life.key))
    const interest = Math.round(crowd.interest * shares.interest * own)
    life.interest[i] = interest
    const demand = crowd.turnover * shares.volume * Math.exp(0.25 * normal(seed, 3026, life.key, t))
    // A position cannot change without a trade.
    const volume = Math.max(Math.abs(interest - before), Math.floor(demand + uniform(seed, 3027, life.key, t)))
    const nightly = i > 0 ? Math.floor(volume * crowd.night) : 0
    trade(life, night, i, around(world, life, forward.night, nightly, 3028, t), nightly)
    trade(life, day, i, around(world, life, forward.day, volume - nightly, 3030, t), volume - nightly)
    night.mark[i] = limited(life, i, forward.night.close)
    day.mark[i] = limited(life, i, forward.day.close)
    remember(life, i)
  }
  return life
}

/** The futures contracts that trade between two positions, by product. */
export const futuresIn = seriesFinder(futuresProducts, (world, product, under) => {
  const crowds = kept((t: number) => crowdOf(world, product, under, t))
  return {
    contracts: [
      ...(product.weekStem ? weeklies(world, 'W', false) : []),
      ...monthlies(world, product.months, true, product.since),
    ],
    live: (contract) => [liveThrough(world, product, under, contract, crowds)],
  }
})
