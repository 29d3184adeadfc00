import type { IncomingHttpHeaders } from 'node:http'
import type { Socket } from 'node:net'
import type { Caller } from '../../access/guard.ts'
import type { Link } from '../../store/links.ts'

/** A request as every stage reads it, whoever made it: a client of a connection, a tool, a page of the service. */
export type ApiRequest = {
  readonly id: string
  readonly method: string
  /** Path and query as they were sent. */
  readonly url: string
  /** The path without the prefix `/api`, which names the same resources. */
  readonly path: string
  readonly query: string
  /** The path that the client has called: the call of a tool is part of a message to another path. */
  readonly entry: string
  readonly headers: IncomingHttpHeaders
  /** The client's. */
  readonly address: string
  /** True where a trusted proxy was reached by https. */
  readonly isSecure: boolean
  /** True where its address is not counted: the request that it is a part of has counted. */
  readonly isCounted: boolean
  /** The caller of a request of the service itself, which needs no credentials and costs nothing. */
  readonly internal: { readonly caller: Caller | null } | null
  /** The connection that waits for the answer. */
  readonly socket: Socket | null
  readonly body: () => Promise<Buffer>
  /** A signal that is aborted when the client has left. */
  readonly signal: () => AbortSignal
}

/** The sender of a request: the caller, `Set-Cookie` lines of a prolonged session, and warnings about a bad key. */
export type Sender = {
  readonly caller: Caller | null
  readonly cookies: readonly string[]
  readonly warnings: readonly string[]
  /** The link whose owner the caller is. */
  readonly link: Link | null
}

export const noBytes = Buffer.alloc(0)

/** The request with a key that its client sends elsewhere than in `Authorization`. */
export const withKey = (request: ApiRequest, key: string): ApiRequest => ({
  id: request.id,
  method: request.method,
  url: request.url,
  path: request.path,
  query: request.query,
  entry: request.entry,
  headers: { ...request.headers, authorization: `Bearer ${key}` },
  address: request.address,
  isSecure: request.isSecure,
  isCounted: request.isCounted,
  internal: request.internal,
  socket: request.socket,
  body: () => request.body(),
  signal: () => request.signal(),
})

/** The path and the query of an address. */
export function targetOf(url: string): Pick<ApiRequest, 'path' | 'query'> {
  const mark = url.indexOf('?')
  const path = mark < 0 ? url : url.slice(0, mark)
  return { path: path.startsWith('/api/') ? path.slice(4) : path, query: mark < 0 ? '' : url.slice(mark + 1) }
}
