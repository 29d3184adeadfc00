import { basename } from 'node:path'
import type { Dataset } from '../../catalogue/dataset.ts'
import { lakeOf, localAddress, type Placed, placeOf, readLocal, readMetadata } from './localTables.ts'
import type { FileStatistics, TableMetadata } from './metadata.ts'
import { readState, type TableState } from './state.ts'
import { hintFileName, icebergTable, type Locate, metadataFileName, type TableFile } from './table.ts'

export type TablesOptions = {
  readonly datasets: readonly Dataset[]
  /** The number of the version in this place; higher than those before. */
  readonly number: number
  /** Where readers find the table of a dataset, such as `s3://bucket/prefix/tables/TaiwanStockPrice`. */
  readonly location: (dataset: Dataset) => string
  /** Where readers find a Parquet file, a manifest or a manifest list. */
  readonly locate: Locate
  /** Reads what an earlier call made for this place, by its address; null where there is no such file. */
  readonly read: (address: string) => Promise<Buffer | null>
  /** Whether the snapshot of a version stays; the files of the others may be removed once the tables are written. */
  readonly isKept: (number: number) => boolean
}

/**
 * The tables of a published version for another place than the lake's own folder, such as an object store: all files that
 * the version's snapshot needs there. Manifests and manifest lists lie where `locate` says; a table's metadata file lies
 * in the folder `metadata` of its location, and so does the hint, which is written last, since it makes the version the
 * table's current one. A table that has the version already has no files to write.
 */
export async function icebergTables(version: Placed, options: TablesOptions): Promise<TableFile[]> {
  const { datasets, number, location, locate, read, isKept } = options
  const { manifest } = version
  const made = await Promise.all(
    datasets
      .filter((dataset) => manifest.datasets[dataset.name])
      .map(async (dataset) =>
        icebergTable({
          dataset,
          manifest,
          number,
          location: location(dataset),
          locate,
          statistics: await statisticsOf(version, dataset),
          before: await stateAt(location(dataset), read),
          isKept,
        }),
      ),
  )
  return made.flat()
}

/** The statistics that the lake's own table has, by the SHA-256 of the file. */
async function statisticsOf(version: Placed, dataset: Dataset): Promise<Map<string, FileStatistics>> {
  const metadata = await readMetadata(version, dataset)
  if (!metadata) throw new Error(`The version in ${version.folder} has no table of ${dataset.name}.`)
  const place = placeOf(metadata, dataset)
  const { entries } = await readState(metadata, readLocal(lakeOf(version.folder), place))
  const files = new Map(entries.map(({ data_file }) => [data_file.file_path, data_file]))
  return new Map(
    version.manifest.datasets[dataset.name]!.parts.map(({ file, sha256 }) => {
      const known = files.get(localAddress(place, basename(version.folder), file))
      if (!known) throw new Error(`The table of ${dataset.name} in ${version.folder} does not name ${file}.`)
      return [sha256, known]
    }),
  )
}

/** The table at a place; null before its first version. */
async function stateAt(location: string, read: TablesOptions['read']): Promise<TableState | null> {
  const hint = await read(`${location}/metadata/${hintFileName}`)
  if (hint === null) return null
  const must = async (address: string): Promise<Buffer> => {
    const bytes = await read(address)
    if (bytes === null) throw new Error(`${address} is missing`)
    return bytes
  }
  const metadata: TableMetadata = JSON.parse(
    (await must(`${location}/metadata/${metadataFileName(Number(hint))}`)).toString(),
  )
  return readState(metadata, must)
}
