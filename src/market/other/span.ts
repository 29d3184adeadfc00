import { addMonths, calendarDay, dayOf, monthOf, yearOf } from '../../days.ts'
import type { World } from '../world.ts'

/** Daily series begin this many days before most datasets, so that computations over a quarter have their inputs. */
const lead = 130

/** First simulated day: series start here, so that a day's value does not depend on the published range. */
export const epochOf = ({ calendar }: World): number => calendar.days[0]!

export const dailyStart = (world: World): number => Math.max(epochOf(world), world.calendar.days[world.from]! - lead)

export const newestOf = ({ calendar, through }: World): number => calendar.days[through]!

/** Days from `start` to `end` on which a market is open. */
export function* sessions(start: number, end: number, isOpen: (day: number) => boolean): Generator<number> {
  for (let day = start; day <= end; day++) if (isOpen(day)) yield day
}

/** First days of the months whose figures are out at the newest day, ten years of them when a market is new. */
export function* monthsOut(world: World, dayOfNextMonth: number): Generator<number> {
  const epoch = epochOf(world)
  const start = Math.max(
    calendarDay(yearOf(dayOf(world.options.from)) - 7, 1, 1),
    calendarDay(yearOf(epoch), monthOf(epoch), 1),
  )
  for (let month = start; addMonths(month, 1) + dayOfNextMonth - 1 <= newestOf(world); month = addMonths(month, 1))
    yield month
}

/** Months since the first of 2000. */
export const monthNumber = (day: number): number => (yearOf(day) - 2000) * 12 + monthOf(day) - 1
