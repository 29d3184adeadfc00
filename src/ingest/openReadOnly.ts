import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'

/** SQLite's code for a transaction that a killed process left, and that a read-only connection cannot roll back. */
const readOnlyRollback = 776

/**
 * Opens a database read-only, even while another process writes it; null if there is none yet. The database must use
 * WAL: then only the statement that turned WAL on can leave such a transaction, and the file is still empty. The next
 * process that writes the file rolls the transaction back.
 */
export function openReadOnly(path: string): DatabaseSync | null {
  if (!existsSync(path)) return null
  const database = new DatabaseSync(path, { readOnly: true, timeout: 10_000 })
  try {
    database.prepare('PRAGMA user_version').get()
    return database
  } catch (error) {
    database.close()
    if ((error as { errcode?: number }).errcode === readOnlyRollback) return null
    throw error
  }
}
