import type { Socket } from 'node:net'

/** For the answer to be sent in. */
const graceMs = 10_000

/**
 * Keeps a connection open while its answer is worked on for so long: a server takes a connection on which nothing moves
 * for idle, and closes it. Afterwards it may be idle for as long as before.
 */
export async function heldOpen<T>(socket: Socket, ms: number, work: () => Promise<T>): Promise<T> {
  const idleMs = socket.timeout ?? 0
  if (idleMs > 0) socket.setTimeout(Math.max(idleMs, ms + graceMs))
  try {
    return await work()
  } finally {
    if (idleMs > 0) socket.setTimeout(idleMs)
  }
}
