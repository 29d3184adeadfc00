import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { PutBucketPolicyCommand, S3Client } from '@aws-sdk/client-s3'
import { type Ceph, findCeph, startCeph } from '../../../test/support/ceph.ts'
import { assertRowsOf } from '../../../test/support/icebergRows.ts'
import { fromBucket, readByIcebird, withAddresses } from '../../../test/support/icebird.ts'
import { type StoreProxy, startStoreProxy } from '../../../test/support/storeProxy.ts'
import { createLake, publishLake, type TableOrder } from '../../../test/support/tableWriter.ts'
import type { Dataset } from '../../catalogue/dataset.ts'
import { catalogue } from '../../catalogue/index.ts'
import { GoldPrice } from '../../catalogue/other/GoldPrice.ts'
import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { type Engine, openEngine } from '../../lake/engine.ts'
import { decodeManifest, decodeManifestList } from '../../lake/iceberg/avro.ts'
import type { TableMetadata } from '../../lake/iceberg/metadata.ts'
import type { Version } from '../../lake/lake.ts'
import { collectGarbage } from '../../objects/gc.ts'
import { inTurns } from '../../objects/inTurns.ts'
import { contentKey, listSequences, manifestKey, readLatest, readManifest } from '../../objects/manifest.ts'
import { LostRaceError } from '../../objects/publish.ts'
import { openS3 } from '../../objects/s3.ts'
import type { ObjectStore } from '../../objects/store.ts'
import { placedHintKey, placedMetadataKey } from './bucketTables.ts'
import { sweepTables } from './placedTables.ts'
import { verifyBucketTables } from './verifyBucketTables.ts'

/** The Iceberg tables in a bucket of a real store: read by a library that is not ours, and whole whatever happens. */

const { skip: noCeph } = await findCeph()
const options = { skip: noCeph ?? false }
const isTorture = process.env.TORTURE !== undefined
const folder = mkdtempSync(join(tmpdir(), 'formosa-bucket-tables-'))
const prefix = 'market/lake/'
/** Enough for what does not differ from table to table. */
const few: readonly Dataset[] = [TaiwanStockPrice, GoldPrice]

let ceph: Ceph
let proxy: StoreProxy
let engine: Engine
const stores: ObjectStore[] = []

before(async () => {
  if (noCeph !== null) return
  const started = await startCeph()
  assert.ok(!('skip' in started))
  ceph = started
  proxy = await startStoreProxy(ceph.endpoint)
  engine = await openEngine({ memory: '256MB', scratch: join(folder, 'spill') })
})
after(async () => {
  engine?.close()
  for (const store of stores) store.close()
  await proxy?.close()
  await ceph?.stop()
  rmSync(folder, { recursive: true })
})

/** A bucket that everybody may read, as the store that a writer has. */
async function openBucket(
  name: string,
  { endpoint }: { readonly endpoint: string },
): Promise<{ readonly bucket: string; readonly store: ObjectStore }> {
  const bucket = await ceph.bucket(name)
  const client = new S3Client({ ...ceph, forcePathStyle: true })
  const statement = { Effect: 'Allow', Principal: '*', Action: 's3:GetObject', Resource: `arn:aws:s3:::${bucket}/*` }
  const Policy = JSON.stringify({ Version: '2012-10-17', Statement: [statement] })
  await client.send(new PutBucketPolicyCommand({ Bucket: bucket, Policy }))
  client.destroy()
  const store = openS3({ ...ceph, endpoint, bucket, prefix })
  stores.push(store)
  return { bucket, store }
}

/** Has the other library read from a bucket. */
const reading = <T>(bucket: string, work: () => Promise<T>): Promise<T> =>
  withAddresses(fromBucket(ceph.endpoint, bucket), work)

/** Compares the rows of a table at a version, or now, while the other library reads from the bucket; its metadata. */
async function compareRows(bucket: string, version: Version, dataset: Dataset, snapshot?: number) {
  const { rows, metadata } = await readByIcebird(`s3://${bucket}/${prefix}tables/${dataset.name}`, snapshot)
  await assertRowsOf(engine, version, dataset, rows)
  assert.equal(rows.length, version.manifest.datasets[dataset.name]!.rows)
  return metadata as unknown as TableMetadata
}

const assertTable = (...given: Parameters<typeof compareRows>): Promise<TableMetadata> =>
  reading(given[0], () => compareRows(...given))

const keysOf = async (store: ObjectStore, below: string): Promise<string[]> => {
  const keys: string[] = []
  for await (const { key } of store.list(below)) keys.push(key)
  return keys
}

/** A function that is called once for each value. */
function eachOnce<K, T>(work: (key: K) => Promise<T>): (key: K) => Promise<T> {
  const known = new Map<K, Promise<T>>()
  return (key) => {
    const made = known.get(key) ?? work(key)
    known.set(key, made)
    return made
  }
}

/**
 * Reads every table that is in the store, also older metadata: each snapshot must have the objects of the version whose
 * number it has, all of them and no others, and every hint a metadata file. Returns the hints.
 */
async function assertReadable(store: ObjectStore): Promise<number[]> {
  // Nothing changes meanwhile, and several snapshots name the same objects.
  const must = eachOnce(async (key: string): Promise<Buffer> => {
    const found = await store.get(key)
    assert.ok(found, `${key} is missing`)
    return found
  })
  const bytesOf = eachOnce(async (key: string) => (await store.head(key))?.bytes)
  const versionOf = eachOnce((sequence: number) => readManifest(store, sequence))
  const inStore = (address: string): string => {
    assert.ok(address.startsWith(`${store.name}/`), address)
    return address.slice(store.name.length + 1)
  }
  const keys = await keysOf(store, 'tables/')
  for (const key of keys.filter((one) => one.endsWith('.metadata.json'))) {
    const [, name, number] = /^tables\/(\w+)\/metadata\/v(\d+)\./.exec(key)!
    const metadata: TableMetadata = JSON.parse((await must(key)).toString())
    assert.equal(metadata['current-snapshot-id'], Number(number))
    for (const snapshot of metadata.snapshots) {
      const sequence = snapshot['snapshot-id']
      const manifest = await versionOf(sequence)
      const { records } = await decodeManifestList(await must(inStore(snapshot['manifest-list'])))
      const paths: string[] = []
      for (const { manifest_path } of records)
        for (const { status, data_file } of (await decodeManifest(await must(inStore(manifest_path)))).records)
          if (status !== 2) {
            assert.equal(await bytesOf(inStore(data_file.file_path)), data_file.file_size_in_bytes, key)
            paths.push(inStore(data_file.file_path))
          }
      if (!manifest) continue
      const own = manifest.files.filter(({ path }) => new RegExp(`/${name}/\\w+\\.parquet$`).test(path))
      assert.deepEqual(paths.sort(), own.map(({ sha256 }) => contentKey(sha256)).sort(), `${key}, snapshot ${sequence}`)
    }
  }
  const hints: number[] = []
  for (const key of keys.filter((one) => one.endsWith('version-hint.text'))) {
    const hint = Number((await must(key)).toString())
    assert.ok(keys.includes(key.replace('version-hint.text', `v${hint}.metadata.json`)), `${key} is ${hint}`)
    hints.push(hint)
  }
  return hints
}

const collect = (store: ObjectStore, keep = 2) =>
  collectGarbage(store, { keep, graceMs: 0, sweepTables: sweepTables(store) })

const snapshotsOf = ({ snapshots }: TableMetadata): number[] => snapshots.map((one) => one['snapshot-id'])

/** Publishes versions of a lake; each with the changes below `tables/` that it took. */
async function publishAll(
  store: ObjectStore,
  name: string,
  datasets: readonly Dataset[],
  loads: readonly (readonly [from: number, to: number, only: readonly Dataset[]])[],
): Promise<{ readonly versions: readonly Version[]; readonly sent: readonly number[] }> {
  const root = join(folder, name)
  const { load } = createLake(root, datasets)
  const versions: Version[] = []
  const sent: number[] = []
  let puts = 0
  const counting: ObjectStore = {
    ...store,
    put(...given) {
      if (given[0].startsWith('tables/')) puts++
      return store.put(...given)
    },
  }
  for (const [from, to, only] of loads) {
    versions.push(await load(from, to, only))
    puts = 0
    assert.equal((await publishLake(counting, root, versions.at(-1)!)).manifest.sequence, versions.length)
    sent.push(puts)
  }
  return { versions, sent }
}

test('tables have the snapshots of three versions, also after gc', options, async () => {
  const { bucket, store } = await openBucket('snapshots', ceph)
  const datasets = isTorture ? catalogue : catalogue.filter((dataset, i) => i % 18 === 0 || dataset === GoldPrice)
  const changed = datasets.filter((_, i) => i % 3 === 0)
  const { versions, sent } = await publishAll(store, 'snapshots', datasets, [
    [0, 24, datasets],
    [20, 40, changed],
    [38, 44, changed],
  ])
  // A list, the metadata and the hint of each table, and manifests of what changed.
  const tables = datasets.length
  assert.deepEqual(sent, [tables * 4, tables * 3 + changed.length, tables * 3 + changed.length])
  const assertAll = async (dataset: Dataset) => {
    const metadata = await compareRows(bucket, versions[2]!, dataset)
    assert.deepEqual(
      metadata.snapshots.map((one) => [one['snapshot-id'], one.summary['formosa.version'], one.summary.operation]),
      versions.map(({ manifest }, i) => [
        i + 1,
        manifest.version,
        i === 0 ? 'append' : changed.includes(dataset) ? 'overwrite' : 'replace',
      ]),
    )
    for (const [i, { manifest }] of versions.entries())
      assert.deepEqual(metadata.refs[manifest.version], { 'snapshot-id': i + 1, type: 'tag' })
    if (changed.includes(dataset))
      for (const number of [1, 2]) await compareRows(bucket, versions[number - 1]!, dataset, number)
  }
  await reading(bucket, () => inTurns(datasets, 8, assertAll))

  const { removedVersions, removedObjects } = await collect(store)
  assert.deepEqual(removedVersions, [1])
  assert.ok(removedObjects > tables)
  assert.deepEqual(
    (await keysOf(store, 'tables/GoldPrice/metadata/')).filter((key) => key.endsWith('.json')),
    [2, 3].map((number) => placedMetadataKey('GoldPrice', number)),
  )
  for (const dataset of changed) {
    assert.deepEqual(snapshotsOf(await assertTable(bucket, versions[2]!, dataset)), [2, 3])
    await assertTable(bucket, versions[1]!, dataset, 2)
  }
})

/** A lake of a few rows that is published to a bucket of its own. */
async function openSmall(name: string, place: { readonly endpoint: string } = ceph) {
  const { bucket, store } = await openBucket(name, place)
  const root = join(folder, name)
  const { load } = createLake(root, few)
  let rows = 0
  return {
    ...{ bucket, store, root, load },
    /** Writes the next version, of which only the prices of gold differ. */
    next: (): Promise<Version> => {
      rows += 4
      return load(rows - 4, rows, rows === 4 ? few : [GoldPrice])
    },
  }
}

/** A store that fails at the nth change and from then on, as for a process that dies. */
function failingAt(store: ObjectStore, last: number): ObjectStore {
  let changes = 0
  const counted =
    <A extends unknown[], T>(work: (...given: A) => Promise<T>) =>
    (...given: A): Promise<T> =>
      ++changes > last ? Promise.reject(new Error('the end')) : work(...given)
  return { ...store, put: counted(store.put), remove: counted(store.remove) }
}

test('a removal that ends at any change leaves tables that name what is there', options, async () => {
  const { bucket, store, root, next } = await openSmall('swept')
  const versions: Version[] = []
  for (let n = 0; n < 4; n++) {
    versions.push(await next())
    await publishLake(store, root, versions.at(-1)!)
  }
  let ends = 0
  for (let isDone = false; !isDone; ) {
    const attempt = await collect(failingAt(store, isTorture ? 1 : 6)).then(
      () => true,
      (error: Error) => {
        assert.equal(error.message, 'the end')
        ends++
        return false
      },
    )
    isDone = attempt
    assert.deepEqual(await assertReadable(store), [4, 4])
  }
  assert.ok(ends >= 3, `${ends} ends`)
  assert.deepEqual(await listSequences(store), [3, 4])
  assert.deepEqual(snapshotsOf(await assertTable(bucket, versions[3]!, GoldPrice)), [3, 4])
  assert.deepEqual((await verifyBucketTables(store)).faults, [])
  assert.equal((await collect(store)).removedObjects, 0)
})

const writer = join(import.meta.dirname, '../../../test/support/tableWriter.ts')

test(
  'a writer that is killed leaves tables of one version each, and the next run completes them',
  options,
  async () => {
    const { bucket, store, root, next } = await openSmall('killed', proxy)
    await publishLake(store, root, await next())
    let version = await next()
    const order: TableOrder = { ...ceph, endpoint: proxy.endpoint, bucket, prefix, root }
    // Requests of a run: those before the manifest, and those that place the tables.
    const start = proxy.seen.length
    await publishLake(store, root, version)
    const paths = proxy.seen.slice(start).map(({ method, path }) => `${method} ${path}`)
    const published = paths.findIndex((line) => line.startsWith('PUT') && line.includes('/versions/'))
    const points = isTorture ? paths.map((_, i) => i) : [published, paths.length - 2]
    for (const [n, at] of points.entries()) {
      version = await next()
      const child = spawn(process.execPath, [writer, JSON.stringify(order)], { stdio: ['ignore', 'ignore', 'inherit'] })
      const from = proxy.seen.length
      proxy.setRule(({ number }) => {
        if (number !== from + at) return null
        child.kill('SIGKILL')
        return { kind: n % 2 === 1 ? 'lost' : 'gone' }
      })
      const [, signal] = await once(child, 'close')
      proxy.setRule(() => null)
      assert.equal(signal, 'SIGKILL')
      const before = (await readLatest(store))!.sequence
      for (const hint of await assertReadable(store)) assert.ok(hint === before || hint === before - 1)
      const { sequence } = (await publishLake(store, root, version)).manifest
      assert.deepEqual(await assertReadable(store), [sequence, sequence])
      await assertTable(bucket, version, GoldPrice)
      assert.deepEqual((await verifyBucketTables(store)).faults, [])
      if (isTorture) await collect(store)
    }
  },
)

test('a losing writer changes no table, and a slow winner does not roll tables back', options, async () => {
  const { bucket, store, root, next } = await openSmall('raced')
  await publishLake(store, root, await next())
  const other = join(folder, 'raced-other')
  cpSync(root, other, { recursive: true, verbatimSymlinks: true })
  const rival = createLake(other, few)

  const winner = await rival.load(50, 60, [GoldPrice])
  const late: ObjectStore = {
    ...store,
    put: async (...given: Parameters<ObjectStore['put']>) => {
      if (given[0] === manifestKey(2)) await publishLake(store, other, winner)
      return store.put(...given)
    },
  }
  await assert.rejects(publishLake(late, root, await next()), LostRaceError)
  assert.deepEqual(await assertReadable(store), [2, 2])
  await assertTable(bucket, winner, GoldPrice)

  const third = await next()
  const fourth = await rival.load(60, 70, [GoldPrice])
  await publishLake(store, root, third, { beforePlacing: async () => void (await publishLake(store, other, fourth)) })
  assert.deepEqual(await assertReadable(store), [4, 4])
  await assertTable(bucket, fourth, GoldPrice)
  await assertTable(bucket, third, GoldPrice, 3)

  // Both at once, with removals beside them; what is sent must be published before the grace ends.
  const graceMs = 30_000
  for (let round = 0; round < (isTorture ? 50 : 1); round++) {
    const both = [await next(), await rival.load(70 + round, 72 + round, [GoldPrice])] as const
    const outcomes = await Promise.allSettled([
      publishLake(store, root, both[0]),
      publishLake(store, other, both[1]),
      collectGarbage(store, { keep: 2, graceMs, sweepTables: sweepTables(store) }),
    ])
    for (const outcome of outcomes)
      if (outcome.status === 'rejected' && !(outcome.reason instanceof LostRaceError)) throw outcome.reason
    const newest = (await readLatest(store))!
    assert.deepEqual(await assertReadable(store), [newest.sequence, newest.sequence])
    assert.deepEqual((await verifyBucketTables(store)).faults, [])
    await assertTable(bucket, both.find(({ manifest }) => manifest.version === newest.version)!, GoldPrice)
  }
})

test('verify names what is wrong with tables, and writes again what it can', options, async () => {
  const { store, root, next } = await openSmall('spoilt')
  for (let n = 0; n < 2; n++) await publishLake(store, root, await next())
  const avro = (await keysOf(store, 'tables/GoldPrice/')).find((key) => key.endsWith('.avro'))!
  await store.remove([avro, placedHintKey('GoldPrice')])
  await store.put(placedMetadataKey('GoldPrice', 2), Buffer.from('{}'))
  await store.put(placedHintKey('TaiwanStockPrice'), Buffer.from('1'))
  const { faults } = await verifyBucketTables(store)
  assert.deepEqual(
    faults.map(({ what }) => what).sort(),
    [
      `${avro} is missing`,
      'tables/GoldPrice/metadata/v2.metadata.json is not as its version has it',
      'tables/GoldPrice/metadata/version-hint.text is missing',
      'tables/TaiwanStockPrice/metadata/version-hint.text is not as its version has it',
    ].sort(),
  )
  for (const { mend } of faults) await mend!()
  assert.deepEqual(await verifyBucketTables(store), { tables: 2, faults: [] })
  assert.deepEqual(await assertReadable(store), [2, 2])

  // Without the tables of the version before, they begin anew.
  const { files } = (await readLatest(store))!
  await store.remove([contentKey(files.find(({ kind }) => kind === 'iceberg')!.sha256)])
  await publishLake(store, root, await next())
  const metadata = JSON.parse((await store.get(placedMetadataKey('GoldPrice', 3)))!.toString())
  assert.deepEqual(snapshotsOf(metadata), [3])
  assert.deepEqual(await assertReadable(store), [3, 3])
})
