/** The state while no publisher has been reached: the last failure, and when a request is sent again. */
export type Unreached = {
  /** Null while no request has failed yet: the first attempts are under way. */
  readonly reason: string | null
  /** Milliseconds since the epoch; null where the next request is sent at once. */
  readonly nextAt: number | null
}

/** Hosts that drop packets fail only after the time to connect. */
const usualPatienceMs = 5_000

/**
 * Tells that no publisher can be reached once every host has failed, or has not answered for a few seconds, and again
 * when that changes; `null` tells that one was reached.
 */
export function createReach(
  now: () => Date,
  onUnreached: ((state: Unreached | null) => void) | undefined,
  patienceMs = usualPatienceMs,
) {
  let isReached = false
  let isTold = false
  let reason: string | null = null
  const nextByHost = new Map<string, number | null>()

  function tell(): void {
    isTold = true
    const coming = [...nextByHost.values()].filter((at) => at !== null && at > now().getTime()) as number[]
    onUnreached?.({ reason, nextAt: coming.length === 0 ? null : Math.min(...coming) })
  }

  return {
    /** True where a failure is told here and needs no log line of its own. */
    isTold: (): boolean => onUnreached !== undefined && !isReached,
    reached(): void {
      if (isReached) return
      isReached = true
      if (isTold) onUnreached?.(null)
    },
    failed(host: string, fault: string, delayMs: number | null, hosts: ReadonlySet<string>): void {
      if (isReached) return
      reason = fault
      nextByHost.set(host, delayMs === null ? null : now().getTime() + delayMs)
      if (isTold || [...hosts].every((one) => nextByHost.has(one))) tell()
    },
    /** Waits a few seconds for the hosts of a fetch; returns the function that ends the wait. */
    watch(): () => void {
      if (isReached || isTold) return () => {}
      const timer = setTimeout(() => !isReached && !isTold && tell(), patienceMs)
      return () => clearTimeout(timer)
    },
  }
}

export type Reach = ReturnType<typeof createReach>
