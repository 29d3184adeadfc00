import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import wabt from 'wabt'

/** Makes the WebAssembly of the model's kernel from its source. */
const folder = join(import.meta.dirname, '../src/ask/reader/model')
const { parseWat } = await wabt()
const source = readFileSync(join(folder, 'kernel.wat'), 'utf8')
writeFileSync(
  join(folder, 'kernel.wasm'),
  parseWat('kernel.wat', source, { simd: true, relaxed_simd: true }).toBinary({}).buffer,
)
