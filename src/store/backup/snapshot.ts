import { existsSync } from 'node:fs'
import { Kysely, sql } from 'kysely'
import { MissingError, OperatorError } from '../../errors.ts'
import { type Database, openPostgres, type Place, schemaVersion, tooNew, unreachable } from '../database.ts'
import { readFingerprint } from '../fingerprint.ts'
import { migrations } from '../migrations.ts'
import type { Schema } from '../schema.ts'
import { readOnlyDialect, whyNot } from '../sqlite.ts'
import { type Cell, type Header, type Item, portion } from './format.ts'
import { readSequence } from './sequence.ts'
import { listed, quoted, shapeOf, type Table } from './shape.ts'

/** A consistent snapshot of the control plane, whatever is written while it is read. */
export type Snapshot = Pick<Header, 'engine' | 'schema'> & {
  /** The fingerprint of the secret that the keys derive from; null where none is recorded yet. */
  readonly fingerprint: string | null
  /** Whether there is a user or a payment. */
  readonly hasRows: boolean
  readonly items: AsyncIterable<Item>
  readonly close: () => Promise<void>
}

const nothing = (where: string): OperatorError =>
  new MissingError(`There is nothing to back up: ${where} holds no control plane yet.`)

/** Reads without writing: a database of an older release is not migrated. */
export async function openSnapshot({ url, path }: Place): Promise<Snapshot> {
  const where = url === undefined ? path : 'the database of DATABASE_URL'
  if (url === undefined && !existsSync(path)) throw nothing(where)
  let close = async (): Promise<void> => {}
  try {
    const opened = url === undefined ? openToRead(path) : openPostgres(url)
    const { engine, db } = opened
    close = opened.close
    // Blocks no writer; the first read fixes the snapshot.
    const begun = db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only')
    const step = await begun.execute()
    close = async () => {
      await step.rollback().execute()
      await opened.close()
    }
    const schema = await schemaVersion(engine, step)
    if (schema === 0) throw nothing(where)
    if (schema > migrations.length) throw tooNew(schema)
    const tables = await shapeOf(schema)
    return {
      ...{ engine, schema, items: itemsOf(engine, step, tables) },
      ...{ ...(await factsOf(step, tables)), close },
    }
  } catch (error) {
    await close().catch(() => {})
    if (url === undefined) throw whyNot(error, `read ${path}`)
    throw error instanceof OperatorError ? error : unreachable(error)
  }
}

function openToRead(path: string): Pick<Database, 'engine' | 'db' | 'close'> {
  const db = new Kysely<Schema>({ dialect: readOnlyDialect(path) })
  return { engine: 'sqlite', db, close: () => db.destroy() }
}

/** Older schemas lack some of the tables. */
async function factsOf(step: Kysely<Schema>, tables: readonly Table[]) {
  const has = (table: string) => tables.some(({ name }) => name === table)
  let hasRows = false
  for (const table of ['users', 'agent_payments'] as const)
    hasRows ||= has(table) && (await step.selectFrom(table).select('id').limit(1).execute()).length > 0
  return { fingerprint: has('installation') ? await readFingerprint({ db: step }) : null, hasRows }
}

/** The tables of a database, each before its rows. */
export async function* itemsOf(
  engine: Database['engine'],
  step: Kysely<Schema>,
  tables: readonly Table[],
): AsyncGenerator<Item> {
  for (const table of tables) {
    const { name, columns, numbered } = table
    const sequence = numbered === null ? null : await readSequence(engine, step, table)
    yield { kind: 'table', name, columns, sequence }
    for await (const rows of rowsOf(engine, step, table))
      yield { kind: 'rows', rows: rows.map((row) => columns.map((column) => cellOf(row[column]))) }
  }
}

type Row = Readonly<Record<string, unknown>>

/** The rows of a table, some at a time. */
async function* rowsOf(
  engine: Database['engine'],
  step: Kysely<Schema>,
  { name, columns }: Table,
): AsyncGenerator<readonly Row[]> {
  if (engine === 'postgres') {
    await sql.raw(`DECLARE portions NO SCROLL CURSOR FOR SELECT ${listed(columns)} FROM ${quoted(name)}`).execute(step)
    for (;;) {
      const { rows } = await sql.raw<Row>(`FETCH ${portion} FROM portions`).execute(step)
      if (rows.length === 0) break
      yield rows
    }
    await sql`CLOSE portions`.execute(step)
    return
  }
  let rows: Row[] = []
  const query = (step as unknown as Kysely<Record<string, Row>>).selectFrom(name).select(columns)
  for await (const row of query.stream()) {
    rows.push(row)
    if (rows.length < portion) continue
    yield rows
    rows = []
  }
  if (rows.length > 0) yield rows
}

const cellOf = (value: unknown): Cell =>
  value instanceof Date ? value.toISOString() : typeof value === 'boolean' ? Number(value) : (value as Cell)
