import { catalogue } from '../catalogue/index.ts'
import { tags } from './openapi/detail.ts'
import { details } from './openapi/details.ts'
import { type Endpoint, endpointsOf, headersByAuth, isPaid, isRows, nameOf, securityOf } from './openapi/endpoints.ts'
import { failedResponses, failureTexts, strayResponses } from './openapi/failed.ts'
import { headers, headersOf } from './openapi/headers.ts'
import { bodyOf, isKept, parametersOf } from './openapi/request.ts'
import type { Schema } from './openapi/rows.ts'
import { schemas } from './openapi/schemas.ts'
import type { Route } from './route.ts'

const about = `Taiwan market data, read only: ${catalogue.length} datasets of prices, institutional and margin flows, fundamentals, derivatives, convertible bonds and foreign macro series.

Rows need an API key: sign up with POST /v1/auth/sign-up. Programs may pay by the call instead (x402): GET /v1/agent/{dataset} has the same rows, GET /v1/agent the prices. Every answer to a request with a valid key or session says what is left of the hour.

Every GET also answers HEAD; OPTIONS on any path answers 204 with the allowed methods and the CORS headers. Every path answers under /api as well, with the same bytes; an address that is not here is answered as components/responses/NotFound says, another method as MethodNotAllowed. Decimals are exact and travel as text padded to their scale; null means unknown, never 0. Dates are Taipei dates. With Accept-Language: zh-TW, descriptions and error texts are in Chinese. A browser, which asks for text/html before anything else, gets errors as a page with the same status and headers.`

const paidDescription =
  'Without a payment the answer is 402 with the terms, whatever the parameters; they are checked (422) before a payment is taken. HEAD buys nothing: it is answered as if no payment had been sent. With dry_run=true the size of the answer is told for nothing.'

function operation(endpoint: Endpoint): Schema {
  const detail = details[nameOf(endpoint)]
  if (!detail) throw new Error(`openapi/details.ts says nothing of ${nameOf(endpoint)}`)
  const { id, tag, zh, answers } = detail
  const requestBody = bodyOf(endpoint)
  const isRead = endpoint.method === 'GET'
  const responses = failedResponses(endpoint)
  for (const [
    status,
    { description = 'As asked', type = 'application/json', schema, isPageToo, headers: own = [] },
  ] of Object.entries(answers)) {
    // The size of an answer, asked for with dry_run, has no validator.
    const validator = isKept(endpoint) && status === '200' ? ([isRows(endpoint) ? 'ETag?' : 'ETag'] as const) : []
    const uses = [...validator, ...own, ...headersByAuth(endpoint, Number(status)), 'X-Request-Id'] as const
    responses[status] = {
      description,
      headers: headersOf(...uses),
      content: { [type]: { schema }, ...(isPageToo ? { 'text/html': { schema: { type: 'string' } } } : {}) },
    }
    if (isKept(endpoint) && status === '200')
      responses[304] = { description: 'What you hold is still the answer', headers: headersOf(...uses, 'ETag') }
  }
  return {
    operationId: id,
    tags: [tag],
    summary: endpoint.about,
    'x-summary-zh': zh,
    ...(isRead
      ? { description: isPaid(endpoint) ? paidDescription : 'HEAD gives the same headers without the body.' }
      : {}),
    security: securityOf(endpoint),
    parameters: parametersOf(endpoint),
    ...(requestBody ? { requestBody } : {}),
    responses,
  }
}

/** Paths in the order of the routes, each with its methods. */
function pathsOf(endpoints: readonly Endpoint[]): Record<string, Record<string, Schema>> {
  const paths: Record<string, Record<string, Schema>> = {}
  for (const endpoint of endpoints) {
    const { [endpoint.path]: methods = {} } = paths
    methods[endpoint.method.toLowerCase()] = operation(endpoint)
    paths[endpoint.path] = methods
  }
  return paths
}

/** The OpenAPI 3.1 document, from the registry, the routes and the table of failures; addresses are relative without `siteUrl`. */
export const openapiOf = (release: string, routes: readonly Route[], siteUrl = '') => ({
  openapi: '3.1.0',
  info: { title: 'Formosa', version: release, description: about, license: { name: 'MIT', identifier: 'MIT' } },
  jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
  servers: [{ url: siteUrl || '/' }, { url: `${siteUrl}/api` }],
  tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
  paths: pathsOf(endpointsOf(routes)),
  'x-failures': failureTexts(),
  components: {
    securitySchemes: {
      bearer: {
        type: 'http',
        scheme: 'bearer',
        description: 'An API key, in the header Authorization: Bearer <API_KEY>',
      },
      session: {
        type: 'apiKey',
        in: 'cookie',
        name: 'formosa.session_token',
        description:
          'The cookie of a browser session, from sign-up or log-in; behind https its name is __Secure-formosa.session_token. Where both are accepted a key wins.',
      },
    },
    headers,
    responses: strayResponses(),
    schemas: schemas(),
  },
})
