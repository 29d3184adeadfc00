import type { Code } from '../../errors.ts'
import { exactly, listOf, object, oneOf, type Schema, string, uri } from './schema.ts'

/** Failures whose body names the price. */
export const demands: readonly Code[] = ['payment_required', 'payment_refused', 'invalid_payment']

/** Failures of every route that is paid for by the call. */
export const paymentFailures: readonly Code[] = [
  ...demands,
  'payment_used',
  'replay_expired',
  'too_many_bad_payments',
  'too_many_replays',
  'settlement_pending',
  'payment_unavailable',
  'address_limited',
]

export const address = (description: string): Schema => ({
  type: 'string',
  pattern: '^0x[0-9a-fA-F]{40}$',
  description,
})
export const amount = (description: string): Schema => ({ type: 'string', pattern: '^[1-9]\\d*$', description })
export const network: Schema = {
  type: 'string',
  pattern: '^eip155:\\d+$',
  description: 'The chain, as CAIP-2 writes it',
}
export const timeout: Schema = {
  type: 'integer',
  minimum: 10,
  maximum: 3600,
  description: 'Seconds that an authorization should stay valid',
}
export const scheme: Schema = { const: 'exact' }

const domain = exactly("The token's name and version, as EIP-712 wants them", { name: string(), version: string() })
const free = (description: string): Schema => ({ type: 'object', description })
const intent = free('The message to sign, for clients that know EIP-712 and not x402; your own parts stand in brackets')
const jsonMimeType: Schema = { const: 'application/json' }
const price = amount('Price of the page in atomic units of the token')
const asset = address('Contract of the token')
const payTo = address('The address that is paid')

export const paymentRequired = object(
  'PaymentRequired',
  'The price, as the object of version 1 of x402 beside detail and code; nothing was charged',
  {
    detail: string('One sentence that names the fix, in the language of the request'),
    code: oneOf(demands),
    x402Version: { type: 'integer', const: 1 },
    error: string("The reason, in x402's own words"),
    accepts: listOf(
      exactly('The terms as version 1 of x402 writes them', {
        scheme,
        network: string('The chain by its name in version 1'),
        maxAmountRequired: price,
        asset,
        payTo,
        maxTimeoutSeconds: timeout,
        extra: domain,
        resource: uri('The address that is paid for'),
        description: string(),
        mimeType: jsonMimeType,
      }),
      'Empty where version 1 has no name for the network; PAYMENT-REQUIRED always has the terms',
    ),
    eip712: intent,
    extensions: free('The whole of what PAYMENT-REQUIRED has in brief: every parameter, an example of an answer'),
  },
)

const requirement = object('PaymentRequirement', 'The terms as version 2 of x402 writes them', {
  scheme,
  network,
  amount: price,
  asset,
  payTo,
  maxTimeoutSeconds: timeout,
  extra: domain,
})

export const paymentChallenge = object(
  'PaymentChallenge',
  'The content of PAYMENT-REQUIRED, version 2 of x402; parts too long for a header are in the body alone',
  {
    x402Version: { type: 'integer', const: 2 },
    error: string("The reason, in x402's own words"),
    resource: exactly('The page that is paid for', {
      url: uri(),
      description: string(),
      mimeType: jsonMimeType,
      serviceName: string(),
    }),
    accepts: listOf(requirement, 'Terms to choose from'),
    'eip712?': intent,
    'settlement?': string('Present where no money moves, and says so'),
    extensions: free(
      'payment-identifier: your own name for a payment; bazaar: an example of parameters, where there is room',
    ),
  },
)

export const paymentOutcome = object('PaymentOutcome', 'The content of PAYMENT-RESPONSE', {
  success: { type: 'boolean' },
  transaction: string('Hash of the transaction; empty while there is none'),
  network,
  payer: address('The address that paid'),
  'amount?': amount('The amount paid, after a success'),
  'errorReason?': string('The reason of a failure; settlement_pending while the settlement is under way'),
  'extensions?': free('offer-receipt: the receipt of X-Receipt, in PAYMENT-RESPONSE where there is room for it twice'),
})
