import { catalogue } from '../catalogue/index.ts'
import type { Field } from '../fields.ts'
import { details, type Endpoint, endpointsOf, queryDataset } from './openapi/endpoints.ts'
import { failedResponse, failedResponses } from './openapi/failed.ts'
import { headers, headersByStatus, headersOf } from './openapi/headers.ts'
import type { Schema } from './openapi/rows.ts'
import { schemas } from './openapi/schemas.ts'
import type { Route } from './route.ts'

const about = `Taiwan market data, read only: ${catalogue.length} datasets of prices, institutional and margin flows, fundamentals, derivatives, convertible bonds and foreign macro series.

Every GET also answers HEAD; OPTIONS on any path answers 204 with the allowed methods and the CORS headers. Every path answers under /api as well, with the same bytes. Decimals are exact and travel as text padded to their scale; null means unknown, never 0. Dates are Taipei dates. With Accept-Language: zh-TW, descriptions and error texts are in Chinese.`

const queryParameter = ([name, field]: [string, Field]): Schema => ({
  name,
  in: 'query',
  required: false,
  description: field.label.en,
  'x-description-zh': field.label.zh,
  schema: field.schema,
})

const requestHeader = (name: string, description: string, zh: string): Schema => ({
  name,
  in: 'header',
  required: false,
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

const datasetName: Schema = {
  name: 'dataset',
  in: 'path',
  required: true,
  description: 'Name of a dataset, case-sensitive; its rows have the schema of the same name',
  'x-description-zh': '資料集名稱，區分大小寫；資料列的結構見同名 schema',
  schema: { type: 'string', enum: catalogue.map(({ name }) => name) },
}

function operation(endpoint: Endpoint): Schema {
  const { path, query, fails } = endpoint
  const detail = details[path]
  if (!detail) throw new Error(`openapi/endpoints.ts says nothing of ${path}`)
  const { id, zh, type, schema, headers: own = [], others = {}, key } = detail
  const isData = path === queryDataset.path
  const known = headersOf('ETag', ...own, 'X-Request-Id')
  const responses: Record<string, Schema> = {
    200: {
      description: isData ? 'A page of rows, or the size of the answer with dry_run=true' : 'As asked',
      headers: known,
      content: { [type]: { schema } },
    },
    304: { description: 'What you hold is still the answer', headers: known },
    ...failedResponses(fails),
  }
  for (const [status, other] of Object.entries(others))
    responses[status] = {
      description: other.description,
      headers: headersOf('X-Request-Id', ...(headersByStatus[Number(status)] ?? [])),
      content: { [json]: { schema: other.schema } },
    }
  return {
    operationId: id,
    tags: [path.startsWith('/v1/') ? 'data' : 'service'],
    summary: endpoint.about,
    'x-summary-zh': zh,
    description: 'HEAD gives the same headers without the body.',
    security: [...(key === 'optional' ? [{}] : []), ...(key === undefined ? [] : [{ bearer: [] }])],
    parameters: [
      ...(isData ? [datasetName] : []),
      ...Object.entries(query).map(queryParameter),
      language,
      validator,
      ...(isData ? [prefer] : []),
    ],
    responses,
  }
}

const json = 'application/json'

/** The OpenAPI 3.1 document, from the registry, the routes and the table of failures. */
export const openapiOf = (release: string, routes: readonly Route[]) => ({
  openapi: '3.1.0',
  info: { title: 'Formosa', version: release, description: about, license: { name: 'MIT', identifier: 'MIT' } },
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  servers: [{ url: '/' }, { url: '/api' }],
  tags: [
    { name: 'data', description: 'Datasets and their rows' },
    { name: 'service', description: 'State and description of the service' },
  ],
  paths: Object.fromEntries(
    endpointsOf(routes).map((endpoint) => [endpoint.path, { [endpoint.method.toLowerCase()]: operation(endpoint) }]),
  ),
  components: {
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'An API key, in the header Authorization: Bearer <API_KEY>',
      },
    },
    headers,
    responses: { NotFound: failedResponse(404, ['not_found']) },
    schemas: schemas(),
  },
})
