import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DamagedFile } from '../disk.ts'
import { FileReader } from '../pages/file.ts'
import { listPath, readPages } from '../pages/list.ts'
import { type OpenPages, openPages } from '../pages/open.ts'

/** The versions of the data that one thread can read: the current one, and those a cursor may still point at. */
export type Library = {
  readonly reader: FileReader
  readonly current: () => OpenPages | null
  /** Null where the version is gone. */
  readonly version: (name: string) => OpenPages | null
  /** Serves another version from now on; the old one stays readable while its files do. */
  readonly replace: (pages: OpenPages) => void
}

export function createLibrary(root: string): Library {
  const reader = new FileReader()
  const opened = new Map<string, OpenPages>()
  let current: OpenPages | null = null

  const forget = (name: string, { folder }: OpenPages) => {
    reader.close(folder)
    opened.delete(name)
  }

  /** A version from before this thread began; null where it is gone, on its way out or no longer whole. */
  function openKept(name: string): OpenPages | null {
    const folders = join(root, 'versions')
    const found = readdirSync(folders)
      .sort()
      .findLast((known) => known.endsWith(`-${name}`))
    if (found === undefined) return null
    try {
      const pages = readPages(join(folders, found))
      return pages && openPages(pages)
    } catch (error) {
      if (error instanceof DamagedFile) return null
      throw error
    }
  }

  return {
    reader,
    current: () => current,
    version(name) {
      if (current?.version === name) return current
      const known = opened.get(name)
      if (known) {
        if (existsSync(listPath(known.folder))) return known
        forget(name, known)
      }
      const pages = openKept(name)
      if (pages) opened.set(name, pages)
      return pages
    },
    replace(pages) {
      if (current && current.folder !== pages.folder) {
        // The same version made anew takes the place of a damaged one.
        if (current.version === pages.version) reader.close(current.folder)
        else opened.set(current.version, current)
      }
      opened.delete(pages.version)
      current = pages
      for (const [name, old] of opened) if (!existsSync(listPath(old.folder))) forget(name, old)
    },
  }
}
