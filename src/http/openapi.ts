import { contractDatasets, series } from '../catalogue/index.ts'
import type { Language } from '../errors.ts'
import { sampleIds } from './admission/samples.ts'
import { failedResponses, failureTable, referFailures, strayResponses } from './openapi/failures.ts'
import { commonUses, describeHeaders, type HeaderUse, headerComponents, referHeaders } from './openapi/headers.ts'
import { bodyOf, parametersOf } from './openapi/request.ts'
import { rowSchemas } from './openapi/rows.ts'
import { datasetName, hoist, opened, type Schema } from './openapi/schema.ts'
import { leastDays } from './reply/deprecation.ts'
import { hasEtag, type Route, tags } from './route.ts'

const about = `Taiwan market data, read only: ${contractDatasets.length} datasets of prices, institutional and margin flows, fundamentals, derivatives, convertible bonds and foreign macro series, and ${series.length} series that are computed from them.

Rows need an API key: sign up with the operation signUp. Those of ${sampleIds.join(', ')} in the datasets of the free tier need none. Programs may pay by the call instead (x402): payForDataset has the same rows, agentPrices the prices. Every answer to a request with a valid key or session says what is left of the hour: x-response-headers lists the headers that any response may carry beside its own.

Every GET also answers HEAD, with the same headers and no body; OPTIONS on any path answers 204 with the allowed methods and the CORS headers. Every path answers under /api as well, with the same bytes; an unknown address is answered as x-stray-responses/NotFound says, another method as MethodNotAllowed, and a request that cannot be read to its end, on any path, as RequestTimeout, ExpectationFailed or HeadersTooLarge. Generated types tell pages of rows apart by their dataset: where "dataset" in page && page.dataset === "TaiwanStockPrice", the rows have the columns of TaiwanStockPrice. Decimals are exact and travel as text padded to their scale; null means unknown, never 0. Dates are Taipei dates. With Accept-Language: zh-TW, descriptions and error texts are in Chinese, those of this document too. A browser, which prefers text/html, gets errors as a page with the same status and headers.

Addresses of other protocols have the same rows and are described elsewhere: /docs/finmind has those of FinMind, /docs/tradingview those of charts, /docs/openbb those of OpenBB Workspace.

Responses may gain members, headers and values of enumerations at any time: ignore those that you do not know. Nothing is removed or changed in its meaning without a deprecation of at least ${leastDays} days, which the headers Deprecation and Sunset announce: /docs/deprecation has the policy.`

const securitySchemes = {
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
} as const

/** The ways to authenticate, as OpenAPI puts it; an empty one is to send no credentials. */
const securityOf = ({ auth, isPartlyOpen }: Route): Record<string, never[]>[] => [
  ...(auth === 'open' || isPartlyOpen ? [{}] : []),
  ...(auth === 'open' || auth === 'caller' || auth === 'key' ? [{ bearer: [] }] : []),
  ...(auth === 'open' || auth === 'caller' || auth === 'session' ? [{ session: [] }] : []),
]

/** The responses of a route: its failures, those it documents itself, and a 304 where it has a validator. */
function responsesOf(route: Route): Record<string, Schema> {
  const responses = referFailures(route)
  for (const [status, promised] of Object.entries(route.responses)) {
    const {
      description = 'Success',
      type = 'application/json',
      schema,
      otherTypes = {},
      isPageToo,
      isStreamToo,
      headers = [],
    } = promised
    const isTagged = hasEtag(route) && status === '200'
    const validator: readonly HeaderUse[] = isTagged ? [route.etag === 'sometimes' ? 'ETag?' : 'ETag'] : []
    // Headers of any response are listed once for the document.
    const uses = [...validator, ...headers].filter((use) => !commonUses.includes(use))
    responses[status] = {
      description,
      ...(uses.length > 0 ? { headers: referHeaders(...uses) } : {}),
      content: Object.fromEntries(
        Object.entries({
          [type]: schema,
          ...otherTypes,
          ...(isPageToo ? { 'text/html': { type: 'string' } } : {}),
          ...(isStreamToo ? { 'text/event-stream': { type: 'string' } } : {}),
        }).map(([name, form]) => [name, { schema: form }]),
      ),
    }
    if (isTagged)
      responses[304] = { description: 'Not modified: your copy is current', headers: referHeaders(...uses, 'ETag') }
  }
  return responses
}

/** The first sentence of a text, without its end. */
const firstSentence = (text: string): string => text.split(/[.。](?:\s|$)|。/)[0]!

function operationOf(route: Route, language: Language): Schema {
  const { id, tag, about, description, deprecated } = route
  const requestBody = bodyOf(route, language)
  return {
    operationId: id,
    tags: [tag],
    summary: firstSentence(about[language]),
    description: [about[language], description, deprecated?.instead[language]].filter(Boolean).join(' '),
    ...(deprecated ? { deprecated: true } : {}),
    security: securityOf(route),
    parameters: parametersOf(route, language),
    ...(requestBody ? { requestBody } : {}),
    responses: responsesOf(route),
  }
}

/** Paths in the order of the routes, each with its methods. */
function pathsOf(routes: readonly Route[], language: Language): Record<string, Record<string, Schema>> {
  const paths: Record<string, Record<string, Schema>> = {}
  for (const route of routes) {
    const { [route.path]: methods = {} } = paths
    methods[route.method.toLowerCase()] = operationOf(route, language)
    paths[route.path] = methods
  }
  return paths
}

type Operation = {
  readonly operationId: string
  parameters: Schema[]
  requestBody?: Schema
  responses: Record<string, Schema>
}
type Components = Record<'parameters' | 'requestBodies' | 'responses', Record<string, Schema>>

/**
 * Moves parameters, request bodies and responses that several operations have into components, and leaves references. A
 * parameter is shared under its own name; a body under the first operation that has it, a response under its status too.
 */
function shareRepeated(operations: readonly Operation[], components: Components): void {
  const times = new Map<string, number>()
  const all = operations.flatMap(({ parameters, requestBody, responses }) => [
    ...parameters,
    ...(requestBody ? [requestBody] : []),
    ...Object.values(responses),
  ])
  for (const node of all) times.set(JSON.stringify(node), (times.get(JSON.stringify(node)) ?? 0) + 1)
  const names = new Map<string, string>()
  // Two forms of a parameter have one name: the second is named after its operation too.
  const share = (kind: keyof Components, node: Schema, name: string, otherName = name): Schema => {
    const text = JSON.stringify(node)
    if ('$ref' in node || times.get(text)! < 2) return node
    const known = names.get(text) ?? (components[kind][name] ? otherName : name)
    names.set(text, known)
    components[kind][known] = node
    return { $ref: `#/components/${kind}/${known}` }
  }
  for (const operation of operations) {
    const { operationId: id, parameters, requestBody, responses } = operation
    if (requestBody) operation.requestBody = share('requestBodies', requestBody, id)
    operation.parameters = parameters.map((node) => share('parameters', node, `${node.name}`, `${node.name}.${id}`))
    operation.responses = Object.fromEntries(
      Object.entries(responses).map(([status, node]) => [status, share('responses', node, `${id}.${status}`)]),
    )
  }
}

/**
 * The OpenAPI 3.1 document in a language; addresses in it are relative without `siteUrl`. Its responses are open, unless
 * tests ask for exactly those that are sent.
 */
export function openapiOf(
  release: string,
  routes: readonly Route[],
  language: Language = 'en',
  siteUrl = '',
  isExact = false,
) {
  const own = Object.assign({}, ...routes.map((route) => route.schemas)) as Record<string, Schema>
  const paths = pathsOf(routes, language)
  const components = { responses: failedResponses(routes), parameters: {}, requestBodies: {} }
  const stray = strayResponses(language)
  const headers = headerComponents(language, JSON.stringify([paths, components]))
  const { document, schemas } = hoist({ paths, components: { headers, ...components }, stray, own, datasetName })
  const bounded = <T>(node: T): T => (isExact ? node : opened(node))
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  for (const operation of operations as unknown as Operation[]) operation.responses = bounded(operation.responses)
  shareRepeated(operations as unknown as Operation[], document.components)
  return {
    openapi: '3.1.0',
    info: {
      ...{ title: 'Formosa', version: release, description: about, license: { name: 'MIT', identifier: 'MIT' } },
      contact: { name: 'The operator of this installation' },
    },
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    servers: [{ url: siteUrl || '/' }, { url: `${siteUrl}/api` }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: document.paths,
    'x-failures': failureTable(language),
    'x-response-headers': describeHeaders(commonUses, language),
    'x-stray-responses': document.stray,
    components: {
      securitySchemes,
      ...document.components,
      schemas: bounded({ ...schemas, ...document.own, ...rowSchemas(language) }),
    },
  }
}

/** Prints a document with a line for each operation and each component, so that changes to it can be read. */
export function printOpenapi(document: ReturnType<typeof openapiOf>): string {
  const print = (node: unknown, depth: number): string => {
    if (depth === 0 || typeof node !== 'object' || node === null || Array.isArray(node)) return JSON.stringify(node)
    const members = Object.entries(node).map(([key, value]) => `${JSON.stringify(key)}:${print(value, depth - 1)}`)
    return members.length === 0 ? '{}' : `{\n${members.join(',\n')}\n}`
  }
  return `${print(document, 3)}\n`
}
