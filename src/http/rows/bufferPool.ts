import type { Lender } from '../../query/answer.ts'

const smallest = 16 << 10
const largest = 8 << 20
const keptBytes = 16 << 20
/** Buffers that were not needed for so long are freed. */
const sweepMs = 10_000

/** Allocates memory that is handed on to another thread. */
export const allocate: Lender = (size) => ({ bytes: Buffer.allocUnsafeSlow(size), release: () => {} })

/** Buffers of one size that wait to be lent, and the fewest that waited since the last sweep. */
type Shelf = { readonly idle: Buffer<ArrayBuffer>[]; fewest: number }

/**
 * Lends buffers for answers and takes them back once their bytes have left the process. The buffer of an aborted
 * answer is not taken back: the socket may still hold it.
 */
export function createBufferPool(): Lender {
  const shelves = new Map<number, Shelf>()
  let kept = 0

  function sweep(): void {
    for (const [room, shelf] of shelves) {
      kept -= room * shelf.idle.splice(0, shelf.fewest).length
      shelf.fewest = shelf.idle.length
    }
  }
  setInterval(sweep, sweepMs).unref()

  return (size) => {
    let room = smallest
    while (room < size) room *= 2
    if (room > largest) return allocate(size)
    let shelf = shelves.get(room)
    if (!shelf) {
      shelf = { idle: [], fewest: 0 }
      shelves.set(room, shelf)
    }
    const { idle } = shelf
    const ready = idle.pop()
    if (ready) {
      kept -= room
      if (idle.length < shelf.fewest) shelf.fewest = idle.length
    }
    const bytes = ready ?? Buffer.allocUnsafeSlow(room)
    return {
      bytes,
      release() {
        if (kept + room > keptBytes) return
        kept += room
        idle.push(bytes)
      },
    }
  }
}
