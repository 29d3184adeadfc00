import { blockedForMs } from './circuitBreaker.ts'
import type { HostState } from './journalRecords.ts'
import { jitter } from './pace.ts'
import type { SharedRequest } from './sharedRequests.ts'

export type Estimate = Readonly<ReturnType<typeof estimateOf>>

type EstimateInputs = {
  readonly reused: number
  readonly intervalMs: (host: string) => number
  readonly usualMs: (host: string) => number | null
  readonly state: (host: string) => HostState
  readonly now: Date
}

/** Hosts are asked in parallel, and each host's requests in sequence: at its pace, or as fast as it responds. */
export function estimateOf(requests: ReadonlyMap<string, readonly SharedRequest[]>, options: EstimateInputs) {
  const { reused, intervalMs, usualMs, state, now } = options
  const hosts = [...requests].map(([host, those]) => {
    const requests = those.reduce((sum, { tasks }) => sum + (tasks[0]!.feed.follow ? 2 : 1), 0)
    const took = usualMs(host) ?? 0
    const each = Math.max(intervalMs(host) * (1 + jitter / 2), took)
    const known = state(host)
    const seconds = Math.round(((requests - 1) * each + took) / 1_000)
    // The rest of a backoff is not part of the seconds.
    return { host, requests, seconds, openUntil: blockedForMs(known, now) > 0 ? known.openUntil : null }
  })
  return {
    /** Requests to send, and seconds until the slowest host is done, if nothing fails. */
    requests: hosts.reduce((sum, { requests }) => sum + requests, 0),
    seconds: hosts.reduce((most, { seconds }) => Math.max(most, seconds), 0),
    /** Tasks that stored responses answer. */
    reused,
    hosts,
  }
}

/** Adds estimates of fetches that run one after another. */
export function sumEstimates(estimates: readonly Estimate[]): Estimate {
  const hosts = new Map<string, Estimate['hosts'][number]>()
  for (const one of estimates.flatMap((estimate) => estimate.hosts)) {
    const { requests, seconds } = hosts.get(one.host) ?? { requests: 0, seconds: 0 }
    hosts.set(one.host, { ...one, requests: requests + one.requests, seconds: seconds + one.seconds })
  }
  const total = (pick: 'requests' | 'seconds' | 'reused') => estimates.reduce((sum, one) => sum + one[pick], 0)
  return { requests: total('requests'), seconds: total('seconds'), reused: total('reused'), hosts: [...hosts.values()] }
}
