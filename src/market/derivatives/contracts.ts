import { calendarDay, dayOf, dayOfMonth, monthOf, weekdayOf, yearOf } from '../../days.ts'
import { scheduledFrom } from '../calendar.ts'
import type { World } from '../world.ts'

/** One expiry of a product. Positions reach up to one past the newest day, which stands for every later day. */
export type Contract = {
  /** YYYYMM, or YYYYMMWn for one that ends on another Wednesday than the third, YYYYMMFn for one that ends on a Friday. */
  readonly month: string
  /** Wn or Fn. */
  readonly week: string | null
  /** First day and last day of trading; the first has no night session. */
  readonly listed: number
  readonly expiry: number
  /** The last day by the published calendar: a closure for weather that moves it is not known before. */
  readonly due: number
  /** Positions from which it is the nearest month and the second nearest. */
  readonly frontFrom: number
  readonly nextFrom: number
  /** The published last day of the month before. */
  readonly previousDue: number
}

/** Months are counted from year 0. */
const monthIndex = (day: number): number => yearOf(day) * 12 + monthOf(day) - 1
const firstOf = (index: number): number => calendarDay(Math.floor(index / 12), (index % 12) + 1, 1)
const nameOf = (index: number): string => `${Math.floor(index / 12)}${String((index % 12) + 1).padStart(2, '0')}`

const thirdWednesday = (index: number): number => {
  const first = firstOf(index)
  return first + ((10 - weekdayOf(first)) % 7) + 14
}

const weekOf = (day: number): number => Math.ceil(dayOfMonth(day) / 7)

/** First position of the earliest session of a product that began on a date. */
const sinceOf = ({ calendar }: World, since: string | null): number =>
  since === null ? 0 : calendar.atOrAfter(dayOf(since))

/**
 * The nearest `near` months and, where `quarters`, the three quarter months after them. A new one is listed on the day
 * after the expiry that made room for it.
 */
export function monthlies(world: World, near: number, quarters: boolean, since: string | null): Contract[] {
  // A contract ends on its Wednesday or, where the market is closed, on the next day that trades.
  const { days, atOrAfter } = world.calendar
  const contracts: Contract[] = []
  const last = monthIndex(days[world.through]!) + near + 12
  for (let index = monthIndex(days[world.from]!) - 1; index <= last; index++) {
    const before = (months: number) => atOrAfter(thirdWednesday(index - months)) + 1
    const isQuarter = quarters && index % 3 === 2
    const contract: Contract = {
      month: nameOf(index),
      week: null,
      listed: Math.max(1, sinceOf(world, since), before(isQuarter ? near + 9 : near)),
      expiry: atOrAfter(thirdWednesday(index)),
      due: scheduledFrom(thirdWednesday(index)),
      frontFrom: before(1),
      nextFrom: before(2),
      previousDue: scheduledFrom(thirdWednesday(index - 1)),
    }
    if (contract.listed <= world.through && contract.expiry >= world.from && contract.listed <= contract.expiry)
      contracts.push(contract)
  }
  return contracts
}

/** The weekdays that weekly contracts end on; on its third Wednesday a month has a contract of its own. */
const weekdays = {
  W: { weekday: 3, without: 3, since: null },
  F: { weekday: 5, without: null, since: '2025-06-27' },
}

/**
 * Contracts that end on each Wednesday but the third, or on each Friday. Each is listed two weeks ahead, or, where only
 * the `nearest` is wanted, on the day after the one before it ended.
 */
export function weeklies(world: World, letter: keyof typeof weekdays, nearest: boolean): Contract[] {
  const { weekday, without, since } = weekdays[letter]
  // A contract ends on its weekday or, where the market is closed, on the next day that trades.
  const { days, atOrAfter } = world.calendar
  const contracts: Contract[] = []
  const start = days[world.from]! - 21
  for (let day = start + ((7 + weekday - weekdayOf(start)) % 7); day <= days[world.through]! + 15; day += 7) {
    if (weekOf(day) === without) continue
    const before = day - (weekOf(day - 7) === without ? 14 : 7)
    const listed = Math.max(sinceOf(world, since), nearest ? atOrAfter(before) + 1 : atOrAfter(day - 14))
    const end = atOrAfter(day)
    if (listed > world.through || end < world.from || listed > end) continue
    contracts.push({
      month: `${nameOf(monthIndex(day))}${letter}${weekOf(day)}`,
      week: `${letter}${weekOf(day)}`,
      listed,
      expiry: end,
      due: scheduledFrom(day),
      frontFrom: listed,
      nextFrom: listed,
      previousDue: scheduledFrom(before),
    })
  }
  return contracts
}

/** Where the market was unexpectedly closed on the last day, that day moves, and only rows since then know it. */
export const expiryDay = ({ due, expiry }: Contract, days: readonly number[], t: number): number =>
  days[t]! > due ? days[expiry]! : due

/** The end of an exchange's contract code: a letter for month and side, and the last digit of the year. */
export const codeOf = (month: string, isPut: boolean): string =>
  String.fromCharCode(65 + Number(month.slice(4, 6)) - 1 + (isPut ? 12 : 0)) + month[3]
