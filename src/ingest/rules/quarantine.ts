import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { makeFolder } from '../../disk.ts'
import { inTransaction } from '../inTransaction.ts'
import { openReadOnly } from '../openReadOnly.ts'
import type { RefusedPart, RejectedRow } from './rows.ts'

/** A rejected row or a refused part of a load, as stored in the quarantine. */
export type QuarantineEntry = {
  readonly id: number
  readonly dataset: string
  readonly rule: string
  readonly message: string
  /** JSON objects. */
  readonly key: string
  readonly row: string
  /** The journal's id of the response; null for a file. */
  readonly answer: string | null
  readonly firstSeen: string
  readonly lastSeen: string
  /** When a good row of the same key was loaded; null until then. */
  readonly settledAt: string | null
}

type NewEntry = { readonly entry: RejectedRow | RefusedPart; readonly answer: string | null }

type QuarantineFilter = {
  readonly dataset?: string
  readonly rule?: string
  /** Only entries that no good row replaced. */
  readonly isOpen?: boolean
  readonly limit?: number
}

export type Quarantine = ReturnType<typeof openQuarantine>

const fileIn = (folder: string): string => join(folder, 'quarantine.sqlite')

const schema = `
  CREATE TABLE IF NOT EXISTS quarantine (
    id INTEGER PRIMARY KEY,
    dataset TEXT NOT NULL,
    rule TEXT NOT NULL,
    message TEXT NOT NULL,
    key TEXT NOT NULL,
    row TEXT NOT NULL,
    hash TEXT NOT NULL,
    answer TEXT,
    first_seen TEXT NOT NULL,
    last_seen TEXT NOT NULL,
    settled_at TEXT
  ) STRICT;
  CREATE UNIQUE INDEX IF NOT EXISTS quarantine_once ON quarantine (dataset, rule, key, hash);
  CREATE INDEX IF NOT EXISTS quarantine_open ON quarantine (dataset, key) WHERE settled_at IS NULL;
`

/** A refused part has no row; its key and counts stand in. */
const contentOf = (entry: RejectedRow | RefusedPart): { key: string; row: string } =>
  'row' in entry
    ? { key: JSON.stringify(entry.key), row: JSON.stringify(entry.row) }
    : {
        key: JSON.stringify({ market: entry.market, date: entry.date }),
        row: JSON.stringify({ had: entry.had, came: entry.came, ...(entry.lost && { lost: entry.lost }) }),
      }

const createReader = (database: DatabaseSync) => ({
  /** Newest first. */
  list({ dataset, rule, isOpen = false, limit = 1000 }: QuarantineFilter = {}): QuarantineEntry[] {
    const where = [
      ...(dataset === undefined ? [] : ['dataset = :dataset']),
      ...(rule === undefined ? [] : ['rule = :rule']),
      ...(isOpen ? ['settled_at IS NULL'] : []),
    ]
    const sql = `SELECT id, dataset, rule, message, key, row, answer, first_seen AS firstSeen, last_seen AS lastSeen,
        settled_at AS settledAt FROM quarantine ${where.length > 0 ? `WHERE ${where.join(' AND ')}` : ''}
      ORDER BY last_seen DESC, id DESC LIMIT :limit`
    const given = { limit, ...(dataset === undefined ? {} : { dataset }), ...(rule === undefined ? {} : { rule }) }
    return database
      .prepare(sql)
      .all(given)
      .map((row) => ({ ...row })) as QuarantineEntry[]
  },
  /** Open entries by dataset and rule. */
  counts: () =>
    database
      .prepare(
        `SELECT dataset, rule, count(*) AS rows FROM quarantine WHERE settled_at IS NULL
         GROUP BY dataset, rule ORDER BY dataset, rule`,
      )
      .all()
      .map((row) => ({ ...row })) as { dataset: string; rule: string; rows: number }[],
  close: () => database.close(),
  [Symbol.dispose]: () => database.close(),
})

/** Opens the quarantine read-only; null if no row was ever rejected. */
export function readQuarantine(folder: string) {
  const database = openReadOnly(fileIn(folder))
  if (!database) return null
  const { n } = database.prepare("SELECT count(*) AS n FROM sqlite_master WHERE name = 'quarantine'").get() as {
    n: number
  }
  if (n === 1) return createReader(database)
  database.close()
  return null
}

/** Opens or creates `<folder>/quarantine.sqlite`; `folder` is `<home>/live/ingest`. */
export function openQuarantine(folder: string) {
  makeFolder(folder)
  const database = new DatabaseSync(fileIn(folder), { timeout: 10_000 })
  // Durable before the load continues, so that a rejected row is never lost.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  database.exec(schema)
  const insert = database.prepare(
    `INSERT INTO quarantine (dataset, rule, message, key, row, hash, answer, first_seen, last_seen)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  )
  // An entry that is bad again is open again.
  const seen = database.prepare(
    `UPDATE quarantine SET last_seen = ?, message = ?, answer = ?, settled_at = NULL
     WHERE dataset = ? AND rule = ? AND key = ? AND hash = ?`,
  )
  const settled = database.prepare(
    'UPDATE quarantine SET settled_at = ? WHERE dataset = ? AND key = ? AND settled_at IS NULL',
  )

  return {
    /** Adds entries; an entry with the same row and rule is stored once. Returns the number of new ones. */
    put: (entries: readonly NewEntry[], at: Date): number =>
      inTransaction(database, () => {
        let fresh = 0
        for (const { entry, answer } of entries) {
          const { dataset, rule, message } = entry
          const { key, row } = contentOf(entry)
          const hash = createHash('sha256').update(row).digest('base64url')
          const time = at.toISOString()
          if (insert.run(dataset, rule, message, key, row, hash, answer, time, time).changes === 1) fresh++
          else seen.run(time, message, answer, dataset, rule, key, hash)
        }
        return fresh
      }),
    ...createReader(database),
    /** Marks the entries with these keys as settled; returns how many there were. */
    settle: (dataset: string, keys: Iterable<Readonly<Record<string, string | null>>>, at: Date): number =>
      inTransaction(database, () => {
        let count = 0
        for (const key of keys) count += Number(settled.run(at.toISOString(), dataset, JSON.stringify(key)).changes)
        return count
      }),
  }
}
