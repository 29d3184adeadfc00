import assert from 'node:assert/strict'
import { test } from 'node:test'
import { read } from '../support/documents.ts'

/** The types of responses in the TypeScript client have the fields that the service documents. */

type Schema = { readonly properties: Readonly<Record<string, unknown>>; readonly required: readonly string[] }
const { schemas } = (JSON.parse(read('docs/openapi.json')) as { components: { schemas: Record<string, Schema> } })
  .components

/** Fields of a type of the client, and whether each may be absent. */
function fieldsOf(type: string): Map<string, boolean> {
  const text = read('sdk/types.ts') + read('sdk/bulk.ts')
  const [, body] = new RegExp(`^export type ${type} = \\{\\n(.*?)^\\}`, 'ms').exec(text)!
  return new Map([...body!.matchAll(/^ {2}readonly (\w+)(\??):/gm)].map(([, name, mark]) => [name!, mark === '?']))
}

/** The client reads warnings from the headers, so it does not ask for them in the body. */
const inBody = ['warnings']

for (const [type, schema, own, unused] of [
  ['Plan', 'DryRun', ['remainingCalls'], inBody],
  ['Gap', 'Gap', [], []],
  ['CorporateAction', 'CorporateAction', [], []],
  ['CatalogueEntry', 'CatalogueEntry', [], []],
  ['Change', 'Change', [], []],
  ['AskResult', 'AskResult', ['truncated', 'warnings'], inBody],
  ['QuestionReading', 'AskExplanation', [], []],
  ['KeyInfo', 'KeyInfo', [], []],
  ['KeyPlan', 'KeyPlan', [], []],
  ['BulkList', 'BulkList', [], []],
  ['BulkDataset', 'BulkHolding', [], []],
  ['BulkFile', 'BulkFile', [], []],
  ['PriceList', 'PriceList', [], ['x402_versions', 'scheme']],
] as const)
  test(`the client's ${type} has the fields of ${schema}`, () => {
    const { properties, required } = schemas[schema]!
    const fields = fieldsOf(type)
    const names = [...fields.keys()].filter((name) => !(own as readonly string[]).includes(name))
    assert.deepEqual([...names, ...unused].sort(), Object.keys(properties).sort())
    for (const name of names) assert.equal(fields.get(name), !required.includes(name), name)
  })
