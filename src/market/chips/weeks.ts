import { weekdayOf } from '../../days.ts'
import type { World } from '../world.ts'

/** The Monday of a day's week. */
const mondayOf = (day: number): number => day - weekdayOf(day) + 1

/**
 * Positions of the last trading days of weeks that become known on the trading days at `from` to `to`. A week's last day
 * is known on the last day that its schedule holds; where a typhoon closed that one, on the first day of the next week.
 */
export function weekEndsKnown({ ahead, from: published }: World, from: number, to: number): number[] {
  const { days, isScheduled } = ahead
  const isLastScheduled = (day: number): boolean => {
    for (let later = day + 1; later < mondayOf(day) + 7; later++) if (isScheduled(later)) return false
    return true
  }
  const ends: number[] = []
  for (let t = Math.max(from, published); t <= to; t++) {
    const isNewWeek = t > published && mondayOf(days[t - 1]!) !== mondayOf(days[t]!)
    if (isNewWeek && !isLastScheduled(days[t - 1]!)) ends.push(t - 1)
    if (isLastScheduled(days[t]!)) ends.push(t)
  }
  return ends
}
