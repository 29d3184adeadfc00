import { hash } from 'node:crypto'
import { splitSignature } from '../eip3009.ts'
import type { PaidRequest } from '../paidRequest.ts'
import type { PaymentTerms } from '../paymentTerms.ts'
import type { Payment } from '../reader.ts'

/** The columns stored when a payment is claimed, before any work. */
export type NewEntry = Readonly<ReturnType<typeof newEntry>>

export const newEntry = (terms: PaymentTerms, payment: Payment, request: PaidRequest) => {
  const { from, to, ...signed } = payment.authorization
  const { r, s, v } = splitSignature(payment.signature)!
  return {
    ...signed,
    chainId: terms.chainId,
    asset: terms.asset.toLowerCase(),
    payer: from,
    payTo: to,
    identifier: payment.identifier,
    signature: `${r}${s.slice(2)}${v.toString(16)}`,
    wire: payment.wire,
    mode: terms.mode,
    headerHash: payment.headerHash,
    requestHash: hash('sha256', request.key),
    senderHash: hash('sha256', `${request.sender} ${signed.nonce}`),
    dataset: request.dataset,
    resource: request.resource,
  }
}
