import { BroadcastChannel } from 'node:worker_threads'

/** Wakes waiters for a ledger entry in all threads of the process; a lost wake-up only costs a poll interval. */
export type Notifier = ReturnType<typeof createNotifier>

export function createNotifier() {
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
    notify(id: number): void {
      wake(id)
      channel.postMessage(id)
    },
    /** The number of notifications so far; pass it to `wait` to miss none in between. */
    count: () => count,
    /** Waits for a notification of an entry, or of any where `id` is null, at most `ms`. */
    wait: (id: number | null, ms: number, from = count): Promise<void> =>
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
    close(): void {
      for (const waiter of [...waiting]) waiter.wake()
      channel.close()
    },
  }
}
