import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import pg from 'pg'
import { MissingError, OperatorError } from '../../errors.ts'
import { type Place, tooNew, unreachable } from '../database.ts'
import { migrations } from '../migrations.ts'
import { patienceMs, whyNot } from '../sqlite.ts'
import { type Cell, type Header, type Item, portion } from './format.ts'
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

/** Reads without writing: a database of an older release is not migrated. */
export const openSnapshot = ({ url, path }: Place): Promise<Snapshot> =>
  url === undefined ? snapshotOfFile(path) : snapshotOfPostgres(url)

const nothing = (where: string): OperatorError =>
  new MissingError(`There is nothing to back up: ${where} holds no control plane yet.`)

function checked(version: number, where: string): number {
  if (version === 0) throw nothing(where)
  if (version > migrations.length) throw tooNew(version)
  return version
}

async function snapshotOfFile(path: string): Promise<Snapshot> {
  if (!existsSync(path)) throw nothing(path)
  let raw: DatabaseSync | undefined
  try {
    raw = new DatabaseSync(path, { readOnly: true, timeout: patienceMs })
    // Blocks no writer; the first read fixes the snapshot.
    raw.exec('BEGIN DEFERRED')
    const opened = raw
    const schema = checked(versionOfFile(opened), path)
    const tables = await shapeOf(schema)
    const facts = await factsOf(tables, async (query) => opened.prepare(query).get())
    return { engine: 'sqlite', schema, ...facts, items: itemsOfFile(opened, tables), close: async () => opened.close() }
  } catch (error) {
    raw?.close()
    throw whyNot(error, `read ${path}`)
  }
}

/** Older schemas lack some of the tables. */
async function factsOf(
  tables: readonly Table[],
  firstRow: (query: string) => Promise<unknown>,
): Promise<Pick<Snapshot, 'fingerprint' | 'hasRows'>> {
  const has = (table: string) => tables.some(({ name }) => name === table)
  const row = has('installation') ? await firstRow('SELECT secret_fingerprint AS text FROM installation') : undefined
  let hasRows = false
  for (const table of ['users', 'agent_payments'].filter(has))
    hasRows ||= (await firstRow(`SELECT 1 FROM ${table} LIMIT 1`)) !== undefined
  return { fingerprint: (row as { text: string } | undefined)?.text ?? null, hasRows }
}

function versionOfFile(raw: DatabaseSync): number {
  const isKept = raw.prepare(`SELECT 1 FROM sqlite_schema WHERE name = 'schema_version'`).get()
  const kept = isKept && (raw.prepare('SELECT version FROM schema_version').get() as { version: number } | undefined)
  return kept?.version ?? (raw.prepare('PRAGMA user_version').get() as { user_version: number }).user_version
}

export async function* itemsOfFile(raw: DatabaseSync, tables: readonly Table[]): AsyncGenerator<Item> {
  const sequence = raw.prepare('SELECT seq FROM sqlite_sequence WHERE name = ?')
  for (const { name, columns, numbered } of tables) {
    const given = sequence.get(name) as { seq: number } | undefined
    yield { kind: 'table', name, columns, sequence: numbered === null ? null : (given?.seq ?? 0) }
    const select = raw.prepare(`SELECT ${listed(columns)} FROM ${quoted(name)}`)
    select.setReturnArrays(true)
    select.setReadBigInts(true)
    let rows: Cell[][] = []
    for (const row of select.iterate() as Iterable<unknown> as Iterable<Cell[]>) {
      rows.push(row)
      if (rows.length < portion) continue
      yield { kind: 'rows', rows }
      rows = []
    }
    if (rows.length > 0) yield { kind: 'rows', rows }
  }
}

/** Conversions of PostgreSQL's types; all others are read as text. */
const parsers = new Map<number, (text: string) => Cell>([
  [pg.types.builtins.BOOL, (text) => (text === 't' ? 1 : 0)],
  [pg.types.builtins.BYTEA, (text) => Buffer.from(text.slice(2), 'hex')],
  [pg.types.builtins.INT2, Number],
  [pg.types.builtins.INT4, Number],
  [pg.types.builtins.INT8, BigInt],
  [pg.types.builtins.FLOAT4, Number],
  [pg.types.builtins.FLOAT8, Number],
  [pg.types.builtins.TIMESTAMPTZ, (text) => pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ)(text).toISOString()],
])

async function snapshotOfPostgres(url: string): Promise<Snapshot> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: 5_000,
    application_name: 'formosa backup',
    types: { getTypeParser: (type: number) => parsers.get(type) ?? String },
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('START TRANSACTION ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const schema = checked(await versionOfPostgres(client), 'the database of DATABASE_URL')
    const tables = await shapeOf(schema)
    const facts = await factsOf(tables, async (query) => (await client.query(query)).rows[0])
    return { engine: 'postgres', schema, ...facts, items: itemsOfPostgres(client, tables), close: () => client.end() }
  } catch (error) {
    await client.end().catch(() => {})
    throw error instanceof OperatorError ? error : unreachable(error)
  }
}

async function versionOfPostgres(client: pg.Client): Promise<number> {
  const { rows: kept } = await client.query(`SELECT to_regclass('schema_version') AS name`)
  if (kept[0].name === null) return 0
  const { rows } = await client.query<{ version: number }>('SELECT version FROM schema_version')
  return rows[0]?.version ?? 0
}

async function* itemsOfPostgres(client: pg.Client, tables: readonly Table[]): AsyncGenerator<Item> {
  for (const table of tables) {
    const { name, columns } = table
    yield { kind: 'table', name, columns, sequence: await sequenceOf(client, table) }
    await client.query(`DECLARE portions NO SCROLL CURSOR FOR SELECT ${listed(columns)} FROM ${quoted(name)}`)
    for (;;) {
      const { rows } = await client.query<Cell[]>({ text: `FETCH ${portion} FROM portions`, rowMode: 'array' })
      if (rows.length === 0) break
      yield { kind: 'rows', rows }
    }
    await client.query('CLOSE portions')
  }
}

async function sequenceOf(client: pg.Client, { name, numbered }: Table): Promise<number | null> {
  if (numbered === null) return null
  const { rows: found } = await client.query('SELECT pg_get_serial_sequence($1, $2) AS name', [quoted(name), numbered])
  const { rows } = await client.query(`SELECT last_value, is_called FROM ${found[0].name}`)
  return Number(rows[0].last_value) - (rows[0].is_called ? 0 : 1)
}
