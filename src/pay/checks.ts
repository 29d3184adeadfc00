import { sameAddress } from './address.ts'
import { digestOf, domainSeparator, recover, splitSignature } from './eip3009.ts'
import type { PaymentTerms } from './paymentTerms.ts'
import type { Payment } from './reader.ts'

/** Settlement takes a few seconds: an authorization that expires sooner is refused. */
const leastSecondsLeft = 6
/** The ledger keeps an authorization while it is valid, so its validity is bounded. */
const mostSecondsLeft = 86_400

/** The reason to refuse a payment that needs neither cryptography nor the chain; null where there is none. */
export function cheapRefusal(payment: Payment, terms: PaymentTerms, price: string, nowSeconds: number): string | null {
  const { scheme, network, accepted, authorization, signature } = payment
  if (!splitSignature(signature)) return 'invalid_exact_evm_signature'
  if (scheme !== null && scheme !== 'exact') return 'unsupported_scheme'
  if (network !== null && network !== terms.network && network !== terms.v1Network) return 'invalid_network'
  if (
    accepted &&
    (String(accepted.amount) !== price ||
      !sameAddress(String(accepted.payTo), terms.payTo) ||
      !sameAddress(String(accepted.asset), terms.asset))
  )
    return 'invalid_payment_requirements'
  if (!sameAddress(authorization.to, terms.payTo)) return 'invalid_exact_evm_recipient_mismatch'
  if (authorization.value !== price) return 'invalid_exact_evm_payload_authorization_value_mismatch'
  const now = BigInt(nowSeconds)
  if (BigInt(authorization.validAfter) > now) return 'invalid_exact_evm_payload_authorization_valid_after'
  const left = BigInt(authorization.validBefore) - now
  if (left < leastSecondsLeft) return 'invalid_exact_evm_payload_authorization_valid_before'
  if (left > mostSecondsLeft) return 'authorization_valid_too_long'
  return null
}

/** Whether the payer signed; the most expensive check, so it comes last. */
export function createSignatureCheck({ domain }: PaymentTerms): (payment: Payment) => boolean {
  const separator = domainSeparator(domain)
  return ({ authorization, signature }) => {
    const parts = splitSignature(signature)
    return parts !== null && recover(digestOf(separator, authorization), parts) === authorization.from
  }
}
