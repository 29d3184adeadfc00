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

/** Runs `work` where no other process holds the lock; does nothing where one does. */
export async function ifUnlocked(path: string, work: () => Promise<void>): Promise<void> {
  const database = new DatabaseSync(path)
  try {
    if (tryLock(database)) await work()
  } finally {
    database.close()
  }
}

function tryLock(database: DatabaseSync): boolean {
  try {
    database.exec('BEGIN EXCLUSIVE')
    return true
  } catch (error) {
    if (/locked|busy/i.test((error as Error).message)) return false
    throw error
  }
}
