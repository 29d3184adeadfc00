import { link, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isWhole, makeFolder } from '../disk.ts'
import { DamagedError } from '../errors.ts'
import { inTurns } from './inTurns.ts'
import { contentKey, type VersionFile } from './manifest.ts'
import type { ObjectStore } from './store.ts'

/** Files that are fetched at once. */
const atOnce = 8

/**
 * Puts files of a version where they lie on the writer's disk. Equal content of `known`, by checksum, is linked: it was
 * compared with its checksum when it was fetched, and the scrubber looks at it since. The rest is fetched and compared.
 * Returns the bytes that were fetched.
 */
export async function takeFiles(
  store: Pick<ObjectStore, 'download' | 'name'>,
  home: string,
  files: readonly VersionFile[],
  { signal, known = new Map() }: { signal?: AbortSignal; known?: ReadonlyMap<string, string> } = {},
): Promise<number> {
  let fetched = 0
  await inTurns(files, atOnce, async (file) => {
    const path = join(home, file.path)
    if (await isWhole(path, file)) return
    makeFolder(dirname(path))
    await rm(path, { force: true })
    const same = known.get(file.sha256)
    if (same !== undefined && (await stat(same).catch(() => null))?.size === file.bytes) {
      await link(same, path)
      return
    }
    if (!(await store.download(contentKey(file.sha256), path, { signal, sha256: file.sha256 })))
      throw new DamagedError(`${store.name}/${contentKey(file.sha256)} is missing: ${file.path} cannot be fetched.`)
    fetched += file.bytes
  })
  return fetched
}
