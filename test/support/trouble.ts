import { createServer, type IncomingHttpHeaders, request as openRequest, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What happens to a request on its way to the service. */
export type Trouble =
  /** It passes; these headers of the answer are replaced. */
  | { readonly kind: 'pass'; readonly headers?: Readonly<Record<string, string>> }
  /** The service never sees it: this is the answer. */
  | {
      readonly kind: 'answer'
      readonly status: number
      readonly body?: string
      readonly headers?: Readonly<Record<string, string>>
    }
  /** The connection ends before any byte of the answer. */
  | { readonly kind: 'drop' }
  /** The connection ends within the body, after this share of it. */
  | { readonly kind: 'cut'; readonly share: number }
  /** The body ends early as if it were whole, as some proxies let it. */
  | { readonly kind: 'shorten'; readonly share: number }
  /** The answer begins after so long. */
  | { readonly kind: 'delay'; readonly ms: number }
  /** The body stops after this share of it, and the connection stays open. */
  | { readonly kind: 'stall'; readonly share: number }

type Passed = {
  readonly method: string
  /** Path and query. */
  readonly url: string
  readonly headers: IncomingHttpHeaders
  readonly at: number
}

/** Chooses the trouble of the `n`th request, from 0. */
type Troubles = (n: number, request: Passed) => Trouble | undefined | Promise<Trouble | undefined>

export const throttled = (seconds: number): Trouble => ({
  kind: 'answer',
  status: 429,
  headers: { 'Retry-After': String(seconds) },
  body: JSON.stringify({
    detail: 'rate limit exceeded (600/600 per hour for free tier)',
    retry_after_seconds: seconds,
  }),
})

export const unavailable = (seconds: number | null = null): Trouble => ({
  kind: 'answer',
  status: 503,
  headers: seconds === null ? {} : { 'Retry-After': String(seconds) },
  body: JSON.stringify({ detail: 'A part of the service is down', code: 'internal', request_id: 'made-up' }),
})

/** A proxy in front of a service that throttles, delays, cuts and refuses. */
export async function startTrouble(target: string) {
  const requests: Passed[] = []
  let troubles: Troubles = () => undefined
  const { hostname, port } = new URL(target)

  function forward(passed: Passed, body: Buffer, response: ServerResponse, trouble: Trouble): void {
    const { method, url: path } = passed
    const headers = { ...passed.headers, host: `${hostname}:${port}` }
    const upstream = openRequest({ hostname, port, method, path, headers }, async (upstreamResponse) => {
      const chunks: Buffer[] = []
      for await (const chunk of upstreamResponse) chunks.push(chunk as Buffer)
      const whole = Buffer.concat(chunks)
      const share = 'share' in trouble ? trouble.share : 1
      const part = whole.subarray(0, Math.floor(whole.length * share))
      const { 'transfer-encoding': _, connection: __, ...kept } = upstreamResponse.headers
      const sent = trouble.kind === 'shorten' ? part.length : whole.length
      const replaced = trouble.kind === 'pass' ? trouble.headers : {}
      response.writeHead(upstreamResponse.statusCode!, { ...kept, ...replaced, 'content-length': sent })
      if (trouble.kind === 'cut') response.write(part, () => response.destroy())
      else if (trouble.kind === 'stall') response.write(part)
      else response.end(part)
    })
    upstream.on('error', () => response.destroy())
    upstream.end(body)
  }

  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const passed = { method: request.method!, url: request.url!, headers: request.headers, at: Date.now() }
    requests.push(passed)
    const trouble = (await troubles(requests.length - 1, passed)) ?? { kind: 'pass' }
    if (trouble.kind === 'drop') return void request.socket.destroy()
    if (trouble.kind === 'answer') {
      response.writeHead(trouble.status, { 'Content-Type': 'application/json', ...trouble.headers })
      return void response.end(trouble.body ?? '')
    }
    // A long delay must not keep the test's process alive.
    if (trouble.kind === 'delay') await new Promise((resolve) => setTimeout(resolve, trouble.ms).unref())
    forward(passed, Buffer.concat(chunks), response, trouble)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    /** The requests since the last `make`. */
    requests: (): readonly Passed[] => requests,
    /** Sets the troubles to come; requests are counted anew. */
    make(next: Troubles): void {
      requests.length = 0
      troubles = next
    },
    async stop(): Promise<void> {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
