import type { DatabaseSync } from 'node:sqlite'

/** Does the work in one transaction, or none of it. */
export function inTransaction<T>(database: DatabaseSync, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const made = work()
    database.exec('COMMIT')
    return made
  } catch (error) {
    // SQLite rolls back by itself if the disk is full.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}
