import { type Kysely, sql } from 'kysely'
import type { Database } from '../database.ts'
import type { Schema } from '../schema.ts'
import { quoted, type Table } from './shape.ts'

/** The highest id a table has assigned; 0 where it has assigned none. */
export async function readSequence(engine: Database['engine'], step: Kysely<Schema>, table: Table): Promise<number> {
  if (engine === 'sqlite') {
    const { rows } = await sql<{ seq: number }>`SELECT seq FROM sqlite_sequence WHERE name = ${table.name}`.execute(
      step,
    )
    return rows[0]?.seq ?? 0
  }
  const sequence = await sequenceOf(step, table)
  const { rows } = await sql<{ last_value: string; is_called: boolean }>`
    SELECT last_value, is_called FROM ${sql.raw(sequence)}`.execute(step)
  return Number(rows[0]!.last_value) - (rows[0]!.is_called ? 0 : 1)
}

/** Sets a table's next id after the given one, or after its highest row where that is higher. */
export async function writeSequence(
  engine: Database['engine'],
  step: Kysely<Schema>,
  table: Table,
  given: number,
): Promise<void> {
  const { rows } = await sql<{ highest: number }>`
    SELECT coalesce(max(${sql.ref(table.numbered!)}), 0) AS highest FROM ${sql.table(table.name)}`.execute(step)
  const value = Math.max(given, rows[0]!.highest)
  if (engine === 'sqlite') {
    await sql`DELETE FROM sqlite_sequence WHERE name = ${table.name}`.execute(step)
    await sql`INSERT INTO sqlite_sequence (name, seq) VALUES (${table.name}, ${value})`.execute(step)
    return
  }
  // Sequences are not transactional: a failed restore only leaves a gap in the ids.
  const sequence = await sequenceOf(step, table)
  await sql`SELECT setval(${sequence}::regclass, ${Math.max(value, 1)}, ${value > 0})`.execute(step)
}

async function sequenceOf(step: Kysely<Schema>, { name, numbered }: Table): Promise<string> {
  const { rows } = await sql<{ name: string }>`
    SELECT pg_get_serial_sequence(${quoted(name)}, ${numbered}) AS name`.execute(step)
  return rows[0]!.name
}
