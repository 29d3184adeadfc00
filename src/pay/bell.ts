import { BroadcastChannel } from 'node:worker_threads'

/** Wakes whoever waits for a line of the ledger, in any thread of the process; nobody depends on hearing it. */
export type Bell = {
  readonly ring: (id: number) => void
  /** How often it has rung; a wait that begins from here misses nothing that came in between. */
  readonly count: () => number
  /** Waits for a ring for this line, or for any where none is given, but no longer than this. */
  readonly wait: (id: number | null, ms: number, from?: number) => Promise<void>
  readonly close: () => void
}

export function createBell(): Bell {
  const channel = new BroadcastChannel('formosa payments')
  channel.unref()
  const waiting = new Set<{ readonly id: number | null; readonly wake: () => void }>()
  let count = 0
  const wake = (id: number): void => {
    count++
    for (const waiter of [...waiting]) if (waiter.id === null || waiter.id === id) waiter.wake()
  }
  channel.onmessage = (message) => wake((message as { data: number }).data)
  return {
    ring(id) {
      wake(id)
      channel.postMessage(id)
    },
    count: () => count,
    wait: (id, ms, from = count) =>
      new Promise((resolve) => {
        if (from !== count) return resolve()
        const waiter = {
          id,
          wake() {
            clearTimeout(timer)
            waiting.delete(waiter)
            resolve()
          },
        }
        const timer = setTimeout(() => waiter.wake(), ms)
        waiting.add(waiter)
      }),
    close() {
      for (const waiter of [...waiting]) waiter.wake()
      channel.close()
    },
  }
}
