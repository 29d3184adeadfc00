import { mkdirSync, mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { openHashMemory } from '../../src/objects/hashes.ts'
import { type LocalFile, publishVersion } from '../../src/objects/publish.ts'
import { openS3 } from '../../src/objects/s3.ts'
import type { ObjectStore } from '../../src/objects/store.ts'
import type { Ceph } from './ceph.ts'

/** What a process of its own needs to publish. */
export type WriterOrder = Pick<Ceph, 'endpoint' | 'region' | 'credentials'> & {
  readonly bucket: string
  readonly root: string
  readonly version: string
  readonly files: readonly LocalFile[]
}

/** A folder of small files, which stands for the home of a writer. */
export function createTree(name: string) {
  const root = mkdtempSync(join(tmpdir(), `formosa-objects-${name}-`))
  return {
    root,
    /** Writes the files of a version, by name and text, and returns them. */
    write(version: string, texts: Readonly<Record<string, string>>): LocalFile[] {
      return Object.entries(texts).map(([file, text]) => {
        const path = `lake/versions/${version}/${file}`
        mkdirSync(dirname(join(root, path)), { recursive: true })
        writeFileSync(join(root, path), text)
        return { path, kind: 'lake' }
      })
    },
  }
}

/** Publishes a version of a folder. */
export async function publishTree(
  store: ObjectStore,
  { root, version, files }: Pick<WriterOrder, 'root' | 'version' | 'files'>,
  other: Partial<Parameters<typeof publishVersion>[0]> = {},
) {
  const hashes = await openHashMemory(join(root, 'hashes.json'))
  return publishVersion({ ...{ store, root, version, files, hashes }, origin: 'demo', writer: root, ...other })
}

if (import.meta.main) {
  const { bucket, endpoint, region, credentials, ...order } = JSON.parse(process.argv[2]!) as WriterOrder
  const store = openS3({ bucket, prefix: '', endpoint, region, credentials })
  await publishTree(store, order)
  store.close()
}
