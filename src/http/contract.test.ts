import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Client, createClient, type HttpResponse, type RequestOptions } from '../../test/support/client.ts'
import { createTestClock } from '../../test/support/clock.ts'
import { copyOfFew } from '../../test/support/fixture.ts'
import { formosaHere } from '../../test/support/inProcess.ts'
import { createPeople, password } from '../../test/support/people.ts'
import { type Service, startService } from '../../test/support/service.ts'
import { openUsers } from '../../test/support/users.ts'
import { generateKey } from '../access/keys.ts'
import { contractDatasets } from '../catalogue/index.ts'

/* The spec's sections on authentication, errors and limits, line by line, seen from outside with a clock of our own. */

const root = mkdtempSync(join(tmpdir(), 'formosa-contract-'))
const home = join(root, 'home')
/** In the middle of a bucket, and not on a whole second. */
const clock = createTestClock(root, '2026-10-05T09:10:17.250+08:00')
const settings = { ...clock.settings, WORKERS: '2' }
let service: Service
let client: Client
let users: Awaited<ReturnType<typeof openUsers>>
let lite: string
let plus: string

before(async () => {
  await copyOfFew(home)
  service = await startService(home, settings)
  client = createClient(service.url, 8)
  users = await openUsers(home)
  lite = (await users.add('lite')).key
  plus = (await users.add('plus')).key
})
after(async () => {
  client?.close()
  await users?.close()
  await service?.stop()
  rmSync(root, { recursive: true, force: true })
})

const freeSet = 'TaiwanStockPER'
const liteSet = 'TaiwanStockPrice'
const plusSet = 'TaiwanIndex5Seconds'
const send = (path: string, options?: RequestOptions) => client.send(path, options)
const data = (dataset: string, options?: RequestOptions) => send(`/v1/data/${dataset}`, options)
const one = `${freeSet}?stock_id=2330&limit=1`
/** Rows that need a key, as those of a few securities do not. */
const closed = `${freeSet}?stock_id=1101&limit=1`

const { signUp } = createPeople(() => client, 1)

const setTier = async (email: string, tier: string) =>
  assert.equal((await formosaHere(['user', 'set-tier', email, tier], { FORMOSA_HOME: home, ...settings })).code, 0)

/** Waits until connections to all threads know of a tier that another process has set. */
async function everywhere(key: string, tier: Tier): Promise<void> {
  const changed = Date.now()
  for (;;) {
    const began = Date.now()
    const clients = Array.from({ length: 12 }, () => createClient(service.url, 1))
    const responses = await Promise.all(clients.map((each) => each.send('/v1/key/info', { key })))
    for (const each of clients) each.close()
    const tiers = new Set(responses.map(({ json }) => json.tier))
    if (tiers.size === 1 && tiers.has(tier)) return
    assert.ok(began < changed + 30_000, `some of the threads still say ${[...tiers].join(', ')}`)
    await sleep(100)
  }
}

const rateNames = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-window', 'x-ratelimit-tier']
const limits = { free: 600, lite: 3_000, plus: 10_000 } as const
type Tier = keyof typeof limits

/** RFC 9651: a list of strings with parameters that are integers. */
const structured = /^"([ !#-[\]-~]*)"((?:;[a-z*][a-z0-9_\-.*]*=-?\d{1,15})+)$/
function readStructured(value: unknown): { readonly name: string; readonly [parameter: string]: string | number } {
  const [, name, parameters] = structured.exec(value as string) ?? assert.fail(`${value} is no structured field`)
  const pairs = parameters!.slice(1).split(';')
  return { name: name!, ...Object.fromEntries(pairs.map((pair) => [pair.split('=')[0]!, Number(pair.split('=')[1])])) }
}

/** The rate-limit headers, which fit each other; what is left. */
function expectRateHeaders(response: HttpResponse, tier: Tier): { remaining: number; reset: number } {
  const limit = limits[tier]
  const [max, remaining, window, named] = rateNames.map((name) => response.headers[name])
  assert.equal(max, String(limit))
  assert.match(remaining as string, /^\d+$/)
  assert.equal(window, '3600')
  assert.equal(named, tier)
  for (const name of [...rateNames, 'ratelimit', 'ratelimit-policy'])
    assert.equal(response.lines.filter(([line]) => line.toLowerCase() === name).length, 1, name)
  const { t: reset, ...left } = readStructured(response.headers.ratelimit)
  assert.deepEqual(readStructured(response.headers['ratelimit-policy']), { name: 'hour', q: limit, w: 3_600 })
  assert.deepEqual(left, { name: 'hour', r: Number(remaining) })
  assert.ok(Number(reset) >= 0 && Number(reset) <= 3_600)
  return { remaining: Number(remaining), reset: Number(reset) }
}

const noRates = ({ headers }: HttpResponse) => {
  for (const name of [...rateNames, 'ratelimit', 'ratelimit-policy']) assert.equal(headers[name], undefined, name)
}

function expectProblem(response: HttpResponse, code: string) {
  assert.equal(response.status, 401, response.text)
  assert.deepEqual(Object.keys(response.json), ['detail', 'code', 'request_id'])
  assert.equal(response.json.code, code)
  assert.match(response.json.detail, /Authorization: Bearer|create a new one/)
  assert.equal(
    response.headers['www-authenticate'],
    `Bearer realm="formosa"${code === 'missing_key' ? '' : ', error="invalid_token"'}`,
  )
  noRates(response)
}

function expectRateLimited(response: HttpResponse, tier: Tier, used: number = limits[tier]): number {
  assert.equal(response.status, 429, response.text)
  const { detail, retry_after_seconds: seconds, ...others } = response.json
  assert.deepEqual(others, {})
  assert.equal(detail, `rate limit exceeded (${used}/${limits[tier]} per hour for ${tier} tier)`)
  assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 3_600)
  assert.equal(response.headers['retry-after'], String(seconds))
  assert.equal(response.headers['cache-control'], 'no-store')
  assert.deepEqual(expectRateHeaders(response, tier), { remaining: 0, reset: seconds })
  return seconds
}

const info = async (key: string) => (await send('/v1/key/info', { key })).json
const left = async (key: string): Promise<number> => (await info(key)).remaining_this_hour

/** Makes calls at once; each must be counted, and none twice. */
async function call(key: string, times: number, path = one): Promise<void> {
  const before = await left(key)
  const responses = await Promise.all(Array.from({ length: times }, () => data(path, { key })))
  for (const { status } of responses) assert.equal(status, 200)
  const seen = responses.map(({ headers }) => Number(headers['x-ratelimit-remaining'])).sort((a, b) => b - a)
  assert.deepEqual(
    seen,
    Array.from({ length: times }, (_, i) => before - 1 - i),
  )
}

let spent: ReturnType<typeof spend> | undefined
async function spend() {
  const user = await users.add('free')
  await call(user.key, 600)
  return user
}
/** A Free user whose calls of this hour are used up, the same for the tests that need no other. */
const spentUser = () => {
  spent ??= spend()
  return spent
}

describe('Authentication', () => {
  test('1: a Bearer key in the Authorization header is the single method', async () => {
    const { key } = await users.add('free')
    for (const scheme of ['Bearer', 'bearer', 'BEARER', 'Bearer '])
      assert.equal((await data(one, { headers: { Authorization: `${scheme} ${key}` } })).status, 200, scheme)
    for (const scheme of ['Basic', 'Token', 'Key', 'Digest'])
      expectProblem(await data(one, { headers: { Authorization: `${scheme} ${key}` } }), 'malformed_key')
    for (const name of ['X-API-Key', 'Api-Key', 'apikey', 'X-Auth-Token']) {
      const response = await data(one, { headers: { [name]: key } })
      expectProblem(response, 'malformed_key')
      assert.ok(response.json.detail.includes(`found in the header ${name.toLowerCase()},`), response.json.detail)
      assert.equal((await data(one, { key, headers: { [name]: 'x' } })).status, 200)
    }
    const basic = (text: string) => `Basic ${Buffer.from(text).toString('base64')}`
    for (const [authorization, place] of [
      [`Token token="${key}"`, 'Authorization: Token'],
      [`Basic ${key}`, 'Authorization: Basic'],
      [basic(`${key}:`), 'Authorization: Basic'],
      [basic(`user:${key}`), 'Authorization: Basic'],
      [key, 'Authorization without Bearer'],
    ] as const)
      assert.equal(
        (await data(one, { headers: { Authorization: authorization } })).json.detail,
        `Your API key was found in the header ${place}, where it is not read: send it in the header Authorization: Bearer <API_KEY>.`,
      )
    for (const name of ['api_key', 'key', 'token', 'access_token', 'apikey']) {
      const response = await data(`${one}&${name}=${key}`)
      expectProblem(response, 'missing_key')
      assert.ok(!response.text.includes(key))
      assert.match(response.json.detail, /header Authorization: Bearer/)
    }
  })

  test('2: signing up gives a Free key at once; a paid tier cannot be asked for, and no key is shared', async () => {
    const { key, account } = await signUp()
    assert.match(key, /^fmsa_live_[0-9A-Za-z]{22}_[0-9A-Za-z]{6}$/)
    assert.equal(account.tier, 'free')
    assert.equal((await data(one, { key })).json.tier_used, 'free')
    const email = 'greedy@example.com'
    const response = await send('/v1/auth/sign-up', { json: { email, password, tier: 'plus' } })
    assert.equal(response.status, 422)
    assert.equal(response.json.errors[0].param, 'tier')
    expectProblem(await data(one, { key: generateKey() }), 'invalid_key')
  })

  test('3, 7: the tier of the key decides the readable datasets, others give 403, and the hourly quota', async () => {
    const { key: free } = await users.add('free')
    const order = ['free', 'lite', 'plus'] as const
    for (const [mine, key] of [
      ['free', free],
      ['lite', lite],
      ['plus', plus],
    ] as const)
      for (const [theirs, dataset] of [
        ['free', freeSet],
        ['lite', liteSet],
        ['plus', plusSet],
      ] as const) {
        const response = await data(`${dataset}?limit=1`, { key })
        const isCovered = order.indexOf(mine) >= order.indexOf(theirs)
        assert.equal(response.status, isCovered ? 200 : 403, `${mine} ${dataset}`)
        expectRateHeaders(response, mine)
        if (isCovered) assert.equal(response.json.tier_used, mine)
        else {
          const { detail, ...rest } = response.json
          assert.deepEqual(rest, { code: 'tier_required', required_tier: theirs, current_tier: mine })
          assert.match(detail, new RegExp(`${theirs} .*${mine}.*upgrade`))
          assert.equal(response.headers['www-authenticate'], undefined)
        }
      }
  })

  test('4: /v1/me accepts a browser session cookie', async () => {
    const { cookie, account } = await signUp()
    const response = await send('/v1/me', { cookie })
    assert.deepEqual(response.json, account)
    expectRateHeaders(response, 'free')
  })

  test('6: a missing header or a key of a wrong form gives 401', async () => {
    const key = generateKey()
    const swapped = key.replace(/.(?=_[^_]+$)/, (last) => (last === 'a' ? 'b' : 'a'))
    for (const path of [
      `/v1/data/${closed}`,
      '/v1/key/info',
      '/v1/key/usage',
      '/v1/key/plan?calls=1',
      '/v1/me',
      '/v1/keys',
    ]) {
      expectProblem(await send(path), 'missing_key')
      expectProblem(await send(path, { headers: { Authorization: '' } }), 'missing_key')
      for (const wrong of [
        '',
        'x',
        key.slice(0, -1),
        `${key}x`,
        swapped,
        key.toUpperCase(),
        `${key} ${key}`,
        `"${key}"`,
      ])
        expectProblem(await send(path, { headers: { Authorization: `Bearer ${wrong}` } }), 'malformed_key')
      expectProblem(await send(path, { key }), 'invalid_key')
    }
    const head = await send(`/v1/data/${closed}`, { method: 'HEAD' })
    assert.equal(head.status, 401)
    assert.equal(head.headers['www-authenticate'], 'Bearer realm="formosa"')
  })

  test('6: a revoked key is named so', async () => {
    const { key, cookie } = await signUp()
    assert.equal((await data(one, { key })).status, 200)
    const [{ id }] = (await send('/v1/keys', { cookie })).json.keys
    assert.equal((await send(`/v1/keys/${id}`, { method: 'DELETE', cookie })).status, 200)
    expectProblem(await data(one, { key }), 'revoked_key')
    expectProblem(await send('/v1/me', { key }), 'revoked_key')
    assert.equal((await send('/v1/me', { cookie })).status, 200)
  })
})

describe('Key info, account and their extensions', () => {
  test('/v1/key/info has exactly the four fields, by key and by session', async () => {
    const { key, cookie } = await signUp()
    await call(key, 2)
    const expected = { tier: 'free', rate_limit_per_hour: 600, remaining_this_hour: 598 }
    for (const as of [{ key }, { cookie }]) {
      const response = await send('/v1/key/info', as)
      const { window_resets_in_seconds: reset, ...rest } = response.json
      assert.deepEqual(rest, expected)
      assert.deepEqual(Object.keys(response.json), [...Object.keys(expected), 'window_resets_in_seconds'])
      assert.deepEqual(expectRateHeaders(response, 'free'), { remaining: 598, reset })
    }
  })

  test('/v1/me has exactly the account; the key wins over the session, even a bad one', async () => {
    const mine = await signUp()
    const theirs = await signUp()
    assert.deepEqual(Object.keys(mine.account), ['user_id', 'email', 'tier', 'created_at'])
    assert.ok(Number.isInteger(mine.account.user_id))
    assert.equal(mine.account.email, mine.email)
    assert.equal(mine.account.created_at, clock.now().toISOString())
    assert.deepEqual((await send('/v1/me', { key: mine.key })).json, mine.account)
    assert.deepEqual((await send('/v1/me', { key: theirs.key, cookie: mine.cookie })).json, theirs.account)
    expectProblem(await send('/v1/me', { key: generateKey(), cookie: mine.cookie }), 'invalid_key')
    expectProblem(await send('/v1/me', { cookie: 'formosa.session_token=forged' }), 'missing_key')
  })

  test('/v1/key/usage tells the 60 buckets, and the calls of 30 days by key and by dataset', async () => {
    const { key, cookie } = await signUp()
    const second = (await send('/v1/keys', { cookie, json: { name: 'second' } })).json
    await call(key, 3)
    clock.turn(60)
    await call(second.key, 2, 'TaiwanStockTradingDate?limit=1')
    assert.equal((await data(liteSet, { key: second.key })).status, 403)
    let response = await send('/v1/key/usage', { key })
    // The days are written down a little behind.
    const written = () => response.json.days.rows.reduce((sum: number, row: { calls: number }) => sum + row.calls, 0)
    for (let n = 0; n < 300 && written() < 6; n++) {
      await sleep(100)
      response = await send('/v1/key/usage', { cookie })
    }
    const { buckets, days, ...rest } = response.json
    assert.deepEqual(rest, { tier: 'free', rate_limit_per_hour: 600, window_seconds: 3_600 })
    assert.equal(buckets.length, 60)
    const minute = Math.floor(clock.now().getTime() / 60_000)
    assert.deepEqual(
      buckets,
      Array.from({ length: 60 }, (_, i) => ({
        start: new Date((minute - 59 + i) * 60_000).toISOString(),
        calls: i === 59 ? 3 : i === 58 ? 3 : 0,
      })),
    )
    assert.equal(days.last_date, '2026-10-05')
    assert.equal(days.first_date, '2026-09-06')
    assert.deepEqual(
      days.keys.map(({ name, calls }: { name: string; calls: number }) => [name, calls]),
      [
        ['first key', 3],
        ['second', 3],
      ],
    )
    assert.deepEqual(
      Object.fromEntries(
        days.datasets.map(({ dataset, calls }: { dataset: string; calls: number }) => [dataset, calls]),
      ),
      { [freeSet]: 3, TaiwanStockTradingDate: 2, [liteSet]: 1 },
    )
    assert.ok(!response.text.includes(key) && !response.text.includes(second.key))
  })

  test('/v1/key/plan says when calls will be free, and refuses what never will be', async () => {
    const { key } = await users.add('free')
    const plan = async (calls: unknown) => (await send(`/v1/key/plan?calls=${calls}`, { key })).json
    assert.deepEqual(await plan(600), {
      calls: 600,
      free_in_seconds: 0,
      free_at: clock.now().toISOString(),
      steps: [{ in_seconds: 0, free: 600 }],
    })
    await call(key, 5)
    clock.turn(130)
    await call(key, 3)
    const at = clock.now().getTime()
    const leaves = (ms: number) => Math.ceil(((Math.floor(ms / 60_000) + 60) * 60_000 - at) / 1_000)
    const [first, last] = [leaves(at - 130_000), leaves(at)]
    assert.deepEqual((await plan(600)).steps, [
      { in_seconds: 0, free: 592 },
      { in_seconds: first, free: 597 },
      { in_seconds: last, free: 600 },
    ])
    for (const [calls, seconds] of [
      [592, 0],
      [593, first],
      [597, first],
      [598, last],
    ])
      assert.equal((await plan(calls)).free_in_seconds, seconds)
    const { free_at } = await plan(597)
    assert.equal(free_at, new Date(at + first * 1_000).toISOString())
    for (const [query, reason] of [
      ['', /required/],
      ['calls=', /whole number/],
      ['calls=0', /1 to 10000/],
      ['calls=-1', /1 to 10000/],
      ['calls=1.5', /1 to 10000/],
      ['calls=many', /1 to 10000/],
      ['calls=10001', /1 to 10000/],
      ['calls=601', /600 calls an hour of the free tier/],
      ['calls=1&calls=2', /more than once/],
    ] as const) {
      const response = await send(`/v1/key/plan?${query}`, { key })
      assert.equal(response.status, 422, query)
      assert.equal(response.json.code, 'invalid_parameter')
      assert.equal(response.json.errors[0].param, 'calls')
      assert.match(response.json.errors[0].reason, reason)
      expectRateHeaders(response, 'free')
    }
    const strange = await send('/v1/key/plan?calls=1&call=2', { key })
    assert.equal(strange.json.code, 'unknown_parameter')
    assert.match(strange.json.errors[0].reason, /did you mean calls/)
    assert.equal(await left(key), 592)
  })
})

describe('Limits', () => {
  for (const [tier, calls, twd] of [
    ['free', 600, 0],
    ['lite', 3_000, 149],
    ['plus', 10_000, 299],
  ] as const)
    test(`${tier}: ${calls} calls an hour for ${twd} TWD a month`, async () => {
      const { plans } = (await send('/v1/plans')).json
      const plan = plans.find((each: { tier: string }) => each.tier === tier)
      const datasets = contractDatasets.filter(
        (each) => each.tier === 'free' || tier === 'plus' || each.tier === tier,
      ).length
      assert.deepEqual(plan, { tier, calls_per_hour: calls, price_per_month: twd, currency: 'TWD', datasets })
      const key = tier === 'lite' ? lite : tier === 'plus' ? plus : (await users.add('free')).key
      assert.equal((await info(key)).rate_limit_per_hour, calls)
    })

  test('the quota is counted per user, not per key', async () => {
    const { key, cookie } = await signUp()
    const other = (await send('/v1/keys', { cookie, json: { name: 'other' } })).json.key
    await call(key, 4)
    await call(other, 3)
    assert.equal(await left(key), 593)
    assert.equal(await left(other), 593)
    assert.equal((await send('/v1/key/info', { cookie })).json.remaining_this_hour, 593)
  })

  test('429 comes at exactly the limit, and a refused call is not counted', async () => {
    const { key } = await users.add('free')
    await call(key, 599)
    const last = await data(one, { key })
    assert.equal(last.status, 200)
    assert.equal(expectRateHeaders(last, 'free').remaining, 0)
    const seconds = expectRateLimited(await data(one, { key }), 'free')
    assert.equal(seconds, Math.ceil(3_600 - (clock.now().getTime() % 60_000) / 1_000))
    for (let n = 0; n < 5; n++) assert.equal(expectRateLimited(await data(one, { key }), 'free'), seconds)
    const { etag } = (await data(one, { key: plus })).headers
    expectRateLimited(await data(one, { key, headers: { 'If-None-Match': etag! } }), 'free')
    assert.deepEqual(await info(key), {
      tier: 'free',
      rate_limit_per_hour: 600,
      remaining_this_hour: 0,
      window_resets_in_seconds: seconds,
    })
    for (const path of ['/v1/me', '/v1/data', '/v1/key/usage', '/v1/keys', '/nothing'])
      assert.equal(expectRateHeaders(await send(path, { key }), 'free').remaining, 0)
    const dry = await data(`${one}&dry_run=true`, { key })
    assert.equal(dry.status, 200)
    clock.turn(seconds - 1)
    assert.equal(expectRateLimited(await data(one, { key }), 'free'), 1)
    clock.turn(1)
    const free = await data(one, { key })
    assert.equal(free.status, 200)
    assert.equal(expectRateHeaders(free, 'free').remaining, 599)
  })
})

describe('The order of checks is 401, 429, 404, 403, 422', () => {
  const bad = 'limit=0&nonsense=1'
  /** Routes that cost a call of a key, and for which a Free key gets 404 and 403. */
  const ofDataset = [
    (dataset: string) => `/v1/data/${dataset}?${bad}`,
    (dataset: string) => `/v1/data/${dataset}/gaps?${bad}`,
    (dataset: string) => `/v1/bulk/${dataset}?${bad}`,
    (dataset: string) => `/v1/bulk/${dataset}/2026-0000000000000000.parquet?${bad}`,
  ]
  /** The same without a dataset, or with one of their own. */
  const others = [
    [`/v1/bulk?${bad}`, {}],
    [`/v1/data/TaiwanStockPriceAdj/explain?${bad}`, {}],
    [`/v1/links?${bad}`, { json: 1 }],
    [`/v1/ask?${bad}`, { json: 1 }],
    [`/v1/ask/explain?${bad}`, { json: 1 }],
  ] as const

  test('of every route that costs a call, each comes before those behind it', async () => {
    const { key } = await users.add('free')
    const { key: spent } = await spentUser()
    for (const pathTo of ofDataset)
      for (const [dataset, status] of [
        ['Nothing', 404],
        [plusSet, 403],
        [freeSet, 422],
      ] as const) {
        expectProblem(await send(pathTo(dataset)), 'missing_key')
        expectProblem(await send(pathTo(dataset), { key: generateKey() }), 'invalid_key')
        expectRateLimited(await send(pathTo(dataset), { key: spent }), 'free')
        assert.equal((await send(pathTo(dataset), { key })).status, status, pathTo(dataset))
      }
    for (const [path, options] of others) {
      expectProblem(await send(path, options), 'missing_key')
      expectProblem(await send(path, { ...options, key: generateKey() }), 'invalid_key')
      expectRateLimited(await send(path, { ...options, key: spent }), 'free')
      assert.equal((await send(path, { ...options, key: plus })).status, 422, path)
    }
    expectRateLimited(await data(one, { key: spent }), 'free')
  })
})

describe('A change of tier', () => {
  test('an upgrade in the middle of the hour takes effect soon with the same key, and so does its end', async () => {
    const { key, email } = await spentUser()
    expectRateLimited(await data(one, { key }), 'free')
    expectProblem(await data(one, { key: generateKey() }), 'invalid_key')
    await setTier(email, 'plus')
    await everywhere(key, 'plus')
    const response = await data(plusSet, { key })
    assert.equal(response.status, 200, response.text)
    assert.equal(response.json.tier_used, 'plus')
    // What is used stays used.
    assert.equal(expectRateHeaders(response, 'plus').remaining, 9_399)
    await call(key, 2)
    await setTier(email, 'free')
    await everywhere(key, 'free')
    expectRateLimited(await data(one, { key }), 'free', 603)
    assert.equal((await info(key)).remaining_this_hour, 0)
  })
})

describe('What counts', () => {
  let key: string
  before(async () => {
    key = (await users.add('free')).key
  })
  const etag = async () => (await data(one, { key: plus })).headers.etag!

  for (const [what, cost, status, path, more] of [
    ['a query', 1, 200, `/v1/data/${one}`, {}],
    ['a query under /api', 1, 200, `/api/v1/data/${one}`, {}],
    ['HEAD of a query', 1, 200, `/v1/data/${one}`, { method: 'HEAD' }],
    ['a query with no rows', 1, 200, `/v1/data/${freeSet}?stock_id=nobody`, {}],
    ['an unknown dataset', 1, 404, '/v1/data/Nothing', {}],
    ['a dataset of another tier', 1, 403, `/v1/data/${liteSet}`, {}],
    ['a bad parameter', 1, 422, `/v1/data/${freeSet}?limit=0`, {}],
    ['an unknown parameter', 1, 422, `/v1/data/${freeSet}?lmit=1`, {}],
    ['a bad cursor', 1, 400, `/v1/data/${freeSet}?cursor=x`, {}],
    ['a dry run', 0, 200, `/v1/data/${one}&dry_run=true`, {}],
    ['a dry run, said with 1', 0, 200, `/v1/data/${freeSet}?dry_run=1`, {}],
    ['a dry run with a bad parameter', 0, 422, `/v1/data/${freeSet}?limit=0&dry_run=true`, {}],
    ['/v1/key/info', 0, 200, '/v1/key/info', {}],
    ['/v1/key/usage', 0, 200, '/v1/key/usage', {}],
    ['/v1/key/plan', 0, 200, '/v1/key/plan?calls=1', {}],
    ['/v1/me', 0, 200, '/v1/me', {}],
    ['/v1/keys', 0, 200, '/v1/keys', {}],
    ['/v1/plans', 0, 200, '/v1/plans', {}],
    ['the catalogue', 0, 200, '/v1/data', {}],
    ['a bad filter of the catalogue', 0, 422, '/v1/data?tier=gold', {}],
    ['/llms.txt', 0, 200, '/llms.txt', {}],
    ['/openapi.json', 0, 200, '/openapi.json', {}],
    ['/docs', 0, 200, '/docs', {}],
    ['an address with nothing there', 0, 404, '/v1/nothing', {}],
    ['a wrong method', 0, 405, '/v1/key/info', { method: 'DELETE' }],
    ['a path that cannot be read', 0, 400, '/v1/keys/%ZZ', { method: 'DELETE' }],
  ] as const)
    test(`${what} costs ${cost === 0 ? 'nothing' : 'a call'}, and tells what is left`, async () => {
      const before = await left(key)
      const response = await send(path, { key, ...more })
      assert.equal(response.status, status, response.text)
      assert.equal(expectRateHeaders(response, 'free').remaining, before - cost)
      assert.equal(await left(key), before - cost)
    })

  test('304 costs nothing, and tells what is left', async () => {
    const { etag: mine } = (await data(one, { key })).headers
    const before = await left(key)
    for (const method of ['GET', 'HEAD']) {
      const response = await data(one, { key, method, headers: { 'If-None-Match': mine! } })
      assert.equal(response.status, 304)
      assert.equal(expectRateHeaders(response, 'free').remaining, before)
    }
    assert.notEqual(mine, await etag())
    assert.equal(await left(key), before)
  })

  test('/healthz and /readyz read no credentials', async () => {
    const before = await left(key)
    for (const path of ['/healthz', '/readyz']) {
      const response = await send(path, { key })
      assert.equal(response.status, 200)
      noRates(response)
    }
    assert.equal(await left(key), before)
  })

  test('a session gets the same headers', async () => {
    const { cookie } = await signUp()
    for (const path of [
      '/v1/me',
      '/v1/key/info',
      '/v1/data',
      '/v1/plans',
      '/llms.txt',
      '/v1/nothing',
      '/v1/data?tier=x',
    ])
      assert.equal(expectRateHeaders(await send(path, { cookie }), 'free').remaining, 600, path)
    expectProblem(await data(closed, { cookie }), 'missing_key')
  })
})

describe('The catalogue is open to all', () => {
  test('a bad key sent along is ignored and named, a valid one adds the headers', async () => {
    const bare = await send('/v1/data')
    noRates(bare)
    assert.deepEqual(bare.warnings, [])
    const known = await send('/v1/data', { key: lite })
    expectRateHeaders(known, 'lite')
    assert.deepEqual(known.warnings, [])
    assert.equal(known.text, bare.text)
    for (const [headers, code, param = 'Authorization'] of [
      [{ Authorization: `Bearer ${generateKey()}` }, 'invalid_key'],
      [{ Authorization: 'Bearer nonsense' }, 'malformed_key'],
      [{ Authorization: 'Basic dTpw' }, 'malformed_key'],
      [{ 'X-API-Key': generateKey() }, 'malformed_key', 'x-api-key'],
    ] as const) {
      const response = await send('/v1/data', { headers })
      assert.equal(response.status, 200)
      assert.equal(response.text, bare.text)
      assert.deepEqual(response.warnings, [`${code}; param=${param}`])
      noRates(response)
    }
  })
})

let isLimited = false
async function restart(signal: NodeJS.Signals, more: Readonly<Record<string, string>> = {}): Promise<void> {
  client.close()
  const code = await service.stop(signal)
  if (signal === 'SIGTERM') assert.equal(code, 0)
  service = await startService(home, { ...settings, ...more })
  client = createClient(service.url, 8)
  isLimited = 'ADDRESS_LIMIT' in more
}

/** After the last restart so many requests a minute without a valid key are answered of each address. */
const most = 5
const addressLimit = {
  ADDRESS_LIMIT: String(most),
  TRUSTED_PROXIES: '127.0.0.8, 127.0.3.0/24, 10.0.0.0/8, fd00::/8',
}

describe('Counts survive a restart', () => {
  const rowsOf = async (key: string): Promise<number> =>
    (await send('/v1/key/usage', { key })).json.days.rows.reduce(
      (sum: number, row: { calls: number }) => sum + row.calls,
      0,
    )

  test('after SIGTERM every call is there, in its bucket and in the days', async () => {
    const { key, cookie } = await signUp()
    await call(key, 20)
    clock.turn(61)
    await call(key, 580)
    const before = (await send('/v1/key/usage', { key })).json.buckets
    await restart('SIGTERM')
    assert.deepEqual((await send('/v1/key/usage', { key })).json.buckets, before)
    assert.equal(await rowsOf(key), 600)
    expectRateLimited(await data(one, { key }), 'free')
    assert.equal((await send('/v1/me', { cookie })).status, 200)
  })

  test('after SIGKILL at most the calls of the last two seconds are forgotten', async () => {
    const { key } = await users.add('free')
    await call(key, 30)
    // They are written about two seconds later, after the file of quotas.
    for (let n = 0; n < 600 && (await rowsOf(key)) < 30; n++) await sleep(100)
    await call(key, 5)
    await restart('SIGKILL', addressLimit)
    const used = 600 - (await left(key))
    assert.ok(used >= 30 && used <= 35, `${used} of 35`)
    const rows = await rowsOf(key)
    assert.ok(rows >= 30 && rows <= 35, `${rows} of 35`)
  })
})

describe('Requests without a valid key are limited by address', () => {
  let hosts = 0
  const host = () => `127.0.2.${++hosts}`

  // The tests before have done so, where they ran.
  before(async () => {
    if (!isLimited) await restart('SIGTERM', addressLimit)
  })

  const fromAddress = (from: string, forwarded?: string, more: RequestOptions = {}) =>
    send('/v1/data?tier=plus', {
      from,
      ...more,
      ...(forwarded === undefined ? {} : { headers: { 'X-Forwarded-For': forwarded } }),
    })
  function expectAddressLimited(response: HttpResponse): number {
    assert.equal(response.status, 429, response.text)
    const { detail, retry_after_seconds: seconds, ...others } = response.json
    assert.deepEqual(others, {})
    assert.equal(detail, `rate limit exceeded (${most}/${most} per minute for this address)`)
    assert.ok(Number.isInteger(seconds) && seconds >= 1 && seconds <= 60)
    assert.equal(response.headers['retry-after'], String(seconds))
    noRates(response)
    return seconds
  }
  /** Uses an address up; the next request is refused. */
  async function exhaust(from: string, forwarded?: string): Promise<number> {
    for (let n = 0; n < most; n++) assert.equal((await fromAddress(from, forwarded)).status, 200)
    return expectAddressLimited(await fromAddress(from, forwarded))
  }

  test('the limit holds over all threads, and Retry-After is exact', async () => {
    const mine = host()
    const responses = await Promise.all(Array.from({ length: 4 * most }, () => fromAddress(mine)))
    assert.equal(responses.filter(({ status }) => status === 200).length, most)
    const seconds = expectAddressLimited(await fromAddress(mine))
    clock.turn(seconds - 1)
    assert.equal(expectAddressLimited(await fromAddress(mine)), 1)
    clock.turn(1)
    assert.equal((await fromAddress(mine)).status, 200)
    assert.equal((await fromAddress(host())).status, 200)
  })

  test('everything without a valid key counts alike: open routes, samples, 401, 404, 405, unreadable paths, dry runs', async () => {
    for (const path of [
      '/v1/data',
      '/v1/plans',
      '/llms.txt',
      '/docs',
      '/openapi.json',
      '/nothing',
      `/v1/data/${one}`,
      '/v1/me',
      '/v1/keys/%ZZ',
    ]) {
      const from = host()
      for (let n = 0; n < most; n++) assert.notEqual((await send(path, { from })).status, 429, path)
      expectAddressLimited(await send(path, { from }))
    }
    const from = host()
    for (let n = 0; n < most; n++)
      assert.equal((await send(`/v1/data/${one}`, { from, key: generateKey() })).status, 401)
    expectAddressLimited(await send(`/v1/data/${one}`, { from, key: generateKey() }))
    expectAddressLimited(await send(`/v1/data/${one}`, { from }))
    expectAddressLimited(await send('/v1/auth/log-in', { from, json: { email: 'a@example.com', password } }))
    const callTool = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'list_gaps', arguments: {} } }
    for (const [path, json] of [
      ['/v1/auth/log-in', { email: 'nobody@example.com', password }],
      ['/mcp', callTool],
    ] as const) {
      const guessing = host()
      const options = { from: guessing, json, headers: { Accept: 'application/json, text/event-stream' } }
      for (let n = 0; n < most; n++) assert.notEqual((await send(path, options)).status, 429)
      expectAddressLimited(await send(path, options))
    }
  })

  test('a valid key is not limited by address, nor are /healthz and /readyz', async () => {
    const from = host()
    await exhaust(from)
    for (let n = 0; n < 2 * most; n++) {
      assert.equal((await send('/healthz', { from })).status, 200)
      assert.equal((await send('/readyz', { from })).status, 200)
      assert.equal((await send('/v1/data', { from, key: plus })).status, 200)
      assert.equal((await send(`/v1/data/${one}`, { from, key: plus })).status, 200)
    }
    expectAddressLimited(await fromAddress(from))
  })

  test('X-Forwarded-For is believed of trusted proxies alone', async () => {
    const stranger = host()
    for (let n = 0; n < most; n++) assert.equal((await fromAddress(stranger, `203.0.113.${n}`)).status, 200)
    expectAddressLimited(await fromAddress(stranger, '203.0.113.99'))
    await exhaust('127.0.0.8', '198.51.100.1')
    assert.equal((await fromAddress('127.0.0.8', '198.51.100.2')).status, 200)
    // Another trusted proxy sees the same client.
    expectAddressLimited(await fromAddress('127.0.3.77', '198.51.100.1'))
    expectAddressLimited(await fromAddress('127.0.3.77', '::ffff:198.51.100.1'))
  })

  test('a key that was valid is read beyond the limit of its address, a new one while that sends no wrong ones', async () => {
    const from = host()
    const callWith = (key: string) => send(`/v1/data/${closed}`, { from, key })
    const [known, fresh] = [(await users.add('free')).key, (await users.add('free')).key]
    assert.equal((await callWith(known)).status, 200)
    await exhaust(from)
    for (const key of [known, fresh]) assert.equal((await callWith(key)).status, 200)
    for (let n = 0; n <= most; n++) await callWith(generateKey())
    assert.equal((await callWith(known)).status, 200)
    expectAddressLimited(await callWith((await users.add('free')).key))
  })

  test('what costs no call of a key is limited by address: pages, the size of a result, the gaps of all datasets', async () => {
    for (const path of ['/', '/docs', '/openapi.json', `/v1/data/${one}&dry_run=true`, '/v1/data?coverage=full']) {
      const from = host()
      const sendHere = (to: string) => send(to, { from, key: plus })
      for (let n = 0; n < most; n++) assert.equal((await sendHere(path)).status, 200, path)
      const refused = await sendHere(path)
      assert.equal(refused.status, 429, path)
      assert.match(refused.json.detail, /per minute for this address/)
      for (const free of ['/v1/data', '/v1/plans', '/llms.txt', '/v1/key/info'])
        assert.equal((await sendHere(free)).status, 200, free)
    }
  })

  test('sessions and links that nobody has count as wrong keys do', async () => {
    for (const [path, options, status] of [
      ['/v1/me', { cookie: 'formosa.session_token=nonsense' }, 401],
      ['/v1/linked/fmsl_aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa/x.csv', {}, 404],
    ] as const) {
      const from = host()
      for (let n = 0; n < most; n++) assert.equal((await send(path, { from, ...options })).status, status)
      expectAddressLimited(await send(path, { from, ...options }))
    }
  })
})
