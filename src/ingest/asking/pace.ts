import type { Source } from '../../catalogue/dataset.ts'

type Pace = Source['pace']

/** The most that is added to a wait, so that requests come at no beat a publisher could take for a machine's. */
export const jitter = 0.3

/** Milliseconds from one request to the next: the requests of a window, spread evenly over it. */
export const gapOf = ({ requests, seconds }: Pace, factor: number): number =>
  Math.ceil((seconds * 1_000 * factor) / requests)

export type Waiting = {
  /** Milliseconds that only ever go up, by which `sleep` is measured. */
  readonly clock: () => number
  /** Waits at least so long; rejects with the signal's reason. */
  readonly sleep: (ms: number, signal: AbortSignal) => Promise<void>
  readonly random: () => number
}

export type Pacer = {
  /** Does one request's work once its host may be asked again, and none other beside it. */
  readonly turn: <T>(host: string, signal: AbortSignal, work: () => Promise<T>) => Promise<T>
  /** Leaves a host alone for so long, because it asks for that. */
  readonly hold: (host: string, ms: number) => void
}

/** `gap` is how far apart a host's requests are; `idleMs` for how long it was left alone before, null for ever. */
export function createPacer(
  { clock, sleep, random }: Waiting,
  { gap, idleMs }: { readonly gap: (host: string) => number; readonly idleMs: (host: string) => number | null },
): Pacer {
  type Lane = { last: number; notBefore: number; tail: Promise<unknown> }
  const lanes = new Map<string, Lane>()

  function laneOf(host: string): Lane {
    const known = lanes.get(host)
    if (known) return known
    const idle = idleMs(host)
    // A clock that was set back must not hold up anybody.
    const last = idle === null || idle < 0 ? Number.NEGATIVE_INFINITY : clock() - idle
    const lane = { last, notBefore: Number.NEGATIVE_INFINITY, tail: Promise.resolve() }
    lanes.set(host, lane)
    return lane
  }

  return {
    turn(host, signal, work) {
      const lane = laneOf(host)
      const mine = lane.tail.then(async () => {
        signal.throwIfAborted()
        const due = Math.max(lane.last + Math.ceil(gap(host) * (1 + jitter * random())), lane.notBefore)
        const wait = due - clock()
        if (wait > 0) await sleep(wait, signal)
        lane.last = Math.max(clock(), due)
        return work()
      })
      lane.tail = mine.catch(() => {})
      return mine
    },
    hold(host, ms) {
      const lane = laneOf(host)
      lane.notBefore = Math.max(lane.notBefore, clock() + ms)
    },
  }
}
