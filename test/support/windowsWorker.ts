import { parentPort, workerData } from 'node:worker_threads'
import { openShared } from '../../src/access/windows/sharedWindows.ts'
import { WindowsFull } from '../../src/access/windows/windows.ts'

/** A thread that makes calls, beside others that do the same. */
export type WindowsJob = {
  readonly engine:
    | { readonly kind: 'shared'; readonly buffer: SharedArrayBuffer }
    | { readonly kind: 'redis'; readonly url: string; readonly prefix: string; readonly bucketMs: number }
  readonly threads: number
  /** All threads begin a phase together; `at` is its time, where the clock is not the server's. */
  readonly phases: readonly { readonly at: number; readonly keys: readonly number[] }[]
  /** Whether every other thread goes through the keys from their end. */
  readonly crosses: boolean
  /** How often each thread calls every key of a phase. */
  readonly rounds: number
  readonly limit: number
  /** How many threads have come to a phase. */
  readonly arrived: SharedArrayBuffer
  /** How many calls were allowed, by phase and key. */
  readonly allowed: SharedArrayBuffer
}

const { engine, threads, phases, crosses, rounds, limit, ...shared } = workerData as WindowsJob
const arrived = new Int32Array(shared.arrived)
const allowed = new Int32Array(shared.allowed)

/** Spins, since whoever sleeps wakes up too late to meet the others, but not for long; answers which it was to come. */
function meet(phase: number): number {
  const nth = Atomics.add(arrived, phase, 1)
  for (let spins = 0; Atomics.load(arrived, phase) < threads; spins++)
    if (spins > 20_000) Atomics.wait(arrived, phase, Atomics.load(arrived, phase), 1)
  return nth
}

if (engine.kind === 'shared') {
  let at = new Date(0)
  const windows = openShared(engine.buffer, () => at)
  parentPort!.postMessage('started')
  let place = 0
  for (const [phase, { at: ms, keys }] of phases.entries()) {
    at = new Date(ms)
    const isBackwards = meet(phase) % 2 === 1 && crosses
    for (let round = 0; round < rounds; round++)
      for (let n = 0; n < keys.length; n++) {
        const i = isBackwards ? keys.length - 1 - n : n
        try {
          if (windows.take(keys[i]!, limit, true).isAllowed) Atomics.add(allowed, place + i, 1)
        } catch (error) {
          if (!(error instanceof WindowsFull)) throw error
        }
      }
    place += keys.length
  }
} else {
  // Loaded by threads that need it only, since to load it takes most of a thread's time.
  const { openRedis } = await import('../../src/access/windows/redisWindows.ts')
  const windows = await openRedis({ ...engine, now: null, deadlineMs: 30_000, onState: () => {} })
  parentPort!.postMessage('started')
  const { keys } = phases[0]!
  meet(0)
  const call = async (i: number) => {
    if ((await windows.take(keys[i]!, limit, true)).isAllowed) Atomics.add(allowed, i, 1)
  }
  for (let round = 0; round < rounds; round += 10)
    await Promise.all(Array.from({ length: 10 * keys.length }, (_, n) => call(n % keys.length)))
  windows.close()
}
