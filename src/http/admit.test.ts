import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, test } from 'node:test'
import { createClient, type RequestOptions } from '../../test/support/client.ts'
import { createAddresses } from '../access/addresses.ts'
import { createGuard } from '../access/guard.ts'
import { generateKey, storedForm } from '../access/keys.ts'
import { generateToken, hashToken } from '../access/links.ts'
import { createMeter } from '../access/meter.ts'
import { callsPerHour } from '../access/plans.ts'
import { quotaWindow } from '../access/quota.ts'
import { createShared, openShared } from '../access/windows/sharedWindows.ts'
import type { Tier } from '../catalogue/dataset.ts'
import { actingAs } from '../store/auditTrail.ts'
import { openDatabase } from '../store/database.ts'
import { addLink } from '../store/links.ts'
import { addUser } from '../store/users.ts'
import { charge, costOf } from './admit.ts'
import { createApp } from './app.ts'
import { pages } from './pages/pages.ts'
import type { Reply } from './respond.ts'
import { nameOf, type Route } from './route.ts'
import { routes } from './routes/routes.ts'
import type { Services } from './services.ts'
import { createTurns } from './turns.ts'
import { createUnsent } from './unsent.ts'

/*
 * Every route with what a request of it costs, and the proof that its checks come in their order, before any work: who is
 * calling, 401; whether it may send more, 429; then 404, 403 and 422. A new route is added to this table.
 */

/** What a route asks for, and costs a caller: those of rows and of every other data first. */
const table: Readonly<Record<string, string>> = {
  'GET /v1/data/{dataset}': 'key call',
  'GET /v1/data/{dataset}/gaps': 'key call',
  'GET /v1/data/TaiwanStockPriceAdj/explain': 'key call',
  'GET /v1/bulk': 'key call',
  'GET /v1/bulk/{dataset}': 'key call',
  'GET /v1/bulk/{dataset}/{file}': 'key call',
  'POST /v1/links': 'key call',
  'POST /v1/ask': 'key call',
  'POST /v1/ask/explain': 'key call',
  'GET /v1/linked/{token}/{file}': 'link call',
  'GET /v1/agent/{dataset}': 'payment request',
  'POST /v1/agent/ask': 'payment request',
  'POST /mcp': 'open free',
  'GET /v1/data': 'open free',
  'GET /v1/data/{dataset}/schema': 'open free',
  'GET /v1/agent': 'open free',
  'GET /v1/plans': 'open free',
  'GET /v1/status': 'open free',
  'GET /llms.txt': 'open free',
  'GET /.well-known/security.txt': 'open free',
  'GET /openapi.json': 'open request',
  'GET /': 'open request',
  'GET /account': 'open request',
  'GET /agents': 'open request',
  'GET /ask': 'open request',
  'GET /console': 'open request',
  'GET /datasets': 'open request',
  'GET /datasets.json': 'open request',
  'GET /datasets/{dataset}': 'open request',
  'GET /docs': 'open request',
  'GET /docs.json': 'open request',
  'GET /docs/{document}': 'open request',
  'GET /docs/{group}/{document}': 'open request',
  'GET /market': 'open request',
  'GET /status': 'open request',
  'GET /stock/{id}': 'open request',
  'GET /stocks': 'open request',
  'GET /stocks.json': 'open request',
  'POST /v1/auth/sign-up': 'open free',
  'POST /v1/auth/log-in': 'open free',
  'POST /v1/auth/log-out': 'session free',
  'POST /v1/auth/password': 'session free',
  'POST /v1/auth/reset': 'open free',
  'POST /v1/auth/reset/confirm': 'open free',
  'POST /v1/auth/verify': 'open free',
  'POST /v1/auth/verify/send': 'open free',
  'POST /v1/billing/checkout': 'session free',
  'POST /v1/billing/portal': 'session free',
  'POST /v1/billing/webhook': 'open free',
  'GET /v1/key/info': 'caller free',
  'GET /v1/key/plan': 'caller free',
  'GET /v1/key/usage': 'caller free',
  'GET /v1/keys': 'caller free',
  'POST /v1/keys': 'session free',
  'PATCH /v1/keys/{id}': 'session free',
  'DELETE /v1/keys/{id}': 'session free',
  'POST /v1/keys/{id}/rotate': 'session free',
  'GET /v1/links': 'caller free',
  'DELETE /v1/links/{id}': 'caller free',
  'GET /v1/me': 'caller free',
  'GET /healthz': 'none exempt',
  'GET /readyz': 'none exempt',
  'GET /favicon.ico': 'none exempt',
  'GET /robots.txt': 'none exempt',
  'GET /assets/{digest}/{file}': 'none exempt',
  'GET /assets/{digest}/{folder}/{file}': 'none exempt',
  'GET /assets/{digest}/{folder}/{inner}/{file}': 'none exempt',
}

const all = [...routes, ...pages(routes)]
const byName = new Map(all.map((route) => [nameOf(route), route]))
const ofAuth = (...auths: readonly string[]) => all.filter(({ auth }) => auths.includes(auth))

const folder = mkdtempSync(join(tmpdir(), 'formosa-admit-'))
const perMinute = 5
const now = () => new Date('2026-11-18T12:00:00Z')
const pepper = Buffer.alloc(32, 1)

const changes = new Int32Array(new SharedArrayBuffer(4))

/** Queries of the accounts database, and the parts of the service that worked for a request. */
let queries = 0
let worked: string[] = []

/** Stands for a part of the service that does work: it notes each look at it. */
const noted =
  (name: string, value: unknown = null) =>
  (): never => {
    worked.push(name)
    return value as never
  }

type User = { readonly key: string; readonly userId: number; readonly keyId: number }

let client: ReturnType<typeof createClient>
let addUserOf: (tier: Tier) => Promise<User>
let linkOf: (user: User, kind: 'rows' | 'files') => Promise<string>
let spend: (user: User) => void
let close: () => Promise<void>

before(async () => {
  const database = await openDatabase({ path: join(folder, 'control.sqlite') })
  const db = database.db.withPlugin({
    transformQuery({ node }) {
      // The guard looks every half a second whether anything has changed.
      if (!JSON.stringify(node).includes('"revision"')) queries++
      return node
    },
    transformResult: async ({ result }) => result,
  })
  const counted = { ...database, db }
  const guard = createGuard({
    ...{ database: counted, peppers: [pepper], now, changes },
  })
  const quota = openShared(createShared({ bucketMs: quotaWindow.bucketMs, now, slots: 64 }), now)
  const windows = openShared(createShared({ bucketMs: 1_000, now, slots: 256 }), now)
  const services = {
    release: '0',
    ...{ now, guard, quota, peppers: [pepper], database: counted },
    accounts: { sessionOf: noted('sessionOf', Promise.resolve(null)) },
    addresses: createAddresses(['127.0.0.1']),
    addressLimit: { windows, perMinute },
    meter: createMeter(now),
    baseUrl: () => 'http://127.0.0.1',
    publicUrl: null,
    log: { error() {}, warn() {} },
    cursorKeys: [Buffer.alloc(32)],
    onDamage() {},
    unsent: createUnsent(),
    turns: createTurns(),
    observe: null,
    traffic: { count() {} },
    nextAttempt: () => null,
    hotBytes: 1 << 20,
    library: { current: () => null, remote: null },
    agent: null,
    billing: null,
    askMs: 1_000,
    manifest: noted('manifest'),
    checks: noted('checks', Promise.resolve({})),
    gaps: noted('gaps'),
    ledger: noted('ledger'),
    ask: noted('ask', Promise.resolve({ kind: 'unavailable', part: 'queue', retryAfterSeconds: 1 })),
    pageWaiter: { wait: noted('making') },
    files: { find: noted('files') },
  }
  const server = createServer(createApp(services as unknown as Services)).listen(0, '127.0.0.1')
  await once(server, 'listening')
  client = createClient(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
  let users = 0
  addUserOf = async (tier) => {
    const key = generateKey()
    const person = { email: `${users++}@example.com`, tier, at: now().toISOString(), isVerified: true } as const
    const added = (await addUser(database, person, storedForm(pepper, key, 'test')))!
    return { key, userId: added.user.id, keyId: added.keyId! }
  }
  linkOf = async ({ userId, keyId }, kind) => {
    const token = generateToken()
    const [createdAt, expiresAt] = [now().toISOString(), '2026-11-19T00:00:00.000Z']
    const link = {
      userId,
      keyId,
      hash: hashToken(pepper, token),
      kind,
      query: '',
      isWhole: false,
      createdAt,
      expiresAt,
    }
    const actor = { name: 'user', at: createdAt, address: null, requestId: null } as const
    await addLink(actingAs(database, actor), { ...link, dataset: 'TaiwanStockPER' }, 9)
    return `/v1/linked/${token}/x.csv`
  }
  spend = ({ userId }) => {
    for (let n = 0; n < callsPerHour('plus'); n++) quota.take(userId, callsPerHour('plus'), true)
  }
  close = async () => {
    client.close()
    server.closeAllConnections()
    server.close()
    guard.close()
    await database.close()
    rmSync(folder, { recursive: true, force: true })
  }
})
after(() => close())

let hosts = 0
let address = ''
/** The tests of other files of this process take addresses too. */
const nextAddress = (): string => `198.18.${++hosts >> 8}.${hosts & 255}`
beforeEach(() => {
  address = nextAddress()
})

/** A request of a route, with the worst of everything behind the checks that are asked for. */
function send({ method, path }: Route, dataset: string, query: string, options: RequestOptions = {}) {
  const filled = path
    .replace('{dataset}', dataset)
    .replace('{file}', 'current-0000000000000000.parquet')
    .replace('{token}', generateToken())
    .replaceAll(/\{\w+\}/g, 'x')
  worked = []
  queries = 0
  return client.send(`${filled}${query}`, {
    method,
    ...(method === 'GET' ? {} : { body: '{', headers: { 'Content-Type': 'application/json' } }),
    ...options,
    headers: {
      'X-Forwarded-For': address,
      ...(method === 'GET' ? {} : { 'Content-Type': 'application/json' }),
      ...options.headers,
    },
  })
}
const bad = '?nonsense=1&limit=0'

test('the table has every route, with the credentials and the cost of each', () => {
  const found = all.map((route) => {
    const cost = costOf({ agent: null } as unknown as Services, route, { headers: {} } as never, '')
    return [nameOf(route), `${route.auth} ${cost}`] as const
  })
  assert.deepEqual(Object.fromEntries(found), table)
})

for (const route of ofAuth('key')) {
  const isOfDataset = route.path.includes('{dataset}')
  describe(nameOf(route), () => {
    test('is 401 without a valid key, whatever else is wrong', async () => {
      for (const key of [undefined, 'nonsense', generateKey()]) {
        const response = await send(route, 'Nothing', bad, key === undefined ? {} : { key })
        assert.equal(response.status, 401, response.text)
        assert.deepEqual(worked, [])
      }
    })

    test('is 429 beyond the limit of the address, without a query of the database', async () => {
      for (let n = 0; n < perMinute; n++)
        assert.equal((await send(route, 'Nothing', bad, { key: generateKey() })).status, 401)
      for (const key of [undefined, 'nonsense', generateKey()]) {
        const response = await send(route, 'Nothing', bad, key === undefined ? {} : { key })
        assert.equal(response.status, 429, response.text)
        assert.match(response.json.detail, /per minute for this address/)
        assert.deepEqual([worked, queries], [[], 0])
      }
    })

    test('is 429 where the quota is spent, before any work', async () => {
      const user = await addUserOf('free')
      assert.notEqual((await send(route, 'Nothing', bad, { key: user.key })).status, 429)
      spend(user)
      for (const dataset of ['Nothing', 'TaiwanIndex5Seconds', 'TaiwanStockPER'])
        for (const query of [bad, '']) {
          const response = await send(route, dataset, query, { key: user.key })
          assert.equal(response.status, 429, response.text)
          assert.match(response.json.detail, /per hour for free tier/)
          assert.equal(response.headers['x-ratelimit-remaining'], '0')
          assert.deepEqual(worked, [])
        }
    })

    test('is 404, then 403, then 422', async () => {
      const { key } = await addUserOf('free')
      const expect = async (status: number, dataset: string, options: RequestOptions = {}) => {
        const response = await send(route, dataset, bad, { key, ...options })
        assert.equal(response.status, status, response.text)
      }
      if (isOfDataset) await expect(404, 'Nothing')
      const isClosed = isOfDataset || route.tier !== undefined || route.partOf !== undefined
      if (isClosed) await expect(403, 'TaiwanIndex5Seconds')
      const { key: plus } = await addUserOf('plus')
      await expect(422, 'TaiwanIndex5Seconds', { key: plus, body: '{}' })
      assert.deepEqual(worked, [])
    })
  })
}

test('a key that is known is read beyond the limit of its address, any other while that sends no wrong ones', async () => {
  const [known, fresh] = [await addUserOf('free'), await addUserOf('free')]
  const rows = byName.get('GET /v1/data/{dataset}')!
  assert.equal((await send(rows, 'Nothing', '', { key: known.key })).status, 404)
  for (let n = 0; n < perMinute; n++) assert.equal((await send(rows, 'Nothing', '')).status, 401)
  assert.equal((await send(rows, 'Nothing', '')).status, 429)
  assert.equal((await send(rows, 'Nothing', '', { key: known.key })).status, 404)
  assert.equal((await send(rows, 'Nothing', '', { key: fresh.key })).status, 404)
  for (let n = 0; n <= perMinute; n++) await send(rows, 'Nothing', '', { key: generateKey() })
  // The cache of callers is dropped with every change of the accounts.
  Atomics.add(changes, 0, 1)
  assert.equal((await send(rows, 'Nothing', '', { key: known.key })).status, 404)
  assert.ok(queries > 0)
  assert.equal((await send(rows, 'Nothing', '', { key: (await addUserOf('free')).key })).status, 429)
})

for (const kind of ['rows', 'files'] as const)
  test(`a link of ${kind} is checked as its owner's request, and a wrong token costs no query beyond the limit`, async () => {
    const owner = await addUserOf('free')
    const path = await linkOf(owner, kind)
    const open = (url: string) => {
      worked = []
      queries = 0
      return client.send(url, { headers: { 'X-Forwarded-For': address } })
    }
    assert.equal((await open(`${path}?nonsense=1`)).status, 422)
    spend(owner)
    for (const query of ['', bad]) {
      const response = await open(path + query)
      assert.equal(response.status, 429, response.text)
      assert.match(response.json.detail, /per hour/)
      assert.equal(response.headers['x-ratelimit-remaining'], undefined)
      assert.deepEqual(worked, [])
    }
    const useLink = byName.get('GET /v1/linked/{token}/{file}')!
    for (let n = 0; n < perMinute; n++) assert.equal((await send(useLink, '', bad)).status, 404)
    assert.equal((await send(useLink, '', bad)).status, 429)
    assert.equal(queries, 0)
  })

for (const route of ofAuth('payment'))
  test(`${nameOf(route)} is limited by address before anything else`, async () => {
    for (let n = 0; n < perMinute; n++) assert.ok([404, 422].includes((await send(route, 'Nothing', bad)).status))
    assert.equal((await send(route, 'Nothing', bad)).status, 429)
    assert.deepEqual(worked, [])
  })

for (const route of ofAuth('open', 'caller', 'session'))
  test(`${nameOf(route)} is limited by address without a valid key, before any work`, async () => {
    const path = '/v1/data'
    for (let n = 0; n < perMinute; n++) await client.send(path, { headers: { 'X-Forwarded-For': address } })
    for (const key of [undefined, 'nonsense']) {
      const response = await send(route, 'TaiwanStockPER', bad, key === undefined ? {} : { key })
      assert.equal(response.status, 429, response.text)
      assert.deepEqual(worked, [])
    }
    const { key } = await addUserOf('free')
    const isOfAddress = table[nameOf(route)]!.endsWith(' request')
    if (isOfAddress) assert.equal((await send(route, 'TaiwanStockPER', '', { key })).status, 429)
  })

test('sessions that nobody has are looked up as often as the address may send wrong keys', async () => {
  for (const route of ofAuth('open', 'caller', 'session')) {
    address = nextAddress()
    const cookie = 'formosa.session_token=nonsense'
    for (let n = 0; n < perMinute; n++) {
      await send(route, 'TaiwanStockPER', bad, { cookie })
      assert.ok(worked.includes('sessionOf'), nameOf(route))
    }
    assert.equal((await send(route, 'TaiwanStockPER', bad, { cookie })).status, 429, nameOf(route))
    assert.deepEqual([worked, queries], [[], 0], nameOf(route))
  }
})

test('what costs no call of a key is limited by address: the size of a result, the gaps of all datasets', async () => {
  const { key } = await addUserOf('plus')
  for (const path of ['/v1/data/TaiwanStockPER?dry_run=true', '/v1/data?coverage=full']) {
    address = nextAddress()
    const ask = () => client.send(path, { key, headers: { 'X-Forwarded-For': address } })
    for (let n = 0; n < perMinute; n++) assert.notEqual((await ask()).status, 429)
    worked = []
    assert.equal((await ask()).status, 429, path)
    assert.deepEqual(worked, [])
  }
  assert.notEqual((await client.send('/v1/data', { key, headers: { 'X-Forwarded-For': address } })).status, 429)
})

test('a file whose call is refused at last leaves no trace: its hour is not given', async () => {
  const quota = openShared(createShared({ bucketMs: quotaWindow.bucketMs, now, slots: 8 }), now)
  const services = { quota, meter: createMeter(now) } as unknown as Services
  const admission = { caller: { userId: 1, keyId: 1, tier: 'free' }, cost: 'call', once: '1 file' } as const
  const file = { status: 206, headers: [], body: '' }
  const fail = (error: unknown): Reply => ({ ...file, status: (error as { status: number }).status })
  const most = callsPerHour('free')
  // Another request took the last call since the quota was looked at.
  for (let n = 0; n < most; n++) quota.take(1, most, true)
  assert.equal((await charge(services, admission, {}, file, fail)).status, 429)
  assert.ok(quota.take('1 file', 1, false).isAllowed)
  quota.giveBack(1)
  assert.equal((await charge(services, admission, {}, file, fail)).status, 206)
  assert.deepEqual([quota.take('1 file', 1, false).isAllowed, quota.take(1, most, false).isAllowed], [false, false])
  assert.equal((await charge(services, admission, {}, file, fail)).status, 206, 'the rest of the hour is free')
})

test('probes and the files of pages are never limited', async () => {
  for (let n = 0; n < 3 * perMinute; n++)
    for (const route of ofAuth('none')) assert.notEqual((await send(route, '', '')).status, 429)
})
