import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Ajv2020 } from 'ajv/dist/2020.js'
import fc from 'fast-check'
import { runs } from '../../../test/support/runs.ts'
import { Problem } from '../../errors.ts'
import { parseBody } from '../request/body.ts'
import { nameOf } from '../route.ts'
import { routes } from '../routes/routes.ts'
import { bodySchema } from './request.ts'

const ajv = new Ajv2020({ strict: true, allowUnionTypes: true })

/** Characters that count once in JSON Schema and in the code alike. */
const word = fc.string({ unit: 'grapheme-ascii', maxLength: 150 })
const email = fc.constantFrom('a@example.com', 'b+c@mail.example.org', 'x@y')
const value = fc.oneof(
  word,
  fc.constantFrom(' ', '\t\n', 'a\u0000b', '\u0085', 'two\nlines'),
  email,
  fc.constantFrom('lite', 'plus', 'free'),
  fc.integer(),
  fc.integer({ min: -1, max: 3_000_000 }),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.constantFrom(null, true, [], {}, [{}], [[1]]),
  fc.array(fc.oneof(fc.string(), fc.double(), fc.boolean()), { maxLength: 120 }),
)

/** A value that some field takes, or null, as optional ones do: of others alone, hardly any body would be valid. */
const likely = fc.oneof(
  {
    arbitrary: fc.constantFrom('a@example.com', 'a long password', 'plus', null, null, null, ['x', 1.5, null, true]),
    weight: 4,
  },
  { arbitrary: value, weight: 1 },
)

const isRead = (fields: Parameters<typeof parseBody>[0], body: unknown): boolean => {
  try {
    parseBody(fields, Buffer.from(JSON.stringify(body)), 'application/json')
    return true
  } catch (error) {
    assert.ok(error instanceof Problem && error.status === 422, String(error))
    return false
  }
}

for (const route of routes) {
  const { body: fields } = route
  if (fields === undefined || fields === 'raw') continue
  test(`the document accepts for ${nameOf(route)} exactly what the code reads`, () => {
    const check = ajv.compile(bodySchema(fields, 'en'))
    const names = Object.keys(fields)
    const some = fc.dictionary(fc.constantFrom(...names), value)
    const each = Object.fromEntries(names.map((name) => [name, likely]))
    const body = fc
      .tuple(
        fc.oneof(some, fc.record(each), fc.record(each, { requiredKeys: [] })),
        fc.dictionary(fc.constant('stranger'), value),
      )
      .chain(([known, strange]) => fc.constantFrom(known, { ...known, ...strange }))
    const seen = { true: 0, false: 0 }
    fc.assert(
      fc.property(body, (body) => {
        const isValid = isRead(fields, body)
        seen[`${isValid}`]++
        assert.equal(check(body), isValid, JSON.stringify(body))
      }),
      runs(2_000),
    )
    assert.ok(seen.true > 0 && seen.false > 0, JSON.stringify(seen))
  })
}
