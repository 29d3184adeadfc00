import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** What the proxy does with a request. */
export type ProxyAction =
  | { readonly kind: 'pass' }
  /** The request is not forwarded. */
  | { readonly kind: 'drop' }
  /** The request is forwarded, and its response is lost. */
  | { readonly kind: 'lose' }
  | { readonly kind: 'slow'; readonly ms: number }
  | { readonly kind: 'fail'; readonly status: number }
  /** The response is made up; the request is not forwarded. */
  | { readonly kind: 'lie'; readonly respond: (body: unknown) => unknown }
  /** The request is forwarded, and another response is returned. */
  | { readonly kind: 'twist'; readonly respond: (honest: unknown) => unknown }

/** The JSON-RPC method, or the path of a request that is none. */
export type Rule = (name: string, body: unknown) => ProxyAction | Promise<ProxyAction>

export const pass: ProxyAction = { kind: 'pass' }

/** A proxy of a node of the chain or of a facilitator: it forwards, delays, loses or invents requests and responses. */
export async function startPaymentProxy(target: string) {
  const seen = new Map<string, number>()
  let rule: Rule = () => pass

  async function forward(request: IncomingMessage, body: Buffer) {
    const response = await fetch(`${target}${request.url === '/' ? '' : request.url}`, {
      method: request.method!,
      headers: { 'content-type': 'application/json' },
      ...(request.method === 'POST' ? { body } : {}),
    })
    return { status: response.status, text: await response.text() }
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk)
    const body = Buffer.concat(chunks)
    const message = body.length > 0 ? JSON.parse(body.toString()) : {}
    const name = typeof message.method === 'string' ? message.method : request.url!
    seen.set(name, (seen.get(name) ?? 0) + 1)
    const action = await rule(name, message)
    const send = (status: number, text: string) => {
      if (response.destroyed) return
      response.writeHead(status, { 'content-type': 'application/json' }).end(text)
    }
    const wrapped = (body: unknown) =>
      JSON.stringify(message.jsonrpc ? { jsonrpc: '2.0', id: message.id, ...(body as object) } : body)
    if (action.kind === 'drop') return void request.socket.destroy()
    if (action.kind === 'fail') return send(action.status, 'the upstream broke')
    if (action.kind === 'lie') return send(200, wrapped(action.respond(message)))
    if (action.kind === 'slow') await new Promise((resolve) => setTimeout(resolve, action.ms))
    const honest = await forward(request, body)
    if (action.kind === 'lose') return void request.socket.destroy()
    if (action.kind === 'twist') return send(200, wrapped(action.respond(JSON.parse(honest.text))))
    send(honest.status, honest.text)
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => request.socket.destroy())
  })
  // A pause of a busy process is no reason to close a connection that a client is about to use.
  server.keepAliveTimeout = 0
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    seen,
    setRule(next: Rule) {
      rule = next
    },
    close: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

export type PaymentProxy = Awaited<ReturnType<typeof startPaymentProxy>>
