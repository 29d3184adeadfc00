import { tiers } from '../../catalogue/dataset.ts'
import { type Code, codeInHeader, failures, type Language } from '../../errors.ts'
import type { Label } from '../../fields.ts'
import { anonymousTier } from '../admission/samples.ts'
import { paymentChallenge, paymentOutcome } from './payments.ts'
import type { Schema } from './schema.ts'

type Header = { readonly label: Label; readonly schema: Schema; readonly example?: string }

/** A header of text, unless its schema says otherwise. */
const header = (
  en: string,
  zh: string,
  { example, ...schema }: Schema & { readonly example?: string } = {},
): Header => ({
  label: { en, zh },
  schema: { type: 'string', ...schema },
  ...(example === undefined ? {} : { example }),
})
const failureNames = Object.keys(failures) as Code[]
const amount: Schema = { type: 'integer', minimum: 0 }
const isTrue: Schema = { const: 'true' }

/** The headers with the state of the quota, on every answer to a request with a valid key or session. */
export const rateHeaders = {
  'X-RateLimit-Limit': header('Calls per hour of your tier', '您的方案每小時可呼叫的次數', amount),
  'X-RateLimit-Remaining': header('Calls left in the window', '目前視窗內剩餘的次數', amount),
  'X-RateLimit-Window': header('Length of the window in seconds, always 3600', '視窗長度（秒），一律為 3600', {
    type: 'integer',
    const: 3600,
  }),
  'X-RateLimit-Tier': header(
    'Your tier; anonymous where rows are read without a key, and then the only one of these headers',
    '您的方案；未附金鑰讀取資料列時為 anonymous，且僅有此標頭',
    { enum: [...tiers, anonymousTier] },
  ),
  RateLimit: header(
    'The same in the form of the IETF: r calls left; in t seconds the oldest ones leave the window',
    'IETF 格式：剩餘 r 次；t 秒後最早的呼叫離開視窗',
    { pattern: '^"hour";r=\\d+;t=\\d+$', example: '"hour";r=598;t=3540' },
  ),
  'RateLimit-Policy': header('The policy in that form: q calls in w seconds', 'IETF 格式的規則：w 秒內 q 次', {
    pattern: '^"hour";q=\\d+;w=3600$',
    example: '"hour";q=600;w=3600',
  }),
} as const

/** A JSON object in base64. */
const encoded = (contentSchema: Schema): Schema => ({
  type: 'string',
  contentEncoding: 'base64',
  contentMediaType: 'application/json',
  contentSchema,
})

export const paymentHeaders = {
  'PAYMENT-REQUIRED': header(
    'What the call costs and how to pay, as version 2 of x402 writes it: JSON in base64; on 402, and on 400 for a payment that cannot be read',
    '此呼叫的價格與付款方式，x402 第 2 版格式：base64 編碼的 JSON；見於 402，以及付款無法讀取時的 400',
    encoded(paymentChallenge),
  ),
  'PAYMENT-RESPONSE': header(
    'The outcome of the payment, JSON in base64: on a paid answer where money moves, while a settlement is pending (503), and where it failed (402)',
    '付款結果，base64 編碼的 JSON：見於會實際結算的付費回應、結算處理中（503）與結算失敗（402）',
    encoded(paymentOutcome),
  ),
  'X-PAYMENT-RESPONSE': header(
    'The same as PAYMENT-RESPONSE without extensions, under its name in version 1 of x402',
    '與 PAYMENT-RESPONSE 相同但不含擴充欄位，為 x402 第 1 版的名稱',
    encoded(paymentOutcome),
  ),
  'X-Receipt': header(
    'The receipt of a paid answer: a compact JWS (EdDSA) over payer, amount, transaction, address, data version and the SHA-256 of the body; the key is receipt_key of the price list',
    '付費回應的收據：以 EdDSA 簽署的 JWS，含付款人、金額、交易、網址、資料版本與內容的 SHA-256；公鑰為價目表的 receipt_key',
    { pattern: '^[\\w-]+\\.[\\w-]+\\.[\\w-]+$' },
  ),
  'X-Payment-Settlement': header(
    'Where no real money moved: none (mode verify-only) or test (a test network, whose money is worth nothing)',
    '未動用真實款項時出現：none（verify-only 模式）或 test（測試網路，其代幣沒有價值）',
    { enum: ['none', 'test'] },
  ),
  'X-Payment-Replayed': header(
    'true for the stored answer of a payment sent once more; nothing was charged again',
    '重送相同付款而取得已保存的回應時為 true，不會再次扣款',
    isTrue,
  ),
} as const

/** The response headers with a meaning of their own. */
const known = {
  'X-Request-Id': header('Name of this request in the log', '此請求在記錄檔中的名稱'),
  ETag: header('Validator of the answer; send it back in If-None-Match', '回應的驗證碼，可放在 If-None-Match', {
    example: '"qW3x0m2nT5"',
  }),
  'X-Data-Version': header('Version of the data the answer was read from', '回應所依據的資料版本', {
    example: '3f0c6d1b9a7e4c52',
  }),
  'X-Data-Origin': header('demo: simulated rows; live: rows of the exchanges', 'demo：模擬資料；live：交易所資料', {
    enum: ['demo', 'live'],
  }),
  'X-Warning': header(
    'A part of the request that had no effect, or rows that the answer leaves out: code; param=…; values=…; try=…, or code; name=value, percent-encoded, one line a warning; try names an alternative for each value',
    '沒有作用的要求，或回應未列入的資料列：code; param=…; values=…; try=…，或 code; 名稱=值，以百分號編碼，一則一行；try 為各值可改用的寫法',
    { example: 'unknown_id; param=stock_id; values=9999' },
  ),
  'X-Row-Count': header('Rows in an answer that is not JSON', '非 JSON 回應中的列數', amount),
  'X-Next-Cursor': header(
    'Cursor of the next page of an answer that is not JSON; missing on the last page',
    '非 JSON 回應的下一頁 cursor；最後一頁沒有此標頭',
    { pattern: '^[\\w-]+$' },
  ),
  Link: header(
    'The next page, rel="next"; missing on the last page, and where the cursor is too long for a header',
    '下一頁，rel="next"；最後一頁，或 cursor 過長時沒有此標頭',
    { example: '<…?cursor=…>; rel="next"' },
  ),
  Location: header('The address of what was made', '所建立項目的位址', { example: '/v1/…/7' }),
  'Idempotency-Replayed': header(
    'true: the request came again, and this is the answer of its first time',
    'true：相同請求再次送出，此為第一次的回應',
    isTrue,
  ),
  'Content-Disposition': header(
    'A name for the file of an answer that is not JSON, from dataset and filters',
    '非 JSON 回應的檔名，由資料集與篩選條件組成',
    { example: 'attachment; filename="TaiwanStockPER_2330_2026-01-01.csv"' },
  ),
  'Accept-Ranges': header('bytes: parts of the file may be requested', 'bytes：可要求檔案的部分內容', {
    const: 'bytes',
  }),
  'Content-Range': header(
    'The part of the file that the response has, and the size of the file',
    '回應所含的檔案範圍與檔案大小',
    { pattern: '^bytes (\\d+-\\d+|\\*)/\\d+$', example: 'bytes 0-65535/1048576' },
  ),
  'X-Truncated': header(
    'true where there were more rows than max_rows or than an answer may hold',
    '列數超過 max_rows 或回應上限而截斷時為 true',
    isTrue,
  ),
  'X-Calls': header(
    'The calls that the answer costs: one for each second that its SQL began',
    '此回應計入的呼叫次數：SQL 每執行一秒計一次',
    amount,
  ),
  'Server-Timing': header('sql;dur=…: the milliseconds that the SQL ran', 'sql;dur=…：SQL 執行的毫秒數', {
    example: 'sql;dur=41.7',
  }),
  'Preference-Applied': header('handling=strict where the request prefers it', '要求 handling=strict 時出現', {
    const: 'handling=strict',
  }),
  'WWW-Authenticate': header('How to authenticate', '驗證方式', { example: 'Bearer realm="formosa"' }),
  'Set-Cookie': header(
    'The cookie of the browser session, made, prolonged or taken back',
    '瀏覽器工作階段的 cookie：建立、延長或收回',
    { example: 'formosa.session_token=…; Max-Age=2592000; Path=/; HttpOnly; SameSite=Lax' },
  ),
  Allow: header('Methods that are allowed here', '此處支援的方法', { example: 'GET, HEAD, OPTIONS' }),
  'Retry-After': header('Seconds to wait before the next try', '下次嘗試前應等待的秒數', {
    type: 'integer',
    minimum: 1,
  }),
  'X-Error-Code': header(
    'The failure: on every 429, whose body has no code, and on every 503',
    '錯誤的名稱，附於所有 429（其內容沒有 code）與 503',
    { enum: failureNames.filter((code) => codeInHeader(code) !== null), example: 'not_ready' },
  ),
  Deprecation: header(
    'Since when the route or a parameter of the request is deprecated, in seconds since 1970 (RFC 9745)',
    '此路徑或請求中的參數自何時起停止建議使用，1970 年起的秒數（RFC 9745）',
    { pattern: '^@\\d+$' },
  ),
  'X-Accel-Buffering': header('no: a proxy passes a stream on at once', 'no：代理伺服器應立即轉送串流'),
  Sunset: header('The day from which it may be gone (RFC 8594)', '可能移除的日期（RFC 8594）'),
  ...rateHeaders,
  ...paymentHeaders,
} as const satisfies Record<string, Header>

type HeaderName = keyof typeof known
export const headerNames: readonly string[] = Object.keys(known)
/** A header of a response; a question mark after the name says that some of the responses lack it. */
export type HeaderUse = HeaderName | `${HeaderName}?`

/** The headers that a document refers to: those that a response always has, and those that it may have. */
export const headerComponents = (language: Language, document: string): Record<string, Schema> =>
  Object.fromEntries(
    Object.entries<Header>(known).flatMap(([name, { label, ...rest }]) => {
      const header = { description: label[language], ...rest }
      return [
        [name, { required: true, ...header }],
        [`${name}.optional`, header],
      ].filter(([name]) => document.includes(`"#/components/headers/${name}"`))
    }),
  )

/** References by name; a header named twice is one that is always there. */
export function referHeaders(...uses: readonly HeaderUse[]): Record<string, Schema> {
  const references: Record<string, Schema> = {}
  for (const use of uses.toSorted((a, b) => Number(b.endsWith('?')) - Number(a.endsWith('?')))) {
    const name = use.replace('?', '')
    references[name] = { $ref: `#/components/headers/${use.endsWith('?') ? `${name}.optional` : name}` }
  }
  return references
}

const rateUses = Object.keys(rateHeaders).map((name) => `${name as keyof typeof rateHeaders}?` as const)

/** The headers that any response may have beside its own; the document lists them once. */
export const commonUses: readonly HeaderUse[] = [
  'X-Request-Id',
  ...rateUses,
  'Set-Cookie?',
  'X-Warning?',
  'Deprecation?',
  'Sunset?',
]

/** Headers with their descriptions, where the document refers to them from nowhere else. */
export const describeHeaders = (uses: readonly HeaderUse[], language: Language): Record<string, Schema> =>
  Object.fromEntries(
    uses.map((use) => {
      const name = use.replace('?', '') as HeaderName
      const { label, ...rest } = known[name]
      return [name, { ...(use.endsWith('?') ? {} : { required: true }), description: label[language], ...rest }]
    }),
  )

/** The headers of an answer that was paid for. */
export const paidUses = [
  'PAYMENT-RESPONSE?',
  'X-PAYMENT-RESPONSE?',
  'X-Receipt?',
  'X-Payment-Settlement?',
  'X-Payment-Replayed?',
] as const
