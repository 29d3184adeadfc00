import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createFolderTables } from '../../../test/support/folderTables.ts'
import { sampleRows } from '../../../test/support/sampleRows.ts'
import type { Dataset } from '../../catalogue/dataset.ts'
import { GoldPrice } from '../../catalogue/other/GoldPrice.ts'
import { integer } from '../../fields.ts'
import { openEngine } from '../engine.ts'
import { openLake, type Version } from '../lake.ts'
import { readBundled } from './icebergTables.ts'
import type { TableMetadata } from './metadata.ts'
import { icebergTable } from './table.ts'

/** Tables whose dataset loses its rows, or changes its columns. */

const datasets: Dataset[] = [GoldPrice]
const root = mkdtempSync(join(tmpdir(), 'formosa-iceberg-changes-'))
const engine = await openEngine({ memory: '256MB', scratch: join(root, 'spill') })
after(() => {
  engine.close()
  rmSync(root, { recursive: true, force: true })
})

let clock = new Date('2026-01-10T10:00:00Z')

/** A lake with its tables. */
function open(name: string) {
  const lake = openLake({ root: join(root, name), origin: 'demo', datasets, now: () => clock, memory: '256MB' })
  const tables = createFolderTables(join(root, `${name}-tables`), datasets, () => engine)
  const load = async (rows: number): Promise<Version> => {
    clock = new Date(clock.getTime() + 60_000)
    const work = async (draft: Parameters<Parameters<typeof lake.change>[1]>[0]) =>
      void (await draft.replace(GoldPrice, sampleRows(GoldPrice, 0, rows)))
    return (await lake.change({ through: '2026-01-09', maker: {} }, work))!
  }
  return { load, tables }
}

test('a dataset that loses all its rows is a table without rows, and fills again', async () => {
  const { load, tables } = open('emptied')
  for (const rows of [10, 0, 5]) {
    const bundle = await tables.add(await load(rows))
    const { entries } = await readBundled(bundle.get('GoldPrice')!)
    assert.equal(
      entries.reduce((sum, { data_file }) => sum + data_file.record_count, 0),
      rows,
    )
  }
})

test('a new column becomes a new schema; snapshots before it keep theirs', async () => {
  const { load, tables } = open('grown')
  const version = await load(10)
  const { manifest, folder } = version
  const table = (await tables.add(version)).get('GoldPrice')!
  const { metadata } = table
  const before = await readBundled(table)
  const statistics = new Map(
    manifest.datasets.GoldPrice!.parts.map(({ sha256 }, i) => [sha256, before.entries[i]!.data_file]),
  )
  const next = async (dataset: Dataset): Promise<TableMetadata> => {
    const made = await icebergTable({
      dataset,
      manifest: { ...manifest, version: 'another' },
      number: 2,
      location: metadata.location,
      locate: ({ path }) => `file://${join(folder, path)}`,
      statistics,
      before,
      isKept: () => true,
    })
    return JSON.parse(made.find(({ kind }) => kind === 'metadata')!.body.toString())
  }
  const grown = await next({ ...GoldPrice, columns: { ...GoldPrice.columns, lots: integer('Lots', '口數') } })
  assert.deepEqual(
    grown.snapshots.map((one) => one['schema-id']),
    [0, 1],
  )
  assert.deepEqual(
    grown.schemas.map(({ fields }) => fields.length),
    [6, 7],
  )
  assert.equal(grown['last-column-id'], 7)
  // A column of another type is not the same column: the table begins anew, under its old identity.
  const other = await next({ ...GoldPrice, columns: { ...GoldPrice.columns, price: integer('Price', '價格') } })
  assert.deepEqual(
    other.snapshots.map((one) => one['snapshot-id']),
    [2],
  )
  assert.equal(other['table-uuid'], metadata['table-uuid'])
})
