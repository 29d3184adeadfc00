import { accessSync, chmodSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync, type SQLInputValue } from 'node:sqlite'
import type { SqliteDatabase, SqliteDialect } from 'kysely'
import { makeFolder, ownLikeFolder } from '../disk.ts'
import { BusyError, DiskError, explain } from '../errors.ts'
import { remembering } from '../recent.ts'
import { patientDialect } from './patientDriver.ts'
import { makeRoom } from './reserve.ts'
import { storedToken } from './sessionToken.ts'

/** Converts a value to its stored form: SQLite has no booleans and no dates. */
const bound = (value: unknown): SQLInputValue =>
  value === undefined
    ? null
    : typeof value === 'boolean'
      ? Number(value)
      : value instanceof Date
        ? value.toISOString()
        : (value as SQLInputValue)

const mostPrepared = 200

/** How long a statement waits for another writer. */
export const patienceMs = 10_000
/** Pause between two attempts to begin write-ahead logging. */
const retryMs = 20

const changes = /^\s*(begin|insert|update|delete|create|alter|drop)\b/i

/**
 * The runtime's own SQLite behind the query builder's dialect; `beforeChange` is called before each transaction, and is
 * null where nothing is changed.
 */
function adapt(database: DatabaseSync, beforeChange: (() => void) | null): SqliteDatabase {
  // Statements without rows include those that begin and end transactions.
  const statementOf = remembering(mostPrepared, (sql: string) => database.prepare(sql))
  return {
    close: () => database.close(),
    // A transaction locks at its start: two that read first and write later would block each other.
    prepare(sql) {
      // SQLite rolls back by itself on a full disk; a second rollback would hide the cause.
      if (sql === 'rollback' && !database.isTransaction) return nothing
      if (!database.isTransaction && changes.test(sql)) beforeChange?.()
      const statement = statementOf(sql === 'begin' && beforeChange ? 'begin immediate' : sql)
      return {
        reader: statement.columns().length > 0,
        all: (parameters) => statement.all(...parameters.map(bound)),
        run: (parameters) => statement.run(...parameters.map(bound)),
        iterate: (parameters) => statement.iterate(...parameters.map(bound)) as IterableIterator<unknown>,
      }
    },
  }
}

const nothing: ReturnType<SqliteDatabase['prepare']> = {
  reader: false,
  all: () => [],
  run: () => ({ changes: 0, lastInsertRowid: 0 }),
  iterate: () => [].values(),
}

/** A fresh file is brought to write-ahead logging. SQLite itself does not wait for another connection that does the same. */
function enterLogging(raw: DatabaseSync): void {
  const deadline = Date.now() + patienceMs
  for (;;)
    try {
      raw.exec('PRAGMA journal_mode = WAL')
      return
    } catch (error) {
      if (!isLocked(error) || Date.now() > deadline) throw error
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, retryMs)
    }
}

/** The control plane in one file; committed changes are on the disk, unless they may be lost with the power. */
export function openSqlite(path: string, isSynced = true) {
  const beforeChange = () => {
    if (path !== ':memory:') makeRoom(dirname(path))
  }
  try {
    makeFolder(dirname(path))
    // Opening the file needs some room, too.
    beforeChange()
    const isNew = path !== ':memory:' && !existsSync(path)
    const raw = new DatabaseSync(path, { timeout: patienceMs })
    raw.function('sha256', { deterministic: true }, (text) => storedToken(String(text)))
    // Only the owner may read sessions and password hashes; the log gets the same mode.
    if (isNew) {
      chmodSync(path, 0o600)
      ownLikeFolder(path)
    }
    // Deleted rows are overwritten: a removed person must not be found in the file.
    enterLogging(raw)
    raw.exec('PRAGMA foreign_keys = ON; PRAGMA secure_delete = ON')
    raw.exec(`PRAGMA synchronous = ${isSynced ? 'FULL' : 'NORMAL'}`)
    // From here on the driver waits.
    raw.exec('PRAGMA busy_timeout = 0')
    return { dialect: patientDialect({ database: adapt(raw, beforeChange) }, patienceMs), raw }
  } catch (error) {
    throw deniedTo(path, error) ?? whyNot(error, `open ${path}`)
  }
}

/** A file that is read and not written to. */
export const readOnlyDialect = (path: string): SqliteDialect =>
  patientDialect({ database: adapt(new DatabaseSync(path, { readOnly: true, timeout: patienceMs }), null) }, patienceMs)

/** The error for a file that belongs to another user; null where that is not the cause. */
function deniedTo(path: string, cause: unknown): DiskError | null {
  const [uid, owner] = [process.getuid?.(), statSync(path, { throwIfNoEntry: false })?.uid]
  if (uid === undefined || uid === 0 || owner === undefined || owner === uid) return null
  try {
    accessSync(path, constants.R_OK | constants.W_OK)
    return null
  } catch {
    return new DiskError(
      `Cannot open ${path}: it belongs to the user with the number ${owner}, and this process runs as ${uid}. Run it as that user, or change the owner with chown.`,
      { cause },
    )
  }
}

const isLocked = (error: unknown): boolean => /database is locked/.test((error as Error).message)

/** The error for an unusable file. */
export const whyNot = (error: unknown, what: string): unknown =>
  isLocked(error)
    ? new BusyError(`Cannot ${what}: another process holds it alone, a restore perhaps; try when that is done.`, {
        cause: error,
      })
    : explain(error, what)
