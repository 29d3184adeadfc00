import { hash } from 'node:crypto'
import type { Dataset } from '../../catalogue/dataset.ts'
import { fieldIdsOf } from '../../catalogue/fieldIdsOf.ts'
import type { Manifest } from '../manifest.ts'
import { encodeManifest, encodeManifestList } from './avro.ts'
import {
  type DataFile,
  type FileStatistics,
  type IcebergSchema,
  type ManifestEntry,
  type ManifestFile,
  type Snapshot,
  type SortOrder,
  status,
  type TableMetadata,
} from './metadata.ts'
import { icebergSchema, icebergSortOrder, nameMapping } from './schema.ts'
import { listSnapshots } from './snapshots.ts'
import type { TableState } from './state.ts'

/** A file of a table. Its path starts with the dataset's name, as the paths of the Parquet files in a version do. */
export type TableFile = {
  readonly dataset: string
  readonly kind: 'manifest' | 'manifest-list' | 'metadata' | 'hint'
  readonly path: string
  readonly body: Buffer
  readonly sha256: string
}

/** The address under which readers find a file of a version or of a table. */
export type Locate = (file: { readonly path: string; readonly sha256: string; readonly bytes: number }) => string

type TableOptions = {
  readonly dataset: Dataset
  readonly manifest: Manifest
  /** The number of the version in this place, which is the id of its snapshot. */
  readonly number: number
  /** The place of the table. */
  readonly location: string
  readonly locate: Locate
  /** Statistics of the version's files by their SHA-256. */
  readonly statistics: ReadonlyMap<string, FileStatistics>
  /** The table as the version before left it; null where there is none. */
  readonly before: TableState | null
  /** Whether a version stays readable; the snapshots of the others expire. */
  readonly isKept: (number: number) => boolean
}

export const metadataFolder = ({ name }: Pick<Dataset, 'name'>): string => `${name}/metadata`
export const metadataFileName = (number: number): string => `v${number}.metadata.json`
export const hintFileName = 'version-hint.text'

/** The highest id of a partition field where there is none, as other writers count. */
const noPartition = 999

const unpartitioned = { 'spec-id': 0, fields: [] } as const

const newFile = (dataset: Dataset, kind: TableFile['kind'], name: string, body: Buffer): TableFile => ({
  dataset: dataset.name,
  kind,
  path: `${metadataFolder(dataset)}/${name}`,
  body,
  sha256: hash('sha256', body),
})

const addressOf = (locate: Locate, { path, sha256, body }: TableFile): string =>
  locate({ path, sha256, bytes: body.length })

/** The same place has the same table, also where it is written anew. */
const uuidOf = (location: string): string => {
  const hex = hash('sha256', `formosa iceberg table ${location}`)
  const variant = ((Number.parseInt(hex[16]!, 16) & 3) | 8).toString(16)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-${variant}${hex.slice(17, 20)}-${hex.slice(20, 32)}`
}

const same = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b)

/** True where every field that both schemas know by name or by id is the same in both. */
const continues = (old: IcebergSchema, next: IcebergSchema): boolean =>
  old.fields.every(({ id, name, type }) =>
    next.fields.every((field) =>
      field.id === id || field.name === name ? same([field.id, field.name, field.type], [id, name, type]) : true,
    ),
  )

/** A schema or order with the contents of `make`: one that is listed, or a new one with the next id. */
function listedOrNew<K extends string, T extends Readonly<Record<K, number>>>(
  listed: readonly T[],
  idName: K,
  first: number,
  make: (id: number) => T,
): T {
  const known = listed.find((one) => same(one, make(one[idName])))
  return known ?? make(Math.max(first - 1, ...listed.map((one) => one[idName])) + 1)
}

const rowsOf = (entries: readonly ManifestEntry[], selected: ManifestEntry['status']): readonly [number, number] => {
  const found = entries.filter((entry) => entry.status === selected)
  return [found.length, found.reduce((sum, { data_file }) => sum + data_file.record_count, 0)]
}

function entriesOf(files: readonly DataFile[], before: TableState | null, number: number): ManifestEntry[] {
  const stays = new Set(files.map(({ file_path }) => file_path))
  const known = new Map((before?.entries ?? []).map((entry) => [entry.data_file.file_path, entry]))
  return [
    ...files.map((data_file): ManifestEntry => {
      const old = known.get(data_file.file_path)
      if (old) return { ...old, status: status.existing }
      return { status: status.added, snapshot_id: number, sequence_number: null, file_sequence_number: null, data_file }
    }),
    ...[...known.values()]
      .filter(({ data_file }) => !stays.has(data_file.file_path))
      .map((old): ManifestEntry => ({ ...old, status: status.deleted, snapshot_id: number })),
  ]
}

/** The line of a new manifest in the manifest list. */
function lineOf(entries: readonly ManifestEntry[], path: string, length: number, number: number): ManifestFile {
  const [added, addedRows] = rowsOf(entries, status.added)
  const [existing, existingRows] = rowsOf(entries, status.existing)
  const [deleted, deletedRows] = rowsOf(entries, status.deleted)
  const live = entries.filter((entry) => entry.status !== status.deleted)
  return {
    manifest_path: path,
    manifest_length: length,
    partition_spec_id: unpartitioned['spec-id'],
    content: 0,
    sequence_number: number,
    min_sequence_number: Math.min(number, ...live.map(({ sequence_number }) => sequence_number ?? number)),
    added_snapshot_id: number,
    added_files_count: added,
    existing_files_count: existing,
    deleted_files_count: deleted,
    added_rows_count: addedRows,
    existing_rows_count: existingRows,
    deleted_rows_count: deletedRows,
    partitions: null,
    key_metadata: null,
  }
}

const pathsIn = (files: readonly DataFile[]): string[] => files.map(({ file_path }) => file_path).sort()

function summaryOf(
  { manifest, dataset, before }: Pick<TableOptions, 'manifest' | 'dataset' | 'before'>,
  isCarried: boolean,
  files: readonly DataFile[],
  lines: readonly ManifestFile[],
): Snapshot['summary'] {
  const { rows } = manifest.datasets[dataset.name]!
  const total = (key: keyof ManifestFile) => lines.reduce((sum, line) => sum + (line[key] as number), 0)
  return {
    operation: before === null ? 'append' : isCarried ? 'replace' : 'overwrite',
    'added-data-files': String(total('added_files_count')),
    'deleted-data-files': String(total('deleted_files_count')),
    'added-records': String(total('added_rows_count')),
    'deleted-records': String(total('deleted_rows_count')),
    'total-data-files': String(files.length),
    'total-records': String(rows),
    'total-files-size': String(files.reduce((sum, { file_size_in_bytes }) => sum + file_size_in_bytes, 0)),
    'total-delete-files': '0',
    'total-position-deletes': '0',
    'total-equality-deletes': '0',
    'formosa.version': manifest.version,
    'formosa.through': manifest.through,
    'formosa.origin': manifest.origin,
  }
}

/**
 * The files of a dataset's table that a version adds: a snapshot of its rows after those of the versions that are kept.
 * None where the table has this snapshot already.
 */
export async function icebergTable(options: TableOptions): Promise<TableFile[]> {
  const { dataset, manifest, number, location, locate, statistics, isKept } = options
  const { version } = manifest
  const old = options.before?.metadata
  if (old && old['current-snapshot-id'] >= number) {
    if (old.refs[version]?.['snapshot-id'] === number) return []
    throw new Error(`The table in ${location} has snapshot ${old['current-snapshot-id']}, so ${number} cannot follow.`)
  }
  const uuid = old?.['table-uuid'] ?? uuidOf(location)
  // A table whose columns changed in a way that Iceberg does not know begins anew.
  const before = old?.schemas.every((schema) => continues(schema, icebergSchema(dataset, 0))) ? options.before : null
  const known = before?.metadata
  const schemas = known?.schemas ?? []
  const schema = listedOrNew(schemas, 'schema-id', 0, (id) => icebergSchema(dataset, id))
  const orders: readonly SortOrder[] = known?.['sort-orders'] ?? []
  const order = listedOrNew(orders, 'order-id', 1, (id) => icebergSortOrder(dataset, id))
  const files = manifest.datasets[dataset.name]!.parts.map(
    ({ file, sha256, bytes }): DataFile => ({
      ...statistics.get(sha256)!,
      content: 0,
      file_path: locate({ path: file, sha256, bytes }),
      file_format: 'PARQUET',
      partition: {},
      nan_value_counts: null,
      key_metadata: null,
      equality_ids: null,
      sort_order_id: order['order-id'],
    }),
  )

  const made: TableFile[] = []
  const added: ManifestFile[] = []
  // The same files stay in the manifests that they are in.
  const isCarried =
    before !== null &&
    (files.length > 0 || before.manifests.length === 0) &&
    same(pathsIn(files), pathsIn(before.entries.map(({ data_file }) => data_file)))
  const entries = isCarried ? [] : entriesOf(files, before, number)
  if (entries.length > 0) {
    const body = await encodeManifest(entries, {
      schema: JSON.stringify(schema),
      'schema-id': String(schema['schema-id']),
      'partition-spec': JSON.stringify(unpartitioned.fields),
      'partition-spec-id': String(unpartitioned['spec-id']),
      'format-version': '2',
      content: 'data',
    })
    const file = newFile(dataset, 'manifest', `${uuid}-m${number}.avro`, body)
    made.push(file)
    added.push(lineOf(entries, addressOf(locate, file), body.length, number))
  }
  const parent = known?.['current-snapshot-id']
  const list = newFile(
    dataset,
    'manifest-list',
    `snap-${number}-${uuid}.avro`,
    await encodeManifestList(isCarried ? before.manifests : added, {
      'snapshot-id': String(number),
      ...(parent === undefined ? {} : { 'parent-snapshot-id': String(parent) }),
      'sequence-number': String(number),
      'format-version': '2',
    }),
  )
  made.push(list)

  const snapshot: Snapshot = {
    'snapshot-id': number,
    ...(parent === undefined ? {} : { 'parent-snapshot-id': parent }),
    'sequence-number': number,
    // Readers expect the times of snapshots to rise, also where a clock was set back.
    'timestamp-ms': Math.max(Date.parse(manifest.written_at), known?.['last-updated-ms'] ?? 0),
    'manifest-list': addressOf(locate, list),
    summary: summaryOf({ manifest, dataset, before }, isCarried, files, added),
    'schema-id': schema['schema-id'],
  }
  const snapshots = [...(known?.snapshots ?? []).filter((one) => isKept(one['snapshot-id'])), snapshot]
  const needed = new Set(snapshots.map((one) => one['schema-id']))
  const keptSchemas = [...schemas.filter((one) => one !== schema && needed.has(one['schema-id'])), schema]
  const metadata: TableMetadata = {
    'format-version': 2,
    'table-uuid': uuid,
    location,
    'last-sequence-number': number,
    'last-updated-ms': snapshot['timestamp-ms'],
    'last-column-id': Math.max(...Object.values(fieldIdsOf(dataset))),
    schemas: keptSchemas,
    'current-schema-id': schema['schema-id'],
    'partition-specs': [unpartitioned],
    'default-spec-id': unpartitioned['spec-id'],
    'last-partition-id': noPartition,
    properties: {
      'schema.name-mapping.default': nameMapping(keptSchemas),
      comment: `${dataset.title.en} · ${dataset.title.zh}`,
      // Expiring snapshots and removing files is up to Formosa alone.
      'gc.enabled': 'false',
    },
    ...listSnapshots(snapshots, number),
    'metadata-log': [],
    'sort-orders': orders.includes(order) ? orders : [...orders, order],
    'default-sort-order-id': order['order-id'],
  }
  made.push(
    newFile(dataset, 'metadata', metadataFileName(number), Buffer.from(JSON.stringify(metadata))),
    newFile(dataset, 'hint', hintFileName, Buffer.from(String(number))),
  )
  return made
}
