import { products } from '../../derive/products.ts'
import { normal, smooth, uniform } from '../random.ts'
import { readTable } from '../readTable.ts'
import type { World } from '../world.ts'
import { type Book, futuresBooks, optionBooks } from './book.ts'

const investors = ['dealer', 'investment_trust', 'foreign_investor'] as const
type Investor = (typeof investors)[number]

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

const habitsOf = (group: string): Habits =>
  Object.fromEntries(habits.filter((one) => one.group === group).map((one) => [one.investor, one])) as Habits

/** Contracts and their value in TWD, to the thousand as the exchange prints it. */
type Amount = { readonly contracts: number; readonly value: number }
type Holding = { readonly long: Amount; readonly short: Amount }
type Activity = { readonly night: Holding; readonly day: Holding; readonly open: Holding }

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
function activityOf(seed: number, book: Book, rules: Habits, salt: number, t: number): Record<Investor, Activity> {
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

const plus = (a: Amount, b: Amount): Amount => ({ contracts: a.contracts + b.contracts, value: a.value + b.value })
const both = (a: Holding, b: Holding): Holding => ({ long: plus(a.long, b.long), short: plus(a.short, b.short) })

/** Single-stock products are published as one group. */
const merge = (a: Activity, b: Activity): Activity => ({
  night: both(a.night, b.night),
  day: both(a.day, b.day),
  open: both(a.open, b.open),
})

/** Days on which no product of the group is listed have no rows. */
function* daysOf(
  { seed, calendar }: World,
  id: string,
  books: readonly Book[],
  salt: number,
  from: number,
  to: number,
) {
  const name = products.get(id)!.name
  const rules = habitsOf(id)
  const hasNight = books.some(({ product }) => product.hasNight)
  for (let t = from; t <= to; t++) {
    const listed = books.filter((book) => book.interest[t - book.from]! > 0)
    if (listed.length === 0) continue
    const activities = listed.map((book) => activityOf(seed, book, rules, salt, t))
    for (const investor of investors) {
      const activity = activities.map((of) => of[investor]).reduce(merge)
      const row = { trade_date: calendar.days[t]!, institutional_investor: investor }
      yield { name, row, activity, hasNight }
    }
  }
}

/** The three investors in every futures product, day by day. */
export function* futuresInstitutions(world: World, since: number, to: number) {
  const from = Math.max(since, world.from)
  const groups = Map.groupBy(futuresBooks(world, from, to), ({ product }) => product.group)
  for (const [futures_id, books] of groups)
    for (const { name, row, ...day } of daysOf(world, futures_id, books, 3061, from, to))
      yield { ...day, row: { ...row, futures_id, futures_name: name } }
}

/** The three investors in the calls and in the puts of every option product. */
export function* optionInstitutions(world: World, since: number, to: number) {
  const from = Math.max(since, world.from)
  const groups = Map.groupBy(optionBooks(world, from, to), ({ call }) => call.product.group)
  for (const [option_id, books] of groups)
    for (const [call_put, salt] of [
      ['call', 3081],
      ['put', 3101],
    ] as const) {
      const side = books.map((book) => book[call_put])
      for (const { name, row, ...day } of daysOf(world, option_id, side, salt, from, to))
        yield { ...day, row: { ...row, option_id, option_name: name, call_put } }
    }
}

/** The columns of contracts dealt in or held; values in hundredths of TWD. */
export const cellsOf = <Group extends 'deal' | 'open_interest'>(group: Group, { long, short }: Holding) =>
  ({
    [`long_${group}_volume`]: long.contracts,
    [`long_${group}_amount`]: long.value * 100,
    [`short_${group}_volume`]: short.contracts,
    [`short_${group}_amount`]: short.value * 100,
    [`net_${group}_volume`]: long.contracts - short.contracts,
    [`net_${group}_amount`]: (long.value - short.value) * 100,
  }) as Record<`${'long' | 'short' | 'net'}_${Group}_${'volume' | 'amount'}`, number>

export const dealsOfDay = ({ night, day }: Activity): Holding => both(night, day)
