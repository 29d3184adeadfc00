import assert from 'node:assert/strict'
import { gunzipSync } from 'node:zlib'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { openapiOf } from '../../src/http/openapi.ts'
import { mostHeadBytes } from '../../src/http/reply/head.ts'
import { routes } from '../../src/http/routes/routes.ts'
import { type HttpResponse, headBytes, type RequestOptions } from './client.ts'

type Node = Record<string, unknown>
type Reference = { $ref: string }
type Header = { required?: boolean; schema: Node }
type DocumentedResponse = { headers?: Record<string, Reference | Header>; content?: Record<string, unknown> }
type Operation = {
  operationId: string
  tags: string[]
  security: Record<string, never[]>[]
  parameters: { name: string; in: string; required: boolean; description: string; schema: Node }[]
  requestBody?: Node
  responses: Record<string, DocumentedResponse>
}
/** An OpenAPI document whose operations hold their parameters, bodies and responses themselves. */
export type OpenapiDocument = Node & {
  openapi: string
  paths: Record<string, Record<string, Operation>>
  info: Node & { version: string }
  servers: { url: string }[]
  'x-response-headers': Record<string, Header>
  'x-stray-responses': Record<string, DocumentedResponse>
  components: {
    schemas: Record<string, Node>
    responses: Record<string, DocumentedResponse>
    headers: Record<string, Header>
  }
}

/** The node that a reference within the document leads to. */
export function resolve(document: unknown, { $ref }: Reference): unknown {
  const steps = $ref.slice(2).split('/')
  return steps.reduce((node, step) => (node as Node | undefined)?.[step], document)
}

/** Puts shared parameters, bodies and responses back into the operations that refer to them. */
export function inlineShared(document: unknown): OpenapiDocument {
  const whole = (node: object) => ('$ref' in node ? resolve(document, node as Reference) : node)
  const paths = Object.entries((document as OpenapiDocument).paths).map(([path, methods]) => {
    const operations = Object.entries(methods).map(([method, operation]) => {
      const responses = Object.entries(operation.responses).map(([status, node]) => [status, whole(node)])
      const parameters = operation.parameters.map(whole)
      const { requestBody } = operation
      const body = requestBody ? { requestBody: whole(requestBody) } : {}
      return [method, { ...operation, parameters, ...body, responses: Object.fromEntries(responses) }]
    })
    return [path, Object.fromEntries(operations)]
  })
  return { ...(document as OpenapiDocument), paths: Object.fromEntries(paths) }
}

/** The document of a service, with responses that have exactly the members that are sent today. */
export async function readDocument(url: string): Promise<OpenapiDocument> {
  const served = (await (await fetch(`${url}/openapi.json`)).json()) as OpenapiDocument
  const given = [served.info.version, routes, 'en', served.servers[0]!.url] as const
  assert.deepEqual(served, JSON.parse(JSON.stringify(openapiOf(...given))))
  return inlineShared(JSON.parse(JSON.stringify(openapiOf(...given, true))))
}

const extensions = (node: unknown): string[] =>
  typeof node === 'object' && node !== null
    ? Object.entries(node).flatMap(([key, inner]) => [...(key.startsWith('x-') ? [key] : []), ...extensions(inner)])
    : []

const pointer = (...steps: readonly string[]): string =>
  steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

const base = 'urn:formosa:openapi'

/** True where a response with this status to an identified caller has the rate-limit headers. */
const hasRate = (security: Operation['security'], status: number): boolean =>
  security.length > 0 &&
  security.every((way) => Object.keys(way).length > 0) &&
  ![400, 401, 408, 417, 429, 431].includes(status) &&
  status < 500

/** What is read of a response, whoever has asked for it. */
type Answered = Pick<Response, 'status' | 'url' | 'headers' | 'text'>

/** Longer bodies are ten thousand rows of one kind, which would take seconds. */
const mostChecked = 500_000

/** Checks real requests and responses against an OpenAPI document. */
export function contractOf(document: OpenapiDocument) {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    // A page of rows is a `Page` and more: the parts of an `allOf` name properties of each other.
    strictTypes: false,
    allowUnionTypes: true,
    inlineRefs: false,
  })
  formats.default(ajv)
  // The document itself stands where ajv expects a schema, so that references inside it lead on.
  ajv.addVocabulary([...new Set([...Object.keys(document), ...extensions(document), 'discriminator'])])
  ajv.addSchema(document, base)
  const compiled = new Map<string, ValidateFunction>()
  const { headers: components } = document.components
  const { 'x-response-headers': commonHeaders } = document
  const headerNames = [...Object.keys(components), ...Object.keys(commonHeaders)].map((name) =>
    name.replace('.optional', ''),
  )
  const known = new Set(headerNames.map((name) => name.toLowerCase()))
  /** `POST /v1/keys 201`: the responses that were seen. */
  const checkedResponses = new Set<string>()

  /** The check of the schema at a place of the document. */
  function at(...steps: readonly string[]): ValidateFunction {
    const $ref = `${base}#${pointer(...steps)}`
    const check = compiled.get($ref) ?? ajv.compile({ $ref })
    compiled.set($ref, check)
    return check
  }

  /** The check of a header that is described where it stands. */
  function inline(schema: Node): ValidateFunction {
    const text = JSON.stringify(schema)
    const check = compiled.get(text) ?? ajv.compile(schema)
    compiled.set(text, check)
    return check
  }

  function checkValue(check: ValidateFunction, value: unknown, name: string): void {
    assert.ok(check(value), `${name}: ${ajv.errorsText(check.errors)}`)
  }

  /** Every promised header is there with a value of its schema, and no header with a meaning is left out. */
  function checkHeaders(
    promised: Record<string, Reference | Header>,
    headers: Headers,
    name: string,
    needsRate: boolean,
  ): void {
    for (const [header, given] of Object.entries(promised)) {
      const component = '$ref' in given ? given.$ref.split('/').at(-1)! : null
      const { required = false, schema } = '$ref' in given ? components[component!]! : given
      const value = headers.get(header)
      const isRate = /ratelimit/i.test(header)
      assert.ok(value !== null || !(required || (isRate && needsRate)), `${name} lacks ${header}`)
      if (value === null) continue
      const place = component === null ? null : (['components', 'headers', component, 'schema'] as const)
      checkValue(
        place === null ? inline(schema) : at(...place),
        schema.type === 'integer' ? Number(value) : value,
        `${header} of ${name}`,
      )
      if (place !== null && 'contentSchema' in schema)
        checkValue(
          at(...place, 'contentSchema'),
          JSON.parse(Buffer.from(value, 'base64').toString()),
          `what ${header} of ${name} holds`,
        )
    }
    const listed = new Set(Object.keys(promised).map((header) => header.toLowerCase()))
    for (const [header] of headers)
      if (known.has(header) || (header.startsWith('x-') && header !== 'x-content-type-options'))
        assert.ok(listed.has(header), `${name} has ${header}, which is not in the document`)
  }

  async function checkDocumented(
    promised: DocumentedResponse,
    place: readonly string[],
    response: Answered,
    security: Operation['security'] = [{}],
  ): Promise<unknown> {
    const name = `${response.status} of ${response.url}`
    const head = headBytes(response.status, [...response.headers])
    assert.ok(head <= mostHeadBytes, `the head of ${name} has ${head} bytes`)
    const { 'X-Request-Id': id, ...others } = commonHeaders
    // A route that reads no credentials has neither rate limits nor sessions.
    const common = { 'X-Request-Id': id!, ...(security.length > 0 ? others : { 'X-Warning': others['X-Warning']! }) }
    const all = { ...common, ...promised.headers }
    checkHeaders(all, response.headers, name, hasRate(security, response.status))
    const text = await response.text()
    if (!promised.content) {
      assert.equal(text, '', name)
      return null
    }
    const [type] = (response.headers.get('content-type') ?? '').split(';')
    assert.ok(type && type in promised.content, `${name} is ${type}`)
    const body = type === 'application/json' ? JSON.parse(text) : text
    if (text.length < mostChecked) checkValue(at(...place, 'content', type, 'schema'), body, name)
    return body
  }

  /** Asserts that the document promises this response of an operation, `GET /v1/data`, and returns its body. */
  async function checkResponse(operation: string, response: Answered): Promise<unknown> {
    const [method = '', path = ''] = operation.split(' ')
    const place = ['paths', path, method.toLowerCase(), 'responses', String(response.status)]
    const documented = document.paths[path]?.[method.toLowerCase()]
    const promised = documented?.responses[response.status]
    assert.ok(promised, `${response.status} of ${response.url} is not in the document under ${operation}`)
    checkedResponses.add(`${operation} ${response.status}`)
    return checkDocumented(promised, place, response, documented!.security)
  }

  /** The same for a response outside of every operation: `NotFound`, `MethodNotAllowed`. */
  const checkStrayResponse = (name: string, response: Answered): Promise<unknown> =>
    checkDocumented(document['x-stray-responses'][name]!, ['x-stray-responses', name], response)

  const patterns = Object.keys(document.paths).map(
    (path) => [path, new RegExp(`^${path.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`)] as const,
  )

  /** The same for any response but those without a body and the pages, which are no part of the document. */
  async function holdResponse(method: string, response: Answered): Promise<void> {
    const { status, headers } = response
    const isPage = headers.get('content-type')?.startsWith('text/html')
    if (method === 'HEAD' || method === 'OPTIONS' || isPage) return
    const { pathname } = new URL(response.url, 'http://service')
    const place = pathname.replace(/^\/api(?=\/)/, '')
    const path = place in document.paths ? place : patterns.find(([, pattern]) => pattern.test(place))?.[0]
    const text = await response.text()
    const read = { url: response.url, status, headers, text: async () => text }
    const isStray = status === 404 && (path === undefined || JSON.parse(text).code === 'not_found')
    if (isStray) await checkStrayResponse('NotFound', read)
    else if (status === 405) await checkStrayResponse('MethodNotAllowed', read)
    else if (path !== undefined) await checkResponse(`${method} ${path}`, read)
  }

  const hold = (
    { json, body, method = json === undefined && body === undefined ? 'GET' : 'POST' }: RequestOptions,
    url: string,
    { status, headers, lines, bytes }: HttpResponse,
  ): Promise<void> =>
    holdResponse(method, {
      ...{ url, status, headers: new Headers(lines.map(([...line]) => line)) },
      text: async () => (headers['content-encoding'] === 'gzip' ? gunzipSync(bytes) : bytes).toString(),
    })

  /** Every success that the document promises of the routes with such a tag was seen. */
  function expectSeen(...tags: readonly string[]): void {
    const missing = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).flatMap(([method, operation]) =>
        Object.keys(operation.responses).flatMap((status) => {
          const name = `${method.toUpperCase()} ${path} ${status}`
          const isMissing = Number(status) < 400 && !checkedResponses.has(name)
          return isMissing && operation.tags.some((tag) => tags.includes(tag)) ? [name] : []
        }),
      ),
    )
    assert.deepEqual(missing, [])
  }

  return { at, checkValue, checkResponse, hold, holdResponse, checkStrayResponse, expectSeen }
}

export type Contract = ReturnType<typeof contractOf>
