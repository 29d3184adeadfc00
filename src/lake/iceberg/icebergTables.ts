import type { Dataset } from '../../catalogue/dataset.ts'
import { decodeManifestList } from './avro.ts'
import type { BundledTable, TableBundle } from './bundle.ts'
import { makeTables, type Placed, type ReadFooters } from './makeTables.ts'
import type { FileStatistics, TableMetadata } from './metadata.ts'
import { readState, type TableState } from './state.ts'
import type { Locate, TableFile } from './table.ts'

export type TablesOptions = {
  readonly datasets: readonly Dataset[]
  /** The number of the version in this place; higher than those before. */
  readonly number: number
  /** Where readers find the table of a dataset, such as `s3://bucket/prefix/tables/TaiwanStockPrice`. */
  readonly location: (dataset: Dataset) => string
  /** Where readers find a Parquet file, by its content. */
  readonly locateRows: (sha256: string) => string
  /** Where readers find a manifest or manifest list of this version, which nobody has written there before. */
  readonly locateNew: (path: string) => string
  /** The tables of the version before; null where there are none. */
  readonly before: TableBundle | null
  /** Whether the snapshot of a version stays. */
  readonly isKept: (number: number) => boolean
  readonly readFooters: ReadFooters
}

/** The tables of a published version for another place than the lake's own folder, such as an object store. */
export async function icebergTables(version: Placed, options: TablesOptions): Promise<TableBundle> {
  const { datasets, number, location, locateRows, locateNew, before, isKept, readFooters } = options
  const { manifest } = version
  const locate: Locate = ({ path, sha256 }) => (path.endsWith('.parquet') ? locateRows(sha256) : locateNew(path))
  const made = await makeTables(version, {
    ...{ datasets, number, location, locate, isKept, readFooters },
    async previous(dataset) {
      const state = await stateIn(before?.get(dataset.name), location(dataset))
      const known = new Map(state?.entries.map(({ data_file }) => [data_file.file_path, data_file]))
      const statistics = new Map<string, FileStatistics>()
      for (const { sha256 } of manifest.datasets[dataset.name]!.parts) {
        const file = known.get(locateRows(sha256))
        if (file) statistics.set(sha256, file)
      }
      return { state, statistics }
    },
    // Files are named by their content.
    isSame: () => false,
  })
  const bundled = made.map(async ({ dataset, files }) => {
    const metadata: TableMetadata = JSON.parse(bodyOf(files, 'metadata').toString())
    const { records } = await decodeManifestList(bodyOf(files, 'manifest-list'))
    const known = before?.get(dataset.name)?.files
    const carried = records.flatMap(({ manifest_path }) => {
      const body = known?.get(manifest_path)
      return body ? [[manifest_path, body] as const] : []
    })
    const own = files
      .filter(({ kind }) => kind === 'manifest' || kind === 'manifest-list')
      .map(({ path, body }) => [locateNew(path), body] as const)
    return [dataset.name, { metadata, files: new Map([...carried, ...own]) }] as const
  })
  return new Map(await Promise.all(bundled))
}

const bodyOf = (files: readonly TableFile[], wanted: TableFile['kind']): Buffer =>
  files.find(({ kind }) => kind === wanted)!.body

/** Reads a snapshot by the files of a bundle. */
export const readBundled = ({ metadata, files }: BundledTable): Promise<TableState> =>
  readState(metadata, async (address) => {
    const body = files.get(address)
    if (!body) throw new Error(`${address} is missing`)
    return body
  })

/** The table before; null where there is none, or one of another place or that cannot be read, so that it begins anew. */
async function stateIn(table: BundledTable | undefined, location: string): Promise<TableState | null> {
  if (table?.metadata.location !== location) return null
  return readBundled(table).catch(() => null)
}
