import type { Ended } from './ended.ts'
import type { HostState } from './records.ts'

/** After so many refusals in a row a host is left alone. */
export const mostRefusals = 5

const firstRestMs = 10 * 60_000
const longestRestMs = 4 * 3_600_000
const longestAskedMs = 24 * 3_600_000

export const stateOf = (host: string, known: readonly HostState[]): HostState =>
  known.find((state) => state.host === host) ?? {
    host,
    refusals: 0,
    openings: 0,
    openUntil: null,
    reason: null,
    askedAt: null,
  }

/** How long the host is still to be left alone. */
export const restMs = ({ openUntil }: HostState, now: Date): number =>
  openUntil === null ? 0 : Math.max(0, Date.parse(openUntil) - now.getTime())

/** The end of a task whose host is left alone. */
export const heldBy = ({ host, reason, openUntil }: HostState): Ended => ({
  kind: 'held',
  reason: `${host} is not asked until ${openUntil}: ${reason}`,
  until: openUntil!,
})

/** The host answered: whatever was held against it is forgotten. */
export const answered = (state: HostState): HostState => ({
  ...state,
  refusals: 0,
  openings: 0,
  openUntil: null,
  reason: null,
})

type Refusal = {
  readonly now: Date
  readonly reason: string
  /** What the publisher itself asks for, where that is longer than a run would wait. */
  readonly askedMs: number | null
  /** Stretches a rest of our own choosing. */
  readonly factor: number
  readonly random: () => number
}

/**
 * The host refused. After a rest a single request tries it; if that is refused too, the rest is twice as long, since
 * who was banned for asking too often is banned for longer by asking on.
 */
export function refused(state: HostState, { now, reason, askedMs, factor, random }: Refusal): HostState {
  const refusals = state.refusals + 1
  const isProbe = state.openUntil !== null
  if (askedMs === null && !isProbe && refusals < mostRefusals) return { ...state, refusals }
  const openings = state.openings + 1
  const own = Math.min(firstRestMs * 2 ** (openings - 1), longestRestMs) * factor * (1 + 0.2 * random())
  const rest = askedMs === null ? own : Math.max(own, Math.min(askedMs, longestAskedMs))
  const told = askedMs === null ? '' : `, asking for ${Math.round(askedMs / 1_000)} seconds`
  return {
    ...state,
    refusals,
    openings,
    openUntil: new Date(now.getTime() + Math.ceil(rest)).toISOString(),
    reason: `${refusals} ${refusals === 1 ? 'request' : 'requests in a row'} failed${told}, the last: ${reason}`,
  }
}
