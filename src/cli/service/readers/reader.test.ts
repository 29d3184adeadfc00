import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { globSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Cluster, rowsFrom, startCluster } from '../../../../test/support/cluster.ts'
import { builtAt, copyOfFew } from '../../../../test/support/fixture.ts'
import { formosaHere } from '../../../../test/support/inProcess.ts'
import { type Service, startService } from '../../../../test/support/service.ts'
import type { StoreFault } from '../../../../test/support/storeProxy.ts'
import { until } from '../../../../test/support/until.ts'
import { keyFor } from '../../../access/secret.ts'
import { encodeManifest, manifestKey, readLatest } from '../../../objects/manifest.ts'
import { readCursor, writeCursor } from '../../../query/cursor.ts'

/* Readers of an object store, as clients see them. */

const folder = mkdtempSync(join(tmpdir(), 'formosa-reader-'))
const started = await startCluster(folder)
const skip = 'skip' in started ? started.skip : false
const cluster = started as Cluster
const home = join(folder, 'home')
const nextDay = new Date(Date.parse(builtAt) + 3 * 86_400_000).toISOString()

const objects = skip ? null! : cluster.open()
let key: string
let readers: Service[]
let clients: ReturnType<typeof rowsFrom>[]
/** The same home behind a service of one machine: what readers must answer. */
let local: ReturnType<typeof rowsFrom>
let localService: Service

/** How long the store is gone, at least. */
const outageMs = process.env.TORTURE === undefined ? 0 : 60_000
/** Less than a tenth of the files. */
const smallBytes = 1e6
const small = { FORMOSA_CACHE: '1MB', METRICS_PORT: '0' }

before(async () => {
  if (skip) return
  await copyOfFew(home)
  await cluster.publish(home)
  key = await cluster.key()
  const { DATABASE_URL, REDIS_URL, FORMOSA_SECRET, FORMOSA_NOW } = cluster.shared as Record<string, string>
  const [one, alone] = await Promise.all([
    cluster.startReader('one', small),
    startService(home, { DATABASE_URL, REDIS_URL, FORMOSA_SECRET, FORMOSA_NOW } as never),
  ])
  // A test starts another one when there is a second version.
  readers = [one]
  clients = readers.map(({ url }) => rowsFrom(url, key))
  localService = alone
  local = rowsFrom(localService.url, key)
})
after(async () => {
  for (const client of [...(clients ?? []), ...(local ? [local] : [])]) client.close()
  await localService?.stop('SIGKILL')
  objects?.close()
  if (!skip) await cluster.stop()
  rmSync(folder, { recursive: true, force: true })
})

const looking = { pauseMs: 100, log: () => readers.map(({ log }) => log()).join('\n') }

const readyz = async (n: number) => (await clients[n]!.get('/readyz')).json.checks.objects as string

test('a role without its shared settings is rejected, and every missing setting is named', async () => {
  const { code, err } = await formosaHere(['serve', '--role', 'reader'], { FORMOSA_HOME: join(folder, 'none') })
  assert.equal(code, 3)
  for (const name of ['FORMOSA_OBJECTS', 'DATABASE_URL', 'REDIS_URL', 'AGENT_PAY_TO'])
    assert.match(err, new RegExp(`${name} is required`))
})

test('readers with a cache of a tenth of the files give the same responses as the files', { skip }, async () => {
  const paths = [
    'TaiwanStockPrice?limit=10000',
    'TaiwanStockPrice?stock_id=2330,2317,1101,0050&limit=100&sort=asc',
    'TaiwanStockPER?end_date=2026-10-01&limit=3000',
    'TaiwanStockMarginPurchaseShortSale?stock_id=2330&columns=stock_id,trade_date',
    'TaiwanStockOverview?include_inactive=true&limit=10000&format=csv',
    'GoldPrice?dry_run=true',
    'TaiwanStockPrice?stock_id=2330,2317&as_of=2026-10-01&include=known&limit=50',
    'TaiwanStockPriceAdj?stock_id=2330&as_of=2026-10-01&limit=500',
    'TaiwanStockOverview?as_of=2026-06-30&limit=10000',
  ]
  for (const path of paths) {
    const expected = await local.getRows(path)
    for (const { status, text, headers } of await Promise.all(clients.map(({ getRows }) => getRows(path)))) {
      assert.equal(status, 200, text.slice(0, 300))
      // The secret is the same, so that the cursors are too.
      assert.equal(text, expected.text)
      assert.equal(headers['x-data-version'], expected.headers['x-data-version'])
    }
  }
  const manifest = await readLatest(objects)
  assert.ok(manifest!.files.reduce((sum, { bytes }) => sum + bytes, 0) > 10 * smallBytes)
  const used = () =>
    globSync('demo/cache/??/*', { cwd: join(folder, 'one') }).reduce(
      (sum, name) => sum + (statSync(join(folder, 'one', name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    )
  await until('the cache is within its bound', () => used() <= smallBytes, looking)
  assert.match(await readyz(0), /^ok: version 1 \([0-9a-f]{16}\), \d+ s behind$/)
})

test('files, questions and gaps are answered by readers too', { skip }, async () => {
  const { files } = (await clients[0]!.get('/v1/bulk/TaiwanStockPrice')).json
  for (const { url, sha256, bytes } of files) {
    const { status, bytes: body } = await clients[0]!.get(url)
    assert.deepEqual([status, body.length], [200, bytes])
    assert.equal(createHash('sha256').update(body).digest('hex'), sha256)
  }
  // A busy machine has no room for a question at once.
  const response = await until(
    'the question is taken',
    async () => {
      const given = await clients[0]!.get('/v1/ask', { question: '台積電近五日收盤價' })
      return given.status !== 503 && given
    },
    looking,
  )
  assert.equal(response.status, 200, response.text)
  const rows = (await local.getRows('TaiwanStockPrice?stock_id=2330&limit=5')).json.data
  assert.equal(response.json.count, 5)
  for (const result of response.json.data) {
    const row = rows.find(({ trade_date }: { trade_date: string }) => trade_date === result.trade_date)
    assert.equal(Number(result.close), Number(row.close), response.text)
  }
  for (const path of [
    '/v1/data/TaiwanStockPrice/gaps?limit=3',
    '/v1/changes/TaiwanStockPrice?since=2020-01-01&limit=50',
    '/v1/data/TaiwanStockPriceAdj/explain?stock_id=2330&as_of=2026-03-09',
  ])
    assert.equal((await clients[0]!.get(path)).text, (await local.get(path)).text)
})

test('a new version is served within seconds, and cursors of the old one go on, on every reader', {
  skip,
}, async () => {
  const path = 'TaiwanStockPrice?start_date=2026-10-01&limit=1200'
  const first = (await clients[0]!.getRows(path)).json
  const { text: gapsText } = await local.get('/v1/data/TaiwanStockPrice/gaps?limit=1')
  const gapsCursor = JSON.parse(gapsText).cursor as string | null
  const old = (await clients[0]!.getRows('GoldPrice?limit=1')).headers['x-data-version'] as string
  const expected: string[] = []
  for (let cursor = first.cursor as string | null; cursor !== null; cursor = JSON.parse(expected.at(-1)!).cursor)
    expected.push((await local.getRows(`TaiwanStockPrice?cursor=${cursor}`)).text)
  assert.ok(expected.length > 3)

  const grown = join(folder, 'grown')
  const { code, err } = await copyOfFew(grown).then(() =>
    formosaHere(['refresh'], { ...cluster.shared, FORMOSA_HOME: grown, FORMOSA_NOW: nextDay }),
  )
  assert.equal(code, 0, err)
  const versionNow = async () => (await clients[0]!.getRows('GoldPrice?limit=1')).headers['x-data-version'] ?? old
  await until('the reader turns', async () => (await versionNow()) !== old, looking)
  assert.match(await readyz(0), /^ok: version 2 /)

  // One that has never served the old version has its pages brought for the cursor.
  readers[1] = await cluster.startReader('two')
  const late = rowsFrom(readers[1].url, key)
  clients[1] = late
  let cursor = first.cursor as string
  for (const [n, text] of expected.entries()) {
    const { getRows } = clients[n % 2]!
    const page = await getRows(`TaiwanStockPrice?cursor=${cursor}`)
    assert.equal(page.text, text)
    cursor = page.json.cursor
  }
  if (gapsCursor) {
    const { status, text } = await late.get(`/v1/data/TaiwanStockPrice/gaps?cursor=${gapsCursor}`)
    assert.equal(status, 200, text)
  }
  // A version that the store does not have is gone.
  const secret = Buffer.from(cluster.shared.FORMOSA_SECRET!)
  const unknown = { ...readCursor([keyFor(secret, 'cursors')], first.cursor), version: '0123456789abcdef' }
  const gone = await late.getRows(`TaiwanStockPrice?cursor=${writeCursor([keyFor(secret, 'cursors')], unknown)}`)
  assert.deepEqual([gone.status, gone.json.code], [410, 'cursor_expired'])
})

test('a faulty store never causes a wrong response, and cached rows are served while it is down', {
  skip,
}, async (t) => {
  t.after(() => cluster.store.setRule(() => null))
  const faults: readonly StoreFault[] = [
    { kind: 'wrongAnswer' },
    { kind: 'cut', bytes: 1_000 },
    { kind: 'status', status: 503 },
    { kind: 'status', status: 500 },
    { kind: 'slow', ms: 300 },
  ]
  const [cold, warm] = clients as [(typeof clients)[0], (typeof clients)[0]]
  const other = (n: number) => `TaiwanStockPER?stock_id=${['1101', '2330', '2317', '2454', '2412'][n]}&limit=50`
  for (const [n, fault] of faults.entries()) {
    // Long pages evict one another from the small cache; none was requested before.
    const long = ['TaiwanStockMarginPurchaseShortSale', 'TaiwanStockPrice', 'TaiwanStockPER']
    const end = ['2026-10-30', '2026-08-31', '2026-06-30', '2026-04-30', '2026-02-26'][n]
    const paths = [...long.map((name) => `${name}?limit=9000&end_date=${end}`), other(n)]
    const expected = await Promise.all(paths.map(warm.getRows))
    let requestCount = 0
    cluster.store.setRule(({ method, path }) =>
      method === 'GET' && path.includes('/objects/') && requestCount++ % 3 === 0 ? fault : null,
    )
    for (const [i, path] of paths.entries()) {
      const found = await cold.getRows(path)
      assert.deepEqual([found.status, found.text === expected[i]!.text], [200, true], `${fault.kind}: ${path}`)
    }
    assert.ok(requestCount > 0, `${fault.kind} has happened`)
    cluster.store.setRule(() => null)
  }
  const { text } = await warm.getRows(other(0))
  cluster.store.setRule(() => ({ kind: 'gone' }))
  assert.equal((await warm.getRows(other(0))).text, text, 'served from the cache')
  // Pages that were not requested before, whose bytes are cached.
  const rows = JSON.parse(text).data
  for (let limit = 1; limit < (outageMs === 0 ? 4 : rows.length); limit++) {
    const { json } = await warm.getRows(`TaiwanStockPER?stock_id=1101&limit=${limit}`)
    assert.deepEqual(json.data, rows.slice(0, limit))
    await sleep(outageMs / rows.length)
  }
  const lost = await warm.getRows('TaiwanStockMarginPurchaseShortSale?stock_id=2330&limit=10000')
  if (lost.status !== 200) assert.deepEqual([lost.status, lost.headers['retry-after']], [503, '5'])
  // A reader that starts meanwhile serves the version it had.
  const restarted = readers[1]!.stop().then((code) => {
    assert.equal(code, 0, 'drained: what is asked while it stops is answered')
    return cluster.startReader('two', {}, 'listening')
  })
  const readiness = await until('it is said', async () => /^degraded/.test(await readyz(0)) && readyz(0), looking)
  assert.match(readiness, /cannot be fetched/)
  assert.equal((await clients[0]!.get('/readyz')).status, 200)
  readers[1] = await restarted
  clients[1] = rowsFrom(readers[1].url, key)
  await until('it serves', async () => (await clients[1]!.getRows(other(0))).status === 200, looking)
  assert.equal((await clients[1]!.getRows(other(0))).text, text)
  cluster.store.setRule(() => null)
  assert.equal((await cold.getRows(other(0))).text, text)
  await until('it is fresh again', async () => /^ok/.test(await readyz(0)) && /^ok/.test(await readyz(1)), looking)
})

test('a version of an unknown format is not served, and /readyz reports it', { skip }, async () => {
  const before = (await clients[0]!.getRows('GoldPrice?limit=1')).headers['x-data-version']
  const current = (await readLatest(objects))!
  await objects.put(manifestKey(3), encodeManifest({ ...current, format: 2 as 1, sequence: 3 }))
  const readiness = await until('it is said', async () => /format/.test(await readyz(0)) && readyz(0), looking)
  assert.match(
    readiness,
    /^degraded: version 2 .*a newer version has a manifest of format 2, which this release cannot read/,
  )
  const { status, headers, text: rows } = await clients[0]!.getRows('GoldPrice?limit=1')
  assert.equal(status, 200, rows)
  assert.equal(headers['x-data-version'], before)
  assert.match(readers[0]!.log(), /this release cannot read/)
  const [, metrics] = /"metrics":"([^"]+)"/.exec(readers[0]!.log()) ?? []
  await until(
    'the lag grows',
    async () => {
      const [, lag] = /^formosa_reader_lag_seconds (\d+)/m.exec(await (await fetch(metrics!)).text()) ?? []
      return Number(lag) > 3
    },
    looking,
  )
  const text = await (await fetch(metrics!)).text()
  for (const name of ['cache_hits', 'cache_misses', 'cache_evictions', 'cache_wrong', 'objects_fetched_bytes'])
    assert.match(text, new RegExp(`^formosa_${name}_total [1-9]`, 'm'))
  assert.match(text, /^formosa_reader_sequence 2$/m)
})
