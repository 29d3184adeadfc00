import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import Stripe from 'stripe'
import { createAccount, errorResponse, type Fields, newId, type StripeResponse } from './stripe/account.ts'

type StripeRequest = {
  readonly method: string
  readonly path: string
  /** Of the query or the form, as sent: `metadata[user_id]`. */
  readonly fields: Fields
  readonly headers: IncomingHttpHeaders
}

/**
 * Responds with a status and does nothing, or closes the connection before or after the change. A failure
 * that is kept, of the requests that change this path, is repeated for its idempotency key, as Stripe does where it had
 * begun to carry a request out.
 */
type StripeFault = { readonly status: number; readonly keptFor?: string } | { readonly hangUp: 'before' | 'after' }

/** A stand-in for Stripe's API on a free loopback port, for the official client. */
export async function startStripe() {
  const now = () => new Date()
  const apiKey = newId('sk_test')
  const webhookSecret = newId('whsec')
  const requests: StripeRequest[] = []
  const replies = new Map<
    string,
    { readonly fingerprint: string; readonly reply: StripeResponse; readonly request: string }
  >()
  let currentFault: StripeFault | null = null
  let timesLeft = 0
  const account = createAccount({ now, url: () => url })

  /** Repeats the response to a repeated idempotency key; rejects the key if the request differs. */
  function respondOnce({ method, path, fields, headers }: StripeRequest, request: string, failure?: StripeResponse) {
    const key = headers['idempotency-key']
    if (method !== 'POST' || typeof key !== 'string') return { reply: account.respond(method, path, fields) }
    const fingerprint = JSON.stringify([path, fields])
    const before = replies.get(key)
    if (before && before.fingerprint !== fingerprint) {
      const message = `Keys for idempotent requests can only be used with the same parameters: ${key}`
      return { reply: errorResponse(400, 'idempotency_error', message) }
    }
    const reply = before?.reply ?? failure ?? account.respond(method, path, fields)
    if (!before) replies.set(key, { fingerprint, reply, request })
    return {
      reply,
      headers: {
        'Idempotency-Key': key,
        'Original-Request': before?.request ?? request,
        ...(before ? { 'Idempotent-Replayed': 'true' } : {}),
      },
    }
  }

  function nextFault(): StripeFault | null {
    if (currentFault === null || timesLeft === 0) return null
    timesLeft--
    return currentFault
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { pathname, searchParams } = new URL(request.url!, 'http://stripe')
    const sent = [...searchParams, ...new URLSearchParams(await text(request))]
    const fields = Object.fromEntries(sent)
    const received = { method: request.method!, path: pathname, fields, headers: request.headers }
    requests.push(received)
    const kept = currentFault !== null && 'keptFor' in currentFault ? currentFault.keptFor : undefined
    const fault = kept === undefined || (kept === pathname && request.method === 'POST') ? nextFault() : null
    if (fault && 'hangUp' in fault && fault.hangUp === 'before') return void request.socket.destroy()
    const id = newId('req')
    const failure =
      fault && 'status' in fault
        ? errorResponse(fault.status, 'api_error', `The stand-in was told to answer ${fault.status}`)
        : undefined
    const { reply, headers = {} } =
      failure && kept === undefined
        ? { reply: failure }
        : request.headers.authorization !== `Bearer ${apiKey}`
          ? { reply: errorResponse(401, 'invalid_request_error', 'Invalid API Key provided') }
          : respondOnce(received, id, failure)
    if (fault && 'hangUp' in fault) return void request.socket.destroy()
    response.writeHead(reply.status, {
      'Content-Type': 'application/json',
      'Request-Id': id,
      'Stripe-Version': request.headers['stripe-version'] ?? Stripe.API_VERSION,
      ...headers,
    })
    response.end(JSON.stringify(reply.body))
  }

  const server = createServer((request, response) => {
    // A client that broke off gets no answer.
    handle(request, response).catch(() => response.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`

  return {
    url,
    apiKey,
    webhookSecret,
    /** All requests so far, refused or not. */
    requests: (): readonly StripeRequest[] => [...requests],
    /** From now on, or for some requests; `null` ends it. */
    setFault(fault: StripeFault | null, times = Number.POSITIVE_INFINITY): void {
      currentFault = fault
      timesLeft = times
    },
    /** Makes a price or changes it. */
    price: account.price,
    /** Makes a subscription or changes it, and returns it as the API shows it. */
    subscription: account.subscription,
    /** Begins the next period of a subscription, or says how the payment of its draft went. */
    renew: account.renew,
    /** Pays at the address of a checkout and returns the new subscription; null where the page is closed. */
    pay: account.pay,
    /** A webhook's body and its header `Stripe-Signature`; all times are in seconds. */
    event(
      type: string,
      object: object,
      { id = newId('evt'), created, signedAt }: { id?: string; created?: number; signedAt?: number } = {},
    ): { readonly body: string; readonly signature: string } {
      const seconds = Math.floor(now().getTime() / 1_000)
      const body = JSON.stringify({
        id,
        object: 'event',
        api_version: Stripe.API_VERSION,
        created: created ?? seconds,
        data: { object },
        livemode: false,
        pending_webhooks: 1,
        request: { id: null, idempotency_key: null },
        type,
      })
      const timestamp = signedAt ?? seconds
      return {
        body,
        signature: Stripe.webhooks.generateTestHeaderString({ payload: body, secret: webhookSecret, timestamp }),
      }
    },
    async stop(): Promise<void> {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}
