import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { builtAt, copyOfFixture } from '../../test/support/fixture.ts'
import { cleanEnv } from '../../test/support/run.ts'
import { keyOf, type Service, startService } from '../../test/support/service.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'formosa-guide-'))
const missing = ['bash', 'curl', 'sed'].filter((name) => spawnSync(name, ['--version']).error)
const skip = missing.length > 0 && `${missing.join(', ')} not found`
let service: Service

before(async () => {
  symlinkSync(join(root, 'bin'), join(folder, 'bin'))
  writeFileSync(join(folder, '.curlrc'), 'write-out = "%{stderr}[%{http_code}]\\n"\n')
  const home = await copyOfFixture(join(folder, 'home'))
  service = await startService(home, { FORMOSA_NOW: builtAt, WORKERS: '1' })
})

after(async () => {
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

type Ran = { readonly code: number | null; readonly out: string; readonly err: string }

/** Runs lines in one shell, as a reader would; curl tells each status on standard error. */
const run = (lines: string): Promise<Ran> =>
  new Promise((resolve) => {
    const env = cleanEnv({ FORMOSA: service.url, FORMOSA_HOME: service.home, FORMOSA_NOW: builtAt, HOME: folder })
    const shell = spawn('bash', ['-euo', 'pipefail', '-c', lines], { cwd: folder, env })
    let [out, err] = ['', '']
    shell.stdout.on('data', (chunk) => {
      out += chunk
    })
    shell.stderr.on('data', (chunk) => {
      err += chunk
    })
    shell.on('close', (code) => resolve({ code, out, err }))
  })

/** The lines of a document that a reader would run, in order. */
const linesOf = (document: string): string[] =>
  [...readFileSync(join(root, document), 'utf8').matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!)

/** The statuses that curl told, in order. */
const statusesOf = ({ err }: Ran): string => [...err.matchAll(/^\[(\d+)\]$/gm)].map(([, status]) => status).join(' ')

test('the guide to accounts does what it says, from sign-up to a Plus answer', { skip }, async () => {
  const blocks = linesOf('docs/accounts.md')
  assert.ok(blocks.length >= 8)
  const ran = await run(blocks.join('\n'))
  const { code, out, err } = ran
  assert.equal(code, 0, err)
  assert.deepEqual(statusesOf(ran), '201 200 403 200 200 200 200 200 202 200 201 200 201 200 200 200 200')
  assert.match(out, /"current_tier":"free".*"dataset":"TaiwanIndex5Seconds","tier_used":"plus"/s)
  assert.match(out, /X-RateLimit-Remaining: 599/)
  assert.match(out, /"tier":"plus","rate_limit_per_hour":10000,"remaining_this_hour":9997/)
  assert.match(out, /"name":"old laptop".*"replaces":.*"revoked_at":"2026/s)
  assert.match(err, /you@example\.com now has the plus tier\./)
  assert.match(err, /partner@example\.com is disabled\..*may use the service again\..*is removed\./s)
  assert.match(err, /Wrote 2 users, 4 keys, /)
  // The console of the service, where no mail is set up.
  assert.match(service.output(), /\/account\?do=reset&token=/)
})

test('the guide to formats does what it says, without a key', { skip }, async () => {
  const ran = await run(linesOf('docs/formats.md').join('\n'))
  assert.equal(ran.code, 0, ran.err)
  const statuses = statusesOf(ran).split(' ')
  assert.ok(statuses.length > 10 && statuses.every((status) => status === '200'), statuses.join(' '))
  assert.match(ran.out, /^trade_date,|^stock_id,/m)
  assert.match(ran.out, /\ufeff/)
  assert.equal(readFileSync(join(folder, 'per.parquet')).toString('latin1', 0, 4), 'PAR1')
  const { rows } = (await (
    await fetch(`${service.url}/v1/data/TaiwanStockPER?stock_id=2330,2317&start_date=2026-01-01&dry_run=true`)
  ).json()) as { rows: number }
  const lines = readFileSync(join(folder, 'all.csv'), 'utf8').trimEnd().split('\r\n')
  assert.equal(lines.length, rows + 1)
  assert.equal(new Set(lines).size, lines.length)
})

test('the guide to files and links does what it says', { skip }, async () => {
  const key = await keyOf(service.home, 'free')
  const ran = await run([`KEY=${key}`, ...linesOf('docs/bulk.md')].join('\n'))
  assert.equal(ran.code, 0, ran.err)
  // The list, its files, and what follows.
  assert.match(statusesOf(ran), /^200( 200)+ 206 201 200 201 200 200$/)
  assert.match(ran.out, /PAR1/)
  assert.match(ran.out, /"revoked_at":"2026/)
  const files = readdirSync(folder).filter((name) => name.endsWith('.parquet') && /^(history|current)-/.test(name))
  assert.ok(files.length > 0)
  for (const name of files) assert.equal(readFileSync(join(folder, name)).toString('latin1', 0, 4), 'PAR1')
})

test("the first line of README's first steps answers with rows", { skip }, async () => {
  const [, line] = /## First steps\n.*?```\n(curl [^\n]*)\n/s.exec(readFileSync(join(root, 'README.md'), 'utf8'))!
  const { code, out } = await run(line!.replace('http://127.0.0.1:8080', service.url))
  assert.equal(code, 0)
  assert.equal(JSON.parse(out).count, 5)
})
