import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { builtAt, copyOfFixture } from '../../test/support/fixture.ts'
import { cleanEnv } from '../../test/support/run.ts'
import { type Service, startService } from '../../test/support/service.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'formosa-guide-'))
const missing = ['bash', 'curl', 'sed'].filter((name) => spawnSync(name, ['--version']).error)
const skip = missing.length > 0 && `${missing.join(', ')} not found`
let service: Service

before(async () => {
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

test('the guide to accounts does what it says, from sign-up to a Plus answer', { skip }, async () => {
  const guide = readFileSync(join(root, 'docs/accounts.md'), 'utf8')
  const blocks = [...guide.matchAll(/^```sh\n(.*?)^```$/gms)].map(([, block]) => block!)
  assert.ok(blocks.length >= 8)
  symlinkSync(join(root, 'bin'), join(folder, 'bin'))
  writeFileSync(join(folder, '.curlrc'), 'write-out = "%{stderr}[%{http_code}]\\n"\n')
  const { code, out, err } = await run(blocks.join('\n'))
  assert.equal(code, 0, err)
  const statuses = [...err.matchAll(/^\[(\d+)\]$/gm)].map(([, status]) => status)
  assert.deepEqual(statuses.join(' '), '201 200 403 200 200 200 200 200 202 200 201 200 201 200 200 200 200')
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
