import { products } from '../../derive/products.ts'
import type { World } from '../world.ts'
import { type Book, futuresBooks, optionBooks } from './book.ts'
import { type Activity, type Amount, activityOf, type Holding, habitsOf, investors } from './institutions.ts'

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
