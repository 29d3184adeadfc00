import type { TaskOutcome } from './finishedTasks.ts'
import type { HostState } from './journalRecords.ts'

/** Consecutive refusals that open a host's circuit. */
export const maxRefusals = 5

const firstRestMs = 10 * 60_000
const longestRestMs = 4 * 3_600_000
const longestAskedMs = 24 * 3_600_000

const closed = { refusals: 0, openings: 0, openUntil: null, reason: null } as const

export const hostState = (host: string, known: readonly HostState[]): HostState =>
  known.find((state) => state.host === host) ?? { host, ...closed, askedAt: null }

/** Milliseconds until the host may be asked again. */
export const blockedForMs = ({ openUntil }: HostState, now: Date): number =>
  openUntil === null ? 0 : Math.max(0, Date.parse(openUntil) - now.getTime())

/** The outcome of a task whose host's circuit is open. */
export const heldOutcome = ({ host, reason, openUntil }: HostState): TaskOutcome => ({
  kind: 'held',
  reason: `${host} is not asked until ${openUntil}: ${reason}`,
  until: openUntil!,
})

export const afterResponse = (state: HostState): HostState => ({ ...state, ...closed })

type Refusal = {
  readonly now: Date
  readonly reason: string
  /** The Retry-After of the publisher, if it is longer than a run would wait. */
  readonly askedMs: number | null
  /** Multiplies the backoff that we choose ourselves. */
  readonly factor: number
  readonly random: () => number
}

/**
 * Counts a refusal. After the backoff one request probes the host; if it is refused too, the backoff doubles, because
 * publishers extend a ban when a banned client keeps asking.
 */
export function afterRefusal(state: HostState, { now, reason, askedMs, factor, random }: Refusal): HostState {
  const refusals = state.refusals + 1
  const isProbe = state.openUntil !== null
  if (askedMs === null && !isProbe && refusals < maxRefusals) return { ...state, refusals }
  const openings = state.openings + 1
  const own = Math.min(firstRestMs * 2 ** (openings - 1), longestRestMs) * factor * (1 + 0.2 * random())
  const rest = askedMs === null ? own : Math.max(own, Math.min(askedMs, longestAskedMs))
  const delay = askedMs === null ? '' : `, asking for ${Math.round(askedMs / 1_000)} seconds`
  return {
    ...state,
    refusals,
    openings,
    openUntil: new Date(now.getTime() + Math.ceil(rest)).toISOString(),
    reason: `${refusals} ${refusals === 1 ? 'request' : 'requests in a row'} failed${delay}, the last: ${reason}`,
  }
}
