import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import fc from 'fast-check'
import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { anyCharacter } from '../../../test/support/anyCharacter.ts'
import { startEngines } from '../../../test/support/engines.ts'
import { type Database, migrate, openAlone, openDatabase, openFile, type Place } from '../database.ts'
import { findKey } from '../keys.ts'
import { migrations } from '../migrations.ts'
import { bumpRevision, readRevision } from '../revision.ts'
import type { Schema } from '../schema.ts'
import { addUser, deleteUser, findUser, listUsers } from '../users.ts'
import { type Cell, decodeCell, encodeCell } from './format.ts'
import { checkBackup } from './read.ts'
import { restore } from './restore.ts'
import { openScratch, shapeOf } from './shape.ts'
import { openSnapshot } from './snapshot.ts'
import { writeBackupFile } from './write.ts'

const { sqlite, postgres, folder, stop } = await startEngines()
after(stop)
const facts = { release: '9.9.9', created_at: '2026-11-13T10:00:00.000Z', secret: 'the secret of an installation' }
const at = '2026-11-13T10:00:00.123Z'
const fingerprint = 'the fingerprint of that secret'
let files = 0

async function backUp(place: Place): Promise<string> {
  const path = join(folder, `${files++}.backup`)
  const snapshot = await openSnapshot(place)
  try {
    await writeBackupFile(snapshot, facts, path, { replaces: false })
  } finally {
    await snapshot.close()
  }
  return path
}

async function putBack(path: string, place: Place, replaces = false): Promise<void> {
  const { header } = await checkBackup(path)
  const database = await openAlone(place, replaces)
  try {
    await restore(database, { path, header, fingerprint, replaces, mark: null, beforeCommit: () => {} })
  } finally {
    await database.close()
  }
}

async function using<T>(place: Place, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase(place)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const linesOf = (path: string): string[] => gunzipSync(readFileSync(path)).toString().trimEnd().split('\n')

async function tablesOf({ engine, db }: Database): Promise<string[]> {
  const { rows } = await (engine === 'sqlite'
    ? sql<{
        name: string
      }>`SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite@_%' ESCAPE '@'`
    : sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`
  ).execute(db)
  return rows.map(({ name }) => name).sort()
}

const plain = (value: unknown): unknown =>
  value instanceof Date
    ? value.toISOString()
    : value instanceof Uint8Array
      ? Buffer.from(value).toString('hex')
      : typeof value === 'boolean'
        ? Number(value)
        : value

/** Every row of every table, as the queries of the product read them, whichever the engine. */
async function dump(database: Database): Promise<Record<string, unknown[]>> {
  const dumped: Record<string, unknown[]> = {}
  for (const name of await tablesOf(database)) {
    const { rows } = await sql<Record<string, unknown>>`SELECT * FROM ${sql.table(name)}`.execute(database.db)
    const sorted = rows.map((row) =>
      Object.fromEntries(Object.entries(row).map(([column, value]) => [column, plain(value)])),
    )
    dumped[name] = sorted.sort((a, b) => (JSON.stringify(a) < JSON.stringify(b) ? -1 : 1))
  }
  return dumped
}

const withoutRevision = ({ revision: _, ...rest }: Record<string, unknown[]>) => rest

/** Columns that do not take any value, in the first row and in the second. */
const chosen: Readonly<Record<string, readonly unknown[]>> = {
  ...{ tier: ['plus', 'free'], kind: ['rows', 'files'], outcome: ['ok', 'refused'], state: ['settled', 'deferred'] },
  ...{ email: ['one@example.com', 'two@example.com'], email_verified: [true, false], user_id: [1, 1], key_id: [1, 2] },
  ...{ hash: [Buffer.from(Array.from({ length: 256 }, (_, i) => i)), Buffer.alloc(0)], chain_id: [84_532, 1] },
  secret_fingerprint: [fingerprint, fingerprint],
}
const instants = ['1970-01-01T00:00:00.000Z', '9999-12-31T23:59:59.999Z']
const words = '王小明\n"quoted" \\ back\u2028slash \u{1f600} \t tab, {"json":[1]}'

type Column = { readonly name: string; readonly type: string; readonly notnull: number }

/** Rows of every table: each column once filled and, where it may be empty, once empty. */
async function fill({ db }: Database): Promise<void> {
  const scratch = await openScratch(migrations.length)
  const columnsOf = scratch.raw.prepare('SELECT name, type, "notnull" FROM pragma_table_info(?)')
  for (const { name, numbered } of await shapeOf(migrations.length)) {
    if (name === 'revision') continue
    const columns = (columnsOf.all(name) as Column[]).filter((column) => column.name !== numbered)
    const rows = Array.from({ length: name === 'installation' ? 1 : 2 }, (_, n) =>
      Object.fromEntries(
        columns.map(({ name: column, type, notnull }) => {
          if (n > 0 && notnull === 0 && column !== 'id') return [column, null]
          const given = chosen[column]
          if (given) return [column, given[n]]
          if (/(^|_)at$|until$/.test(column)) return [column, n === 0 ? at : instants[columns.length % 2]]
          return [column, type === 'INTEGER' ? n + 1 : type === 'BLOB' ? Buffer.from(words) : `${words} ${n}`]
        }),
      ),
    )
    // More than a backup reads at a time.
    if (name === 'usage') rows.push(...Array.from({ length: 1_234 }, (_, n) => ({ ...rows[0], key_id: n + 3 })))
    for (let from = 0; from < rows.length; from += 500)
      await (db as unknown as Kysely<Record<string, Record<string, unknown>>>)
        .insertInto(name)
        .values(rows.slice(from, from + 500))
        .execute()
  }
  await scratch.close()
}

const key = (n: number) => ({ name: 'key', hash: Buffer.from(`hash ${n}`), prefix: 'p', last4: '1234' })
const add = (database: Database, n: number) =>
  addUser(database, { email: `u${n}@example.com`, tier: 'free', at, isVerified: true, passwordHash: 'x' }, key(n))

for (const [from, to] of [
  [sqlite, sqlite],
  [sqlite, postgres],
  [postgres, sqlite],
  [postgres, postgres],
] as const) {
  const skip = from.skip || to.skip

  test(`everything in ${from.name} comes back in ${to.name}, and numbers go on behind it`, { skip }, async () => {
    const [source, target] = [await from.fresh(), await to.fresh()]
    const before = await using(source, async (database) => {
      await fill(database)
      // The highest ids belong to deleted users.
      const { user } = (await add(database, 1))!
      assert.equal(user.id, 3)
      await deleteUser(database, user.id)
      return dump(database)
    })
    for (const [table, rows] of Object.entries(before))
      assert.ok(rows.length > 0, `${table} has no rows here: fill it, so that its columns are tried`)
    const path = await backUp(source)
    assert.equal(statSync(path).mode & 0o777, 0o600)
    await putBack(path, target)
    await using(target, async (database) => {
      const restored = await dump(database)
      assert.deepEqual(withoutRevision(restored), withoutRevision(before))
      assert.equal((await findKey(database, Buffer.alloc(0)))?.user.email, 'one@example.com')
      const { user, keyId } = (await add(database, 2))!
      assert.deepEqual([user.id, keyId], [4, 4])
    })
  })
}

for (const engine of [sqlite, postgres]) {
  const { name, skip } = engine

  test(`${name}: a backup is of one moment, and nobody who writes waits for it`, { skip }, async () => {
    const place = await engine.fresh()
    await using(place, async (database) => {
      for (let n = 0; n < 10; n++) await add(database, n)
      const snapshot = await openSnapshot(place)
      const held: Record<string, Cell[][]> = {}
      let table = ''
      let n = 10
      for await (const item of snapshot.items) {
        if (item.kind === 'table') table = item.name
        else held[table] = [...(held[table] ?? []), ...item.rows.map((row) => [...row])]
        await add(database, n++)
        await database.db.updateTable('users').set({ tier: 'plus' }).execute()
        await database.db
          .deleteFrom('keys')
          .where('id', '=', n - 10)
          .execute()
      }
      await snapshot.close()
      assert.ok(n > 12)
      assert.deepEqual([held.users?.length, held.keys?.length, held.accounts?.length], [10, 10, 10])
      assert.ok(held.users?.every((row) => row.includes('free')))
    })
  })

  test(`${name}: existing users stay unless --replace is given`, { skip }, async () => {
    const [source, target] = [await sqlite.fresh(), await engine.fresh()]
    await using(source, (database) => add(database, 1))
    const path = await backUp(source)
    const before = await using(target, async (database) => {
      for (let n = 2; n < 8; n++) await add(database, n)
      for (let n = 0; n < 5; n++) await bumpRevision(database.db)
      return dump(database)
    })
    await assert.rejects(putBack(path, target), { name: 'OperatorError', message: /users here already: --replace/ })
    assert.deepEqual(await using(target, dump), before)
    const revision = await using(target, ({ db }) => readRevision(db))
    await putBack(path, target, true)
    await using(target, async (database) => {
      assert.deepEqual(
        (await listUsers(database)).map(({ email }) => email),
        ['u1@example.com'],
      )
      assert.ok((await readRevision(database.db)) > revision)
      // Ids 2 to 6 belonged to deleted users: counts under these ids must not reach new users.
      assert.equal((await add(database, 9))!.user.id, 7)
    })
  })

  test(`${name}: a restore that fails at the last moment changes nothing`, { skip }, async () => {
    const [source, target] = [await sqlite.fresh(), await engine.fresh()]
    await using(source, fill)
    const path = await backUp(source)
    const { header } = await checkBackup(path)
    const before = await using(target, async (database) => {
      await add(database, 1)
      return dump(database)
    })
    const database = await openAlone(target)
    const beforeCommit = () => {
      throw new Error('the last moment')
    }
    await assert.rejects(
      restore(database, { path, header, fingerprint, replaces: true, mark: 7, beforeCommit }),
      /the last moment/,
    )
    await database.close()
    assert.deepEqual(await using(target, dump), before)
    assert.equal((await using(target, (opened) => add(opened, 2)))!.user.id > 1, true)
  })

  test(`${name}: a backup of an older schema is brought to the newest`, { skip }, async () => {
    const source = await engine.fresh()
    const old = await openOld(source)
    await sql`INSERT INTO users (email, tier, created_at) VALUES ('Old@Example.com', 'lite', ${at})`.execute(old.db)
    await sql`INSERT INTO users (email, tier, created_at) VALUES ('gone@example.com', 'lite', ${at})`.execute(old.db)
    await sql`DELETE FROM users WHERE id = 2`.execute(old.db)
    await sql`INSERT INTO keys (user_id, name, hash, prefix, last4, created_at)
      VALUES (1, 'first', ${key(1).hash}, 'p', '1234', ${at})`.execute(old.db)
    await old.close()
    const path = await backUp(source)
    assert.equal(JSON.parse(linesOf(path)[0]!).schema, 1)
    for (const to of [sqlite, postgres].filter((target) => !target.skip)) {
      const target = await to.fresh()
      await putBack(path, target)
      await using(target, async (database) => {
        assert.equal((await findKey(database, key(1).hash))?.user.tier, 'lite')
        assert.equal((await findUser(database, { email: 'OLD@example.com' }))?.id, 1)
        assert.equal(await readRevision(database.db), 2)
        assert.equal((await add(database, 3))!.user.id, 3)
      })
    }
  })

  test(`${name}: a database of a newer schema is replaced, with its tables, and only when that is asked for`, {
    skip,
  }, async () => {
    const [source, target] = [await sqlite.fresh(), await engine.fresh()]
    await using(source, (database) => add(database, 1))
    const path = await backUp(source)
    const tables = await using(target, async (database) => {
      const known = await tablesOf(database)
      for (let n = 2; n < 8; n++) await add(database, n)
      await sql`CREATE TABLE later (user_id INTEGER NOT NULL REFERENCES users (id))`.execute(database.db)
      if (name === 'PostgreSQL') {
        await sql`COMMENT ON TABLE later IS 'Formosa'`.execute(database.db)
        await sql`CREATE TABLE not_ours (n INTEGER)`.execute(database.db)
      }
      await sql`INSERT INTO later (user_id) VALUES (1)`.execute(database.db)
      await sql`ALTER TABLE users ADD COLUMN later INTEGER`.execute(database.db)
      await sql`DROP TABLE agent_leases`.execute(database.db)
      await sql`UPDATE schema_version SET version = 99`.execute(database.db)
      return known
    })
    await assert.rejects(putBack(path, target), { name: 'OperatorError', message: /newer release \(schema 99\)/ })
    await putBack(path, target, true)
    await using(target, async (database) => {
      const others = name === 'PostgreSQL' ? ['not_ours'] : []
      assert.deepEqual(await tablesOf(database), [...tables, ...others].sort())
      assert.deepEqual(
        (await listUsers(database)).map(({ email }) => email),
        ['u1@example.com'],
      )
      assert.equal((await add(database, 9))!.user.id, 7)
    })
  })

  test(`${name}: neither a newer schema nor a missing database is backed up`, { skip }, async () => {
    const place = await engine.fresh()
    await assert.rejects(openSnapshot(place), { name: 'OperatorError', message: /There is nothing to back up/ })
    await using(place, ({ db }) => sql`UPDATE schema_version SET version = 99`.execute(db))
    await assert.rejects(openSnapshot(place), { name: 'OperatorError', message: /newer release \(schema 99\)/ })
  })
}

/** A database as the first release made it. */
async function openOld(place: Place): Promise<Database> {
  if (place.url !== undefined) {
    const pool = new pg.Pool({ connectionString: place.url })
    const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
    const old: Database = { engine: 'postgres', db, close: () => db.destroy() }
    await migrate(old, 1)
    return old
  }
  mkdirSync(join(place.path, '..'), { recursive: true })
  const old = openFile(place.path)
  await migrate(old, 1)
  await sql`DROP TABLE schema_version`.execute(old.db)
  return old
}

test('a damaged, cut, emptied or foreign file is refused before anything is touched', async () => {
  const source = await sqlite.fresh()
  await using(source, fill)
  const path = await backUp(source)
  const whole = readFileSync(path)
  const lines = linesOf(path)
  const target = await sqlite.fresh()
  const packed = (...texts: readonly string[]) => gzipSync(texts.map((text) => `${text}\n`).join(''))
  const damaged = /is damaged or was cut short/
  const foreign = /is not a backup of Formosa/
  const header = JSON.parse(lines[0]!)
  const bad: [string, Buffer, RegExp][] = [
    ['empty', Buffer.alloc(0), damaged],
    ['a picture', Buffer.from('89504e470d0a1a0a', 'hex'), foreign],
    ['a compressed picture', gzipSync(Buffer.from('89504e470d0a1a0a', 'hex')), foreign],
    ['another gzip file', packed('hello'), foreign],
    ['other lines of JSON', packed('{"kind":"something else"}', '{}'), foreign],
    ['lines of null', packed('null', 'null'), foreign],
    ['cut in the middle', whole.subarray(0, whole.length >> 1), damaged],
    ['without its last byte', whole.subarray(0, -1), damaged],
    ['without its closing line', packed(...lines.slice(0, -1)), damaged],
    ['only a header', packed(lines[0]!), damaged],
    ['a row less', packed(...lines.slice(0, 5), ...lines.slice(6)), damaged],
    ['a row twice', packed(...lines.slice(0, 6), ...lines.slice(5)), damaged],
    ['a value changed', packed(...lines.map((line) => line.replace('one@example.com', 'two@evil.example'))), damaged],
    ['a line behind the end', packed(...lines, lines[1]!), damaged],
    ['not JSON inside', packed(lines[0]!, 'hello', ...lines.slice(1)), damaged],
    [
      'a newer format',
      packed(JSON.stringify({ ...header, format: 2 })),
      /newer release \(9\.9\.9, schema \d+\): update/,
    ],
    [
      'a newer schema',
      packed(JSON.stringify({ ...header, schema: 99 })),
      /newer release \(9\.9\.9, schema 99\): update/,
    ],
  ]
  for (let n = 0; n < 40; n++) {
    const copy = Buffer.from(whole)
    // Behind the ten bytes of a gzip header, some of which mean nothing.
    const place = 10 + Math.floor(((whole.length - 10) * n) / 40)
    copy[place]! ^= 0x10
    bad.push([`byte ${place} changed`, copy, /is damaged or was cut short|is not a backup/])
  }
  for (const [why, bytes, message] of bad) {
    const file = join(folder, 'bad.backup')
    writeFileSync(file, bytes)
    await assert.rejects(putBack(file, target), { name: 'OperatorError', message }, why)
  }
  await assert.rejects(putBack(join(folder, 'none.backup'), target), {
    name: 'OperatorError',
    message: /There is no file/,
  })
  await assert.rejects(putBack(folder, target), { name: 'OperatorError', message: foreign })
  assert.equal(existsSync(target.path), false)
  await putBack(path, target)
})

test('a backup that does not hold the tables of its schema is refused', async () => {
  const path = await backUp(await withTables(await sqlite.fresh()))
  const lines = linesOf(path).filter((line) => !line.includes('"sessions"') || line.includes('"end"'))
  const body = lines.slice(0, -1).map((line) => `${line}\n`)
  const closing = JSON.parse(lines.at(-1)!)
  delete closing.rows.sessions
  closing.sha256 = createHash('sha256').update(body.join('')).digest('hex')
  const file = join(folder, 'short.backup')
  writeFileSync(file, gzipSync(`${body.join('')}${JSON.stringify(closing)}\n`))
  await assert.rejects(checkBackup(file), { name: 'OperatorError', message: /is damaged/ })
})

async function withTables(place: Place): Promise<Place> {
  await using(place, async () => {})
  return place
}

test('an existing file is kept unless it is to be replaced, and no temporary file is left', async () => {
  const place = await withTables(await sqlite.fresh())
  const backupFolder = join(folder, 'room')
  mkdirSync(backupFolder)
  const path = join(backupFolder, 'kept.backup')
  const write = async (replaces: boolean) => {
    const snapshot = await openSnapshot(place)
    await writeBackupFile(snapshot, facts, path, { replaces }).finally(snapshot.close)
  }
  writeFileSync(path, 'mine')
  await assert.rejects(write(false), { name: 'OperatorError', message: /already a file .*--force/ })
  assert.equal(readFileSync(path, 'utf8'), 'mine')
  await write(true)
  await checkBackup(path)
  assert.equal(statSync(path).mode & 0o777, 0o600)
  assert.deepEqual(readdirSync(backupFolder), ['kept.backup'])
  const nowhere = await openSnapshot(place)
  await assert.rejects(writeBackupFile(nowhere, facts, join(backupFolder, 'no/such/folder'), { replaces: false }), {
    name: 'OperatorError',
    message: /there is no such folder/,
  })
  await nowhere.close()
})

test('a file that another process has open is not restored into, and one that is restored into is not opened', async () => {
  const place = await withTables(await sqlite.fresh())
  await using(place, () => assert.rejects(openAlone(place), { name: 'OperatorError', message: /stop the service/ }))
  const alone = await openAlone(place)
  const read = `
    import { DatabaseSync } from 'node:sqlite'
    const raw = new DatabaseSync(${JSON.stringify(place.path)}, { timeout: 10 })
    try { raw.exec('SELECT * FROM users') } catch (error) { console.log(error.message) }`
  const output = execFileSync(process.execPath, ['--input-type=module', '-e', read], { encoding: 'utf8' })
  assert.match(output, /database is locked/)
  await alone.close()
  await using(place, (database) => add(database, 1))
})

test('a value of any kind is the same after it was written down', () => {
  const cell = fc.oneof(
    fc.constant(null),
    fc.string({ unit: anyCharacter }),
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }).filter((n) => !Object.is(n, -0)),
    fc.uint8Array().map((bytes) => Buffer.from(bytes)),
  )
  fc.assert(
    fc.property(cell, (value: Cell) => {
      assert.deepEqual(decodeCell(JSON.parse(JSON.stringify(encodeCell(value)))), value)
    }),
  )
  assert.throws(() => encodeCell(Number.NaN))
  assert.equal(decodeCell({ other: 1 }), undefined)
})
