import assert from 'node:assert/strict'
import type { IncomingMessage } from 'node:http'
import { isIPv6 } from 'node:net'
import { test } from 'node:test'
import fc from 'fast-check'
import { runs } from '../../test/support/runs.ts'
import { createAddresses } from './addresses.ts'

const requestFrom = (remoteAddress: string | undefined, headers: Record<string, string> = {}) =>
  ({ socket: { remoteAddress }, headers }) as unknown as IncomingMessage

const group = fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 0xffff }))

/** Eight groups, written in one of the many ways that are allowed. */
const written = fc
  .record({
    groups: fc.array(group, { minLength: 8, maxLength: 8 }),
    padded: fc.boolean(),
    upper: fc.boolean(),
    dotted: fc.boolean(),
    from: fc.nat(7),
    zone: fc.boolean(),
  })
  .map(({ groups, padded, upper, dotted, from, zone }) => {
    const words = groups.map((each) => each.toString(16).padStart(padded ? 4 : 1, '0'))
    const [seventh, eighth] = groups.slice(6) as [number, number]
    const tail = dotted ? [`${seventh >> 8}.${seventh & 255}.${eighth >> 8}.${eighth & 255}`] : words.slice(6)
    let end = from
    while (end < 6 && groups[end] === 0) end++
    const text =
      end - from >= 2
        ? `${words.slice(0, from).join(':')}::${[...words.slice(end, 6), ...tail].join(':')}`
        : [...words.slice(0, 6), ...tail].join(':')
    return { groups, text: (upper ? text.toUpperCase() : text) + (zone ? '%eth0' : '') }
  })
  .filter(
    ({ text, groups }) => isIPv6(text) && !(groups.slice(0, 5).every((each) => each === 0) && groups[5] === 0xffff),
  )

test('of an IPv6 address the first 64 bits count, however it is written', () => {
  const { of } = createAddresses([])
  fc.assert(
    fc.property(written, ({ groups, text }) => {
      // ::ffff:a.b.c.d is an IPv4 address, which counts whole.
      fc.pre(groups.slice(0, 5).some((each) => each !== 0) || groups[5] !== 0xffff)
      const network = groups.slice(0, 4).map((each) => each.toString(16))
      assert.equal(of(requestFrom(text)), network.join(':'))
    }),
    runs(500),
  )
})

test('an address that only begins like an IPv4 address written as IPv6 counts by its first 64 bits', () => {
  assert.equal(createAddresses([]).of(requestFrom('::ffff:0:0:0:0:0')), '0:0:ffff:0')
})

test('an IPv4 address stays whole, also where the system writes it as IPv6', () => {
  const { of } = createAddresses([])
  fc.assert(
    fc.property(fc.ipV4(), (address) => {
      assert.equal(of(requestFrom(address)), address)
      assert.equal(of(requestFrom(`::ffff:${address}`)), address)
    }),
  )
  assert.equal(of(requestFrom(undefined)), '')
})

test('X-Forwarded-For entries before the last untrusted hop are ignored', () => {
  const { of } = createAddresses(['10.0.0.0/8', 'fd00::/8'])
  const claims = fc.array(fc.oneof(fc.ipV4(), fc.ipV6(), fc.string(), fc.constant('10.1.1.1')), { maxLength: 5 })
  const ours = fc.array(fc.constantFrom('10.9.9.9', '10.0.0.1', 'fd00::5'), { maxLength: 3 })
  fc.assert(
    fc.property(claims, ours, (before, hops) => {
      const chain = [...before.map((each) => each.replaceAll(',', '')), '203.0.113.7', ...hops].join(', ')
      assert.equal(of(requestFrom('10.0.0.2', { 'x-forwarded-for': chain })), '203.0.113.7')
      // For other remote addresses the address of the socket counts.
      assert.equal(of(requestFrom('198.51.100.4', { 'x-forwarded-for': chain })), '198.51.100.4')
    }),
  )
})

test('X-Forwarded-Proto is read from a trusted proxy only, and its last value counts', () => {
  const { isSecure } = createAddresses(['10.0.0.2'])
  for (const [from, proto, expected] of [
    ['10.0.0.2', 'https', true],
    ['::ffff:10.0.0.2', 'https', true],
    ['10.0.0.2', 'http, https', true],
    ['10.0.0.2', 'https, http', false],
    ['10.0.0.2', 'httpsx', false],
    ['10.0.0.2', '', false],
    ['10.0.0.3', 'https', false],
  ] as const)
    assert.equal(isSecure(requestFrom(from, { 'x-forwarded-proto': proto })), expected, `${from} ${proto}`)
  assert.equal(createAddresses([]).isSecure(requestFrom('10.0.0.2', { 'x-forwarded-proto': 'https' })), false)
})
