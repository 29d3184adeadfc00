import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { explain, OperatorError } from '../errors.ts'
import type { ApiKey, Store, User } from './store.ts'

/** Each entry takes the schema one version further; what has run once is never edited. */
const migrations = [
  `CREATE TABLE users (
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
   CREATE INDEX keys_of_user ON keys (user_id);`,
]

function migrate(database: DatabaseSync, path: string): void {
  const { user_version: version } = database.prepare('PRAGMA user_version').get() as { user_version: number }
  if (version > migrations.length)
    throw new OperatorError(`${path} was written by a newer release (schema ${version}): update Formosa to open it.`)
  for (let next = version; next < migrations.length; next++) {
    database.exec('BEGIN IMMEDIATE')
    database.exec(migrations[next]!)
    database.exec(`PRAGMA user_version = ${next + 1}`)
    database.exec('COMMIT')
  }
}

/** The control plane in one file; what was acknowledged is on the disk. */
export function openSqlite(path: string): Store {
  let database: DatabaseSync
  try {
    mkdirSync(dirname(path), { recursive: true })
    database = new DatabaseSync(path, { timeout: 5_000 })
    database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA foreign_keys = ON')
    migrate(database, path)
  } catch (error) {
    throw explain(error, `open ${path}`)
  }
  const insertUser = database.prepare('INSERT INTO users (email, tier, created_at) VALUES (?, ?, ?)')
  const insertKey = database.prepare(
    'INSERT INTO keys (user_id, name, hash, prefix, last4, created_at) VALUES (?, ?, ?, ?, ?, ?)',
  )
  const selectKey = database.prepare(
    `SELECT keys.id, user_id, name, prefix, last4, keys.created_at AS key_created_at, revoked_at,
       email, tier, users.created_at AS user_created_at
     FROM keys JOIN users ON users.id = user_id WHERE hash = ?`,
  )
  const dataVersion = database.prepare('PRAGMA data_version')
  const count = database.prepare('SELECT count(*) AS n FROM users')
  return {
    addUser({ email, tier, at }, key) {
      database.exec('BEGIN IMMEDIATE')
      try {
        const { lastInsertRowid } = insertUser.run(email, tier, at)
        const id = Number(lastInsertRowid)
        insertKey.run(id, key.name, key.hash, key.prefix, key.last4, at)
        database.exec('COMMIT')
        return { id, email, tier, createdAt: at }
      } catch (error) {
        database.exec('ROLLBACK')
        if (/UNIQUE constraint failed: users.email/.test((error as Error).message))
          throw new OperatorError(`There is already a user with the address ${email}.`)
        throw explain(error, `write to ${path}`)
      }
    },
    countUsers: () => (count.get() as { n: number }).n,
    findKey(hash) {
      const row = selectKey.get(hash) as Record<string, never> | undefined
      if (!row) return null
      const key: ApiKey = {
        id: row.id!,
        userId: row.user_id!,
        name: row.name!,
        prefix: row.prefix!,
        last4: row.last4!,
        createdAt: row.key_created_at!,
        revokedAt: row.revoked_at!,
      }
      const user: User = { id: row.user_id!, email: row.email!, tier: row.tier!, createdAt: row.user_created_at! }
      return { key, user }
    },
    revision: () => (dataVersion.get() as { data_version: number }).data_version,
    close: () => database.close(),
  }
}
