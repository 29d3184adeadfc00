import type { Label } from '../fields.ts'

type Sentences<A extends readonly unknown[]> = {
  readonly status: number
  readonly en: (...args: A) => string
  readonly zh: (...args: A) => string
}
const failure = <A extends readonly unknown[]>(
  status: number,
  en: (...args: A) => string,
  zh: (...args: A) => string,
): Sentences<A> => ({ status, en, zh })

/** Every way a paid call can fail. */
const failures = {
  invalid_payment: failure(
    400,
    (why: Label) => `The payment header cannot be read: ${why.en}.`,
    (why: Label) => `無法讀取付款標頭：${why.zh}。`,
  ),
  payment_required: failure(
    402,
    (amount: string) =>
      `This call costs ${amount} atomic units of the token named in PAYMENT-REQUIRED: sign the payment and send the request again with it in X-PAYMENT.`,
    (amount: string) =>
      `此呼叫需支付 ${amount} 個最小單位的代幣（見 PAYMENT-REQUIRED）：請簽署付款並放在 X-PAYMENT 標頭後重送。`,
  ),
  payment_refused: failure(
    402,
    (why: Label) => `The payment was refused and nothing was charged: ${why.en}.`,
    (why: Label) => `付款遭拒，未扣款：${why.zh}。`,
  ),
  payment_used: failure(
    409,
    () =>
      'This authorization was used before, for another request or in another form: sign a new one, or repeat the first request as it was.',
    () => '此授權已用於其他請求或以其他形式送出：請重新簽署，或原樣重送第一次的請求。',
  ),
  replay_expired: failure(
    410,
    () => 'This payment was used and its answer is no longer kept: sign a new payment.',
    () => '此付款已使用，其回應已不再保留：請重新簽署付款。',
  ),
  too_many_bad_payments: failure(
    429,
    (used: number, limit: number) => `rate limit exceeded (${used}/${limit} bad payments per minute for this address)`,
    (used: number, limit: number) => `rate limit exceeded (${used}/${limit} bad payments per minute for this address)`,
  ),
  settlement_pending: failure(
    503,
    () => 'The payment is on its way: send this request again with the same payment; you will not be charged twice.',
    () => '付款處理中：請以相同付款重送此請求，不會重複扣款。',
  ),
  payment_unavailable: failure(
    503,
    () => 'Payments cannot be checked right now and nothing was charged: send this request again in a few seconds.',
    () => '目前無法查驗付款，未扣款：請稍候幾秒後重送此請求。',
  ),
} as const

export type RefusalCode = keyof typeof failures
type Arguments<C extends RefusalCode> = Parameters<(typeof failures)[C]['en']>
type Extra = Readonly<Record<string, unknown>>

/** A paid call that cannot be answered with data. */
export class Refusal extends Error {
  override name = 'Refusal'
  readonly code: RefusalCode
  readonly args: readonly unknown[]
  readonly extra: Extra
  readonly headers: Readonly<Record<string, string>>

  constructor(code: RefusalCode, args: readonly unknown[], extra: Extra, headers: Record<string, string>) {
    super(code)
    this.code = code
    this.args = args
    this.extra = extra
    this.headers = headers
  }

  get status(): number {
    return failures[this.code].status
  }

  detail(language: 'en' | 'zh'): string {
    return (failures[this.code][language] as (...args: readonly unknown[]) => string)(...this.args)
  }
}

export const refusal = <C extends RefusalCode>(
  code: C,
  args: Arguments<C>,
  { extra = {}, headers = {} }: { extra?: Extra; headers?: Record<string, string> } = {},
): Refusal => new Refusal(code, args, extra, headers)
