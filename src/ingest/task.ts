import type { Feed } from '../sources/feed.ts'

/** One request to a feed. */
export type Task = {
  readonly feed: Feed
  /** The requested days, both included. */
  readonly from: string
  readonly to: string
  readonly id: string | null
}

/** Names a task in the journal, equally in every run. */
export const taskKey = ({ feed, from, to, id }: Task): string =>
  [feed.publisher.id, feed.dataset.name, feed.endpoint, feed.market ?? '-', `${from}..${to}`, id ?? '-'].join('/')

/** True if a task's days are settled: they have rows, or the market was closed. */
export const isSuccess = (kind: string | null): boolean => kind === 'rows' || kind === 'closed'
