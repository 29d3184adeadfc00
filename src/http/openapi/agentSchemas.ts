import { tiers } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import { modes } from '../../pay/paymentTerms.ts'
import { exactly, refer, string } from './exactly.ts'
import { demands } from './failed.ts'
import type { Schema } from './rows.ts'

const address = (description: string): Schema => ({ type: 'string', pattern: '^0x[0-9a-fA-F]{40}$', description })
const amount = (description: string): Schema => ({ type: 'string', pattern: '^[1-9]\\d*$', description })
const network: Schema = { type: 'string', pattern: '^eip155:\\d+$', description: 'The chain, as CAIP-2 writes it' }
const listOf = (items: Schema, description: string): Schema => ({ type: 'array', items, description })
const seconds: Schema = {
  type: 'integer',
  minimum: 10,
  maximum: 3600,
  description: 'How long to let an authorization hold',
}
const scheme: Schema = { const: 'exact' }
const domain = exactly({ name: string(), version: string() }, "The token's name and version, as EIP-712 wants them")
const free = (description: string): Schema => ({ type: 'object', description })

const intent = free('The message to sign, for those who know EIP-712 and not x402; your own parts stand in brackets')

const datasetPrice = exactly(
  {
    dataset: { type: 'string', enum: catalogue.map(({ name }) => name) },
    tier: { type: 'string', enum: tiers },
    amount: amount('Price of a page in atomic units of the token'),
    path: string('Where to buy it'),
  },
  'What a page of a dataset costs',
)

const receiptKey = exactly(
  {
    kty: { const: 'OKP' },
    crv: { const: 'Ed25519' },
    x: string(),
    alg: { const: 'EdDSA' },
    use: { const: 'sig' },
    kid: string('A did:key; every receipt names it'),
  },
  'The key to check receipts with, a JWK',
)

/** The bodies and headers of payments by agents. */
export const agentSchemas: Readonly<Record<string, Schema>> = {
  PriceList: exactly(
    {
      x402_versions: listOf({ type: 'integer', enum: [1, 2] }, 'Versions of x402 that are understood'),
      scheme,
      mode: { type: 'string', enum: modes.filter((mode) => mode !== 'off'), description: 'How payments are taken' },
      settlement: string('What the mode means, in a sentence'),
      network,
      asset: exactly(
        {
          address: address('Contract of the token'),
          name: string(),
          version: string(),
          decimals: { type: 'integer', const: 6 },
        },
        'The token to pay with',
      ),
      pay_to: address('The address that is paid'),
      max_timeout_seconds: seconds,
      rpc_url: { type: 'string', format: 'uri', description: 'The node of the chain; in the mode devchain alone' },
      receipt_key: receiptKey,
      prices: listOf(datasetPrice, 'One for every dataset'),
    },
    'Answer of GET /v1/agent: everything a payer wants to know before it asks for a page',
    ['rpc_url'],
  ),
  PaymentRequired: exactly(
    {
      detail: string('One sentence that names the fix, in the language of the request'),
      code: { type: 'string', enum: demands },
      x402Version: { type: 'integer', const: 1 },
      error: string("Why, in x402's own words"),
      accepts: listOf(
        exactly(
          {
            scheme,
            network: string('The chain by the name that version 1 has for it'),
            maxAmountRequired: amount('Price of the page in atomic units of the token'),
            asset: address('Contract of the token'),
            payTo: address('The address that is paid'),
            maxTimeoutSeconds: seconds,
            extra: domain,
            resource: { type: 'string', format: 'uri', description: 'What is paid for' },
            description: string(),
            mimeType: { const: 'application/json' },
          },
          'The terms as version 1 of x402 writes them',
        ),
        'Empty where version 1 has no name for the network; PAYMENT-REQUIRED has the terms always',
      ),
      eip712: intent,
      extensions: free('Whole what PAYMENT-REQUIRED has in brief: every parameter, an example of an answer'),
    },
    'What is to be paid, the object of version 1 of x402 beside detail and code; nothing was charged',
  ),
  PaymentChallenge: exactly(
    {
      x402Version: { type: 'integer', const: 2 },
      error: string("Why, in x402's own words"),
      resource: exactly(
        {
          url: { type: 'string', format: 'uri' },
          description: string(),
          mimeType: { const: 'application/json' },
          serviceName: string(),
        },
        'What is paid for',
      ),
      accepts: listOf(refer('PaymentRequirement'), 'Terms to choose from'),
      eip712: intent,
      settlement: string('Present where no money moves, and says so'),
      extensions: free(
        'payment-identifier: your own name for a payment; bazaar: an example of parameters, where there is room',
      ),
    },
    'What PAYMENT-REQUIRED holds in base64, version 2 of x402; what is too long for a header is in the body alone',
    ['settlement', 'eip712'],
  ),
  PaymentRequirement: exactly(
    {
      scheme,
      network,
      amount: amount('Price of the page in atomic units of the token'),
      asset: address('Contract of the token'),
      payTo: address('The address that is paid'),
      maxTimeoutSeconds: seconds,
      extra: domain,
    },
    'The terms as version 2 of x402 writes them',
  ),
  PaymentOutcome: exactly(
    {
      success: { type: 'boolean' },
      transaction: string('Hash of the transaction; empty while there is none'),
      network,
      payer: address('Who paid'),
      amount: amount('What was paid; where it succeeded'),
      errorReason: string('Why not, settlement_pending while it is under way; where it did not succeed'),
      extensions: free('offer-receipt: the receipt of X-Receipt, in PAYMENT-RESPONSE where there is room for it twice'),
    },
    'What PAYMENT-RESPONSE holds in base64',
    ['amount', 'errorReason', 'extensions'],
  ),
}
