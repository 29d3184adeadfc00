import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { DamagedFile } from '../disk.ts'
import { Edges } from '../pages/edges.ts'
import { FileReader } from '../pages/file.ts'
import { listPath, readPages } from '../pages/list.ts'
import { type OpenPages, openPages } from '../pages/open.ts'
import type { Remote } from './remote.ts'
import { MissingVersion } from './remote.ts'

export function createLibrary(root: string, remote: Remote | null = null) {
  const reader = new FileReader(remote?.segments ?? null)
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
    /** Null where all files are on this machine. */
    remote,
    current: () => current,
    /** Null if the version was removed; throws `MissingVersion` where it may be fetched. */
    version(name: string) {
      if (current?.version === name) return current
      const known = opened.get(name)
      if (known) {
        if (existsSync(listPath(known.folder))) return known
        forget(name, known)
      }
      if (remote) {
        if (remote.isGone(name)) return null
        throw new MissingVersion(name)
      }
      const pages = openKept(name)
      if (pages) opened.set(name, pages)
      return pages
    },
    /** Keeps a version that was fetched for a cursor. */
    add: (pages: OpenPages) => void opened.set(pages.version, pages),
    /** Serves another version from now on; the old one stays readable while its files exist. */
    replace(pages: OpenPages) {
      if (current && current.folder !== pages.folder) {
        // A repaired version replaces its damaged files.
        if (current.version === pages.version) reader.close(current.folder)
        else opened.set(current.version, current)
      }
      opened.delete(pages.version)
      current = pages
      for (const [name, old] of opened) if (!existsSync(listPath(old.folder))) forget(name, old)
      if (remote) reader.retain([pages, ...opened.values()])
    },
  }
}

/** The versions that one thread can read: the current one, and those a cursor may point at. */
export type Library = ReturnType<typeof createLibrary>
