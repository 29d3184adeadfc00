import type { Feed } from '../sources/feed.ts'

/** One question to a publisher. */
export type Task = {
  readonly feed: Feed
  /** The days asked for, both included. */
  readonly from: string
  readonly to: string
  readonly id: string | null
}

/** Names a task in the journal: the same question has the same name in every run. */
export const keyOf = ({ feed, from, to, id }: Task): string =>
  [feed.publisher.id, feed.dataset.name, feed.endpoint, feed.market ?? '-', `${from}..${to}`, id ?? '-'].join('/')

/** Ends with which the days of a task are told: with rows, or since the market was closed. */
export const isTold = (kind: string | null): boolean => kind === 'rows' || kind === 'closed'
