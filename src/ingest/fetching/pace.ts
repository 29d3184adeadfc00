import { setTimeout as sleepFor } from 'node:timers/promises'
import type { Source } from '../../catalogue/publishers.ts'

type Pace = Source['pace']

/** Random share added to each wait, so that requests have no machine-like rhythm. */
export const jitter = 0.3

/** Milliseconds between requests that spread a window's requests evenly. */
export const requestIntervalMs = ({ requests, seconds }: Pace, factor: number): number =>
  Math.ceil((seconds * 1_000 * factor) / requests)

export type Timing = {
  /** Monotonic milliseconds, by which `sleep` is measured. */
  readonly clock: () => number
  /** Waits at least this long; rejects with the signal's reason. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly random: () => number
}

export type Pacer = ReturnType<typeof createPacer>

type HostPace = {
  /** The time between two requests to a host. */
  readonly intervalMs: (host: string) => number
  /** The time since a host's last request before this process; null if none. */
  readonly idleMs: (host: string) => number | null
}

export function createPacer({ clock, sleep, random }: Timing, { intervalMs, idleMs }: HostPace) {
  type Lane = { last: number; notBefore: number; tail: Promise<unknown> }
  const lanes = new Map<string, Lane>()

  function laneOf(host: string): Lane {
    const known = lanes.get(host)
    if (known) return known
    const idle = idleMs(host)
    // A clock that was set back must not delay requests.
    const last = idle === null || idle < 0 ? Number.NEGATIVE_INFINITY : clock() - idle
    const lane = { last, notBefore: Number.NEGATIVE_INFINITY, tail: Promise.resolve() }
    lanes.set(host, lane)
    return lane
  }

  return {
    /** Runs the work of one request when the host's interval has passed, one at a time per host. */
    turn<T>(host: string, signal: AbortSignal, work: () => Promise<T>): Promise<T> {
      const lane = laneOf(host)
      const mine = lane.tail.then(async () => {
        signal.throwIfAborted()
        const due = Math.max(lane.last + Math.ceil(intervalMs(host) * (1 + jitter * random())), lane.notBefore)
        const wait = due - clock()
        if (wait > 0) await sleep(wait, signal)
        lane.last = Math.max(clock(), due)
        return work()
      })
      lane.tail = mine.catch(() => {})
      return mine
    },
    /** Delays the host's next request, as its Retry-After asks. */
    hold(host: string, ms: number): void {
      const lane = laneOf(host)
      lane.notBefore = Math.max(lane.notBefore, clock() + ms)
    },
  }
}

/** Waits at least this long, since timers may fire early; rejects with the signal's reason. */
export async function sleepAtLeast(ms: number, signal: AbortSignal): Promise<void> {
  const until = performance.now() + ms
  try {
    for (let left = ms; left > 0; left = until - performance.now())
      await sleepFor(Math.min(Math.ceil(left), 2 ** 31 - 1), undefined, { signal })
  } catch (error) {
    throw signal.aborted ? signal.reason : error
  }
}
