import assert from 'node:assert/strict'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { buildHome } from '../../test/support/buildHome.ts'
import { createClient, type HttpResponse } from '../../test/support/client.ts'
import { createTestClock } from '../../test/support/clock.ts'
import { fillDisk, mountSmall, unmount } from '../../test/support/disk.ts'
import { compiled } from '../../test/support/run.ts'
import { type Service, startService } from '../../test/support/service.ts'
import { until } from '../../test/support/until.ts'
import { freeBytes } from '../disk.ts'

/** Sign-ups while the disk is full; `npm run torture` asks for many. */
const torture = Number(process.env.TORTURE ?? 0)
const signUps = torture > 0 ? 200 : 8
const reserve = 8e6

const root = mkdtempSync(join(tmpdir(), 'formosa-full-'))
const home = join(root, 'home')
const filler = join(home, 'filler')
mkdirSync(home)
const hindrance = mountSmall(home, 96)
const skip = hindrance ?? false
let service: Service
let client: ReturnType<typeof createClient>
const clock = createTestClock(root, '2026-11-13T19:00:00+08:00')
/** At this signal a minute of the machine's clock goes by, for which the service waits after a failed refresh. */
const minute = 'SIGUSR2'
const preload = join(root, 'pass-a-minute.mjs')
const settings = {
  FORMOSA_RESERVE: '8MB',
  LOG_LEVEL: 'info',
  WORKERS: '1',
  NODE_OPTIONS: `${compiled.NODE_OPTIONS} --import=${preload}`,
  ...clock.settings,
}

before(async () => {
  if (hindrance) return
  writeFileSync(
    preload,
    `import { isMainThread } from 'node:worker_threads'
     if (isMainThread)
       process.on('${minute}', () => {
         const { now } = Date
         Date.now = () => now() + 60_000
       })`,
  )
  await buildHome(home, {
    at: clock.now().toISOString(),
    through: '2026-11-13',
    // None of them needs the prices of stocks, which take seconds to simulate.
    only: ['CrudeOilPrices', 'CurrencyCirculation', 'CentralBankRate', 'USBondYield'],
    from: '2026-01-02',
    movesFrom: '2026-01-02',
  })
  service = await startService(home, settings)
  client = createClient(service.url)
})
after(async () => {
  client?.close()
  await service?.stop('SIGKILL')
  if (!hindrance) unmount(home)
  rmSync(root, { recursive: true, force: true })
})

let people = 0
/** From many addresses: each may try so often only. */
const signUp = (): Promise<HttpResponse> =>
  client.send('/v1/auth/sign-up', {
    from: `127.0.0.${1 + (people % 200)}`,
    json: { email: `person-${people++}@example.com`, password: 'correct horse' },
  })

const diskCheck = async (): Promise<string> => (await client.send('/readyz')).json.checks.disk

const versionServed = async () => (await client.send('/v1/data')).headers['x-data-version']

const looking = { pauseMs: 250, log: () => service.log() }

test(`${signUps} people sign up while the disk is full, out of the reserve`, { skip }, async () => {
  await until('the reserve is there', () => existsSync(join(home, 'reserve')), looking)
  assert.match(await diskCheck(), /^ok: \d+ bytes free$/)
  fillDisk(filler)
  assert.equal(freeBytes(home), 0)
  for (let n = 0; n < signUps; n++) {
    const response = await signUp()
    assert.equal(response.status, 201, response.text)
  }
  await until('/readyz names the disk', async () => /^degraded: \d+ bytes free/.test(await diskCheck()), looking)
  assert.equal((await client.send('/readyz')).status, 200)
})

test('without the reserve a sign-up is 503 with a sentence, the log has the first cause, and all recovers by itself', {
  skip,
}, async () => {
  fillDisk(filler)
  // What the database holds already may serve for a few more.
  let response = await signUp()
  for (let n = 0; n < 200 && response.status === 201; n++) {
    fillDisk(filler)
    response = await signUp()
  }
  assert.equal(response.status, 503, response.text)
  assert.match(response.json.detail, /the disk is full, so that accounts cannot be changed/)
  assert.match(response.headers['retry-after'] as string, /^\d+$/)
  await until('the log has the cause', () => /database or disk is full/.test(service.log()), looking)
  assert.doesNotMatch(service.log(), /cannot rollback/)
  await until('/readyz fails', async () => /^failing: \d+ bytes free/.test(await diskCheck()), looking)
  assert.equal((await client.send('/readyz')).status, 503)
  // Rows are read all the same.
  assert.equal((await client.send('/v1/data')).status, 200)

  rmSync(filler)
  await until('the disk is in order', async () => /^ok/.test(await diskCheck()), looking)
  assert.equal((await signUp()).status, 201)
  assert.equal(statSync(join(home, 'reserve')).size, reserve)
})

test('a day that does not fit is not begun, and is published when there is room', { skip }, async () => {
  const before = await versionServed()
  // Enough for accounts, too little for a day.
  fillDisk(filler)
  truncateSync(filler, statSync(filler).size - reserve - 1e5)
  clock.turn(3 * 86_400)
  await until('the day is refused', () => /refresh failed/.test(service.log()), looking)
  assert.match(
    service.log(),
    /Cannot publish the next day: it needs about [\d.,]+ MB, and the disk of .* has [\d.,]+ MB free/,
  )
  const ready = await client.send('/readyz')
  assert.equal(ready.status, 200)
  assert.match(ready.json.checks.refresh, /^degraded: the newest version could not be published: Cannot publish/)
  assert.equal(await versionServed(), before)
  assert.equal((await signUp()).status, 201)

  rmSync(filler)
  await sleep(2_000)
  assert.match((await client.send('/readyz')).json.checks.refresh, /^degraded/, 'it tries again after a minute')
  service.process.kill(minute)
  await until('it is said', async () => (await client.send('/readyz')).json.checks.refresh === 'ok', looking)
  await until('the day is published', async () => (await versionServed()) !== before, looking)
})

test('a refresh that fills the disk leaves nothing behind, and accounts go on', { skip }, async () => {
  const tmp = ['lake', 'pages'].map((name) => join(home, 'demo', name, 'tmp'))
  const failures = () => service.log().split('refresh failed').length - 1
  const before = failures()
  await until(
    'the reserve is there again',
    () => statSync(join(home, 'reserve'), { throwIfNoEntry: false })?.size === reserve,
    looking,
  )
  const isBegun = () => tmp.some((folder) => existsSync(folder))
  for (let tries = 1; failures() === before; tries++) {
    // Days of so few rows are made in a moment: on a busy machine one may be over before it is seen.
    assert.ok(tries <= 20, service.log())
    const version = await versionServed()
    const isOver = async () => failures() > before || (await versionServed()) !== version
    clock.turn(3 * 86_400)
    let looks = 0
    await until('the day is begun', async () => isBegun() || (++looks % 50 === 0 && (await isOver())), {
      ...looking,
      pauseMs: 5,
    })
    // Another process fills the disk; the reserve, which may be released meanwhile, is left to accounts.
    fillDisk(filler, freeBytes(home))
    await until('the day is broken off', isOver, looking)
    if (failures() === before) rmSync(filler)
  }
  for (const folder of tmp) assert.ok(!existsSync(folder), `${folder} is left: ${readdirSync(join(home, 'demo'))}`)
  // The day may have used up the reserve too: the room that it leaves is found at the next look at the disk.
  await until('a person signs up', async () => (await signUp()).status === 201, looking)
  rmSync(filler)
  service.process.kill(minute)
  await until('the day is published', async () => (await client.send('/readyz')).json.checks.refresh === 'ok', looking)
})

test('the remains of a killed build are removed at the next start', { skip }, async () => {
  await service.stop()
  for (const name of ['lake', 'pages']) {
    mkdirSync(join(home, 'demo', name, 'tmp/next/USBondYield'), { recursive: true })
    fillDisk(join(home, 'demo', name, 'tmp/next/USBondYield/all-all.date.rows'))
  }
  service = await startService(home, settings)
  client = createClient(service.url)
  for (const name of ['lake', 'pages']) assert.ok(!existsSync(join(home, 'demo', name, 'tmp')))
  assert.equal((await signUp()).status, 201)
})
