import { restMs } from './breaker.ts'
import { jitter } from './pace.ts'
import type { Question } from './questions.ts'
import type { HostState } from './records.ts'

export type Estimate = {
  /** Requests that are made if all goes well, and the seconds until the slowest host is done. */
  readonly requests: number
  readonly seconds: number
  /** Tasks that are answered already. */
  readonly reused: number
  readonly hosts: readonly {
    readonly host: string
    readonly requests: number
    readonly seconds: number
    /** Until when the host is left alone, where it is; that wait is not in its seconds. */
    readonly openUntil: string | null
  }[]
}

type Terms = {
  readonly reused: number
  readonly gap: (host: string) => number
  readonly usualMs: (host: string) => number | null
  readonly state: (host: string) => HostState
  readonly now: Date
}

/** Hosts are asked side by side, and each one's requests one after the other: at its pace, or as fast as it answers. */
export function estimateOf(questions: ReadonlyMap<string, readonly Question[]>, terms: Terms): Estimate {
  const { reused, gap, usualMs, state, now } = terms
  const hosts = [...questions].map(([host, those]) => {
    const requests = those.reduce((sum, { tasks }) => sum + (tasks[0]!.feed.follow ? 2 : 1), 0)
    const took = usualMs(host) ?? 0
    const each = Math.max(gap(host) * (1 + jitter / 2), took)
    const known = state(host)
    const seconds = Math.round(((requests - 1) * each + took) / 1_000)
    return { host, requests, seconds, openUntil: restMs(known, now) > 0 ? known.openUntil : null }
  })
  return {
    requests: hosts.reduce((sum, { requests }) => sum + requests, 0),
    seconds: hosts.reduce((most, { seconds }) => Math.max(most, seconds), 0),
    reused,
    hosts,
  }
}

/** What askings take that follow one another. */
export function sumOf(estimates: readonly Estimate[]): Estimate {
  const hosts = new Map<string, Estimate['hosts'][number]>()
  for (const one of estimates.flatMap((estimate) => estimate.hosts)) {
    const { requests, seconds } = hosts.get(one.host) ?? { requests: 0, seconds: 0 }
    hosts.set(one.host, { ...one, requests: requests + one.requests, seconds: seconds + one.seconds })
  }
  const total = (pick: 'requests' | 'seconds' | 'reused') => estimates.reduce((sum, one) => sum + one[pick], 0)
  return { requests: total('requests'), seconds: total('seconds'), reused: total('reused'), hosts: [...hosts.values()] }
}
