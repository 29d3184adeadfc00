import assert from 'node:assert/strict'
import { execFile, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { openapiOf, printOpenapi } from '../openapi.ts'
import { routes } from '../routes/routes.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../../..')
const folder = mkdtempSync(join(tmpdir(), 'formosa-generated-'))

before(async () => {
  writeFileSync(join(folder, 'openapi.json'), printOpenapi(openapiOf('0', routes)))
  const generator = fork(join(import.meta.dirname, '../../../test/support/generateTypes.ts'), [folder])
  const [code] = await once(generator, 'exit')
  assert.equal(code, 0)
  await compile()
})

after(() => rmSync(folder, { recursive: true, force: true }))

const generators = {
  'openapi-typescript': `import type { components, paths } from './openapi-typescript.ts'
type Response = paths['/v1/data/{dataset}']['get']['responses'][200]['content']['application/json']
type Paid = paths['/v1/agent/{dataset}']['get']['responses'][200]['content']['application/json']
type Row = components['schemas']['TaiwanStockPrice']
`,
  '@hey-api/openapi-ts': `import type { PayForDatasetResponses, QueryDatasetResponses, TaiwanStockPrice as Row } from './hey-api/types.gen.ts'
type Response = QueryDatasetResponses[200]
type Paid = PayForDatasetResponses[200]
`,
}

const closeOf = (column: string) => `
export function read(page: Response | Paid): readonly (string | null)[] {
  if (!('dataset' in page) || page.dataset !== 'TaiwanStockPrice') return []
  const rows: readonly Row[] = page.data
  const volumes: readonly number[] = page.data.map((row) => row.volume)
  return volumes.length === rows.length ? page.data.map((row) => row.${column}) : []
}
`

const programs = {
  close: closeOf('close'),
  lacking: closeOf('adjusted').replace('  return volumes', '  // @ts-expect-error no such column\n  return volumes'),
  wrong: closeOf('adjusted'),
  other: closeOf('close').replace("'TaiwanStockPrice'", "'TaiwanStockMonthRevenue'"),
}
const fileOf = (generator: string, program: string) => `${program}-${generator.replaceAll(/\W+/g, '-')}.ts`

/** What the compiler complains of, by file: it reads the generated types once for all programs. */
let complaints: readonly string[]

/** Compiles all programs against the generated types. */
async function compile(): Promise<void> {
  const files: string[] = []
  for (const [generator, types] of Object.entries(generators))
    for (const [program, text] of Object.entries(programs)) {
      const file = fileOf(generator, program)
      writeFileSync(join(folder, file), types + text)
      files.push(file)
    }
  const flags = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--skipLibCheck', '--module', 'nodenext']
  const types = ['--target', 'esnext', '--allowImportingTsExtensions', '--types', '', '--pretty', 'false']
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const { stdout } = await run(process.execPath, [tsc, ...flags, ...types, ...files], { cwd: folder }).catch(
    (error: { stdout: string }) => error,
  )
  complaints = stdout.split('\n').filter((line) => line !== '')
}

const complaintsOf = (generator: string, program: keyof typeof programs) =>
  complaints.filter((line) => line.startsWith(`${fileOf(generator, program)}(`)).join('\n')

test('the compiler complains of the programs alone', () => {
  for (const line of complaints) assert.match(line, /^(?:(?:wrong|other)-[\w-]+\.ts\(| {2})/)
})

for (const name of Object.keys(generators)) {
  test(`with ${name}, a page of TaiwanStockPrice has the column close`, () => {
    assert.equal(complaintsOf(name, 'close'), '')
  })

  test(`with ${name}, a column that the dataset lacks does not compile`, () => {
    assert.equal(complaintsOf(name, 'lacking'), '')
    assert.match(complaintsOf(name, 'wrong'), /adjusted/)
  })

  test(`with ${name}, the columns of one dataset are not those of another`, () => {
    assert.match(complaintsOf(name, 'other'), /TS2322|TS2339/)
  })
}
