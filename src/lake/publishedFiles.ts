import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Version } from './lake.ts'
import { type Manifest, type Part, readVersion } from './manifest.ts'

/** The name under which a file is published: equal bytes keep their name from one version to the next. */
export const publishedName = ({ name, sha256 }: Pick<Part, 'name' | 'sha256'>): string =>
  `${name}-${sha256.slice(0, 16)}.parquet`

/** A published file where it lies. */
export type PublishedFile = {
  readonly path: string
  readonly part: Part
  /** The version it was found in. */
  readonly version: string
}

/** Keeps a file on this machine until the returned function is called; fetches it where it is not here. */
type Hold = (file: PublishedFile) => Promise<() => void>

export type PublishedFiles = ReturnType<typeof openPublishedFiles>

/** Finds the files of every version that a lake still keeps. */
export function openPublishedFiles(root: string, hold: Hold = async () => () => {}) {
  const versions = join(root, 'versions')
  const known = new Map<string, Version>()

  async function read(name: string): Promise<Version | null> {
    const version = known.get(name) ?? (await readVersion(join(versions, name)))
    if (version) known.set(name, version)
    return version
  }

  /** The names of the versions that are kept, newest first. */
  async function listVersions(): Promise<readonly string[]> {
    const names = (await readdir(versions)).sort().reverse()
    for (const kept of known.keys()) if (!names.includes(kept)) known.delete(kept)
    return names
  }

  return {
    hold,
    /** The versions that are kept, newest first. */
    async versions(): Promise<readonly Manifest[]> {
      const found = await Promise.all((await listVersions()).map(read))
      return found.flatMap((version) => (version ? [version.manifest] : []))
    },
    /** Finds a file of a dataset by its published name in the newest version that has it; null if none is kept. */
    async find(dataset: string, name: string): Promise<PublishedFile | null> {
      for (const version of await listVersions()) {
        const kept = await read(version)
        const part = kept?.manifest.datasets[dataset]?.parts.find((part) => publishedName(part) === name)
        if (kept && part) return { path: join(kept.folder, part.file), part, version: kept.manifest.version }
      }
      return null
    },
  }
}
