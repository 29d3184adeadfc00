/**
 * Measures what a reader of an object store costs beside a service with the files on its own disk: CPU of a request that
 * finds its bytes in the cache, and of one that does not; commands of Redis and transactions of PostgreSQL a request; the
 * bytes of a version that a writer sends and a reader fetches; and what a reader costs that nobody asks. On the default
 * market, or that of `--home`. Needs Ceph, PostgreSQL and Redis.
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { createClient as createRedis } from '@redis/client'
import pg from 'pg'
import { readLatest } from '../src/objects/manifest.ts'
import { createClient } from '../test/support/client.ts'
import { type Cluster, startCluster } from '../test/support/cluster.ts'
import { quantile } from '../test/support/measures.ts'
import { formosa } from '../test/support/run.ts'
import { keyOf, type Service, startService } from '../test/support/service.ts'
import { copyOf, findHome } from './pages/home.ts'
import { cpuOf } from './pages/measure.ts'

const { values } = parseArgs({ options: { home: { type: 'string' }, rounds: { type: 'string', default: '3' } } })
const rounds = Number(values.rounds)
/** Requests of a round, and connections. */
const requests = 4_000
const connections = 8
const say = (line: string) => void process.stdout.write(`${line}\n`)
const pidsOf = ({ process: { pid } }: Service) => [pid!]

type Cost = { cpu: number; requests: number; readonly times: number[] }
type Target = { readonly name: string; readonly service: Service; readonly costs: Map<string, Cost>; fresh: number }

const targetOf = (name: string, service: Service): Target => ({ name, service, costs: new Map(), fresh: 0 })

/** Asks for pages of 100 rows by their numbers, and adds up what it cost. */
async function load(target: Target, what: string, keys: readonly string[], paths: readonly string[]): Promise<void> {
  const { service, costs } = target
  const client = createClient(service.url, connections)
  const cost = costs.get(what) ?? { cpu: 0, requests: 0, times: [] }
  costs.set(what, cost)
  let next = 0
  const work = async () => {
    while (next < paths.length) {
      const n = next++
      const begun = performance.now()
      const { status, text } = await client.send(paths[n]!, { key: keys[n % keys.length]! })
      if (status !== 200) throw new Error(text)
      cost.times.push(performance.now() - begun)
    }
  }
  const before = cpuOf(pidsOf(service))
  await Promise.all(Array.from({ length: connections }, work))
  cost.cpu += cpuOf(pidsOf(service)) - before
  cost.requests += paths.length
  client.close()
}

/** Addresses of pages: a hundred again and again, or each another, in an order that is not that of the files. */
function pagesOf(ids: readonly string[], days: readonly string[]) {
  const all = ids.length * days.length
  const page = (n: number) => {
    const at = (n * 7_919) % all
    return `/v1/data/TaiwanStockPrice?stock_id=${ids[at % ids.length]}&end_date=${days[Math.floor(at / ids.length)]}&limit=100`
  }
  return {
    again: Array.from({ length: requests }, (_, n) => page(n % 100)),
    fresh(target: Target): string[] {
      const from = 100 + target.fresh
      target.fresh += requests
      return Array.from({ length: requests }, (_, n) => page(from + n))
    },
  }
}

const row = ({ name, costs }: Target, what: string): string => {
  const { cpu, requests: count, times } = costs.get(what)!
  times.sort((a, b) => a - b)
  return `| ${name} | ${what} | ${(cpu / count).toFixed(0)} | ${quantile(times, 0.5).toFixed(2)} | ${quantile(times, 0.99).toFixed(2)} |`
}

/** Commands of Redis by name, and transactions of PostgreSQL, so far. */
async function countServers({ redis, postgres }: Cluster) {
  // Its statistics are sent at the end of a transaction, at most once a second.
  await sleep(1_500)
  const link = createRedis({ url: redis.url })
  await link.connect()
  const stats = await link.info('commandstats')
  await link.close()
  const client = new pg.Client(postgres.url)
  await client.connect()
  const { rows } = await client.query(
    'SELECT xact_commit::INTEGER AS n FROM pg_stat_database WHERE datname = current_database()',
  )
  await client.end()
  const calls = (names: RegExp) =>
    [...stats.matchAll(/^cmdstat_(\w+)[^:]*:calls=(\d+)/gm)]
      .filter(([, name]) => names.test(name!))
      .reduce((sum, [, , n]) => sum + Number(n), 0)
  return { scripts: calls(/^evalsha$/), commands: calls(/./), transactions: rows[0].n as number }
}

const metricOf = async (service: Service, name: string): Promise<number> => {
  const [, url] = /"metrics":"([^"]+)"/.exec(service.log()) ?? []
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(await (await fetch(url!)).text())?.[1])
}
const fetched = (service: Service) => metricOf(service, 'formosa_objects_fetched_bytes_total')

async function publish(cluster: Cluster, home: string, words: readonly string[]) {
  const { err, code } = await formosa(words, { ...cluster.shared, LOG_LEVEL: 'info', FORMOSA_HOME: home })
  if (code !== 0) throw new Error(err)
  return JSON.parse(err.split('\n').find((line) => line.includes('version published'))!)
}

const megabytes = (bytes: number) => `${(bytes / 1e6).toLocaleString('en', { maximumFractionDigits: 1 })} MB`

async function measure(started: Cluster, root: string): Promise<void> {
  const market = await findHome(values.home, false, root, say)
  const home = copyOf(market, join(root, 'home'))
  // Past the proxy that makes trouble, and at the time of the market.
  const { AWS_ENDPOINT_URL: _, FORMOSA_NOW: __, ...rest } = started.shared
  const cluster = { ...started, shared: { ...rest, AWS_ENDPOINT_URL: started.ceph.endpoint } }
  const first = await publish(cluster, home, ['objects', 'publish'])
  const store = cluster.open()
  const { files } = (await readLatest(store))!
  const bytesOf = (is: RegExp) => files.filter(({ path }) => is.test(path)).reduce((sum, { bytes }) => sum + bytes, 0)
  const all = bytesOf(/./)
  say(`a version: ${files.length} files, ${megabytes(all)}; Parquet ${megabytes(bytesOf(/^lake.*\.parquet$/))}`)
  say(`sent first: ${JSON.stringify(first)}`)

  const manifest = JSON.parse(readFileSync(join(home, 'demo/lake/current/manifest.json'), 'utf8'))
  const holdings = Object.values(manifest.datasets) as { rows: number }[]
  const rows = holdings.reduce((sum, holding) => sum + holding.rows, 0)
  say(`rows: ${rows.toLocaleString('en')}; bytes a row in the store: ${(all / rows).toFixed(0)}`)

  const keys: string[] = []
  for (let n = 0; n < 40; n++) keys.push(await keyOf(join(root, 'users'), 'plus', cluster.shared))
  const { DATABASE_URL, REDIS_URL, FORMOSA_SECRET } = cluster.shared as Record<string, string>
  const alone = { DATABASE_URL, REDIS_URL, FORMOSA_SECRET, AGENT_PAY_MODE: 'off', ADDRESS_LIMIT: '0' }
  const shared = { ...cluster.shared, METRICS_PORT: '0', FORMOSA_NOW: '' } as Record<string, string>
  const local = targetOf('files on the disk', await startService(home, alone as Record<string, string>))
  const warm = targetOf('reader, all in the cache', await started.startReader('large', shared))
  const cache = `${Math.max(1, Math.floor(all / 20e6))}MB`
  const small = targetOf(
    `reader, cache of ${cache}`,
    await started.startReader('small', { ...shared, FORMOSA_CACHE: cache }),
  )
  say(`fetched by a reader that starts: ${megabytes(await fetched(warm.service))} of segments`)

  const idle = cpuOf(pidsOf(warm.service))
  const idleCounts = await countServers(cluster)
  await sleep(20_000)
  say(`CPU of a reader that nobody asks: ${((cpuOf(pidsOf(warm.service)) - idle) / 20_000).toFixed(1)} ms a second`)
  const afterIdle = await countServers(cluster)
  say(
    `meanwhile, three services: ${JSON.stringify({ commands: afterIdle.commands - idleCounts.commands, transactions: afterIdle.transactions - idleCounts.transactions })} in 21.5 s`,
  )

  const client = createClient(local.service.url)
  const { data } = (await client.send('/v1/data/TaiwanStockPrice?limit=10000', { key: keys[0]! })).json
  const ids = [...new Set((data as { stock_id: string }[]).map(({ stock_id }) => stock_id))]
  const one = (await client.send('/v1/data/TaiwanStockPrice?stock_id=2330&limit=10000', { key: keys[0]! })).json
  client.close()
  // Every page has 100 rows.
  const days = (one.data as { trade_date: string }[]).map(({ trade_date }) => trade_date).slice(0, -100)
  const pages = pagesOf(ids, days)
  const [again, fresh] = ['100 pages, asked for again', 'pages that nobody asked for before']

  // The cache is filled once: every price is read by one key or another.
  for (const target of [warm, local])
    for (let n = 0; n < 2; n++) await load(target, 'warming', keys, pages.fresh(target))
  for (const target of [local, warm]) await load(target, 'warming', keys, pages.again)
  for (let round = 0; round < rounds; round++)
    for (const target of [local, warm]) {
      await load(target, again, keys, pages.again)
      await load(target, fresh, keys, pages.fresh(target))
    }
  const missed = await metricOf(small.service, 'formosa_cache_misses_total')
  const bytesBefore = await fetched(small.service)
  await load(small, fresh, keys, pages.fresh(small))
  const misses = (await metricOf(small.service, 'formosa_cache_misses_total')) - missed
  const brought = (await fetched(small.service)) - bytesBefore
  say('')
  say('| service | pages | CPU µs a request | median ms | p99 ms |')
  say('|---|---|---:|---:|---:|')
  for (const what of [again, fresh]) for (const target of [local, warm]) say(row(target, what))
  say(row(small, fresh))
  say('')
  say(`misses with ${cache}: ${misses} segments and ${megabytes(brought)} in ${requests} requests`)

  const counted = await countServers(cluster)
  const begun = performance.now()
  await load(warm, 'counted', keys, pages.fresh(warm))
  const seconds = (performance.now() - begun) / 1_000
  const after = await countServers(cluster)
  const perRequest = (name: 'scripts' | 'commands' | 'transactions') =>
    `${((after[name] - counted[name]) / requests).toFixed(3)} ${name}`
  say(
    `a request: ${perRequest('scripts')}, ${perRequest('commands')}, ${perRequest('transactions')}; ${requests} in ${seconds.toFixed(1)} s`,
  )

  const before = await fetched(warm.service)
  const next = await publish(cluster, home, ['refresh', '--days', '1'])
  say(`sent with the next day: ${JSON.stringify(next)}`)
  for (let n = 0; n < 150 && (await metricOf(warm.service, 'formosa_reader_sequence')) !== 2; n++) await sleep(200)
  await sleep(2_000)
  say(`fetched by a reader for the next day: ${megabytes((await fetched(warm.service)) - before)} of segments`)
  store.close()
  await local.service.stop('SIGKILL')
}

const root = mkdtempSync(join(tmpdir(), 'formosa-bench-readers-'))
const cluster = await startCluster(root)
if ('skip' in cluster) say(cluster.skip)
else
  try {
    await measure(cluster, root)
  } finally {
    await cluster.stop()
  }
rmSync(root, { recursive: true, force: true })
