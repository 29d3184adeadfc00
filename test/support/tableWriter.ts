import { readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import type { Dataset } from '../../src/catalogue/dataset.ts'
import { catalogue } from '../../src/catalogue/index.ts'
import { bucketTables } from '../../src/cli/objects/bucketTables.ts'
import { placeTables } from '../../src/cli/objects/placedTables.ts'
import { openEngine } from '../../src/lake/engine.ts'
import { readFooters } from '../../src/lake/iceberg/footers.ts'
import { openLake, type Version } from '../../src/lake/lake.ts'
import { openHashMemory } from '../../src/objects/hashes.ts'
import { type Published, publishVersion } from '../../src/objects/publish.ts'
import { openS3 } from '../../src/objects/s3.ts'
import type { ObjectStore } from '../../src/objects/store.ts'
import type { Ceph } from './ceph.ts'
import { sampleRows } from './sampleRows.ts'

/** What a process of its own needs to publish the current version of a lake. */
export type TableOrder = Pick<Ceph, 'endpoint' | 'region' | 'credentials'> & {
  readonly bucket: string
  readonly prefix: string
  readonly root: string
}

/** A lake of some datasets below a folder that stands for a home, with a clock that goes on by itself. */
export function createLake(root: string, datasets: readonly Dataset[]) {
  let at = Date.parse('2026-01-10T10:00:00Z')
  const lake = openLake({
    root: join(root, 'lake'),
    origin: 'demo',
    datasets,
    now() {
      at += 60_000
      return new Date(at)
    },
    memory: '256MB',
  })
  return {
    lake,
    /** Writes the next version: some rows of every dataset, or of some. */
    async load(from: number, to: number, only = datasets): Promise<Version> {
      const version = await lake.change({ through: '2026-01-09', maker: {} }, async (draft) => {
        for (const dataset of only) await draft.upsert(dataset, sampleRows(dataset, from, to))
      })
      return version!
    },
  }
}

/** Publishes a version with its tables, as the service does; `beforePlacing` runs once the version is published. */
export async function publishLake(
  store: ObjectStore,
  root: string,
  version: Version,
  { beforePlacing = async () => {} }: { readonly beforePlacing?: () => Promise<void> } = {},
): Promise<Published> {
  const engine = await openEngine({ memory: '256MB', scratch: join(root, 'spill') })
  try {
    const published = await publishVersion({
      ...{ store, root, version: version.manifest.version, origin: 'demo', writer: root },
      files: readdirSync(version.folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.parentPath.endsWith('/metadata'))
        .map((entry) => ({ path: relative(root, join(entry.parentPath, entry.name)), kind: 'lake' })),
      hashes: await openHashMemory(join(root, 'hashes.json')),
      tables: bucketTables({
        ...{ store, root, version, datasets: catalogue },
        readFooters: (files) => readFooters(engine.connection, files),
      }),
    })
    await beforePlacing()
    await placeTables(store, published.manifest)
    return published
  } finally {
    engine.close()
  }
}

if (import.meta.main) {
  const { root, ...settings } = JSON.parse(process.argv[2]!) as TableOrder
  const store = openS3(settings)
  const { lake } = createLake(root, catalogue)
  await publishLake(store, root, (await lake.current())!)
  store.close()
}
