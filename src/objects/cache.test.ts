import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { existsSync, globSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { openFolderStore } from '../../test/support/folderStore.ts'
import { type Cache, openCache } from './cache.ts'
import { SegmentReader, segmentBytes, segmentPath } from './segments.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-cache-'))
after(() => rmSync(root, { recursive: true, force: true }))

/** A cache of so many segments over a store with one object of ten. */
function shelf(name: string, segments: number) {
  const folders = openFolderStore(join(root, name, 'store'))
  const bytes = randomBytes(10 * segmentBytes - 1_000)
  const file = folders.put('object', bytes)
  const evicted: string[] = []
  const folder = join(root, name, 'cache')
  const options = { store: folders.store, folder, mostBytes: segments * segmentBytes }
  const open = (): Cache => {
    const cache = openCache({ ...options, onEvicted: (paths) => evicted.push(...paths) })
    cache.know([file])
    return cache
  }
  const used = () => globSync('??/*', { cwd: folder }).reduce((sum, one) => sum + statSync(join(folder, one)).size, 0)
  return { ...folders, cache: open(), open, file, bytes, evicted, folder, used }
}

const segmentsIn = ({ pathOf }: Cache, sha256: string, ...indexes: number[]) =>
  indexes.map((index) => segmentPath(pathOf(sha256), index))

test('many requests for the same bytes wait for one fetch, and read what was stored', async () => {
  const { cache, file, bytes, requests } = shelf('one', 10)
  const wanted = segmentsIn(cache, file.sha256, 2, 3)
  await Promise.all(Array.from({ length: 50 }, () => cache.hold(wanted)))
  assert.deepEqual(
    requests.map(({ from, to }) => [from, to]),
    [[2 * segmentBytes, 4 * segmentBytes]],
  )
  const target = Buffer.alloc(segmentBytes)
  const offset = 2 * segmentBytes + 100
  new SegmentReader().read(cache.pathOf(file.sha256), target, 0, target.length, offset)
  assert.deepEqual(target, bytes.subarray(offset, offset + target.length))
  assert.equal(cache.state().misses, 2)
})

test('disk use is bounded: the least recently used segments are removed, held ones stay, and a restart keeps the rest', async () => {
  const { cache, open, file, evicted, used } = shelf('bound', 4)
  const held = await cache.hold(segmentsIn(cache, file.sha256, 0))
  for (const index of [2, 4, 6]) (await cache.hold(segmentsIn(cache, file.sha256, index)))()
  cache.touch(segmentsIn(cache, file.sha256, 2))
  ;(await cache.hold(segmentsIn(cache, file.sha256, 8)))()
  assert.deepEqual(evicted, segmentsIn(cache, file.sha256, 4))
  assert.ok(existsSync(segmentsIn(cache, file.sha256, 0)[0]!))
  held()
  for (let index = 0; index < 10; index++) {
    ;(await cache.hold(segmentsIn(cache, file.sha256, index)))()
    assert.ok(used() <= 4 * segmentBytes)
  }
  const again = open()
  assert.equal(again.state().bytes, used())
  assert.ok(again.state().files >= 3)
})

test('a segment removed by another process is fetched again', async () => {
  const { cache, file, requests } = shelf('removed', 10)
  const wanted = segmentsIn(cache, file.sha256, 5)
  ;(await cache.hold(wanted))()
  rmSync(wanted[0]!)
  ;(await cache.hold(wanted))()
  assert.ok(existsSync(wanted[0]!))
  assert.equal(requests.length, 2)
})

test('a scan is read ahead, and single reads are not', async () => {
  const { cache, file, requests } = shelf('ahead', 100)
  for (const index of [7, 2, 5]) (await cache.hold(segmentsIn(cache, file.sha256, index)))()
  assert.equal(cache.state().readAhead, 0)
  ;(await cache.hold(segmentsIn(cache, file.sha256, 0)))()
  ;(await cache.hold(segmentsIn(cache, file.sha256, 1)))()
  await sleep(50)
  const before = requests.length
  ;(await cache.hold(segmentsIn(cache, file.sha256, 3)))()
  assert.ok(cache.state().readAhead > 0, 'the second of two neighbours fetches the next one')
  await sleep(50)
  assert.ok(requests.length - before <= 2)
})

test('a whole file is fetched once, linked to its place, and leaves with its links', async () => {
  const { cache, file, bytes, requests, folder } = shelf('whole', 12)
  const target = join(folder, '../lake/part.parquet')
  const releases = await Promise.all([1, 2, 3].map(() => cache.holdWhole(file.sha256, target)))
  assert.equal(requests.length, 1)
  assert.deepEqual(readFileSync(target), bytes)
  for (const release of releases) release()
  for (const index of [0, 3, 6, 9]) (await cache.hold(segmentsIn(cache, file.sha256, index)))()
  assert.ok(!existsSync(target), 'the file made room')
})
