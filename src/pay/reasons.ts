import type { Label } from '../fields.ts'

/** Reasons to refuse a payment: x402's codes, with a sentence each. */
const reasons: Readonly<Record<string, Label>> = {
  unsupported_scheme: { en: 'only the scheme exact is accepted', zh: '僅接受 exact 方案' },
  invalid_network: { en: 'it is for another network', zh: '網路不符' },
  invalid_payment_requirements: {
    en: 'the terms it repeats are not the ones asked for now',
    zh: '所附條件與目前要求不符',
  },
  invalid_exact_evm_recipient_mismatch: { en: 'it pays another address', zh: '收款地址不符' },
  invalid_exact_evm_payload_authorization_value_mismatch: { en: 'it is for another amount', zh: '金額不符' },
  invalid_exact_evm_payload_authorization_valid_after: { en: 'it is not valid yet', zh: '尚未生效' },
  invalid_exact_evm_payload_authorization_valid_before: {
    en: 'it has expired, or ends within 6 seconds',
    zh: '已過期或即將於 6 秒內過期',
  },
  authorization_valid_too_long: { en: 'it must not be valid for more than a day', zh: '有效期不得超過一天' },
  invalid_exact_evm_signature: {
    en: 'the signature is not the payer’s own (an ordinary account, 65 bytes, low s)',
    zh: '簽章並非付款人所簽',
  },
  invalid_exact_evm_insufficient_balance: { en: 'the payer’s balance does not cover it', zh: '餘額不足' },
  invalid_exact_evm_nonce_already_used: { en: 'the authorization was used or cancelled', zh: '授權已被使用或取消' },
  authorization_cancelled: { en: 'the payer cancelled the authorization', zh: '付款人已取消授權' },
  payer_blocked: { en: 'the token refuses this account', zh: '代幣拒絕此帳戶' },
  invalid_exact_evm_transaction_simulation_failed: {
    en: 'the token’s contract refuses the transfer',
    zh: '代幣合約拒絕此轉帳',
  },
}

const unknown: Label = { en: 'the token’s contract refuses the transfer', zh: '代幣合約拒絕此轉帳' }

export const sentenceOf = (reason: string): Label => reasons[reason] ?? unknown

/** The reason code for the revert message of USDC or a similar contract. */
export function reasonOf(words: string): string {
  const known: readonly (readonly [RegExp, string])[] = [
    [/used or cancel|AuthorizationAlreadyUsed/i, 'invalid_exact_evm_nonce_already_used'],
    [/authorization is expired/i, 'invalid_exact_evm_payload_authorization_valid_before'],
    [/not yet valid/i, 'invalid_exact_evm_payload_authorization_valid_after'],
    [/exceeds balance|insufficient balance/i, 'invalid_exact_evm_insufficient_balance'],
    [/invalid signature|SignerMismatch/i, 'invalid_exact_evm_signature'],
    [/blacklist/i, 'payer_blocked'],
  ]
  return known.find(([pattern]) => pattern.test(words))?.[1] ?? 'invalid_exact_evm_transaction_simulation_failed'
}

export const isReason = (text: string | null): text is string => text !== null && Object.hasOwn(reasons, text)
