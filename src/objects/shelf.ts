import { readdirSync, rmSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder } from '../disk.ts'

/** A cached segment or whole file, with the links to it elsewhere. */
type Entry = { readonly bytes: number; pins: number; readonly links: Set<string> }

export type Shelf = ReturnType<typeof openShelf>

/** A folder of files with a bound on their bytes: the least recently used make room, held ones stay. */
export function openShelf({
  folder,
  mostBytes,
  onEvicted,
}: {
  readonly folder: string
  readonly mostBytes: number
  readonly onEvicted: (paths: readonly string[]) => void
}) {
  const scratch = join(folder, 'tmp')
  /** By path, the least recently used first. */
  const entries = new Map<string, Entry>()
  let total = 0
  /** Bytes that are being written. */
  let reserved = 0
  let evicted = 0
  let written = 0

  function remove(path: string): void {
    const entry = entries.get(path)
    if (!entry) return
    entries.delete(path)
    total -= entry.bytes
    for (const name of [path, ...entry.links]) rmSync(name, { force: true })
  }

  function makeRoom(): void {
    const gone: string[] = []
    for (const [path, { pins }] of entries) {
      if (total + reserved <= mostBytes) break
      if (pins > 0) continue
      remove(path)
      gone.push(path)
    }
    evicted += gone.length
    if (gone.length > 0) onEvicted(gone)
  }

  function add(path: string, bytes: number): void {
    if (entries.has(path)) return
    entries.set(path, { bytes, pins: 0, links: new Set() })
    total += bytes
  }

  /** Finds the files of an earlier process. */
  function readFolder(): void {
    rmSync(scratch, { recursive: true, force: true })
    makeFolder(scratch)
    const found = readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && /^[0-9a-f]{2}$/.test(entry.name))
      .flatMap(({ name }) => readdirSync(join(folder, name)).map((file) => join(folder, name, file)))
      .map((path) => ({ path, ...statSync(path) }))
      .sort((a, b) => a.mtimeMs - b.mtimeMs)
    for (const { path, size } of found) add(path, size)
    makeRoom()
  }
  readFolder()

  return {
    has: (path: string): boolean => entries.has(path),

    /** The paths that lead to a file; they are removed with it. */
    linksOf: (path: string): Set<string> => entries.get(path)!.links,

    use(path: string): void {
      const entry = entries.get(path)
      if (!entry) return
      entries.delete(path)
      entries.set(path, entry)
    },

    /** Keeps the present ones of these files until the returned function is called. */
    pin(paths: readonly string[]): () => void {
      const held = paths.flatMap((path) => entries.get(path) ?? [])
      for (const entry of held) entry.pins++
      let isHeld = true
      return () => {
        if (!isHeld) return
        isHeld = false
        for (const entry of held) entry.pins--
        makeRoom()
      }
    },

    /** Removes a file, found by its path or by that of a link to it. */
    drop(path: string): void {
      const [found] = [...entries].find(([name, { links }]) => name === path || links.has(path)) ?? []
      if (found === undefined) return
      remove(found)
      onEvicted([found])
    },

    /** Makes room, has a file of so many bytes written to a scratch path, and adds it. */
    async write(path: string, bytes: number, work: (scratchPath: string) => Promise<void>): Promise<void> {
      reserved += bytes
      try {
        makeRoom()
        await work(join(scratch, String(++written)))
        add(path, bytes)
      } finally {
        reserved -= bytes
      }
    },

    state: () => ({ bytes: total, files: entries.size, evicted }),
  }
}
