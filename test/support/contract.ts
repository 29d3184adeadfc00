import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'
import { mostHeadBytes } from '../../src/http/head.ts'
import { headBytes } from './client.ts'

type Node = Record<string, unknown>
type Response = { headers: Record<string, { $ref: string }>; content?: Record<string, unknown> }
type Operation = {
  operationId: string
  tags: string[]
  security: Record<string, never[]>[]
  parameters: { name: string; in: string; required: boolean; description: string; schema: Node }[]
  requestBody?: Node
  responses: Record<string, Response>
}
export type OpenapiDocument = Node & {
  openapi: string
  info: Node
  paths: Record<string, Record<string, Operation>>
  components: {
    schemas: Record<string, Node>
    responses: Record<string, Response>
    headers: Record<string, { required?: boolean; schema: Node }>
  }
}

const extensions = (node: unknown): string[] =>
  typeof node === 'object' && node !== null
    ? Object.entries(node).flatMap(([key, inner]) => [...(key.startsWith('x-') ? [key] : []), ...extensions(inner)])
    : []

const pointer = (...steps: readonly string[]): string =>
  steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

const base = 'urn:formosa:openapi'

/** Holds real requests and answers against an OpenAPI document. */
export function contractOf(document: OpenapiDocument) {
  const ajv = new Ajv2020({
    strict: true,
    strictRequired: false,
    allowUnionTypes: true,
    allErrors: true,
    inlineRefs: false,
  })
  formats.default(ajv)
  // The document itself stands where ajv expects a schema, so that references inside it lead on.
  ajv.addVocabulary([...new Set([...Object.keys(document), ...extensions(document)])])
  ajv.addSchema(document, base)
  const compiled = new Map<string, ValidateFunction>()
  const known = new Set(Object.keys(document.components.headers).map((name) => name.toLowerCase()))
  /** `POST /v1/keys 201`: what has been held so far. */
  const held = new Set<string>()

  /** The check of the schema at a place of the document. */
  function at(...steps: readonly string[]): ValidateFunction {
    const $ref = `${base}#${pointer(...steps)}`
    const check = compiled.get($ref) ?? ajv.compile({ $ref })
    compiled.set($ref, check)
    return check
  }

  function hold(check: ValidateFunction, value: unknown, what: string): void {
    assert.ok(check(value), `${what}: ${ajv.errorsText(check.errors)}`)
  }

  /** Every header that is promised is there with a value of its schema, and none that means something is not. */
  function holdHeaders(promised: Response, headers: Headers, what: string): void {
    for (const [name, { $ref }] of Object.entries(promised.headers)) {
      const component = $ref.split('/').at(-1)!
      const { required = false, schema } = document.components.headers[component]!
      const value = headers.get(name)
      assert.ok(!required || value !== null, `${what} lacks ${name}`)
      if (value !== null)
        hold(
          at('components', 'headers', component, 'schema'),
          schema.type === 'integer' ? Number(value) : value,
          `${name} of ${what}`,
        )
    }
    const listed = new Set(Object.keys(promised.headers).map((name) => name.toLowerCase()))
    for (const [name] of headers)
      if (known.has(name) || (name.startsWith('x-') && name !== 'x-content-type-options'))
        assert.ok(listed.has(name), `${what} has ${name}, which is not in the document`)
  }

  async function holdAnswer(promised: Response, place: readonly string[], answer: globalThis.Response) {
    const what = `${answer.status} of ${answer.url}`
    const head = headBytes(answer.status, [...answer.headers])
    assert.ok(head <= mostHeadBytes, `the head of ${what} has ${head} bytes`)
    holdHeaders(promised, answer.headers, what)
    const text = await answer.text()
    if (!promised.content) {
      assert.equal(text, '', what)
      return null
    }
    const [type] = (answer.headers.get('content-type') ?? '').split(';')
    assert.ok(type && type in promised.content, `${what} is ${type}`)
    const body = type === 'application/json' ? JSON.parse(text) : text
    hold(at(...place, 'content', type, 'schema'), body, what)
    return body
  }

  /** Asserts that an answer is one the document promises for an operation, `GET /v1/data`, and returns its body. */
  async function holds(operation: string, answer: globalThis.Response): Promise<unknown> {
    const [method = '', path = ''] = operation.split(' ')
    const place = ['paths', path, method.toLowerCase(), 'responses', String(answer.status)]
    const promised = document.paths[path]?.[method.toLowerCase()]?.responses[answer.status]
    assert.ok(promised, `${answer.status} of ${answer.url} is not in the document under ${operation}`)
    held.add(`${operation} ${answer.status}`)
    return holdAnswer(promised, place, answer)
  }

  /** The same for an answer to what is no operation: `NotFound`, `MethodNotAllowed`. */
  const holdsStray = (name: string, answer: globalThis.Response): Promise<unknown> =>
    holdAnswer(document.components.responses[name]!, ['components', 'responses', name], answer)

  /** The check of an operation's JSON body. */
  function bodyOf(operation: string): ValidateFunction {
    const [method = '', path = ''] = operation.split(' ')
    return at('paths', path, method.toLowerCase(), 'requestBody', 'content', 'application/json', 'schema')
  }

  return { at, hold, holds, holdsStray, bodyOf, held }
}
