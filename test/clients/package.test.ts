import assert from 'node:assert/strict'
import { execFile, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { startBrowser } from '../support/browser.ts'
import { root } from '../support/documents.ts'
import { nodeOf } from '../support/nodes.ts'
import { keyOf, type Service } from '../support/service.ts'
import { shareService } from '../support/sharedService.ts'

/** Packs the TypeScript client, installs it into an empty project, and uses it there as its users do. */

const folder = mkdtempSync(join(tmpdir(), 'formosa-package-'))
const project = join(folder, 'project')
const binaries = join(root, 'node_modules/.bin')
const skip = spawnSync('npm', ['--version']).error !== undefined && 'npm not found: put it in PATH'
let service: Service
let key: string

const run = async (program: string, args: readonly string[], cwd: string): Promise<string> => {
  const env = { ...process.env, PATH: `${process.env.PATH}:${binaries}`, FORMOSA_URL: service.url, FORMOSA_KEY: key }
  const done = await promisify(execFile)(program, args, { cwd, env }).catch(({ message, stdout, stderr }) => {
    throw new Error(`${message}\n${stdout}${stderr}`)
  })
  return done.stdout
}

before(async () => {
  service = await shareService()
  key = await keyOf(service.home, 'plus')
  if (skip) return
  const copy = join(folder, 'sdk')
  cpSync(join(root, 'sdk'), copy, { recursive: true, filter: (path) => !path.endsWith('/dist') })
  await run('npm', ['pack', '--pack-destination', folder, '--loglevel', 'error'], copy)
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "name": "user", "type": "module", "private": true }')
  const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'))!
  await run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(folder, tarball)], project)
})

after(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

const use = `
import { createClient, TierRequiredError, UnknownDatasetError } from 'formosa-sdk'
const client = createClient()
let rows = 0
for await (const row of client.rows('TaiwanStockPrice', { stock_id: ['2330'], start_date: '2026-06-01', limit: 50 })) {
  if (!/^\\d+\\.\\d{4}$/.test(row.close)) throw new Error(row.close)
  rows++
}
const failed = await client.rows('Nothing').toArray().catch((error) => error)
if (!(failed instanceof UnknownDatasetError) || failed.code !== 'unknown_dataset') throw failed
const agent = client.agent({ signer: { address: '0x' + '11'.repeat(20), signTypedData: async () => '0x' + '00'.repeat(65) } })
const refused = await agent.rows('TaiwanStockPrice', { maxRows: 1 }).toArray().catch((error) => error)
console.log(JSON.stringify({ rows, plan: (await client.plan('TaiwanStockPrice', { stock_id: '2330', start_date: '2026-06-01' })).rows, refused: refused.code }))
`

/** What the program above prints. */
function check(out: string): void {
  const { rows, plan, refused } = JSON.parse(out) as { rows: number; plan: number; refused: string }
  assert.ok(rows > 100)
  assert.equal(rows, plan)
  assert.equal(refused, 'payment_refused')
}

test('the package has code, declarations and no dependencies', { skip }, () => {
  const installed = join(project, 'node_modules/formosa-sdk')
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8'))
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  assert.equal(manifest.version, version)
  assert.equal(manifest.dependencies, undefined)
  assert.deepEqual(
    readdirSync(join(project, 'node_modules')).filter((name) => !name.startsWith('.')),
    ['formosa-sdk'],
  )
  const files = readdirSync(join(installed, 'dist'))
  assert.ok(files.includes('index.js') && files.includes('index.d.ts'))
  assert.deepEqual(
    files.filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts')),
    [],
  )
})

/** Where the package must work, with the program, its arguments and what to do where it is missing. */
const places = [
  ...[20, 22, 24].map((major) => [`Node ${major}`, nodeOf(major), [], `put node or node${major} into PATH`] as const),
  ...(
    [
      ['deno', ['run', '--allow-net', '--allow-env']],
      ['bun', ['run']],
    ] as const
  ).map(([name, args]) => {
    const program = spawnSync(name, ['--version']).error === undefined ? name : undefined
    return [name, program, args, 'put it in PATH'] as const
  }),
]
for (const [name, program, args, advice] of places)
  test(`the package works on ${name}`, {
    skip: skip || (program === undefined && `${name} not found: ${advice}`),
  }, async () => {
    writeFileSync(join(project, 'use.js'), use)
    check(await run(program!, [...args, 'use.js'], project))
  })

test('the declarations compile in a strict project, and tell wrong names of datasets, columns and parameters', {
  skip,
}, async () => {
  const options = {
    strict: true,
    target: 'es2022',
    module: 'nodenext',
    lib: ['es2022', 'dom'],
    types: [],
    noEmit: true,
  }
  const head = `import { createClient, isServiceError } from 'formosa-sdk'\nconst client = createClient({ url: 'http://a' })\n`
  const right = `${head}
for await (const row of client.rows('TaiwanStockPrice', { columns: ['close', 'volume'] })) {
  const close: string | null = row.close
  const volume: number | null = row.volume
  console.log(close, volume)
}
try { await client.keyInfo() } catch (error) {
  if (isServiceError(error) && error.code === 'tier_required') { const tier: 'free' | 'lite' | 'plus' = error.body.required_tier; console.log(tier) }
}`
  const wrong = `${head}
client.rows('TaiwanStockPrise')
client.rows('TaiwanStockPrice', { columns: ['price'] })
client.rows('TaiwanStockPrice', { data_id: '2330' })
for await (const row of client.rows('TaiwanStockPrice', { columns: ['close'] })) console.log(row.volume)`
  const texts = { 'right.ts': right, 'wrong.ts': wrong }
  for (const [file, text] of Object.entries(texts)) writeFileSync(join(project, file), text)
  const files = Object.keys(texts)
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files }))
  const output = await run(join(binaries, 'tsc'), ['-p', '.', '--pretty', 'false'], project).then(
    () => assert.fail('wrong names compile'),
    ({ message }: Error) => message,
  )
  assert.deepEqual(
    [...output.matchAll(/^(\S+\.ts)\((\d+),/gm)].map(([, file, line]) => `${file} ${line}`),
    ['wrong.ts 4', 'wrong.ts 5', 'wrong.ts 6', 'wrong.ts 7'],
  )
})

const browser = await startBrowser()
after(async () => {
  if (!('skip' in browser)) await browser.stop()
})

test('the package works in Chromium, from a page of another site', {
  skip: skip || ('skip' in browser && browser.skip),
}, async () => {
  const files = join(project, 'node_modules/formosa-sdk/dist')
  const server = createServer((request, response) => {
    if (request.url === '/')
      return void response.writeHead(200, { 'Content-Type': 'text/html' }).end('<title>a page</title>')
    // A browser asks for an icon too.
    if (!request.url!.endsWith('.js')) return void response.writeHead(404).end()
    response.writeHead(200, { 'Content-Type': 'text/javascript' }).end(readFileSync(join(files, request.url!.slice(1))))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  try {
    assert.ok(!('skip' in browser))
    const { page, complaints } = await browser.open(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    const options = JSON.stringify({ url: service.url, key })
    const result = await page.evaluate(`import('/index.js').then(async ({ createClient }) => {
      const warnings = []
      const client = createClient({ ...${options}, onWarning: ({ code }) => warnings.push(code) })
      const rows = await client.rows('TaiwanStockPrice', { stock_id: ['2330', 'NOSUCH'], limit: 50, maxRows: 120 }).toArray()
      return JSON.stringify({ rows: rows.length, warnings, left: client.rateLimit().limit })
    })`)
    assert.deepEqual(JSON.parse(String(result)), { rows: 120, warnings: ['unknown_id'], left: 10_000 })
    assert.deepEqual(
      complaints().filter((line) => !line.startsWith(`a request to ${service.url}`)),
      [],
    )
  } finally {
    server.close()
  }
})
