import type { Dataset } from '../catalogue/dataset.ts'
import { type PaymentTerms, priceOf, priceOfAnswer, settles } from './paymentTerms.ts'
import type { Receipts } from './receipt.ts'

/** One sentence per payment mode. */
const meanings = {
  off: 'Agents cannot pay here.',
  'verify-only': 'Signatures are checked and no money moves.',
  onchain: 'Payments are settled on the chain before the data is served.',
  facilitator: 'Payments are settled by a facilitator before the data is served.',
} as const

/** The body of `GET /v1/agent`: prices and payment terms. */
export const priceList = (terms: PaymentTerms, { publicKey }: Receipts, datasets: readonly Dataset[]) => ({
  x402_versions: [1, 2],
  scheme: 'exact',
  mode: terms.mode,
  settlement: `${meanings[terms.mode]}${settles(terms) && terms.isTest ? ' It is a test network: the money is worth nothing.' : ''}`,
  network: terms.network,
  asset: {
    address: terms.asset,
    name: terms.domain.name,
    version: terms.domain.version,
    decimals: 6,
  },
  pay_to: terms.payTo,
  max_timeout_seconds: terms.timeoutSeconds,
  receipt_key: publicKey,
  prices: datasets.map((dataset) => ({
    dataset: dataset.name,
    tier: dataset.tier,
    amount: priceOf(terms, dataset),
    path: `/v1/agent/${dataset.name}`,
  })),
  ask: { amount: priceOfAnswer(terms), method: 'POST', path: '/v1/agent/ask' },
  sql: { amount: priceOfAnswer(terms), method: 'POST', path: '/v1/agent/sql' },
})
