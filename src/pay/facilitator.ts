import { requirementOf } from './challenge.ts'
import { authorizationOf, type Entry } from './ledger/entry.ts'
import type { PaymentTerms } from './paymentTerms.ts'
import { Unavailable } from './rpc.ts'

/** Its refusals are trusted; its claims about settled money are checked on the chain. */
export type Facilitator = ReturnType<typeof createFacilitator>

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null
const textOr = (value: unknown, other: string): string => (typeof value === 'string' && value !== '' ? value : other)

/** A client of an x402 facilitator: verify and settle over HTTP. */
export function createFacilitator(url: string, terms: PaymentTerms, { askMs = 8_000, settleMs = 30_000 } = {}) {
  async function ask(path: string, timeoutMs: number, body?: unknown): Promise<Record<string, unknown>> {
    try {
      const response = await fetch(`${url}${path}`, {
        ...(body === undefined
          ? {}
          : { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(timeoutMs),
      })
      const answer: unknown = await response.json()
      if (!isObject(answer)) throw new Error('not a JSON object')
      if (response.status >= 500) throw new Error(`HTTP ${response.status}`)
      return answer
    } catch (error) {
      const { message, cause } = error as Error
      throw new Unavailable(`facilitator ${path}: ${(cause as Error | undefined)?.message ?? message}`, {
        cause: error,
      })
    }
  }

  /** One format for every payment; the signed fields are the same in all of them. */
  const questionOf = (entry: Entry) => {
    const paymentRequirements = requirementOf(terms, entry.value)
    const payload = { signature: entry.signature, authorization: authorizationOf(entry) }
    return {
      x402Version: 2,
      paymentPayload: {
        x402Version: 2,
        resource: { url: entry.resource, description: entry.dataset, mimeType: 'application/json' },
        accepted: paymentRequirements,
        payload,
      },
      paymentRequirements,
    }
  }

  return {
    async verify(entry: Entry) {
      const { isValid, invalidReason } = await ask('/verify', askMs, questionOf(entry))
      if (typeof isValid !== 'boolean') throw new Unavailable('facilitator /verify: an answer without isValid')
      return { isValid, reason: textOr(invalidReason, 'invalid_exact_evm_transaction_simulation_failed') }
    },
    async settle(entry: Entry) {
      const { success, errorReason, transaction } = await ask('/settle', settleMs, questionOf(entry))
      if (typeof success !== 'boolean') throw new Unavailable('facilitator /settle: an answer without success')
      const hash = textOr(transaction, '')
      return {
        success,
        reason: textOr(errorReason, 'unexpected_settle_error'),
        transaction: /^0x[0-9a-fA-F]{64}$/.test(hash) ? hash.toLowerCase() : null,
      }
    },
    /** True where it lists our network. */
    async supports() {
      const { kinds } = await ask('/supported', askMs)
      return (
        Array.isArray(kinds) &&
        kinds.some(
          (kind) =>
            isObject(kind) &&
            kind.scheme === 'exact' &&
            (kind.network === terms.network || kind.network === 'eip155:*' || kind.network === terms.v1Network),
        )
      )
    },
  }
}
