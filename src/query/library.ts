import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DamagedFile } from '../disk.ts'
import { Edges } from '../pages/edges.ts'
import { FileReader } from '../pages/file.ts'
import { listPath, readPages } from '../pages/list.ts'
import { type OpenPages, openPages } from '../pages/open.ts'

/** The versions that one thread can read: the current one, and those a cursor may point at. */
export type Library = {
  readonly reader: FileReader
  readonly edges: Edges
  readonly current: () => OpenPages | null
  /** Null if the version was removed. */
  readonly version: (name: string) => OpenPages | null
  /** Serves another version from now on; the old one stays readable while its files exist. */
  readonly replace: (pages: OpenPages) => void
}

export function createLibrary(root: string): Library {
  const reader = new FileReader()
  const edges = new Edges(reader)
  const opened = new Map<string, OpenPages>()
  let current: OpenPages | null = null

  const forget = (name: string, { folder }: OpenPages) => {
    reader.close(folder)
    opened.delete(name)
  }

  /** Opens a version from before this thread began; null if it is removed or damaged. */
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
    edges,
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
        // A repaired version replaces its damaged files.
        if (current.version === pages.version) reader.close(current.folder)
        else opened.set(current.version, current)
      }
      opened.delete(pages.version)
      current = pages
      for (const [name, old] of opened) if (!existsSync(listPath(old.folder))) forget(name, old)
    },
  }
}
