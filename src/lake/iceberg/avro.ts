import { hash } from 'node:crypto'
import type { Type } from 'avsc'
import type { ManifestEntry, ManifestFile } from './metadata.ts'

/** The Avro schemas of manifests and manifest lists; field ids and names are the specification's. */

const field = (id: number, name: string, type: unknown) => ({ name, type, 'field-id': id })
const optional = (id: number, name: string, type: unknown) => ({ ...field(id, name, ['null', type]), default: null })
const record = (name: string, fields: readonly unknown[]) => ({ type: 'record', name, fields })
const listOf = (items: unknown, id: number) => ({ type: 'array', items, 'element-id': id })
/** Avro's maps have keys of text; Iceberg's other maps are lists of pairs. */
const mapOf = (key: number, value: number, type: unknown) => ({
  type: 'array',
  logicalType: 'map',
  items: record(`k${key}_v${value}`, [field(key, 'key', 'int'), field(value, 'value', type)]),
})

const dataFile = record('r2', [
  field(134, 'content', 'int'),
  field(100, 'file_path', 'string'),
  field(101, 'file_format', 'string'),
  field(102, 'partition', record('r102', [])),
  field(103, 'record_count', 'long'),
  field(104, 'file_size_in_bytes', 'long'),
  optional(108, 'column_sizes', mapOf(117, 118, 'long')),
  optional(109, 'value_counts', mapOf(119, 120, 'long')),
  optional(110, 'null_value_counts', mapOf(121, 122, 'long')),
  optional(137, 'nan_value_counts', mapOf(138, 139, 'long')),
  optional(125, 'lower_bounds', mapOf(126, 127, 'bytes')),
  optional(128, 'upper_bounds', mapOf(129, 130, 'bytes')),
  optional(131, 'key_metadata', 'bytes'),
  optional(132, 'split_offsets', listOf('long', 133)),
  optional(135, 'equality_ids', listOf('int', 136)),
  optional(140, 'sort_order_id', 'int'),
])

const manifestSchema = record('manifest_entry', [
  field(0, 'status', 'int'),
  optional(1, 'snapshot_id', 'long'),
  optional(3, 'sequence_number', 'long'),
  optional(4, 'file_sequence_number', 'long'),
  field(2, 'data_file', dataFile),
])

const partitionSummary = record('r508', [
  field(509, 'contains_null', 'boolean'),
  optional(518, 'contains_nan', 'boolean'),
  optional(510, 'lower_bound', 'bytes'),
  optional(511, 'upper_bound', 'bytes'),
])

const manifestListSchema = record('manifest_file', [
  field(500, 'manifest_path', 'string'),
  field(501, 'manifest_length', 'long'),
  field(502, 'partition_spec_id', 'int'),
  field(517, 'content', 'int'),
  field(515, 'sequence_number', 'long'),
  field(516, 'min_sequence_number', 'long'),
  field(503, 'added_snapshot_id', 'long'),
  field(504, 'added_files_count', 'int'),
  field(505, 'existing_files_count', 'int'),
  field(506, 'deleted_files_count', 'int'),
  field(512, 'added_rows_count', 'long'),
  field(513, 'existing_rows_count', 'long'),
  field(514, 'deleted_rows_count', 'long'),
  optional(507, 'partitions', listOf(partitionSummary, 508)),
  optional(519, 'key_metadata', 'bytes'),
])

type Metadata = Readonly<Record<string, string>>

/** Values in front of the schema in a file of Avro, by the format's own schema. */
const headSchema = record('Header', [
  { name: 'magic', type: { type: 'fixed', name: 'Magic', size: 4 } },
  { name: 'meta', type: { type: 'map', values: 'bytes' } },
  { name: 'sync', type: { type: 'fixed', name: 'Sync', size: 16 } },
])
const magic = Buffer.from('Obj\x01')

/** Types are compiled once, which takes longer than encoding a file; the library is loaded on first use. */
const compiled = new Map<string, Promise<Type>>()
function typeOf(schema: string): Promise<Type> {
  const known = compiled.get(schema)
  if (known) return known
  const type = import('avsc').then(({ default: { Type } }) => Type.forSchema(JSON.parse(schema)))
  compiled.set(schema, type)
  return type
}

const [head, long, entry, line] = [headSchema, 'long', manifestSchema, manifestListSchema].map((schema) =>
  JSON.stringify(schema),
) as [string, string, string, string]

/** Encodes records as a file of one block; equal records make equal bytes. */
async function encode(schema: string, records: readonly unknown[], metadata: Metadata): Promise<Buffer> {
  const [ofHead, ofNumber, ofRecord] = await Promise.all([typeOf(head), typeOf(long), typeOf(schema)])
  const block = Buffer.concat(records.map((one) => ofRecord.toBuffer(one)))
  const meta = Object.entries({ 'avro.schema': schema, 'avro.codec': 'null', ...metadata })
  // The marker between blocks is free to choose; other writers choose it at random.
  const sync = hash('sha256', Buffer.concat([block, Buffer.from(JSON.stringify(meta))]), 'buffer').subarray(0, 16)
  const first = ofHead.toBuffer({
    magic,
    meta: Object.fromEntries(meta.map(([key, value]) => [key, Buffer.from(value)])),
    sync,
  })
  if (records.length === 0) return first
  return Buffer.concat([first, ofNumber.toBuffer(records.length), ofNumber.toBuffer(block.length), block, sync])
}

type Decoded<T> = { readonly records: T[]; readonly metadata: Metadata }

/** The records of a file that `encode` wrote, and the metadata in its head. */
async function decode<T>(bytes: Buffer): Promise<Decoded<T>> {
  const [ofHead, ofNumber] = await Promise.all([typeOf(head), typeOf(long)])
  const read = (type: Type, from: number) => {
    const { value, offset } = type.decode(bytes, from)
    if (value === undefined || offset < 0) throw new Error('is no whole Avro file')
    return { value, offset }
  }
  let { value: header, offset: at } = read(ofHead, 0)
  if (!magic.equals(header.magic)) throw new Error('is no Avro file')
  const metadata: Metadata = Object.fromEntries(
    Object.entries(header.meta as Record<string, Buffer>).map(([key, value]) => [key, value.toString()]),
  )
  const ofRecord = await typeOf(metadata['avro.schema']!)
  const next = (type: Type) => {
    const { value, offset } = read(type, at)
    at = offset
    return value
  }
  const records: T[] = []
  while (at < bytes.length) {
    const count: number = next(ofNumber)
    const size: number = next(ofNumber)
    const end = at + size
    for (let n = 0; n < count; n++) records.push(next(ofRecord))
    if (at !== end || !bytes.subarray(end, end + 16).equals(header.sync)) throw new Error('is no whole Avro file')
    at = end + 16
  }
  return { records, metadata }
}

export const encodeManifest = (entries: readonly ManifestEntry[], metadata: Metadata): Promise<Buffer> =>
  encode(entry, entries, metadata)

export const encodeManifestList = (files: readonly ManifestFile[], metadata: Metadata): Promise<Buffer> =>
  encode(line, files, metadata)

export const decodeManifest = (bytes: Buffer): Promise<Decoded<ManifestEntry>> => decode(bytes)
export const decodeManifestList = (bytes: Buffer): Promise<Decoded<ManifestFile>> => decode(bytes)
