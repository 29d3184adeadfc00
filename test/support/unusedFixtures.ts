import { globSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** The names of fixtures and of their locks begin so. */
export const fixturePrefix = 'formosa-fixture-'

/** A fixture of other code that no test has taken for so long is removed: each holds a gigabyte. */
const keptMs = 3_600_000

/** Removes the fixtures in a folder that are not used any more, except those whose paths begin with `current`. */
export function removeUnused(folder: string, current: string): void {
  for (const name of globSync(`${fixturePrefix}*`, { cwd: folder })) {
    const path = join(folder, name)
    const found = path.startsWith(current) ? undefined : statSync(path, { throwIfNoEntry: false })
    if (found && found.mtimeMs < Date.now() - keptMs) rmSync(path, { recursive: true, force: true })
  }
}
