import { transferTypes } from './eip3009.ts'
import { briefly, type Extensions } from './extensions.ts'
import type { PaymentTerms } from './paymentTerms.ts'

/** An offer: one page of one dataset for a price. */
export type Offer = {
  /** The absolute address of the request. */
  readonly url: string
  readonly description: string
  readonly price: string
  /** Extensions of x402, declared beside the terms. */
  readonly extensions: Extensions
}

export const inBase64 = (value: unknown): string => Buffer.from(JSON.stringify(value)).toString('base64')

/**
 * The longest challenge header, alone and beside the response to a failed payment. Proxies read the whole response head
 * into one buffer: nginx into 4 KB by default.
 */
export const mostChallengeBytes = { alone: 2_500, besideOutcome: 2_200 } as const

/** The payment requirements of x402 version 2; facilitators get the same object. */
export const requirementOf = (terms: PaymentTerms, price: string) => ({
  scheme: 'exact',
  network: terms.network,
  amount: price,
  asset: terms.asset,
  payTo: terms.payTo,
  maxTimeoutSeconds: terms.timeoutSeconds,
  extra: { name: terms.domain.name, version: terms.domain.version },
})

/** The EIP-712 message to sign, for callers without x402; the payer fills in the brackets. */
const intentOf = (terms: PaymentTerms, price: string) => ({
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

/** The header form of the challenge; parts that do not fit are left to the body, the least needed first. */
function headerOf(terms: PaymentTerms, offer: Offer, error: string, most: number): string {
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
 * The header and the body of a 402: x402 version 2 reads the header, version 1 the body. The body is complete where the
 * header is shortened.
 */
export function challengeOf(
  terms: PaymentTerms,
  offer: Offer,
  error: string,
  most: number = mostChallengeBytes.alone,
): { readonly header: string; readonly body: Readonly<Record<string, unknown>> } {
  const { url, description, price, extensions } = offer
  const { amount, network: _, ...rest } = requirementOf(terms, price)
  const mimeType = 'application/json'
  // Version 1 named a few networks only, and its clients reject a null `outputSchema`.
  const accepts = terms.v1Network
    ? [{ ...rest, network: terms.v1Network, maxAmountRequired: amount, resource: url, description, mimeType }]
    : []
  const body = { x402Version: 1, error, accepts, eip712: intentOf(terms, price), extensions }
  return { header: headerOf(terms, offer, error, most), body }
}
