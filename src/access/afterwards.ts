import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** Work whose duration must not show in a response: it starts after the response was sent. */
export type Afterwards = ReturnType<typeof createAfterwards>

/** The work starts after a random delay up to this, so that it does not show in the next response either. */
const spreadMs = 250
/** How long a stop waits for messages in progress. */
const closeMs = 5_000

export function createAfterwards(onError: (error: unknown) => void) {
  const waiting = new Map<NodeJS.Timeout, () => void>()
  const running = new Set<Promise<unknown>>()

  return {
    start(work: () => Promise<unknown>): void {
      const begin = () => {
        waiting.delete(timer)
        const run = work()
          .catch(onError)
          .finally(() => running.delete(run))
        running.add(run)
      }
      const timer = setTimeout(begin, randomInt(spreadMs))
      waiting.set(timer, begin)
    },
    /** Starts the waiting work, and resolves when all is done, or after a few seconds. */
    async close(): Promise<void> {
      for (const [timer, begin] of [...waiting]) {
        clearTimeout(timer)
        begin()
      }
      await Promise.race([Promise.all(running), sleep(closeMs, undefined, { ref: false })])
    },
  }
}
