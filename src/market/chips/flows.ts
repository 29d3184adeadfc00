import { dayOf } from '../../days.ts'
import { sizeOf } from '../listing.ts'
import { oncePer } from '../oncePer.ts'
import { type Path, traded } from '../path.ts'
import { bits, uniform } from '../random.ts'
import type { World } from '../world.ts'
import { wave } from './waves.ts'

/** Shares bought and sold by each kind of institution on a day. Foreign dealers are a part of `self`. */
export const createFlow = () => ({
  foreignBuy: 0,
  foreignSell: 0,
  trustBuy: 0,
  trustSell: 0,
  selfBuy: 0,
  selfSell: 0,
  hedgeBuy: 0,
  hedgeSell: 0,
  foreignDealerBuy: 0,
  foreignDealerSell: 0,
})
export type Flow = ReturnType<typeof createFlow>

/** Foreign dealers are published separately from this day on. */
const foreignDealersFrom = dayOf('2018-01-15')

/** The columns of a flow: what each kind bought and sold, and the difference; dealers and all institutions are sums. */
export function cellsOf(flow: Flow, day: number) {
  const [dealerBuy, dealerSell] = [flow.selfBuy + flow.hedgeBuy, flow.selfSell + flow.hedgeSell]
  const [totalBuy, totalSell] = [
    flow.foreignBuy + flow.trustBuy + dealerBuy,
    flow.foreignSell + flow.trustSell + dealerSell,
  ]
  const hasForeignDealers = day >= foreignDealersFrom
  return {
    foreign_investor_buy: flow.foreignBuy,
    foreign_investor_sell: flow.foreignSell,
    foreign_investor_net: flow.foreignBuy - flow.foreignSell,
    foreign_dealer_buy: hasForeignDealers ? flow.foreignDealerBuy : null,
    foreign_dealer_sell: hasForeignDealers ? flow.foreignDealerSell : null,
    foreign_dealer_net: hasForeignDealers ? flow.foreignDealerBuy - flow.foreignDealerSell : null,
    investment_trust_buy: flow.trustBuy,
    investment_trust_sell: flow.trustSell,
    investment_trust_net: flow.trustBuy - flow.trustSell,
    dealer_self_buy: flow.selfBuy,
    dealer_self_sell: flow.selfSell,
    dealer_self_net: flow.selfBuy - flow.selfSell,
    dealer_hedging_buy: flow.hedgeBuy,
    dealer_hedging_sell: flow.hedgeSell,
    dealer_hedging_net: flow.hedgeBuy - flow.hedgeSell,
    dealer_buy: dealerBuy,
    dealer_sell: dealerSell,
    dealer_net: dealerBuy - dealerSell,
    total_buy: totalBuy,
    total_sell: totalSell,
    total_net: totalBuy - totalSell,
  }
}

/**
 * Part of the volume each kind takes on either side when it neither builds nor sheds a position. At their largest, with
 * every kind on one side, the parts of a stock add up to 1.7 × 0.38 + 1.75 × 0.06 + 2 × (0.025 + 0.05) = 0.9.
 */
function createStyle({ seed }: World, { security, close }: Path) {
  const { key, type } = security
  const size = sizeOf(security)
  const draw = (salt: number) => uniform(seed, key, salt)
  const isStock = type === 'stock'
  return {
    foreign: isStock ? 0.08 + 0.2 * size + 0.1 * draw(1031) : 0.04 + 0.08 * draw(1031),
    trust: isStock ? 0.008 + 0.052 * draw(1032) * (0.4 + 0.6 * size) : 0.004,
    self: 0.004 + 0.02 * draw(1033),
    hedge: isStock ? 0.005 + 0.04 * draw(1034) * (0.3 + 0.7 * size) : type === 'etf' ? 0.15 + 0.15 * draw(1034) : 0.01,
    foreignMood: wave(close.length, 5, seed, key, 1035),
    trustMood: wave(close.length, 6, seed, key, 1036),
  }
}

const styleOf = oncePer(createStyle)

/** A quick stand-in for tanh, from -1 to 1. */
const squash = (x: number): number => x / (1 + Math.abs(x))

/** Runs of buying and selling on a rhythm of each company's own, so that on any day some company shows each of them. */
const planted = (key: number, t: number, period: number, salt: number, length: number): boolean =>
  (t + (((key >>> 2) + salt * 6151) % period)) % period < length

/** Fills `flow` with a day of a security; all zero where nothing traded on the board. `lean` draws foreigners to buy. */
function fillFlow(world: World, path: Path, t: number, flow: Flow, lean: number): void {
  if (path.status[t] !== traded) {
    Object.assign(flow, createFlow())
    return
  }
  const style = styleOf(world, path)
  const { key, type } = path.security
  const draw = bits(world.seed, key, 1037, t)
  const part = (byte: number) => ((draw >>> (byte * 8)) & 255) / 128 - 1
  const volume = path.volume[t]!
  const rise = Math.max(-2, Math.min(2, (path.close[t]! / path.reference[t]! - 1) / 0.018))
  let foreign = squash(1.3 * style.foreignMood[t]! + 0.7 * rise + 0.5 * part(0) + lean)
  let trust = squash(1.4 * style.trustMood[t]! + 0.4 * rise + 0.4 * part(1))
  if (type === 'stock') {
    if (planted(key, t, 53, 1, 6)) foreign = 0.12 + 0.7 * Math.abs(foreign)
    if (planted(key, t, 61, 2, 5)) trust = 0.2 + 0.7 * Math.abs(trust)
    if (planted(key, t, 83, 3, 5)) foreign = -0.15 - 0.8 * Math.abs(foreign)
    if (planted(key, t, 89, 4, 4)) trust = -0.2 - 0.7 * Math.abs(trust)
    if (planted(key, t, 71, 5, 4)) {
      foreign = 0.15 + 0.6 * Math.abs(foreign)
      trust = 0.25 + 0.6 * Math.abs(trust)
    }
    // Three days of selling, and then they turn.
    if (planted(key, t, 43, 6, 4)) {
      const turns = planted(key, t - 3, 43, 6, 1)
      foreign = turns ? 0.15 + 0.6 * Math.abs(foreign) : -0.15 - 0.6 * Math.abs(foreign)
    }
  }
  // Small orders come in board lots, large ones end in odd shares.
  const lot = volume > 5_000_000 ? 1 : 1000
  const shares = (amount: number, step: number) => Math.floor(amount / step) * step
  const base = volume * style.foreign * (0.85 + 0.15 * part(2))
  flow.foreignBuy = shares(base * (1 + 0.7 * foreign), lot)
  flow.foreignSell = shares(base * (1 - 0.7 * foreign), lot)
  // Trusts rarely trade both ways, and leave most small companies alone on most days.
  const isIn = Math.abs(trust) > 0.18
  const trustBase = isIn ? volume * style.trust * 1.75 : 0
  flow.trustBuy = shares(trustBase * (trust > 0 ? trust : -0.06 * trust), 1000)
  flow.trustSell = shares(trustBase * (trust < 0 ? -trust : 0.06 * trust), 1000)
  const self = squash(0.8 * rise + 1.5 * part(3))
  flow.selfBuy = shares(volume * style.self * (1 + self), 1000)
  flow.selfSell = shares(volume * style.self * (1 - self), 1000)
  const hedge = squash(0.6 * rise + 2 * part(1) * part(3) + 0.5 * part(2))
  flow.hedgeBuy = shares(volume * style.hedge * (1 + hedge), lot)
  flow.hedgeSell = shares(volume * style.hedge * (1 - hedge), lot)
  const isForeign = (draw & 0x1f00) === 0
  flow.foreignDealerBuy = isForeign ? shares(flow.selfBuy * 0.3, 1000) : 0
  flow.foreignDealerSell = isForeign ? shares(flow.selfSell * 0.3, 1000) : 0
}

/** Ceilings that the law sets for telecommunications and airlines, in percent; the rest may be held in full. */
const ceilings: Readonly<Record<string, number>> = { '2412': 49, '3045': 49, '4904': 49, '2610': 49.99, '2618': 49.99 }

export const foreignCeiling = ({ security }: Path): number => ceilings[security.id] ?? 100

/** Share of the days with a transfer outside the market: about two a year. */
const transfers = 0.008

/**
 * Shares held by foreigners at the end of each day, and what drew them to buy on it: they return to the company's own
 * level. A day's net buying is added in full; the rest moves by a transfer outside the market now and then.
 */
const foreignersOf = oncePer((world: World, path: Path) => {
  const { seed } = world
  const { security, first, last, shares } = path
  const size = sizeOf(security)
  const drift = wave(shares.length, 120, seed, security.key, 1041)
  const most = foreignCeiling(path) / 100 - 0.02
  const base =
    security.type === 'stock'
      ? Math.min(0.82 * most, 0.04 + 0.58 * size ** 1.4 * (0.85 + 0.4 * uniform(seed, security.key, 1042)))
      : 0.01 + 0.05 * uniform(seed, security.key, 1042)
  const held = new Float64Array(shares.length)
  const lean = new Float32Array(shares.length)
  const flow = createFlow()
  let now = Math.round((shares[first] ?? 0) * base)
  for (let t = first; t <= last; t++) {
    if (t > first && shares[t] !== shares[t - 1]) now = Math.round((now * shares[t]!) / shares[t - 1]!)
    const level = Math.round(shares[t]! * Math.min(0.9 * most, base * (1 + 0.12 * drift[t]!)))
    lean[t] = Math.max(-1, Math.min(1, (25 * (level - now)) / shares[t]!))
    fillFlow(world, path, t, flow, lean[t]!)
    const isTransfer = uniform(seed, security.key, 1045, t) < transfers
    now += flow.foreignBuy - flow.foreignSell + (isTransfer ? Math.round((0.7 * (level - now)) / 1000) * 1000 : 0)
    now = Math.max(Math.round(shares[t]! * 0.002), Math.min(Math.floor(shares[t]! * most), now))
    held[t] = now
  }
  return { held, lean }
})

export const foreignShares = (world: World, path: Path): Float64Array => foreignersOf(world, path).held

/** Fills `flow` with a day of a security. */
export const readFlow = (world: World, path: Path, t: number, flow: Flow): void =>
  fillFlow(world, path, t, flow, foreignersOf(world, path).lean[t]!)
