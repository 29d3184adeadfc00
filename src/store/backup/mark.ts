import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { patienceMs, whyNot } from '../sqlite.ts'

/** What the last restore wrote into a file with its rows; waits for one that is under way. */
export function readMark(path: string): number | null {
  if (!existsSync(path)) return null
  let raw: DatabaseSync | undefined
  try {
    raw = new DatabaseSync(path, { readOnly: true, timeout: patienceMs })
    return (raw.prepare('PRAGMA user_version').get() as { user_version: number }).user_version
  } catch (error) {
    throw whyNot(error, `read ${path}`)
  } finally {
    raw?.close()
  }
}
