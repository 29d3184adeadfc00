import { createHmac } from 'node:crypto'
import { request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import type { Webhook } from '../../store/webhooks.ts'
import { shownEvent } from '../types.ts'
import { isPublic, type Lookup, lookUp, receiverFault } from './receivers.ts'

/** What is sent, by the Standard Webhooks specification. */
export type Message = Omit<Parameters<typeof shownEvent>[0], 'data'> & { readonly data: unknown }

/** The answer of a receiver, or why there was none. */
export type Outcome = { readonly status: number | null; readonly error: string | null }

export type DeliveryOptions = {
  readonly allowsPrivate: boolean
  /** The keys that secrets derive from: that of the installation's secret, and of one that replaces it. */
  readonly keys: readonly Uint8Array[]
  readonly now: () => Date
  readonly release: string
  readonly lookup?: Lookup
  /** Whether an address may be connected to. */
  readonly isOpen?: (address: string) => boolean
  readonly timeoutMs?: number
  /** Aborted when the process stops. */
  readonly signal?: AbortSignal
}

const secretOf = (key: Uint8Array, id: number, generation: number): Buffer =>
  createHmac('sha256', key).update(`webhook ${id} ${generation}`).digest()

/** The secret of a webhook as its owner is shown it. */
export const shownSecret = ([key]: readonly Uint8Array[], { id, generation }: Webhook): string =>
  `whsec_${secretOf(key!, id, generation).toString('base64')}`

export const signatureOf = (secret: Buffer, id: string, seconds: number, body: string): string =>
  `v1,${createHmac('sha256', secret).update(`${id}.${seconds}.${body}`).digest('base64')}`

/** Signatures by every secret that a receiver may still have. */
function signaturesOf(webhook: Webhook, { keys, now }: DeliveryOptions, id: string, seconds: number, body: string) {
  const { generation, oldUntil } = webhook
  const generations = oldUntil !== null && oldUntil > now().toISOString() ? [generation, generation - 1] : [generation]
  return generations
    .flatMap((one) => keys.map((key) => signatureOf(secretOf(key, webhook.id, one), id, seconds, body)))
    .join(' ')
}

/** The checked addresses of a host alone are connected to: a name is not looked up again. */
async function addressesOf(hostname: string, options: DeliveryOptions) {
  const { lookup = lookUp, isOpen = options.allowsPrivate ? () => true : isPublic } = options
  const literal = hostname.replace(/^\[|\]$/g, '')
  const found = isIP(literal) === 0 ? await lookup(literal) : [{ address: literal, family: isIP(literal) }]
  if (!found.every(({ address }) => isOpen(address))) throw new Error('the address is not of the public internet')
  if (found.length === 0) throw new Error('the name has no address')
  return found
}

const reasons: Readonly<Record<string, string>> = {
  ENOTFOUND: 'the name has no address',
  ECONNREFUSED: 'the connection was refused',
  ECONNRESET: 'the connection was closed',
}

/** Sends a message once and looks at the status of the answer alone; follows no redirect. */
export async function deliver(webhook: Webhook, message: Message, options: DeliveryOptions): Promise<Outcome> {
  const { release, now, allowsPrivate, timeoutMs = 15_000 } = options
  const late = AbortSignal.timeout(timeoutMs)
  const { id, ...shown } = shownEvent(message)
  const body = JSON.stringify(shown)
  const seconds = Math.floor(now().getTime() / 1_000)
  try {
    const fault = receiverFault(webhook.url, allowsPrivate)
    if (fault) throw new Error(`the address ${fault.en}`)
    const url = new URL(webhook.url)
    const found = await Promise.race([
      addressesOf(url.hostname, options),
      new Promise<never>((_, reject) => late.addEventListener('abort', () => reject(late.reason))),
    ])
    const lookup = ((_name, { all }, done) =>
      all ? done(null, [...found]) : done(null, found[0]!.address, found[0]!.family)) as LookupFunction
    const status = await new Promise<number>((resolve, reject) => {
      const send = url.protocol === 'https:' ? requestHttps : requestHttp
      const sent = send(url, {
        method: 'POST',
        agent: false,
        lookup,
        signal: options.signal ? AbortSignal.any([late, options.signal]) : late,
        headers: {
          'Content-Type': 'application/json',
          'Content-Length': Buffer.byteLength(body),
          'User-Agent': `formosa/${release}`,
          'webhook-id': id,
          'webhook-timestamp': seconds,
          'webhook-signature': signaturesOf(webhook, options, id, seconds, body),
        },
      })
      sent.on('error', reject).on('response', (response) => {
        response.on('error', () => {}).destroy()
        resolve(response.statusCode!)
      })
      sent.end(body)
    })
    return { status, error: status >= 200 && status < 300 ? null : `it answered ${status}` }
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException
    if (late.aborted) return { status: null, error: `no answer within ${timeoutMs / 1_000} s` }
    return { status: null, error: reasons[code] ?? message.slice(0, 200) }
  }
}
