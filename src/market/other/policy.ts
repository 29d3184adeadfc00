import { calendarDay, yearOf } from '../../days.ts'
import { smooth } from '../random.ts'
import { numbers, readTable } from '../readTable.ts'
import { nth } from './holidays.ts'

/**
 * The central banks. The offset is where the grid of steps begins: the midpoint of a range a quarter wide lies an eighth
 * off. The stride is the most steps at one meeting.
 */
export const banks = readTable('other/centralBanks.tsv', {
  code: String,
  name: String,
  country: String,
  rate_name: String,
  level: Number,
  swing: Number,
  floor: Number,
  step: Number,
  offset: Number,
  stride: Number,
  months: numbers,
})
type Bank = (typeof banks)[number]

/** Where the bank would like its rate to be: half of it is the world's tide, half its own affairs. */
export const targetRate = (seed: number, { level, swing, floor }: Bank, index: number, day: number): number =>
  Math.max(floor, level + swing * (0.75 * smooth(day / 700, seed, 4100) + 0.6 * smooth(day / 400, seed, 4101 + index)))

export type Decision = { readonly day: number; readonly rate: number }

const firstYear = 1998

/** Every change up to a day, from a fixed year on; the first entry is the rate that year began with. */
export function decisionsOf(seed: number, index: number, until: number): Decision[] {
  const known = banks[index]!
  const { step, offset, stride, floor } = known
  const onGrid = (rate: number) => Math.round((rate - offset) / step) * step + offset
  const start = calendarDay(firstYear, 1, 5)
  let rate = onGrid(targetRate(seed, known, index, start))
  const decisions: Decision[] = [{ day: start, rate }]
  for (let year = firstYear; year <= yearOf(until); year++)
    for (const month of known.months) {
      // Decided in the third week, in force on the next working day.
      const day = nth(year, month, 3 + (index % 2), 3) + 1
      if (day > until || day <= start) continue
      const gap = targetRate(seed, known, index, day) - rate
      // A bank waits until the gap is clear, so that it does not move to and fro.
      if (Math.abs(gap) < 0.85 * step) continue
      const moved = Math.sign(gap) * Math.min(stride, Math.round(Math.abs(gap) / step)) * step
      const next = Math.max(floor, onGrid(rate + moved))
      if (next === rate) continue
      rate = next
      decisions.push({ day, rate })
    }
  return decisions
}
