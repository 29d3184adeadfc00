import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { RefusedPart, RejectedRow } from './check.ts'

/** A row or a part of a load that was kept out of the lake, as the quarantine remembers it. */
export type Quarantined = {
  readonly id: number
  readonly dataset: string
  readonly rule: string
  readonly message: string
  /** JSON objects as text. */
  readonly key: string
  readonly row: string
  /** The answer it came with, as the journal names it; null where it came from a file. */
  readonly answer: string | null
  readonly firstSeen: string
  readonly lastSeen: string
  /** When a later load brought a good row of the same key; null while there is none. */
  readonly settledAt: string | null
}

type Entry = { readonly entry: RejectedRow | RefusedPart; readonly answer: string | null }

type Filter = {
  readonly dataset?: string
  readonly rule?: string
  /** Only what no good row has taken the place of. */
  readonly isOpen?: boolean
  readonly limit?: number
}

export type Quarantine = {
  /** Keeps rows; the same row for the same reason is kept once, however often it comes. Returns how many are new. */
  readonly put: (entries: readonly Entry[], at: Date) => number
  /** The newest first. */
  readonly list: (filter?: Filter) => Quarantined[]
  /** Open entries by dataset and rule. */
  readonly counts: () => { readonly dataset: string; readonly rule: string; readonly rows: number }[]
  /** Marks what is kept under these keys of a dataset as settled: good rows have taken their place. */
  readonly settle: (dataset: string, keys: Iterable<Readonly<Record<string, string | null>>>, at: Date) => number
  readonly close: () => void
}

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

/** A part of a load has no row of its own: what it was about stands in its place. */
const contentOf = (entry: RejectedRow | RefusedPart): { key: string; row: string } =>
  'row' in entry
    ? { key: JSON.stringify(entry.key), row: JSON.stringify(entry.row) }
    : {
        key: JSON.stringify({ market: entry.market, date: entry.date }),
        row: JSON.stringify({ had: entry.had, came: entry.came }),
      }

/** Opens `<folder>/quarantine.sqlite`, made when it is not there; `folder` is `<home>/live/ingest`. */
export function openQuarantine(folder: string): Quarantine {
  mkdirSync(folder, { recursive: true })
  const database = new DatabaseSync(join(folder, 'quarantine.sqlite'), { timeout: 10_000 })
  // On the disk before the load goes on: a row that is in neither place would be lost without a word.
  database.exec('PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL')
  database.exec(schema)
  const insert = database.prepare(
    `INSERT INTO quarantine (dataset, rule, message, key, row, hash, answer, first_seen, last_seen)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO NOTHING`,
  )
  // Bad again after it was good once, it is open again.
  const seen = database.prepare(
    `UPDATE quarantine SET last_seen = ?, message = ?, answer = ?, settled_at = NULL
     WHERE dataset = ? AND rule = ? AND key = ? AND hash = ?`,
  )
  const settled = database.prepare(
    'UPDATE quarantine SET settled_at = ? WHERE dataset = ? AND key = ? AND settled_at IS NULL',
  )

  function inTransaction<T>(work: () => T): T {
    database.exec('BEGIN IMMEDIATE')
    try {
      const result = work()
      database.exec('COMMIT')
      return result
    } catch (error) {
      database.exec('ROLLBACK')
      throw error
    }
  }

  return {
    put: (entries, at) =>
      inTransaction(() => {
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
    list({ dataset, rule, isOpen = false, limit = 1000 } = {}) {
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
        .map((row) => ({ ...row })) as Quarantined[]
    },
    counts: () =>
      database
        .prepare(
          `SELECT dataset, rule, count(*) AS rows FROM quarantine WHERE settled_at IS NULL
           GROUP BY dataset, rule ORDER BY dataset, rule`,
        )
        .all()
        .map((row) => ({ ...row })) as ReturnType<Quarantine['counts']>,
    settle: (dataset, keys, at) =>
      inTransaction(() => {
        let count = 0
        for (const key of keys) count += Number(settled.run(at.toISOString(), dataset, JSON.stringify(key)).changes)
        return count
      }),
    close: () => database.close(),
  }
}
