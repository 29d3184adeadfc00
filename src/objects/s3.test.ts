import assert from 'node:assert/strict'
import { hash, randomBytes } from 'node:crypto'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { findCeph, type OwnCeph, startOwnCeph } from '../../test/support/ceph.ts'
import { type StoreFault, type StoreProxy, startStoreProxy } from '../../test/support/storeProxy.ts'
import { locationOf } from '../config/values.ts'
import { DamagedError, MissingError, NetworkError, SettingError } from '../errors.ts'
import { openS3 } from './s3.ts'
import type { ObjectStore } from './store.ts'

const { skip: noCeph } = await findCeph()
const options = { skip: noCeph ?? false }

let ceph: OwnCeph
let bucket: string
let proxy: StoreProxy
let store: ObjectStore
const folder = mkdtempSync(join(tmpdir(), 'formosa-s3-'))
const retries: string[] = []

before(async () => {
  if (noCeph !== null) return
  const started = await startOwnCeph()
  assert.ok(!('skip' in started))
  ceph = started
  bucket = await ceph.bucket('lake')
  proxy = await startStoreProxy(ceph.endpoint)
  store = open()
})
after(async () => {
  rmSync(folder, { recursive: true })
  store?.close()
  await proxy?.close()
  await ceph?.stop()
})

/** Opens the bucket behind the proxy. */
function open(other: Partial<Parameters<typeof openS3>[0]> = {}): ObjectStore {
  const { region, credentials } = ceph
  const onRetry = (reason: string) => void retries.push(reason)
  const settings = { bucket, prefix: 'a/b/', endpoint: proxy.endpoint, region, credentials, onRetry }
  return openS3({ ...settings, patienceMs: 30_000, ...other })
}

async function keysIn(store: ObjectStore): Promise<string[]> {
  const keys: string[] = []
  for await (const { key, bytes } of store.list('')) keys.push(`${key} ${bytes}`)
  return keys
}

/** Spoils the next requests of a method, one by one. */
function spoil(method: string, ...faults: readonly StoreFault[]): void {
  const waiting = [...faults]
  retries.length = 0
  proxy.setRule((request) => (request.method === method ? (waiting.shift() ?? null) : null))
}

const passing: readonly StoreFault[] = [
  { kind: 'status', status: 500 },
  { kind: 'status', status: 503 },
  { kind: 'gone' },
]

test('the address of a store is a bucket and a prefix', () => {
  assert.deepEqual(locationOf('s3://lake'), { bucket: 'lake', prefix: '' })
  assert.deepEqual(locationOf('s3://lake/'), { bucket: 'lake', prefix: '' })
  assert.deepEqual(locationOf('s3://my-lake.tw/formosa/live/'), { bucket: 'my-lake.tw', prefix: 'formosa/live/' })
  for (const wrong of ['lake', 'https://lake/x', 's3://', 's3://L', 's3://lake//x', 's3://lake/../x', 's3://lake/a b'])
    assert.equal(locationOf(wrong), null, wrong)
})

test('objects are stored, read in whole and in ranges, listed and removed', options, async () => {
  const bytes = randomBytes(100_000)
  assert.equal(await store.get('one'), null)
  assert.equal(await store.head('one'), null)
  assert.equal(await store.put('one', bytes), 'stored')
  assert.deepEqual(await store.get('one', { sha256: hash('sha256', bytes) }), bytes)
  assert.deepEqual(await store.get('one', { range: { from: 10, to: 20 } }), bytes.subarray(10, 20))
  assert.deepEqual(await store.get('one', { range: { from: 99_990, to: 200_000 } }), bytes.subarray(99_990))
  assert.deepEqual(await store.get('one', { range: { from: 5, to: 5 } }), Buffer.alloc(0))
  await assert.rejects(store.get('one', { range: { from: 100_000, to: 100_001 } }), /416/)
  const head = await store.head('one')
  assert.equal(head?.bytes, 100_000)
  assert.ok(Math.abs(head.modified.getTime() - Date.now()) < 60_000)
  await store.put('two/x', Buffer.alloc(0))
  assert.deepEqual(await store.get('two/x'), Buffer.alloc(0))
  assert.deepEqual(await keysIn(store), ['one 100000', 'two/x 0'])
  await store.remove(['one', 'two/x', 'never'])
  assert.deepEqual(await keysIn(store), [])
  assert.equal(await store.download('one', join(folder, 'one')), false)
  assert.deepEqual(readdirSync(folder), [])
})

test('of a hundred conditional writes one wins, and its bytes stay', options, async () => {
  const many = open()
  const bodies = Array.from({ length: 100 }, (_, i) => Buffer.from(`writer ${i}`))
  const outcomes = await Promise.all(bodies.map((body) => many.put('race', body, { ifAbsent: true })))
  assert.deepEqual(outcomes.filter((outcome) => outcome === 'stored').length, 1)
  assert.deepEqual(await store.get('race'), bodies[outcomes.indexOf('stored')])
  await assert.rejects(many.put('long', Buffer.alloc((64 << 20) + 1), { ifAbsent: true }), RangeError)
  many.close()
})

test('a long file goes up in parts, and one that changed is not stored', options, async () => {
  const path = join(folder, 'long')
  const bytes = randomBytes(20 << 20)
  const sha256 = hash('sha256', bytes)
  writeFileSync(path, bytes)
  spoil('PUT', { kind: 'status', status: 503 }, { kind: 'wrongRequest' }, { kind: 'lost' })
  assert.equal(await store.put('long', { path }, { sha256 }), 'stored')
  assert.equal(retries.length, 3)
  // The answer to the last request, which completes the upload, is lost.
  spoil('POST', { kind: 'status', status: 500 }, { kind: 'lost' }, { kind: 'lost' })
  assert.equal(await store.put('long', { path }, { sha256 }), 'stored')
  assert.equal((await store.get('long', { sha256 }))?.length, bytes.length)

  bytes[bytes.length - 1]! ^= 1
  writeFileSync(path, bytes)
  await assert.rejects(store.put('changed', { path }, { sha256 }), DamagedError)
  writeFileSync(path, bytes.subarray(0, 1_000))
  await assert.rejects(store.put('changed', { path }, { sha256 }), DamagedError)
  assert.equal(await store.head('changed'), null)
  // The upload that was given up is gone, but for those whose answers were lost.
  assert.equal(await store.abandonUploads(new Date(Date.now() - 3_600_000)), 0)
  await store.abandonUploads(new Date(Date.now() + 60_000))
  assert.equal(await store.abandonUploads(new Date(Date.now() + 60_000)), 0)
  rmSync(path)
})

test('temporary faults of the store are retried', options, async () => {
  const bytes = randomBytes(100_000)
  const sha256 = hash('sha256', bytes)
  const path = join(folder, 'down')
  spoil('PUT', ...passing, { kind: 'wrongRequest' })
  assert.equal(await store.put('faults', bytes, { sha256 }), 'stored')
  assert.equal(retries.length, 4)
  assert.match(retries[0]!, new RegExp(`^Cannot write faults to s3://${bucket}/a/b, trying again: HTTP 500`))

  const spoiltBodies: readonly StoreFault[] = [{ kind: 'cut', bytes: 30_000 }, { kind: 'wrongAnswer' }]
  spoil('GET', ...passing, ...spoiltBodies)
  assert.deepEqual(await store.get('faults', { sha256 }), bytes)
  spoil('GET', { kind: 'cut', bytes: 3 })
  assert.deepEqual(await store.get('faults', { range: { from: 7, to: 17 } }), bytes.subarray(7, 17))
  spoil('GET', ...passing, ...spoiltBodies, { kind: 'cut', bytes: 1 }, { kind: 'cut', bytes: 29_999 })
  assert.equal(await store.download('faults', path, { sha256 }), true)
  assert.deepEqual(readFileSync(path), bytes)
  assert.equal(retries.length, passing.length + 4)
  spoil('HEAD', ...passing)
  assert.equal((await store.head('faults'))?.bytes, bytes.length)

  const hasty = open({ stallMs: 500 })
  spoil('GET', { kind: 'silent' })
  assert.deepEqual(await hasty.get('faults'), bytes)
  assert.match(retries[0]!, /no answer for 0\.5 s/)
  hasty.close()

  // A conditional write whose answer was lost finds its own object.
  spoil('PUT', { kind: 'lost' })
  assert.equal(await store.put('once', bytes, { ifAbsent: true }), 'exists')
  assert.deepEqual(await store.get('once'), bytes)
  spoil('PUT')
})

test('lasting faults are reported, and leave no file', options, async () => {
  const bytes = randomBytes(1_000)
  const path = join(folder, 'never')
  await store.put('lasting', bytes)
  proxy.setRule(() => ({ kind: 'wrongAnswer' }))
  const sha256 = hash('sha256', bytes)
  await assert.rejects(store.get('lasting', { sha256 }), DamagedError)
  await assert.rejects(store.download('lasting', path, { sha256 }), DamagedError)
  assert.equal(existsSync(path), false)
  proxy.setRule(() => ({ kind: 'status', status: 503 }))
  const hasty = open({ patienceMs: 500 })
  await assert.rejects(hasty.get('lasting'), (error: Error) => {
    assert.ok(error instanceof NetworkError)
    assert.match(error.message, new RegExp(`^Cannot read lasting from s3://${bucket}/a/b: HTTP 503`))
    return true
  })
  hasty.close()
  const controller = new AbortController()
  const waiting = store.get('lasting', { signal: controller.signal })
  controller.abort()
  await assert.rejects(waiting, { name: 'AbortError' })
  proxy.setRule(() => null)

  const elsewhere = open({ bucket: 'nowhere' })
  await assert.rejects(elsewhere.get('x'), MissingError)
  await assert.rejects(elsewhere.put('x', bytes), MissingError)
  elsewhere.close()
  const stranger = open({ credentials: { accessKeyId: 'formosa', secretAccessKey: 'wrong' } })
  await assert.rejects(stranger.put('x', bytes), SettingError)
  stranger.close()
})

test('a store that was down is used again after it returns', options, async () => {
  const bytes = randomBytes(1_000)
  await ceph.crash()
  const put = store.put('back', bytes)
  await ceph.start()
  assert.equal(await put, 'stored')
  assert.deepEqual(await store.get('back'), bytes)
})
