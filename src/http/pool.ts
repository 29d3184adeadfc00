import type { Lender } from '../query/answer.ts'

const smallest = 16 << 10
const largest = 8 << 20
const keptBytes = 16 << 20

/** Gives memory that is handed on to another thread. */
export const give: Lender = (size) => ({ bytes: Buffer.allocUnsafeSlow(size), release: () => {} })

/**
 * Lends buffers for answers and takes them back once their bytes have left the process. The buffer of an aborted
 * answer is not taken back: the socket may still hold it.
 */
export function createPool(): Lender {
  const idle = new Map<number, Buffer<ArrayBuffer>[]>()
  let kept = 0
  return (size) => {
    let room = smallest
    while (room < size) room *= 2
    if (room > largest) return give(size)
    const ready = idle.get(room)?.pop()
    if (ready) kept -= room
    const bytes = ready ?? Buffer.allocUnsafeSlow(room)
    return {
      bytes,
      release() {
        if (kept + room > keptBytes) return
        kept += room
        const list = idle.get(room)
        if (list) list.push(bytes)
        else idle.set(room, [bytes])
      },
    }
  }
}
