/** The parts of Iceberg's table metadata (format version 2) that are written, with the names of the specification. */

type IcebergField = {
  readonly id: number
  readonly name: string
  readonly required: boolean
  readonly type: string
  readonly doc: string
}

export type IcebergSchema = {
  readonly type: 'struct'
  readonly 'schema-id': number
  readonly 'identifier-field-ids': readonly number[]
  readonly fields: readonly IcebergField[]
}

export type SortOrder = {
  readonly 'order-id': number
  readonly fields: readonly {
    readonly transform: string
    readonly 'source-id': number
    readonly direction: 'asc' | 'desc'
    readonly 'null-order': 'nulls-first' | 'nulls-last'
  }[]
}

export type Snapshot = {
  /** The number of the version. */
  readonly 'snapshot-id': number
  readonly 'parent-snapshot-id'?: number
  readonly 'sequence-number': number
  readonly 'timestamp-ms': number
  readonly 'manifest-list': string
  readonly summary: Readonly<Record<string, string>> & { readonly operation: string }
  readonly 'schema-id': number
}

export type TableMetadata = {
  readonly 'format-version': 2
  readonly 'table-uuid': string
  readonly location: string
  readonly 'last-sequence-number': number
  readonly 'last-updated-ms': number
  readonly 'last-column-id': number
  readonly schemas: readonly IcebergSchema[]
  readonly 'current-schema-id': number
  readonly 'partition-specs': readonly { readonly 'spec-id': number; readonly fields: readonly never[] }[]
  readonly 'default-spec-id': number
  readonly 'last-partition-id': number
  readonly properties: Readonly<Record<string, string>>
  readonly 'current-snapshot-id': number
  readonly snapshots: readonly Snapshot[]
  readonly 'snapshot-log': readonly { readonly 'timestamp-ms': number; readonly 'snapshot-id': number }[]
  readonly 'metadata-log': readonly never[]
  readonly 'sort-orders': readonly SortOrder[]
  readonly 'default-sort-order-id': number
  readonly refs: Readonly<Record<string, { readonly 'snapshot-id': number; readonly type: 'branch' | 'tag' }>>
}

/** A map of Iceberg as Avro has it: a list of pairs. */
export type Pairs<T> = readonly { readonly key: number; readonly value: T }[]

/** The statistics of a file in a manifest, by field id. */
export type FileStatistics = {
  readonly record_count: number
  readonly file_size_in_bytes: number
  readonly column_sizes: Pairs<number>
  readonly value_counts: Pairs<number>
  readonly null_value_counts: Pairs<number>
  readonly lower_bounds: Pairs<Buffer>
  readonly upper_bounds: Pairs<Buffer>
  readonly split_offsets: readonly number[]
}

export type DataFile = FileStatistics & {
  readonly content: 0
  readonly file_path: string
  readonly file_format: 'PARQUET'
  readonly partition: Readonly<Record<string, never>>
  readonly nan_value_counts: null
  readonly key_metadata: null
  readonly equality_ids: null
  readonly sort_order_id: number
}

export const status = { existing: 0, added: 1, deleted: 2 } as const

export type ManifestEntry = {
  readonly status: (typeof status)[keyof typeof status]
  readonly snapshot_id: number | null
  readonly sequence_number: number | null
  readonly file_sequence_number: number | null
  readonly data_file: DataFile
}

/** A line of a manifest list. */
export type ManifestFile = {
  readonly manifest_path: string
  readonly manifest_length: number
  readonly partition_spec_id: number
  readonly content: 0
  readonly sequence_number: number
  readonly min_sequence_number: number
  readonly added_snapshot_id: number
  readonly added_files_count: number
  readonly existing_files_count: number
  readonly deleted_files_count: number
  readonly added_rows_count: number
  readonly existing_rows_count: number
  readonly deleted_rows_count: number
  readonly partitions: null
  readonly key_metadata: null
}
