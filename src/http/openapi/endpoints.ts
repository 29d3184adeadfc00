import { parameters } from '../../query/parameters.ts'
import type { Route } from '../route.ts'
import type { HeaderName } from './headers.ts'
import type { Schema } from './rows.ts'
import { refer } from './schemas.ts'

/** What the documents say of an endpoint: a route without its code. */
export type Endpoint = Omit<Route, 'handle'>

/** The one endpoint that is not in the table of routes, since it has a path of its own for speed. */
export const queryDataset: Endpoint = {
  method: 'GET',
  path: '/v1/data/{dataset}',
  about: 'Rows of a dataset, newest first, page by page. Needs a key whose tier covers the dataset.',
  query: parameters,
  fails: [
    'missing_key',
    'malformed_key',
    'invalid_key',
    'revoked_key',
    'tier_required',
    'unknown_dataset',
    'invalid_cursor',
    'cursor_expired',
    'invalid_parameter',
    'too_busy',
    'not_ready',
  ],
}

/** Every endpoint, that of the rows after the catalogue. */
export const endpointsOf = (routes: readonly Route[]): readonly Endpoint[] =>
  routes.flatMap((route) => (route.path === '/v1/data' ? [route, queryDataset] : [route]))

type Detail = {
  readonly id: string
  /** What the endpoint is for, in Chinese. */
  readonly zh: string
  readonly type: string
  readonly schema: Schema
  readonly headers?: readonly HeaderName[]
  /** Whether a key is sent; not at all where this is left out. */
  readonly key?: 'required' | 'optional'
  /** Statuses that do not carry the error body. */
  readonly others?: Readonly<Record<number, { readonly description: string; readonly schema: Schema }>>
}

const json = 'application/json'
const text = { type: 'string' }

/** What the table of routes does not say of an endpoint. */
export const details: Readonly<Record<string, Detail>> = {
  '/v1/data': {
    id: 'listDatasets',
    zh: '資料集目錄：每個資料集的欄位、說明與資料期間。',
    type: json,
    schema: refer('Catalogue'),
    headers: ['X-Data-Version', 'X-Data-Origin', 'X-Warning'],
    key: 'optional',
  },
  [queryDataset.path]: {
    id: 'queryDataset',
    zh: '逐頁讀取資料集的資料列，由新到舊。金鑰的方案必須涵蓋該資料集。',
    type: json,
    schema: { anyOf: [refer('QueryResult'), refer('ProjectedResult'), refer('DryRun')] },
    headers: ['X-Data-Version', 'X-Data-Origin', 'X-Warning', 'Preference-Applied'],
    key: 'required',
  },
  '/healthz': { id: 'healthz', zh: '存活檢查：行程有回應，不碰資料。', type: json, schema: refer('Health') },
  '/readyz': {
    id: 'readyz',
    zh: '就緒檢查：一切正常為 200，否則為 503 並列出各部分狀態。',
    type: json,
    schema: refer('Ready'),
    others: { 503: { description: 'A part is not in order', schema: refer('Ready') } },
  },
  '/openapi.json': { id: 'openapi', zh: '本 API 的 OpenAPI 3.1 文件。', type: json, schema: { type: 'object' } },
  '/docs': { id: 'docs', zh: '本頁：API 參考文件。', type: 'text/html', schema: text },
  '/llms.txt': { id: 'llms', zh: '供語言模型閱讀的純文字說明。', type: 'text/plain', schema: text },
}
