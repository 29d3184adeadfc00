import { normal, smooth, uniform } from '../random.ts'
import { readTable } from '../readTable.ts'
import type { Book } from './book.ts'

export const investors = ['dealer', 'investment_trust', 'foreign_investor'] as const
export type Investor = (typeof investors)[number]

/**
 * Part of a group's open interest held long and short, how far it swings, and part of the trading. The positions in small
 * products do not swing, so that they never change on a day without trading.
 */
const habits = readTable('derivatives/habits.tsv', {
  group: String,
  investor: (cell) => cell as Investor,
  long: Number,
  short: Number,
  swing: Number,
  deals: Number,
})
type Habit = (typeof habits)[number]
type Habits = Readonly<Record<Investor, Habit>>

export const habitsOf = (group: string): Habits =>
  Object.fromEntries(habits.filter((one) => one.group === group).map((one) => [one.investor, one])) as Habits

/** Contracts and their value in TWD, to the thousand as the exchange prints it. */
export type Amount = { readonly contracts: number; readonly value: number }
export type Holding = { readonly long: Amount; readonly short: Amount }
export type Activity = { readonly night: Holding; readonly day: Holding; readonly open: Holding }

const amount = (contracts: number, price: number, multiplier: number): Amount => ({
  contracts,
  value: Math.round((contracts * price * multiplier) / 1e7) * 1000,
})

/** Swings for weeks to one side and then to the other, within the part that is held in any case. */
function positions(
  seed: number,
  key: number,
  salt: number,
  { long, short, swing }: Habit,
  interest: number,
  t: number,
) {
  const lean =
    swing === 0
      ? 0
      : swing * Math.tanh(0.9 * smooth(t / 9, seed, salt, key) + 0.25 * smooth(t / 2.5, seed, salt + 1, key))
  return { long: Math.floor(interest * (long + lean / 2)), short: Math.floor(interest * (short - lean / 2)) }
}

/** The trades of the three kinds of investors in a product on day `t`, and their positions after it. */
export function activityOf(
  seed: number,
  book: Book,
  rules: Habits,
  salt: number,
  t: number,
): Record<Investor, Activity> {
  const at = t - book.from
  const { key, multiplier } = book.product
  const volume = book.volume[at]!
  const nightVolume = book.nightVolume[at]!
  const held = investors.map((investor, n) => {
    const saltOf = salt + 2 * n
    const after = positions(seed, key, saltOf, rules[investor], book.interest[at]!, t)
    const before = positions(seed, key, saltOf, rules[investor], book.carried[at]!, t - 1)
    return { investor, after, net: after.long - after.short - (before.long - before.short) }
  })
  // Trades beyond the change in position come out of the rest of the day's volume.
  const free = Math.max(0, volume - held.reduce((sum, { net }) => sum + Math.abs(net), 0))
  const price = (value: number, contracts: number) => (contracts > 0 ? value / contracts : 0)
  const dayPrice = price(book.dayValue[at]!, volume - nightVolume)
  const nightPrice = price(book.nightValue[at]!, nightVolume)
  const openPrice = price(book.interestValue[at]!, book.interest[at]!)
  const nightPart = volume > 0 ? nightVolume / volume : 0

  const result = {} as Record<Investor, Activity>
  for (const [n, { investor, after, net }] of held.entries()) {
    const rhythm = Math.exp(0.1 * normal(seed, salt + 6 + n, key, t))
    const both = Math.floor(free * rules[investor].deals * Math.min(1.25, rhythm))
    const nightBoth = Math.floor(both * nightPart * (0.75 + 0.25 * uniform(seed, salt + 9 + n, key, t)))
    const side = (change: number) => {
      const extra = Math.max(0, change)
      const night = nightBoth + Math.floor(extra * nightPart)
      return { night, day: both + extra - night }
    }
    const long = side(net)
    const short = side(-net)
    result[investor] = {
      night: {
        long: amount(long.night, nightPrice, multiplier),
        short: amount(short.night, nightPrice, multiplier),
      },
      day: { long: amount(long.day, dayPrice, multiplier), short: amount(short.day, dayPrice, multiplier) },
      open: { long: amount(after.long, openPrice, multiplier), short: amount(after.short, openPrice, multiplier) },
    }
  }
  return result
}
