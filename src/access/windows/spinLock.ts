const spins = 200
const napMs = 1
/**
 * Sleeps, about ten seconds in all, after which a lock is taken from its holder: even on a busy machine no living thread
 * holds one that long. Sleeps are counted instead of time, since a stopped process did not let the holder run either.
 */
const patience = 10_000

/** Locks the word at an index, which is 0 when free; `token` identifies this holding. */
export function lock(words: Int32Array, index: number, token: number, mostNaps = patience): void {
  if (Atomics.compareExchange(words, index, 0, token) !== 0) wait(words, index, token, mostNaps)
}

/** Releases the lock, unless it was taken over. */
export function unlock(words: Int32Array, index: number, token: number): void {
  Atomics.compareExchange(words, index, token, 0)
}

function wait(words: Int32Array, index: number, token: number, mostNaps: number): void {
  let holder = 0
  let tries = 0
  let naps = 0
  for (;;) {
    const found = Atomics.compareExchange(words, index, 0, token)
    if (found === 0) return
    if (found !== holder) {
      holder = found
      tries = 0
      naps = 0
    }
    if (++tries < spins) continue
    if (Atomics.wait(words, index, found, napMs) === 'timed-out') naps++
    if (naps >= mostNaps && Atomics.compareExchange(words, index, found, token) === found) return
  }
}
