import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createFolderTables } from '../../../test/support/folderTables.ts'
import { assertRowsOf, tabledDatasets, typeOfColumn } from '../../../test/support/icebergRows.ts'
import { fromFiles, readByIcebird, withAddresses } from '../../../test/support/icebird.ts'
import { sampleRows } from '../../../test/support/sampleRows.ts'
import { columnsOf, type Dataset } from '../../catalogue/dataset.ts'
import { fieldIdsOf } from '../../catalogue/fieldIdsOf.ts'
import type { Field } from '../../fields.ts'
import { type Engine, openEngine } from '../engine.ts'
import { openLake, type Version } from '../lake.ts'
import { fileList, quote } from '../schema.ts'
import { decodeManifest } from './avro.ts'
import type { TableBundle } from './bundle.ts'
import { readBundled } from './icebergTables.ts'
import { status, type TableMetadata } from './metadata.ts'

/** Datasets of every kind as Iceberg tables, over two versions, read by a library that is not ours; with TORTURE all. */

const datasets = tabledDatasets()
const root = mkdtempSync(join(tmpdir(), 'formosa-iceberg-'))
let clock = new Date('2026-01-10T10:00:00Z')
const lake = openLake({ root: join(root, 'lake'), origin: 'demo', datasets, now: () => clock, memory: '512MB' })
const terms = (through: string) => ({ through, maker: {} })

/** Datasets that the second version changes; the others stay as they are. */
const changed = datasets.filter((_, i) => i % 4 === 0)
let engine: Engine
let first: Version
let second: Version
let bundle: TableBundle
const tables = createFolderTables(join(root, 'tables'), datasets, () => engine)

before(async () => {
  engine = await openEngine({ memory: '512MB', scratch: join(root, 'spill') })
  const load = (given: readonly Dataset[], from: number, to: number, through: string) =>
    lake.change(terms(through), async (draft) => {
      for (const dataset of given) await draft.upsert(dataset, sampleRows(dataset, from, to))
    })
  first = (await load(datasets, 0, 24, '2026-01-09'))!
  await tables.add(first)
  clock = new Date('2026-01-10T20:00:00Z')
  second = (await load(changed, 20, 40, '2026-01-10'))!
  bundle = await tables.add(second)
})
after(() => {
  engine.close()
  rmSync(root, { recursive: true, force: true })
})

async function assertSameRows(version: Version, dataset: Dataset, snapshot?: number): Promise<number> {
  const { rows } = await withAddresses(fromFiles, () => readByIcebird(tables.location(dataset), snapshot))
  await assertRowsOf(engine, version, dataset, rows)
  return rows.length
}

const metadataOf = (dataset: Dataset): TableMetadata => bundle.get(dataset.name)!.metadata

test('another library reads the rows of both versions from every table', async () => {
  assert.ok(datasets.some(({ retention }) => retention !== null) && changed.length > 3)
  for (const dataset of datasets) {
    const now = await assertSameRows(second, dataset)
    assert.equal(now, second.manifest.datasets[dataset.name]!.rows)
    if (!changed.includes(dataset)) continue
    const then = await assertSameRows(first, dataset, first.manifest.number)
    assert.equal(then, first.manifest.datasets[dataset.name]!.rows)
    assert.ok(now > then || dataset.retention !== null, dataset.name)
  }
})

test('columns have the ids, names, types and keys of the registry', async () => {
  for (const dataset of datasets) {
    const metadata = metadataOf(dataset)
    const ids = fieldIdsOf(dataset)
    const [schema] = metadata.schemas
    assert.equal(metadata.schemas.length, 1)
    assert.deepEqual(
      schema!.fields.map(({ id, name, required, type }) => [id, name, required, type]),
      columnsOf(dataset).map(([name, field]) => [ids[name], name, !field.nullable, typeOfColumn(field)]),
    )
    assert.deepEqual(new Set(schema!['identifier-field-ids']), new Set(dataset.key.map((name) => ids[name])))
    const mapping = JSON.parse(metadata.properties['schema.name-mapping.default']!)
    assert.deepEqual(
      new Map(mapping.map((one: { 'field-id': number; names: string[] }) => [one.names[0], one['field-id']])),
      new Map(schema!.fields.map(({ id, name }) => [name, id])),
    )
    assert.deepEqual(
      metadata['sort-orders']
        .find((one) => one['order-id'] === metadata['default-sort-order-id'])!
        .fields.map((one) => one['source-id']),
      dataset.key.map((name) => ids[name]),
    )
  }
})

test('a table has a snapshot and a tag for each version, also where the version did not change it', async () => {
  for (const dataset of datasets) {
    const metadata = metadataOf(dataset)
    assert.deepEqual(
      metadata.snapshots.map((one) => [one['snapshot-id'], one.summary['formosa.version'], one['timestamp-ms']]),
      [first, second].map(({ manifest }) => [manifest.number, manifest.version, Date.parse(manifest.written_at)]),
    )
    assert.deepEqual(metadata.refs, {
      main: { 'snapshot-id': second.manifest.number, type: 'branch' },
      [first.manifest.version]: { 'snapshot-id': first.manifest.number, type: 'tag' },
      [second.manifest.version]: { 'snapshot-id': second.manifest.number, type: 'tag' },
    })
    const operations = metadata.snapshots.map(({ summary }) => summary.operation)
    assert.deepEqual(operations, ['append', changed.includes(dataset) ? 'overwrite' : 'replace'], dataset.name)
  }
})

test('bounds and null counts are those of the rows', async () => {
  for (const dataset of datasets) {
    const state = await readBundled(bundle.get(dataset.name)!)
    const ids = fieldIdsOf(dataset)
    for (const { data_file } of state.entries) {
      const path = data_file.file_path.slice('file://'.length)
      const facts = columnsOf(dataset)
        .map(([name]) => quote(name))
        .map((c) => `[(count(*) - count(${c}))::VARCHAR, min(${c})::VARCHAR, max(${c})::VARCHAR]`)
      const [found] = (
        await engine.connection.runAndReadAll(`SELECT ${facts.join(', ')} FROM read_parquet(${fileList([path])})`)
      ).getRowsJson()
      for (const [i, [name, field]] of columnsOf(dataset).entries()) {
        const of = (pairs: readonly { key: number; value: unknown }[]) =>
          pairs.find(({ key }) => key === ids[name])?.value
        const row = found![i] as unknown[]
        const what = `${dataset.name}.${name}`
        assert.equal(of(data_file.null_value_counts), Number(row![0]), what)
        assert.equal(of(data_file.value_counts), data_file.record_count, what)
        assertBounds(field, of(data_file.lower_bounds) as Buffer, of(data_file.upper_bounds) as Buffer, row!, what)
      }
    }
  }
})

/** Decodes bounds by the specification's own words, not by the code that made them. */
function assertBounds({ kind, scale }: Field, lower: Buffer, upper: Buffer, row: readonly unknown[], what: string) {
  const [, min, max] = row as [unknown, string | null, string | null]
  if (min === null) return assert.equal(lower, undefined, what)
  if (kind === 'text') {
    assert.ok(Buffer.compare(lower, Buffer.from(min)) <= 0 && Buffer.compare(upper, Buffer.from(max!)) >= 0, what)
    assert.ok([...lower.toString()].length <= 16 && [...upper.toString()].length <= 16, what)
    return
  }
  const read = (bytes: Buffer): string => {
    if (kind === 'date') return new Date(bytes.readInt32LE() * 86_400_000).toISOString().slice(0, 10)
    if (kind === 'integer') return String(bytes.readBigInt64LE())
    if (kind === 'boolean') return String(bytes[0] === 1)
    if (kind === 'datetime') return String(bytes.readBigInt64LE() / 1000n)
    const units = BigInt.asIntN(8 * bytes.length, BigInt(`0x${bytes.toString('hex')}`))
    return (Number(units) / 10 ** scale!).toFixed(scale)
  }
  const expected = (text: string) =>
    kind === 'datetime' ? String(Date.parse(text.replace(' ', 'T').replace(/([+-]\d\d)$/, '$1:00'))) : String(text)
  assert.deepEqual([read(lower), read(upper)], [expected(min), expected(max!)], what)
}

test('a manifest lists the files that a version removed from the table', async () => {
  const dataset = changed[0]!
  const folder = tables.folderOf(dataset)
  const manifest = readdirSync(folder).find((name) => name.endsWith('-m2.avro'))!
  const { records } = await decodeManifest(readFileSync(join(folder, manifest)))
  const of = (wanted: number) =>
    records.filter((entry) => entry.status === wanted).map(({ data_file }) => data_file.file_path)
  const pathsOf = ({ manifest }: Version) =>
    manifest.datasets[dataset.name]!.parts.map(({ sha256 }) => `file://${join(root, 'tables/objects', sha256)}`)
  assert.deepEqual([of(status.added), of(status.deleted)], [pathsOf(second), pathsOf(first)])
})

test('no metadata of the current version names a file that is gone once old versions are removed', async () => {
  clock = new Date('2026-01-12T10:00:00Z')
  const third = (await lake.change(
    terms('2026-01-12'),
    async (draft) => void (await draft.upsert(changed[0]!, sampleRows(changed[0]!, 40, 44))),
  ))!
  assert.ok(!existsSync(first.folder) && existsSync(second.folder))
  bundle = await tables.add(third, (number) => number >= second.manifest.number)
  for (const dataset of datasets) {
    const metadata = metadataOf(dataset)
    assert.deepEqual(
      metadata.snapshots.map((one) => one['snapshot-id']),
      [second, third].map(({ manifest }) => manifest.number),
    )
    assert.deepEqual(
      Object.keys(metadata.refs).sort(),
      ['main', second.manifest.version, third.manifest.version].sort(),
    )
  }
  await assertSameRows(second, changed[0]!, second.manifest.number)
  await assertSameRows(third, changed[0]!)
})
