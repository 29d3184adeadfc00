import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { createClient } from '../../test/support/client.ts'
import { type Cluster, startCluster } from '../../test/support/cluster.ts'
import { builtAt, copyOfFew } from '../../test/support/fixture.ts'
import type { Service } from '../../test/support/service.ts'
import { listSequences, readManifest } from '../objects/manifest.ts'
import { openS3 } from '../objects/s3.ts'

/* Two writers of one installation: one leads, the other goes on where it stopped. */

const folder = mkdtempSync(join(tmpdir(), 'formosa-takeover-'))
const started = await startCluster(folder)
const skip = 'skip' in started ? started.skip : false
const cluster = started as Cluster
const clockFile = join(folder, 'clock')
const clock = { FORMOSA_NOW: '', FORMOSA_CLOCK_FILE: clockFile, METRICS_PORT: '0' }
const nextDay = new Date(Date.parse(builtAt) + 3 * 86_400_000).toISOString()

let first: Service
let second: Service
before(async () => {
  if (skip) return
  writeFileSync(clockFile, builtAt)
  first = await cluster.startWriter(await copyOfFew(join(folder, 'first')), clock)
})
after(async () => {
  if (!skip) await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

const checksOf = async ({ url }: Service) => {
  const client = createClient(url)
  const { checks } = (await client.ask('/readyz')).json
  client.close()
  return checks as Record<string, string>
}

const leaderGauge = async (service: Service) => {
  const [, metrics] = /"metrics":"([^"]+)"/.exec(service.log()) ?? []
  return /^formosa_leader (\d)$/m.exec(await (await fetch(metrics!)).text())?.[1]
}

async function until(what: string, isTrue: () => Promise<boolean>, ms = 60_000): Promise<void> {
  for (const end = Date.now() + ms; Date.now() < end; await sleep(100)) if (await isTrue()) return
  throw new Error(`${what} did not happen:\n${first.log()}\n---\n${second?.log()}`)
}

test('a writer that stands by copies what the leader publishes, and goes on from there when it dies', {
  skip,
}, async () => {
  const { endpoint, region, credentials } = cluster.ceph
  const store = openS3({ bucket: 'formosa', prefix: 'lake/', endpoint, region, credentials })
  await until('the first version is published', async () => (await listSequences(store)).length === 1)
  // It begins with an empty home, and serves once it has copied the version.
  second = await cluster.startWriter(join(folder, 'second'), clock)
  assert.equal((await checksOf(first)).leadership, 'ok: this process leads')
  assert.match((await checksOf(second)).leadership!, /^ok: stands by; another process leads/)
  assert.deepEqual([await leaderGauge(first), await leaderGauge(second)], ['1', '0'])
  const key = await cluster.key()
  const [one, two] = [createClient(first.url), createClient(second.url)]
  const page = '/v1/data/TaiwanStockPrice?stock_id=2330,2317&limit=500'
  assert.equal((await two.ask(page, { key })).text, (await one.ask(page, { key })).text)
  one.close()

  const killedAt = Date.now()
  await first.stop('SIGKILL')
  await until('the other leads', async () => (await checksOf(second)).leadership === 'ok: this process leads')
  assert.ok(Date.now() - killedAt < 15_000)
  writeFileSync(clockFile, nextDay)
  await until('the next day is published', async () => (await listSequences(store)).length === 2)
  const [before, now] = [await readManifest(store, 1), await readManifest(store, 2)]
  assert.equal(now!.previous, before!.version)
  await until('it is served', async () => (await two.ask(page, { key })).headers['x-data-version'] === now!.version)
  two.close()
  store.close()

  // The one that died comes back, copies what was published meanwhile, and writes nothing.
  first = await cluster.startWriter(join(folder, 'first'), clock)
  const back = createClient(first.url)
  await until(
    'it is up to date',
    async () => (await back.ask(page, { key })).headers['x-data-version'] === now!.version,
  )
  back.close()
  assert.match((await checksOf(first)).leadership!, /^ok: stands by/)
})
