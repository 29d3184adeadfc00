import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Logger } from 'pino'
import type { SharedWindows } from '../../access/windows/sharedWindows.ts'

const pathOf = (home: string): string => join(home, 'quota.json')

/** Restores the counts of the last run, so that a restart does not reset quotas. */
export function readQuota(home: string, windows: SharedWindows, log: Logger): void {
  let text: string
  try {
    text = readFileSync(pathOf(home), 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT')
      log.warn({ err: error }, 'the counts of calls are unreadable')
    return
  }
  try {
    windows.restore(JSON.parse(text))
  } catch (error) {
    log.warn({ err: error }, 'the counts of calls are not whole; every user begins a new hour')
  }
}

/** Saves the counts to a file when they have changed, atomically. */
export function keepQuota(home: string, windows: SharedWindows): () => void {
  let written = windows.generation()
  return () => {
    const generation = windows.generation()
    if (generation === written) return
    const scratch = `${pathOf(home)}.${process.pid}`
    writeFileSync(scratch, JSON.stringify(windows.snapshot()), { mode: 0o600, flush: true })
    renameSync(scratch, pathOf(home))
    written = generation
  }
}
