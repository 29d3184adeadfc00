import { randomUUID } from 'node:crypto'
import { type IncomingHttpHeaders, IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import type { Addresses } from '../../access/addresses.ts'
import { problem } from '../../errors.ts'
import type { Outgoing } from '../reply.ts'
import { type ApiRequest, noBytes, targetOf } from '../request/apiRequest.ts'
import { readBody } from '../request/body.ts'
import type { PlainRequest } from './plainHead.ts'

const badRequest = (en: string, zh: string) => problem('bad_request', [{ en, zh }])

/** Refuses a request with no Host header or several, or with an expectation the service does not meet. */
export function assertHead({ rawHeaders, headers, httpVersionMinor }: IncomingMessage | PlainRequest): void {
  let hosts = 0
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const name = rawHeaders[i]!
    if (name.length === 4 && (name === 'Host' || name.toLowerCase() === 'host')) hosts++
  }
  if (hosts > 1) throw badRequest('it has several Host headers', '有多個 Host 標頭')
  if (hosts === 0 && httpVersionMinor > 0) throw badRequest('it has no Host header', '缺少 Host 標頭')
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue')
    throw problem('expectation_failed', [])
}

/** The request of a client, as Node or the front reads it. */
export class ClientRequest implements ApiRequest {
  readonly id = randomUUID()
  readonly method: string
  readonly url: string
  readonly path: string
  readonly query: string
  readonly entry: string
  readonly headers: IncomingHttpHeaders
  readonly isCounted = false
  readonly internal = null
  readonly socket: Socket
  readonly #received: IncomingMessage | PlainRequest
  readonly #response: Outgoing
  readonly #addresses: Addresses
  #address: string | null = null

  constructor(received: IncomingMessage | PlainRequest, response: Outgoing, addresses: Addresses) {
    const { method = 'GET', url = '/', headers, socket } = received
    const { path, query } = targetOf(url)
    this.method = method
    this.url = url
    this.path = path
    this.query = query
    this.entry = path
    this.headers = headers
    this.socket = socket
    this.#received = received
    this.#response = response
    this.#addresses = addresses
  }

  /** Requests with a known key are answered without it. */
  get address(): string {
    this.#address ??= this.#addresses.of(this)
    return this.#address
  }

  get isSecure(): boolean {
    return this.#addresses.isSecure(this)
  }

  async body(): Promise<Buffer> {
    return this.#received instanceof IncomingMessage ? readBody(this.#received) : noBytes
  }

  signal(): AbortSignal {
    const gone = new AbortController()
    this.#response.once('close', () => gone.abort())
    return gone.signal
  }
}
