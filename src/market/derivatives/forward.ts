import { calendarDay, yearOf } from '../../days.ts'
import { kept, oncePer } from '../oncePer.ts'
import { normal, smooth, uniform } from '../random.ts'
import type { World } from '../world.ts'
import type { Contract } from './contracts.ts'
import type { Underlying } from './underlyings.ts'

export type Bar = { open: number; high: number; low: number; close: number }

const rate = 0.015

/** Companies pay from June to September; running share of a year's dividends by the end of each month. */
const paidBy = [0, 0.02, 0.03, 0.08, 0.11, 0.14, 0.3, 0.62, 0.79, 0.9, 0.93, 0.95, 1]

const seasonAt = kept((day: number): number => {
  const year = yearOf(day)
  const month = ((day - calendarDay(year, 1, 1)) / 366) * 12
  const whole = Math.floor(month)
  return year + paidBy[whole]! + (paidBy[whole + 1]! - paidBy[whole]!) * (month - whole)
})

/** The values of a day that all contracts on one underlying share. */
function createMood({ seed }: World, { key }: Underlying, t: number) {
  const draw = (salt: number) => normal(seed, salt, key, t)
  return {
    /** Drawn to or from the underlying's price, as a share. */
    basis: 0.0011 * smooth(t / 4, seed, 3001, key) + 0.0005 * draw(3002),
    later: 0.00025 * draw(3003),
    open: 0.0003 * draw(3005),
    high: 0.00015 * Math.abs(draw(3006)),
    low: 0.00015 * Math.abs(draw(3007)),
    nightOpen: 0.0004 * draw(3008),
    nightKnows: 0.72 + 0.26 * uniform(seed, 3009, key, t),
    nightClose: 0.0006 * draw(3010),
    nightHigh: -2 * Math.log(uniform(seed, 3011, key, t)),
    nightLow: -2 * Math.log(uniform(seed, 3012, key, t)),
  }
}

const moods = oncePer((world: World, under: Underlying) => kept((t: number) => createMood(world, under, t)))
const moodOf = (world: World, under: Underlying, t: number) => moods(world, under)(t)

/** How far a contract stands from its underlying, as a share; nothing is left of it on the last day. */
function basisAt(world: World, under: Underlying, due: number, t: number): number {
  const day = world.calendar.days[t]!
  const left = Math.max(0, due - day)
  if (left === 0) return 0
  const carry = (rate * left) / 365 - (under.paid > 0 ? under.paid * (seasonAt(due) - seasonAt(day)) : 0)
  return carry + moodOf(world, under, t).basis * Math.min(1, left / 12)
}

/** The fair price at the close of the futures market, a quarter of an hour after the underlying's. */
export function forwardAt(world: World, under: Underlying, contract: Contract, t: number): number {
  if (t === contract.expiry) return under.final(t)
  return under.close[t]! * (1 + basisAt(world, under, contract.due, t) + moodOf(world, under, t).later)
}

/** The forward price for a contract's expiry through one trading day: the night session first, then the day session. */
export function forwardsOf(world: World, under: Underlying, contract: Contract, t: number) {
  const mood = moodOf(world, under, t)
  const reference = forwardAt(world, under, contract, t - 1) + under.adjustment[t]!
  const before = basisAt(world, under, contract.due, t - 1)
  const basis = basisAt(world, under, contract.due, t)
  const close = forwardAt(world, under, contract, t)
  const open = under.open[t]! * (1 + (before + basis) / 2 + mood.open)
  const high = Math.max(open, close, under.high[t]! * (1 + basis + mood.high))
  const low = Math.min(open, close, under.low[t]! * (1 + basis - mood.low))

  // The night session covers most of the gap to the opening; its high and low are those of a walk between known ends.
  const nightOpen = reference * (1 + mood.nightOpen)
  const nightClose = reference + (open - reference) * mood.nightKnows + reference * mood.nightClose
  const within = 0.000012 + 0.25 * (open / reference - 1) ** 2
  const move = Math.log(nightClose / nightOpen)
  const nightHigh = nightOpen * Math.exp((move + Math.sqrt(move ** 2 + within * mood.nightHigh)) / 2)
  const nightLow = nightOpen * Math.exp((move - Math.sqrt(move ** 2 + within * mood.nightLow)) / 2)
  return {
    reference,
    night: { open: nightOpen, high: nightHigh, low: nightLow, close: nightClose },
    day: { open, high, low, close },
  }
}
