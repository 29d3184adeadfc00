import { existsSync } from 'node:fs'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { makeFolder, replaceFile, unsealJson } from '../../disk.ts'
import { sweepBeside } from '../../lake/besideVersion.ts'
import { pointAt } from '../../lake/files.ts'
import { keptMs, versionIn } from '../../lake/manifest.ts'
import { encodeManifest, parseManifest, readLatest, type VersionManifest } from '../../objects/manifest.ts'
import type { ObjectStore } from '../../objects/store.ts'
import type { Context } from '../command.ts'

/** The folder of a version below `lake` or `pages`. */
function folderOf({ files }: VersionManifest, room: 'lake' | 'pages'): string {
  const [, folder] =
    files.map(({ path }) => new RegExp(`^${room}/versions/([^/]+)/`).exec(path)).find((found) => found !== null) ?? []
  if (folder === undefined) throw new Error(`the version has no ${room}`)
  return folder
}

/** The tree of an origin below the home folder, which is the same on a writer and on those who copy its versions. */
export function openVersionTree({ config, lake, pages, ledger, gaps, now }: Context) {
  const home = join(config.FORMOSA_HOME, config.FORMOSA_ORIGIN)
  /** The manifest of the version that was copied last. */
  const lastPath = join(home, 'copied.json')
  const roots = { lake: lake.root, pages: pages.root }
  return {
    home,
    folderOf,

    /** The newest version in a store, which must be of this origin; null before the first. */
    async newestIn(store: ObjectStore, known: number, signal: AbortSignal): Promise<VersionManifest | null> {
      const latest = await readLatest(store, known, signal)
      if (latest && latest.origin !== config.FORMOSA_ORIGIN)
        throw new Error(`the store holds ${latest.origin} data, and FORMOSA_ORIGIN is ${config.FORMOSA_ORIGIN}`)
      return latest
    },

    /** The version that was copied last; null where there is none, or its manifest is damaged. */
    async last(): Promise<VersionManifest | null> {
      try {
        const text = await readFile(lastPath)
        const { sequence } = unsealJson<VersionManifest>(text.toString())!
        return parseManifest(text, sequence, 'copied.json')
      } catch {
        return null
      }
    },

    /** Points the links of the tree at a version whose files are there, as its writer does. */
    async turnTo(manifest: VersionManifest): Promise<void> {
      for (const room of ['lake', 'pages'] as const) {
        const scratch = join(roots[room], 'current.next')
        await rm(scratch, { force: true })
        await pointAt(join(roots[room], 'current'), join('versions', folderOf(manifest, room)), scratch)
      }
      await replaceFile(lastPath, encodeManifest(manifest))
    },

    make: () => makeFolder(home),

    /** Removes versions that were replaced so long ago that no cursor may use them, with their ledgers and gaps. */
    async sweep(): Promise<void> {
      const before = now().getTime() - keptMs
      for (const root of Object.values(roots)) {
        const names = (await readdir(join(root, 'versions'))).sort()
        for (const [i, name] of names.entries()) {
          const next = names[i + 1] === undefined ? null : await lake.version(versionIn(names[i + 1]!))
          if (next && Date.parse(next.manifest.written_at) < before)
            await rm(join(root, 'versions', name), { recursive: true, force: true })
        }
      }
      for (const root of [ledger.root, gaps.root])
        if (existsSync(root)) await sweepBeside(root, join(lake.root, 'versions'))
    },
  }
}
