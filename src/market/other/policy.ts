import { calendarDay, yearOf } from '../../days.ts'
import { smooth } from '../random.ts'
import { nth } from './holidays.ts'

const eight = [1, 3, 5, 6, 7, 9, 11, 12]
const quarterly = [3, 6, 9, 12]
const monthly = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12]

/**
 * A central bank. The offset is where the grid of steps begins: the midpoint of a range a quarter wide lies an eighth
 * off. The stride is the most steps at one meeting.
 */
const bank = (
  [code, name, country, rateName]: readonly [string, string, string, string],
  [level, swing, floor]: readonly [number, number, number],
  [step, offset, stride]: readonly [number, number, number],
  months: readonly number[],
) => ({ code, name, country, rateName, level, swing, floor, step, offset, stride, months })
export type Bank = ReturnType<typeof bank>

export const banks: readonly Bank[] = [
  bank(['FED', 'Federal Reserve', 'US', 'Fed funds target midpoint'], [3.1, 1.6, 0.125], [0.25, 0.125, 2], eight),
  bank(['ECB', 'European Central Bank', 'XM', 'Deposit facility rate'], [1.7, 1.3, -0.5], [0.25, 0, 2], eight),
  bank(['BOJ', 'Bank of Japan', 'JP', 'Uncollateralized overnight call rate'], [0.5, 0.4, 0], [0.25, 0, 1], eight),
  bank(['BOE', 'Bank of England', 'GB', 'Bank Rate'], [3.2, 1.5, 0.25], [0.25, 0, 2], eight),
  bank(['BOC', 'Bank of Canada', 'CA', 'Overnight rate target'], [2.7, 1.4, 0.25], [0.25, 0, 2], eight),
  bank(['RBA', 'Reserve Bank of Australia', 'AU', 'Cash rate target'], [3, 1.2, 0.1], [0.25, 0.1, 2], eight),
  bank(['RBNZ', 'Reserve Bank of New Zealand', 'NZ', 'Official cash rate'], [3.1, 1.5, 0.25], [0.25, 0, 2], eight),
  bank(['SNB', 'Swiss National Bank', 'CH', 'SNB policy rate'], [0.5, 0.8, -0.75], [0.25, 0, 2], quarterly),
  bank(['PBOC', "People's Bank of China", 'CN', '1-year loan prime rate'], [3.4, 0.4, 2], [0.1, 0, 1], monthly),
  bank(['RBI', 'Reserve Bank of India', 'IN', 'Repo rate'], [5.9, 0.8, 4], [0.25, 0, 2], [2, 4, 6, 8, 10, 12]),
  bank(['CBR', 'Bank of Russia', 'RU', 'Key rate'], [11, 4, 4], [0.5, 0, 4], eight),
  bank(['BCB', 'Banco Central do Brasil', 'BR', 'Selic rate target'], [11, 3, 2], [0.25, 0, 4], eight),
  bank(['BOK', 'Bank of Korea', 'KR', 'Base rate'], [2.4, 0.9, 0.5], [0.25, 0, 1], eight),
  bank(
    ['CBC', 'Central Bank of the Republic of China (Taiwan)', 'TW', 'CBC discount rate'],
    [1.8, 0.45, 1],
    [0.125, 0, 2],
    quarterly,
  ),
]

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
