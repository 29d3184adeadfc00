import { dateOf } from './dates.ts'
import type { Asked } from './feed.ts'
import { notYet, type Taken } from './outcome.ts'

const newestIn = (taken: Taken, column: string): string | null => {
  const days = taken.rows.map((row) => row[column] as number)
  return days.length === 0 ? null : dateOf(days.reduce((a, b) => Math.max(a, b)))
}

/** A whole history must reach the day asked for; what is newer is welcome. */
export function reachingDay(taken: Taken, column: string, { to }: Asked): Taken {
  const newest = newestIn(taken, column)
  if (newest === null && taken.rejected.length === 0) throw notYet(`holds no day at all, asked for ${to}`)
  if (newest !== null && newest < to) throw notYet(`reaches ${newest}, asked for ${to}`)
  return taken
}

/** The same for months. */
export const reachingMonth = (taken: Taken, column: string, asked: Asked): Taken =>
  reachingDay(taken, column, { ...asked, to: `${asked.to.slice(0, 7)}-01` })
