import { createHash } from 'node:crypto'
import { globSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { contentKey } from '../../src/objects/manifest.ts'
import type { ObjectStore } from '../../src/objects/store.ts'

/** A file of a folder with the content that names it. */
export type StoredFile = { readonly path: string; readonly sha256: string; readonly bytes: number }

/** The objects of a folder as a store: with delays, and with wrong bytes if a test wants them. */
export function openFolderStore(folder: string) {
  const paths = new Map<string, string>()
  const requests: { readonly key: string; readonly from: number; readonly to: number }[] = []
  let corrupt = 0

  const read = (key: string): Buffer | null => {
    const path = paths.get(key)
    return path === undefined ? null : readFileSync(path)
  }

  /** Changes a byte of as many reads as the test has requested. */
  const sent = (bytes: Buffer): Buffer => {
    if (corrupt > 0 && bytes.length > 0) {
      corrupt--
      for (let at = 0; at < bytes.length; at += 4_096) bytes[at]! ^= 1
    }
    return bytes
  }

  const store: Pick<ObjectStore, 'get' | 'download'> = {
    async get(key, { range } = {}) {
      const whole = read(key)
      const { from, to } = range ?? { from: 0, to: whole?.length ?? 0 }
      requests.push({ key, from, to })
      await sleep(1)
      return whole && sent(whole.subarray(from, to))
    },
    async download(key, path) {
      const whole = read(key)
      requests.push({ key, from: 0, to: whole?.length ?? 0 })
      await sleep(1)
      if (whole) writeFileSync(path, whole)
      return whole !== null
    },
  }

  return {
    store,
    requests,
    /** Lets the next answers have wrong bytes. */
    corruptNext(reads: number): void {
      corrupt = reads
    },
    /** Stores bytes under a name. */
    put(name: string, bytes: Buffer): StoredFile {
      const path = join(folder, name)
      mkdirSync(dirname(path), { recursive: true })
      writeFileSync(path, bytes)
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      paths.set(contentKey(sha256), path)
      return { path: name, sha256, bytes: bytes.length }
    },
    /** Stores every file of another folder. */
    putFolder(from: string): StoredFile[] {
      return globSync('**/*', { cwd: from })
        .filter((name) => statSync(join(from, name)).isFile())
        .map((name) => {
          const bytes = readFileSync(join(from, name))
          const sha256 = createHash('sha256').update(bytes).digest('hex')
          paths.set(contentKey(sha256), join(from, name))
          return { path: name, sha256, bytes: bytes.length }
        })
    },
  }
}
