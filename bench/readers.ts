/**
 * Measures what a reader of an object store costs beside a service with the files on its own disk: CPU of a request that
 * finds its bytes in the cache, and of one that does not, commands of Redis and transactions of PostgreSQL a request,
 * and the bytes of a version that a writer sends and a reader fetches. Needs Ceph, PostgreSQL and Redis.
 */

import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient as createRedis } from '@redis/client'
import pg from 'pg'
import { createClient } from '../test/support/client.ts'
import { type Cluster, startCluster } from '../test/support/cluster.ts'
import { builtAt, copyOfFixture } from '../test/support/fixture.ts'
import { quantile } from '../test/support/measures.ts'
import { formosa } from '../test/support/run.ts'
import { keyOf, type Service, startService } from '../test/support/service.ts'

const requests = 3_000
const nextDay = new Date(Date.parse(builtAt) + 3 * 86_400_000).toISOString()
const ids = ['2330', '2317', '2454', '1101', '2603', '2882', '0050', '3008', '2412', '1301']

/** Milliseconds of CPU that a process and its threads have used. */
const cpuOf = ({ process: { pid } }: Service): number => {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]!.split(' ')
  return (Number(fields[11]) + Number(fields[12])) * 10
}

type Cost = { readonly cpuUs: number; readonly medianMs: number; readonly p99Ms: number }

/** Pages of 100 rows; every `spread` requests come again. */
async function costOf(service: Service, keys: readonly string[], spread: number): Promise<Cost> {
  const client = createClient(service.url, 8)
  const times: number[] = []
  const ask = async (n: number) => {
    const page = n % spread
    const from = new Date(Date.UTC(2025, 11, 1) + Math.floor(page / ids.length) * 86_400_000).toISOString().slice(0, 10)
    const path = `/v1/data/TaiwanStockPrice?stock_id=${ids[page % ids.length]}&start_date=${from}&limit=100`
    const begun = performance.now()
    const { status, text } = await client.ask(path, { key: keys[n % keys.length]! })
    if (status !== 200) throw new Error(text)
    times.push(performance.now() - begun)
  }
  const run = async (count: number) => {
    let n = 0
    const work = async () => {
      while (n < count) await ask(n++)
    }
    await Promise.all(Array.from({ length: 8 }, work))
  }
  await run(Math.min(spread, 500))
  times.length = 0
  const before = cpuOf(service)
  await run(requests)
  const cpuUs = ((cpuOf(service) - before) * 1_000) / requests
  client.close()
  times.sort((a, b) => a - b)
  return { cpuUs, medianMs: quantile(times, 0.5), p99Ms: quantile(times, 0.99) }
}

/** Commands of Redis and transactions of PostgreSQL so far. */
async function countServers({ redis, postgres }: Cluster) {
  const link = createRedis({ url: redis.url })
  await link.connect()
  const stats = await link.info('commandstats')
  await link.close()
  const client = new pg.Client(postgres.url)
  await client.connect()
  await sleep(1_200)
  const { rows } = await client.query(
    'SELECT xact_commit::INTEGER AS n FROM pg_stat_database WHERE datname = current_database()',
  )
  await client.end()
  const commands = [...stats.matchAll(/^cmdstat_(\w+)[^:]*:calls=(\d+)/gm)].reduce((sum, [, , n]) => sum + Number(n), 0)
  return { commands, transactions: rows[0].n as number }
}

const metricsOf = async (service: Service, name: string): Promise<number> => {
  const [, url] = /"metrics":"([^"]+)"/.exec(service.log()) ?? []
  return Number(new RegExp(`^${name} (\\S+)`, 'm').exec(await (await fetch(url!)).text())?.[1])
}

async function measure(cluster: Cluster, root: string): Promise<void> {
  const home = await copyOfFixture(join(root, 'home'))
  const say = (line: string) => void process.stdout.write(`${line}\n`)
  const sent: { sentFiles: number; sentBytes: number; files: number }[] = []
  const publish = async (words: readonly string[], settings: Record<string, string> = {}) => {
    const { err, code } = await formosa(words, { ...cluster.shared, FORMOSA_HOME: home, ...settings })
    if (code !== 0) throw new Error(err)
    sent.push(JSON.parse(err.split('\n').find((line) => line.includes('version published'))!))
  }
  await publish(['objects', 'publish'])
  const { DATABASE_URL, REDIS_URL, FORMOSA_SECRET, FORMOSA_NOW } = cluster.shared as Record<string, string>
  const keys = await Promise.all(Array.from({ length: 40 }, () => keyOf(join(root, 'users'), 'plus', cluster.shared)))
  const local = await startService(await copyOfFixture(join(root, 'local')), {
    ...{ DATABASE_URL, REDIS_URL, FORMOSA_SECRET, FORMOSA_NOW, AGENT_PAY_MODE: 'off', ADDRESS_LIMIT: '0' },
  } as Record<string, string>)
  const large = await cluster.startReader('large', { METRICS_PORT: '0' })
  const small = await cluster.startReader('small', { METRICS_PORT: '0', FORMOSA_CACHE: '8MB' })
  const opened = await metricsOf(large, 'formosa_objects_fetched_bytes_total')
  say('| service | pages | CPU µs a request | median ms | p99 ms |')
  say('|---|---|---:|---:|---:|')
  const row = async (name: string, service: Service, pages: string, spread: number) => {
    const { cpuUs, medianMs, p99Ms } = await costOf(service, keys, spread)
    say(`| ${name} | ${pages} | ${cpuUs.toFixed(0)} | ${medianMs.toFixed(2)} | ${p99Ms.toFixed(2)} |`)
  }
  for (const [pages, spread] of [
    ['100 pages, asked for again and again', 100],
    ['3,000 different pages', 3_000],
  ] as const) {
    await row('files on the disk', local, pages, spread)
    await row('reader, all in the cache', large, pages, spread)
  }
  const before = await metricsOf(small, 'formosa_cache_misses_total')
  await row('reader, cache of 8 MB', small, '3,000 different pages', 3_000)
  const misses = (await metricsOf(small, 'formosa_cache_misses_total')) - before
  const counted = await countServers(cluster)
  await costOf(large, keys, 100)
  const after = await countServers(cluster)
  await publish(['refresh'], { FORMOSA_NOW: nextDay })
  for (let n = 0; n < 100 && (await metricsOf(large, 'formosa_reader_sequence')) !== 2; n++) await sleep(200)
  const turned = await metricsOf(large, 'formosa_objects_fetched_bytes_total')
  say('')
  say(`misses with 8 MB: ${misses} segments in ${requests + 500} requests`)
  say(`Redis commands a request: ${((after.commands - counted.commands) / (requests + 100)).toFixed(2)}`)
  say(
    `PostgreSQL transactions a request: ${((after.transactions - counted.transactions) / (requests + 100)).toFixed(4)}`,
  )
  say(`first version: ${JSON.stringify(sent[0])}`)
  say(`next day: ${JSON.stringify(sent[1])}`)
  say(`segments that a reader fetched to open the first version: ${opened} bytes; in all after the next: ${turned}`)
  await local.stop()
}

const root = mkdtempSync(join(tmpdir(), 'formosa-bench-readers-'))
const cluster = await startCluster(root)
if ('skip' in cluster) process.stdout.write(`${cluster.skip}\n`)
else
  try {
    await measure(cluster, root)
  } finally {
    await cluster.stop()
  }
rmSync(root, { recursive: true, force: true })
