import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fromFiles, readByIcebird, withAddresses } from '../../../test/support/icebird.ts'
import { sampleRows } from '../../../test/support/sampleRows.ts'
import type { Dataset } from '../../catalogue/dataset.ts'
import { GoldPrice } from '../../catalogue/other/GoldPrice.ts'
import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { integer } from '../../fields.ts'
import { openEngine } from '../engine.ts'
import { openLake, type Version } from '../lake.ts'
import { localLocation, readLocal, readMetadata } from './localTables.ts'
import type { TableMetadata } from './metadata.ts'
import { readState } from './state.ts'
import { icebergTable } from './table.ts'
import { verifyTables } from './verifyTables.ts'

/** Tables of a lake that was moved, and of one that had none. */

const datasets: Dataset[] = [TaiwanStockPrice, TaiwanStockOverview, GoldPrice]
const root = mkdtempSync(join(tmpdir(), 'formosa-iceberg-places-'))
after(() => rmSync(root, { recursive: true, force: true }))

let clock = new Date('2026-01-10T10:00:00Z')
const open = (name: string) =>
  openLake({ root: join(root, name), origin: 'demo', datasets, now: () => clock, memory: '256MB' })

type Load = { readonly to: number; readonly only?: readonly Dataset[] }

async function load(lake: ReturnType<typeof open>, { to, only = datasets }: Load): Promise<Version> {
  clock = new Date(clock.getTime() + 60_000)
  const version = await lake.change({ through: '2026-01-09', maker: {} }, async (draft) => {
    for (const dataset of only) await draft.upsert(dataset, sampleRows(dataset, 0, to))
  })
  return version!
}

async function found(version: Version) {
  const engine = await openEngine({ memory: '256MB', scratch: join(root, 'spill') })
  try {
    return await verifyTables(version, datasets, engine.connection)
  } finally {
    engine.close()
  }
}

const rowsAt = async (name: string, dataset: Dataset, snapshot?: number): Promise<number> =>
  (await withAddresses(fromFiles, () => readByIcebird(localLocation(join(root, name), dataset), snapshot))).rows.length

test('the tables of a lake that was moved name its new folder from the next look of a writer on', async () => {
  await load(open('here'), { to: 10 })
  await load(open('here'), { to: 20 })
  renameSync(join(root, 'here'), join(root, 'there'))
  const lake = open('there')
  const current = (await lake.current())!
  assert.deepEqual(await found(current), { count: 3, elsewhere: 3, faults: [] })
  await lake.placeTables()
  assert.deepEqual(await found(current), { count: 3, elsewhere: 0, faults: [] })
  for (const dataset of datasets) {
    assert.equal(await rowsAt('there', dataset), 20)
    assert.equal(await rowsAt('there', dataset, 1), 10)
  }
  renameSync(join(root, 'there'), join(root, 'elsewhere'))
  await load(open('elsewhere'), { to: 30, only: [GoldPrice] })
  for (const number of [1, 2, 3]) assert.equal(await rowsAt('elsewhere', GoldPrice, number), number * 10)
  assert.equal(await rowsAt('elsewhere', TaiwanStockPrice), 20)
})

test('a lake without tables gets them with the next change, also of one that changes no row', async () => {
  const version = await load(open('old'), { to: 10 })
  for (const { name } of datasets) rmSync(join(version.folder, name, 'metadata'), { recursive: true })
  assert.deepEqual(await found(version), { count: 0, elsewhere: 0, faults: [] })
  const same = await load(open('old'), { to: 10 })
  assert.equal(same.folder, version.folder)
  assert.deepEqual(await found(version), { count: 3, elsewhere: 0, faults: [] })
  assert.equal(await rowsAt('old', GoldPrice), 10)
})

test('a damaged file of an earlier version does not keep a lake from its tables', async () => {
  const versions = [await load(open('worn'), { to: 10 }), await load(open('worn'), { to: 20 })]
  for (const { folder } of versions)
    for (const { name } of datasets) rmSync(join(folder, name, 'metadata'), { recursive: true })
  writeFileSync(join(versions[0]!.folder, versions[0]!.manifest.datasets.GoldPrice!.parts[0]!.file), 'no file')
  const next = await load(open('worn'), { to: 30, only: [GoldPrice] })
  assert.deepEqual(await found(next), { count: 3, elsewhere: 0, faults: [] })
  assert.deepEqual(
    (await readMetadata(next, GoldPrice))!.snapshots.map((one) => one['snapshot-id']),
    [2, 3],
  )
})

test('a table that is damaged is whole again in the next version', async () => {
  const version = await load(open('damaged'), { to: 10 })
  const folder = join(version.folder, GoldPrice.name, 'metadata')
  for (const file of readdirSync(folder)) if (file.endsWith('.avro')) rmSync(join(folder, file))
  const next = await load(open('damaged'), { to: 12 })
  assert.deepEqual((await found(next)).faults, [])
  const numbers = (metadata: TableMetadata | null) => metadata!.snapshots.map((one) => one['snapshot-id'])
  assert.deepEqual(numbers(await readMetadata(next, GoldPrice)), [2])
  assert.deepEqual(numbers(await readMetadata(next, TaiwanStockPrice)), [1, 2])
})

test('a dataset that loses all its rows is a table without rows, and fills again', async () => {
  const lake = open('emptied')
  const count = async (version: Version) => {
    assert.deepEqual((await found(version)).faults, [])
    const { entries } = await readState((await readMetadata(version, GoldPrice))!, readLocal(lake.root))
    return entries.reduce((sum, { data_file }) => sum + data_file.record_count, 0)
  }
  assert.equal(await count(await load(lake, { to: 10 })), 10)
  clock = new Date(clock.getTime() + 60_000)
  const emptied = await lake.change(
    { through: '2026-01-10', maker: {} },
    async (draft) => void (await draft.replace(GoldPrice, sampleRows(GoldPrice, 0, 0))),
  )
  assert.equal(await count(emptied!), 0)
  assert.equal(await count(await load(lake, { to: 5, only: [GoldPrice] })), 5)
})

test('a new column becomes a new schema; snapshots before it keep theirs', async () => {
  const version = await load(open('grown'), { to: 10 })
  const { manifest, folder } = version
  const metadata = (await readMetadata(version, GoldPrice))!
  const read = async (address: string) => readFileSync(address.slice('file://'.length))
  const before = await readState(metadata, read)
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
      isSame: false,
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
