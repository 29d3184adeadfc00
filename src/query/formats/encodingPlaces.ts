import { availableParallelism } from 'node:os'

/**
 * The places in which threads of all serving threads encode long pages at once. There are fewer than cores, so that one
 * is left to whoever is served meanwhile. Each place holds the number of the thread in it, or 0; the last element counts
 * how often a place became free.
 */
export type EncodingPlaces = Int32Array<SharedArrayBuffer>

export const createEncodingPlaces = (count = Math.max(1, availableParallelism() - 1)): EncodingPlaces =>
  new Int32Array(new SharedArrayBuffer((count + 1) * Int32Array.BYTES_PER_ELEMENT))

/** Waits for a place and takes it; blocks the thread. */
export function takePlace(places: EncodingPlaces, thread: number): void {
  const last = places.length - 1
  for (;;) {
    const freed = Atomics.load(places, last)
    for (let n = 0; n < last; n++) if (Atomics.compareExchange(places, n, 0, thread) === 0) return
    Atomics.wait(places, last, freed)
  }
}

/** Frees the place of a thread, if it has one: also that of a thread that was ended while it had it. */
export function leavePlace(places: EncodingPlaces, thread: number): void {
  const last = places.length - 1
  for (let n = 0; n < last; n++)
    if (Atomics.compareExchange(places, n, thread, 0) === thread) {
      Atomics.add(places, last, 1)
      Atomics.notify(places, last)
    }
}

/**
 * Frees all places after a serving thread died: its encoding thread died with it, and nobody knows which place that had.
 * A thread that still encodes goes on without a place.
 */
export function leaveAllPlaces(places: EncodingPlaces): void {
  for (const thread of places.subarray(0, -1)) if (thread !== 0) leavePlace(places, thread)
}
