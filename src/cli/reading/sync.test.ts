import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import type { BulkList } from '../../../sdk/index.ts'
import { createTestClock } from '../../../test/support/clock.ts'
import { builtAt, copyOfFew } from '../../../test/support/fixture.ts'
import { formosaHere, refused } from '../../../test/support/inProcess.ts'
import { killCommands } from '../../../test/support/killCommands.ts'
import { keyOf, type Service, startService } from '../../../test/support/service.ts'
import { startServiceProxy } from '../../../test/support/serviceProxy.ts'
import { until } from '../../../test/support/until.ts'
import { exitCodes } from '../../errors.ts'
import { openEngine } from '../../lake/engine.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-sync-'))
const clock = createTestClock(folder, builtAt)
let service: Service
let key: string
let settings: Record<string, string>
let proxy: Awaited<ReturnType<typeof startServiceProxy>>
let engine: Awaited<ReturnType<typeof openEngine>>

before(async () => {
  const home = await copyOfFew(join(folder, 'home'))
  service = await startService(home, clock.settings)
  key = await keyOf(home, 'plus')
  proxy = await startServiceProxy(service.url)
  settings = { FORMOSA_URL: proxy.url, FORMOSA_KEY: key, FORMOSA_HOME: join(folder, 'empty') }
  engine = await openEngine({ memory: '1GB', scratch: join(folder, 'spill') })
})

after(async () => {
  engine?.close()
  await proxy?.stop()
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

async function list(): Promise<BulkList> {
  const response = await fetch(`${service.url}/v1/bulk`, { headers: { Authorization: `Bearer ${key}` } })
  return (await response.json()) as BulkList
}

const sha256 = (path: string): string => createHash('sha256').update(readFileSync(path)).digest('hex')

/** The hash of every file by its name in a mirror. */
const listed = ({ datasets }: BulkList): Map<string, string> =>
  new Map(
    datasets.flatMap(({ dataset, files }) => files.map(({ part, sha256 }) => [`${dataset}/${part}.parquet`, sha256])),
  )
const held = (mirror: string): Map<string, string> =>
  new Map(globSync('*/*.parquet', { cwd: mirror }).map((name) => [name, sha256(join(mirror, name))]))
const sorted = (map: Map<string, string>) => [...map].sort()

const isFile = ({ url }: { readonly url: string }): boolean => url.endsWith('.parquet')
/** Requests for files since the faults were set. */
const fetched = () => proxy.requests().filter(isFile)

const sync = (mirror: string, ...words: string[]) => formosaHere(['sync', mirror, ...words], settings)

async function assertOpens(mirror: string): Promise<void> {
  for (const name of globSync('*/*.parquet', { cwd: mirror }))
    await engine.connection.run(`SELECT count(*) FROM read_parquet('${join(mirror, name)}')`)
}

test('a mirror has the files of the list, which hold the rows of each dataset, and is fetched once', async () => {
  const mirror = join(folder, 'first')
  proxy.setFaults((n) => (n === 2 ? { kind: 'cut', share: 0.5 } : undefined))
  const { code, err, out } = await sync(mirror)
  assert.equal(code, 0, err)
  assert.equal(out, '')
  const bulk = await list()
  assert.deepEqual(sorted(held(mirror)), sorted(listed(bulk)))
  assert.match(
    err,
    new RegExp(`Version ${bulk.version} \\(demo\\): 0 files by changes, ${listed(bulk).size} fetched, 0 removed`),
  )
  const prices = bulk.datasets.find(({ dataset }) => dataset === 'TaiwanStockPrice')!
  const counted = await engine.connection.runAndReadAll(
    `SELECT count(*) FROM read_parquet('${mirror}/TaiwanStockPrice/*.parquet')`,
  )
  assert.equal(Number(counted.getRows()[0]![0]), prices.rows)
  proxy.setFaults(() => undefined)
  assert.match((await sync(mirror)).err, /: 0 files by changes, 0 fetched, 0 removed/)
  assert.equal(fetched().length, 0)
  cpSync(mirror, join(folder, 'old'), { recursive: true, preserveTimestamps: true })
})

test('only what changed is fetched: a new version, a damaged file, a file that is gone', async () => {
  const mirror = join(folder, 'first')
  const before = await list()
  clock.turn(3 * 86_400)
  await until('a new version', async () => (await list()).version !== before.version, { log: service.output })
  const bulk = await list()
  const [old, now] = [listed(before), listed(bulk)]
  const changed = [...now].filter(([name, hash]) => old.get(name) !== hash)
  assert.ok(changed.length > 0 && changed.length < now.size)
  proxy.setFaults(() => undefined)
  const { err } = await sync(mirror)
  const [, made, others] = /: (\d+) files? by changes, (\d+) fetched, 0 removed/.exec(err)!.map(Number)
  assert.equal(made! + others!, changed.length)
  assert.ok(made! > 0, err)
  assert.equal(fetched().length, others)
  assert.doesNotMatch(err, /Other bytes|could not be applied/)
  assert.deepEqual(sorted(held(mirror)), sorted(now))

  const [name] = [...now.keys()]
  const bytes = readFileSync(join(mirror, name!))
  bytes[100]! ^= 1
  writeFileSync(join(mirror, name!), bytes)
  assert.match((await sync(mirror)).err, /: 0 files by changes, 1 fetched/)
  // Damage that the time does not show is found by reading.
  const good = JSON.parse(readFileSync(join(mirror, 'mirror.json'), 'utf8')).files[name!].mtimeMs / 1_000
  writeFileSync(join(mirror, name!), bytes)
  utimesSync(join(mirror, name!), good, good)
  assert.match((await sync(mirror, '--verify')).err, /: 0 files by changes, 1 fetched/)
  rmSync(join(mirror, name!))
  mkdirSync(join(mirror, 'TaiwanStockPrice'), { recursive: true })
  writeFileSync(join(mirror, 'TaiwanStockPrice/all.parquet'), 'of another version')
  assert.match((await sync(mirror)).err, /, 1 fetched, 1 removed/)
  assert.deepEqual(sorted(held(mirror)), sorted(now))
})

test('a new mirror or an update that is killed at any point opens, and the next run completes it', async () => {
  const now = listed(await list())
  const old = held(join(folder, 'old'))
  const changed = [...now].filter(([name, hash]) => old.get(name) !== hash).length
  // Before the list, in the first file, between files and in the last one; with TORTURE in others too.
  const places = process.env.TORTURE === undefined ? [0, 2, now.size] : [0, 1, 2, 4, now.size]
  const killed = [
    ...places.map((requests) => ({ requests, mirror: join(folder, `new-${requests}`) })),
    ...[2, changed].map((requests) => ({ requests, mirror: join(folder, `update-${requests}`) })),
  ]
  for (const { mirror } of killed.slice(places.length)) {
    cpSync(join(folder, 'old'), mirror, { recursive: true, preserveTimestamps: true })
    // It is of the address of another proxy.
    rmSync(join(mirror, 'mirror.json'))
  }
  const { FORMOSA_URL: _, ...own } = settings
  const commands = killed.map(({ requests, mirror }) => ({ words: ['sync', mirror], requests }))
  const proxies = await killCommands(commands, service.url, own)
  for (const [i, { requests, mirror }] of killed.entries()) {
    await assertOpens(mirror)
    const left = held(mirror)
    for (const [name, hash] of left) assert.ok(hash === now.get(name) || hash === old.get(name), name)
    const had = [...left].filter(([name, hash]) => now.get(name) === hash).length
    if (had < now.size && had > 0 && requests > 0) {
      const { version } = JSON.parse(readFileSync(join(mirror, 'mirror.json'), 'utf8'))
      assert.equal(version, null, 'a mirror of several versions says so')
    }
    const { code, err } = await formosaHere(['sync', mirror, '--url', proxies[i]!.url], own)
    assert.equal(code, 0, err)
    assert.deepEqual(sorted(held(mirror)), sorted(now))
    assert.ok(proxies[i]!.requests().filter(isFile).length <= now.size - had)
    assert.deepEqual(readdirSync(join(mirror, '.partial')), [])
    await proxies[i]!.stop()
  }
})

test('a file that was half fetched goes on where it was; bytes with another hash never come in', async () => {
  const mirror = join(folder, 'half')
  const bulk = await list()
  const { dataset, files } = bulk.datasets.find(({ dataset }) => dataset === 'TaiwanStockPrice')!
  const [file] = files
  const whole = await fetch(service.url + file!.url, { headers: { Authorization: `Bearer ${key}` } })
  const bytes = Buffer.from(await whole.arrayBuffer())
  mkdirSync(join(mirror, '.partial'), { recursive: true })
  const partial = join(mirror, '.partial', `${dataset}-${file!.sha256}.parquet`)
  writeFileSync(partial, bytes.subarray(0, 1_000))
  proxy.setFaults(() => undefined)
  assert.equal((await sync(mirror, '--only', dataset)).code, 0)
  assert.ok(fetched().some(({ headers }) => headers.range?.startsWith('bytes=1000-')))
  assert.deepEqual(sorted(held(mirror)), files.map(({ part, sha256 }) => [`${dataset}/${part}.parquet`, sha256]).sort())
  // A partial file that is wrong is fetched anew.
  rmSync(join(mirror, dataset), { recursive: true })
  writeFileSync(partial, Buffer.alloc(1_000))
  assert.equal((await sync(mirror, '--only', dataset)).code, 0)
  assert.equal(held(mirror).size, files.length)

  const empty = join(folder, 'wrong')
  proxy.setFaults((_, { url, headers }) => {
    const [, from, to] = /^bytes=(\d+)-(\d+)$/.exec(headers.range ?? '') ?? []
    if (!url.endsWith('.parquet')) return undefined
    return { kind: 'answer', status: 206, body: 'x'.repeat(Number(to) - Number(from) + 1) }
  })
  const wrong = await sync(empty, '--only', dataset)
  assert.equal(wrong.code, exitCodes.damaged.code, wrong.err)
  assert.equal(held(empty).size, 0)
})

test('a mirror of another service, an unknown dataset and a second run at once are refused; a lower tier is named', async () => {
  proxy.setFaults(() => undefined)
  const mirror = join(folder, 'first')
  const other = await formosaHere(['sync', mirror], { ...settings, FORMOSA_URL: service.url })
  assert.equal(other.code, exitCodes.usage.code)
  assert.match(other.err, /is a mirror of/)
  const unknown = await sync(mirror, '--only', 'TaiwanStockPER,TaiwanStockPrise,Nothing,TaiwanStockInfo')
  assert.equal(unknown.code, exitCodes.usage.code)
  assert.match(unknown.err, /no dataset named TaiwanStockPrise; did you mean TaiwanStockPrice( or \w+)*\?/)
  assert.match(unknown.err, /no dataset named Nothing; "formosa datasets" lists them/)
  assert.match(unknown.err, /no dataset named TaiwanStockInfo: FinMind's TaiwanStockInfo is TaiwanStockOverview here/)
  assert.doesNotMatch(unknown.err, /named TaiwanStockPER\b/)
  assert.match((await sync(mirror, '--only', 'TaiwanStockPER,')).err, /--only has an empty name/)
  const own = { ...settings, FORMOSA_KEY: await keyOf(service.home, 'free') }
  const free = (...more: string[]) => formosaHere(['sync', join(folder, 'free'), ...more], own)
  assert.equal((await free('--only', 'GoldPrice')).code, 0)
  assert.match(
    (await free('--only', 'TaiwanStockPrice')).err,
    /TaiwanStockPrice needs a higher tier than that of this key/,
  )
  assert.match((await free()).err, /datasets need a higher tier: .*TaiwanStockPrice/)
  assert.ok(!existsSync(join(folder, 'free/TaiwanStockPrice')))
})

test('a folder that cannot be made or written ends in one sentence', async () => {
  proxy.setFaults(() => undefined)
  const file = join(folder, 'file')
  writeFileSync(file, '')
  for (const [mirror, reason] of [
    ['/proc/formosa', /the system makes no folders there/],
    [join(file, 'mirror'), /not a folder/],
    [file, /not a folder/],
  ] as const) {
    await refused(['sync', mirror, '--only', 'TaiwanStockPER'], settings, exitCodes.disk.code, reason)
    await refused(['sync', mirror], settings, exitCodes.disk.code, /Cannot keep a mirror in /)
  }
})
