import { TaiwanStockHoldingSharesPer } from '../../catalogue/chips/TaiwanStockHoldingSharesPer.ts'
import { weekdayOf } from '../../days.ts'
import { sizeOf } from '../listing.ts'
import type { Path } from '../path.ts'
import { bits, normal, uniform } from '../random.ts'
import { readTable } from '../readTable.ts'
import { dailyTable } from '../table.ts'
import type { World } from '../world.ts'
import { startOf } from './eligible.ts'
import { wave } from './waves.ts'

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

/** Bounds of the brackets, a usual holding in each, and how the shares below the top bracket fall into them. */
const brackets = readTable('chips/brackets.tsv', { from: Number, to: Number, usual: Number, weight: Number })
const thousands = (value: number) => value.toLocaleString('en-US')
const names = [
  ...brackets.map(({ from, to }) => `${thousands(from)}-${thousands(to)}`),
  '1,000,001以上',
  '差異數調整（說明4）',
  '合　計',
]

type Holders = { readonly shares: number[]; readonly people: number[] }

/** The holdings by bracket: a drifting part above a thousand lots, and a distribution of the rest. */
function holdersOf(seed: number, path: Path): (t: number, holders: Holders) => void {
  const { key, type } = path.security
  const size = path.shares.length
  const isStock = type === 'stock'
  const base = isStock
    ? 0.36 + 0.34 * sizeOf(path.security) + 0.16 * uniform(seed, key, 1051)
    : 0.2 + 0.3 * uniform(seed, key, 1051)
  const slow = wave(size, 90, seed, key, 1052)
  const fast = wave(size, 22, seed, key, 1053)
  const tilt = wave(size, 70, seed, key, 1054)
  const weights = brackets.map(({ weight }, i) => weight * Math.exp(0.2 * normal(seed, key, 1055, i)))
  const sum = weights.reduce((total, weight) => total + weight, 0)
  return (t, { shares, people }) => {
    const total = path.shares[t]!
    const top = Math.max(0.03, Math.min(0.93, base + 0.035 * slow[t]! + 0.009 * fast[t]!))
    const difference = bits(seed, key, 1056, t) % 9 === 0 ? ((bits(seed, key, 1057, t) % 41) - 20) * 1000 : 0
    let left = total - difference
    for (let i = 0; i < brackets.length; i++) {
      const { from, to, usual } = brackets[i]!
      const lean = 1 + 0.05 * tilt[t]! * (i < 8 ? 1 : -1)
      const part = Math.floor((total * (1 - top) * weights[i]! * lean) / sum)
      const heads = Math.round(part / usual)
      people[i] = heads
      shares[i] = Math.max(heads * from, Math.min(heads * to, part))
      left -= shares[i]!
    }
    shares[14] = left
    people[14] = Math.max(1, Math.min(Math.floor(left / 1_000_001), Math.round(left / (2.4e6 + total / 2600))))
    shares[15] = difference
    shares[16] = total
    people[16] = 0
    for (let i = 0; i < 15; i++) people[16] += people[i]!
  }
}

export const holdingSharesPer = dailyTable(TaiwanStockHoldingSharesPer, (world, push, from, to) => {
  const ends = weekEndsKnown(world, from, to)
  const holders: Holders = { shares: new Array<number>(17).fill(0), people: new Array<number>(17).fill(0) }
  for (const path of world.paths) {
    const weeks = ends.filter((t) => t >= startOf(world, path) && t <= path.last)
    if (weeks.length === 0) continue
    const read = holdersOf(world.seed, path)
    for (const t of weeks) {
      read(t, holders)
      for (let i = 0; i < 17; i++)
        push({
          stock_id: path.security.id,
          record_date: world.calendar.days[t]!,
          level: i + 1,
          level_name: names[i]!,
          people: i === 15 ? null : holders.people[i]!,
          shares: holders.shares[i]!,
          percent: Math.round((holders.shares[i]! / path.shares[t]!) * 10_000) + 0,
        })
    }
  }
})
