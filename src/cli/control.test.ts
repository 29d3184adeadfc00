import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createClient } from '../../test/support/client.ts'
import { startEngines } from '../../test/support/engines.ts'
import { builtAt, copyOfBrief } from '../../test/support/fixture.ts'
import { cellsOf, refused, succeeded } from '../../test/support/inProcess.ts'
import { startService } from '../../test/support/service.ts'
import { until } from '../../test/support/until.ts'
import { openDatabase } from '../store/database.ts'
import { setCustomer } from '../store/subscriptions.ts'

const { sqlite, postgres, folder, stop } = await startEngines()
after(stop)
const keyForm = /^fmsa_live_[0-9A-Za-z]{22}_[0-9A-Za-z]{6}\n$/

type Settings = Readonly<Record<string, string>>

const home = join(folder, 'home')
const at: Settings = { FORMOSA_HOME: home, FORMOSA_NOW: builtAt }

test('users and keys are made, listed, changed and removed from the command line', async () => {
  const first = await succeeded(['user', 'add', 'One@Example.com', '--tier', 'lite'], at)
  assert.match(first.out, keyForm)
  assert.equal(first.err, '')
  await succeeded(['user', 'add', 'two@example.com'], at)
  const second = await succeeded(['key', 'create', 'one@example.com', '--name', '排程 job'], at)
  assert.match(second.out, keyForm)
  assert.notEqual(second.out, first.out)

  const result = await succeeded(['user', 'set-tier', 'ONE@example.com', 'plus'], at)
  assert.deepEqual([result.out, result.err], ['', 'one@example.com now has the plus tier.\n'])
  assert.match((await succeeded(['user', 'disable', '2'], at)).err, /^two@example\.com is disabled\.\n$/)
  assert.match((await succeeded(['key', 'revoke', '1'], at)).err, /^Key fmsa_live_.{4}….{4} is revoked\.\n$/)
  const [listed, users] = await Promise.all([succeeded(['key', 'list', '1'], at), succeeded(['user', 'list'], at)])
  const keys = cellsOf(listed.out)
  assert.deepEqual(
    keys.map(([id, name, key, , used, state]) => [id, name, key, used, state!.slice(0, 18)]),
    [
      ['1', 'command line', `${first.out.slice(0, 14)}…${first.out.trim().slice(-4)}`, 'never', 'revoked 2026-11-13'],
      ['3', '排程 job', `${second.out.slice(0, 14)}…${second.out.trim().slice(-4)}`, 'never', 'works'],
    ],
  )
  assert.match(users.out, /^id +email +tier +keys +state +created\n/)
  assert.deepEqual(
    cellsOf(users.out).map((row) => row.slice(0, 5)),
    [
      ['1', 'one@example.com', 'plus', '1', 'verified'],
      ['2', 'two@example.com', 'free', '1', 'disabled'],
    ],
  )
  assert.equal(
    (await succeeded(['user', 'disable', '2', '--undo'], at)).err,
    'two@example.com may use the service again.\n',
  )

  const database = await openDatabase({ path: join(home, 'control.sqlite') })
  await setCustomer(database, 2, 'cus_123')
  await database.close()
  const removed = await succeeded(['user', 'delete', 'two@example.com'], at)
  assert.match(
    removed.err,
    /Stripe still knows this person as cus_123.*\nUser 2 is removed\. Backups made before still hold/,
  )
  for (const name of readdirSync(home)) {
    const bytes = readFileSync(join(home, name))
    assert.ok(!bytes.includes('two@example.com'), name)
    for (const key of [first.out, second.out]) assert.ok(!bytes.includes(key.slice(10, 32)), name)
  }
  await refused(['user', 'add', 'ONE@EXAMPLE.COM'], at, 1, /There is already a user with the address ONE@EXAMPLE\.COM/)
})

const wrong: readonly (readonly [words: readonly string[], sentence: RegExp])[] = [
  [['user', 'add', 'nobody'], /nobody is not an e-mail address/],
  [['user', 'add', `${'a'.repeat(250)}@example.com`], /is not an e-mail address/],
  [['user', 'add', 'a@example.com', '--tier', 'gold'], /tier must be one of free, lite, plus/],
  [['user', 'set-tier', 'one@example.com', 'Plus'], /tier must be one of free, lite, plus/],
  [['user', 'set-tier', 'nobody@example.com', 'plus'], /There is no user nobody@example\.com; "formosa user list"/],
  [['user', 'disable', 'nobody@example.com'], /There is no user/],
  [['user', 'delete', 'two@example.com'], /There is no user/],
  [['key', 'create', 'nobody@example.com'], /There is no user/],
  [['key', 'create', 'one@example.com', '--name', ''], /--name must have 1 to 64 characters/],
  [['key', 'create', 'one@example.com', '--name', 'a\nb'], /no control characters/],
  [['key', 'list', 'nobody@example.com'], /There is no user/],
  [['key', 'revoke', '99'], /There is no key 99; "formosa key list EMAIL" shows them/],
  [['key', 'revoke', 'fmsa_live'], /There is no key fmsa_live/],
]

test('an impossible change is rejected with one sentence and changes nothing', async () => {
  const before = await succeeded(['user', 'list'], at)
  for (const [words, sentence] of wrong) await refused(words, at, /There is no/.test(sentence.source) ? 4 : 2, sentence)
  assert.deepEqual(await succeeded(['user', 'list'], at), before)
})

for (const engine of [sqlite, postgres])
  test(`${engine.name}: what the operator changes holds soon on every thread`, {
    skip: engine.skip,
  }, async () => {
    const served = await copyOfBrief(join(folder, `served-${engine.name}`))
    const { url } = await engine.fresh()
    const settings: Settings = {
      FORMOSA_HOME: served,
      FORMOSA_NOW: builtAt,
      WORKERS: '2',
      ...(url === undefined ? {} : { DATABASE_URL: url, FORMOSA_SECRET: 'a secret of the operator, long enough' }),
    }
    const service = await startService(served, settings)
    // Connections spread over the threads: with so many, each thread has some.
    const client = createClient(service.url, 16)
    const outcomeOf = async (key: string, path = '/v1/data/TaiwanStockPrice?limit=1') => {
      const { status, headers, json } = await client.send(path, { key })
      return `${status} ${json.code ?? headers['x-ratelimit-tier']}`
    }
    /** Sends requests on all connections, which cost no call, until all have the expected outcome. */
    async function holds(key: string, expected: string, path = '/v1/key/info'): Promise<void> {
      let outcomes: readonly string[] = []
      const look = async () => {
        outcomes = await Promise.all(Array.from({ length: 16 }, () => outcomeOf(key, path)))
        return outcomes.every((outcome) => outcome === expected)
      }
      await until(`every thread says ${expected}`, look, { pauseMs: 250, log: () => outcomes.join(', ') })
    }
    const change = async (...words: readonly string[]) => (await succeeded(words, settings)).out.trim()
    try {
      const key = await change('user', 'add', 'person@example.com')
      await holds(key, '200 free')
      assert.equal(await outcomeOf(key), '403 tier_required')
      await change('user', 'set-tier', 'person@example.com', 'lite')
      await holds(key, '200 lite')
      assert.equal(await outcomeOf(key), '200 lite')
      await change('user', 'disable', 'person@example.com')
      await holds(key, '401 revoked_key')
      await holds(key, '401 revoked_key', '/v1/me')
      await change('user', 'disable', 'person@example.com', '--undo')
      await holds(key, '200 lite')
      const further = await change('key', 'create', 'person@example.com')
      await holds(further, '200 lite')
      const [first] = cellsOf((await succeeded(['key', 'list', 'person@example.com'], settings)).out)
      await change('key', 'revoke', first![0]!)
      await holds(key, '401 revoked_key')
      await holds(further, '200 lite')
      await change('user', 'delete', 'person@example.com')
      await holds(further, '401 invalid_key')
      for (const secret of [key, further]) assert.ok(!service.output().includes(secret.slice(10)))
    } finally {
      client.close()
      assert.equal(await service.stop(), 0)
    }
  })
