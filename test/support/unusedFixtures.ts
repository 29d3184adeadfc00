import { globSync, renameSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The names of fixtures and of their locks begin so; those that are being removed have another name. */
export const fixturePrefix = 'formosa-fixture-'

/** A fixture of other code that no test has taken for so long is removed: each holds a gigabyte. */
const keptMs = 3_600_000

/** Removes the fixtures in a folder that are not used any more, except those whose paths begin with `current`. */
export function removeUnused(folder: string, current: string): void {
  for (const name of globSync(`${fixturePrefix}*`, { cwd: folder })) {
    const path = join(folder, name)
    // A lock that is removed could be held twice; it takes no room.
    if (path.startsWith(current) || name.endsWith('.lock')) continue
    const found = statSync(path, { throwIfNoEntry: false })
    if (!found || found.mtimeMs >= Date.now() - keptMs) continue
    // Another process must not take what is half removed.
    const removed = join(folder, `formosa-removed-${process.pid}-${name}`)
    try {
      renameSync(path, removed)
    } catch {
      continue
    }
    rmSync(removed, { recursive: true, force: true })
  }
}
