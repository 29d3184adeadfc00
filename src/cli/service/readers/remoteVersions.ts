import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DamagedFile } from '../../../disk.ts'
import { listSequences, readManifest, type VersionFile, type VersionManifest } from '../../../objects/manifest.ts'
import { takeFiles } from '../../../objects/take.ts'
import { formatVersion } from '../../../pages/format.ts'
import { listPath, readPages } from '../../../pages/list.ts'
import { type OpenPages, openPages } from '../../../pages/open.ts'
import { RecentMap } from '../../../recent.ts'
import { openVersionTree } from '../../objects/versionTree.ts'
import type { Parts } from '../serviceParts.ts'

/** Versions of cursors that are kept open. */
const mostKept = 16
/** Manifests that are read to find the version of a cursor. */
const mostLooked = 200

/** Pages of a format that this release does not know. */
export class UnknownPages extends Error {
  readonly format: number

  constructor(format: number) {
    super(`the pages have format ${format}, and this release reads format ${formatVersion}`)
    this.format = format
  }
}

/** Files that are fetched in parts, or when a request reads them; the others belong to every copy of a version. */
export const isFetchedLater = ({ path, kind }: VersionFile): boolean =>
  kind === 'lake' ? !path.endsWith('/manifest.json') : kind === 'iceberg' || /\.(rows|hidden)$/.test(path)

/** Opens versions of an object store: the newest, and those that cursors point at. */
export function createRemoteVersions({
  context,
  store,
  cache,
  signal,
}: Parts<'context' | 'store' | 'cache' | 'signal'>) {
  const { home, folderOf } = openVersionTree(context)
  const kept = new RecentMap<string, OpenPages>(mostKept)
  const opening = new Map<string, Promise<OpenPages | null>>()
  const manifests = new Map<number, VersionManifest>()
  /** The pages that were opened last. */
  let last: OpenPages | null = null

  let takenBytes = 0

  /** Fetches the files that every copy of a version has. */
  async function take(files: readonly VersionFile[]): Promise<void> {
    const shared = files.filter((file) => !isFetchedLater(file))
    takenBytes += await takeFiles(store, home, shared, { signal })
  }

  /** Opens the pages of a version. */
  async function open(manifest: VersionManifest): Promise<OpenPages> {
    cache.know(manifest.files)
    await take(manifest.files)
    const name = folderOf(manifest, 'pages')
    const folder = join(context.pages.root, 'versions', name)
    const version = readPages(folder)
    if (!version) {
      const { format } = JSON.parse(await readFile(listPath(folder), 'utf8')).content ?? {}
      if (format === formatVersion || typeof format !== 'number')
        throw new DamagedFile(listPath(folder), 'its checksum is wrong')
      throw new UnknownPages(format)
    }
    const files = new Map(manifest.files.map((file) => [file.path, file]))
    const find = (file: string): VersionFile => {
      const found = files.get(`pages/versions/${name}/${file}`)
      if (!found) throw new DamagedFile(join(folder, file), 'the version does not have it')
      return found
    }
    return openPages(version, (file) => cache.pathOf(find(file).sha256))
  }

  /** The manifest of a version by its name; null where the store does not keep it. */
  async function manifestOf(name: string): Promise<VersionManifest | null> {
    const sequences = (await listSequences(store)).reverse().slice(0, mostLooked)
    for (const sequence of manifests.keys()) if (!sequences.includes(sequence)) manifests.delete(sequence)
    for (const sequence of sequences) {
      const manifest = manifests.get(sequence) ?? (await readManifest(store, sequence, signal))
      if (manifest) manifests.set(sequence, manifest)
      if (manifest?.version === name) return manifest
    }
    return null
  }

  async function openKept(name: string): Promise<OpenPages | null> {
    const manifest = await manifestOf(name)
    if (!manifest) return null
    const pages = await open(manifest)
    kept.set(name, pages)
    return pages
  }

  return {
    take,
    /** Bytes of whole files that were fetched. */
    takenBytes: () => takenBytes,

    /** Opens the version that is served from now on. */
    async openNewest(manifest: VersionManifest): Promise<OpenPages> {
      const pages = await open(manifest)
      if (last) kept.set(last.version, last)
      last = pages
      return pages
    },

    /** A version that a cursor needs; null where it is gone. */
    find(name: string): Promise<OpenPages | null> {
      if (last?.version === name) return Promise.resolve(last)
      const known = kept.get(name)
      if (known && existsSync(listPath(known.folder))) return Promise.resolve(known)
      const running = opening.get(name) ?? openKept(name).finally(() => opening.delete(name))
      opening.set(name, running)
      return running
    },
  }
}
