import { catalogue } from '../../catalogue/index.ts'
import type { Field, Fields } from '../../fields.ts'
import { mostBodyBytes } from '../body.ts'
import { type Endpoint, isGaps, isPaid, isRows } from './endpoints.ts'
import { exactly } from './exactly.ts'
import type { Schema } from './rows.ts'

const isRequired = (field: Field): boolean => !('default' in field)

const told = ({ label }: Field): Schema => ({ description: label.en, 'x-description-zh': label.zh })

const queryParameter = ([name, field]: [string, Field]): Schema => ({
  name,
  in: 'query',
  required: isRequired(field),
  ...told(field),
  schema: field.schema,
})

const requestHeader = (name: string, description: string, zh: string, required = false) => ({
  name,
  in: 'header',
  required,
  description,
  'x-description-zh': zh,
  schema: { type: 'string' },
})

const language = requestHeader('Accept-Language', 'zh-TW for Chinese texts', 'zh-TW 取得中文說明')
const validator = requestHeader('If-None-Match', 'ETag of the answer you hold', '您手上回應的 ETag')
const prefer = requestHeader(
  'Prefer',
  'handling=strict: a parameter that does not apply is an error (422) instead of a warning',
  'handling=strict：不適用的參數視為錯誤（422），而非警告',
)
/** A payment travels in one header under either name. */
export const paymentParameters = [
  requestHeader(
    'PAYMENT-SIGNATURE',
    'The payment, JSON in base64, as version 2 of x402 names the header; leave it out to be told the price',
    '付款內容，base64 編碼的 JSON，x402 第 2 版的標頭名稱；未附則告知價格',
  ),
  requestHeader(
    'X-PAYMENT',
    'The payment under the name that version 1 of x402 has for the header',
    '付款內容，x402 第 1 版的標頭名稱',
  ),
] as const
const signature = requestHeader('Stripe-Signature', 'Signature of the event', '事件簽章', true)

const inPath = (name: string, description: string, zh: string, schema: Schema): Schema => ({
  name,
  in: 'path',
  required: true,
  description,
  'x-description-zh': zh,
  schema,
})

/** The parts of paths that have names. */
const pathParameters: Readonly<Record<string, Schema>> = {
  dataset: inPath(
    'dataset',
    'Name of a dataset, case-sensitive; its rows have the schema of the same name',
    '資料集名稱，區分大小寫；資料列的結構見同名 schema',
    { type: 'string', enum: catalogue.map(({ name }) => name) },
  ),
  id: inPath('id', 'Number of one of your keys, as GET /v1/keys lists it', '金鑰編號，見 GET /v1/keys', {
    type: 'integer',
    minimum: 1,
  }),
}

/** An answer that is the same for all who may read it carries a validator. */
export const isKept = (endpoint: Endpoint): boolean =>
  endpoint.method === 'GET' &&
  !isPaid(endpoint) &&
  (endpoint.auth === 'none' || endpoint.auth === 'open' || endpoint.auth === 'key' || isRows(endpoint))

/** Everything a request may carry beside its body. */
export const parametersOf = (endpoint: Endpoint): Schema[] => [
  ...[...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name]) => pathParameters[name!]!),
  ...Object.entries(endpoint.query).map(queryParameter),
  language,
  ...(isKept(endpoint) ? [validator] : []),
  ...(isRows(endpoint) || isPaid(endpoint) || isGaps(endpoint) ? [prefer] : []),
  ...(isPaid(endpoint) ? paymentParameters : []),
  ...(endpoint.body === 'raw' ? [signature] : []),
]

/** A member that has a default may be left out, and null says the same. */
const memberSchema = (field: Field): Schema =>
  isRequired(field)
    ? { ...field.schema, ...told(field) }
    : { anyOf: [field.schema, { type: 'null' }], ...told(field), default: field.default }

export const bodySchema = (fields: Fields): Schema =>
  exactly(
    Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, memberSchema(field)])),
    `At most ${mostBodyBytes.toLocaleString('en')} bytes`,
    Object.keys(fields).filter((name) => !isRequired(fields[name]!)),
  )

/** The body of a request, where it has one. */
export function bodyOf({ body }: Endpoint): Schema | null {
  if (body === undefined || (body !== 'raw' && Object.keys(body).length === 0)) return null
  const schema = body === 'raw' ? { type: 'object', description: 'An event, byte by byte as signed' } : bodySchema(body)
  return { required: true, content: { 'application/json': { schema } } }
}
