import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../../disk.ts'
import { BusyError, explain } from '../../errors.ts'
import { holdLock } from '../../lake/lock.ts'

/** Kept for the life of the process: garbage collection would release the lock. */
let release: (() => void) | null = null

/** The process that holds the lock; null where it is unknown or has ended. */
function holderOf(path: string): number | null {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    process.kill(pid, 0)
    return pid
  } catch {
    return null
  }
}

/** Writes the holder's process id; ignores a full disk, since the start makes room. */
function tellProcess(path: string): void {
  try {
    writeFileSync(path, `${process.pid}\n`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/**
 * Locks a home folder for one service until the process ends: two would each grant the whole quota and publish the
 * same days. The operating system releases the lock of a killed process.
 */
export function holdHome(home: string): void {
  const pidPath = join(home, 'serve.pid')
  try {
    makeFolder(home)
    release = holdLock(join(home, 'serve.lock'))
    if (release) {
      tellProcess(pidPath)
      return
    }
  } catch (error) {
    throw explain(error, `use the home folder ${home}`)
  }
  const pid = holderOf(pidPath)
  throw new BusyError(
    `Another service runs on the home folder ${home}${pid === null ? '' : ` (pid ${pid})`}: stop it, or set FORMOSA_HOME to another folder.`,
  )
}
