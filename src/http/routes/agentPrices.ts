import { catalogue } from '../../catalogue/index.ts'
import { problem } from '../../errors.ts'
import { modes } from '../../pay/paymentTerms.ts'
import { priceList } from '../../pay/priceList.ts'
import { address, amount, network, scheme, timeout } from '../openapi/payments.ts'
import { datasetName, exactly, listOf, object, oneOf, string, tier } from '../openapi/schema.ts'
import { route } from '../route.ts'

const datasetPrice = exactly('The price of a page of a dataset', {
  dataset: datasetName,
  tier: tier('Tier whose keys read it'),
  amount: amount('Price of a page in atomic units of the token'),
  path: string('Where to buy it'),
})

const receiptKey = exactly('The key to check receipts with, a JWK', {
  kty: { const: 'OKP' },
  crv: { const: 'Ed25519' },
  x: string(),
  alg: { const: 'EdDSA' },
  use: { const: 'sig' },
  kid: string('A did:key; every receipt names it'),
})

const asset = exactly('The token to pay with', {
  address: address('Contract of the token'),
  name: string(),
  version: string(),
  decimals: { type: 'integer', const: 6 },
})

const usedModes = modes.filter((mode) => mode !== 'off')

const priceListSchema = object('PriceList', 'Everything a payer needs before it asks for a page', {
  x402_versions: listOf({ type: 'integer', enum: [1, 2] }, 'Versions of x402 that are understood'),
  scheme,
  mode: oneOf(usedModes, 'How payments are taken'),
  settlement: string('The mode in a sentence'),
  network,
  asset,
  pay_to: address('The address that is paid'),
  max_timeout_seconds: timeout,
  receipt_key: receiptKey,
  prices: listOf(datasetPrice, 'One for every dataset'),
  ask: exactly('The price of the answer to a question', {
    amount: amount('Price of an answer in atomic units of the token'),
    method: { const: 'POST' },
    path: string('Where to buy it'),
  }),

  sql: exactly('The price of the rows of SQL', {
    amount: amount('Price of an answer in atomic units of the token'),
    method: { const: 'POST' },
    path: string('Where to buy it'),
  }),
})

export const agentPrices = route('GET /v1/agent', 'agentPrices', {
  tag: 'agents',
  about: {
    en: 'What agents pay and how: mode, network, token, address to pay, price of each dataset, key of the receipts.',
    zh: '代理程式付費的方式與價格：模式、網路、代幣、收款地址、各資料集價格，以及查驗收據的公鑰。',
  },
  auth: 'open',
  responses: { 200: { schema: priceListSchema } },
  fails: ['agent_disabled'],
  async handle(_, { agent }) {
    if (!agent) throw problem('agent_disabled', [])
    return { body: priceList(agent.terms, agent.receipts, catalogue) }
  },
})
