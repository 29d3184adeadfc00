import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { Malformed, mostHeaderBytes, type Payment, readPayment, readPaymentHeader } from './reader.ts'

const authorization = {
  from: '0x1111111111111111111111111111111111111111',
  to: '0xAbCdEf0123456789aBcDeF0123456789AbCdEf01',
  value: '1000',
  validAfter: '0',
  validBefore: '1794731507',
  nonce: `0x${'3C'.repeat(32)}`,
}
const signature = `0x${'12'.repeat(64)}1b`
const accepted = { scheme: 'exact', network: 'eip155:84532', amount: '1000', asset: '0x1', payTo: '0x2' }
const shapes = {
  v2: { x402Version: 2, resource: {}, accepted, payload: { signature, authorization } },
  v1: { x402Version: 1, scheme: 'exact', network: 'base-sepolia', payload: { signature, authorization } },
  'v1 with a CAIP-2 network': {
    x402Version: 1,
    scheme: 'exact',
    network: 'eip155:84532',
    payload: { signature, authorization },
  },
  bare: { signature, authorization },
  'typed data and its signature': {
    domain: {},
    primaryType: 'TransferWithAuthorization',
    message: authorization,
    signature,
  },
  flat: { ...authorization, signature },
  'numbers that are numbers': {
    signature,
    authorization: { ...authorization, value: 1000, validAfter: 0, validBefore: 1794731507 },
  },
}
const base64 = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64')

const expected = { ...authorization, to: authorization.to.toLowerCase(), nonce: authorization.nonce.toLowerCase() }

test('a payment is read from each shape, in base64, base64url or plain JSON', () => {
  for (const [name, shape] of Object.entries(shapes)) {
    const text = JSON.stringify(shape)
    const read = readPaymentHeader(base64(shape))
    assert.deepEqual([read.authorization, read.signature], [expected, signature], name)
    for (const other of [Buffer.from(text).toString('base64url'), text])
      assert.deepEqual(readPaymentHeader(other).authorization, expected, name)
  }
})

test('a payment comes in either header or in both, and two different payments are rejected', () => {
  const [one, other] = [base64(shapes.v2), base64(shapes.v1)]
  assert.equal(readPayment({}), null)
  assert.equal(readPayment({ 'x-payment': one })?.wire, 'v2')
  assert.equal(readPayment({ 'payment-signature': other })?.wire, 'v1')
  assert.equal(readPayment({ 'payment-signature': one, 'x-payment': other })?.wire, 'v2')
  const different = base64({ signature, authorization: { ...authorization, value: '1001' } })
  assert.throws(() => readPayment({ 'payment-signature': one, 'x-payment': different }), /different payments/)
})

test('the name a payer gives to a payment is read where it is well formed', () => {
  const named = (id: unknown) =>
    base64({ ...shapes.v2, extensions: { 'payment-identifier': { info: { required: false, id } } } })
  assert.equal(readPaymentHeader(named('pay_7d5d747be160e280')).identifier, 'pay_7d5d747be160e280')
  assert.equal(
    readPaymentHeader(base64({ ...shapes.v2, extensions: { 'payment-identifier': { info: {} } } })).identifier,
    null,
  )
  for (const id of ['short', 'x'.repeat(129), 'pay_7d5d747be160e28!', 7, null])
    assert.throws(() => readPaymentHeader(named(id)), /payment-identifier/)
})

const changed = (part: object) => base64({ signature, authorization: { ...authorization, ...part } })

const broken: readonly (readonly [string, string, RegExp])[] = [
  ['not base64', '%%%', /not base64/],
  ['two headers that were joined', `${base64(shapes.v1)}, ${base64(shapes.v1)}`, /not base64/],
  ['base64 of other words', Buffer.from('hello').toString('base64'), /not JSON/],
  ['bytes that are not UTF-8', Buffer.from([0xff, 0xfe, 0xfd]).toString('base64'), /not JSON/],
  ['null', base64(null), /not a JSON object/],
  ['a list', base64([]), /not a JSON object/],
  ['an empty object', base64({}), /authorization is missing/],
  ['version 3', base64({ ...shapes.v2, x402Version: 3 }), /x402Version/],
  ['an empty payload', base64({ ...shapes.v2, payload: {} }), /authorization is missing/],
  ['no payload', base64({ ...shapes.v2, payload: null }), /authorization is missing/],
  ['a value of letters', changed({ value: 'abc' }), /authorization.value/],
  ['a value in hexadecimal', changed({ value: '0x3e8' }), /authorization.value/],
  ['a value below zero', changed({ value: -1 }), /authorization.value/],
  ['a value beyond 256 bits', changed({ value: String(1n << 256n) }), /authorization.value/],
  ['a nonce of 31 bytes', changed({ nonce: `0x${'33'.repeat(31)}` }), /authorization.nonce/],
  ['an address of 19 bytes', changed({ from: `0x${'33'.repeat(19)}` }), /authorization.from/],
  ['no signature', base64({ authorization }), /signature/],
  ['a signature of 64 bytes', base64({ authorization, signature: `0x${'12'.repeat(64)}` }), /signature/],
  ['too long', base64({ ...shapes.v2, more: 'x'.repeat(mostHeaderBytes) }), /longer than/],
]
for (const [name, header, words] of broken)
  test(`a payment is malformed: ${name}`, () => {
    assert.throws(
      () => readPaymentHeader(header),
      (error) => error instanceof Malformed && words.test(error.message) && error.zh.length > 0,
    )
  })

test('any JSON is either read as a payment or rejected', () => {
  const read = (header: string): Payment | null => {
    try {
      return readPaymentHeader(header)
    } catch (error) {
      assert.ok(error instanceof Malformed, String(error))
      return null
    }
  }
  fc.assert(fc.property(fc.json(), (text) => void read(Buffer.from(text).toString('base64'))))
  fc.assert(fc.property(fc.string(), (text) => void read(text)))
  // Any part of a good payment replaced by anything.
  const paths = ['x402Version', 'accepted', 'payload', 'extensions', 'scheme', 'network'] as const
  fc.assert(
    fc.property(
      fc.constantFrom(...paths),
      fc.jsonValue(),
      fc.constantFrom('v1', 'v2', 'bare'),
      (path, value, shape) => {
        const found = read(base64({ ...shapes[shape as 'v1'], [path]: value }))
        if (found) assert.deepEqual(found.authorization, expected)
      },
    ),
  )
  fc.assert(
    fc.property(
      fc.constantFrom(...(Object.keys(authorization) as (keyof typeof authorization)[])),
      fc.jsonValue(),
      (name, value) => {
        const found = read(base64({ signature, authorization: { ...authorization, [name]: value } }))
        if (found) assert.equal(found.authorization[name], String(value).toLowerCase())
      },
    ),
  )
})
