import { type Kysely, sql } from 'kysely'
import { type Database, migrateIn, tableComment } from '../database.ts'
import { migrations } from '../migrations.ts'
import type { Schema } from '../schema.ts'
import { listed, type Table } from './shape.ts'

/**
 * Drops the tables of a newer release and makes those of this one, in the transaction of a restore. A file is ours
 * alone; a PostgreSQL database may have tables of others, which have neither our names nor our comment.
 */
export async function clearNewer(
  engine: Database['engine'],
  step: Parameters<typeof migrateIn>[1],
  known: readonly Table[],
): Promise<void> {
  const names = [...known.map(({ name }) => name), 'schema_version']
  if (engine === 'postgres') {
    const { rows } = await sql<{ name: string }>`
      SELECT tablename AS name FROM pg_tables
      WHERE schemaname = current_schema()
        AND (tablename IN (${sql.join(names)})
          OR obj_description(quote_ident(tablename)::regclass, 'pg_class') = ${tableComment})`.execute(step)
    await sql.raw(`DROP TABLE ${listed(rows.map(({ name }) => name))} CASCADE`).execute(step)
  } else {
    for (const name of await presentTables(engine, step)) await sql.raw(`DROP TABLE ${listed([name])}`).execute(step)
    await sql`PRAGMA user_version = 0`.execute(step)
  }
  await migrateIn(engine, step, migrations.length)
}

/** The names of the tables that are there. */
export async function presentTables(engine: Database['engine'], step: Kysely<Schema>): Promise<ReadonlySet<string>> {
  const { rows } = await (engine === 'sqlite'
    ? sql<{ name: string }>`
        SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite@_%' ESCAPE '@'`
    : sql<{ name: string }>`SELECT tablename AS name FROM pg_tables WHERE schemaname = current_schema()`
  ).execute(step)
  return new Set(rows.map(({ name }) => name))
}
