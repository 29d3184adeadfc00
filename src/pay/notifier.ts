import { BroadcastChannel } from 'node:worker_threads'

/** Wakes waiters for a ledger entry in all threads of the process; a lost wake-up only costs a poll interval. */
export type Notifier = {
  readonly notify: (id: number) => void
  /** The number of notifications so far; pass it to `wait` to miss none in between. */
  readonly count: () => number
  /** Waits for a notification of an entry, or of any where `id` is null, at most `ms`. */
  readonly wait: (id: number | null, ms: number, from?: number) => Promise<void>
  readonly close: () => void
}

export function createNotifier(): Notifier {
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
    notify(id) {
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
