import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { BusyError } from '../errors.ts'

export type LockOptions = {
  /** How long to wait for another writer before giving up. */
  readonly patienceMs: number
  readonly onWait?: () => void
}

/**
 * Runs `work` while no other process does the same on this file. The lock is SQLite's own file lock, which the
 * operating system lets go when the process dies, so a killed writer never leaves it behind.
 */
export async function withLock<T>(
  path: string,
  { patienceMs, onWait }: LockOptions,
  work: () => Promise<T>,
): Promise<T> {
  const until = Date.now() + patienceMs
  let release = holdLock(path)
  if (!release) onWait?.()
  while (!release) {
    if (Date.now() > until)
      throw new BusyError('Another process is writing to this lake: wait until it is done and run it again.')
    await sleep(100)
    release = holdLock(path)
  }
  try {
    return await work()
  } finally {
    release()
  }
}

/** Takes the lock of a file for as long as the process lives or until it is released; null where another has it. */
export function holdLock(path: string): (() => void) | null {
  const database = new DatabaseSync(path)
  try {
    if (tryLock(database)) return () => database.close()
  } catch (error) {
    database.close()
    throw error
  }
  database.close()
  return null
}

function tryLock(database: DatabaseSync): boolean {
  try {
    // A new file would otherwise want a journal, which a full disk has no room for.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (/locked|busy/i.test((error as Error).message)) return false
    throw error
  }
}
