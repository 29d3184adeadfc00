import { readFile, rename } from 'node:fs/promises'
import { basename, dirname, join, resolve } from 'node:path'
import type { Dataset } from '../../catalogue/dataset.ts'
import { makeFolder } from '../../disk.ts'
import { sync, writeDurably } from '../files.ts'
import { type Manifest, type Part, unchanged } from '../manifest.ts'
import { makeTables, type Placed, type ReadFooters, statisticsIn } from './makeTables.ts'
import type { TableMetadata } from './metadata.ts'
import { type Read, readState, type TableState } from './state.ts'
import { metadataFileName, metadataFolder, type TableFile } from './table.ts'

/**
 * The tables of a lake on a disk. Each version's folder holds, beside the Parquet files of a dataset, the metadata of its
 * table, which names the files of this version and of those that are kept. So a table changes when the link to the
 * current version does, and the files it names go with the folder of a version.
 */

const scheme = 'file://'

/** The lake that a version's folder is in. */
export const lakeOf = (folder: string): string => dirname(dirname(resolve(folder)))

export const localLocation = (root: string, dataset: Pick<Dataset, 'name'>): string =>
  `${scheme}${resolve(root)}/current/${dataset.name}`

/** The address of a file of a version, by the name of the version's folder. */
export const localAddress = (root: string, version: string, path: string): string =>
  `${scheme}${resolve(root)}/versions/${version}/${path}`

/** Reads files by their addresses, those of a lake that was moved from where they are now. */
export const readLocal =
  (root: string, recorded = root): Read =>
  (address) => {
    const start = `${scheme}${resolve(recorded)}/`
    if (!address.startsWith(start)) throw new Error(`${address} is not in the lake`)
    return readFile(join(root, address.slice(start.length)))
  }

/** The metadata of a dataset's table in a version; null where there is none, or none that can be read. */
export async function readMetadata({ manifest, folder }: Placed, dataset: Dataset): Promise<TableMetadata | null> {
  try {
    const path = join(folder, metadataFolder(dataset), metadataFileName(manifest.number))
    return JSON.parse(await readFile(path, 'utf8'))
  } catch (error) {
    if (error instanceof SyntaxError || (error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}

/** The lake that a table was written for. */
export const placeOf = ({ location }: TableMetadata, { name }: Dataset): string =>
  location.slice(scheme.length, -`/current/${name}`.length)

/** The table that a version has; null where it is damaged or of another place, so that it begins anew. */
async function stateOf(version: Placed, dataset: Dataset): Promise<TableState | null> {
  const root = lakeOf(version.folder)
  const metadata = await readMetadata(version, dataset)
  if (metadata?.location !== localLocation(root, dataset)) return null
  return readState(metadata, readLocal(root)).catch(() => null)
}

export type WriteOptions = {
  readonly manifest: Manifest
  /** The folder of the version while it is written, and its name once it is published. */
  readonly folder: string
  readonly name: string
  /** The lake, where readers will find the version. */
  readonly root: string
  readonly datasets: readonly Dataset[]
  /** The version before. */
  readonly last: Placed | null
  readonly isKept: (number: number) => boolean
  readonly readFooters: ReadFooters
}

/** Writes the tables of a version into its folder. */
export async function writeTables(options: WriteOptions): Promise<void> {
  const { manifest, folder, name, root, datasets, last, isKept, readFooters } = options
  const tables = await makeTables(
    { manifest, folder },
    {
      ...{ datasets, number: manifest.number, isKept, readFooters },
      location: (dataset) => localLocation(root, dataset),
      locate: ({ path }) => localAddress(root, name, path),
      async previous(dataset) {
        const state = last && (await stateOf(last, dataset))
        const parts = last?.manifest.datasets[dataset.name]?.parts ?? []
        const addressOf = ({ file }: Part) => localAddress(lakeOf(last!.folder), basename(last!.folder), file)
        return { state, statistics: statisticsIn(state, parts, addressOf) }
      },
      isSame: (dataset) => unchanged(manifest.datasets[dataset.name]!.change),
    },
  )
  const write = ({ dataset, files }: (typeof tables)[number]) => writeTable(folder, dataset, files)
  // The first one comes last: where it is of this place, all are.
  await Promise.all(tables.slice(1).map(write))
  if (tables[0]) await write(tables[0])
}

/** The metadata comes last, at once and whole, so that a table in a published version turns in one step. */
async function writeTable(folder: string, dataset: Dataset, files: readonly TableFile[]): Promise<void> {
  const place = join(folder, metadataFolder(dataset))
  makeFolder(place)
  const [last, others] = [
    files.filter(({ kind }) => kind === 'metadata'),
    files.filter(({ kind }) => kind !== 'metadata'),
  ]
  await Promise.all(others.map(({ path, body }) => writeDurably(join(folder, path), body)))
  for (const { path, body } of last) {
    await writeDurably(join(folder, `${path}.new`), body)
    await rename(join(folder, `${path}.new`), join(folder, path))
  }
  await Promise.all([sync(place), sync(join(folder, dataset.name))])
}

type PlaceOptions = Pick<WriteOptions, 'root' | 'datasets' | 'readFooters'> & {
  /** The versions that are kept, oldest first. */
  readonly versions: readonly Placed[]
}

/** Whether the tables of a version are there and name the files of this lake. */
export async function arePlaced({ root, datasets }: Pick<PlaceOptions, 'root' | 'datasets'>, version: Placed) {
  const first = datasets.find(({ name }) => version.manifest.datasets[name])
  if (!first) return true
  const metadata = await readMetadata(version, first)
  return metadata !== null && placeOf(metadata, first) === resolve(root)
}

/** Writes the tables of versions that have none, or that were written for another folder: of a lake that was moved. */
export async function placeTables({ root, versions, datasets, readFooters }: PlaceOptions): Promise<void> {
  for (const [i, { manifest, folder }] of versions.entries())
    await writeTables({
      manifest,
      folder,
      name: basename(folder),
      root,
      datasets,
      last: versions[i - 1] ?? null,
      isKept: (number) => versions.some((version) => version.manifest.number === number),
      readFooters,
    })
}
