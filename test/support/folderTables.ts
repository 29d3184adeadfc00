import { existsSync, linkSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Dataset } from '../../src/catalogue/dataset.ts'
import type { Engine } from '../../src/lake/engine.ts'
import type { TableBundle } from '../../src/lake/iceberg/bundle.ts'
import { readFooters } from '../../src/lake/iceberg/footers.ts'
import { icebergTables } from '../../src/lake/iceberg/icebergTables.ts'
import { hintFileName, metadataFileName, metadataFolder } from '../../src/lake/iceberg/table.ts'
import type { Version } from '../../src/lake/lake.ts'

/** Parquet files are named by their content, as in a bucket. */
const objectOf = (sha256: string): string => `objects/${sha256}`

/** The tables of versions of a lake in a folder of the disk, as a bucket holds them: for what needs no store. */
export function createFolderTables(folder: string, datasets: readonly Dataset[], engine: () => Engine) {
  const address = (path: string): string => `file://${join(folder, path)}`
  let before: TableBundle | null = null

  return {
    location: ({ name }: Pick<Dataset, 'name'>): string => address(name),
    folderOf: (dataset: Pick<Dataset, 'name'>): string => join(folder, metadataFolder(dataset)),
    /** Writes the tables of the next version, and returns them. */
    async add(version: Version, isKept: (number: number) => boolean = () => true): Promise<TableBundle> {
      const { manifest } = version
      for (const { parts } of Object.values(manifest.datasets))
        for (const { sha256, file } of parts) {
          const object = join(folder, objectOf(sha256))
          mkdirSync(dirname(object), { recursive: true })
          if (!existsSync(object)) linkSync(join(version.folder, file), object)
        }
      const bundle = await icebergTables(version, {
        ...{ datasets, before, isKept, number: manifest.number },
        readFooters: (files) => readFooters(engine().connection, files),
        location: ({ name }) => address(name),
        locateRows: (sha256) => address(objectOf(sha256)),
        locateNew: address,
      })
      const write = (path: string, body: string | Buffer) => {
        mkdirSync(dirname(path), { recursive: true })
        writeFileSync(path, body)
      }
      for (const [name, { metadata, files }] of bundle) {
        for (const [at, body] of files) write(at.slice('file://'.length), body)
        const place = join(folder, metadataFolder({ name }))
        write(join(place, metadataFileName(manifest.number)), JSON.stringify(metadata))
        write(join(place, hintFileName), String(manifest.number))
      }
      before = bundle
      return bundle
    },
  }
}
