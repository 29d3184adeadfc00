/** Milliseconds of work after which a thread that encodes pages rests. */
const burstMs = 0.5
/** The system rounds it up to about a tenth of a millisecond. */
const restMs = 0.01

const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT))
let begun = performance.now()

/**
 * Gives up the core for a moment after some work; blocks the thread. A low priority alone is not enough: the system may
 * let a thread that runs go on for four milliseconds before one that serves people gets its core.
 */
export function rest(): void {
  if (performance.now() - begun < burstMs) return
  Atomics.wait(never, 0, 0, restMs)
  begun = performance.now()
}
