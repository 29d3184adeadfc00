import { join } from 'node:path'
import type { Dataset } from '../../catalogue/dataset.ts'
import type { Manifest, Part } from '../manifest.ts'
import type { FileToRead } from './footers.ts'
import type { DataFile, FileStatistics } from './metadata.ts'
import type { TableState } from './state.ts'
import { icebergTable, type Locate, type TableFile } from './table.ts'

/** A version where it lies. */
export type Placed = { readonly manifest: Manifest; readonly folder: string }

/** Reads the statistics in the footers of files. */
export type ReadFooters = (files: readonly FileToRead[]) => Promise<readonly FileStatistics[]>

/** A dataset's table before the version. */
type Previous = {
  /** The table as the version before left it; null where there is none. */
  readonly state: TableState | null
  /** Statistics of files by their SHA-256; the footers of others are read. */
  readonly statistics: ReadonlyMap<string, FileStatistics>
}

export type MakeOptions = {
  readonly datasets: readonly Dataset[]
  /** The number of the version in this place; higher than those before. */
  readonly number: number
  /** Where readers find the table of a dataset, such as `s3://bucket/prefix/tables/TaiwanStockPrice`. */
  readonly location: (dataset: Dataset) => string
  readonly locate: Locate
  readonly previous: (dataset: Dataset) => Promise<Previous>
  /** Whether the version's rows of a dataset are those of the version before, although their files may lie elsewhere. */
  readonly isSame: (dataset: Dataset) => boolean
  /** Whether the snapshot of a version stays. */
  readonly isKept: (number: number) => boolean
  readonly readFooters: ReadFooters
}

/** The statistics that a table has of files, by the SHA-256 of each. */
export function statisticsIn(state: TableState | null, parts: readonly Part[], addressOf: (part: Part) => string) {
  const known = new Map(state?.entries.map(({ data_file }) => [data_file.file_path, data_file]))
  const pairs = parts.map((part) => [part.sha256, known.get(addressOf(part))] as const)
  return new Map(pairs.filter((pair): pair is [string, DataFile] => pair[1] !== undefined))
}

export const toRead = (folder: string, dataset: Dataset, { file, rows, bytes }: Part): FileToRead => ({
  path: join(folder, file),
  dataset,
  rows,
  bytes,
})

/** The files that a version adds to the tables of a place, by dataset. */
export async function makeTables(
  { manifest, folder }: Placed,
  { datasets, number, location, locate, previous, isSame, isKept, readFooters }: MakeOptions,
): Promise<{ readonly dataset: Dataset; readonly files: readonly TableFile[] }[]> {
  const tables = await Promise.all(
    datasets
      .filter(({ name }) => manifest.datasets[name])
      .map(async (dataset) => {
        const { state, statistics } = await previous(dataset)
        return { dataset, before: state, statistics: new Map(statistics) }
      }),
  )
  const unread = tables.flatMap(({ dataset, statistics }) =>
    manifest.datasets[dataset.name]!.parts.filter(({ sha256 }) => !statistics.has(sha256)).map((part) => ({
      dataset,
      part,
      statistics,
    })),
  )
  const read = await readFooters(unread.map(({ dataset, part }) => toRead(folder, dataset, part)))
  for (const [i, { part, statistics }] of unread.entries()) statistics.set(part.sha256, read[i]!)
  return Promise.all(
    tables.map(async ({ dataset, before, statistics }) => ({
      dataset,
      files: await icebergTable({
        ...{ dataset, manifest, number, locate, statistics, before, isKept },
        location: location(dataset),
        isSame: isSame(dataset),
      }),
    })),
  )
}
