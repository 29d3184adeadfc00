import { randomBytes } from 'node:crypto'
import { dirname, join } from 'node:path'
import type { Dataset } from '../../catalogue/dataset.ts'
import { makeFolder, replaceFile } from '../../disk.ts'
import { DamagedError } from '../../errors.ts'
import { decodeBundle, encodeBundle, type TableBundle } from '../../lake/iceberg/bundle.ts'
import { icebergTables, type Placed, type ReadFooters } from '../../lake/iceberg/icebergTables.ts'
import { hintFileName, metadataFileName, metadataFolder } from '../../lake/iceberg/table.ts'
import { inTurns } from '../../objects/inTurns.ts'
import { contentKey, listSequences, type VersionFile, type VersionManifest } from '../../objects/manifest.ts'
import type { VersionTables } from '../../objects/publish.ts'
import type { ObjectStore } from '../../objects/store.ts'

/**
 * The Iceberg tables in an object store. The manifests and manifest lists of a version have names that are used once,
 * and are sent before the version. The version names one object with all its tables, from which the files at fixed
 * places are written once the version is published (`placedTables.ts`): so a writer that loses or dies changes no table.
 */

/** The path of the tables of a version, in its manifest and in the home that published it. */
export const bundlePath = 'iceberg/tables.json.gz'
export const tablesPrefix = 'tables/'

/** Files that are sent at once. */
export const tablesAtOnce = 8

export const placedMetadataKey = (name: string, sequence: number): string =>
  `${tablesPrefix}${metadataFolder({ name })}/${metadataFileName(sequence)}`
export const placedHintKey = (name: string): string => `${tablesPrefix}${metadataFolder({ name })}/${hintFileName}`

/** The address of an object for readers of tables, and its key. */
export const addressOf = (store: ObjectStore, key: string): string => `${store.name}/${key}`
export const keyOf = (store: ObjectStore, address: string): string => address.slice(store.name.length + 1)

const locationOf = (store: ObjectStore, name: string): string => addressOf(store, `${tablesPrefix}${name}`)

/** Whether tables name the objects of this store, and not those of one that it was copied from. */
export const areOf = (store: ObjectStore, bundle: TableBundle): boolean =>
  [...bundle].every(([name, { metadata }]) => metadata.location === locationOf(store, name))

/** The tables of a published version; null where it has none. */
export async function readTables(
  store: ObjectStore,
  { files, sequence }: VersionManifest,
): Promise<TableBundle | null> {
  const file = files.find(({ path }) => path === bundlePath)
  if (!file) return null
  const key = contentKey(file.sha256)
  const bytes = await store.get(key, { sha256: file.sha256 })
  if (!bytes)
    throw new DamagedError(`${addressOf(store, key)} is missing: the tables of sequence ${sequence} are lost.`)
  return decodeBundle(bytes)
}

type TablesOptions = {
  readonly store: ObjectStore
  /** The folder that paths of versions are relative to. */
  readonly root: string
  readonly version: Placed
  readonly datasets: readonly Dataset[]
  readonly readFooters: ReadFooters
}

/** The tables that go with a version of the lake when it is published. */
export function bucketTables({ store, root, version, datasets, readFooters }: TablesOptions): VersionTables {
  /** The tables of the newest version; null where they must begin anew. */
  async function tablesOf(latest: VersionManifest): Promise<TableBundle | null> {
    try {
      const bundle = await readTables(store, latest)
      return bundle && areOf(store, bundle) ? bundle : null
    } catch (error) {
      if (error instanceof DamagedError) return null
      throw error
    }
  }

  /** Tables name files by the checksums in the lake's manifest; objects are named by the bytes on the disk. */
  function assertSent(files: readonly VersionFile[]): void {
    const sent = new Set(files.map(({ sha256 }) => sha256))
    for (const { parts } of Object.values(version.manifest.datasets))
      for (const { file, sha256 } of parts)
        if (!sent.has(sha256))
          throw new DamagedError(`${join(version.folder, file)} is damaged: it does not have its SHA-256.`)
  }

  async function keep(bytes: Buffer): Promise<void> {
    const path = join(root, bundlePath)
    makeFolder(dirname(path))
    await replaceFile(path, bytes)
  }

  return {
    areIn: async (latest) => (await tablesOf(latest)) !== null,

    async make(latest, sequence, files) {
      assertSent(files)
      const kept = new Set(await listSequences(store))
      const before = latest && (await tablesOf(latest))
      const attempt = randomBytes(6).toString('hex')
      const bundle = await icebergTables(version, {
        ...{ datasets, number: sequence, before, readFooters },
        location: ({ name }) => locationOf(store, name),
        locateRows: (sha256) => addressOf(store, contentKey(sha256)),
        // Other engines know a manifest by the end of its name.
        locateNew: (path) => addressOf(store, `${tablesPrefix}${path.replace(/\.avro$/, `-${attempt}.avro`)}`),
        isKept: (number) => kept.has(number),
      })
      const made = [...bundle].flatMap(([name, table]) =>
        [...table.files].filter(([address]) => !before?.get(name)?.files.has(address)),
      )
      await inTurns(made, tablesAtOnce, async ([address, body]) => {
        await store.put(keyOf(store, address), body)
      })
      await keep(await encodeBundle(bundle))
      return [{ path: bundlePath, kind: 'iceberg' }]
    },
  }
}
