import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Folders that a process makes for itself among the temporary ones carry its number. */
const owned = /^formosa-(?:sandbox|spill)-(\d+)(?:-|$)/

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Removes what processes that were killed left behind; folders of those that run, and of other users, stay. */
export function removeStaleFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = owned.exec(name) ?? []
    if (pid === undefined || !isGone(Number(pid))) continue
    const path = join(tmpdir(), name)
    try {
      if (lstatSync(path).uid === process.getuid?.()) rmSync(path, { recursive: true, force: true })
    } catch {
      // Another start may be removing it at this moment; what stays is tried again at the next one.
    }
  }
}
