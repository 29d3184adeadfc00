import { dateOf, dayOf } from '../../../../src/days.ts'
import type { Feed, FeedRequest } from '../../../../src/sources/feed.ts'

const years = (date: string, by: number): string => `${Number(date.slice(0, 4)) + by}${date.slice(4)}`
const moved = (date: string, by: number): string => dateOf(dayOf(date) + by)

/** Other questions than the one that was answered. */
export function otherRequests(
  { span, each, endpoint, detailOf }: Feed,
  request: FeedRequest,
): (readonly [string, Partial<FeedRequest>])[] {
  const days: (readonly [string, Partial<FeedRequest>])[] =
    (span === 'day' && detailOf === undefined) || span === 'latest'
      ? [-1, 1, 7].map(
          (by) => [`asked ${by} days on`, { from: moved(request.from, by), to: moved(request.to, by) }] as const,
        )
      : []
  // The detail of an event names its security and no day; summaries of all companies name their season and no year: whoever posted the question knows it.
  const isYearless = endpoint.startsWith('t163sb') || detailOf !== undefined
  const other = (isYearless ? [] : [-3, 3]).map(
    (by) => [`asked ${by} years on`, { from: years(request.from, by), to: years(request.to, by) }] as const,
  )
  return [...days, ...other, ...(each === 'id' ? [['another id asked for', { id: '9999' }] as const] : [])]
}
