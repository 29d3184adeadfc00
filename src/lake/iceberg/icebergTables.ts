import { decodeManifestList } from './avro.ts'
import type { BundledTable, TableBundle } from './bundle.ts'
import { type MakeOptions, makeTables, type Placed, statisticsIn } from './makeTables.ts'
import type { TableMetadata } from './metadata.ts'
import { readState, type TableState } from './state.ts'
import type { Locate, TableFile } from './table.ts'

export type TablesOptions = Pick<MakeOptions, 'datasets' | 'number' | 'location' | 'isKept' | 'readFooters'> & {
  /** Where readers find a Parquet file, by its content. */
  readonly locateRows: (sha256: string) => string
  /** Where readers find a manifest or manifest list of this version, which nobody has written there before. */
  readonly locateNew: (path: string) => string
  /** The tables of the version before; null where there are none. */
  readonly before: TableBundle | null
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
      const { parts } = manifest.datasets[dataset.name]!
      return { state, statistics: statisticsIn(state, parts, ({ sha256 }) => locateRows(sha256)) }
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

const bodyOf = (files: readonly TableFile[], selected: TableFile['kind']): Buffer =>
  files.find(({ kind }) => kind === selected)!.body

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
