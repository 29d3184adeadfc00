import { dateOf } from './dates.ts'
import type { FeedRequest } from './feed.ts'
import { notYet, type ParsedRows } from './outcome.ts'

const newestIn = (parsed: ParsedRows, column: string): string | null => {
  const days = parsed.rows.map((row) => row[column] as number)
  return days.length === 0 ? null : dateOf(days.reduce((a, b) => Math.max(a, b)))
}

/** A whole history must reach the requested day; newer rows are kept. */
export function reachingDay(parsed: ParsedRows, column: string, { to }: FeedRequest): ParsedRows {
  const newest = newestIn(parsed, column)
  if (newest === null && parsed.rejected.length === 0) throw notYet(`holds no day at all, asked for ${to}`)
  if (newest !== null && newest < to) throw notYet(`reaches ${newest}, asked for ${to}`)
  return parsed
}

/** The same for months. */
export const reachingMonth = (parsed: ParsedRows, column: string, request: FeedRequest): ParsedRows =>
  reachingDay(parsed, column, { ...request, to: `${request.to.slice(0, 7)}-01` })
