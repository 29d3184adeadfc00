import { transferTypes } from './eip3009.ts'
import { briefly, type Extensions } from './extensions.ts'
import type { Terms } from './terms.ts'

/** What is for sale: one page of one dataset. */
export type Offer = {
  /** The absolute address that was asked for. */
  readonly url: string
  readonly description: string
  readonly price: string
  /** Extensions of x402 that are declared beside the terms. */
  readonly extensions: Extensions
}

export const inBase64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

/**
 * The longest header a challenge is put into, and the longest beside the outcome of a payment that failed. Proxies read
 * the whole head of an answer into one buffer: nginx into 4 KB unless it is told otherwise.
 */
export const mostChallengeBytes = { alone: 2_500, besideOutcome: 2_200 } as const

/** The terms as version 2 of x402 writes them; facilitators get the same object. */
export const requirementOf = (terms: Terms, price: string) => ({
  scheme: 'exact',
  network: terms.network,
  amount: price,
  asset: terms.asset,
  payTo: terms.payTo,
  maxTimeoutSeconds: terms.timeoutSeconds,
  extra: { name: terms.domain.name, version: terms.domain.version },
})

/** The message to sign, for a caller that knows EIP-712 and not x402; what is its own to choose stands in brackets. */
const intentOf = (terms: Terms, price: string) => ({
  domain: terms.domain,
  primaryType: 'TransferWithAuthorization',
  types: transferTypes,
  message: {
    from: '<your address>',
    to: terms.payTo,
    value: price,
    validAfter: '0',
    validBefore: `<now in seconds + ${terms.timeoutSeconds}>`,
    nonce: '<32 random bytes>',
  },
})

/** The challenge as the header has it: what does not fit is left to the body, the least needed first. */
function headerOf(terms: Terms, offer: Offer, error: string, most: number): string {
  const { url, description, extensions } = offer
  const brief = briefly(extensions)
  const { bazaar: _, ...needed } = brief
  const bare = url.split('?')[0]!
  const short = `${description} (The query is too long to repeat here.)`
  const eip712 = intentOf(terms, offer.price)
  const encoded = (resource: { url: string; description: string }, more: Readonly<Record<string, unknown>>) =>
    inBase64({
      x402Version: 2,
      error,
      resource: { ...resource, mimeType: 'application/json', serviceName: 'Formosa' },
      accepts: [requirementOf(terms, offer.price)],
      ...(terms.mode === 'verify-only' ? { settlement: 'none: signatures are checked and no money moves' } : {}),
      ...more,
    })
  const whole = { url, description }
  const cut = bare === url ? whole : { url: bare, description: short }
  const versions = [
    () => encoded(whole, { eip712, extensions: brief }),
    () => encoded(whole, { eip712, extensions: needed }),
    () => encoded(cut, { eip712, extensions: brief }),
    () => encoded(cut, { eip712, extensions: needed }),
    () => encoded(cut, { extensions: needed }),
  ]
  let header = ''
  for (const version of versions) {
    header = version()
    if (header.length <= most) break
  }
  return header
}

/**
 * The header and the body of a 402: version 2 of x402 reads the one, version 1 the other. The body has whole what the
 * header has no room for.
 */
export function challengeOf(
  terms: Terms,
  offer: Offer,
  error: string,
  most: number = mostChallengeBytes.alone,
): { readonly header: string; readonly body: Readonly<Record<string, unknown>> } {
  const { url, description, price, extensions } = offer
  const { amount, network: _, ...rest } = requirementOf(terms, price)
  const mimeType = 'application/json'
  // Version 1 had names for a few networks only; its clients reject a null `outputSchema`, so there is none.
  const accepts = terms.v1Network
    ? [{ ...rest, network: terms.v1Network, maxAmountRequired: amount, resource: url, description, mimeType }]
    : []
  const body = { x402Version: 1, error, accepts, eip712: intentOf(terms, price), extensions }
  return { header: headerOf(terms, offer, error, most), body }
}
