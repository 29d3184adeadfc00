import type { Socket } from 'node:net'

/** The time to send the answer in. */
const graceMs = 10_000

/**
 * Keeps a connection open while its answer is computed: the server would close it as idle. The former idle timeout is
 * restored afterwards.
 */
export async function heldOpen<T>(socket: Socket | null, ms: number, work: () => Promise<T>): Promise<T> {
  const idleMs = socket?.timeout ?? 0
  if (idleMs > 0) socket?.setTimeout(Math.max(idleMs, ms + graceMs))
  try {
    return await work()
  } finally {
    if (idleMs > 0) socket?.setTimeout(idleMs)
  }
}
