import { existsSync } from 'node:fs'
import type { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { Kysely, PostgresDialect, sql, type Transaction } from 'kysely'
import { BusyError, DamagedError, explain, MissingError, NetworkError, OperatorError } from '../errors.ts'
import type { Actor } from './actor.ts'
import { migrations, spellings } from './migrations.ts'
import type { Schema } from './schema.ts'
import { openSqlite } from './sqlite.ts'

type Engine = keyof typeof spellings

/** The control plane's database: one file, or PostgreSQL. Everything outside this room is the same for both. */
export type Database = {
  readonly engine: Engine
  readonly db: Kysely<Schema>
  /** The actor of changes, for the audit trail; the service itself by default. */
  readonly actor?: Actor
  readonly close: () => Promise<void>
}

export type Place = {
  /** `postgres://…`; the file is used by default. */
  readonly url?: string | undefined
  readonly path: string
}

/** The key of our advisory lock. */
export const lockNumber = 7_304_613
const queryMs = 15_000
const connectMs = 4_000
/** Query time-out for requests. */
export const servingMs = 4_000

/** Opens the database and brings its schema up to date; an older release never touches a newer one's. */
export const openDatabase = (place: Place, patienceMs = queryMs): Promise<Database> =>
  open(place, place.url === undefined ? openFile(place.path) : openPostgres(place.url, patienceMs))

/** Opens a database that exists already, so that a command with the wrong home folder does not make an empty one. */
export async function openExisting(place: Place): Promise<Database> {
  if (place.url === undefined) {
    if (!existsSync(place.path)) throw missing(place.path, 'FORMOSA_HOME')
    return openDatabase(place)
  }
  const opened = openPostgres(place.url, queryMs)
  return open(place, opened, async () => {
    if ((await schemaVersion('postgres', opened.db)) === 0)
      throw missing('the database of DATABASE_URL', 'DATABASE_URL')
  })
}

const missing = (where: string, setting: string): OperatorError =>
  new MissingError(
    `There are no accounts in ${where} yet: check ${setting}, or make the first user with "formosa user add EMAIL".`,
  )

/**
 * Opens the database to replace all of it. A file is locked exclusively, and refused where another process has it open;
 * PostgreSQL queries have no time-out. With `replaces` a newer release's database is opened as it is.
 */
export function openAlone(place: Place, replaces = false): Promise<Database> {
  if (place.url !== undefined) return open(place, openPostgres(place.url), async () => {}, replaces)
  const opened = openFile(place.path)
  return open(place, opened, () => holdAlone(opened, place.path), replaces)
}

/** A connection that was closed a moment ago may still be listed. */
const lingerMs = 2_000

/** Opens an existing database that no other process uses; throws where a service has it open. */
export async function openExistingAlone(place: Place): Promise<Database> {
  const database = await openExisting(place)
  if (place.url === undefined) {
    await database.close()
    return openAlone(place)
  }
  const until = Date.now() + lingerMs
  while ((await othersOf(database)) > 0) {
    if (Date.now() > until) {
      await database.close()
      throw new BusyError('A service has the database of DATABASE_URL open: stop every service and run it again.')
    }
    await sleep(100)
  }
  return database
}

/** Connections of other processes of ours to this database of PostgreSQL. */
async function othersOf({ db }: Database): Promise<number> {
  const { rows } = await sql<{ n: number }>`SELECT count(*) AS n FROM pg_stat_activity
    WHERE datname = current_database() AND application_name LIKE 'formosa%' AND pid <> pg_backend_pid()`.execute(db)
  return rows[0]!.n
}

async function open(place: Place, opened: Database, before = async () => {}, acceptsNewer = false): Promise<Database> {
  try {
    await before()
    if (!(acceptsNewer && (await isNewer(opened)))) await migrate(opened, migrations.length)
    return opened
  } catch (error) {
    await opened.close()
    if (error instanceof OperatorError) throw error
    if (opened.engine === 'postgres') throw unreachable(error)
    throw explain(error, `open ${place.path}`)
  }
}

/**
 * Another connection to an open file, for changes that a failure of the power may undo: they cost no wait for the disk.
 * Null for PostgreSQL, which the caller does not wait for.
 */
export const openUnsynced = ({ url, path }: Place): Database | null =>
  url === undefined ? openFile(path, false) : null

export function openFile(path: string, isSynced = true): Database & { readonly raw: DatabaseSync } {
  const { dialect, raw } = openSqlite(path, isSynced)
  const db = new Kysely<Schema>({ dialect })
  return { engine: 'sqlite', db, raw, close: () => db.destroy() }
}

/** Only a sole connection may leave write-ahead logging; it then keeps its lock. */
async function holdAlone({ db }: Database, path: string): Promise<void> {
  try {
    await sql`PRAGMA locking_mode = EXCLUSIVE`.execute(db)
    await sql`PRAGMA journal_mode = DELETE`.execute(db)
  } catch (error) {
    if (!/locked/.test((error as Error).message)) throw error
    throw new BusyError(`Another process has ${path} open: stop the service and run it again.`, { cause: error })
  }
}

export function openPostgres(url: string, queryMs?: number): Database {
  // A database in a file does not load the driver.
  const pool = async () => (await import('./postgresPool.ts')).openPool({ url, queryMs, connectMs })
  const db = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) })
  return { engine: 'postgres', db, close: () => db.destroy() }
}

export function unreachable(error: unknown): unknown {
  const { message, code } = error as NodeJS.ErrnoException
  return new NetworkError(
    `Cannot use the database of DATABASE_URL: ${message || code}; check the address and that the server runs.`,
    { cause: error },
  )
}

export const tooNew = (version: number): OperatorError =>
  new DamagedError(
    `The control plane's database was written by a newer release (schema ${version}): update Formosa to open it.`,
  )

/** Writes the log back: deleted rows stay in it until then. */
export async function emptyLog({ engine, db }: Database): Promise<void> {
  if (engine !== 'sqlite') return
  for (let tries = 0; tries < 50; tries++) {
    const { rows } = await sql<{ busy: number }>`PRAGMA wal_checkpoint(TRUNCATE)`.execute(db)
    if (rows[0]?.busy !== 1) return
    await sleep(200)
  }
  throw new BusyError(
    'What was removed is gone from the database, but a backup or another reader keeps it in the log: it goes when that ends and the service stops.',
  )
}

/** The comment on our tables in PostgreSQL: a restore that drops a newer release's tables knows them by it. */
export const tableComment = 'Formosa'

/** The version of a database's schema; 0 where there is none yet. */
export async function schemaVersion(engine: Engine, db: Kysely<Schema>): Promise<number> {
  const { rows: found } = await (engine === 'sqlite'
    ? sql<{ name: string | null }>`SELECT max(name) AS name FROM sqlite_schema WHERE name = 'schema_version'`
    : sql<{ name: string | null }>`SELECT to_regclass('schema_version') AS name`
  ).execute(db)
  if (found[0]?.name === null) return engine === 'sqlite' ? userVersion(db) : 0
  const { rows } = await sql<{ version: number }>`SELECT version FROM schema_version`.execute(db)
  return rows[0]!.version
}

/** Where the first release kept its version. */
async function userVersion(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{ user_version: number }>`PRAGMA user_version`.execute(db)
  return rows[0]!.user_version
}

/** True where a newer release has written the database. */
export const isNewer = async ({ engine, db }: Database): Promise<boolean> =>
  (await schemaVersion(engine, db)) > migrations.length

/** Runs missing migrations in one transaction; concurrent starts wait for each other. */
export async function migrate({ engine, db }: Database, target: number): Promise<void> {
  await db.transaction().execute(async (step) => {
    if (engine === 'postgres') await sql`SELECT pg_advisory_xact_lock(${lockNumber})`.execute(step)
    await migrateIn(engine, step, target)
  })
}

/** Runs missing migrations in a transaction of the caller. */
export async function migrateIn(engine: Engine, step: Transaction<Schema>, target: number): Promise<void> {
  const version = await schemaVersion(engine, step)
  if (version > migrations.length) throw tooNew(version)
  await sql`CREATE TABLE IF NOT EXISTS schema_version (version INTEGER NOT NULL)`.execute(step)
  for (const migration of migrations.slice(version, target))
    for (const statement of migration(spellings[engine])) {
      await sql.raw(statement).execute(step)
      const [, table] = /^CREATE TABLE (\w+)/.exec(statement) ?? []
      if (engine === 'postgres' && table !== undefined)
        await sql.raw(`COMMENT ON TABLE ${table} IS '${tableComment}'`).execute(step)
    }
  await sql`DELETE FROM schema_version`.execute(step)
  await sql`INSERT INTO schema_version (version) VALUES (${Math.max(version, target)})`.execute(step)
  // The first release reads its version here, and must refuse a newer file.
  if (engine === 'sqlite' && (await userVersion(step)) < target)
    await sql.raw(`PRAGMA user_version = ${target}`).execute(step)
}
