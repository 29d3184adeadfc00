import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import wabt from 'wabt'
import { runs } from '../../../../test/support/runs.ts'

type Kernel = { readonly memory: { readonly buffer: ArrayBuffer } } & Readonly<
  Record<'round' | 'project' | 'multiply' | 'normalise' | 'activate' | 'powers', (...numbers: number[]) => number>
>
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: Kernel }
}
const file = (name: string) => readFileSync(join(import.meta.dirname, name))

test('the kernel that is shipped is the one that its source says', async () => {
  const { parseWat } = await wabt()
  const { buffer } = parseWat('kernel.wat', file('kernel.wat').toString(), { simd: true, relaxed_simd: true }).toBinary(
    {},
  )
  assert.ok(file('kernel.wasm').equals(Buffer.from(buffer)), 'npm run ask:kernel makes it anew')
})

test('the kernel multiplies as the rule for matrices says, for any number of rows', () => {
  const { memory, multiply } = new WebAssembly.Instance(new WebAssembly.Module(file('kernel.wasm'))).exports
  const floats = new Float32Array(memory.buffer)
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 6 }),
      fc.array(fc.float({ min: -4, max: 4, noNaN: true }), { minLength: 700, maxLength: 700 }),
      (rows, columnsByFour, lengthByFour, numbers) => {
        const [columns, length] = [columnsByFour * 4, lengthByFour * 4]
        const [x, w, b, y] = [0, 2_000, 6_000, 8_000]
        const at = (of: number, n: number) => numbers[(of + n * 7) % numbers.length]!
        for (let n = 0; n < rows * length; n++) floats[x + n] = at(1, n)
        for (let n = 0; n < columns * length; n++) floats[w + n] = at(2, n)
        for (let n = 0; n < columns; n++) floats[b + n] = at(3, n)
        multiply(x * 4, length * 4, rows, w * 4, length * 4, columns, b * 4, y * 4, columns * 4, length)
        for (let row = 0; row < rows; row++)
          for (let column = 0; column < columns; column++) {
            let sum = floats[b + column]!
            for (let n = 0; n < length; n++) sum += floats[x + row * length + n]! * floats[w + column * length + n]!
            assert.ok(Math.abs(sum - floats[y + row * columns + column]!) < 1e-3)
          }
      },
    ),
    runs(60),
  )
})

test('weights of 8 bits multiply as their floats do, to the precision of 14 bits, for any number of rows', () => {
  const { memory, round, project } = new WebAssembly.Instance(new WebAssembly.Module(file('kernel.wasm'))).exports
  const { buffer } = memory
  const [floats, bytes, integers] = [new Float32Array(buffer), new Int8Array(buffer), new Int32Array(buffer)]
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 9 }),
      fc.integer({ min: 1, max: 4 }),
      fc.integer({ min: 1, max: 4 }),
      fc.array(fc.float({ min: -4, max: 4, noNaN: true }), { minLength: 700, maxLength: 700 }),
      (rows, columnsByTwo, lengthBySixteen, numbers) => {
        const [columns, length] = [columnsByTwo * 2, lengthBySixteen * 16]
        // Places in bytes.
        const [x, w, scales, b, y, rounded, xScales, sums] = [0, 8_000, 12_000, 13_000, 14_000, 24_000, 32_000, 33_000]
        const at = (of: number, n: number) => numbers[(of + n * 7) % numbers.length]!
        for (let n = 0; n < rows * length; n++) floats[x / 4 + n] = at(1, n)
        for (let n = 0; n < columns * length; n++) bytes[w + n] = Math.round(at(2, n) * 31)
        for (let n = 0; n < columns; n++) [floats[b / 4 + n], floats[scales / 4 + n]] = [at(3, n), at(4, n) / 50]
        for (let column = 0; column < columns; column++) {
          const row = bytes.subarray(w + column * length, w + (column + 1) * length)
          integers[sums / 4 + column] = 8_192 * row.reduce((sum, one) => sum + one, 0)
        }
        round(x, rows, length, rounded, xScales)
        project(rounded, xScales, rows, w, scales, sums, columns, b, y, length)
        for (let row = 0; row < rows; row++)
          for (let column = 0; column < columns; column++) {
            let [sum, most] = [0, 0]
            for (let n = 0; n < length; n++) {
              sum += floats[x / 4 + row * length + n]! * bytes[w + column * length + n]!
              most += Math.abs(bytes[w + column * length + n]!) * 4
            }
            const scale = floats[scales / 4 + column]!
            const wanted = sum * scale + floats[b / 4 + column]!
            const error = Math.abs(wanted - floats[y / 4 + row * columns + column]!)
            assert.ok(error <= (most * Math.abs(scale)) / 8_000 + 1e-4, `${error}`)
          }
      },
    ),
    runs(60),
  )
})

test('rows are normalised to their mean and variance, for any number of rows', () => {
  const { memory, normalise } = new WebAssembly.Instance(new WebAssembly.Module(file('kernel.wasm'))).exports
  const floats = new Float32Array(memory.buffer)
  const length = 12
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.float({ min: -9, max: 9, noNaN: true }), { minLength: length, maxLength: length }), {
        minLength: 3,
        maxLength: 6,
      }),
      ([weights, biases, ...rows]) => {
        const [x, weight, bias, to] = [0, 500, 600, 700]
        floats.set(rows.flat(), x)
        floats.set(weights!, weight)
        floats.set(biases!, bias)
        normalise(x * 4, rows.length, length, weight * 4, bias * 4, to * 4)
        for (const [n, row] of rows.entries()) {
          const mean = row.reduce((sum, one) => sum + one, 0) / length
          const variance = row.reduce((sum, one) => sum + (one - mean) ** 2, 0) / length
          for (const [i, one] of row.entries()) {
            const part = (one - mean) / Math.sqrt(variance + 1e-5)
            const error = Math.abs(part * weights![i]! + biases![i]! - floats[to + n * length + i]!)
            assert.ok(error < 1e-2, `${error}`)
          }
        }
      },
    ),
    runs(60),
  )
})

test('activations and powers are those of the mathematics', () => {
  const { memory, activate, powers } = new WebAssembly.Instance(new WebAssembly.Module(file('kernel.wasm'))).exports
  const floats = new Float32Array(memory.buffer)
  fc.assert(
    fc.property(fc.array(fc.float({ min: -60, max: 60, noNaN: true }), { minLength: 8, maxLength: 8 }), (numbers) => {
      const near = (a: number, b: number) => assert.ok(Math.abs(a - b) <= 1e-5 * Math.max(1, Math.abs(b)), `${a} ${b}`)
      floats.set(numbers)
      activate(0, 8)
      for (const [at, x] of numbers.entries())
        near(floats[at]!, (x / 2) * (1 + Math.tanh(Math.sqrt(2 / Math.PI) * (x + 0.044715 * x ** 3))))
      floats.set(numbers)
      const most = Math.max(...numbers)
      const sum = powers(0, 8, most)
      for (const [at, x] of numbers.entries()) near(floats[at]!, Math.exp(x - most))
      near(
        sum,
        numbers.reduce((total, x) => total + Math.exp(x - most), 0),
      )
    }),
    runs(100),
  )
})
