import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'

type Open = { readonly request: IncomingMessage; readonly response: ServerResponse }

/** Tracks the unanswered requests of each connection, so that nothing is sent ahead of their answers. */
export function createPendingResponses() {
  const connections = new WeakMap<Duplex, Open[]>()

  /** A request with an incomplete body gets only the refusal, unless its answer has begun. */
  const isPending = ({ request, response }: Open): boolean =>
    !response.closed && (request.complete || response.headersSent)

  return {
    /** Counts a request until its answer has left or its connection is gone. */
    add(request: IncomingMessage, response: ServerResponse): void {
      const open = connections.get(request.socket)
      // Answers that have left are looked for here: a listener for each would cost more than the rest of the count.
      if (!open) connections.set(request.socket, [{ request, response }])
      else if (open.length === 1 && open[0]!.response.closed) open[0] = { request, response }
      else {
        while (open[0]?.response.closed) open.shift()
        open.push({ request, response })
      }
    },
    /** Calls back once every whole request of the connection is answered; at once where none is open. */
    afterAnswers(socket: Duplex, callback: () => void): void {
      const open = connections.get(socket) ?? []
      const settle = () => {
        if (!open.some(isPending)) callback()
      }
      for (const { response } of open) if (!response.closed) response.once('close', settle)
      settle()
    },
  }
}
