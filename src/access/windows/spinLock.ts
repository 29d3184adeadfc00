const spins = 200
const napMs = 1
/**
 * Naps beside a lock that nobody moves before it is taken from its holder, a second or so: nobody holds one that long
 * and lives. Naps and not a clock, since a process that was stopped has slept without its holder having run either.
 */
const patience = 1_000

/** Locks the word at an index, which is 0 when free; `token` names this holding and no other. */
export function lock(words: Int32Array, index: number, token: number): void {
  if (Atomics.compareExchange(words, index, 0, token) !== 0) wait(words, index, token)
}

/** A lock that was taken from its holder stays with whoever took it. */
export function unlock(words: Int32Array, index: number, token: number): void {
  Atomics.compareExchange(words, index, token, 0)
}

function wait(words: Int32Array, index: number, token: number): void {
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
    if (naps >= patience && Atomics.compareExchange(words, index, found, token) === found) return
  }
}
