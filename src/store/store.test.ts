import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { Worker } from 'node:worker_threads'
import { sql } from 'kysely'
import { startEngines } from '../../test/support/engines.ts'
import type { StoreJob } from '../../test/support/storeWorker.ts'
import { note, readAudit } from './auditTrail.ts'
import { type Database, openDatabase, type Place } from './database.ts'
import { addKey, findKey, findKeyById, isLive, listKeys, type NewKey, renameKey, revokeKey, rotateKey } from './keys.ts'
import { addLink, findLink, listLinks, revokeLink } from './links.ts'
import { migrations, spellings } from './migrations.ts'
import { endSession, setPassword } from './passwords.ts'
import { readRevision } from './revision.ts'
import { storedToken } from './sessionToken.ts'
import {
  findCustomer,
  isEventStored,
  listSubscriptions,
  type Subscription,
  setCustomer,
  storeEvent,
  versionOf,
} from './subscriptions.ts'
import { addUsage, forgetUsage, readUsage } from './usage.ts'
import { addUser, countUsers, deleteUser, findUser, listUsers, setDisabled, setTier } from './users.ts'

const { sqlite, postgres, stop } = await startEngines()
after(stop)

const at = '2026-11-13T10:00:00.123Z'
const later = '2026-11-14T10:00:00.000Z'
const latest = '2026-11-15T10:00:00.000Z'
const keyNamed = (name: string): NewKey => ({
  name,
  hash: Buffer.from(`hash of ${name}`),
  prefix: 'fmsa',
  last4: 'wxyz',
})

async function join(database: Database, email: string, key: NewKey | null = keyNamed(email)): Promise<number> {
  const made = await addUser(database, { email, tier: 'free', at, isVerified: false, passwordHash: 'old' }, key)
  return made!.user.id
}

/** Whether there are many threads at once: each takes a fifth of a second of CPU to start. */
const isTorture = process.env.TORTURE !== undefined

/** Threads with a connection each that do something in the same moment; what each was granted. */
async function atOnce(place: Place, acts: readonly StoreJob['act'][]): Promise<number[]> {
  const gate = new SharedArrayBuffer(4)
  return Promise.all(
    acts.map(
      (act, n) =>
        new Promise<number>((resolve, reject) => {
          const workerData: StoreJob = { place, gate, threads: acts.length, n, act }
          const worker = new Worker(new URL('../../test/support/storeWorker.ts', import.meta.url), { workerData })
          worker.once('message', resolve)
          worker.once('error', reject)
        }),
    ),
  )
}

const sum = (numbers: readonly number[]): number => numbers.reduce((total, n) => total + n, 0)
const sessionOf = (userId: number, token: string) => ({
  user_id: userId,
  token,
  expires_at: later,
  ip_address: '192.0.2.77',
  user_agent: 'a browser',
  created_at: at,
  updated_at: at,
})

for (const engine of [sqlite, postgres]) {
  const check = (sentence: string, work: (database: Database, place: Place) => Promise<void>) =>
    test(`${engine.name}: ${sentence}`, { skip: engine.skip }, async () => {
      // To copy a file takes less than to make its tables.
      const place = await (engine.name === 'SQLite' ? engine.emptied() : engine.fresh())
      const database = await openDatabase(place)
      try {
        await work(database, place)
      } finally {
        await database.close()
      }
    })

  check('a user is found by number and by address, whatever its case', async (database) => {
    const made = await addUser(
      database,
      { email: ' Someone.Else@Example.COM ', tier: 'lite', at, isVerified: true },
      keyNamed('first'),
    )
    const user = {
      id: 1,
      email: 'someone.else@example.com',
      tier: 'lite',
      isVerified: true,
      isDisabled: false,
      stripeCustomer: null,
      createdAt: at,
    }
    assert.deepEqual(made, { user, keyId: 1 })
    assert.deepEqual(await findUser(database, { id: 1 }), user)
    assert.deepEqual(await findUser(database, { email: 'SOMEONE.ELSE@example.com' }), user)
    assert.equal(await findUser(database, { email: 'nobody@example.com' }), null)
    assert.equal(await findUser(database, { id: 2 }), null)
    const second = { email: 'sOMEONE.eLSE@eXAMPLE.com', tier: 'free', at, isVerified: true } as const
    assert.equal(await addUser(database, second, keyNamed('second')), null)
    assert.equal(await findKey(database, keyNamed('second').hash), null)
    assert.equal(await countUsers(database), 1)
    await join(database, 'b@example.com', null)
    assert.deepEqual(
      (await listUsers(database)).map(({ email, isVerified }) => [email, isVerified]),
      [
        ['someone.else@example.com', true],
        ['b@example.com', false],
      ],
    )
    assert.equal(await countUsers(database), 2)
    assert.deepEqual(await listKeys(database, 2), [])
  })

  check(
    'of several who sign up with one address at once, one gets it, with one key and one password',
    async (database, place) => {
      const more = isTorture ? ['SAME@EXAMPLE.COM', 'same@Example.com'] : []
      const emails = ['Same@Example.com', 'same@example.com', ...more]
      const granted = await atOnce(
        place,
        emails.map((email) => ({ kind: 'sign up', email })),
      )
      assert.equal(sum(granted), 1)
      for (const table of ['users', 'keys', 'accounts'] as const)
        assert.equal((await database.db.selectFrom(table).select('id').execute()).length, 1, table)
      const [winner] = await listUsers(database)
      const [key] = await listKeys(database, winner!.id)
      assert.equal(key!.name, String(granted.indexOf(1)))
    },
  )

  check('a tier, and being shut out, can be given and taken', async (database) => {
    const id = await join(database, 'a@example.com')
    await database.db.insertInto('sessions').values(sessionOf(id, 'token')).execute()
    assert.equal(await setTier(database, id, 'plus', later), true)
    assert.equal((await findUser(database, { id }))?.tier, 'plus')
    assert.equal(await setTier(database, 99, 'plus', later), false)
    assert.equal(await setDisabled(database, id, later), true)
    assert.equal((await findKey(database, keyNamed('a@example.com').hash))?.user.isDisabled, true)
    assert.deepEqual(await database.db.selectFrom('sessions').selectAll().execute(), [])
    assert.equal(await setDisabled(database, id, null), true)
    assert.equal((await findUser(database, { id }))?.isDisabled, false)
    assert.equal(await setDisabled(database, 99, later), false)
  })

  check('a key is known by its hash alone, and is renamed only by its owner', async (database) => {
    const id = await join(database, 'a@example.com')
    const other = await join(database, 'b@example.com')
    const hash = Buffer.from(Array.from({ length: 32 }, (_, i) => i * 8))
    const key = (await addKey(database, id, { ...keyNamed('second'), hash }, later, 20))!
    assert.deepEqual(key, {
      id: 3,
      userId: id,
      name: 'second',
      prefix: 'fmsa',
      last4: 'wxyz',
      createdAt: later,
      lastUsedAt: null,
      expiresAt: null,
      revokedAt: null,
      isApplication: false,
    })
    const holder = (await findKey(database, hash))!
    assert.deepEqual([holder.key, holder.user.email, holder.subscriptions], [key, 'a@example.com', []])
    assert.deepEqual(await findKeyById(database, 3), key)
    assert.equal(await findKeyById(database, 4), null)
    assert.equal(await findKey(database, Buffer.from('hash of nobody')), null)
    assert.equal(await renameKey(database, other, 3, 'stolen'), null)
    assert.equal((await renameKey(database, id, 3, '新名稱'))?.name, '新名稱')
    assert.deepEqual(
      (await listKeys(database, id)).map(({ name }) => name),
      ['a@example.com', '新名稱'],
    )
  })

  check('a user never holds more working keys than allowed, however many ask at once', async (database, place) => {
    const userId = await join(database, 'a@example.com')
    const other = await join(database, 'b@example.com')
    const act = { kind: 'add keys', userId, times: 7, most: 12 } as const
    const acts = Array(isTorture ? 4 : 2).fill(act)
    const granted = await atOnce(place, [{ ...act, userId: other, most: 3 }, ...acts])
    assert.equal(sum(granted.slice(1)), 11)
    assert.equal(granted[0], 2)
    assert.equal((await listKeys(database, userId)).length, 12)
    assert.equal(await addKey(database, userId, keyNamed('more'), at, 12), null)
    // A revoked or an ended key makes room, an ending one not before it has ended.
    const [first, second] = await listKeys(database, userId)
    await revokeKey(database, userId, first!.id, at)
    assert.ok(await addKey(database, userId, keyNamed('in its place'), at, 12))
    await rotateKey(database, userId, second!.id, keyNamed('successor'), { at, expiresAt: later, most: 12 })
    assert.equal(await addKey(database, userId, keyNamed('too early'), at, 13), null)
    assert.ok(await addKey(database, userId, keyNamed('in time'), later, 13))
  })

  check(
    'a link is known by its hash, bounded in number, revoked by its owner alone, and goes with the user',
    async (database) => {
      const [one, two] = [await join(database, 'one@example.com'), await join(database, 'two@example.com')]
      const [key] = await listKeys(database, one)
      const link = (name: string, expiresAt = later, createdAt = at) => ({
        ...{ userId: one, keyId: key!.id, hash: Buffer.from(name), kind: 'rows' as const, dataset: 'GoldPrice' },
        ...{ query: 'limit=5', isWhole: name === 'whole', createdAt, expiresAt },
      })
      const first = (await addLink(database, link('whole'), 2))!
      assert.deepEqual([first.isWhole, first.expiresAt, first.revokedAt], [true, later, null])
      const second = (await addLink(database, link('part'), 2))!
      assert.equal(second.isWhole, false)
      assert.equal(await addLink(database, link('third'), 2), null)
      const found = await findLink(database, [Buffer.from('whole')])
      assert.deepEqual([found!.link, found!.holder.key.id, found!.holder.user.id], [first, key!.id, one])
      assert.equal(await findLink(database, [Buffer.from('nothing')]), null)
      assert.equal(await revokeLink(database, two, first.id, later), null)
      assert.equal((await revokeLink(database, one, first.id, later))!.revokedAt, later)
      assert.equal((await revokeLink(database, one, first.id, latest))!.revokedAt, later)
      assert.deepEqual(
        (await listLinks(database, one)).map(({ id }) => id),
        [second.id, first.id],
      )
      assert.deepEqual(await listLinks(database, two), [])
      // Links that ended more than a week ago are forgotten.
      const third = (await addLink(database, link('third', '2026-12-01T00:00:00.000Z', '2026-11-30T00:00:00.000Z'), 2))!
      assert.deepEqual(
        (await listLinks(database, one)).map(({ id }) => id),
        [third.id],
      )
      assert.ok(await deleteUser(database, one))
      assert.equal(await findLink(database, [Buffer.from('third')]), null)
    },
  )

  check('a key that is revoked twice keeps the first time, and nobody revokes a key of others', async (database) => {
    const id = await join(database, 'a@example.com')
    const other = await join(database, 'b@example.com')
    assert.equal(await revokeKey(database, other, 1, at), null)
    assert.equal((await findKeyById(database, 1))?.revokedAt, null)
    assert.equal((await revokeKey(database, id, 1, later))?.revokedAt, later)
    assert.equal((await revokeKey(database, id, 1, latest))?.revokedAt, later)
    const key = (await findKey(database, keyNamed('a@example.com').hash))!.key
    assert.deepEqual([key.revokedAt, isLive(key, at)], [later, false])
    assert.equal(await revokeKey(database, id, 99, at), null)
  })

  check('a key is rotated once: both work until the old one ends', async (database) => {
    const id = await join(database, 'a@example.com')
    const rotated = await rotateKey(database, id, 1, keyNamed('fresh'), { at, expiresAt: later, most: 12 })
    assert.ok(rotated && rotated !== 'full')
    assert.deepEqual([rotated.old.id, rotated.old.expiresAt, rotated.fresh.id], [1, later, 2])
    assert.deepEqual(
      [isLive(rotated.old, at), isLive(rotated.old, later), isLive(rotated.fresh, latest)],
      [true, false, true],
    )
    const again = { at: later, expiresAt: latest, most: 12 }
    assert.equal(await rotateKey(database, id, 1, keyNamed('again'), again), null)
    assert.equal(await findKey(database, keyNamed('again').hash), null)
    assert.equal((await findKeyById(database, 1))?.expiresAt, later)
    assert.equal(await rotateKey(database, id + 1, 2, keyNamed('stolen'), again), null)
    await revokeKey(database, id, 2, at)
    assert.equal(await rotateKey(database, id, 2, keyNamed('dead'), again), null)
    assert.equal((await listKeys(database, id)).length, 2)
  })

  check('what Stripe says is written once, and never by somebody who read something older', async (database, place) => {
    const userId = await join(database, 'a@example.com')
    const subscriptionWith = (status: string): Subscription => ({
      id: 'sub_1',
      userId,
      tier: 'plus',
      status,
      paidUntil: later,
    })
    const event = (n: number) => ({ id: `evt_${n}`, type: 'customer.subscription.updated', at })
    assert.equal(await versionOf(database, 'sub_1'), 0)
    assert.equal(await storeEvent(database, event(1), { subscription: subscriptionWith('active'), version: 0 }), true)
    assert.deepEqual(await listSubscriptions(database, userId), [subscriptionWith('active')])
    assert.deepEqual((await findKey(database, keyNamed('a@example.com').hash))?.subscriptions, [
      subscriptionWith('active'),
    ])
    assert.equal(await versionOf(database, 'sub_1'), 1)

    // The same event again: heard, and nothing of it written.
    assert.equal(await storeEvent(database, event(1), { subscription: subscriptionWith('canceled'), version: 1 }), true)
    assert.deepEqual(
      [await versionOf(database, 'sub_1'), await listSubscriptions(database, userId)],
      [1, [subscriptionWith('active')]],
    )

    // A writer that read before the one above wrote: nothing, and its event may come again.
    for (const version of [0, 2]) {
      assert.equal(
        await storeEvent(database, event(2), { subscription: subscriptionWith('incomplete'), version }),
        false,
      )
      assert.equal(await isEventStored(database, 'evt_2'), false)
    }
    assert.deepEqual(await listSubscriptions(database, userId), [subscriptionWith('active')])
    assert.equal(await storeEvent(database, event(2), { subscription: subscriptionWith('past_due'), version: 1 }), true)
    assert.deepEqual([await isEventStored(database, 'evt_2'), await versionOf(database, 'sub_1')], [true, 2])

    // An event that concerns no subscription.
    assert.equal(await storeEvent(database, event(3), null), true)
    assert.equal(await isEventStored(database, 'evt_3'), true)

    const storeEventTask = (event: string, version: number) => ({ kind: 'storeEvent', userId, event, version }) as const
    const granted = await atOnce(
      place,
      ['evt_4', 'evt_5', ...(isTorture ? ['evt_6', 'evt_7'] : [])].map((name) => storeEventTask(name, 2)),
    )
    assert.equal(sum(granted), 1)
    const [written] = await listSubscriptions(database, userId)
    assert.equal(written!.status, `by ${granted.indexOf(1)}`)
    assert.equal(await versionOf(database, 'sub_1'), 3)

    // One event that is delivered several times at once.
    assert.deepEqual(await atOnce(place, [storeEventTask('evt_8', 3), storeEventTask('evt_8', 3)]), [1, 1])
    assert.equal(await versionOf(database, 'sub_1'), 4)
  })

  check('the first name Stripe gave a person stays', async (database) => {
    const id = await join(database, 'a@example.com')
    assert.equal(await findCustomer(database, 'cus_1'), null)
    await setCustomer(database, id, 'cus_1')
    await setCustomer(database, id, 'cus_2')
    assert.deepEqual([await findCustomer(database, 'cus_1'), await findCustomer(database, 'cus_2')], [id, null])
    assert.equal((await findUser(database, { id }))?.stripeCustomer, 'cus_1')
  })

  check('calls add up exactly, whoever writes them down', async (database, place) => {
    const userId = await join(database, 'a@example.com')
    const use = (day: string, dataset: string, calls: number, keyId = 1) => ({ day, userId, keyId, dataset, calls })
    await addUsage(database, [], new Map())
    await addUsage(database, [use('2026-11-12', 'A', 2), use('2026-11-13', 'A', 3, 2)], new Map([[1, at]]))
    await addUsage(
      database,
      [use('2026-11-13', 'B', 1), use('2026-11-13', 'A', 1)],
      new Map([
        [1, later],
        [77, later],
      ]),
    )
    await atOnce(
      place,
      Array.from({ length: isTorture ? 4 : 2 }, () => ({ kind: 'count', userId, times: isTorture ? 25 : 50 }) as const),
    )
    const rows = [use('2026-11-13', 'A', 101), use('2026-11-13', 'B', 101), use('2026-11-13', 'A', 3, 2)]
    assert.deepEqual(await readUsage(database, userId, '2026-11-13'), rows)
    assert.deepEqual(await readUsage(database, userId, '2026-11-12'), [...rows, use('2026-11-12', 'A', 2)])
    assert.deepEqual(await readUsage(database, userId + 1, '2000-01-01'), [])
    await addUsage(database, [], new Map([[1, latest]]))
    assert.equal((await findKeyById(database, 1))?.lastUsedAt, latest)
    await forgetUsage(database, '2026-11-13')
    assert.deepEqual(await readUsage(database, userId, '2000-01-01'), rows)
  })

  check('every change that a remembered caller must hear of moves the revision', async (database) => {
    const id = await join(database, 'a@example.com')
    let before = await readRevision(database.db)
    const subscription = { id: 'sub_1', userId: id, tier: 'lite', status: 'active', paidUntil: later } as const
    const changes: Record<string, () => Promise<unknown>> = {
      'another tier': () => setTier(database, id, 'lite', at),
      'shut out': () => setDisabled(database, id, at),
      'let in': () => setDisabled(database, id, null),
      rotated: () => rotateKey(database, id, 1, keyNamed('fresh'), { at, expiresAt: later, most: 12 }),
      revoked: () => revokeKey(database, id, 1, at),
      paid: () => storeEvent(database, { id: 'evt_1', type: 'invoice.paid', at }, { subscription, version: 0 }),
      removed: () => deleteUser(database, id),
    }
    for (const [what, change] of Object.entries(changes)) {
      await change()
      const now = await readRevision(database.db)
      assert.ok(now > before, what)
      before = now
    }
  })

  check('a new password ends the sessions of its user and of nobody else', async (database) => {
    const id = await join(database, 'a@example.com')
    const other = await join(database, 'b@example.com')
    const rows = [
      sessionOf(id, 'one'),
      sessionOf(id, 'two'),
      sessionOf(other, 'three'),
      sessionOf(other, storedToken('four')),
    ]
    await database.db.insertInto('sessions').values(rows).execute()
    await setPassword(database, id, 'new', later)
    await endSession(database, 'four')
    await endSession(database, 'never there')
    const tokens = await database.db.selectFrom('sessions').select('token').execute()
    assert.deepEqual(
      tokens.map(({ token }) => token),
      ['three'],
    )
    const passwords = await database.db.selectFrom('accounts').select('password').orderBy('user_id').execute()
    assert.deepEqual(
      passwords.map(({ password }) => password),
      ['new', 'old'],
    )
  })

  check('tokens of sessions that an older release stored are hashed, and the sessions go on', async (database) => {
    const id = await join(database, 'one@example.com')
    await database.db
      .insertInto('sessions')
      .values([sessionOf(id, 'first ✓'), sessionOf(id, 'second')])
      .execute()
    for (const statement of migrations[3]!(spellings[database.engine])) await sql.raw(statement).execute(database.db)
    const tokens = await database.db.selectFrom('sessions').select('token').orderBy('id').execute()
    assert.deepEqual(
      tokens.map(({ token }) => token),
      ['first ✓', 'second'].map(storedToken),
    )
    await endSession(database, 'second')
    assert.equal((await database.db.selectFrom('sessions').select('id').execute()).length, 1)
  })

  check('nothing of a person who was removed is left, and nobody else loses anything', async (database, place) => {
    const secrets = [
      'leaver.unusual@example.com',
      'unusual-password',
      'unusual-token',
      '192.0.2.77',
      'cus_unusual',
      'sub_unusual',
    ]
    // Among many, so that pages are split and joined around what is removed.
    for (let n = 0; n < 40; n++) await join(database, `${n}@example.com`)
    const id = await join(database, secrets[0]!)
    for (let n = 40; n < 80; n++) await join(database, `${n}@example.com`)
    await setPassword(database, id, secrets[1]!, at)
    await database.db.insertInto('sessions').values(sessionOf(id, secrets[2]!)).execute()
    const visitor = { name: 'visitor', at, address: secrets[3]!, requestId: 'r1' } as const
    await note(database.db, visitor, { action: 'session.log-in', userId: id })
    await setCustomer(database, id, secrets[4]!)
    const subscription = { id: secrets[5]!, userId: id, tier: 'lite', status: 'active', paidUntil: later } as const
    await storeEvent(database, { id: 'evt_1', type: 'invoice.paid', at }, { subscription, version: 0 })
    const verification = { expires_at: later, created_at: at, updated_at: at }
    await database.db
      .insertInto('verifications')
      .values([
        { identifier: 'hashed', value: String(id), ...verification },
        { identifier: secrets[0]!, value: 'anything', ...verification },
        { identifier: 'hashed', value: String(id + 1), ...verification },
      ])
      .execute()
    const use = { day: '2026-11-13', userId: id, keyId: 1, dataset: 'A', calls: 7 }
    await addUsage(database, [use], new Map())

    assert.equal(await deleteUser(database, id), true)
    assert.equal(await deleteUser(database, id), false)
    assert.equal(await findUser(database, { id }), null)
    assert.equal(await findKey(database, keyNamed(secrets[0]!).hash), null)
    const held = await everything(database)
    for (const secret of secrets) assert.ok(!held.includes(secret), secret)
    assert.equal(await countUsers(database), 80)
    assert.equal((await database.db.selectFrom('keys').select('id').execute()).length, 80)
    assert.equal((await database.db.selectFrom('accounts').select('id').execute()).length, 80)
    assert.equal((await database.db.selectFrom('verifications').select('id').execute()).length, 1)
    assert.deepEqual(await readUsage(database, id, '2000-01-01'), [use])
    assert.deepEqual(
      (await readAudit(database, { userId: id, limit: 10 })).map(({ action }) => action),
      ['user.delete', 'tier.change', 'session.log-in', 'key.create', 'user.add'],
    )
    // The address is free again, under another number.
    assert.ok((await join(database, 'another@example.com')) > id + 40)

    if (place.url !== undefined) return
    for (const file of [place.path, `${place.path}-wal`].filter(existsSync)) {
      // Read by another process: closing a file here would let go of the database's locks on it.
      const bytes = execFileSync('cat', [file], { maxBuffer: 2 ** 28 })
      assert.ok(file.endsWith('-wal') || bytes.includes('79@example.com'))
      for (const secret of secrets) assert.ok(!bytes.includes(secret), `${secret} is in ${file}`)
    }
  })

  check('a database of a newer release is refused and left alone', async (database, place) => {
    await join(database, 'a@example.com')
    await sql`UPDATE schema_version SET version = 99`.execute(database.db)
    const before = await everything(database)
    await assert.rejects(openDatabase(place), {
      name: 'OperatorError',
      message: /was written by a newer release \(schema 99\): update Formosa to open it\.$/,
    })
    assert.equal(await everything(database), before)
  })

  test(`${engine.name}: concurrent threads that open a fresh database all find it ready`, {
    skip: engine.skip,
  }, async () => {
    const place = await engine.fresh()
    if (place.url === undefined) mkdirSync(dirname(place.path), { recursive: true })
    const threads = isTorture ? 5 : 3
    assert.deepEqual(await atOnce(place, Array(threads).fill({ kind: 'open' })), Array(threads).fill(1))
  })
}

test('SQLite: a fresh file that another process is about to set up is waited for', async () => {
  const place = await sqlite.fresh()
  assert.ok(place.url === undefined)
  mkdirSync(dirname(place.path), { recursive: true })
  // Before its first write the file has no write-ahead log, and the lock of a writer is not waited for by SQLite.
  const code = `
    const { DatabaseSync } = require('node:sqlite')
    const { parentPort, workerData } = require('node:worker_threads')
    const database = new DatabaseSync(workerData)
    database.exec('BEGIN IMMEDIATE; CREATE TABLE held (n)')
    parentPort.postMessage('holds')
    setTimeout(() => database.exec('ROLLBACK'), 300)`
  const holder = new Worker(code, { eval: true, workerData: place.path })
  await once(holder, 'message')
  await (await openDatabase(place)).close()
  await once(holder, 'exit')
})

/** Every cell of every table as text. */
async function everything({ engine, db }: Database): Promise<string> {
  const { rows: tables } = await (engine === 'sqlite'
    ? sql<{ name: string }>`SELECT name FROM sqlite_schema WHERE type = 'table'`
    : sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`
  ).execute(db)
  const texts: string[] = []
  for (const { name } of tables)
    texts.push(name, JSON.stringify((await sql`SELECT * FROM ${sql.table(name)}`.execute(db)).rows))
  return texts.join('\n')
}

test('a change waits for another writer without blocking the thread', async () => {
  const place = await sqlite.fresh()
  const database = await openDatabase(place)
  const other = new DatabaseSync(place.path)
  other.exec('BEGIN IMMEDIATE')
  // The timer that lets the change through fires on the thread that waits.
  const release = setTimeout(() => other.exec('COMMIT'), 100)
  try {
    await addUser(database, { email: 'waits@example.com', tier: 'free', at, isVerified: true }, keyNamed('first'))
    assert.equal(await countUsers(database), 1)
    assert.equal(other.isTransaction, false)
  } finally {
    clearTimeout(release)
    other.close()
    await database.close()
  }
})

test('a file of the first release is brought up to date, and its key works', async () => {
  const place = await sqlite.fresh()
  mkdirSync(dirname(place.path), { recursive: true })
  const raw = new DatabaseSync(place.path)
  raw.exec(`PRAGMA journal_mode = WAL;
    CREATE TABLE users (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      email TEXT NOT NULL UNIQUE COLLATE NOCASE,
      tier TEXT NOT NULL CHECK (tier IN ('free', 'lite', 'plus')),
      created_at TEXT NOT NULL
    ) STRICT;
    CREATE TABLE keys (
      id INTEGER PRIMARY KEY AUTOINCREMENT,
      user_id INTEGER NOT NULL REFERENCES users (id),
      name TEXT NOT NULL,
      hash BLOB NOT NULL UNIQUE,
      prefix TEXT NOT NULL,
      last4 TEXT NOT NULL,
      created_at TEXT NOT NULL,
      revoked_at TEXT
    ) STRICT;
    CREATE INDEX keys_of_user ON keys (user_id);
    PRAGMA user_version = 1`)
  raw.prepare('INSERT INTO users (email, tier, created_at) VALUES (?, ?, ?)').run('First.User@Example.com', 'plus', at)
  raw
    .prepare('INSERT INTO keys (user_id, name, hash, prefix, last4, created_at) VALUES (1, ?, ?, ?, ?, ?)')
    .run('command line', keyNamed('first').hash, 'fmsa_live_abcd', 'wxyz', at)
  raw.close()
  for (let time = 0; time < 2; time++) {
    const database = await openDatabase(place)
    const { key, user, subscriptions } = (await findKey(database, keyNamed('first').hash))!
    assert.deepEqual(
      [user.email, user.tier, user.isDisabled, user.createdAt, subscriptions],
      ['first.user@example.com', 'plus', false, at, []],
    )
    assert.equal(isLive(key, latest), true)
    assert.equal(
      await addUser(database, { email: 'first.user@EXAMPLE.com', tier: 'free', at, isVerified: true }, null),
      null,
    )
    assert.equal(await setTier(database, 1, 'plus', later), true)
    await database.close()
  }
  // The release before must not take it for its own: it reads the version there.
  const after = new DatabaseSync(place.path)
  assert.deepEqual({ ...after.prepare('PRAGMA user_version').get() }, { user_version: migrations.length })
  after.close()
})
