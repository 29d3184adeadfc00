import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import fc from 'fast-check'
import wabt from 'wabt'

type Kernel = { readonly memory: { readonly buffer: ArrayBuffer }; readonly multiply: (...numbers: number[]) => void }
declare const WebAssembly: {
  readonly Module: new (bytes: Uint8Array) => object
  readonly Instance: new (module: object) => { readonly exports: Kernel }
}
const file = (name: string) => readFileSync(join(import.meta.dirname, name))

test('the kernel that is shipped is the one that its source says', async () => {
  const { parseWat } = await wabt()
  const { buffer } = parseWat('kernel.wat', file('kernel.wat').toString(), { simd: true }).toBinary({})
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
    { numRuns: 60 },
  )
})
