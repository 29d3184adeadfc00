import { tiers } from '../../catalogue/dataset.ts'
import { refer } from './exactly.ts'
import type { Schema } from './rows.ts'

const text: Schema = { type: 'string' }
const amount: Schema = { type: 'integer', minimum: 0 }

const header = (en: string, zh: string, { example, ...schema }: Schema & { example?: string } = text) => ({
  description: en,
  'x-description-zh': zh,
  schema,
  ...(example === undefined ? {} : { example }),
})

/** What is left of the hour: on every answer to a request with a valid key or session. */
export const rateHeaders = {
  'X-RateLimit-Limit': header('Calls per hour of your tier', '您的方案每小時可呼叫的次數', amount),
  'X-RateLimit-Remaining': header('Calls left in the window', '目前視窗內剩餘的次數', amount),
  'X-RateLimit-Window': header('Length of the window in seconds, always 3600', '視窗長度（秒），一律為 3600', {
    type: 'integer',
    const: 3600,
  }),
  'X-RateLimit-Tier': header('Your tier', '您的方案', { type: 'string', enum: tiers }),
  RateLimit: header(
    'The same in the form of the IETF: r calls left; in t seconds the oldest ones leave the window',
    'IETF 格式：剩餘 r 次；t 秒後最早的呼叫離開視窗',
    { type: 'string', pattern: '^"hour";r=\\d+;t=\\d+$', example: '"hour";r=598;t=3540' },
  ),
  'RateLimit-Policy': header('The policy in that form: q calls in w seconds', 'IETF 格式的規則：w 秒內 q 次', {
    type: 'string',
    pattern: '^"hour";q=\\d+;w=3600$',
    example: '"hour";q=600;w=3600',
  }),
} as const

/** An object of JSON in base64. */
const encoded = (name: string): Schema => ({
  type: 'string',
  contentEncoding: 'base64',
  contentMediaType: 'application/json',
  contentSchema: refer(name),
})

/** What goes with payments of agents. */
export const paymentHeaders = {
  'PAYMENT-REQUIRED': header(
    'What the call costs and how to pay, as version 2 of x402 writes it: JSON in base64; on 402, and on 400 for a payment that cannot be read',
    '此呼叫的價格與付款方式，x402 第 2 版格式：base64 編碼的 JSON；見於 402，以及付款無法讀取時的 400',
    encoded('PaymentChallenge'),
  ),
  'PAYMENT-RESPONSE': header(
    'What became of the payment, JSON in base64: on a paid answer where money moves, while a settlement is pending (503), and where it failed (402)',
    '付款結果，base64 編碼的 JSON：見於會實際結算的付費回應、結算處理中（503）與結算失敗（402）',
    encoded('PaymentOutcome'),
  ),
  'X-PAYMENT-RESPONSE': header(
    'The same as PAYMENT-RESPONSE without extensions, under the name that version 1 of x402 reads',
    '與 PAYMENT-RESPONSE 相同但不含擴充欄位，為 x402 第 1 版的名稱',
    encoded('PaymentOutcome'),
  ),
  'X-Receipt': header(
    'The receipt of a paid answer: a compact JWS (EdDSA) over payer, amount, transaction, address, data version and the SHA-256 of the body; the key is receipt_key of GET /v1/agent',
    '付費回應的收據：以 EdDSA 簽署的 JWS，含付款人、金額、交易、網址、資料版本與內容的 SHA-256；公鑰為 GET /v1/agent 的 receipt_key',
    { type: 'string', pattern: '^[\\w-]+\\.[\\w-]+\\.[\\w-]+$' },
  ),
  'X-Payment-Settlement': header(
    'Where no real money moved: none (mode verify-only) or devchain (the chain inside the service)',
    '未動用真實款項時出現：none（verify-only 模式）或 devchain（服務內建的鏈）',
    { type: 'string', enum: ['none', 'devchain'] },
  ),
  'X-Payment-Replayed': header(
    'true where this is the stored answer of a payment sent once more; nothing was charged again',
    '重送相同付款而取得已保存的回應時為 true，不會再次扣款',
    { type: 'string', const: 'true' },
  ),
} as const

/** Response headers that carry meaning; each stands once and is referred to by name. */
const known = {
  'X-Request-Id': header('Name of this request in the log', '此請求在記錄檔中的名稱'),
  ETag: header('Validator of the answer; send it back in If-None-Match', '回應的驗證碼，可放在 If-None-Match', {
    type: 'string',
    example: '"qW3x0m2nT5"',
  }),
  'X-Data-Version': header('Version of the data the answer was read from', '回應所依據的資料版本', {
    type: 'string',
    example: '3f0c6d1b9a7e4c52',
  }),
  'X-Data-Origin': header('demo: simulated rows; live: rows of the exchanges', 'demo：模擬資料；live：交易所資料', {
    type: 'string',
    enum: ['demo', 'live'],
  }),
  'X-Warning': header(
    'Something sent that had no effect: code; param=…; values=…; try=…, percent-encoded, one line a warning; try names what to ask for instead of each value',
    '沒有作用的要求：code; param=…; values=…; try=…，以百分號編碼，一則一行；try 為各值可改用的寫法',
    { type: 'string', example: 'unknown_id; param=stock_id; values=9999' },
  ),
  'X-Truncated': header(
    'true where there were more rows than max_rows or than an answer may hold',
    '列數超過 max_rows 或回應上限而截斷時為 true',
    { type: 'string', const: 'true' },
  ),
  'Preference-Applied': header('handling=strict where it was asked for', '要求 handling=strict 時出現', {
    type: 'string',
    const: 'handling=strict',
  }),
  'WWW-Authenticate': header('How to authenticate', '驗證方式', {
    type: 'string',
    example: 'Bearer realm="formosa"',
  }),
  'Set-Cookie': header(
    'The cookie of the browser session, made, prolonged or taken back',
    '瀏覽器工作階段的 cookie：建立、延長或收回',
    { type: 'string', example: 'formosa.session_token=…; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax' },
  ),
  Allow: header('Methods that are allowed here', '此處支援的方法', { type: 'string', example: 'GET, HEAD, OPTIONS' }),
  'Retry-After': header('Seconds to wait before the next try', '下次嘗試前應等待的秒數', {
    type: 'integer',
    minimum: 1,
  }),
  ...rateHeaders,
  ...paymentHeaders,
} as const

type HeaderName = keyof typeof known
/** A name with a question mark: the answer may go without the header. */
export type HeaderUse = HeaderName | `${HeaderName}?`

/** Every header twice: as one that an answer never goes without, and as one that it may have. */
export const headers: Readonly<Record<string, Schema>> = Object.fromEntries(
  Object.entries(known).flatMap(([name, about]) => [
    [name, { required: true, ...about }],
    [`${name}.optional`, about],
  ]),
)

/** References by name; a header named twice is one that is always there. */
export function headersOf(...uses: readonly HeaderUse[]): Record<string, Schema> {
  const named: Record<string, Schema> = {}
  for (const use of uses.toSorted((a, b) => Number(b.endsWith('?')) - Number(a.endsWith('?')))) {
    const name = use.replace('?', '')
    named[name] = { $ref: `#/components/headers/${use.endsWith('?') ? `${name}.optional` : name}` }
  }
  return named
}

export const rates = (isAlways: boolean): HeaderUse[] =>
  (Object.keys(rateHeaders) as (keyof typeof rateHeaders)[]).map((name) => (isAlways ? name : (`${name}?` as const)))
