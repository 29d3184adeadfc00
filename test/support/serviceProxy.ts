import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as openRequest,
  type ServerResponse,
} from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the proxy does with a request. */
export type NetworkFault =
  /** It passes; these headers of the response are replaced. */
  | { readonly kind: 'pass'; readonly headers?: Readonly<Record<string, string>> }
  /** The service never sees it: this is the response. */
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly body?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** The connection ends before any byte of the response. */
  | { readonly kind: 'drop' }
  /** The connection ends within the body, after this share of it. */
  | { readonly kind: 'cut'; readonly share: number }
  /** The body ends early as if it were whole, as some proxies let it. */
  | { readonly kind: 'shorten'; readonly share: number }
  /** The body passes as it comes, and the connection ends after so many bytes; the wait of an event stream is short. */
  | { readonly kind: 'relay'; readonly bytes: number }
  /** The response begins after a delay. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The body stops after this share of it, and the connection stays open. */
  | { readonly kind: 'stall'; readonly share: number }

type ProxiedRequest = {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly at: number
}

/** Chooses the fault of the `n`th request, from 0. */
type FaultOf = (n: number, request: ProxiedRequest) => NetworkFault | undefined | Promise<NetworkFault | undefined>

export const throttled = (seconds: number): NetworkFault => ({
  kind: 'answer',
  status: 429,
  headers: { 'Retry-After': String(seconds) },
  body: JSON.stringify({
    detail: 'rate limit exceeded (600/600 per hour for free tier)',
    retry_after_seconds: seconds,
  }),
})

export const unavailable = (seconds: number | null = null): NetworkFault => ({
  kind: 'answer',
  status: 503,
  headers: seconds === null ? {} : { 'Retry-After': String(seconds) },
  body: JSON.stringify({ detail: 'A part of the service is down', code: 'internal', request_id: 'made-up' }),
})

/** A proxy in front of a service that throttles, delays, cuts and refuses. */
export async function startServiceProxy(target: string) {
  const requests: ProxiedRequest[] = []
  let faultOf: FaultOf = () => undefined
  let relayed = 0
  const { hostname, port } = new URL(target)

  function forward(proxied: ProxiedRequest, body: Buffer, response: ServerResponse, fault: NetworkFault): void {
    const { method, url: path } = proxied
    const headers = { ...proxied.headers, host: `${hostname}:${port}` }
    const upstream = openRequest({ hostname, port, method, path, headers }, async (upstreamResponse) => {
      if (fault.kind === 'relay') return relay(upstreamResponse, response, fault.bytes)
      const chunks: Buffer[] = []
      for await (const chunk of upstreamResponse) chunks.push(chunk as Buffer)
      const whole = Buffer.concat(chunks)
      const share = 'share' in fault ? fault.share : 1
      const part = whole.subarray(0, Math.floor(whole.length * share))
      const { 'transfer-encoding': _, connection: __, ...kept } = upstreamResponse.headers
      const sent = fault.kind === 'shorten' ? part.length : whole.length
      const replaced = fault.kind === 'pass' ? fault.headers : {}
      response.writeHead(upstreamResponse.statusCode!, { ...kept, ...replaced, 'content-length': sent })
      if (fault.kind === 'cut') response.write(part, () => response.destroy())
      else if (fault.kind === 'stall') response.write(part)
      else response.end(part)
    })
    upstream.on('error', () => response.destroy())
    upstream.end(body)
  }

  function relay(upstream: IncomingMessage, response: ServerResponse, bytes: number): void {
    const { 'transfer-encoding': _, connection: __, ...kept } = upstream.headers
    response.writeHead(upstream.statusCode!, kept)
    response.on('close', () => upstream.destroy())
    upstream.on('error', () => response.destroy())
    upstream.on('end', () => response.end())
    let left = bytes
    upstream.on('data', (chunk: Buffer) => {
      const part = Buffer.from(chunk.toString().replace(/^retry: \d+$/m, 'retry: 5')).subarray(0, left)
      left -= part.length
      response.write(part, () => left <= 0 && response.destroy())
      relayed += part.length
    })
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const proxied = { method: request.method!, url: request.url!, headers: request.headers, at: Date.now() }
    requests.push(proxied)
    const fault = (await faultOf(requests.length - 1, proxied)) ?? { kind: 'pass' }
    if (fault.kind === 'drop') return void request.socket.destroy()
    if (fault.kind === 'answer') {
      response.writeHead(fault.status, { 'Content-Type': 'application/json', ...fault.headers })
      return void response.end(fault.body ?? '')
    }
    // A long delay must not keep the test's process alive.
    if (fault.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, fault.ms).unref())
    forward(proxied, Buffer.concat(chunks), response, fault)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The requests since the last `setFaults`. */
    requests: (): readonly ProxiedRequest[] => requests,
    /** Bytes that passed as they came, since the last `setFaults`. */
    relayed: () => relayed,
    /** Sets the faults of later requests; requests are counted from 0 again. */
    setFaults(next: FaultOf): void {
      requests.length = 0
      relayed = 0
      faultOf = next
    },
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
