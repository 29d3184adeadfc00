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
})

after(() => rmSync(folder, { recursive: true, force: true }))

/** Compiles a program against the generated types; returns the compiler's complaints. */
async function complaints(name: string, program: string): Promise<string> {
  const file = join(folder, `${name}.ts`)
  writeFileSync(file, program)
  const flags = ['--noEmit', '--strict', '--noUncheckedIndexedAccess', '--skipLibCheck', '--module', 'nodenext']
  const types = ['--target', 'esnext', '--allowImportingTsExtensions', '--types', '']
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  return run(process.execPath, [tsc, ...flags, ...types, file], { cwd: folder }).then(
    () => '',
    ({ stdout }: { stdout: string }) => stdout,
  )
}

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

for (const [name, types] of Object.entries(generators)) {
  const file = name.replaceAll(/\W+/g, '-')
  test(`with ${name}, a page of TaiwanStockPrice has the column close`, async () => {
    assert.equal(await complaints(`${file}-close`, types + closeOf('close')), '')
  })

  test(`with ${name}, a column that the dataset lacks does not compile`, async () => {
    const expected = closeOf('adjusted').replace(
      '  return volumes',
      '  // @ts-expect-error no such column\n  return volumes',
    )
    assert.equal(await complaints(`${file}-lacking`, types + expected), '')
    assert.match(await complaints(`${file}-wrong`, types + closeOf('adjusted')), /adjusted/)
  })

  test(`with ${name}, the columns of one dataset are not those of another`, async () => {
    const wrong = closeOf('close').replace("'TaiwanStockPrice'", "'TaiwanStockMonthRevenue'")
    assert.match(await complaints(`${file}-other`, types + wrong), /TS2322|TS2339/)
  })
}
