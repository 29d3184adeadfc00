import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { patienceMs, whyNot } from '../sqlite.ts'

/** The number the last restore wrote into the file; waits for a restore in progress. */
export function readMark(path: string): number | null {
  if (!existsSync(path)) return null
  let raw: DatabaseSync | undefined
  try {
    // Not for reading alone: a restore that was killed leaves a journal, which is to be rolled back first.
    raw = new DatabaseSync(path, { timeout: patienceMs })
    return (raw.prepare('PRAGMA user_version').get() as { user_version: number }).user_version
  } catch (error) {
    throw whyNot(error, `read ${path}`)
  } finally {
    raw?.close()
  }
}
