import assert from 'node:assert/strict'
import {
  copyFileSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  truncateSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { createClient, type HttpResponse } from '../../test/support/client.ts'
import { builtAt, copyOfBrief, copyOfFixture } from '../../test/support/fixture.ts'
import { flipBit } from '../../test/support/flipBit.ts'
import { formosaHere } from '../../test/support/inProcess.ts'
import { keyOf, type Service, startService } from '../../test/support/service.ts'

/** Bits that are flipped, and requests that are made meanwhile; `npm run torture` asks for many. */
const torture = Number(process.env.TORTURE ?? 0)
const bits = torture > 0 ? 200 : 8
const requests = torture > 0 ? 1_600 : 80
const patienceMs = 600_000

const root = mkdtempSync(join(tmpdir(), 'formosa-damage-'))
const home = join(root, 'home')
const pages = join(home, 'demo/pages/current')
const lake = join(home, 'demo/lake/current')
let service: Service
let client: ReturnType<typeof createClient>
let key: string

const datasets = ['TaiwanStockPrice', 'TaiwanStockPER', 'TaiwanStockMarginPurchaseShortSale']
const paths = datasets.flatMap((name) => [
  `/v1/data/${name}?limit=1000`,
  `/v1/data/${name}?limit=1000&sort=asc`,
  `/v1/data/${name}?stock_id=2330&limit=500`,
  `/v1/data/${name}?stock_id=2330,2317,1101,2412&limit=800`,
  `/v1/data/${name}?stock_id=2317&limit=300&columns=trade_date`,
  `/v1/data/${name}?start_date=2026-10-01&end_date=2026-10-30&limit=1000`,
])
const expected = new Map<string, string>()

/** The part with the newest rows of a dataset. */
const newestOf = (name: string): string =>
  JSON.parse(readFileSync(join(lake, 'manifest.json'), 'utf8')).datasets[name].parts.at(-1).name

/** The fixture's files are shared by all tests: what is damaged is a copy of its own. */
function own(folder: string): void {
  for (const { name } of readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isFile())) {
    copyFileSync(join(folder, name), join(root, 'copy'))
    renameSync(join(root, 'copy'), join(folder, name))
  }
}

before(async () => {
  await (torture > 0 ? copyOfFixture : copyOfBrief)(home)
  for (const name of datasets) own(join(pages, name))
  for (const name of [...datasets, 'GoldPrice']) own(join(lake, name))
  own(join(pages, 'GoldPrice'))
  service = await startService(home, { FORMOSA_NOW: builtAt, WORKERS: '2', LOG_LEVEL: 'info', FORMOSA_SCRUB: '0' })
  client = createClient(service.url)
  key = await keyOf(home, 'plus')
  for (const path of paths) {
    const response = await client.send(path, { key })
    assert.equal(response.status, 200, response.text)
    expected.set(path, response.text)
  }
})
after(async () => {
  client?.close()
  await service?.stop('SIGKILL')
  rmSync(root, { recursive: true, force: true })
})

/** True where the answer is right, false where it was refused for the moment; anything else is an error. */
function isAnswered(path: string, response: HttpResponse): boolean {
  if (response.status === 503) {
    assert.match(response.headers['retry-after'] as string, /^\d+$/)
    assert.match(response.json.detail, /damaged/)
    return false
  }
  assert.equal(response.status, 200, `${response.text}\n${service.log()}`)
  const text = response.headers['content-encoding'] === 'gzip' ? gunzipSync(response.bytes).toString() : response.text
  assert.ok(text === expected.get(path), `${path}: wrong bytes with 200`)
  return true
}

/** Asks until every path is answered again. */
async function waitUntilMended(): Promise<void> {
  const began = Date.now()
  const left = new Set(paths)
  while (left.size > 0) {
    assert.ok(Date.now() - began < patienceMs, `not mended: ${[...left]}`)
    for (const path of left) if (isAnswered(path, await client.send(path, { key }))) left.delete(path)
    await sleep(200)
  }
}

/** Ends the service and starts it again: it keeps nothing in memory that it has read before. */
async function startAgain(settings: Record<string, string>): Promise<void> {
  client.close()
  await service.stop()
  service = await startService(home, { FORMOSA_NOW: builtAt, LOG_LEVEL: 'info', FORMOSA_SCRUB: '0', ...settings })
  client = createClient(service.url)
}

/** The page files of a dataset, those of the newest part first. */
function pageFiles(name: string): string[] {
  const newest = newestOf(name)
  const files = readdirSync(join(pages, name)).filter((file) => file.endsWith('.rows'))
  return files.sort((a, b) => Number(b.startsWith(`${newest}-`)) - Number(a.startsWith(`${newest}-`)))
}

test(`${bits} bits flipped in page files: none of ${requests} answers is wrong`, async () => {
  for (let flipped = 0; flipped < bits; flipped++) {
    const name = datasets[flipped % datasets.length]!
    const files = pageFiles(name)
    const file = join(pages, name, files[Math.floor(flipped / datasets.length) % files.length]!)
    // The first rows of the newest part are always read.
    flipBit(file, flipped < 2 * datasets.length ? 0 : Math.random(), { updatesTime: flipped % 2 === 0 })
  }
  await startAgain({ WORKERS: '2' })
  let refused = 0
  for (let n = 0; n < requests; n++) {
    const path = paths[n % paths.length]!
    // Compressed pages are joined from pieces, and others are inflated.
    const headers = n % 4 < 2 ? { 'Accept-Encoding': 'gzip' } : {}
    if (!isAnswered(path, await client.send(path, { key, headers }))) refused++
  }
  await waitUntilMended()
  assert.ok(refused > 0, 'damage has been read')
  const log = service.log()
  assert.match(log, /"file":"[^"]*\.rows"/)
  assert.match(log, /a file is damaged; it is made anew/)
  console.log(`${requests} requests, ${bits} bits: none wrong, ${refused} refused with 503 until it was mended`)
})

test('a truncated or missing file of pages is never served, and made anew', async () => {
  for (const [i, file] of pageFiles('TaiwanStockPER').slice(0, 2).entries())
    if (i === 0) truncateSync(join(pages, 'TaiwanStockPER', file), 1_000)
    else rmSync(join(pages, 'TaiwanStockPER', file))
  await startAgain({ WORKERS: '2' })
  await waitUntilMended()
  assert.equal((await client.send('/readyz')).status, 200)
})

test('a damaged file of hidden rows is detected when it is read', async () => {
  const files = readdirSync(pages, { recursive: true, encoding: 'utf8' })
  const hidden = files.find((file) => file.endsWith('.hidden'))!
  const name = dirname(hidden)
  own(join(pages, name))
  flipBit(join(pages, hidden), 0.5)
  await startAgain({ WORKERS: '2' })
  const response = await client.send(`/v1/data/${name}?limit=10000`, { key })
  assert.equal(response.status, 503, response.text)
  await waitUntilMended()
  assert.equal((await client.send('/readyz')).status, 200)
})

test('a damaged Parquet file is not served and no rows are computed from it, and it is built again from the seed', async () => {
  const name = `${newestOf('TaiwanStockPrice')}.parquet`
  const parquet = join(lake, 'TaiwanStockPrice', name)
  // A canonical sentence needs no model.
  const question = { key, json: { question: '個股日行情：2330（台積電），近5個交易日逐期的收盤價。' } }
  const right = await client.send('/v1/ask', question)
  assert.equal(right.status, 200, right.text)
  const sql = ['sql', 'select avg(close) from TaiwanStockPrice', '--format', 'csv']
  const settings = { FORMOSA_HOME: home }
  const average = await formosaHere(sql, settings)
  assert.equal(average.code, 0, average.err)

  const { url } = (await client.send('/v1/bulk/TaiwanStockPrice', { key })).json.files.at(-1)
  assert.equal((await client.send(url, { key })).bytes.length, statSync(parquet).size)

  flipBit(parquet, 0.5)
  const refused = await client.send('/v1/ask', question)
  assert.equal(refused.status, 503, refused.text)
  assert.match(refused.json.detail, /a file of the tables is damaged/)
  assert.match(refused.headers['retry-after'] as string, /^\d+$/)
  // Before anything else: the file is being built again.
  const file = await client.send(url, { key })
  assert.deepEqual([file.status, file.json.code], [503, 'unavailable'])
  assert.match(
    (await client.send('/readyz')).json.checks.lake,
    new RegExp(`^degraded: .*TaiwanStockPrice/${name} is damaged`),
  )
  assert.match(service.log(), new RegExp(`"file":"[^"]*TaiwanStockPrice/${name}","what":"damaged"`))
  const again = await formosaHere(sql, settings)
  if (again.code !== 0) {
    assert.equal(again.out, '')
    assert.match(again.err, new RegExp(`TaiwanStockPrice/${name} is damaged`))
  } else assert.equal(again.out, average.out)
  // Other rows are not concerned, and pages are of their own.
  assert.equal((await client.send(paths[0]!, { key })).status, 200)

  const began = Date.now()
  for (;;) {
    const { json } = await client.send('/readyz')
    if (json.checks.lake === 'ok') break
    assert.ok(Date.now() - began < patienceMs, json.checks.lake)
    await sleep(500)
  }
  assert.equal((await client.send('/v1/ask', question)).text, right.text)
  assert.equal((await formosaHere(sql, settings)).out, average.out)
  for (const path of paths) assert.ok(isAnswered(path, await client.send(path, { key })))
})

test('the scrubber reads unused files: pages are rebuilt, Parquet files are reported', async () => {
  await startAgain({ WORKERS: '1', FORMOSA_SCRUB: '2000' })
  const damaged = async (path: string) => {
    const began = Date.now()
    while (!service.log().includes(path)) {
      assert.ok(Date.now() - began < patienceMs, service.log())
      await sleep(200)
    }
  }
  own(join(pages, 'GoldPrice'))
  const [rows] = readdirSync(join(pages, 'GoldPrice')).filter((name) => name.endsWith('.rows'))
  flipBit(join(pages, 'GoldPrice', rows!), 0.4)
  await damaged(`GoldPrice/${rows}`)
  own(join(lake, 'GoldPrice'))
  const parquet = readdirSync(join(lake, 'GoldPrice')).find((name) => name.endsWith('.parquet'))
  flipBit(join(lake, 'GoldPrice', parquet!), 0.4)
  await damaged(`GoldPrice/${parquet}`)
})
