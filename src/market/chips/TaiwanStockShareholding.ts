import { TaiwanStockShareholding } from '../../catalogue/chips/TaiwanStockShareholding.ts'
import { calendarDay, yearOf } from '../../days.ts'
import type { Path } from '../path.ts'
import { between } from '../random.ts'
import { dailyTable } from '../table.ts'
import type { World } from '../world.ts'
import { listedIn } from './eligible.ts'
import { foreignCeiling, foreignShares } from './flows.ts'

/** Percent of `whole` to four places, half up, without a product beyond what a double holds exactly. */
const percentOf = (part: number, whole: number): number => {
  const thousandths = Math.floor((part * 1000) / whole)
  const rest = part * 1000 - thousandths * whole
  return thousandths * 1000 + Math.floor((rest * 2000 + whole) / (2 * whole))
}

/** The position of a company's yearly filing, between April and July. */
const filingOf = ({ seed, calendar }: World, { security }: Path, year: number): number =>
  calendar.atOrAfter(
    calendarDay(year, between(4, 7, seed, security.key, 1043, year), between(2, 25, seed, security.key, 1044, year)),
  )

/** For rising positions, the last one at which the company filed: once a year and when its shares changed in number. */
function filings(world: World, path: Path, from: number, to: number): (t: number) => number | null {
  const { days } = world.calendar
  const positions = new Set<number>()
  for (let year = yearOf(days[from]!) - 1; year <= yearOf(days[to]!); year++) positions.add(filingOf(world, path, year))
  for (const { at, sharesBefore, sharesAfter } of path.actions) if (sharesAfter !== sharesBefore) positions.add(at)
  const ordered = [...positions].filter((position) => position >= path.first).sort((a, b) => a - b)
  let next = 0
  return (t) => {
    while (next < ordered.length && ordered[next]! <= t) next++
    return ordered[next - 1] ?? null
  }
}

export const shareholding = dailyTable(TaiwanStockShareholding, (world, push, from, to) => {
  const { days } = world.calendar
  for (const { path, security, start, end, row } of listedIn(world, from, to)) {
    const held = foreignShares(world, path)
    const filedAt = filings(world, path, start, end)
    const ceiling = foreignCeiling(path)
    for (let t = start; t <= end; t++) {
      const issued = path.shares[t]!
      const foreign = held[t]!
      const room = Math.floor((issued * ceiling) / 100) - foreign
      const filed = filedAt(t)
      push({
        ...row(t),
        isin_code: security.isin,
        issued_shares: issued,
        foreign_available_shares: room,
        foreign_shares: foreign,
        foreign_available_ratio: percentOf(room, issued),
        foreign_shareholding_ratio: percentOf(foreign, issued),
        foreign_limit_ratio: ceiling * 10_000,
        mainland_limit_ratio: ceiling * 10_000,
        // Code 2: the company filed after a change of capital or on its yearly date.
        change_reason: filed === t ? '2' : null,
        last_report_date: filed === null ? null : days[filed]!,
      })
    }
  }
})
