import assert from 'node:assert/strict'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, test } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { openDatabase } from '../store/database.ts'
import { addUser, setDisabled } from '../store/users.ts'
import { createGuard } from './guard.ts'
import { findHolder, generateKey, storedForm } from './keys.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-guard-'))
const database = await openDatabase({ path: join(folder, 'control.sqlite') })
after(async () => {
  await database.close()
  rmSync(folder, { recursive: true, force: true })
})

const now = () => new Date()
const options = {
  database,
  peppers: [Buffer.alloc(32, 1)] as const,
  now,
  changes: new Int32Array(new SharedArrayBuffer(4)),
}

async function addPerson(name: string) {
  const key = generateKey()
  const person = { email: `${name}@example.com`, tier: 'free', at: now().toISOString(), isVerified: true } as const
  const { user } = (await addUser(database, person, storedForm(options.peppers[0], key, 'first key')))!
  return { key, user }
}

test('a change by another process shows after half a second', async (t) => {
  const { key, user } = await addPerson('anna')
  t.mock.timers.enable({ apis: ['setInterval'] })
  const guard = createGuard(options)
  t.after(guard.close)
  const authorization = `Bearer ${key}`
  assert.equal(await guard.check(), 'ok')
  assert.equal((await guard.identify(authorization)).userId, user.id)
  await setDisabled(database, user.id, now().toISOString())
  t.mock.timers.tick(499)
  for (let turns = 0; turns < 100; turns++) await nextTurn()
  assert.ok(guard.remembered(authorization))
  t.mock.timers.tick(1)
  for (let turns = 0; turns < 10_000 && guard.remembered(authorization); turns++) await nextTurn()
  await assert.rejects(async () => guard.identify(authorization), { code: 'revoked_key' })
})

test('a key is cached once, however its header is written', async (t) => {
  const { key } = await addPerson('bert')
  const guard = createGuard(options)
  t.after(guard.close)
  await guard.check()
  const caller = await guard.identify(`Bearer ${key}`)
  for (const header of [`Bearer ${key}`, `Bearer   ${key}`, `bearer ${key}`, `BEARER ${' '.repeat(8_000)}${key}`])
    assert.equal(guard.remembered(header), caller, header.slice(0, 20))
  for (const header of [key, `Basic ${key}`, `Bearer ${key} `, `Bearer ${key} more`, `Bearer\t${key}`, 'Bearer '])
    assert.equal(guard.remembered(header), null, header)
})

test('while two secrets are accepted, an unknown key writes nothing, and a known one moves to the own secret', async (t) => {
  const [own, other] = [Buffer.alloc(32, 2), options.peppers[0]]
  const guard = createGuard({ ...options, peppers: [own, other] })
  t.after(guard.close)
  const { key, user } = await addPerson('cora')
  const writer = new DatabaseSync(join(folder, 'control.sqlite'))
  writer.exec('BEGIN IMMEDIATE')
  try {
    await assert.rejects(async () => guard.identify(`Bearer ${generateKey()}`), { code: 'invalid_key' })
  } finally {
    writer.exec('ROLLBACK')
    writer.close()
  }
  assert.equal((await guard.identify(`Bearer ${key}`)).userId, user.id)
  assert.equal((await findHolder(database, [own], key))?.user.id, user.id)
})

test('a database that answered while the thread stood still is not silent', async (t) => {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const accepted = once(server, 'connection') as Promise<[Socket]>
  const end = connect((server.address() as AddressInfo).port, '127.0.0.1').on('data', () => {})
  const [[other]] = await Promise.all([accepted, once(end, 'connect')])
  const silentMs = 500
  const db = database.db.withPlugin({
    transformQuery: ({ node }) => node,
    /** As if the rows came by a socket, during a pause of the thread. */
    async transformResult({ result }) {
      const received = once(end, 'data')
      other.write('rows')
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, silentMs + 100)
      await received
      return result
    },
  })
  const guard = createGuard({ ...options, database: { ...database, db }, silentMs })
  t.after(() => {
    guard.close()
    for (const socket of [end, other]) socket.on('error', () => {}).destroy()
    server.close()
  })
  assert.equal(await guard.check(), 'ok')
})
