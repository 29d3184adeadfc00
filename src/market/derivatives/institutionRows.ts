import { products } from '../../derive/products.ts'
import type { World } from '../world.ts'
import { type Book, futuresBooks, optionBooks } from './book.ts'
import {
  type Activity,
  type Amount,
  activityOf,
  type Holding,
  habitsOf,
  type Investor,
  investors,
} from './institutions.ts'

const plus = (a: Amount, b: Amount): Amount => ({ contracts: a.contracts + b.contracts, value: a.value + b.value })
const both = (a: Holding, b: Holding): Holding => ({ long: plus(a.long, b.long), short: plus(a.short, b.short) })

/** Single-stock products are published as one group. */
const merge = (a: Activity, b: Activity): Activity => ({
  night: both(a.night, b.night),
  day: both(a.day, b.day),
  open: both(a.open, b.open),
})

type InstitutionDay = {
  readonly id: string
  readonly name: string
  readonly t: number
  readonly investor: Investor
  readonly activity: Activity
  readonly hasNight: boolean
}

/** Days on which no product of the group is listed have no rows. */
function* daysOf({ seed }: World, id: string, books: readonly Book[], salt: number, from: number, to: number) {
  const name = products.get(id)!.name
  const rules = habitsOf(id)
  const hasNight = books.some(({ product }) => product.hasNight)
  for (let t = from; t <= to; t++) {
    const listed = books.filter((book) => book.interest[t - book.from]! > 0)
    if (listed.length === 0) continue
    const activities = listed.map((book) => activityOf(seed, book, rules, salt, t))
    for (const investor of investors) {
      const activity = activities.map((of) => of[investor]).reduce(merge)
      yield { id, name, t, investor, activity, hasNight } satisfies InstitutionDay
    }
  }
}

const grouped = <T>(books: readonly T[], idOf: (book: T) => string): Map<string, T[]> => Map.groupBy(books, idOf)

/** The three investors in every futures product, day by day. */
export function* futuresInstitutions(world: World, from: number, to: number): Generator<InstitutionDay> {
  const groups = grouped(futuresBooks(world, from, to), ({ product }) => product.group)
  for (const [id, books] of groups) yield* daysOf(world, id, books, 3061, from, to)
}

/** The three investors in the calls and in the puts of every option product. */
export function* optionInstitutions(
  world: World,
  from: number,
  to: number,
): Generator<InstitutionDay & { readonly callPut: 'call' | 'put' }> {
  const groups = grouped(optionBooks(world, from, to), ({ call }) => call.product.group)
  for (const [id, books] of groups)
    for (const [callPut, salt] of [
      ['call', 3081],
      ['put', 3101],
    ] as const) {
      const side = books.map((book) => book[callPut])
      for (const day of daysOf(world, id, side, salt, from, to)) yield { ...day, callPut }
    }
}

/** The columns of contracts dealt in; values in hundredths of TWD. */
export const dealCells = ({ long, short }: Holding) => ({
  long_deal_volume: long.contracts,
  long_deal_amount: long.value * 100,
  short_deal_volume: short.contracts,
  short_deal_amount: short.value * 100,
  net_deal_volume: long.contracts - short.contracts,
  net_deal_amount: (long.value - short.value) * 100,
})

export const openCells = ({ long, short }: Holding) => ({
  long_open_interest_volume: long.contracts,
  long_open_interest_amount: long.value * 100,
  short_open_interest_volume: short.contracts,
  short_open_interest_amount: short.value * 100,
  net_open_interest_volume: long.contracts - short.contracts,
  net_open_interest_amount: (long.value - short.value) * 100,
})

export const dealsOfDay = ({ night, day }: Activity): Holding => both(night, day)
