import assert from 'node:assert/strict'
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import formats from 'ajv-formats'

type Node = Record<string, unknown>
type Response = { headers: Record<string, { $ref: string }>; content?: Record<string, unknown> }
type Operation = {
  operationId: string
  parameters: { name: string; in: string; description: string; schema: Node }[]
  responses: Record<string, Response>
}
export type OpenapiDocument = Node & {
  openapi: string
  info: Node
  paths: Record<string, { get: Operation }>
  components: { schemas: Record<string, Node>; headers: Record<string, { required?: boolean }> }
}

const extensions = (node: unknown): string[] =>
  typeof node === 'object' && node !== null
    ? Object.entries(node).flatMap(([key, inner]) => [...(key.startsWith('x-') ? [key] : []), ...extensions(inner)])
    : []

const pointer = (...steps: readonly string[]): string =>
  steps.map((step) => `/${encodeURIComponent(step.replaceAll('~', '~0').replaceAll('/', '~1'))}`).join('')

const base = 'urn:formosa:openapi'

/** Holds real answers against an OpenAPI document. */
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

  /** The check of the schema at a place of the document. */
  function at(...steps: readonly string[]): ValidateFunction {
    const $ref = `${base}#${pointer(...steps)}`
    const known = compiled.get($ref) ?? ajv.compile({ $ref })
    compiled.set($ref, known)
    return known
  }

  function hold(check: ValidateFunction, value: unknown, what: string): void {
    assert.ok(check(value), `${what}: ${ajv.errorsText(check.errors)}`)
  }

  /** Asserts that an answer is one the document promises for its path, and returns its body. */
  async function holds(path: string, answer: globalThis.Response): Promise<unknown> {
    const what = `${answer.status} of ${answer.url}`
    const promised = document.paths[path]?.get.responses[answer.status]
    assert.ok(promised, `${what} is not in the document`)
    for (const name of Object.keys(promised.headers))
      if (document.components.headers[name]!.required) assert.ok(answer.headers.has(name), `${what} lacks ${name}`)
    for (const [name] of answer.headers)
      if (name.startsWith('x-') && name !== 'x-content-type-options')
        assert.ok(
          Object.keys(promised.headers).some((known) => known.toLowerCase() === name),
          `${what} has ${name}, which is not in the document`,
        )
    const text = await answer.text()
    if (!promised.content) {
      assert.equal(text, '', what)
      return null
    }
    const [type] = (answer.headers.get('content-type') ?? '').split(';')
    assert.ok(type && type in promised.content, `${what} is ${type}`)
    const body = type === 'application/json' ? JSON.parse(text) : text
    hold(at('paths', path, 'get', 'responses', String(answer.status), 'content', type, 'schema'), body, what)
    return body
  }

  return { at, hold, holds }
}
