import type { Feed } from '../../sources/feed.ts'
import type { Ended } from './ended.ts'

/** What to do about a task after an attempt. */
export type Verdict = {
  /** Milliseconds until it is asked again, before jitter; null where it ended. */
  readonly againMs: number | null
  /** Whether the host refused, or was not there. */
  readonly isRefusal: boolean
}

const brokenMs = 5_000
/** A refusal is a sign to slow down. */
const refusedMs = 30_000
/** Caches on the way keep an answer about as long. */
const staleMs = 30_000

/** Nothing is there, and nothing will be in a few minutes. */
const gone = [400, 401, 404, 405, 410, 414, 501]

const end: Verdict = { againMs: null, isRefusal: false }

type Attempt = {
  readonly outcome: Ended
  readonly status: number | null
  readonly isTooLarge: boolean
  /** How many attempts there were, this one included, and how many there may be. */
  readonly attempt: number
  readonly attempts: number
  /** Whether an earlier attempt was answered with another day. */
  readonly wasStale: boolean
}

export function verdictOf(
  { span }: Pick<Feed, 'span'>,
  { outcome, status, isTooLarge, attempt, attempts, wasStale }: Attempt,
): Verdict {
  const backoff = (first: number) => (attempt < attempts ? first * 3 ** (attempt - 1) : null)
  if (outcome.kind === 'failed') return { againMs: backoff(brokenMs), isRefusal: true }
  if (outcome.kind === 'blocked') {
    if (isTooLarge || (status !== null && gone.includes(status))) return end
    const isBroken = status !== null && status >= 500
    return { againMs: backoff(isBroken ? brokenMs : refusedMs), isRefusal: true }
  }
  // What holds only the newest day has no other one to give.
  if (outcome.kind === 'other_day' && !wasStale && span !== 'latest' && attempt < attempts)
    return { againMs: staleMs, isRefusal: false }
  return end
}
