import { type Dataset, isDated } from '../catalogue/dataset.ts'
import type { Part } from './manifest.ts'

/**
 * How a dataset is divided into parts: by the calendar. The division follows from the number of rows per period and from
 * the version's newest trading day alone, so that equal rows make equal files, whatever the order they came in.
 */

/** The first and last day of some rows; both are empty where the dataset's key has no date. */
export type Days = { readonly first: string; readonly last: string }

/** The rows of consecutive days. */
export type DayRows = Days & { readonly rows: number }

/** A period with a file of its own: its name, and its rows in order. */
export type Period<T extends DayRows> = { readonly name: string; readonly runs: readonly T[] }

/** The most rows of all years before the open one in one file, and of an open or a closed period. */
const most = { history: 100_000, open: 20_000, closed: 5_000_000 } as const

const thirdOf = (day: string): string => (day.slice(8) <= '10' ? 'a' : day.slice(8) <= '20' ? 'b' : 'c')

/** The names of the periods that hold a day, from its year to the day itself: `2026`, `2026-11`, `2026-11-b`, a day. */
const nameAt: readonly ((day: string) => string)[] = [
  (day) => day.slice(0, 4),
  (day) => day.slice(0, 7),
  (day) => `${day.slice(0, 7)}-${thirdOf(day)}`,
  (day) => day,
]
const yearOf = nameAt[0]!

/** The names of parts, as a regular expression. */
export const namePattern = 'history|all|\\d{4}(-\\d{2}(-([abc]|\\d{2}))?)?'

const rowsIn = (runs: readonly DayRows[]): number => runs.reduce((sum, { rows }) => sum + rows, 0)

/**
 * Divides rows, given in order of their days, into periods. A period is open if it holds the day `through` or is later. The
 * result does not hold if runs lie across the bounds of periods: they have to be given day by day.
 */
export function divide<T extends DayRows>(
  runs: readonly T[],
  through: string,
): { readonly periods: readonly Period<T>[]; readonly across: readonly T[] } {
  if (runs[0]?.first === '') return { periods: [{ name: 'all', runs }], across: [] }
  const periods: Period<T>[] = []
  const across: T[] = []
  const place = (name: string, own: readonly T[], limit: number, level: number): void => {
    if (rowsIn(own) <= limit || level === nameAt.length) periods.push({ name, runs: own })
    else split(own, level)
  }
  const split = (among: readonly T[], level: number): void => {
    const nameOf = nameAt[level]!
    for (const [name, own] of Map.groupBy(among, ({ first }) => nameOf(first))) {
      const beyond = own.filter(({ last }) => nameOf(last) !== name)
      if (beyond.length > 0) across.push(...beyond)
      else place(name, own, name < nameOf(through) ? most.closed : most.open, level + 1)
    }
  }
  const isEarlier = (day: string) => yearOf(day) < yearOf(through)
  const earlier = runs.filter(({ first }) => isEarlier(first))
  across.push(...earlier.filter(({ last }) => !isEarlier(last)))
  if (across.length === 0) {
    if (earlier.length > 0) place('history', earlier, most.history, 0)
    split(runs.slice(earlier.length), 0)
  }
  return { periods, across }
}

export const daysIn = (dataset: Dataset, { first_date, last_date }: Part): Days =>
  isDated(dataset) ? { first: first_date!, last: last_date! } : { first: '', last: '' }

/** Whether a version has these parts of a dataset if it has their rows. */
export function isDivided(dataset: Dataset, parts: readonly Part[], through: string): boolean {
  const runs = parts.map((part) => ({ ...daysIn(dataset, part), rows: part.rows, name: part.name }))
  const { periods, across } = divide(runs, through)
  return (
    across.length === 0 &&
    periods.length === parts.length &&
    periods.every(({ name, runs: [run] }) => run!.name === name) &&
    runs.every(({ first }, i) => i === 0 || runs[i - 1]!.last < first)
  )
}
