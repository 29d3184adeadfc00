import { nameBits, normal, smooth, uniform } from '../random.ts'
import type { World } from '../world.ts'
import type { Contract } from './contracts.ts'
import { createLife, type Life } from './life.ts'
import type { Product } from './products.ts'
import type { Underlying } from './underlyings.ts'

/** One strike's call or put. */
export type OptionLife = Life & {
  readonly strike: number
  readonly isPut: boolean
  /** How much its strike draws positions: round numbers do, and each has a liking of its own. */
  readonly taste: number
}

/** The series of one expiry. The strikes shown are those nearest the last close; they move with it. */
export type Chain = ReturnType<typeof createChain>

/** A round step near one and a half percent of a price. */
const roundStep = (price: number): number => {
  const exact = price * 0.015
  const power = 10 ** Math.floor(Math.log10(exact))
  return power * (exact / power < 1.5 ? 1 : exact / power < 3.5 ? 2 : exact / power < 7.5 ? 5 : 10)
}

export function createChain(world: World, product: Product, under: Underlying, contract: Contract) {
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

export const centreOf = ({ close }: Underlying, step: number, t: number): number =>
  Math.round(close[t - 1]! / step) * step

/** Positions gather in calls above and puts below the price. */
export function appetite({ strike, isPut, taste }: OptionLife, price: number, step: number): number {
  const distance = (strike - price) / step + (isPut ? 1.6 : -1.6)
  return Math.exp(-0.5 * (distance / 2.7) ** 2) * taste
}

/** Trading gathers closer to the money than positions do. */
export function attention({ strike, isPut }: OptionLife, price: number, step: number): number {
  const distance = ((strike - price) / step) * (isPut ? -1 : 1) - 0.9
  return Math.exp(-0.5 * (distance / (distance < 0 ? 1.7 : 2.1)) ** 2)
}

/** Open interest of one side of an expiry: it builds up towards the end. */
export function sideInterest(world: World, product: Product, contract: Contract, isPut: boolean, t: number) {
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
export function sideVolume(
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
