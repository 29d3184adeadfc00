import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { questions } from '../../test/support/questions.ts'
import { readRepresentation, representationSchema } from './schema.ts'

const validate = new Ajv2020({ strict: true, allowUnionTypes: true }).compile(representationSchema)

/** One in three, and with TORTURE every one. */
const some = questions.filter((_, at) => process.env.TORTURE !== undefined || at % 3 === 0)

test('the representations of the questions fit the schema, by both readers of it', () => {
  for (const { question, representation } of some)
    if (representation) {
      assert.ok(validate(representation), `${question}: ${JSON.stringify(validate.errors)}`)
      assert.deepEqual(readRepresentation(representation), { representation })
    }
})

const good = questions.find(({ representation }) => representation)!.representation!

test('what is missing, unknown or of another kind is told with its place', () => {
  for (const [broken, fault] of [
    [{ ...good, shape: 'circle' }, '$.shape must be one of entities, series, groups, rows'],
    [{ ...good, limit: 0 }, '$.limit must be from 1 to 1000'],
    [{ ...good, sql: 'SELECT 1' }, '$ has an unknown property "sql"'],
    [
      { ...good, select: [{ as: 'x; DROP', of: { kind: 'number', value: 1 } }] },
      '$.select[0].as must match ^[a-z][a-z0-9_]{0,62}$',
    ],
    [
      { ...good, when: { kind: 'someday' } },
      '$.when.kind must be one of latest|back|on|last|before|this|previous|next|ahead|following|ago|calendar|newest|each|between|span|upcoming|all',
    ],
    [{ ...good, dataset: 'users' }, '$.dataset must be one of '],
  ] as const) {
    const read = readRepresentation(broken)
    assert.ok('faults' in read)
    assert.ok(
      read.faults.some((sentence) => sentence.startsWith(fault)),
      read.faults.join('\n'),
    )
  }
  assert.deepEqual(readRepresentation(null), { faults: ['$ must be an object'] })
})

test('both readers agree on any JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 4 }), (value) => {
      assert.equal('faults' in readRepresentation(value), !validate(value))
    }),
  )
})

test('a representation nested without end is refused', () => {
  let of: unknown = { kind: 'number', value: 1 }
  for (let i = 0; i < 100; i++) of = { kind: 'at', of, when: { kind: 'latest' } }
  assert.ok('faults' in readRepresentation({ ...good, select: [{ as: 'x', of }] }))
})
