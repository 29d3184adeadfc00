import type { Feed } from '../../sources/feed.ts'
import type { TaskOutcome } from './finishedTasks.ts'

export type RetryDecision = {
  /** Milliseconds until the retry, before jitter; null for no retry. */
  readonly retryInMs: number | null
  /** True if the host refused or could not be reached. */
  readonly isRefusal: boolean
}

const brokenMs = 5_000
/** Longer, because a refusal asks us to slow down. */
const refusedMs = 30_000
/** Caches on the way keep a response about this long. */
const staleMs = 30_000

/** Statuses of resources that will not appear within minutes. */
const gone = [400, 401, 404, 405, 410, 414, 501]

const giveUp: RetryDecision = { retryInMs: null, isRefusal: false }

type AttemptFacts = {
  readonly outcome: TaskOutcome
  readonly status: number | null
  readonly isTooLarge: boolean
  /** Attempts so far, this one included, and the maximum. */
  readonly attempt: number
  readonly attempts: number
  /** True if an earlier attempt returned another day. */
  readonly wasStale: boolean
}

export function decideRetry(
  { span }: Pick<Feed, 'span'>,
  { outcome, status, isTooLarge, attempt, attempts, wasStale }: AttemptFacts,
): RetryDecision {
  const backoff = (first: number) => (attempt < attempts ? first * 3 ** (attempt - 1) : null)
  if (outcome.kind === 'failed') return { retryInMs: backoff(brokenMs), isRefusal: true }
  if (outcome.kind === 'blocked') {
    if (isTooLarge || (status !== null && gone.includes(status))) return giveUp
    const isBroken = status !== null && status >= 500
    return { retryInMs: backoff(isBroken ? brokenMs : refusedMs), isRefusal: true }
  }
  // A feed of the newest day alone has no other day to return.
  if (outcome.kind === 'other_day' && !wasStale && span !== 'latest' && attempt < attempts)
    return { retryInMs: staleMs, isRefusal: false }
  return giveUp
}
