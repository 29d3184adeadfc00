import { once } from 'node:events'
import { Agent, createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** A fault of one request. */
export type StoreFault =
  /** An error response without a request to the store. */
  | { readonly kind: 'status'; readonly status: number }
  /** The connection ends at once. */
  | { readonly kind: 'gone' }
  /** The store executes the request, and its response is lost. */
  | { readonly kind: 'lost' }
  /** The answer's body ends after some bytes. */
  | { readonly kind: 'cut'; readonly bytes: number }
  /** Some bytes of the answer's body, or of the request's, are others. */
  | { readonly kind: 'wrongAnswer' }
  | { readonly kind: 'wrongRequest' }
  /** The request waits before it is sent on. */
  | { readonly kind: 'slow'; readonly ms: number }
  /** No response ever comes. */
  | { readonly kind: 'silent' }

export type SeenRequest = { readonly method: string; readonly path: string; readonly number: number }

export type StoreProxy = {
  readonly endpoint: string
  /** Decides about each request from now on. */
  readonly setRule: (decide: (request: SeenRequest) => StoreFault | null) => void
  /** The requests so far. */
  readonly seen: SeenRequest[]
  /** Bytes of the bodies that were sent to the store. */
  readonly sentBytes: () => number
  readonly close: () => Promise<void>
}

/** Every so many bytes one is changed. */
const flippedEvery = 512

const flipped = (bytes: Buffer): Buffer => {
  const copy = Buffer.from(bytes)
  for (let at = (copy.length % flippedEvery) >> 1; at < copy.length; at += flippedEvery) copy[at] = copy[at]! ^ 1
  return copy
}

async function bodyOf(message: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of message) chunks.push(chunk)
  return Buffer.concat(chunks)
}

/** A proxy of an object store that applies the chosen faults. */
export async function startStoreProxy(target: string): Promise<StoreProxy> {
  const seen: SeenRequest[] = []
  let decide: (request: SeenRequest) => StoreFault | null = () => null
  let sentBytes = 0
  const { hostname, port } = new URL(target)
  const agent = new Agent({ keepAlive: true })

  async function forward(incoming: IncomingMessage, body: Buffer) {
    const { method, url: path, headers } = incoming
    const forwarded = request({ hostname, port, method, path, headers, agent })
    forwarded.end(body)
    sentBytes += body.length
    const [response] = (await once(forwarded, 'response')) as [IncomingMessage]
    return { response, bytes: await bodyOf(response) }
  }

  async function serve(incoming: IncomingMessage, outgoing: ServerResponse): Promise<void> {
    const one = { method: incoming.method!, path: incoming.url!, number: seen.length }
    seen.push(one)
    const fault = decide(one)
    if (fault?.kind === 'gone') return void incoming.socket.destroy()
    const body = await bodyOf(incoming)
    if (fault?.kind === 'silent') return
    if (fault?.kind === 'status') return void outgoing.writeHead(fault.status).end()
    if (fault?.kind === 'slow') await sleep(fault.ms)
    const { response, bytes } = await forward(incoming, fault?.kind === 'wrongRequest' ? flipped(body) : body)
    if (fault?.kind === 'lost') return void incoming.socket.destroy()
    outgoing.writeHead(response.statusCode!, response.rawHeaders)
    if (fault?.kind === 'cut' && bytes.length > fault.bytes)
      return void outgoing.write(bytes.subarray(0, fault.bytes), () => incoming.socket.destroy())
    outgoing.end(fault?.kind === 'wrongAnswer' ? flipped(bytes) : bytes)
  }

  const server = createServer((incoming, outgoing) => {
    serve(incoming, outgoing).catch(() => incoming.socket.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    setRule(other) {
      decide = other
    },
    sentBytes: () => sentBytes,
    async close() {
      agent.destroy()
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
