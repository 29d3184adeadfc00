import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

type Owing = { readonly open: Map<ServerResponse, IncomingMessage>; whenPaid: (() => void) | null }

/** Tracks the unanswered requests of each connection, so that nothing is sent ahead of their answers. */
export function createOwed() {
  const connections = new WeakMap<Duplex, Owing>()

  /** A request with an incomplete body gets only the refusal, unless its answer has begun. */
  const isOwed = ([response, request]: [ServerResponse, IncomingMessage]): boolean =>
    request.complete || response.headersSent

  const settle = (owing: Owing): void => {
    if (![...owing.open].some(isOwed)) owing.whenPaid?.()
  }

  return {
    /** Counts a request until its answer has left or its connection is gone. */
    add(request: IncomingMessage, response: ServerResponse): void {
      const owing = connections.get(request.socket) ?? { open: new Map(), whenPaid: null }
      connections.set(request.socket, owing)
      owing.open.set(response, request)
      response.once('close', () => {
        owing.open.delete(response)
        settle(owing)
      })
    },
    /** Calls back once every whole request of the connection is answered; at once where none is open. */
    afterAnswers(socket: Duplex, callback: () => void): void {
      const owing = connections.get(socket)
      if (owing) {
        owing.whenPaid = callback
        settle(owing)
      } else callback()
    },
  }
}
