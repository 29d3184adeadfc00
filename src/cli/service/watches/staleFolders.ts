import { lstatSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** Temporary folders of ours have the process id in their names. */
const owned = /^formosa-(?:sandbox|spill)-(\d+)(?:-|$)/

function isGone(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return false
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Removes temporary folders of killed processes; those of running processes and other users stay. */
export function removeStaleFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid] = owned.exec(name) ?? []
    if (pid === undefined || !isGone(Number(pid))) continue
    const path = join(tmpdir(), name)
    try {
      if (lstatSync(path).uid === process.getuid?.()) rmSync(path, { recursive: true, force: true })
    } catch {
      // Another start may be removing it; the next start tries again.
    }
  }
}
