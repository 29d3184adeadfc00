import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import { failedReply } from './failed.ts'
import type { HotPages } from './hotPages.ts'
import { createReplies, type Replies } from './replies.ts'
import type { Reply } from './respond.ts'
import { turnNameOf } from './sender.ts'
import type { BaseServices, OwnRequest, OwnResponse } from './services.ts'

/** The request as the routes read it. Its address is known, so it passes no proxy. */
function requestOf({ method, url, headers, body, address }: OwnRequest): IncomingMessage {
  const stream = Readable.from(body === undefined ? [] : [Buffer.from(body)])
  const head = { method, url, headers, rawHeaders: [], socket: { remoteAddress: address, timeout: 0 } }
  return Object.assign(stream, head) as unknown as IncomingMessage
}

const textOf = ({ body, isBytes = false }: Reply): string =>
  typeof body === 'string' ? (isBytes ? Buffer.from(body, 'latin1').toString() : body) : body.toString()

export type Dispatch = (request: OwnRequest, id: string, signal: AbortSignal) => Promise<OwnResponse>

/**
 * Answers requests that the service makes for its clients as those of the clients themselves: `replies` makes the
 * replies, with the same checks, limits and counts. What has counted against an address does not count again.
 */
export function createDispatch(services: BaseServices, hotPages: HotPages, replies: () => Replies): Dispatch {
  const mcp = (): never => {
    throw new Error('a tool calls neither tools nor pages')
  }
  const internal = { rows: mcp, send: mcp }
  let exempt: Replies | null = null
  const repliesFor = (isCounted: boolean): Replies => {
    if (!isCounted) return replies()
    exempt ??= createReplies({ ...services, mcp, internal, addressLimit: null }, hotPages)
    return exempt
  }

  return async (own, id, signal) => {
    const make = repliesFor(own.isCounted)
    const request = requestOf(own)
    const reply = await services.turns
      .compute(
        () => turnNameOf(services, request),
        () => make(request, id, () => signal),
      )
      .catch((error: unknown) => failedReply(services, error, request, id))
    const { status, common = [], headers, rate = [] } = reply
    const response = { status, headers: [...common, ...headers, ...rate], body: textOf(reply) }
    // A payment is served when its answer has left; any other buffer is free once it is copied.
    if (own.headers['payment-signature'] !== undefined && reply.release) return { ...response, release: reply.release }
    reply.release?.()
    return response
  }
}
