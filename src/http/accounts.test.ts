import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { contractAt, held } from '../../test/support/api.ts'
import { type Client, cookieOf, createClient, type HttpResponse, resending } from '../../test/support/client.ts'
import { createTestClock } from '../../test/support/clock.ts'
import type { Contract } from '../../test/support/contract.ts'
import { copyOfFew, copySharingAccounts } from '../../test/support/fixture.ts'
import { startMail } from '../../test/support/mail.ts'
import { createPeople, password } from '../../test/support/people.ts'
import { startPostgres } from '../../test/support/postgres.ts'
import { startRedis } from '../../test/support/redis.ts'
import { type Service, startService } from '../../test/support/service.ts'
import { openUsers } from '../../test/support/users.ts'
import { keyFor } from '../access/secret.ts'
import { type Database, openDatabase } from '../store/database.ts'
import { revokeKey } from '../store/keys.ts'
import { deleteUser, setDisabled } from '../store/users.ts'

/* Accounts, keys and quota through HTTP, the same suite on pairs of engines: both of each, and with TORTURE every pair. */

const root = mkdtempSync(join(tmpdir(), 'formosa-accounts-'))
const [postgres, redis] = await Promise.all([startPostgres({ fsync: false }), startRedis()])
after(async () => {
  if (!('skip' in postgres)) await postgres.stop()
  if (!('skip' in redis)) await redis.stop()
  rmSync(root, { recursive: true, force: true })
})

const one = '/v1/data/TaiwanStockPER?stock_id=2330&limit=1'

const isLong = process.env.TORTURE !== undefined
const pairs = [
  ['sqlite', 'memory'],
  ...(isLong
    ? ([
        ['sqlite', 'redis'],
        ['postgres', 'memory'],
      ] as const)
    : []),
  ['postgres', 'redis'],
] as const
for (const [n, [store, counter]] of pairs.entries()) {
  const postgresMissing = store === 'postgres' && 'skip' in postgres && postgres.skip
  const redisMissing = counter === 'redis' && 'skip' in redis && redis.skip
  describe(`accounts on ${store} and ${counter}`, { skip: postgresMissing || redisMissing }, () =>
    suite(store, counter, n + 1),
  )
}

/** Everything that must hold on a pair; `n` tells the addresses of its clients from those of other pairs. */
function suite(store: 'sqlite' | 'postgres', counter: 'memory' | 'redis', n: number): void {
  const [isFirst, isLast] = [n === 1, n === pairs.length]
  const folder = join(root, `${store}-${counter}`)
  const home = join(folder, 'home')
  let clock: ReturnType<typeof createTestClock>
  let settings: Record<string, string>
  let database: Database
  let service: Service
  let client: Client
  let contract: Contract
  /** Somebody whose session and keys several tests use, since every password costs time. */
  let anna: Awaited<ReturnType<typeof signUp>>

  before(async () => {
    mkdirSync(folder)
    clock = createTestClock(folder, '2026-10-05T09:10:17.250+08:00')
    await copyOfFew(home)
    settings = {
      ...clock.settings,
      FORMOSA_SECRET: `the secret of the pair of ${store} and ${counter}`,
      // Threads share windows of calls in memory and a file of SQLite; on the engines of many processes they share nothing.
      WORKERS: isFirst || isLong ? '2' : '1',
      ...(store === 'postgres' && !('skip' in postgres)
        ? { DATABASE_URL: await postgres.database(`pair_${counter}`) }
        : {}),
      // Each pair counts in a Redis database of its own, since the users of all begin with the same numbers.
      ...(counter === 'redis' && !('skip' in redis) ? { REDIS_URL: `${redis.url}/${n}` } : {}),
    }
    service = await startService(home, settings)
    contract = await contractAt(service.url)
    client = held(resending(createClient(service.url, 16)), contract)
    database = await openDatabase({ url: settings.DATABASE_URL, path: join(home, 'control.sqlite') })
    anna = await signUp()
  })
  after(async () => {
    client?.close()
    await database?.close()
    await service?.stop()
  })

  const { host, newEmail, post, signUp, logIn } = createPeople(() => client, n)
  const isIn = async (cookie: string) => (await client.send('/v1/me', { cookie })).status === 200
  const call = (key: string) => client.send(one, { key })
  const keysOf = async (cookie: string) => (await client.send('/v1/keys', { cookie })).json.keys
  async function newKey(cookie: string, name: string) {
    const response = await client.send('/v1/keys', { cookie, json: { name } })
    assert.equal(response.status, 201, response.text)
    return response.json
  }

  function expectProblem(response: HttpResponse, status: number, code: string) {
    assert.equal(response.status, status, response.text)
    assert.equal(response.json.code, code)
    assert.equal(response.headers['set-cookie'], undefined)
    return response.json
  }

  /** The message printed on the console for an e-mail address, after a position of its output. */
  async function printed(to: string, subject: RegExp, from = 0): Promise<string> {
    for (let tries = 0; tries < 1_500; tries++) {
      const messages = service.output().slice(from).split('\n--- message to ').slice(1)
      const found = messages.filter((text) => text.startsWith(`${to}: `) && text.includes('\n---\n')).at(-1)
      if (found && subject.test(found.split('\n')[0]!)) return found
      await sleep(20)
    }
    return assert.fail(`no message to ${to}`)
  }
  const tokenIn = (text: string): string => /[?&]token=([\w.-]+)/.exec(text)![1]!

  /** The statuses on many connections, which are spread over the threads. */
  async function everywhere(key: string): Promise<Set<number>> {
    const clients = Array.from({ length: 12 }, () => resending(createClient(service.url, 1)))
    const responses = await Promise.all(clients.map(({ send }) => send(one, { key })))
    for (const { close } of clients) close()
    return new Set(responses.map(({ status }) => status))
  }
  /** The same after a change by another process, which all threads hear of within a second. */
  async function soonEverywhere(key: string, status: number): Promise<void> {
    const changed = Date.now()
    for (;;) {
      const began = Date.now()
      const seen = await everywhere(key)
      if (seen.size === 1 && seen.has(status)) return
      // Long, for a machine that is busy with other things.
      assert.ok(began < changed + 30_000, `some of the threads still say ${[...seen].join(', ')}`)
      // Each look costs twelve calls of the key, whose hour is enough for all of them with ever longer pauses.
      await sleep(Math.min(2_000, 100 + Date.now() - changed))
    }
  }

  test('a person who signs up has a key that works at once, shown once, and is logged in', async () => {
    const { email, account, key, keyId, cookie } = anna
    assert.deepEqual(account, { user_id: account.user_id, email, tier: 'free', created_at: clock.now().toISOString() })
    assert.ok(Number.isInteger(account.user_id))
    assert.equal((await call(key)).status, 200)
    assert.deepEqual((await client.send('/v1/me', { key })).json, account)
    assert.deepEqual((await client.send('/v1/me', { cookie })).json, account)
    const listed = await client.send('/v1/keys', { key })
    assert.ok(!listed.text.includes(key) && !listed.text.includes(key.slice(10, 32)))
    const [first, ...more] = listed.json.keys
    assert.deepEqual(more, [])
    assert.deepEqual(
      [first.id, first.name, first.prefix, first.last4],
      [keyId, 'first key', key.slice(0, 14), key.slice(-4)],
    )
  })

  test('a taken address is 409 in any spelling and for all but one of several at once, and nothing changes', async () => {
    const { email, cookie } = anna
    for (const again of [email, email.toUpperCase()])
      expectProblem(await post('/v1/auth/sign-up', { email: again, password: 'another password' }), 409, 'email_taken')
    expectProblem(await logIn(email, 'another password'), 401, 'invalid_login')
    assert.ok(await isIn(cookie))
    const fresh = newEmail()
    const responses = await Promise.all(
      Array.from({ length: 3 }, () => post('/v1/auth/sign-up', { email: fresh, password })),
    )
    assert.deepEqual(responses.map(({ status }) => status).sort(), [201, 409, 409])
    assert.equal((await logIn(fresh.toUpperCase())).status, 200)
  })

  test('a log-in opens a session and a log-out ends it and no other', async () => {
    const { email, account, cookie } = anna
    expectProblem(await logIn(newEmail()), 401, 'invalid_login')
    const response = await logIn(email)
    assert.equal(response.status, 200)
    assert.deepEqual(response.json, account)
    const [line, ...others] = response.headers['set-cookie']!
    assert.deepEqual(others, [])
    assert.match(line!, /^formosa\.session_token=[^;]+; Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    const second = cookieOf(response)
    assert.notEqual(second, cookie)
    const out = await client.send('/v1/auth/log-out', { method: 'POST', cookie: second })
    assert.equal(out.status, 200)
    assert.match(
      out.headers['set-cookie']![0]!,
      /^formosa\.session_token=; Max-Age=0; Path=\/; HttpOnly; SameSite=Lax$/,
    )
    assert.ok(!(await isIn(second)))
    assert.ok(await isIn(cookie))
    expectProblem(await client.send('/v1/auth/log-out', { method: 'POST', cookie: second }), 401, 'session_required')
  })

  test('the stored hash of a session opens no session, even with the secret of the installation', async () => {
    const { account, cookie } = await signUp()
    const { token } = await database.db
      .selectFrom('sessions')
      .select('token')
      .where('user_id', '=', account.user_id)
      .executeTakeFirstOrThrow()
    const [name, value] = cookie.split('=') as [string, string]
    const [own] = decodeURIComponent(value).split('.') as [string]
    const secret = keyFor(Buffer.from(settings.FORMOSA_SECRET!), 'sessions').toString('base64url')
    const signed = (text: string) =>
      `${name}=${encodeURIComponent(`${text}.${createHmac('sha256', secret).update(text).digest('base64')}`)}`
    assert.ok(await isIn(signed(own)), 'a cookie is signed so')
    assert.ok(!(await isIn(signed(token))))
    const everything = await database.db.selectFrom('sessions').selectAll().execute()
    assert.ok(!JSON.stringify(everything).includes(own))
  })

  test('a changed password ends every other session and leaves the keys alone', async () => {
    const { email, cookie, key } = await signUp()
    const other = cookieOf(await logIn(email))
    const change = (current: string, next: string) =>
      post('/v1/auth/password', { current_password: current, new_password: next }, { cookie })
    const wrong = expectProblem(await change('wrong password', 'a new password'), 422, 'invalid_parameter')
    assert.deepEqual(wrong.errors, [{ param: 'current_password', reason: 'is not your password' }])
    assert.ok((await isIn(cookie)) && (await isIn(other)))
    const response = await change(password, 'a new password')
    assert.equal(response.status, 200, response.text)
    assert.ok(!(await isIn(other)))
    assert.ok(await isIn(cookieOf(response)))
    assert.notEqual(cookieOf(response), cookie)
    assert.ok(!(await isIn(cookie)))
    expectProblem(await logIn(email), 401, 'invalid_login')
    assert.equal((await logIn(email, 'a new password')).status, 200)
    assert.equal((await call(key)).status, 200)
  })

  test('a session in use is prolonged once a day, and never over a cookie that the answer sets itself', async () => {
    const { email, cookie, account } = await signUp()
    /** As if the session had last been prolonged two days ago. */
    const grow = () =>
      database.db
        .updateTable('sessions')
        .set({ expires_at: new Date(Date.now() + 28 * 86_400_000).toISOString() })
        .where('user_id', '=', account.user_id)
        .execute()
    await grow()
    const response = await client.send('/v1/me', { cookie })
    assert.equal(cookieOf(response), cookie)
    assert.match(response.headers['set-cookie']![0]!, /Max-Age=2592000; Path=\/; HttpOnly; SameSite=Lax$/)
    assert.equal((await client.send('/v1/me', { cookie })).headers['set-cookie'], undefined)
    await grow()
    const json = { current_password: password, new_password: 'a new password' }
    const changed = await post('/v1/auth/password', json, { cookie })
    assert.equal(changed.headers['set-cookie']!.length, 1)
    assert.ok(await isIn(cookieOf(changed)))
    const again = cookieOf(await logIn(email, 'a new password'))
    await grow()
    const out = await client.send('/v1/auth/log-out', { method: 'POST', cookie: again })
    for (const line of out.headers['set-cookie']!) assert.match(line, /=; Max-Age=0;/)
  })

  test('a reset sets a password, also for a user whom the operator made, once a link, and ends sessions', async () => {
    const users = await openUsers(home, settings)
    const { email, key } = await users.add('lite')
    await users.close()
    const reset = async (next: string) => {
      const from = service.output().length
      const response = await post('/v1/auth/reset', { email })
      const stranger = newEmail()
      const unknown = await post('/v1/auth/reset', { email: stranger })
      assert.equal(response.status, 202)
      assert.deepEqual([unknown.status, unknown.text], [response.status, response.text])
      const token = tokenIn(await printed(email, /reset your password/, from))
      const sent = service.output().slice(from)
      assert.equal(sent.split(`--- message to ${email}`).length, 2)
      assert.doesNotMatch(sent, new RegExp(`--- message to ${stranger}`))
      const confirm = (given: string) => post('/v1/auth/reset/confirm', { token: given, new_password: next })
      expectProblem(await confirm(`${token}x`), 400, 'invalid_token')
      assert.equal((await confirm(token)).status, 200)
      expectProblem(await confirm(token), 400, 'invalid_token')
    }
    expectProblem(await logIn(email), 401, 'invalid_login')
    await reset(password)
    const response = await logIn(email)
    assert.deepEqual([response.status, response.json.tier], [200, 'lite'])
    await reset('a new password')
    assert.ok(!(await isIn(cookieOf(response))))
    expectProblem(await logIn(email), 401, 'invalid_login')
    assert.equal((await logIn(email, 'a new password')).status, 200)
    assert.equal((await call(key)).status, 200)
  })

  test('the link on the console verifies an address and makes no second key', async () => {
    const { email, account, cookie } = anna
    const token = tokenIn(await printed(email, /confirm your address/))
    expectProblem(await post('/v1/auth/verify', { token: `${token.slice(0, -2)}xx` }), 400, 'invalid_token')
    expectProblem(await post('/v1/auth/verify', { token: 'nonsense' }), 400, 'invalid_token')
    for (let again = 0; again < 2; again++) {
      const response = await post('/v1/auth/verify', { token })
      assert.equal(response.status, 200, response.text)
      assert.deepEqual(response.json, { account, key: null })
    }
    const [{ id }] = await keysOf(cookie)
    await client.send(`/v1/keys/${id}`, { method: 'DELETE', cookie })
    assert.deepEqual((await post('/v1/auth/verify', { token })).json, { account, key: null })
    const quiet = service.output().length
    assert.equal((await post('/v1/auth/verify/send', { email })).status, 202)
    assert.equal((await post('/v1/auth/verify/send', { email: newEmail() })).status, 202)
    const { email: next } = await signUp()
    await printed(next, /confirm your address/, quiet)
    await sleep(300)
    assert.equal(service.output().slice(quiet).split('--- message').length, 2, 'a verified address needs no link')
  })

  test('keys have names, are renamed, and know when they were last used', async () => {
    const { cookie } = anna
    const idle = await newKey(cookie, 'idle')
    const { key, ...made } = await newKey(cookie, '證券 📈 notebook')
    assert.match(key, /^fmsa_live_/)
    const listed = async (id: number) => (await keysOf(cookie)).find((each: { id: number }) => each.id === id)
    assert.deepEqual(await listed(made.id), made)
    const renamed = await client.send(`/v1/keys/${made.id}`, { method: 'PATCH', cookie, json: { name: 'server' } })
    assert.deepEqual([renamed.status, renamed.json], [200, { ...made, name: 'server' }])
    clock.turn(1)
    assert.equal((await call(key)).status, 200)
    for (let tries = 0; tries < 600 && (await listed(made.id)).last_used_at === null; tries++) await sleep(50)
    assert.equal((await listed(made.id)).last_used_at, clock.now().toISOString())
    assert.equal((await listed(idle.id)).last_used_at, null)
    // A key reads, a session manages: a stolen key cannot create another.
    expectProblem(await client.send('/v1/keys', { key, json: { name: 'mine' } }), 401, 'session_required')
    expectProblem(await client.send(`/v1/keys/${made.id}`, { key, method: 'DELETE' }), 401, 'session_required')
  })

  test("another user's key gets 404", async () => {
    const { cookie } = anna
    const users = await openUsers(home, settings)
    const theirs = await users.add('free')
    await users.close()
    const [{ id: number }] = (await client.send('/v1/keys', { key: theirs.key })).json.keys
    for (const id of [number, 999_999_999, 0, '2147483648', '99999999999999999999', 'x', '1.5', '-1', '%31%20'])
      for (const [method, path, json] of [
        ['PATCH', `/v1/keys/${id}`, { name: 'mine' }],
        ['DELETE', `/v1/keys/${id}`, undefined],
        ['POST', `/v1/keys/${id}/rotate`, {}],
      ] as const)
        expectProblem(await client.send(path, { method, cookie, json }), 404, 'unknown_key')
    assert.equal((await call(theirs.key)).status, 200)
  })

  test('a revoked key ends on every thread at once, and soon where another process revoked it', async () => {
    const { cookie, account } = anna
    const [first, second] = [await newKey(cookie, 'first'), await newKey(cookie, 'second')]
    for (const { key } of [first, second]) assert.deepEqual(await everywhere(key), new Set([200]))
    const response = await client.send(`/v1/keys/${first.id}`, { method: 'DELETE', cookie })
    assert.equal(response.json.revoked_at, clock.now().toISOString())
    assert.deepEqual(await everywhere(first.key), new Set([401]))
    assert.equal((await call(first.key)).json.code, 'revoked_key')
    clock.turn(5)
    const again = (await client.send(`/v1/keys/${first.id}`, { method: 'DELETE', cookie })).json
    // When it was last used is written down a little later.
    assert.deepEqual(again, { ...response.json, last_used_at: again.last_used_at })
    assert.deepEqual(await everywhere(second.key), new Set([200]))
    await revokeKey(database, account.user_id, second.id, clock.now().toISOString())
    await soonEverywhere(second.key, 401)
  })

  test('a rotated key goes on working until its overlap is over, and is then revoked', async () => {
    const { cookie } = anna
    const { key, id } = await newKey(cookie, 'to rotate')
    const rotate = (id: number, json?: unknown) =>
      client.send(`/v1/keys/${id}/rotate`, { method: 'POST', cookie, json })
    const response = await rotate(id, { overlap_seconds: 90 })
    assert.equal(response.status, 201, response.text)
    const fresh = response.json
    assert.deepEqual([fresh.name, fresh.replaces.id, fresh.expires_at], ['to rotate', id, null])
    assert.equal(fresh.replaces.expires_at, new Date(clock.now().getTime() + 90_000).toISOString())
    for (const each of [key, fresh.key]) assert.deepEqual(await everywhere(each), new Set([200]))
    expectProblem(await rotate(id, {}), 409, 'key_not_live')
    clock.turn(89.999)
    assert.deepEqual(await everywhere(key), new Set([200]))
    clock.turn(0.001)
    assert.deepEqual(await everywhere(key), new Set([401]))
    assert.equal((await call(key)).json.code, 'revoked_key')
    assert.deepEqual(await everywhere(fresh.key), new Set([200]))
    const next = (await rotate(fresh.id, { overlap_seconds: 0 })).json
    assert.deepEqual(await everywhere(fresh.key), new Set([401]))
    // The default is a day.
    const last = (await rotate(next.id)).json
    assert.equal(last.replaces.expires_at, new Date(clock.now().getTime() + 86_400_000).toISOString())
    await client.send(`/v1/keys/${last.id}`, { method: 'DELETE', cookie })
    expectProblem(await rotate(last.id), 409, 'key_not_live')
    const raced = await newKey(cookie, 'raced')
    const races = await Promise.all(Array.from({ length: 5 }, () => rotate(raced.id, { overlap_seconds: 0 })))
    assert.deepEqual(races.map(({ status }) => status).sort(), [201, 409, 409, 409, 409])
    for (const overlap_seconds of [-1, 1.5, 2_592_001, '60', true])
      expectProblem(await rotate(next.id, { overlap_seconds }), 422, 'invalid_parameter')
  })

  test('an account has at most 20 keys that work, however many are asked for at once', async () => {
    const { cookie } = anna
    const live = async () =>
      (await keysOf(cookie)).filter(
        ({ revoked_at, expires_at }: { revoked_at: string | null; expires_at: string | null }) =>
          revoked_at === null && (expires_at === null || expires_at > clock.now().toISOString()),
      )
    const before = (await live()).length
    const responses = await Promise.all(
      Array.from({ length: 24 }, (_, i) => client.send('/v1/keys', { cookie, json: { name: `key ${i}` } })),
    )
    assert.equal(responses.filter(({ status }) => status === 201).length, 20 - before)
    for (const refused of responses.filter(({ status }) => status !== 201)) expectProblem(refused, 409, 'too_many_keys')
    const [{ id }] = await live()
    await client.send(`/v1/keys/${id}`, { method: 'DELETE', cookie })
    await newKey(cookie, 'last')
    const full: { id: number; expires_at: string | null }[] = await live()
    assert.equal(full.length, 20)
    const lasting = full.filter(({ expires_at }) => expires_at === null)
    // While an old key runs out beside its successor there is one more, and only one.
    const rotations = await Promise.all(
      lasting
        .slice(0, 5)
        .map(({ id: each }) => client.send(`/v1/keys/${each}/rotate`, { method: 'POST', cookie, json: {} })),
    )
    assert.deepEqual(rotations.map(({ status }) => status).sort(), [201, 409, 409, 409, 409])
    for (const refused of rotations.filter(({ status }) => status !== 201)) expectProblem(refused, 409, 'too_many_keys')
    assert.equal((await live()).length, 21)
  })

  test('a user disabled, enabled or deleted by another process is so here soon', async () => {
    const { email, cookie, key, account } = await signUp()
    assert.deepEqual(await everywhere(key), new Set([200]))
    await setDisabled(database, account.user_id, clock.now().toISOString())
    assert.ok(!(await isIn(cookie)))
    await soonEverywhere(key, 401)
    expectProblem(await logIn(email), 403, 'account_disabled')
    await setDisabled(database, account.user_id, null)
    await soonEverywhere(key, 200)
    const again = cookieOf(await logIn(email))
    assert.ok(await isIn(again))
    await deleteUser(database, account.user_id)
    assert.ok(!(await isIn(again)))
    await soonEverywhere(key, 401)
    assert.equal((await call(key)).json.code, 'invalid_key')
    expectProblem(await logIn(email), 401, 'invalid_login')
    // The address is free again, and nothing of the one before is left.
    const fresh = await signUp(email)
    assert.equal((await keysOf(fresh.cookie)).length, 1)
  })

  if (isFirst) wrongInputs()
  // What is mailed is the same on any pair, so one has a server of mail; with TORTURE the first and the last.
  if (isFirst || (isLast && isLong)) {
    withMail()
    test('every documented success of accounts and keys was seen', async () => {
      for (const path of ['/v1/key/info', '/v1/key/usage', '/v1/key/plan?calls=1'])
        assert.equal((await client.send(path, { cookie: anna.cookie })).status, 200)
      const { cookie } = await signUp(newEmail())
      const [{ id }] = await keysOf(cookie)
      assert.equal((await client.send(`/v1/keys/${id}`, { cookie })).json.id, id)
      const { device_code, user_code: code } = (await client.send('/v1/device/code', { json: { client: 'a program' } }))
        .json
      const decision = new URLSearchParams({ code, decision: 'allow' }).toString()
      const headers = { 'Content-Type': 'application/x-www-form-urlencoded', Origin: service.url }
      assert.equal((await client.send('/device', { cookie, body: decision, headers })).status, 200)
      const { key } = (await client.send('/v1/device/token', { json: { device_code } })).json
      assert.equal((await client.send('/v1/key', { method: 'DELETE', key, json: {} })).status, 200)
      contract.expectSeen('accounts', 'keys')
    })
  }

  /** What never gets as far as an engine. */
  function wrongInputs(): void {
    // That every route refuses what its fields do not take is in refusals.test.ts and openapi/request.test.ts.
    test('wrong bodies are refused with all of their faults at once, and make no account', async () => {
      const path = '/v1/auth/sign-up'
      const good = { email: 'never@example.com', password }
      const json = { 'Content-Type': 'application/json' }
      const sendBody = (body: string | Buffer, headers: Record<string, string> = json) =>
        client.send(path, { body, headers, from: host() })
      for (const text of ['', '{', '{"a":1', "{'a':1}", 'null', '[]', '"x"', '1', '{}{}', '\ufeff{}x'])
        expectProblem(await sendBody(text), 400, 'bad_request')
      expectProblem(await sendBody(Buffer.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])), 400, 'bad_request')
      for (const type of ['', 'application/json; charset=latin1', 'application/jsonp'])
        expectProblem(await sendBody(JSON.stringify(good), { 'Content-Type': type }), 415, 'wrong_type')
      for (const [body, code, errors] of [
        [{}, 'invalid_parameter', ['email is required', 'password is required']],
        [{ ...good, strange: 1 }, 'unknown_parameter', ['strange is not known']],
        [{ ...good, tier: 'plus' }, 'unknown_parameter', ['tier is not known']],
        [{ ...good, emails: 'x' }, 'unknown_parameter', ['emails is not known; did you mean email?']],
      ] as const) {
        const problem = expectProblem(await post(path, body), 422, code)
        assert.deepEqual(
          problem.errors.map(({ param, reason }: { param: string; reason: string }) => `${param} ${reason}`),
          errors,
        )
      }
      for (const value of ['a\u0000b@example.com', 'tab\there', 'line\nbreak', '\ud800 alone', 'x'.repeat(3_000)])
        for (const name of ['email', 'password'])
          assert.equal(
            expectProblem(await post(path, { ...good, [name]: value }), 422, 'invalid_parameter').errors[0].param,
            name,
          )
      const polluting = `{${JSON.stringify(good).slice(1, -1)},"__proto__":{"x":1}}`
      expectProblem(await sendBody(polluting), 422, 'unknown_parameter')
      expectProblem(await logIn(good.email), 401, 'invalid_login')
    })

    test('invalid e-mail addresses are refused, and unusual valid ones work', async () => {
      const wrong = [
        ...['a', 'a@b', '@example.com', 'a@example', 'a b@example.com', 'a@@example.com', 'a@exa mple.com'],
        ...['.a@example.com', 'a.@example.com', 'a..b@example.com', "a'@example.com", 'a@-.com', 'a@example.c'],
        ...['a@127.0.0.1', '"a"@example.com', `${'a'.repeat(250)}@example.com`, 'a@例子.台灣', '<a@example.com>'],
        ...['a@example.com,b@example.com', 'a@example.com>', 'a@example.com\r\nBcc: b@example.com'],
      ]
      for (const email of wrong) {
        const problem = expectProblem(await post('/v1/auth/sign-up', { email, password }), 422, 'invalid_parameter')
        assert.equal(problem.errors[0].param, 'email', email)
      }
      for (const secret of ['x'.repeat(7), 'x'.repeat(129)]) {
        const json = { email: newEmail(), password: secret }
        const problem = expectProblem(await post('/v1/auth/sign-up', json), 422, 'invalid_parameter')
        assert.equal(problem.errors[0].param, 'password')
      }
      for (const [email, secret] of [
        ["o'brien@example.com", '密碼密碼密碼密碼'],
        ["'a+b.c_d-e@sub.example.museum", '  spaces stay  '],
      ] as const) {
        assert.equal((await post('/v1/auth/sign-up', { email, password: secret })).status, 201)
        assert.equal((await logIn(email, secret)).status, 200)
        expectProblem(await logIn(email, secret.trim().slice(0, -1)), 401, 'invalid_login')
        assert.equal((await post('/v1/auth/reset', { email })).status, 202)
      }
    })

    test('a huge body is refused unread, and a truncated one changes nothing', async () => {
      const { hostname, port } = new URL(service.url)
      const path = '/v1/auth/sign-up'
      // A declared huge length is refused before the body is sent.
      const declared = request({
        hostname,
        port,
        path,
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'Content-Length': 1e12 },
      })
      declared.on('error', () => {})
      declared.flushHeaders()
      const [response] = await once(declared, 'response')
      assert.equal(response.statusCode, 413)
      declared.destroy()
      // Without a declared length the body is refused when it gets too large.
      const poured = request({ hostname, port, path, method: 'POST', headers: { 'Content-Type': 'application/json' } })
      poured.on('error', () => {})
      const pendingResponse = once(poured, 'response')
      for (let i = 0; i < 80; i++) poured.write('x'.repeat(1_024))
      assert.equal((await pendingResponse)[0].statusCode, 413)
      poured.destroy()
      const email = newEmail()
      const whole = JSON.stringify({ email, password })
      for (const head of [
        `Content-Length: ${whole.length + 10}\r\n\r\n${whole}`,
        `Transfer-Encoding: chunked\r\n\r\n${whole.length.toString(16)}\r\n${whole}\r\n`,
        `Content-Length: ${whole.length}\r\n\r\n${whole.slice(0, 20)}`,
      ]) {
        const socket = connect(Number(port), hostname)
        let received = ''
        socket.setEncoding('utf8').on('data', (chunk) => {
          received += chunk
        })
        socket.on('error', () => {})
        socket.write(`POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n${head}`)
        await sleep(50)
        socket.end()
        await once(socket, 'close')
        assert.doesNotMatch(received, /HTTP\/1\.1 (2|5)/)
      }
      expectProblem(await logIn(email), 401, 'invalid_login')
      await signUp(email)
    })

    test('an unknown cookie does not identify a caller', async () => {
      const { cookie } = anna
      const [name, value] = cookie.split('=') as [string, string]
      const [token, signature] = decodeURIComponent(value).split('.') as [string, string]
      const odd = [
        ...['', 'x', '%', '%E0%A4%A', '%00', 'a'.repeat(8_000), '"', '""', ';;;', '=', 'undefined', '{}'],
        ...[token, `${token}.`, `.${signature}`, `${token}.${'A'.repeat(43)}=`, `${token}x.${signature}`],
        `${token}.${signature}.x`,
      ]
      for (const each of odd)
        for (const line of [`${name}=${each}`, `x=y; ${name}=${each}; z`, `__Secure-${name}=${each}`]) {
          const response = await client.send('/v1/me', { cookie: line })
          assert.deepEqual([response.status, response.json.code], [401, 'missing_key'], line.slice(0, 100))
        }
      assert.ok(await isIn(`theme=dark; ${cookie}; other=1`))
    })
  }

  function withMail(): void {
    let mail: Awaited<ReturnType<typeof startMail>>
    let mailing: Service
    let mailed: Client
    before(async () => {
      mail = await startMail()
      const own = { WORKERS: '1', SMTP_URL: mail.url, MAIL_FROM: 'Formosa <hello@example.com>' }
      mailing = await startService(await copySharingAccounts(join(folder, 'mailing'), home), { ...settings, ...own })
      mailed = held(createClient(mailing.url), contract)
    })
    after(async () => {
      mailed?.close()
      await mailing?.stop()
      await mail?.stop()
    })

    /** The request of the curl command in a message. */
    function commandIn(text: string) {
      const line = text.split('\n').find((each) => each.startsWith('curl '))!
      const words = execFileSync('sh', ['-c', line.replace('curl', `printf '%s\\n'`)], { encoding: 'utf8' }).split('\n')
      const [, method, url, , type, , body] = words
      const { origin, pathname } = new URL(url!)
      assert.deepEqual([origin, method, type], [mailing.url, 'POST', 'Content-Type: application/json'])
      return { path: pathname, body: JSON.parse(body!) }
    }
    const postMailed = (path: string, json: unknown) => mailed.send(path, { json, from: host() })

    test('with mail the answer to a sign-up is the same for any address, and the key comes after verification', async () => {
      const email = `o'neill${n}@example.com`
      const shape = ({ status, text, lines }: HttpResponse) => ({
        status,
        text,
        names: lines.map(([name]) => name),
      })
      const first = await postMailed('/v1/auth/sign-up', { email, password })
      assert.deepEqual([first.status, first.json], [202, { status: 'verification_sent' }])
      assert.equal(first.headers['set-cookie'], undefined)
      const message = await mail.waitFor(email)
      assert.equal(message.from, 'hello@example.com')
      assert.match(message.subject, /confirm your address/)
      expectProblem(await postMailed('/v1/auth/log-in', { email, password }), 403, 'not_verified')
      expectProblem(await postMailed('/v1/auth/log-in', { email, password: 'wrong password' }), 401, 'invalid_login')

      const { path, body } = commandIn(message.text!)
      const [, link] = /^(http\S+)$/m.exec(message.text!)!
      assert.ok(link!.startsWith(`${mailing.url}/`))
      assert.equal(new URL(link!).searchParams.get('token'), body.token)
      assert.equal(path, '/v1/auth/verify')
      // Whoever only looks at the page behind the link, a scanner of mail for instance, has confirmed nothing.
      const page = await mailed.send(link!.slice(mailing.url.length))
      assert.equal(page.status, 200)
      assert.match(page.headers['content-type']!, /^text\/html/)
      assert.ok(!page.text.includes(body.token))
      expectProblem(await postMailed('/v1/auth/log-in', { email, password }), 403, 'not_verified')
      const verified = await postMailed(path, body)
      assert.equal(verified.status, 200, verified.text)
      assert.equal(verified.json.account.email, email)
      assert.equal((await mailed.send(one, { key: verified.json.key.key })).status, 200)
      assert.equal((await postMailed(path, body)).json.key, null)
      const inside = await postMailed('/v1/auth/log-in', { email, password })
      assert.equal(inside.status, 200)

      // Now it is taken: the same answer, and the holder hears of it.
      const third = await postMailed('/v1/auth/sign-up', { email, password: 'a thief tries' })
      assert.deepEqual(shape(third), shape(first))
      const taken = await mail.waitFor(email)
      assert.match(taken.subject, /already have an account/)
      assert.equal((await postMailed('/v1/auth/log-in', { email, password })).status, 200)
      const command = commandIn(taken.text!)
      assert.deepEqual(command, { path: '/v1/auth/reset', body: { email } })
      const response = await postMailed(command.path, command.body)
      const unknown = await postMailed(command.path, { email: newEmail() })
      assert.deepEqual(shape(unknown), shape(response))
      const reset = commandIn((await mail.waitFor(email)).text!)
      assert.equal(reset.path, '/v1/auth/reset/confirm')
      assert.equal((await postMailed(reset.path, { ...reset.body, new_password: 'after the reset' })).status, 200)
      assert.equal((await mailed.send('/v1/me', { cookie: cookieOf(inside) })).status, 401)
      assert.equal((await postMailed('/v1/auth/log-in', { email, password: 'after the reset' })).status, 200)
    })

    test('with mail, of two sign-ups with one address neither password is valid until a reset', async () => {
      const email = newEmail()
      const first = await postMailed('/v1/auth/sign-up', { email, password })
      const abandoned = commandIn((await mail.waitFor(email)).text!)
      const second = await postMailed('/v1/auth/sign-up', { email, password: 'planted by a thief' })
      assert.deepEqual([second.status, second.text], [first.status, first.text])
      const { path, body } = commandIn((await mail.waitFor(email)).text!)
      assert.match((await postMailed(path, body)).json.key.key, /^fmsa_live_/)
      assert.equal((await postMailed(path, abandoned.body)).json.key, null)
      for (const tried of [password, 'planted by a thief'])
        expectProblem(await postMailed('/v1/auth/log-in', { email, password: tried }), 401, 'invalid_login')
      await postMailed('/v1/auth/reset', { email })
      const reset = commandIn((await mail.waitFor(email)).text!)
      assert.equal((await postMailed(reset.path, { ...reset.body, new_password: 'the owner chose' })).status, 200)
      assert.equal((await postMailed('/v1/auth/log-in', { email, password: 'the owner chose' })).status, 200)
    })

    test('with mail, a lost link is sent again to its owner alone', async () => {
      const email = newEmail()
      await postMailed('/v1/auth/sign-up', { email, password })
      await mail.waitFor(email)
      const response = await postMailed('/v1/auth/verify/send', { email })
      const stranger = newEmail()
      const unknown = await postMailed('/v1/auth/verify/send', { email: stranger })
      assert.deepEqual([unknown.status, unknown.text], [response.status, response.text])
      const { path, body } = commandIn((await mail.waitFor(email)).text!)
      assert.match((await postMailed(path, body)).json.key.key, /^fmsa_live_/)
      assert.ok(!mail.messages().some(({ to }) => to.includes(stranger)))
    })
  }
}
