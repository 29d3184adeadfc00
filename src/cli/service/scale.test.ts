import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Balancer, startBalancer } from '../../../test/support/balancer.ts'
import { createClient, type HttpResponse, isUncounted } from '../../../test/support/client.ts'
import { createTestClock } from '../../../test/support/clock.ts'
import { type Cluster, startCluster } from '../../../test/support/cluster.ts'
import { type Bank, openBank, signFor } from '../../../test/support/customer.ts'
import { builtAt, copyOfBrief } from '../../../test/support/fixture.ts'
import { findPrograms } from '../../../test/support/programs.ts'
import { randomFrom } from '../../../test/support/random.ts'
import type { Service } from '../../../test/support/service.ts'
import { payTo, settlerKey } from '../../../test/support/shop.ts'
import { until } from '../../../test/support/until.ts'
import { base64, unbase64 } from '../../../test/support/wallet.ts'
import { catalogue } from '../../catalogue/index.ts'
import { openReader } from '../../lake/reader.ts'
import { listSequences, readLatest, readManifest } from '../../objects/manifest.ts'
import { takeFiles } from '../../objects/take.ts'
import { type Database, openDatabase } from '../../store/database.ts'

/*
 * Two writers of which one leads, readers behind a proxy, and clients that read and pay while versions are published and
 * machines die. The clock moves on with the machine's, and a day at a time.
 */

const isTorture = process.env.TORTURE !== undefined
const counts = isTorture
  ? { versions: 10, readers: 3, pagers: 3, payers: 1 }
  : { versions: 1, readers: 2, pagers: 1, payers: 1 }
/** Between two requests of a client: other tests need the processor too. */
const pauseMs = isTorture ? 40 : 250
const seed = Number(process.env.TORTURE ?? 1)
const random = randomFrom(seed)
const [price, purse] = [1_000n, 10_000n]

const folder = mkdtempSync(join(tmpdir(), 'formosa-scale-'))
const started = await startCluster(folder)
const skip = 'skip' in started ? started.skip : false
const cluster = started as Cluster
const clock = createTestClock(folder, builtAt)
const ticking = setInterval(() => clock.turn(1), 1_000)
const keyFile = join(folder, 'settler.key')

let bank: Bank
let database: Database
let balancer: Balancer
let settings: Record<string, string>
const writers: Service[] = []
const readers: Service[] = []
/** Addresses of machines that were killed. */
const killed = new Set<string>()
const store = skip ? null! : cluster.open()

const startReader = async (n: number) => {
  // While a reader drains, a busy machine must open a connection and send a request.
  readers[n] = await cluster.startReader(`reader-${n}`, { ...settings, FORMOSA_CACHE: '4MB', FORMOSA_DRAIN: '10' })
  balancer.use(readers.filter((reader) => reader !== undefined).map(({ url }) => url))
}
const startWriter = async (n: number) => {
  writers[n] = await cluster.startWriter(join(folder, `writer-${n}`), {
    ...settings,
    METRICS_PORT: '0',
    AGENT_PAY_KEY_FILE: keyFile,
  })
}

before(async () => {
  if (skip) return
  bank = await openBank(() => clock.now().getTime())
  database = await openDatabase({ path: '', url: cluster.postgres.url })
  writeFileSync(keyFile, settlerKey, { mode: 0o600 })
  settings = {
    ...clock.settings,
    FORMOSA_NOW: '',
    AGENT_PAY_MODE: 'onchain',
    AGENT_PAY_RPC_URL: bank.url,
    AGENT_PAY_ASSET: bank.token,
    AGENT_PAY_ASSET_NAME: 'USDC',
    AGENT_PAY_ASSET_VERSION: '2',
    AGENT_PAY_TO: payTo,
    AGENT_PAY_PRICE: String(price),
    AGENT_PAY_TIMEOUT: '3600',
  }
  balancer = await startBalancer()
  await copyOfBrief(join(folder, 'writer-0'))
  await startWriter(0)
  // Each begins with an empty home, and serves once it has the published version.
  await Promise.all([startWriter(1), ...Array.from({ length: counts.readers }, (_, n) => startReader(n))])
})
after(async () => {
  isFinished = true
  clearInterval(ticking)
  await balancer?.close()
  await database?.close()
  store?.close()
  if (!skip) await cluster.stop()
  await bank?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Set at the end, also of a failed test: clients give up. */
let isFinished = false

const looking = { pauseMs: 300, log: () => [...writers, ...readers].map(({ log }) => log()).join('\n---\n') }

async function sendOnce(url: string, path: string, key?: string): Promise<HttpResponse> {
  const client = createClient(url)
  try {
    for (;;) {
      const response = await client.send(path, key === undefined ? {} : { key })
      if (!isUncounted(response)) return response
      assert.ok(!isFinished)
      counted.broken++
      await sleep(pauseMs)
    }
  } finally {
    client.close()
  }
}

const leadershipOf = async ({ url }: Service): Promise<string> =>
  (await sendOnce(url, '/readyz')).json.checks.leadership
const leads = async (writer: Service) => (await leadershipOf(writer)) === 'ok: this process leads'
const versionOf = async ({ url }: Service) => (await sendOnce(url, '/v1/data')).headers['x-data-version'] as string

const leaderGauge = async (service: Service) => {
  const [, metrics] = /"metrics":"([^"]+)"/.exec(service.log()) ?? []
  return /^formosa_leader (\d)$/m.exec(await (await fetch(metrics!)).text())?.[1]
}

/** Requests go on while the gate is open; the clock moves by a day only when none is under way. */
const gate = {
  open: Promise.resolve(),
  underWay: 0,
  async pass<T>(work: () => Promise<T>): Promise<T> {
    await gate.open
    gate.underWay++
    try {
      return await work()
    } finally {
      gate.underWay--
    }
  },
  async whileClosed(work: () => Promise<void>): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    gate.open = promise
    await until('requests end', () => gate.underWay === 0, looking)
    await work()
    resolve()
  },
}

/** Requests of one key since the clock moved by a day. */
const counted = { answered: 0, broken: 0 }

const since = '2026-11-02'
const keyOfRow = ({ trade_date, stock_id }: { trade_date: string; stock_id: string }) => `${trade_date} ${stock_id}`
const digestOf = (keys: readonly string[]): string =>
  `${keys.length} ${createHash('sha256').update(keys.join('\n')).digest('hex')}`

/** Reads all prices page by page; a request whose connection broke, or that was not counted in time, is sent again. */
async function readAll(key: string) {
  const client = createClient(balancer.url)
  const keys: string[] = []
  let version: string | null = null
  for (
    let query: string | null = `start_date=${since}&include_inactive=true&limit=${isTorture ? 150 : 400}`;
    query !== null;
  ) {
    assert.ok(!isFinished)
    const page: HttpResponse | null = await gate.pass(async () => {
      const response = await client.send(`/v1/data/TaiwanStockPrice?${query}`, { key }).catch(() => null)
      const isAnswered = response !== null && !isUncounted(response)
      counted[isAnswered ? 'answered' : 'broken']++
      return isAnswered ? response : null
    })
    await sleep(pauseMs)
    if (!page) continue
    assert.equal(page.status, 200, page.text.slice(0, 300))
    version ??= page.headers['x-data-version'] as string
    assert.equal(page.headers['x-data-version'], version)
    keys.push(...page.json.data.map(keyOfRow))
    query = page.json.cursor === null ? null : `cursor=${page.json.cursor}`
  }
  client.close()
  return { version: version!, digest: digestOf(keys) }
}

/** Number and digest of the keys of a version's prices, in order, from its Parquet files in the store. */
async function expectedOf(version: string): Promise<string> {
  for (const sequence of await listSequences(store)) {
    const manifest = (await readManifest(store, sequence))!
    if (manifest.version !== version) continue
    const home = join(folder, 'expected')
    const files = manifest.files.filter(({ kind }) => kind === 'lake')
    await takeFiles(store, home, files)
    const root = join(home, dirname(files.find(({ path }) => path.endsWith('/manifest.json'))!.path))
    const lake = { manifest: JSON.parse(readFileSync(join(root, 'manifest.json'), 'utf8')), folder: root }
    const reader = await openReader(lake, catalogue, { memory: '256MB', scratch: join(folder, 'spill') })
    try {
      const { rows } = await reader.select(
        `SELECT CAST(trade_date AS VARCHAR), stock_id FROM TaiwanStockPrice WHERE trade_date >= DATE '${since}' ORDER BY trade_date DESC, stock_id`,
      )
      return digestOf(rows.map(([date, id]) => `${date} ${id}`))
    } finally {
      reader.close()
    }
  }
  throw new Error(`the version ${version} was never published`)
}

/** Every answer was counted once; a request whose connection broke, or whose count came late, was counted or not. */
async function checkQuota(key: string): Promise<void> {
  const { headers } = await sendOnce(balancer.url, '/v1/data/GoldPrice?limit=1', key)
  const used = Number(headers['x-ratelimit-limit']) - Number(headers['x-ratelimit-remaining']) - 1
  const { answered, broken } = counted
  assert.ok(used >= answered && used <= answered + broken, JSON.stringify({ used, answered, broken }))
  Object.assign(counted, { answered: 0, broken: 0 })
}

type Sale = { readonly text: string; readonly transaction: string }
type SaleResponse = Sale & { readonly status: number }

async function pay(path: string, payment: string): Promise<SaleResponse | null> {
  try {
    const response = await fetch(balancer.url + path, { headers: { 'PAYMENT-SIGNATURE': payment } })
    const transaction = unbase64(response.headers.get('payment-response'))?.transaction ?? ''
    return { status: response.status, text: await response.text(), transaction }
  } catch {
    return null
  }
}

/** Pays once for a row, repeating the payment until it gets a response; then sends it once more. */
async function buy(): Promise<Sale> {
  const path = '/v1/agent/GoldPrice?limit=1'
  const me = await bank.customer(purse)
  const challenge = unbase64(
    (await sendOnce(balancer.url, path).catch(() => null))?.headers['payment-required'] as string,
  )
  assert.ok(!isFinished)
  if (!challenge) return buy()
  const signed = await signFor(me, challenge, { validBefore: clock.now().getTime() / 1_000 + 3_600 })
  const payment = base64(signed.payment)
  let response: SaleResponse | null = null
  while (response === null && !isFinished) response = await pay(path, payment)
  assert.ok(response)
  assert.equal(response.status, 200, response.text)
  const again = await pay(path, payment)
  if (again) assert.deepEqual(again, response, 'delivered again, for the same transaction')
  assert.equal(await bank.balanceOf(me.account.address), purse - price, 'charged exactly once')
  return response
}

const openPayments = async () =>
  (await database.db.selectFrom('agent_payments').select('id').where('state', '=', 'settling').execute()).length

/** Kills a machine at some time and starts it again; the leader at a moment when a payment waits for it. */
async function killOne(machine: 'leader' | 'reader'): Promise<void> {
  await sleep(random() * 2_000)
  if (machine === 'reader') {
    const n = Math.floor(random() * counts.readers)
    killed.add(readers[n]!.url)
    await readers[n]!.stop('SIGKILL')
    return startReader(n)
  }
  const n = (await leads(writers[0]!)) ? 0 : 1
  await until('a payment waits', async () => (await openPayments()) > 0, looking)
  await writers[n]!.stop('SIGKILL')
  await until('the other one leads', () => leads(writers[1 - n]!), looking)
  await startWriter(n)
}

/** What dies while a version is made. */
const plan: readonly (readonly ('leader' | 'reader')[])[] = isTorture
  ? Array.from({ length: counts.versions }, () =>
      (['reader', 'reader', 'leader'] as const).filter(() => random() < 0.7),
    )
  : [['reader', 'leader']]

/** The next evening of a working day. */
const nextEvening = (): number => {
  let at = clock.now().getTime()
  do at += 86_400_000
  while ([0, 6].includes(new Date(at).getUTCDay()))
  return at
}

test('a standby writer has the versions of the leader', { skip }, async () => {
  // A standby serves its copy as soon as it has one, also before the database has refused it the lock.
  const standsBy = 'ok: stands by; another process leads'
  await until('the second stands by', async () => (await leadershipOf(writers[1]!)) === standsBy, looking)
  await until('the first leads', () => leads(writers[0]!), looking)
  assert.deepEqual(await Promise.all(writers.map(leaderGauge)), ['1', '0'])
  const key = await cluster.key()
  const page = '/v1/data/TaiwanStockPrice?stock_id=2330,2317&limit=50'
  const responses = await Promise.all([...writers, ...readers].map(({ url }) => sendOnce(url, page, key)))
  for (const { status, text } of responses) assert.deepEqual([status, text], [200, responses[0]!.text])
})

test(`clients see every row of their version once, and every payment counts once, while ${counts.versions} versions are published and machines die`, {
  skip,
}, async () => {
  const key = await cluster.key()
  const seen = new Map<string, Set<string>>()
  const sales: Sale[] = []
  let isOver = false
  const repeat = async (work: () => Promise<unknown>) => {
    // One round more than needed, so that the last version is read.
    for (let isLast = false; !isLast; ) {
      isLast = isOver
      await work()
    }
  }
  const rounds = [
    ...Array.from({ length: counts.pagers }, () =>
      repeat(async () => {
        const { version, digest } = await readAll(key)
        seen.set(version, (seen.get(version) ?? new Set()).add(digest))
      }),
    ),
    ...Array.from({ length: counts.payers }, () =>
      repeat(async () => {
        sales.push(await gate.pass(buy))
        await sleep(5 * pauseMs)
      }),
    ),
  ]
  const failed = Promise.all(rounds)
  failed.catch(() => {})
  const publish = async () => {
    for (const machines of plan) {
      const before = (await readLatest(store))!
      await gate.whileClosed(async () => {
        await checkQuota(key)
        clock.set(nextEvening())
      })
      const kinds = Map.groupBy(machines, (machine) => machine).values()
      await Promise.all(
        [...kinds].map(async (same) => {
          for (const machine of same) await killOne(machine)
        }),
      )
      await until('a version is published', async () => (await readLatest(store))!.sequence > before.sequence, looking)
      const { version } = (await readLatest(store))!
      for (const machine of [...readers, ...writers])
        await until('a version is served', async () => (await versionOf(machine)) === version, looking)
    }
  }
  await Promise.race([publish(), failed])
  isOver = true
  await failed
  await checkQuota(key)

  assert.ok(seen.size >= 2, 'clients have read more than one version')
  for (const [version, digests] of seen) assert.deepEqual([...digests], [await expectedOf(version)])
  for (const url of balancer.broken()) assert.ok(killed.has(url), 'only killed machines break connections')
  // Every version was made from the one before.
  const manifests = await Promise.all((await listSequences(store)).map((sequence) => readManifest(store, sequence)))
  for (const [n, manifest] of manifests.entries()) assert.equal(manifest!.previous, manifests[n - 1]?.version ?? null)
  assert.ok(manifests.length > counts.versions)

  assert.equal(await bank.takings(), price * BigInt(sales.length))
  assert.equal(new Set(sales.map(({ transaction }) => transaction)).size, sales.length)
  const states = await database.db.selectFrom('agent_payments').select('state').execute()
  assert.deepEqual(
    states.map(({ state }) => state),
    sales.map(() => 'settled'),
  )
})

/** The end of the reader that drains while the next test goes on. */
let drained: Promise<number | null>

test('a stopping reader first reports not ready, and still answers', { skip }, async () => {
  const reader = readers[0]!
  const key = await cluster.key()
  const client = createClient(reader.url)
  assert.equal((await client.send('/readyz?scope=rows')).status, 200)
  drained = reader.stop()
  await until('proxies are told', async () => (await client.send('/readyz?scope=rows')).status === 503, looking)
  const rows = await client.send('/v1/data/GoldPrice?limit=1', { key })
  assert.equal(rows.headers.connection, 'close')
  if (!isUncounted(rows)) assert.equal(rows.status, 200, rows.text)
  client.close()
})

test('a copy of the bucket and a dump of PostgreSQL bring back rows, keys and a writer', { skip }, async () => {
  const { ceph, postgres } = cluster
  const key = await cluster.key()
  const path = '/v1/data/TaiwanStockPrice?stock_id=2330,2317&limit=50'
  const asked = [path, `${path}&as_of=2026-10-01&include=known`, '/v1/changes/TaiwanStockPrice?since=2020-01-01']
  const texts: string[] = []
  for (const one of asked) {
    const { text, status } = await sendOnce(readers[1]!.url, one, key)
    assert.equal(status, 200, text)
    texts.push(text)
  }
  // The machines are lost, and take no CPU from those that follow.
  for (const machine of [...writers, ...readers.slice(1)]) await machine.stop('SIGKILL')
  const { paths } = await findPrograms(['pg_dump', 'psql'])
  const dump = execFileSync(paths!.pg_dump, [postgres.url], { maxBuffer: 64 << 20 })
  const url = await postgres.database('restored')
  execFileSync(paths!.psql, ['-q', '-v', 'ON_ERROR_STOP=1', url], {
    input: dump,
    stdio: ['pipe', 'ignore', 'inherit'],
  })
  const bucket = await ceph.bucket('restored')
  const copy = cluster.open(bucket)
  for await (const { key: name } of store.list('')) await copy.put(name, (await store.get(name))!)
  copy.close()
  const restored = { ...clock.settings, FORMOSA_NOW: '', DATABASE_URL: url, FORMOSA_OBJECTS: `s3://${bucket}/lake` }
  const writer = await cluster.startWriter(join(folder, 'restored'), restored)
  for (const [i, one] of asked.entries()) assert.equal((await sendOnce(writer.url, one, key)).text, texts[i], one)
  // It serves its copy as a standby until it has the lock.
  await until('it leads', () => leads(writer), looking)
})

test('a reader that has drained ends with 0', { skip }, async () => assert.equal(await drained, 0))
