import { transferTypes } from './eip3009.ts'
import type { Terms } from './terms.ts'

/** What is for sale: one page of one dataset. */
export type Offer = {
  /** The absolute address that was asked for. */
  readonly url: string
  readonly description: string
  readonly price: string
  /** Extensions of x402 that are declared beside the terms. */
  readonly extensions: Readonly<Record<string, unknown>>
}

export const inBase64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

/** An address longer than this would not fit beside the rest into the header of a payment. */
const longestUrl = 2_048

function resourceOf({ url, description }: Offer): { url: string; description: string } {
  if (url.length <= longestUrl) return { url, description }
  return { url: url.slice(0, url.indexOf('?')), description: `${description} (The query is too long to repeat here.)` }
}

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

/** The header and the body of a 402: version 2 reads the one, version 1 the other. */
export function challengeOf(
  terms: Terms,
  offer: Offer,
  error: string,
): { readonly header: string; readonly body: Readonly<Record<string, unknown>> } {
  const { url, description } = resourceOf(offer)
  const requirement = requirementOf(terms, offer.price)
  const mimeType = 'application/json'
  const header = inBase64({
    x402Version: 2,
    error,
    resource: { url, description, mimeType, serviceName: 'Formosa' },
    accepts: [requirement],
    eip712: intentOf(terms, offer.price),
    ...(terms.mode === 'verify-only'
      ? { settlement: 'none: signatures are checked and no money moves; this service runs with demo data' }
      : {}),
    extensions: offer.extensions,
  })
  const { amount, network: _, ...rest } = requirement
  // Version 1 had names for a few networks only; its clients reject a null `outputSchema`, so there is none.
  const accepts = terms.v1Network
    ? [{ ...rest, network: terms.v1Network, maxAmountRequired: amount, resource: url, description, mimeType }]
    : []
  return { header, body: { x402Version: 1, error, accepts } }
}
