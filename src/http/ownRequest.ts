import { turnNameOf } from './admission/sender.ts'
import { failedReply } from './reply/failed.ts'
import type { Reply } from './reply.ts'
import { type ApiRequest, noBytes, targetOf } from './request/apiRequest.ts'
import type { BaseServices, OwnResponse } from './services.ts'

/** A request that the service makes: the call of a tool for a client, or one of its pages. */
type OwnRequest = Pick<ApiRequest, 'id' | 'url' | 'entry' | 'headers' | 'address' | 'isCounted' | 'internal'> & {
  readonly method: 'GET' | 'POST'
  /** Sent as JSON. */
  readonly body: unknown
  readonly signal: AbortSignal
}

const requestOf = ({ url, headers, body, signal, ...own }: OwnRequest): ApiRequest => ({
  ...own,
  ...targetOf(url),
  url,
  headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
  isSecure: false,
  socket: null,
  body: async () => (body === undefined ? noBytes : Buffer.from(JSON.stringify(body))),
  signal: () => signal,
})

const textOf = ({ body, isBytes = false }: Reply): string =>
  typeof body === 'string' ? (isBytes ? Buffer.from(body, 'latin1').toString() : body) : body.toString()

export type Send = (request: OwnRequest) => Promise<OwnResponse>

/** Sends requests of the service through the pipeline, in the turns of their senders. */
export function createSend(services: BaseServices, reply: (request: ApiRequest) => Reply | Promise<Reply>): Send {
  return async (own) => {
    const request = requestOf(own)
    const made = await services.turns
      .compute(
        () => turnNameOf(services, request),
        () => reply(request),
      )
      .catch((error: unknown) => failedReply(services, error, request))
    const { status, common = [], headers, rate = [], release } = made
    const response = { status, headers: [...common, ...headers, ...rate], body: textOf(made) }
    // A payment is served when its answer has left; any other buffer is free once it is copied.
    if (own.headers['payment-signature'] !== undefined && release) return { ...response, release }
    release?.()
    return response
  }
}
