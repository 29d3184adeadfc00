import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

/** Work whose length must not show in an answer: it begins after the answer has left. */
export type Afterwards = {
  readonly start: (work: () => Promise<unknown>) => void
  /** Begins what still waits, and comes back when all of it is done, or after a few seconds. */
  readonly close: () => Promise<void>
}

/** The work begins at a random moment within this time, so that it does not show in the next answer either. */
const spreadMs = 250
/** How long a stop waits for messages that are on their way. */
const closeMs = 5_000

export function createAfterwards(onError: (error: unknown) => void): Afterwards {
  const waiting = new Map<NodeJS.Timeout, () => void>()
  const running = new Set<Promise<unknown>>()

  return {
    start(work) {
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
    async close() {
      for (const [timer, begin] of [...waiting]) {
        clearTimeout(timer)
        begin()
      }
      await Promise.race([Promise.all(running), sleep(closeMs, undefined, { ref: false })])
    },
  }
}
