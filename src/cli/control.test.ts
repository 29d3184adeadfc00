import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { builtAt } from '../../test/support/fixture.ts'
import { cellsOf, refused, succeeded } from '../../test/support/inProcess.ts'
import { openDatabase } from '../store/database.ts'
import { setCustomer } from '../store/subscriptions.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-control-'))
after(() => rmSync(folder, { recursive: true, force: true }))
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
