import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Client,
  cookieOf,
  createClient,
  type HttpResponse,
  type RequestOptions,
  resending,
} from '../../test/support/client.ts'
import { createTestClock } from '../../test/support/clock.ts'
import { builtAt, copyOfBrief } from '../../test/support/fixture.ts'
import { type Postgres, startPostgres } from '../../test/support/postgres.ts'
import { type Redis, startRedis } from '../../test/support/redis.ts'
import { type Service, startService } from '../../test/support/service.ts'
import { until } from '../../test/support/until.ts'
import { openUsers } from '../../test/support/users.ts'
import { generateKey } from './keys.ts'

/* The limit is neither exceeded nor withheld by processes of one Redis; src/http/accounts.test.ts shows it of threads. */

const root = mkdtempSync(join(tmpdir(), 'formosa-exact-'))
const [redis, postgres] = await Promise.all([startRedis(), startPostgres({ fsync: false })])
const skip = 'skip' in redis ? redis.skip : 'skip' in postgres ? postgres.skip : false
after(async () => {
  if (!('skip' in redis)) await redis.stop()
  if (!('skip' in postgres)) await postgres.stop()
  rmSync(root, { recursive: true, force: true })
})

const limit = 600
/** Users whose limits are used up at once, and their calls; `npm run torture` asks for more. */
const isTorture = process.env.TORTURE !== undefined
const [people, calls] = isTorture ? [3, 750] : [1, 640]
const path = '/v1/data/TaiwanStockPER?stock_id=2454&limit=1'
const sum = (counts: readonly number[]) => counts.reduce((total, each) => total + each, 0)

/** Sends the calls of all keys by several clients, each with a connection of its own to one of the services. */
async function sendCalls(urls: readonly string[], keys: readonly string[], clients: number, calls: number) {
  const responses = new Map(keys.map((key) => [key, [] as HttpResponse[]]))
  // Users in turn, so that all of them are at their limit at about the same time.
  const work = Array.from({ length: calls * keys.length }, (_, i) => keys[i % keys.length]!)
  await Promise.all(
    Array.from({ length: clients }, async (_, n) => {
      const client = createClient(urls[n % urls.length]!, 1)
      for (let key = work.pop(); key !== undefined; key = work.pop())
        responses.get(key)!.push(await client.send(path, { key }))
      client.close()
    }),
  )
  return responses
}

/** Asserts that exactly the limit succeeded, each with another number of remaining calls, and the rest got 429. */
function expectExactLimit(responses: readonly HttpResponse[], calls: number): void {
  const withStatus = (status: number) => responses.filter((response) => response.status === status)
  const [accepted, refused] = [withStatus(200), withStatus(429)]
  assert.equal(accepted.length + refused.length, calls)
  for (const { json } of refused) assert.equal(json.detail, 'rate limit exceeded (600/600 per hour for free tier)')
  const remaining = accepted.map(({ headers }) => Number(headers['x-ratelimit-remaining'])).sort((a, b) => a - b)
  assert.deepEqual(
    remaining,
    Array.from({ length: limit }, (_, i) => i),
  )
}

function expectUnavailable({ status, json, headers, text }: HttpResponse, what = ''): void {
  assert.deepEqual([status, json.code], [503, 'unavailable'], `${what}: ${text}`)
  assert.deepEqual(Object.keys(json), ['detail', 'code', 'request_id'])
  assert.equal(json.request_id, headers['x-request-id'])
  assert.match(headers['retry-after']!, /^[1-9]\d*$/)
}

/** Waits until a service is ready, or is not, and returns what it says. */
async function untilReady(client: Client, status = 200, quota?: string): Promise<void> {
  const isSo = (response: HttpResponse) =>
    response.status === status && (quota === undefined || response.json.checks.quota === quota)
  await until(`the service is ready: ${status}`, async () => isSo(await client.send('/readyz')))
}

describe('processes on one Redis and one PostgreSQL', { skip }, () => {
  const counter = redis as Redis
  // One clock for all of them, on which no trading day becomes due.
  const clock = createTestClock(root, builtAt)
  const shared = () => ({
    ...clock.settings,
    DATABASE_URL: (postgres as Postgres).url,
    REDIS_URL: counter.url,
    FORMOSA_SECRET: 'a secret that the processes of this test share',
    WORKERS: '1',
  })
  const services: Service[] = []
  /** One that counts on its own while Redis is down. */
  let lone: Service
  /** Both of its connections to Redis, for calls and for attempts, are back. */
  const recovered = (client: Client) => untilReady(client, 200, 'ok')
  /**
   * What a step returns, repeated if Redis answered late meanwhile, as it may on a busy machine: calls were then refused,
   * or counted by the service alone.
   */
  async function inTime<T>(step: (tries: number) => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      const from = services.map(({ log }) => log().length)
      const result = await step(tries)
      for (const { url } of services) {
        const client = createClient(url, 1)
        await recovered(client)
        client.close()
      }
      const isLate = services.some(({ log }, n) => log().slice(from[n]).includes('did not answer within'))
      if (!isLate || tries === 9) return result
    }
  }
  const freeKey = async () => {
    const users = await openUsers(root, shared())
    const { key } = await users.add('free')
    await users.close()
    return key
  }

  before(async () => {
    const start = async (name: string, without: 'local' | 'refuse') =>
      startService(await copyOfBrief(join(root, name)), { ...shared(), QUOTA_WITHOUT_REDIS: without })
    const names = isTorture ? ['one', 'two'] : ['one']
    services.push(...(await Promise.all([...names.map((name) => start(name, 'refuse')), start('alone', 'local')])))
    lone = services.at(-1)!
  })
  after(() => Promise.all(services.map((service) => service.stop())))

  test('together they allow exactly the limit', async () => {
    const urls = services.map(({ url }) => url)
    const { responsesByKey, known } = await inTime(async () => {
      const keys = await Promise.all(Array.from({ length: people }, freeKey))
      const responsesByKey = await sendCalls(urls, keys, 30, calls)
      const known = await Promise.all(
        urls.map(async (url) => {
          const client = createClient(url)
          const info = await client.send('/v1/key/info', { key: keys[0]! })
          const usage = await client.send('/v1/key/usage', { key: keys[0]! })
          client.close()
          return { info, usage }
        }),
      )
      return { responsesByKey, known }
    })
    for (const responses of responsesByKey.values()) expectExactLimit(responses, calls)
    // Each of them had a part in it, and each knows of the whole.
    for (const { info, usage } of known) {
      assert.equal(info.json.remaining_this_hour, 0)
      assert.equal(sum(usage.json.buckets.map(({ calls }: { calls: number }) => calls)), limit)
    }
  })

  test('while Redis is down they answer 503 or count locally, as configured, and recover without a restart', async () => {
    const [refusing, local] = [createClient(services[0]!.url, 1), createClient(lone.url, 1)]
    const clients = [refusing, local]
    const { key, statuses } = await inTime(async () => {
      const key = await freeKey()
      const responses = await Promise.all(clients.map((client) => client.send(path, { key })))
      return { key, statuses: responses.map(({ status }) => status) }
    })
    assert.deepEqual(statuses, [200, 200])
    await counter.crash()

    const response = await refusing.send(path, { key })
    expectUnavailable(response)
    assert.match(response.json.detail, /counter of calls/)
    const unready = await refusing.send('/readyz')
    assert.equal(unready.status, 503)
    assert.match(unready.json.checks.quota, /^Redis cannot be reached( \(\w+\))?$/)
    assert.doesNotMatch(unready.text, /127\.0\.0\.1|:\d{4}/)
    // Requests without a count go on: the catalogue, with a warning, and 401 for invalid keys.
    const open = await refusing.send('/v1/data', { key })
    assert.equal(open.status, 200)
    assert.deepEqual(open.warnings, ['quota_unknown; param=Authorization'])
    assert.equal(open.headers['x-ratelimit-remaining'], undefined)
    assert.equal((await refusing.send(path)).status, 401)
    assert.equal((await refusing.send('/healthz')).status, 200)
    // Log-ins are refused meanwhile: failed attempts cannot be counted.
    const guess = { json: { email: 'free@example.com', password: 'wrong password' } }
    expectUnavailable(await refusing.send('/v1/auth/log-in', guess))

    const alone = await Promise.all(Array.from({ length: 20 }, () => local.send(path, { key })))
    for (const { status } of alone) assert.equal(status, 200)
    assert.deepEqual(
      alone.map(({ headers }) => Number(headers['x-ratelimit-remaining'])).sort((a, b) => b - a),
      Array.from({ length: 20 }, (_, i) => limit - 1 - i),
    )
    const degraded = await local.send('/readyz')
    assert.equal(degraded.status, 200)
    assert.match(
      degraded.json.checks.quota,
      /^degraded: calls are counted on this machine alone: Redis cannot be reached( \(\w+\))?$/,
    )
    assert.equal((await local.send('/v1/auth/log-in', guess)).status, 401)

    const again = await inTime(async (tries) => {
      if (tries > 0) await counter.crash()
      await counter.start()
      for (const client of clients) await recovered(client)
      const responses = await Promise.all(clients.map((client) => client.send(path, { key })))
      const info = await refusing.send('/v1/key/info', { key })
      const guessed = await refusing.send('/v1/auth/log-in', guess)
      return { info, statuses: [...responses, guessed].map(({ status }) => status) }
    })
    assert.deepEqual(again.statuses, [200, 200, 401])
    // The new Redis is empty; from here on both count there together.
    assert.equal(again.info.json.remaining_this_hour, limit - 2)
    for (const client of clients) client.close()
  })

  test('a key made while Redis is down is shown all the same, since it is shown only once', async () => {
    const plain = createClient(services[0]!.url, 1)
    const client = resending(plain)
    const email = 'owner@example.com'
    const signedUp = await client.send('/v1/auth/sign-up', { json: { email, password: 'correct horse' } })
    assert.equal(signedUp.status, 201, signedUp.text)
    const cookie = cookieOf(signedUp)
    await counter.crash()
    const made = await client.send('/v1/keys', { cookie, json: { name: 'made in the dark' } })
    assert.equal(made.status, 201, made.text)
    assert.deepEqual(made.warnings, ['quota_unknown; param=Authorization'])
    const rotated = await client.send(`/v1/keys/${made.json.id}/rotate`, { cookie, method: 'POST' })
    assert.equal(rotated.status, 201, rotated.text)
    const read = await plain.send('/v1/keys', { cookie })
    assert.equal(read.status, 503)
    await counter.start()
    await recovered(client)
    const response = await client.send(path, { key: rotated.json.key })
    assert.equal(response.status, 200, response.text)
    client.close()
  })

  test('while PostgreSQL is down cached keys are served, other requests get 503, and it recovers without a restart', async () => {
    const [{ url }] = services as [Service, ...Service[]]
    const client = resending(createClient(url, 1))
    const json = { email: 'patient@example.com', password: 'correct horse' }
    const signedUp = await client.send('/v1/auth/sign-up', { json })
    const cookie = cookieOf(signedUp)
    const { key } = signedUp.json.key
    // What changed before is heard of within a second, and then everybody is looked up again.
    await sleep(1_500)
    assert.equal((await client.send(path, { key })).status, 200)
    const requests: [string, string, RequestOptions][] = [
      ['a key that is not remembered', path, { key: generateKey() }],
      ['a session', '/v1/me', { cookie }],
      ['a new key', '/v1/keys', { cookie, json: { name: 'new' } }],
      ['a log-in', '/v1/auth/log-in', { json }],
      ['a sign-up', '/v1/auth/sign-up', { json: { ...json, email: 'late@example.com' } }],
      ['a reset', '/v1/auth/reset', { json: { email: json.email } }],
      ['the use of the days', '/v1/key/usage', { key }],
      ['a log-out', '/v1/auth/log-out', { cookie, method: 'POST' }],
    ]
    // Queries are under way when it goes.
    let isStorming = true
    const sendCalls = Promise.all(
      Array.from({ length: 4 }, async () => {
        const own = createClient(url, 1)
        while (isStorming) assert.ok([200, 503].includes((await own.send('/v1/me', { cookie })).status))
        own.close()
      }),
    )
    await sleep(50)
    await (postgres as Postgres).crash()
    isStorming = false
    await sendCalls
    for (const [what, where, options] of requests) expectUnavailable(await client.send(where, options), what)
    assert.equal((await client.send(path, { key })).status, 200)
    assert.equal((await client.send('/v1/data')).status, 200)
    assert.equal((await client.send('/healthz')).status, 200)
    await untilReady(client, 503)
    await (postgres as Postgres).start()
    await untilReady(client)
    assert.doesNotMatch(services[0]!.log(), /thread died/)
    const [, ...others] = requests
    for (const [what, where, options] of others) {
      const response = await client.send(where, options)
      assert.ok(response.status < 300, `${what}: ${response.text}`)
    }
    client.close()
  })
})
