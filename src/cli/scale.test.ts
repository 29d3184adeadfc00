import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Balancer, startBalancer } from '../../test/support/balancer.ts'
import { createClient, type HttpResponse } from '../../test/support/client.ts'
import { type Cluster, startCluster } from '../../test/support/cluster.ts'
import { builtAt, copyOfFew } from '../../test/support/fixture.ts'
import { randomFrom } from '../../test/support/random.ts'
import type { Service } from '../../test/support/service.ts'
import { catalogue } from '../catalogue/index.ts'
import { openReader } from '../lake/reader.ts'

/* One writer, several readers behind a proxy, and clients that see none of it. */

const isTorture = process.env.TORTURE !== undefined
/** Versions that are published while clients read, and the readers. */
const versions = isTorture ? 10 : 1
const size = isTorture ? 3 : 2

const folder = mkdtempSync(join(tmpdir(), 'formosa-scale-'))
const started = await startCluster(folder)
const skip = 'skip' in started ? started.skip : false
const cluster = started as Cluster
const clockFile = join(folder, 'clock')
const home = join(folder, 'writer')
const clock = { FORMOSA_NOW: '', FORMOSA_CLOCK_FILE: clockFile }
const random = randomFrom(Number(process.env.TORTURE ?? 1))

let balancer: Balancer
let writer: Service
let readers: Service[]

const nameOf = (n: number) => `reader-${n}`
const startReader = (n: number) => cluster.startReader(nameOf(n), { ...clock, FORMOSA_CACHE: '8MB' })

before(async () => {
  if (skip) return
  writeFileSync(clockFile, builtAt)
  await copyOfFew(home)
  writer = await cluster.startWriter(home, clock)
  readers = await Promise.all(Array.from({ length: size }, (_, n) => startReader(n)))
  balancer = await startBalancer()
  balancer.use(readers.map(({ url }) => url))
})
after(async () => {
  await balancer?.close()
  if (!skip) await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

const since = '2026-09-15'

/** Number and digest of the keys of a version's prices, in order, from its Parquet files. */
async function expectedOf(version: string): Promise<string> {
  const root = join(home, 'demo/lake/versions')
  const lake = join(root, readdirSync(root).find((name) => name.endsWith(version))!)
  const manifest = JSON.parse(readFileSync(join(lake, 'manifest.json'), 'utf8'))
  const reader = await openReader({ manifest, folder: lake }, catalogue, {
    memory: '256MB',
    scratch: join(folder, 'spill'),
  })
  try {
    const { rows } = await reader.select(
      `SELECT CAST(trade_date AS VARCHAR), stock_id FROM TaiwanStockPrice WHERE trade_date >= DATE '${since}' ORDER BY trade_date DESC, stock_id`,
    )
    return digestOf(rows.map(([date, id]) => `${date} ${id}`))
  } finally {
    reader.close()
  }
}

const digestOf = (keys: readonly string[]): string =>
  `${keys.length} ${createHash('sha256').update(keys.join('\n')).digest('hex')}`

/** Counts what a client was answered. */
const tally = { answered: 0, retried: 0 }

/** Reads all prices page by page; a request whose connection broke is sent again. */
async function readAll(ask: (path: string) => Promise<HttpResponse>) {
  const keys: string[] = []
  let version: string | null = null
  let query: string | null = `start_date=${since}&include_inactive=true&limit=2000`
  while (query !== null) {
    const page: HttpResponse | null = await ask(`/v1/data/TaiwanStockPrice?${query}`).catch(() => null)
    if (!page) {
      tally.retried++
      await sleep(20)
      continue
    }
    tally.answered++
    assert.equal(page.status, 200, page.text.slice(0, 300))
    version ??= page.headers['x-data-version'] as string
    assert.equal(page.headers['x-data-version'], version)
    for (const { trade_date, stock_id } of page.json.data) keys.push(`${trade_date} ${stock_id}`)
    query = page.json.cursor === null ? null : `cursor=${page.json.cursor}`
  }
  return { version: version!, digest: digestOf(keys) }
}

const evenings = function* () {
  for (let n = 1; n < 60; n++) {
    const evening = new Date(Date.parse(builtAt) + n * 86_400_000)
    if (![0, 6].includes(evening.getUTCDay())) yield evening.toISOString()
  }
}

async function until(what: string, isTrue: () => boolean | Promise<boolean>, ms = 120_000): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(50)) if (await isTrue()) return
  throw new Error(`${what} did not happen:\n${writer.log()}\n${readers.map(({ log }) => log()).join('\n')}`)
}

test(`clients see every row of their version once while ${versions} versions are published and readers are killed`, {
  skip,
}, async () => {
  const key = await cluster.key()
  let isOver = false
  const seen = new Map<string, Set<string>>()
  const rounds = Array.from({ length: 4 }, async () => {
    const client = createClient(balancer.url)
    // One round more than needed, so that the last version is read.
    for (let isLast = false; !isLast; ) {
      isLast = isOver
      const { version, digest } = await readAll((path) => client.ask(path, { key }))
      seen.set(version, (seen.get(version) ?? new Set()).add(digest))
    }
    client.close()
  })
  const days = evenings()
  const latest = async () => {
    const client = createClient(readers[0]!.url)
    const version = (await client.ask('/v1/data')).headers['x-data-version'] as string
    client.close()
    return version
  }
  for (let n = 0; n < versions; n++) {
    const before = await latest()
    writeFileSync(clockFile, days.next().value!)
    const victim = Math.floor(random() * size)
    await readers[victim]!.stop('SIGKILL')
    readers[victim] = await startReader(victim)
    balancer.use(readers.map(({ url }) => url))
    await until('a version is served', async () => (await latest()) !== before)
  }
  isOver = true
  await Promise.all(rounds)
  assert.ok(seen.size >= 2, 'clients have read more than one version')
  for (const [version, digests] of seen) assert.deepEqual([...digests], [await expectedOf(version)])

  // Every answer was counted once; a request whose connection broke was counted or not.
  const client = createClient(readers[0]!.url)
  const { headers } = await client.ask('/v1/data/GoldPrice?limit=1', { key })
  const used = Number(headers['x-ratelimit-limit']) - Number(headers['x-ratelimit-remaining']) - 1
  client.close()
  assert.ok(used >= tally.answered && used <= tally.answered + balancer.broken(), JSON.stringify({ used, ...tally }))
})

test('a quota is exact over all readers', { skip }, async () => {
  const key = await cluster.key('free')
  const client = createClient(balancer.url, 16)
  const first = await client.ask('/v1/data/TaiwanStockTradingDate?limit=1', { key })
  const limit = Number(first.headers['x-ratelimit-limit'])
  const answers = await Promise.all(
    Array.from({ length: limit + 40 }, () => client.ask('/v1/data/TaiwanStockTradingDate?limit=1', { key })),
  )
  client.close()
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  assert.deepEqual([count(200), count(429)], [limit - 1, 41])
})

test('a reader that is told to stop finishes its requests, and tells proxies before', { skip }, async () => {
  const reader = await cluster.startReader('drained', { ...clock, FORMOSA_DRAIN: '2' })
  const key = await cluster.key()
  const client = createClient(reader.url)
  assert.equal((await client.ask('/readyz?scope=rows')).status, 200)
  const stopped = reader.stop()
  await until('proxies are told', async () => (await client.ask('/readyz?scope=rows')).status === 503, 2_000)
  const { status, headers } = await client.ask('/v1/data/GoldPrice?limit=1', { key })
  assert.deepEqual([status, headers.connection], [200, 'close'])
  client.close()
  assert.equal(await stopped, 0)
})
