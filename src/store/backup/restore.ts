import { CompiledQuery, type Kysely, sql } from 'kysely'
import { OperatorError } from '../../errors.ts'
import { note } from '../auditTrail.ts'
import { type Database, isNewer, lockNumber, migrate } from '../database.ts'
import { replaceFingerprint } from '../fingerprint.ts'
import { migrations } from '../migrations.ts'
import { readRevision } from '../revision.ts'
import type { Schema } from '../schema.ts'
import { clearNewer, presentTables } from './clear.ts'
import type { Header, Item } from './format.ts'
import { openBackup } from './read.ts'
import { readSequence, writeSequence } from './sequence.ts'
import { listed, openScratch, quoted, shapeOf, type Table } from './shape.ts'
import { itemsOf } from './snapshot.ts'

export type RestoreOptions = {
  readonly path: string
  /** The passphrase of an encrypted backup. */
  readonly passphrase?: string | null
  readonly header: Header
  /** The fingerprint of the backup's secret; backups of older releases have none among their rows. */
  readonly fingerprint: string
  /** Whether existing rows may be removed. */
  readonly replaces: boolean
  /** A number written into the file in one transaction with the rows, as proof that they are there. */
  readonly mark: number | null
  /** Called just before the commit. */
  readonly beforeCommit: () => void
}

/**
 * Replaces the database's content by a validated backup, in one transaction.
 *
 * A file is opened exclusively, so a service on it must be stopped first: it keeps the secret it was started with. On
 * PostgreSQL services may run: they have the backup's secret, writers wait, readers see the old rows until the commit,
 * and the incremented revision clears the cached callers of every serving thread within a second.
 * Ids that were assigned before or after the backup are never assigned again, so that counts stored under an old id
 * never reach another person. The tables of a newer release are dropped and made anew.
 */
export async function restore(database: Database, options: RestoreOptions): Promise<void> {
  const { engine, db } = database
  const clears = await isNewer(database)
  // Only outside a transaction: tables are dropped in any order.
  if (clears && engine === 'sqlite') await sql`PRAGMA foreign_keys = OFF`.execute(db)
  try {
    await restoreIn(database, options, clears)
  } finally {
    if (clears && engine === 'sqlite') await sql`PRAGMA foreign_keys = ON`.execute(db)
  }
}

async function restoreIn({ engine, db, actor }: Database, options: RestoreOptions, clears: boolean): Promise<void> {
  const tables = await shapeOf(migrations.length)
  const numbered = tables.filter((table) => table.numbered !== null)
  await db.transaction().execute(async (step) => {
    if (engine === 'postgres') await sql`SELECT pg_advisory_xact_lock(${lockNumber})`.execute(step)
    const present = await presentTables(engine, step)
    const there = tables.filter(({ name }) => present.has(name))
    if (engine === 'postgres')
      await sql.raw(`LOCK TABLE ${listed(there.map(({ name }) => name))} IN EXCLUSIVE MODE`).execute(step)
    if (!options.replaces && (await step.selectFrom('users').select('id').limit(1).execute()).length > 0)
      throw new OperatorError('There are users here already: --replace removes them and all they have.')
    const revision = present.has('revision') ? await readRevision(step) : 0
    const given = new Map<string, number>()
    for (const table of numbered)
      if (present.has(table.name)) given.set(table.name, await readSequence(engine, step, table))
    if (clears) await clearNewer(engine, step, tables)
    await deleteAll(step, tables)
    const { items, close } = await contentsOf(options)
    const brought = await insertAll(engine, step, items).finally(close)
    for (const table of numbered) {
      const highest = Math.max(brought.get(table.name) ?? 0, given.get(table.name) ?? 0)
      await writeSequence(engine, step, table, highest)
    }
    await replaceFingerprint(step, options.fingerprint)
    const detail = `as of ${options.header.created_at}`
    if (actor) await note(step, actor, { action: 'backup.restore', userId: null, detail })
    const n = Math.max(revision, await readRevision(step)) + 1
    await step.updateTable('revision').set({ n }).execute()
    if (engine === 'sqlite' && options.mark !== null)
      await sql.raw(`PRAGMA user_version = ${options.mark}`).execute(step)
    options.beforeCommit()
  })
}

async function deleteAll(step: Kysely<Schema>, tables: readonly Table[]): Promise<void> {
  for (const { name } of tables.toReversed()) await sql.raw(`DELETE FROM ${quoted(name)}`).execute(step)
}

/** The backup's rows in the newest schema; older ones are migrated in an empty database in memory. */
async function contentsOf({ path, header, passphrase = null }: RestoreOptions) {
  const { items } = await openBackup(path, passphrase)
  if (header.schema === migrations.length) return { items, close: async () => {} }
  const scratch = await openScratch(header.schema)
  const tables = await shapeOf(header.schema)
  await scratch.db.transaction().execute(async (step) => {
    // Rows that the migrations put there are in the backup as well.
    await deleteAll(step, tables)
    const brought = await insertAll('sqlite', step, items)
    for (const table of tables)
      if (table.numbered !== null) await writeSequence('sqlite', step, table, brought.get(table.name) ?? 0)
  })
  await migrate(scratch, migrations.length)
  return { items: itemsOf('sqlite', scratch.db, await shapeOf(migrations.length)), close: scratch.close }
}

/** The highest assigned id of each table. */
async function insertAll(
  engine: Database['engine'],
  step: Kysely<Schema>,
  items: AsyncIterable<Item>,
): Promise<ReadonlyMap<string, number>> {
  const sequences = new Map<string, number>()
  let into = ''
  let width = 0
  for await (const item of items)
    if (item.kind === 'table') {
      into = `INSERT INTO ${quoted(item.name)} (${listed(item.columns)}) VALUES `
      width = item.columns.length
      sequences.set(item.name, item.sequence ?? 0)
    } else {
      const place = (at: number) => (engine === 'sqlite' ? '?' : `$${at + 1}`)
      const row = (_: unknown, n: number) =>
        `(${Array.from({ length: width }, (_, i) => place(n * width + i)).join(', ')})`
      await step.executeQuery(CompiledQuery.raw(into + item.rows.map(row).join(', '), item.rows.flat()))
    }
  return sequences
}
