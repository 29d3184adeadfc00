import type { IncomingHttpHeaders } from 'node:http'
import type { Offer } from './challenge.ts'

/** True for a request that carries a payment, valid or not. */
export const hasPayment = (headers: IncomingHttpHeaders): boolean =>
  headers['x-payment'] !== undefined || headers['payment-signature'] !== undefined

/** A page before it is paid for. */
export type Computed = {
  readonly body: Buffer
  /** Alternating names and values. */
  readonly headers: readonly string[]
  readonly dataVersion: string
}

/** A request for a page that costs money. */
export type PaidRequest = {
  /** The dataset of the page; `ask` for the answer to a question. */
  readonly dataset: string
  /** Path and query, as the seller's list shows it. */
  readonly resource: string
  /** Equal for all requests that get the same bytes. */
  readonly key: string
  /** The client's internet address. */
  readonly sender: string
  readonly offer: Offer
  readonly compute: () => Promise<Computed>
  /** Called before the stored page is sent again; throws where the sender may not have it now. */
  readonly beforeReplay?: () => void
  /** How long the work may take before another request may take the payment over; seconds where it is left out. */
  readonly claimMs?: number
}

export type PaidResponse = {
  readonly body: Buffer
  readonly headers: readonly string[]
  /** To be called after the last byte was sent. */
  readonly onSent: () => Promise<void>
}
