import { availableParallelism } from 'node:os'

/**
 * The slots in which threads of all serving threads encode long pages at once. There are fewer than cores, so that one
 * is left to whoever is served meanwhile. Each slot holds the number of the thread in it, or 0; the last element counts
 * how often a slot became free.
 */
export type EncodingSlots = Int32Array<SharedArrayBuffer>

export const createEncodingSlots = (count = Math.max(1, availableParallelism() - 1)): EncodingSlots =>
  new Int32Array(new SharedArrayBuffer((count + 1) * Int32Array.BYTES_PER_ELEMENT))

/** Waits for a slot and takes it; blocks the thread. */
export function takeSlot(slots: EncodingSlots, thread: number): void {
  const last = slots.length - 1
  for (;;) {
    const freed = Atomics.load(slots, last)
    for (let n = 0; n < last; n++) if (Atomics.compareExchange(slots, n, 0, thread) === 0) return
    Atomics.wait(slots, last, freed)
  }
}

/** Frees the slot of a thread, if it has one: also that of a thread that was ended while it had it. */
export function releaseSlot(slots: EncodingSlots, thread: number): void {
  const last = slots.length - 1
  for (let n = 0; n < last; n++)
    if (Atomics.compareExchange(slots, n, thread, 0) === thread) {
      Atomics.add(slots, last, 1)
      Atomics.notify(slots, last)
    }
}

/**
 * Frees all slots after a serving thread died: its encoding thread died with it, and nobody knows which slot that had.
 * A thread that still encodes goes on without a slot.
 */
export function releaseAllSlots(slots: EncodingSlots): void {
  for (const thread of slots.subarray(0, -1)) if (thread !== 0) releaseSlot(slots, thread)
}
