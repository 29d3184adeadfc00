import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { makeFolder } from '../disk.ts'
import { BusyError, explain } from '../errors.ts'

export type LockOptions = {
  /** How long to wait for another writer; ten minutes by default. */
  readonly patienceMs?: number
  readonly onWait?: () => void
}

/**
 * Runs `work` while no other process holds the lock. It is SQLite's file lock, which the operating system releases when
 * the process dies.
 */
export async function withLock<T>(
  path: string,
  { patienceMs = 600_000, onWait }: LockOptions,
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

/** Writes below a folder that one process at a time writes in; failures are explained as those of `what`. */
export async function writeAlone<T>(root: string, what: string, lock: LockOptions, work: () => Promise<T>): Promise<T> {
  try {
    makeFolder(root)
    return await withLock(join(root, 'lock.sqlite'), lock, work)
  } catch (error) {
    throw explain(error, what)
  }
}

/** Takes the lock until it is released or the process ends; null if another process has it, and keeps it so long. */
export function holdLock(path: string, patienceMs = 0): (() => void) | null {
  // The package `formosa` runs on older releases of Node too, which have no SQLite, or warn of it.
  if (Number.parseInt(process.versions.node, 10) < 24) return holdOwnFile(`${path}.pid`)
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const database = new DatabaseSync(path, { timeout: patienceMs })
  try {
    // Without a journal in memory, a new file would need one on the disk, for which a full disk has no room.
    database.exec('PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE')
    return () => database.close()
  } catch (error) {
    database.close()
    if (/locked|busy/i.test((error as Error).message)) return null
    throw error
  }
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

/** A file with the number of the process that holds the lock; that of a process that has ended is replaced. */
function holdOwnFile(path: string): (() => void) | null {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    if (isRunning(Number(readFileSync(path, 'utf8')))) return null
    rmSync(path, { force: true })
    return holdOwnFile(path)
  }
  return () => rmSync(path, { force: true })
}

/** Removes the files of a killed writer in a folder that is written under a lock, unless another one is writing. */
export async function tidyScratch(root: string): Promise<void> {
  const scratch = join(root, 'tmp')
  if (!existsSync(scratch)) return
  const release = holdLock(join(root, 'lock.sqlite'))
  if (release) await rm(scratch, { recursive: true, force: true }).finally(release)
}
