import { stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { Dataset } from '../../catalogue/dataset.ts'
import { readFooters } from './footers.ts'
import { lakeOf, localAddress, placeOf, readLocal, readMetadata } from './localTables.ts'
import { type Placed, toRead } from './makeTables.ts'
import type { TableMetadata } from './metadata.ts'
import { icebergSchema, icebergSortOrder, nameMapping } from './schema.ts'
import { readState, type TableState } from './state.ts'

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/**
 * Checks the tables of a version: what they say of it, of its files, and of the versions that are kept. Tables that were
 * written for another folder than the lake is in now are counted; the next version moves them.
 */
export async function verifyTables(version: Placed, datasets: readonly Dataset[], connection: DuckDBConnection) {
  const held = datasets.filter(({ name }) => version.manifest.datasets[name])
  const tables = await Promise.all(
    held.map(async (dataset) => [dataset, await readMetadata(version, dataset)] as const),
  )
  // A version of a release before there were tables.
  if (tables.every(([, metadata]) => metadata === null)) return { count: 0, elsewhere: 0, faults: [] }
  const faults: string[] = []
  const root = lakeOf(version.folder)
  for (const [dataset, metadata] of tables) {
    const wrong = metadata
      ? await faultsOfTable(version, dataset, metadata, connection).catch((error: Error) => [error.message])
      : ['the table is missing or cannot be read']
    faults.push(...wrong.map((what) => `${dataset.name}/metadata: ${what}`))
  }
  const elsewhere = tables.filter(([dataset, metadata]) => metadata && placeOf(metadata, dataset) !== root).length
  return { count: tables.length, elsewhere, faults }
}

async function faultsOfTable(
  version: Placed,
  dataset: Dataset,
  metadata: TableMetadata,
  connection: DuckDBConnection,
): Promise<string[]> {
  const { manifest, folder } = version
  const [root, place] = [lakeOf(folder), placeOf(metadata, dataset)]
  const faults = faultsOfMetadata(metadata, version, dataset)
  const state = await readState(metadata, readLocal(root, place))
  const { parts } = manifest.datasets[dataset.name]!
  const addresses = parts.map(({ file }) => localAddress(place, basename(folder), file))
  const listed = state.entries.map(({ data_file }) => data_file.file_path)
  if (!same(addresses, listed)) return [...faults, "its files are not the version's"]
  const files = parts.map((part) => toRead(folder, dataset, part))
  const expected = await readFooters(connection, files)
  for (const [i, { data_file }] of state.entries.entries())
    if (!same(data_file, { ...data_file, ...expected[i] }))
      faults.push(`the statistics of ${parts[i]!.file} are not those of the file`)
  for (const { 'snapshot-id': number } of metadata.snapshots)
    faults.push(...(await faultsOfSnapshot(metadata, number, root, place)))
  return faults
}

function faultsOfMetadata(metadata: TableMetadata, { manifest }: Placed, dataset: Dataset): string[] {
  const schema = metadata.schemas.find((one) => one['schema-id'] === metadata['current-schema-id'])
  const order = metadata['sort-orders'].find((one) => one['order-id'] === metadata['default-sort-order-id'])
  const current = metadata.snapshots.at(-1)
  const rules: readonly (readonly [string, boolean])[] = [
    ['its format is not version 2', metadata['format-version'] === 2],
    ["its columns are not the registry's", same(schema, icebergSchema(dataset, metadata['current-schema-id']))],
    ["its order is not the registry's", same(order, icebergSortOrder(dataset, metadata['default-sort-order-id']))],
    [
      "its mapping of names is not the registry's",
      metadata.properties['schema.name-mapping.default'] === nameMapping(metadata.schemas),
    ],
    [
      "its newest snapshot is not the version's",
      metadata['current-snapshot-id'] === manifest.number &&
        current?.['snapshot-id'] === manifest.number &&
        current.summary['formosa.version'] === manifest.version &&
        current.summary['total-records'] === String(manifest.datasets[dataset.name]!.rows) &&
        metadata.refs[manifest.version]?.['snapshot-id'] === manifest.number,
    ],
  ]
  return rules.flatMap(([fault, isRight]) => (isRight ? [] : [fault]))
}

/** Whether the files of a snapshot are there, with the sizes and the row counts that it states. */
async function faultsOfSnapshot(metadata: TableMetadata, number: number, root: string, place: string) {
  let state: TableState
  try {
    state = await readState(metadata, readLocal(root, place), number)
  } catch (error) {
    return [`snapshot ${number} cannot be read: ${(error as Error).message}`]
  }
  const faults: string[] = []
  for (const { data_file } of state.entries) {
    const path = join(root, data_file.file_path.slice(`file://${place}/`.length))
    const size = await stat(path).then(
      ({ size }) => size,
      () => null,
    )
    if (size !== data_file.file_size_in_bytes) faults.push(`snapshot ${number} names ${path}, which is not as it says`)
  }
  const rows = state.entries.reduce((sum, { data_file }) => sum + data_file.record_count, 0)
  const total = metadata.snapshots.find((one) => one['snapshot-id'] === number)!.summary['total-records']
  if (String(rows) !== total)
    faults.push(`the files of snapshot ${number} have ${rows} rows, its summary says ${total}`)
  return faults
}
