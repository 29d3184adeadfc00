import { AsyncLocalStorage } from 'node:async_hooks'
import { availableParallelism } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { problem } from '../errors.ts'
import { limited } from './quota.ts'

/** The most waiting password hashes per address and per thread; more are refused. */
const mostOfAddress = 8
const mostWaiting = 256
/** Interval between two looks for a free slot. */
const lookMs = 5
/** A slot held for longer than this belongs to a dead thread. */
const leaseNs = 30_000_000_000n

/** Slots for concurrent hashes in the process: half of the cores, and never all four libuv threads. */
export const createHashingSlots = (cores = availableParallelism()): SharedArrayBuffer =>
  new SharedArrayBuffer(8 * Math.min(3, Math.max(1, cores >> 1)))

/** A taken slot, and the time that is stored in it. */
type Held = { readonly slot: number; readonly since: bigint }

export type Hashing = ReturnType<typeof createHashing>

/**
 * Bounds the cost of password hashes, which are slow on purpose. Addresses take turns, so that one address with many
 * log-ins delays nobody else.
 */
export function createHashing(memory: SharedArrayBuffer) {
  const slots = new BigInt64Array(memory)
  const current = new AsyncLocalStorage<{ readonly address: string; readonly isKnown: boolean }>()
  /** By address, in the order of their turns. */
  const lines = new Map<string, ((held: Held) => void)[]>()
  let waiting = 0
  let isServing = false

  function takeSlot(): Held | null {
    const now = process.hrtime.bigint()
    for (let slot = 0; slot < slots.length; slot++) {
      const held = Atomics.load(slots, slot)
      if (held !== 0n && now - held < leaseNs) continue
      if (Atomics.compareExchange(slots, slot, held, now) === held) return { slot, since: now }
    }
    return null
  }

  async function serve(): Promise<void> {
    if (isServing) return
    isServing = true
    while (waiting > 0) {
      const held = takeSlot()
      if (held === null) {
        await sleep(lookMs)
        continue
      }
      const [address, line] = lines.entries().next().value!
      lines.delete(address)
      const begin = line.shift()!
      if (line.length > 0) lines.set(address, line)
      waiting--
      begin(held)
    }
    isServing = false
  }

  return {
    /** Runs `work`, whose hashes queue under this address; none is refused where the caller is `known`. */
    of: <T>(address: string, work: () => Promise<T>, isKnown = false) => current.run({ address, isKnown }, work),
    /** Runs one hash when it is its turn. */
    async turn<T>(hash: () => Promise<T>): Promise<T> {
      const { address, isKnown } = current.getStore() ?? { address: '', isKnown: false }
      const line = lines.get(address) ?? []
      if (!isKnown && line.length >= mostOfAddress) throw problem('checks_limited', [], limited(1))
      if (!isKnown && waiting >= mostWaiting) throw problem('too_busy', [], { headers: { 'Retry-After': '2' } })
      waiting++
      const { slot, since } = await new Promise<Held>((begin) => {
        line.push(begin)
        lines.set(address, line)
        void serve()
      })
      try {
        return await hash()
      } finally {
        // Another thread may have taken the slot over.
        Atomics.compareExchange(slots, slot, since, 0n)
      }
    },
  }
}
