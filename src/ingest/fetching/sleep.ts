import { setTimeout as sleepFor } from 'node:timers/promises'

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
