/** Measures what it costs to count a call, and prints one markdown table. Threads are this file again. */

import { once } from 'node:events'
import { isMainThread, parentPort, Worker, workerData } from 'node:worker_threads'
import { openRedis } from '../src/access/windows/redisWindows.ts'
import { createShared, openShared } from '../src/access/windows/sharedWindows.ts'
import { bucketCount, type Taken, waitSeconds } from '../src/access/windows/windows.ts'
import { startRedis } from '../test/support/redis.ts'

const bucketMs = 60_000
const now = () => new Date()
const limit = 1e9

type Take = (key: string | number, limit: number, counts: boolean) => Taken
type Job = { buffer: SharedArrayBuffer; gate: SharedArrayBuffer; keys: number[]; calls: number }

/** The same arithmetic in arrays of one thread, without a lock: what counting costs at least. */
function createPlain(): Take {
  const slots = new Map<string | number, { newest: number; oldest: number; used: number; calls: number[] }>()
  return (key, most, counts) => {
    const ms = now().getTime()
    const current = Math.floor(ms / bucketMs)
    let slot = slots.get(key)
    if (!slot) {
      slot = { newest: current, oldest: current, used: 0, calls: Array.from({ length: bucketCount }, () => 0) }
      slots.set(key, slot)
    }
    while (slot.newest < current) {
      const place = ++slot.newest % bucketCount
      slot.used -= slot.calls[place]!
      slot.calls[place] = 0
    }
    while (slot.oldest < current && slot.calls[slot.oldest % bucketCount] === 0) slot.oldest++
    const isAllowed = slot.used < most
    if (isAllowed && counts) {
      slot.calls[current % bucketCount]!++
      slot.used++
    }
    const resetSeconds = slot.used === 0 ? 0 : waitSeconds((slot.oldest + bucketCount) * bucketMs - ms, bucketMs)
    return { isAllowed, used: slot.used, resetSeconds }
  }
}

/** The best of some rounds: whatever else the machine does only adds to it. */
async function best(rounds: number, measure: () => number | Promise<number>): Promise<number> {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < rounds; i++) least = Math.min(least, await measure())
  return least
}

/** Nanoseconds a call. */
const timeOf = (take: Take, keys: readonly (string | number)[], most: number, counts: boolean): Promise<number> =>
  best(7, () => {
    const calls = 500_000
    const began = performance.now()
    for (let i = 0; i < calls; i++) take(keys[i % keys.length]!, most, counts)
    return ((performance.now() - began) * 1e6) / calls
  })

/** Nanoseconds a call in each of two threads that count at the same time. */
async function timeOfTwo(keys: number[][]): Promise<number> {
  const buffer = createShared({ bucketMs, now })
  const gate = new SharedArrayBuffer(4)
  const workers = keys.map((own) => {
    const job: Job = { buffer, gate, keys: own, calls: 1_000_000 }
    return new Worker(import.meta.filename, { workerData: job })
  })
  await Promise.all(workers.map((worker) => once(worker, 'message')))
  Atomics.store(new Int32Array(gate), 0, 1)
  Atomics.notify(new Int32Array(gate), 0)
  const times = await Promise.all(workers.map(async (worker) => ((await once(worker, 'message')) as [number])[0]))
  return times.reduce((sum, time) => sum + time, 0) / times.length
}

function work({ buffer, gate, keys, calls }: Job): void {
  const { take } = openShared(buffer, now)
  for (let i = 0; i < 200_000; i++) take(keys[i % keys.length]!, limit, true)
  parentPort!.postMessage('ready')
  Atomics.wait(new Int32Array(gate), 0, 0)
  const began = performance.now()
  for (let i = 0; i < calls; i++) take(keys[i % keys.length]!, limit, true)
  parentPort!.postMessage(((performance.now() - began) * 1e6) / calls)
}

/** Nanoseconds a round trip, one after the other and sixteen at a time, and for a refusal that is remembered. */
async function timeOfRedis(): Promise<[string, number][]> {
  const server = await startRedis()
  if ('skip' in server) {
    process.stderr.write(`Redis is left out: ${server.skip}\n`)
    return []
  }
  const windows = await openRedis({ url: server.url, bucketMs, prefix: 'bench:', now: null, onState: () => {} })
  const time = async (calls: number, atOnce: number, most: number) => {
    const run = async (many: number) => {
      for (let i = 0; i < many; i++) await windows.take(1, most, true)
    }
    await Promise.all(Array.from({ length: atOnce }, () => run(200)))
    const began = performance.now()
    await Promise.all(Array.from({ length: atOnce }, () => run(calls / atOnce)))
    return ((performance.now() - began) * 1e6) / calls
  }
  const times: [string, number][] = [
    ['Redis, one call at a time', await time(5_000, 1, limit)],
    ['Redis, 16 calls at a time', await time(16_000, 16, limit)],
    ['Redis, refused and remembered', await time(100_000, 1, 1)],
  ]
  windows.close()
  await server.stop()
  return times
}

async function main(): Promise<void> {
  const shared = () => openShared(createShared({ bucketMs, now }), now).take
  const users = Array.from({ length: 10_000 }, (_, i) => i + 1)
  const addresses = users.map((n) => `203.0.${n >> 8}.${n & 255}`)
  const known = shared()
  known(1, limit, true)
  const plain = await timeOf(createPlain(), [1], limit, true)
  const rows: [string, number][] = [
    ['plain arrays, one key', plain],
    ['plain arrays, 10,000 keys', await timeOf(createPlain(), users, limit, true)],
    ['shared memory, one key', await timeOf(shared(), [1], limit, true)],
    ['shared memory, one key, refused', await timeOf(shared(), [1], 1, true)],
    ['shared memory, one key, a question', await timeOf(known, [1], limit, false)],
    ['shared memory, 10,000 keys', await timeOf(shared(), users, limit, true)],
    ['shared memory, 10,000 texts', await timeOf(shared(), addresses, limit, true)],
    ['two threads, one key', await best(3, () => timeOfTwo([[1], [1]]))],
    ['two threads, 10,000 keys each', await best(3, () => timeOfTwo([users, users.map((n) => n + users.length)]))],
    ...(await timeOfRedis()),
  ]
  const lines = rows.map(
    ([name, ns]) => `| ${name} | ${Math.round(ns).toLocaleString('en')} | ${(ns / plain).toFixed(1)} |`,
  )
  console.log(`| counting a call | ns a call | × plain arrays |\n|---|---:|---:|\n${lines.join('\n')}`)
}

if (isMainThread) await main()
else work(workerData as Job)
