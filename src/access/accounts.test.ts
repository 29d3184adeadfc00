import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, describe, test } from 'node:test'
import type { KyselyPlugin } from 'kysely'
import { startEngines } from '../../test/support/engines.ts'
import { ClientRequest } from '../http/connection/clientRequest.ts'
import { createTurns } from '../http/connection/turns.ts'
import { createUnsent } from '../http/connection/unsent.ts'
import { respond } from '../http/reply/respond.ts'
import type { Reply } from '../http/reply.ts'
import { type Database, openDatabase } from '../store/database.ts'
import { addUser } from '../store/users.ts'
import { createAccounts } from './accounts.ts'
import { type AccountOptions, createTools } from './accountTools.ts'
import { createAddresses } from './addresses.ts'
import { createAfterwards } from './afterwards.ts'
import { attemptWindow, createAttempts } from './attempts.ts'
import { createHashing, createHashingSlots } from './hashing.ts'
import type { Mail } from './mail.ts'
import type { Visitor } from './visitor.ts'
import { createShared, openShared } from './windows/sharedWindows.ts'
import { CounterDown } from './windows/windows.ts'

const { sqlite, postgres, stop } = await startEngines()
after(stop)

const now = () => new Date()
const visitor: Visitor = {
  cookie: undefined,
  userAgent: undefined,
  address: '192.0.2.1',
  isSecure: false,
  requestId: 'r1',
}

/** The same database, with a list of the tables that each query through it names. */
function recorded(database: Database): { readonly database: Database; readonly tables: string[] } {
  const tables: string[] = []
  const plugin: KyselyPlugin = {
    transformQuery({ node }) {
      const named = [
        ...JSON.stringify(node).matchAll(/"table":\{[^}]*?"identifier":\{"kind":"IdentifierNode","name":"(\w+)"/g),
      ]
      tables.push(...named.map(([, name]) => name!))
      return node
    },
    transformResult: async ({ result }) => result,
  }
  return { database: { ...database, db: database.db.withPlugin(plugin) }, tables }
}

/** Accounts on a database, whose mail and whose errors go to lists. */
function accountsOn(database: Database, requiresVerification: boolean, hashing = createHashing(createHashingSlots(2))) {
  const sent: Mail[] = []
  const faults: unknown[] = []
  const afterwards = createAfterwards((error) => faults.push(error))
  const accounts = createAccounts({
    database,
    now,
    pepper: Buffer.alloc(32, 1),
    secret: 'a secret that is long enough for the library',
    baseUrl: () => 'http://127.0.0.1:1',
    post: async (mail) => void sent.push(mail),
    requiresVerification,
    attempts: createAttempts(openShared(createShared({ bucketMs: attemptWindow.bucketMs, now, slots: 1_024 }), now)),
    hashing,
    afterwards,
    log: { warn: () => {}, error: (fields: object) => faults.push(fields) },
  })
  return { accounts, sent, faults, afterwards }
}

for (const engine of [sqlite, postgres])
  describe(`${engine.name}: nothing that depends on who has an account`, { skip: engine.skip }, () => {
    test('is asked of the database before the answer to a reset, a link or a sign-up has left', async () => {
      const plain = await openDatabase(await engine.fresh())
      const { database, tables } = recorded(plain)
      const { accounts, sent, faults, afterwards } = accountsOn(database, true)
      const user = { tier: 'free', at: now().toISOString() } as const
      await addUser(plain, { ...user, email: 'verified@example.com', isVerified: true }, null)
      await addUser(plain, { ...user, email: 'unverified@example.com', isVerified: false }, null)
      const requests = {
        reset: (email: string) => accounts.requestReset(visitor, email),
        verify: (email: string) => accounts.requestVerify(visitor, email),
        'sign-up': (email: string) => accounts.signUp(visitor, email, 'correct horse battery'),
      }
      for (const [what, send] of Object.entries(requests))
        for (const who of ['verified', 'unverified', `nobody-${what}`]) {
          tables.length = 0
          const rest = await send(`${who}@example.com`)
          assert.deepEqual(tables, ['revision'], `${what} of ${who}`)
          assert.ok(typeof rest === 'function')
          rest()
          assert.deepEqual(tables, ['revision'], `${what} of ${who}`)
          await afterwards.close()
          assert.ok(tables.includes('users'), `${what} of ${who}: ${tables.join(' ')}`)
        }
      assert.deepEqual(faults, [])
      assert.deepEqual(
        sent.map(({ to, subject }) => `${to}: ${subject.split(' / ')[0]}`),
        [
          'verified@example.com: Formosa: reset your password',
          'unverified@example.com: Formosa: reset your password',
          'unverified@example.com: Formosa: confirm your address',
          'verified@example.com: Formosa: you already have an account',
          'unverified@example.com: Formosa: confirm your address',
          'nobody-sign-up@example.com: Formosa: confirm your address',
        ],
      )
      await plain.close()
      await assert.rejects(accounts.requestReset(visitor, 'nobody@example.com'), 'not accepted where it would be lost')
    })
  })

test('a sign-up whose address has a full line of password hashes gets its key and its session', async () => {
  const database = await openDatabase(await sqlite.fresh())
  const hashing = createHashing(createHashingSlots(2))
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const others: Promise<void>[] = []
  let hashes = 0
  const { accounts, faults, afterwards } = accountsOn(database, false, {
    ...hashing,
    async turn(hash) {
      // The second hash of the sign-up, which checks the password for the session.
      if (++hashes === 2) {
        const wait = () => hashing.of(visitor.address, () => hashing.turn(() => released))
        others.push(...Array.from({ length: 9 }, wait))
        queueMicrotask(release)
      }
      return hashing.turn(hash)
    },
  })
  const signedUp = await accounts.signUp(visitor, 'new@example.com', 'correct horse battery')
  assert.ok(typeof signedUp === 'object')
  assert.match(signedUp.key.key, /^fmsa_live_/)
  assert.match(signedUp.cookies.join(), /session_token/)
  await Promise.all(others)
  // A session that cannot begin for another reason does not hide the key either.
  const broken = accountsOn(database, false, {
    ...hashing,
    of: (address, work, isKnown) => (isKnown ? Promise.reject(new Error('broken')) : hashing.of(address, work)),
  })
  const unlogged = await broken.accounts.signUp(visitor, 'other@example.com', 'correct horse battery')
  assert.ok(typeof unlogged === 'object')
  assert.match(unlogged.key.key, /^fmsa_live_/)
  assert.deepEqual([unlogged.account.tier, unlogged.cookies, broken.faults.length], ['free', [], 1])
  assert.deepEqual(faults, [])
  await Promise.all([afterwards.close(), broken.afterwards.close()])
  await database.close()
})

test('a message is sent if the counter was late at first', async () => {
  const windows = openShared(createShared({ bucketMs: attemptWindow.bucketMs, now, slots: 16 }), now)
  let counts = 0
  const attempts = createAttempts({
    ...windows,
    take(key, limit, isCounted) {
      if (++counts === 1) throw new CounterDown('late')
      return windows.take(key, limit, isCounted)
    },
  })
  let sent = 0
  const { mailTo } = createTools({ attempts } as AccountOptions)
  await mailTo('anna@example.com', visitor, async () => sent++)
  assert.deepEqual([counts, sent], [3, 1])
})

test('work after a response starts once the client has received it or has disconnected', async () => {
  let begun = 0
  const sending = { unsent: createUnsent(), turns: createTurns() }
  const reply: Reply = { status: 202, headers: [], body: '{"status":"sent_if_known"}', after: () => void begun++ }
  const seen: number[] = []
  const server = createServer((request, response) => {
    response.once('finish', () => seen.push(begun))
    const send = () => respond(sending, new ClientRequest(request, response, createAddresses([])), response, reply)
    if (request.url === '/gone') response.once('close', send)
    else send()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  assert.equal(await (await fetch(url)).text(), reply.body)
  while (begun < 1) await new Promise(setImmediate)
  assert.deepEqual(seen, [0])
  const gone = new AbortController()
  const pending = fetch(`${url}/gone`, { signal: gone.signal }).catch(() => {})
  await once(server, 'request')
  gone.abort()
  await pending
  while (begun < 2) await new Promise(setImmediate)
  server.close()
  server.closeAllConnections()
})
