import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createFolderTables } from '../../../test/support/folderTables.ts'
import { python, withoutAvro } from '../../../test/support/python.ts'
import { sampleRows } from '../../../test/support/sampleRows.ts'
import type { Dataset } from '../../catalogue/dataset.ts'
import { TaiwanRelatedNews } from '../../catalogue/other/TaiwanRelatedNews.ts'
import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { openEngine } from '../engine.ts'
import { openLake } from '../lake.ts'
import { decodeManifest, decodeManifestList } from './avro.ts'

/** The files of a table field by field against the tables of the format's specification, version 2. */

const datasets: Dataset[] = [TaiwanStockPrice, TaiwanStockOverview, TaiwanRelatedNews]
const root = mkdtempSync(join(tmpdir(), 'formosa-iceberg-format-'))
after(() => rmSync(root, { recursive: true, force: true }))

const engine = await openEngine({ memory: '256MB', scratch: join(root, 'spill') })
after(() => engine.close())
const tables = createFolderTables(join(root, 'tables'), datasets, () => engine)

before(async () => {
  let day = 12
  const now = () => new Date(`2026-01-${day}T10:00:00Z`)
  const lake = openLake({ root: join(root, 'lake'), origin: 'demo', datasets, now, memory: '256MB' })
  const load = (from: number, to: number) =>
    lake.change({ through: `2026-01-${day}`, maker: {} }, async (draft) => {
      for (const dataset of datasets) await draft.upsert(dataset, sampleRows(dataset, from, to))
    })
  await tables.add((await load(0, 24))!)
  day = 13
  await tables.add((await load(20, 30))!)
})

const { folderOf } = tables
const fileOf = (dataset: Dataset, name: RegExp): Buffer => {
  const found = readdirSync(folderOf(dataset)).filter((file) => name.test(file))
  assert.equal(found.length, 1, `${dataset.name} ${name}`)
  return readFileSync(join(folderOf(dataset), found[0]!))
}

type Check = (value: unknown) => boolean
const isInt: Check = (value) => Number.isInteger(value)
const isText: Check = (value) => typeof value === 'string' && value !== ''
const isList: Check = Array.isArray
const isMap: Check = (value) => typeof value === 'object' && value !== null && !Array.isArray(value)
const isUuid: Check = (value) => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value as string)

type Fields = Readonly<Record<string, readonly ['required' | 'optional', Check]>>

const tableMetadata: Fields = {
  'format-version': ['required', (value) => value === 2],
  'table-uuid': ['required', isUuid],
  location: ['required', isText],
  'last-sequence-number': ['required', isInt],
  'last-updated-ms': ['required', isInt],
  'last-column-id': ['required', isInt],
  schemas: ['required', isList],
  'current-schema-id': ['required', isInt],
  'partition-specs': ['required', isList],
  'default-spec-id': ['required', isInt],
  'last-partition-id': ['required', isInt],
  properties: ['optional', isMap],
  'current-snapshot-id': ['optional', isInt],
  snapshots: ['optional', isList],
  'snapshot-log': ['optional', isList],
  'metadata-log': ['optional', isList],
  'sort-orders': ['required', isList],
  'default-sort-order-id': ['required', isInt],
  refs: ['optional', isMap],
  statistics: ['optional', isList],
  'partition-statistics': ['optional', isList],
}

const snapshotFields: Fields = {
  'snapshot-id': ['required', isInt],
  'parent-snapshot-id': ['optional', isInt],
  'sequence-number': ['required', isInt],
  'timestamp-ms': ['required', isInt],
  'manifest-list': ['required', isText],
  summary: [
    'required',
    (value) => isMap(value) && Object.values(value as object).every((one) => typeof one === 'string'),
  ],
  'schema-id': ['optional', isInt],
}

const schemaFields: Fields = {
  type: ['required', (value) => value === 'struct'],
  'schema-id': ['required', isInt],
  'identifier-field-ids': ['optional', isList],
  fields: ['required', isList],
}

const structField: Fields = {
  id: ['required', isInt],
  name: ['required', isText],
  required: ['required', (value) => typeof value === 'boolean'],
  type: ['required', isText],
  doc: ['optional', isText],
}

const sortField: Fields = {
  transform: ['required', (value) => value === 'identity'],
  'source-id': ['required', isInt],
  direction: ['required', (value) => value === 'asc' || value === 'desc'],
  'null-order': ['required', (value) => value === 'nulls-first' || value === 'nulls-last'],
}

const referenceFields: Fields = {
  'snapshot-id': ['required', isInt],
  type: ['required', (value) => value === 'tag' || value === 'branch'],
  'min-snapshots-to-keep': ['optional', isInt],
  'max-snapshot-age-ms': ['optional', isInt],
  'max-ref-age-ms': ['optional', isInt],
}

function assertFields(value: unknown, fields: Fields, what: string): void {
  const object = value as Record<string, unknown>
  for (const [name, [need, isRight]] of Object.entries(fields)) {
    if (need === 'required') assert.ok(name in object, `${what} has no ${name}`)
    if (name in object) assert.ok(isRight(object[name]), `${what}.${name} is ${JSON.stringify(object[name])}`)
  }
  assert.deepEqual(
    Object.keys(object).filter((name) => !(name in fields)),
    [],
    `${what} has what the specification does not know`,
  )
}

test('table metadata has every required field of version 2, and none that the specification does not know', () => {
  for (const dataset of datasets) {
    const metadata = JSON.parse(fileOf(dataset, /^v2\.metadata\.json$/).toString())
    assertFields(metadata, tableMetadata, 'metadata')
    for (const schema of metadata.schemas) {
      assertFields(schema, schemaFields, 'schema')
      for (const field of schema.fields) assertFields(field, structField, 'field')
    }
    for (const snapshot of metadata.snapshots) {
      assertFields(snapshot, snapshotFields, 'snapshot')
      assert.match(snapshot.summary.operation, /^(append|replace|overwrite|delete)$/)
    }
    for (const spec of metadata['partition-specs']) assert.deepEqual(spec, { 'spec-id': 0, fields: [] })
    for (const order of metadata['sort-orders']) {
      assert.ok(order['order-id'] > 0 && order.fields.length > 0, 'order 0 is that of files without an order')
      for (const field of order.fields) assertFields(field, sortField, 'sort field')
    }
    for (const reference of Object.values(metadata.refs)) assertFields(reference, referenceFields, 'reference')
  }
})

test('ids in table metadata refer to existing objects', () => {
  for (const dataset of datasets) {
    const metadata = JSON.parse(fileOf(dataset, /^v2\.metadata\.json$/).toString())
    const schema = metadata.schemas.find(
      (one: Record<string, unknown>) => one['schema-id'] === metadata['current-schema-id'],
    )
    const fields = new Map<number, { required: boolean }>(schema.fields.map((one: { id: number }) => [one.id, one]))
    assert.equal(fields.size, schema.fields.length)
    assert.ok(metadata['last-column-id'] >= Math.max(...fields.keys()))
    for (const id of schema['identifier-field-ids']) assert.equal(fields.get(id)?.required, true)
    const order = metadata['sort-orders'].find(
      (one: Record<string, unknown>) => one['order-id'] === metadata['default-sort-order-id'],
    )
    for (const { 'source-id': id } of order.fields) assert.ok(fields.has(id))
    const numbers = metadata.snapshots.map((one: Record<string, unknown>) => one['snapshot-id'])
    assert.deepEqual(numbers, [1, 2])
    assert.equal(metadata.refs.main['snapshot-id'], metadata['current-snapshot-id'])
    assert.deepEqual(
      metadata['snapshot-log'].map((one: Record<string, unknown>) => one['snapshot-id']),
      numbers,
    )
    const sequence = metadata.snapshots.map((one: Record<string, unknown>) => one['sequence-number'])
    assert.deepEqual(
      sequence,
      sequence.toSorted((a: number, b: number) => a - b),
    )
    assert.equal(metadata['last-sequence-number'], sequence.at(-1))
    assert.equal(metadata.snapshots[1]['parent-snapshot-id'], 1)
    for (const { 'field-id': id } of JSON.parse(metadata.properties['schema.name-mapping.default']))
      assert.ok(fields.has(id))
    assert.equal(readFileSync(join(folderOf(dataset), 'version-hint.text'), 'utf8'), '2')
  }
})

/** A field of an Avro record: its id, name, whether it is required, and its type. */
type AvroField = readonly [number, string, boolean, string]

const manifestEntry: readonly AvroField[] = [
  [0, 'status', true, 'int'],
  [1, 'snapshot_id', false, 'long'],
  [3, 'sequence_number', false, 'long'],
  [4, 'file_sequence_number', false, 'long'],
  [2, 'data_file', true, 'struct'],
]

const dataFile: readonly AvroField[] = [
  [134, 'content', true, 'int'],
  [100, 'file_path', true, 'string'],
  [101, 'file_format', true, 'string'],
  [102, 'partition', true, 'struct'],
  [103, 'record_count', true, 'long'],
  [104, 'file_size_in_bytes', true, 'long'],
  [108, 'column_sizes', false, 'map<117: int, 118: long>'],
  [109, 'value_counts', false, 'map<119: int, 120: long>'],
  [110, 'null_value_counts', false, 'map<121: int, 122: long>'],
  [137, 'nan_value_counts', false, 'map<138: int, 139: long>'],
  [125, 'lower_bounds', false, 'map<126: int, 127: bytes>'],
  [128, 'upper_bounds', false, 'map<129: int, 130: bytes>'],
  [131, 'key_metadata', false, 'bytes'],
  [132, 'split_offsets', false, 'list<133: long>'],
  [135, 'equality_ids', false, 'list<136: int>'],
  [140, 'sort_order_id', false, 'int'],
]

const manifestFile: readonly AvroField[] = [
  [500, 'manifest_path', true, 'string'],
  [501, 'manifest_length', true, 'long'],
  [502, 'partition_spec_id', true, 'int'],
  [517, 'content', true, 'int'],
  [515, 'sequence_number', true, 'long'],
  [516, 'min_sequence_number', true, 'long'],
  [503, 'added_snapshot_id', true, 'long'],
  [504, 'added_files_count', true, 'int'],
  [505, 'existing_files_count', true, 'int'],
  [506, 'deleted_files_count', true, 'int'],
  [512, 'added_rows_count', true, 'long'],
  [513, 'existing_rows_count', true, 'long'],
  [514, 'deleted_rows_count', true, 'long'],
  [507, 'partitions', false, 'list<508: struct>'],
  [519, 'key_metadata', false, 'bytes'],
]

// biome-ignore lint/suspicious/noExplicitAny: an Avro schema is JSON of many forms
type Json = any

function typeOf(type: Json): string {
  if (typeof type === 'string') return type
  if (type.type === 'record') return 'struct'
  if (type.logicalType === 'map') {
    const [key, value] = type.items.fields
    return `map<${key['field-id']}: ${key.type}, ${value['field-id']}: ${value.type}>`
  }
  return `list<${type['element-id']}: ${typeOf(type.items)}>`
}

const fieldsOf = (record: Json): AvroField[] =>
  record.fields.map(({ name, type, default: preset, 'field-id': id }: Json) => {
    const isOptional = Array.isArray(type)
    if (isOptional) assert.deepEqual([type.length, type[0], preset], [2, 'null', null], name)
    return [id, name, !isOptional, typeOf(isOptional ? type[1] : type)]
  })

test('a manifest has the fields, ids and types of the specification, and its metadata', async () => {
  for (const dataset of datasets) {
    const { records, metadata } = await decodeManifest(fileOf(dataset, /-m2\.avro$/))
    const schema = JSON.parse(metadata['avro.schema']!)
    assert.deepEqual(fieldsOf(schema), manifestEntry)
    assert.deepEqual(fieldsOf(schema.fields.find(({ name }: Json) => name === 'data_file').type), dataFile)
    const table = JSON.parse(fileOf(dataset, /^v2\.metadata\.json$/).toString())
    assert.deepEqual(JSON.parse(metadata.schema!), table.schemas[0])
    assert.deepEqual(
      ['schema-id', 'partition-spec', 'partition-spec-id', 'format-version', 'content'].map((key) => metadata[key]),
      ['0', '[]', '0', '2', 'data'],
    )
    for (const { status, snapshot_id, sequence_number, data_file } of records) {
      // Only a file that is new inherits its sequence number.
      assert.equal(sequence_number === null, status === 1)
      // A file that stays keeps the snapshot that added it.
      assert.equal(snapshot_id, status === 0 ? 1 : 2)
      assert.match(data_file.file_path, /^file:\/\/\//)
      assert.equal(data_file.sort_order_id, table['default-sort-order-id'])
      assert.deepEqual(
        data_file.split_offsets,
        data_file.split_offsets.toSorted((a, b) => a - b),
      )
    }
  }
})

test('a manifest list has the fields, ids and types of the specification, and counts what its manifest has', async () => {
  for (const dataset of datasets) {
    const { records, metadata } = await decodeManifestList(fileOf(dataset, /^snap-2-.*\.avro$/))
    assert.deepEqual(fieldsOf(JSON.parse(metadata['avro.schema']!)), manifestFile)
    assert.equal(records.length, 1)
    const [line] = records
    const bytes = fileOf(dataset, /-m2\.avro$/)
    const { records: entries } = await decodeManifest(bytes)
    const count = (status: number) => {
      const found = entries.filter((entry) => entry.status === status)
      return [found.length, found.reduce((sum, { data_file }) => sum + Number(data_file.record_count), 0)]
    }
    assert.equal(line!.manifest_length, bytes.length)
    assert.deepEqual(
      [
        [line!.existing_files_count, line!.existing_rows_count],
        [line!.added_files_count, line!.added_rows_count],
        [line!.deleted_files_count, line!.deleted_rows_count],
      ],
      [count(0), count(1), count(2)],
    )
    const oldest = entries.some((entry) => entry.status === 0) ? 1 : 2
    assert.deepEqual([line!.sequence_number, line!.min_sequence_number, line!.added_snapshot_id], [2, oldest, 2])
  }
})

/** Prints the head and the records of Avro files as JSON, bytes as hexadecimal digits. */
const script = `
import json, sys
from avro.datafile import DataFileReader
from avro.io import DatumReader

def plain(value):
    if isinstance(value, bytes):
        return value.hex()
    if isinstance(value, list):
        return [plain(one) for one in value]
    if isinstance(value, dict):
        return {name: plain(one) for name, one in value.items()}
    return value

files = []
for path in sys.argv[1:]:
    with DataFileReader(open(path, "rb"), DatumReader()) as reader:
        head = {name: text.decode() for name, text in reader.meta.items()}
        files.append({"metadata": head, "records": [plain(record) for record in reader]})
json.dump(files, sys.stdout)
`

const plain = (value: Json): Json => {
  if (Buffer.isBuffer(value)) return value.toString('hex')
  if (Array.isArray(value)) return value.map(plain)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [name, plain(one)]))
}

test("Apache's own library for Avro reads manifests and manifest lists alike", { skip: withoutAvro() }, async () => {
  const found = datasets.flatMap((dataset) =>
    readdirSync(folderOf(dataset))
      .filter((name) => name.endsWith('.avro'))
      .map((name) => join(folderOf(dataset), name)),
  )
  assert.equal(found.length, 2 * datasets.length)
  const { code, out, err } = await python(script, {}, found)
  assert.equal(code, 0, err)
  for (const [i, { metadata, records }] of JSON.parse(out).entries()) {
    const isList = /\/snap-/.test(found[i]!)
    const ours = await (isList ? decodeManifestList : decodeManifest)(readFileSync(found[i]!))
    assert.deepEqual(records, plain(ours.records))
    assert.deepEqual(metadata, ours.metadata)
    const schema = JSON.parse(metadata['avro.schema']!)
    assert.deepEqual(fieldsOf(schema), isList ? manifestFile : manifestEntry)
  }
})
