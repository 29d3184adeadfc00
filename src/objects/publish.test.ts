import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readdirSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Ceph, findCeph, startCeph } from '../../test/support/ceph.ts'
import { createTree, publishTree, type WriterOrder } from '../../test/support/objectWriter.ts'
import { type StoreFault, type StoreProxy, startStoreProxy } from '../../test/support/storeProxy.ts'
import { until } from '../../test/support/until.ts'
import { DamagedError } from '../errors.ts'
import { collectGarbage } from './gc.ts'
import { openHashMemory } from './hashes.ts'
import {
  contentPrefix,
  hintKey,
  latestSequence,
  listSequences,
  manifestKey,
  readLatest,
  readManifest,
} from './manifest.ts'
import { LostRaceError } from './publish.ts'
import { openS3 } from './s3.ts'
import type { ObjectStore } from './store.ts'
import { verifyStore } from './verify.ts'

const { skip: noCeph } = await findCeph()
const options = { skip: noCeph ?? false }
const isTorture = process.env.TORTURE !== undefined

let ceph: Ceph
let proxy: StoreProxy
let bucket = ''
let store: ObjectStore
let buckets = 0
const { root, write } = createTree('publish')

before(async () => {
  if (noCeph !== null) return
  const started = await startCeph()
  assert.ok(!('skip' in started))
  ceph = started
  proxy = await startStoreProxy(ceph.endpoint)
})
after(async () => {
  rmSync(root, { recursive: true })
  store?.close()
  await proxy?.close()
  await ceph?.stop()
})
async function openBucket(): Promise<void> {
  bucket = await ceph.bucket(`bucket-${++buckets}`)
  store?.close()
  store = openS3({ bucket, prefix: '', endpoint: proxy.endpoint, region: ceph.region, credentials: ceph.credentials })
  proxy.setRule(() => null)
}
beforeEach(async () => {
  if (noCeph === null) await openBucket()
})

const nameOf = (n: number): string => n.toString(16).padStart(16, '0')

/** Writes a version of which `same.txt` never changes, and publishes it. */
function publish(n: number, texts: Record<string, string> = {}, other: Parameters<typeof publishTree>[2] = {}) {
  const files = write(nameOf(n), { 'same.txt': 'the same in all versions', 'changed.txt': `of version ${n}`, ...texts })
  return publishTree(store, { root, version: nameOf(n), files }, other)
}

async function keysBelow(prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of store.list(prefix)) keys.push(key)
  return keys
}

test('a version is published once, and only what changed is sent', options, async () => {
  assert.equal(await readLatest(store), null)
  const first = await publish(1, { 'long.bin': 'x'.repeat(9 << 20) })
  assert.deepEqual([first.isNew, first.sentFiles, first.manifest.sequence, first.manifest.previous], [true, 3, 1, null])
  assert.deepEqual(await readLatest(store), first.manifest)

  const from = proxy.seen.length
  const second = await publish(2, { 'long.bin': 'x'.repeat(9 << 20) })
  assert.deepEqual([second.sentFiles, second.manifest.sequence, second.manifest.previous], [1, 2, nameOf(1)])
  const puts = proxy.seen.slice(from).filter(({ method }) => method === 'PUT')
  // Two of the probe, the changed file, the manifest, the hint.
  assert.equal(puts.length, 5)
  assert.equal((await keysBelow(contentPrefix)).length, 4)
  assert.deepEqual(await keysBelow('probe/'), [])

  const again = await publish(2, { 'long.bin': 'x'.repeat(9 << 20) })
  assert.deepEqual([again.isNew, again.sentFiles, again.manifest], [false, 0, second.manifest])
  // The same rows with another list of gaps are a new sequence of the same version.
  const more = await publish(2, { 'long.bin': 'x'.repeat(9 << 20), 'more.txt': 'more' })
  assert.deepEqual([more.isNew, more.sentFiles, more.manifest.sequence], [true, 1, 3])
  assert.deepEqual(await verifyStore(store), {
    versions: 3,
    objects: 5,
    bytes: (9 << 20) + 24 + 12 * 2 + 4,
    faults: [],
  })
})

test('the newest version is found whatever the hint says', options, async () => {
  for (const n of [1, 2, 3]) await publish(n)
  const from = proxy.seen.length
  assert.equal(await latestSequence(store, 3), 3)
  assert.equal(proxy.seen.length - from, 2)
  for (const hint of ['{"sequence":1}', '{"sequence":9}', 'no JSON', '{}']) {
    await store.put(hintKey, Buffer.from(hint))
    for (const known of [0, 1, 3]) assert.equal(await latestSequence(store, known), 3, `${hint}, ${known}`)
  }
  await store.remove([hintKey])
  assert.equal(await latestSequence(store), 3)
  assert.equal((await publish(4)).manifest.sequence, 4)
})

test('hashes are remembered, and a file that was damaged since is not published', options, async () => {
  const files = write(nameOf(1), { 'a.txt': 'a'.repeat(1_000) })
  const path = join(root, files[0]!.path)
  utimesSync(path, 1_000, 1_000)
  await publishTree(store, { root, version: nameOf(1), files })
  // Other bytes behind the same size and time, as when a disk fails.
  writeFileSync(path, 'b'.repeat(1_000))
  utimesSync(path, 1_000, 1_000)
  const hashes = await openHashMemory(join(root, 'hashes.json'))
  const { sha256 } = await hashes.hash(path)
  assert.equal((await readLatest(store))?.files[0]?.sha256, sha256)
  const elsewhere = openS3({ ...ceph, bucket, prefix: 'other/' })
  await assert.rejects(publishTree(elsewhere, { root, version: nameOf(1), files }), DamagedError)
  assert.equal(await readLatest(elsewhere), null)
  elsewhere.close()
  assert.equal(statSync(path).size, 1_000)
})

test('a store without conditional writes is refused before anything is sent', options, async () => {
  const careless = { ...store, put: (key: string, body: Buffer | { path: string }) => store.put(key, body) }
  const files = write(nameOf(1), { 'a.txt': 'a' })
  await assert.rejects(
    publishTree(careless, { root, version: nameOf(1), files }),
    /does not support conditional writes/,
  )
  assert.deepEqual(await keysBelow(''), [])
})

test(
  'a store whose answer to the probe is wrong once is asked again, and refused if it always is',
  options,
  async () => {
    const isProbe = ({ method, path }: { method: string; path: string }) => method === 'GET' && path.includes('probe')
    let wrong = 0
    const spoil = (times: number) => (request: { method: string; path: string }) =>
      isProbe(request) && wrong++ < times ? ({ kind: 'wrongAnswer' } as const) : null
    proxy.setRule(spoil(2))
    assert.equal((await publish(1)).isNew, true)
    wrong = 0
    proxy.setRule(spoil(99))
    await assert.rejects(publish(2), /does not return the objects/)
    proxy.setRule(() => null)
    assert.deepEqual(await keysBelow('probe/'), [])
  },
)

test('a losing writer reports it, and its version is not current', options, async () => {
  await publish(1)
  await assert.rejects(publish(2, {}, { after: 0 }), LostRaceError)
  // Another writer is faster between the look at the store and the manifest.
  const late = {
    ...store,
    put: async (...given: Parameters<ObjectStore['put']>) => {
      if (given[0] === manifestKey(2)) await publish(3)
      return store.put(...given)
    },
  }
  const files = write(nameOf(2), { 'a.txt': 'late' })
  await assert.rejects(publishTree(late, { root, version: nameOf(2), files }), (error: Error) => {
    assert.ok(error instanceof LostRaceError)
    assert.match(error.message, new RegExp(`has published sequence 2 to s3://${bucket}: version ${nameOf(3)}`))
    return true
  })
  assert.equal((await readLatest(store))?.version, nameOf(3))
  // A manifest whose write got no response is recognised as the writer's own, also if it is first read with wrong bytes.
  const requests = { PUT: 0, GET: 0 }
  proxy.setRule(({ method, path }) => {
    if (!path.includes(manifestKey(3)) || (method !== 'PUT' && method !== 'GET')) return null
    return requests[method]++ === 0 ? { kind: method === 'PUT' ? 'lost' : 'wrongAnswer' } : null
  })
  assert.equal((await publish(4)).manifest.sequence, 3)
  assert.deepEqual(requests, { PUT: 2, GET: 2 })
})

test('missing and damaged objects and manifests are found', options, async () => {
  for (const n of [1, 2, 3]) await publish(n)
  const manifest = (await readManifest(store, 2))!
  const [changed, same] = manifest.files.map(({ sha256 }) => `${contentPrefix}${sha256.slice(0, 2)}/${sha256}`)
  await store.put(changed!, Buffer.from('of version X'))
  await store.remove([same!])
  await store.put(manifestKey(1), Buffer.from('{'))
  const { faults } = await verifyStore(store)
  assert.deepEqual(
    faults.map(({ what }) => what).sort(),
    [
      `${changed} has other bytes than its name says (lake/versions/${nameOf(2)}/changed.txt of sequence 2)`,
      `${same} is missing (lake/versions/${nameOf(3)}/same.txt of sequence 3)`,
      `Cannot read ${manifestKey(1)} from s3://${bucket}: its checksum is wrong.`,
    ].sort(),
  )
  await assert.rejects(collectGarbage(store, { keep: 3, graceMs: 0 }), DamagedError)
})

test('garbage collection removes old objects that no kept version names', options, async () => {
  for (const n of [1, 2, 3, 4]) await publish(n)
  await store.put(`${contentPrefix}ab/orphan`, Buffer.from('of a writer at work'))
  const young = await collectGarbage(store, { keep: 2, graceMs: 3_600_000 })
  assert.deepEqual([young.removedVersions, young.removedObjects], [[], 0])
  const dry = await collectGarbage(store, { keep: 2, graceMs: 0, isDry: true })
  assert.deepEqual([dry.removedVersions, dry.removedObjects, dry.keptVersions], [[1, 2], 3, 2])
  assert.equal((await keysBelow(contentPrefix)).length, 6)
  const done = await collectGarbage(store, { keep: 2, graceMs: 0 })
  assert.deepEqual([done.removedVersions, done.removedObjects, done.removedBytes], [[1, 2], 3, 12 * 2 + 19])
  assert.deepEqual(await listSequences(store), [3, 4])
  assert.deepEqual((await verifyStore(store)).faults, [])
  await assert.rejects(collectGarbage(store, { keep: 1, graceMs: 0 }), RangeError)
  // A list that lacks a version would make its objects garbage.
  const forgetful = {
    ...store,
    async *list(prefix: string) {
      for await (const one of store.list(prefix)) if (one.key !== manifestKey(4)) yield one
    },
  }
  await publish(5)
  await assert.rejects(collectGarbage(forgetful, { keep: 2, graceMs: 0 }), /lacks versions\/0000000004\.json/)
  assert.deepEqual((await verifyStore(store)).faults, [])
  // An object without references that may soon be removed is sent again.
  await store.put(`${contentPrefix}ab/orphan`, Buffer.from('x'))
  await publish(6, { 'back.txt': 'back' })
  for (const n of [7, 8]) await publish(n)
  const back = await publish(9, { 'back.txt': 'back' }, { trustedMs: 0 })
  assert.equal(back.sentFiles, 2)
  assert.equal((await publish(10, { 'back.txt': 'back' }, { trustedMs: 0 })).sentFiles, 1)
})

/** Publishes while garbage is collected; false if either took too long for objects to be safe for the grace period. */
async function publishesBesideGc(graceMs: number): Promise<boolean> {
  let isDone = false
  let removed = 0
  let isSlow = false
  const timed = async <T>(work: Promise<T>): Promise<T> => {
    const start = performance.now()
    return work.finally(() => {
      isSlow ||= performance.now() - start > graceMs / 2
    })
  }
  const collect = async () => {
    for (; !isDone; await sleep(100))
      removed += (await timed(collectGarbage(store, { keep: 2, graceMs }))).removedObjects
  }
  const rounds = isTorture ? 200 : 8
  // Contents come back after they were named by no version for a while.
  const publishRounds = async () => {
    for (let n = 1; !isDone && !isSlow && (n <= rounds || (removed === 0 && n <= 100)); n++) {
      await timed(publish(n, { 'back.txt': `content ${n % 4}` }, { trustedMs: graceMs / 2 }))
      await sleep(300)
    }
  }
  const end = () => {
    isDone = true
  }
  // Whichever fails ends the other.
  await Promise.all([collect().finally(end), publishRounds().finally(end)])
  if (isSlow) return false
  assert.ok(removed > 0)
  assert.deepEqual((await verifyStore(store)).faults, [])
  return true
}

test('a publication and a garbage collection can run concurrently', options, async () => {
  // A busy machine needs a longer grace period.
  for (let graceMs = 3_000; !(await publishesBesideGc(graceMs)); graceMs *= 2) {
    assert.ok(graceMs < 60_000, 'a publication takes half a minute')
    await openBucket()
  }
})

/** Faults in turn, one of every few requests. */
function troubled(every: number): (request: { number: number }) => StoreFault | null {
  const faults: readonly StoreFault[] = [
    { kind: 'status', status: 500 },
    { kind: 'wrongAnswer' },
    { kind: 'lost' },
    { kind: 'slow', ms: 50 },
    { kind: 'cut', bytes: 10 },
    { kind: 'status', status: 503 },
    { kind: 'wrongRequest' },
    { kind: 'gone' },
  ]
  return ({ number }) => (number % every === 0 ? faults[(number / every) % faults.length]! : null)
}

test('publishing goes on through faults of the store, and waits while it is gone', options, async () => {
  const texts = Object.fromEntries(Array.from({ length: 12 }, (_, i) => [`${i}.txt`, `file ${i}`]))
  for (let n = 1; n <= (isTorture ? 50 : 2); n++) {
    proxy.setRule(troubled(3 + (n % (isTorture ? 3 : 1))))
    const more = Object.fromEntries(Object.entries(texts).map(([name, text]) => [name, `${text} of ${n}`]))
    assert.equal((await publish(n, more)).manifest.sequence, n)
    proxy.setRule(() => null)
    assert.equal((await readLatest(store))?.version, nameOf(n))
  }
  const before = proxy.seen.length
  proxy.setRule(({ number }) => (number > before + 10 ? { kind: 'gone' } : null))
  const waiting = publish(99)
  // The twelfth request is refused, and sent again.
  await until('the refused request is repeated', () => proxy.seen.length > before + 12)
  if (isTorture) await sleep(55_000)
  proxy.setRule(() => null)
  assert.equal((await waiting).isNew, true)
  assert.deepEqual((await verifyStore(store)).faults, [])
})

const writer = join(import.meta.dirname, '../../test/support/objectWriter.ts')

/** Publishes in a process of its own, which is killed when its request of this number comes. */
async function publishKilledAt(at: number, isServed: boolean, order: WriterOrder): Promise<boolean> {
  const child = spawn(process.execPath, [writer, JSON.stringify(order)], { stdio: ['ignore', 'ignore', 'inherit'] })
  const from = proxy.seen.length
  proxy.setRule(({ number }) => {
    if (number !== from + at) return null
    child.kill('SIGKILL')
    return { kind: isServed ? 'lost' : 'gone' }
  })
  const [code, signal] = await once(child, 'close')
  proxy.setRule(() => null)
  assert.ok(code === 0 || signal === 'SIGKILL')
  return signal === 'SIGKILL'
}

test('a publication killed at any request is completed by the next writer', options, async () => {
  const texts = Object.fromEntries(['a', 'b', 'c'].map((name) => [`${name}.txt`, name]))
  let isKilled = true
  let killed = 0
  for (let n = 0; isKilled; n++) {
    const at = isTorture ? n : n * 4
    const target = await ceph.bucket(`killed-${n}`)
    const version = nameOf(n)
    const files = write(version, texts)
    const order = { ...ceph, endpoint: proxy.endpoint, bucket: target, root, version, files }
    isKilled = await publishKilledAt(at, n % 2 === 1, order)
    if (isKilled) killed++
    const there = openS3({ ...ceph, bucket: target, prefix: '' })
    const found = await readLatest(there)
    if (found) assert.deepEqual((await verifyStore(there)).faults, [])
    const { manifest } = await publishTree(there, { root, version, files })
    assert.deepEqual([manifest.sequence, manifest.files.length], [1, 3])
    assert.deepEqual((await verifyStore(there)).faults, [])
    there.close()
  }
  assert.ok(killed >= (isTorture ? 15 : 4), `killed ${killed} times`)
  assert.deepEqual(readdirSync(root).filter((name) => name.startsWith('hashes.json.')).length <= killed, true)
})
