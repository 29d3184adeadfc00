import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { BusyError, explain } from '../errors.ts'
import { holdLock } from '../lake/lock.ts'

/** Kept for the life of the process: a lock that nobody refers to would be collected, and so released. */
let release: (() => void) | null = null

/** The process that last took the lock; null where it is not known or has ended. */
function holderOf(path: string): number | null {
  try {
    const pid = Number(readFileSync(path, 'utf8'))
    process.kill(pid, 0)
    return pid
  } catch {
    return null
  }
}

/** Writes down who holds the lock; a full disk is no reason not to start, since the start makes room. */
function tellProcess(path: string): void {
  try {
    writeFileSync(path, `${process.pid}\n`)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  }
}

/**
 * Takes a home folder for one service, until the process ends: two would each grant the whole quota and publish the
 * same days. The operating system releases the lock of a process that is killed.
 */
export function holdHome(home: string): void {
  const pidPath = join(home, 'serve.pid')
  try {
    mkdirSync(home, { recursive: true })
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
