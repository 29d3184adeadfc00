import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isNoValue, quotient, scaled, times } from './numbers.ts'

const grouped = (digits: string): string => digits.replace(/\B(?=(\d{3})+$)/g, ',')
const wide = (text: string): string => text.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit)))
const write = (value: bigint, scale: number, isGrouped: boolean): string => {
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0')
  const whole = digits.slice(0, digits.length - scale)
  return `${value < 0n ? '-' : ''}${isGrouped ? grouped(whole) : whole}${scale > 0 ? `.${digits.slice(-scale)}` : ''}`
}
const safe = fc.bigInt(BigInt(Number.MIN_SAFE_INTEGER), BigInt(Number.MAX_SAFE_INTEGER))

test('a number is read exactly, however it is written', () => {
  fc.assert(
    fc.property(
      safe,
      fc.integer({ min: 0, max: 8 }),
      fc.boolean(),
      fc.constantFrom('', ' ', '\u3000', '\u00a0 '),
      fc.boolean(),
      fc.nat(3),
      (value, scale, isGrouped, padding, isWide, zeros) => {
        const plain = write(value, scale, isGrouped) + (scale > 0 ? '0'.repeat(zeros) : '')
        const text = padding + (isWide ? wide(plain) : plain) + padding
        assert.equal(scaled(text, scale), Number(value) === 0 ? 0 : Number(value), text)
      },
    ),
  )
})

test('fewer places than the scale are padded', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.nat(4), fc.nat(4), (value, places, more) => {
      assert.equal(scaled(write(BigInt(value), places, true), places + more), value === 0 ? 0 : value * 10 ** more)
    }),
  )
})

test('a number beyond what a float holds is read where it is exact and refused where it is not', () => {
  assert.equal(scaled('3,355,123,235,000', 4), 33_551_232_350_000_000)
  assert.equal(scaled('9,007,199,254,740,993', 0), undefined)
  assert.equal(scaled('-9007199254740993', 0), undefined)
})

test('places beyond the scale must be zeros, unless the reader rounds', () => {
  assert.equal(scaled('2.8600', 2), 286)
  assert.equal(scaled('2.861', 2), undefined)
  assert.equal(scaled('2.86203464', 6, true), 2_862_035)
  assert.equal(scaled('2.8620345', 6, true), 2_862_035)
  assert.equal(scaled('2.8620344', 6, true), 2_862_034)
  assert.equal(scaled('-2.8620345', 6, true), -2_862_035)
  assert.equal(scaled('0.9999999', 6, true), 1_000_000)
})

test('signs come in front, in brackets and full-width', () => {
  assert.deepEqual(
    ['+40.00', '-24.99', '(1,234)', '－5', '＋5', ' 0.00', '-0.00'].map((text) => scaled(text, 2)),
    [4000, -2499, -123_400, -500, 500, 0, 0],
  )
})

test('separators in the wrong place, letters and half numbers are no numbers', () => {
  for (const text of [
    '1,23',
    '12,3456',
    '1234,567',
    ',123',
    '1,,234',
    '1.2.3',
    '1,234.5,6',
    'X0.00',
    '1 2',
    '12a',
    '1-2',
    '除息',
  ])
    assert.equal(scaled(text, 4), undefined, text)
})

test('the ways to write no value are null, never zero', () => {
  for (const text of ['', ' ', '\u3000', '-', '--', '---', ' --- ', '----', '－', 'N/A', 'NA', 'null', '.']) {
    assert.equal(scaled(text, 4), null, text)
    assert.ok(isNoValue(text), text)
  }
  for (const text of ['0', '0.00', 'X', '-1']) assert.ok(!isNoValue(text), text)
})

test('lots and thousands are multiplied exactly or not at all', () => {
  fc.assert(
    fc.property(safe, fc.constantFrom(1000, 1_000_000), (value, factor) => {
      const product = times(Number(value), factor)
      if (product !== undefined) assert.equal(BigInt(product), value * BigInt(factor))
      else assert.notEqual(BigInt(Number(value) * factor), value * BigInt(factor))
    }),
  )
})

test('a quotient is half up, on either side of zero', () => {
  assert.equal(quotient(24_850_000, 6_212_500, 6), 4_000_000)
  assert.deepEqual([quotient(1, 8, 2), quotient(-1, 8, 2), quotient(1, 3, 4), quotient(1, 0, 2)], [13, -13, 3333, null])
})
