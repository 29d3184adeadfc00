import { readFile, stat } from 'node:fs/promises'
import { checksum, ifMissing, replaceFile, sealJson, unsealJson } from '../disk.ts'

type HashedFile = { readonly sha256: string; readonly bytes: number }

/** Opens the hashes in a file; one that is missing or damaged is made anew. */
export async function openHashMemory(path: string) {
  const read = await readFile(path, 'utf8').then(unsealJson<Record<string, string>>, ifMissing(null))
  const known = new Map(Object.entries(read ?? {}))
  const used = new Map<string, string>()
  return {
    async hash(file: string): Promise<HashedFile> {
      const { ino, size, mtimeNs } = await stat(file, { bigint: true })
      const key = `${ino}-${size}-${mtimeNs}`
      const sha256 = used.get(key) ?? known.get(key) ?? (await checksum(file))
      used.set(key, sha256)
      return { sha256, bytes: Number(size) }
    },
    /** Remembers the hashes that were requested, and forgets all others. */
    save: () => replaceFile(path, sealJson(Object.fromEntries(used))),
  }
}

/** SHA-256 of files that are never changed in place; equal files of two versions are links to one. */
export type HashMemory = Awaited<ReturnType<typeof openHashMemory>>
