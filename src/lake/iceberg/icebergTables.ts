import { join } from 'node:path'
import type { Dataset } from '../../catalogue/dataset.ts'
import type { Manifest } from '../manifest.ts'
import { decodeManifestList } from './avro.ts'
import type { BundledTable, TableBundle } from './bundle.ts'
import type { FileToRead } from './footers.ts'
import type { DataFile, FileStatistics, TableMetadata } from './metadata.ts'
import { readState, type TableState } from './state.ts'
import { icebergTable, type Locate, type TableFile } from './table.ts'

/** A version where it lies. */
export type Placed = { readonly manifest: Manifest; readonly folder: string }

/** Reads the statistics in the footers of files. */
export type ReadFooters = (files: readonly FileToRead[]) => Promise<readonly FileStatistics[]>

type TablesOptions = {
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

/** The table of each dataset as the version before left it, and the statistics that are known of its files. */
async function tablesBefore({ manifest }: Placed, { datasets, before, location, locateRows }: TablesOptions) {
  const held = datasets.filter(({ name }) => manifest.datasets[name])
  return Promise.all(
    held.map(async (dataset) => {
      const state = await stateIn(before?.get(dataset.name), location(dataset))
      const known = new Map(state?.entries.map(({ data_file }) => [data_file.file_path, data_file]))
      const { parts } = manifest.datasets[dataset.name]!
      const pairs = parts.map(({ sha256 }) => [sha256, known.get(locateRows(sha256))] as const)
      const statistics = new Map<string, FileStatistics>(
        pairs.filter((pair): pair is [string, DataFile] => pair[1] !== undefined),
      )
      return { dataset, state, parts, statistics }
    }),
  )
}

/** The tables of a published version for another place than the lake's own folder, such as an object store. */
export async function icebergTables(version: Placed, options: TablesOptions): Promise<TableBundle> {
  const { number, location, locateRows, locateNew, before, isKept, readFooters } = options
  const { manifest, folder } = version
  const locate: Locate = ({ path, sha256 }) => (path.endsWith('.parquet') ? locateRows(sha256) : locateNew(path))
  const tables = await tablesBefore(version, options)
  const unread = tables.flatMap(({ dataset, parts, statistics }) =>
    parts.filter(({ sha256 }) => !statistics.has(sha256)).map((part) => ({ dataset, part, statistics })),
  )
  const read = await readFooters(
    unread.map(({ dataset, part: { file, rows, bytes } }) => ({ path: join(folder, file), dataset, rows, bytes })),
  )
  for (const [i, { part, statistics }] of unread.entries()) statistics.set(part.sha256, read[i]!)
  const bundled = tables.map(async ({ dataset, state, statistics }) => {
    const files = await icebergTable({
      ...{ dataset, manifest, number, locate, statistics, isKept },
      before: state,
      location: location(dataset),
    })
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
