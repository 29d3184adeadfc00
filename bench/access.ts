/**
 * Measures what it costs on the data path to know who asks, to count the call and to say what is left, and prints one
 * markdown table. The whole request beside a constant Buffer is in `pages.ts`.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { type IncomingMessage, ServerResponse } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGuard } from '../src/access/guard.ts'
import { generateKey, storedForm } from '../src/access/keys.ts'
import { createMeter } from '../src/access/meter.ts'
import { quotaWindow, rateHeaders, takeCall } from '../src/access/quota.ts'
import { openRedis } from '../src/access/windows/redisWindows.ts'
import { createShared, openShared } from '../src/access/windows/sharedWindows.ts'
import type { Windows } from '../src/access/windows/windows.ts'
import { charge } from '../src/http/admission/charge.ts'
import { headersOf, type Reply } from '../src/http/reply.ts'
import { authorizationOf } from '../src/http/request/query.ts'
import { createRouter } from '../src/http/router.ts'
import { routes } from '../src/http/routes/routes.ts'
import type { Services } from '../src/http/services.ts'
import { openDatabase } from '../src/store/database.ts'
import { addUser } from '../src/store/users.ts'
import { startRedis } from '../test/support/redis.ts'

const targetMicros = 15
/** `--short` is to see that all of it works. */
const share = process.argv.includes('--short') ? 100 : 1
const rounds = 200_000 / share
const people = 64
/** Calls of all people together before the next bucket begins: nobody comes near the limit of the Plus tier. */
const callsPerBucket = people * 100

const folder = mkdtempSync(join(tmpdir(), 'formosa-bench-access-'))
const database = await openDatabase({ path: join(folder, 'control.sqlite') })
const pepper = Buffer.alloc(32, 7)
let calls = 0
const began = Date.now()
const now = () => new Date(began + Math.floor(calls / callsPerBucket) * quotaWindow.bucketMs)
const changes = new Int32Array(new SharedArrayBuffer(4))
const guard = createGuard({ database, peppers: [pepper], now, changes })
const meter = createMeter(now)

/** Requests as the server hands them over, one for each person. */
const requests: IncomingMessage[] = []
for (let n = 0; n < people; n++) {
  const key = generateKey()
  const user = { email: `${n}@example.com`, tier: 'plus', at: now().toISOString(), isVerified: true } as const
  await addUser(database, user, storedForm(pepper, key, 'bench'))
  requests.push({ headers: { authorization: `Bearer ${key}` } } as IncomingMessage)
}
const known = await Promise.all(requests.map((request) => guard.identify(authorizationOf(request.headers))))

/** CPU microseconds a round, the best of five: whatever else the machine does only adds to it. */
function cost(work: (n: number) => unknown): number {
  let least = Number.POSITIVE_INFINITY
  for (let i = 0; i < 6; i++) {
    const before = process.cpuUsage()
    for (let n = 0; n < rounds; n++) work(n % people)
    const { user, system } = process.cpuUsage(before)
    // The first one warms up.
    if (i > 0) least = Math.min(least, (user + system) / rounds)
  }
  return least
}

const refuse = (): Reply => {
  throw new Error('nobody is at the limit here')
}
const reply: Reply = { status: 200, headers: ['ETag', '"x"'], body: '' }
const windowsInMemory = () =>
  openShared(createShared({ bucketMs: quotaWindow.bucketMs, now, slots: 2 ** 12 }), now) as Windows

const identify = (n: number) => guard.identify(authorizationOf(requests[n]!.headers))
const shared = windowsInMemory()
const count = (n: number) => {
  calls++
  return takeCall(shared, known[n]!, true)
}
const headers = (n: number) =>
  reply.headers.concat(rateHeaders(known[n]!.tier, { isAllowed: true, used: n, resetSeconds: 9 }))
const note = (n: number) => meter.count(known[n]!, 'TaiwanStockPrice')
const services = { quota: windowsInMemory(), meter, quotaNear: () => {} } as unknown as Services
const asked = createRouter(routes)('GET', '/v1/data/TaiwanStockPrice')
const all = (n: number) => {
  calls++
  const caller = guard.identify(authorizationOf(requests[n]!.headers))
  if (caller instanceof Promise) throw new Error('the caller is not remembered')
  const sender = { caller, cookies: [], warnings: [], link: null }
  return charge(services, {} as never, asked, { sender, cost: 'call', once: undefined, refusal: null }, reply, refuse)
}

/** Node turns every header into a line of text: what those of the quota add to that. */
const plain = headersOf(['Content-Type', 'application/json; charset=utf-8', 'ETag', '"x"', 'Content-Length', '9'])
const rated = plain.concat(rateHeaders('plus', { isAllowed: true, used: 7, resetSeconds: 9 }))
const write = (list: readonly string[]) => () => new ServerResponse(requests[0]!).writeHead(200, list as string[])

const line = (what: string, micros: number) =>
  `| ${what} | ${micros.toFixed(2)} | ${(micros / targetMicros).toFixed(2)} |`
const writing = cost(write(rated)) - cost(write(plain))
const lines = [
  line('key check, a key that is remembered', cost(identify)),
  line('quota in shared memory, counted', cost(count)),
  line('rate-limit headers', cost(headers)),
  line('use by key and dataset', cost(note)),
  line('the headers as lines of the answer', writing),
  line('all of it, as a request does it', cost(all) + writing),
]

/** Wall-clock microseconds of every call, one after the other or so many at a time. */
async function timesOf(total: number, atOnce: number, work: (n: number) => Promise<unknown>): Promise<number[]> {
  const times: number[] = []
  const run = async () => {
    while (times.length < total) {
      const start = performance.now()
      await work(times.length % people)
      times.push((performance.now() - start) * 1_000)
    }
  }
  await Promise.all(Array.from({ length: atOnce }, run))
  return times.sort((a, b) => a - b)
}
const latency = (what: string, times: readonly number[]) =>
  `| ${what} | ${[0.5, 0.99].map((share) => times[Math.floor(times.length * share)]!.toFixed(0)).join(' | ')} |`

const cold = async (n: number) => {
  Atomics.add(changes, 0, 1)
  await guard.identify(authorizationOf(requests[n]!.headers))
}
const waits = [latency('key check, a key that is looked up in SQLite', await timesOf(5_000 / share, 1, cold))]
const redis = await startRedis()
if ('skip' in redis) process.stderr.write(`Redis is left out: ${redis.skip}\n`)
else {
  const counter = await openRedis({
    url: redis.url,
    // On a busy machine a call takes longer; none is given up.
    deadlineMs: 30_000,
    bucketMs: quotaWindow.bucketMs,
    prefix: 'bench:',
    now,
    onState: () => {},
  })
  const take = async (n: number) => {
    calls++
    await takeCall(counter, known[n]!, true)
  }
  await timesOf(500 / share, 1, take)
  waits.push(latency('quota in Redis, one call at a time', await timesOf(5_000 / share, 1, take)))
  waits.push(latency('quota in Redis, 32 calls at a time', await timesOf(20_000 / share, 32, take)))
  counter.close()
  await redis.stop()
}
guard.close()
await database.close()
rmSync(folder, { recursive: true, force: true })

console.log(
  `| on the data path | CPU µs | of the target of ${targetMicros} µs |\n|---|---:|---:|\n${lines.join('\n')}\n`,
)
console.log(`| waited for | µs, median | µs, 99 % |\n|---|---:|---:|\n${waits.join('\n')}`)
