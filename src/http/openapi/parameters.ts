import type { Language } from '../../errors.ts'
import type { Label } from '../../fields.ts'
import { datasetName, type Schema } from './schema.ts'

/** A parameter of a request that is read from its head: from the path or from a header. */
export type HeadParameter = Readonly<ReturnType<typeof headParameter>>

const headParameter = (
  place: 'path' | 'header',
  name: string,
  label: Label,
  schema: Schema = { type: 'string' },
  required = true,
) => ({ name, in: place, required, label, schema })

export const pathParameter = (name: string, en: string, zh: string, schema: Schema) =>
  headParameter('path', name, { en, zh }, schema)

export const requestHeader = (name: string, en: string, zh: string, required = false) =>
  headParameter('header', name, { en, zh }, undefined, required)

export const datasetParameter = pathParameter(
  'dataset',
  'Name of a dataset, case-sensitive; its rows have the schema of the same name',
  '資料集名稱，區分大小寫；資料列的結構見同名 schema',
  datasetName,
)
export const languageHeader = requestHeader('Accept-Language', 'zh-TW for Chinese texts', 'zh-TW 取得中文說明')
export const validatorHeader = requestHeader('If-None-Match', 'ETag of the answer you hold', '您手上回應的 ETag')
export const preferHeader = requestHeader(
  'Prefer',
  'handling=strict: a parameter that does not apply is an error (422) instead of a warning',
  'handling=strict：不適用的參數視為錯誤（422），而非警告',
)
/** Of requests that make something. */
export const idempotencyHeader = requestHeader(
  'Idempotency-Key',
  'Your own name for this request, 1 to 255 characters: sent again within a day, it is not carried out twice and gets the same answer',
  '您為此請求命名的鍵值，1 到 255 字元：一天內重送時不會再次執行，並取得相同回應',
)
/** A payment travels in one header under either name. */
export const paymentParameters = [
  requestHeader(
    'PAYMENT-SIGNATURE',
    'The payment, JSON in base64, under its name in version 2 of x402; leave it out to learn the price',
    '付款內容，base64 編碼的 JSON，x402 第 2 版的標頭名稱；未附則告知價格',
  ),
  requestHeader('X-PAYMENT', 'The payment under its name in version 1 of x402', '付款內容，x402 第 1 版的標頭名稱'),
] as const

export const printParameter = ({ label, schema, ...rest }: HeadParameter, language: Language): Schema => ({
  ...rest,
  description: label[language],
  schema,
})
