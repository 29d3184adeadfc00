import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createClient, type MirrorResult } from '../../sdk/index.ts'
import { sightings } from '../../src/catalogue/dataset.ts'
import { catalogue } from '../../src/catalogue/index.ts'
import { taipeiInstant } from '../../src/days.ts'
import { openEngine } from '../../src/lake/engine.ts'
import { type Lake, openLake, type Version } from '../../src/lake/lake.ts'
import { fileList, quote } from '../../src/lake/schema.ts'
import { changeAtRandom } from '../support/changingLake.ts'
import { builtAt, builtThrough, copyOfFew } from '../support/fixture.ts'
import { python, withoutPython } from '../support/python.ts'
import { randomFrom } from '../support/random.ts'
import { cleanEnv } from '../support/run.ts'
import { keyOf, type Service, startService } from '../support/service.ts'
import { until } from '../support/until.ts'

/*
 * Mirrors of a service whose rows come, are late, corrected and withdrawn day by day. Their programs are killed at random
 * file events; in the end each mirror has the bytes of a fresh download.
 */

const torture = Number(process.env.TORTURE ?? 0)
const days = torture > 0 ? Number(process.env.MIRROR_DAYS ?? 100) : 3
const seed = Number(process.env.FUZZ_SEED ?? 11)
const random = randomFrom(seed)

/** Days, closed years and periods; a list that is seen again, a window, rows computed again, and keys without a date. */
const names = [
  'TaiwanStockPrice',
  'GoldPrice',
  'TaiwanStockOverview',
  'TaiwanOptionDaily',
  'TaiwanStockFinancialStatement',
  'TaiwanFuturesBrokerDaily',
  'TaiwanStockWeekPrice',
  'TaiwanRelatedNews',
] as const
const datasets = names.map((name) => catalogue.find((dataset) => dataset.name === name)!)

const folder = mkdtempSync(join(tmpdir(), 'formosa-mirror-'))
let service: Service
let lake: Lake
let engine: Awaited<ReturnType<typeof openEngine>>
let settings: Record<string, string>
let at = Date.parse(builtAt)

before(async () => {
  const home = await copyOfFew(join(folder, 'home'))
  const now = () => new Date(at)
  lake = openLake({ root: join(home, 'demo/lake'), origin: 'demo', datasets: catalogue, memory: '512MB', now })
  engine = await openEngine({ memory: '512MB', scratch: join(folder, 'spill') })
  await nextVersion(0)
  service = await startService(home, { FORMOSA_NOW: builtAt, ADDRESS_LIMIT: '0' })
  await renewKey()
})

after(async () => {
  engine?.close()
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

/** A key has the calls of an hour alone. */
async function renewKey(): Promise<void> {
  settings = {
    FORMOSA_URL: service.url,
    FORMOSA_KEY: await keyOf(service.home, 'plus'),
    FORMOSA_HOME: join(folder, 'no'),
  }
}

async function get(path: string) {
  const response = await fetch(service.url + path, { headers: { Authorization: `Bearer ${settings.FORMOSA_KEY}` } })
  // biome-ignore lint/suspicious/noExplicitAny: any body
  return (await response.json()) as any
}

async function nextVersion(day: number): Promise<Version> {
  at += 60_000
  return changeAtRandom(lake, datasets, { day, through: builtThrough, random })
}

/** The files of a folder with their bytes, without what tells of the time. */
const contents = (mirror: string): Map<string, string> =>
  new Map(
    globSync('*/*.{ndjson,parquet}', { cwd: mirror })
      .sort()
      .map((name) => [name, readFileSync(join(mirror, name)).toString('base64')]),
  )

function assertSame(a: string, b: string): void {
  const [ours, others] = [contents(a), contents(b)]
  assert.deepEqual([...ours.keys()], [...others.keys()])
  for (const [name, bytes] of ours) assert.ok(others.get(name) === bytes, `${a} and ${b} differ in ${name}`)
}

const root = join(import.meta.dirname, '../..')
const preload = join(root, 'test/support/killAtFileEvent.ts')
const typescript = `import { createClient } from ${JSON.stringify(join(root, 'sdk/index.ts'))}
const results = await createClient().mirror(process.argv[2], { datasets: process.argv.slice(3) })
console.log(JSON.stringify(results))`
const snake = `import builtins, json, os, signal, sys
left = int(os.environ.get("KILL_AT") or 0)
def before(module, name):
    whole = getattr(module, name)
    def one(*given, **more):
        global left
        left -= 1
        if left == 0:
            os.kill(os.getpid(), signal.SIGKILL)
        return whole(*given, **more)
    setattr(module, name, one)
for name in ("replace", "remove", "fsync", "makedirs"):
    before(os, name)
before(builtins, "open")
import formosa
results = formosa.Client().mirror(sys.argv[1], sys.argv[2:])
print(json.dumps([result._asdict() for result in results]))`

type Ran = { readonly killed: boolean; readonly results: readonly MirrorResult[]; readonly err: string }

/** Runs a program of Node, and kills it at a file event. */
async function runNode(words: readonly string[], killAt: number | null): Promise<Ran> {
  const hook = killAt === null ? [] : ['--import', preload]
  const child = spawn(process.execPath, [...hook, ...words], {
    env: cleanEnv({ ...settings, KILL_AT: String(killAt ?? 0) }),
  })
  let [out, err] = ['', '']
  child.stdout.on('data', (chunk) => {
    out += chunk
  })
  child.stderr.on('data', (chunk) => {
    err += chunk
  })
  const [code, signal] = await once(child, 'close')
  if (signal === null) assert.equal(code, 0, err)
  return { killed: signal === 'SIGKILL', results: out.startsWith('[') ? JSON.parse(out) : [], err }
}

const programs = {
  sync: (mirror: string, killAt: number | null) =>
    runNode([join(root, 'src/cli/main.ts'), 'sync', mirror, '--only', names.join()], killAt),
  async typescript(mirror: string, killAt: number | null): Promise<Ran> {
    const script = join(folder, 'mirror.ts')
    writeFileSync(script, typescript)
    return runNode([script, mirror, ...names], killAt)
  },
  async python(mirror: string, killAt: number | null): Promise<Ran> {
    const { code, out, err } = await python(snake, { ...settings, KILL_AT: String(killAt ?? 0) }, [mirror, ...names])
    if (code !== null) assert.equal(code, 0, err)
    return { killed: code === null, results: code === null ? [] : JSON.parse(out), err }
  },
}

/** A figure of the rows of each day, without sightings. */
async function daysOf({ manifest, folder: own }: Version, name: string): Promise<Map<string, string>> {
  const dataset = catalogue.find((one) => one.name === name)!
  const files = manifest.datasets[name]!.parts.map(({ file }) => join(own, file))
  const columns = Object.keys(dataset.columns).filter((column) => !sightings.includes(column))
  const read = await engine.connection.runAndReadAll(
    `SELECT ${quote(dataset.date)}::VARCHAR, count(*)::VARCHAR || ' ' || bit_xor(hash(${columns.map(quote).join(', ')}))::VARCHAR
     FROM read_parquet(${fileList(files)}) GROUP BY 1`,
  )
  return new Map(read.getRowsJson() as [string, string][])
}

/** Files of a dataset without revisions, and when each became another one. */
const computed = 'TaiwanStockWeekPrice'

function noteFiles(known: Map<string, string>, { manifest }: Version): Map<string, string> {
  const parts = manifest.datasets[computed]!.parts
  const time = taipeiInstant(manifest.written_at)
  return new Map(parts.map(({ sha256 }) => [sha256, known.get(sha256) ?? time]))
}

async function assertFiles(known: ReadonlyMap<string, string>): Promise<void> {
  const body = await get(`/v1/bulk/${computed}`)
  const times = new Map(body.files.map((file: Record<string, string>) => [file.sha256, file.last_modified]))
  assert.deepEqual(times, known)
  assert.deepEqual(
    body.modified,
    body.files.map(({ first_date, last_date, last_modified }: Record<string, string>) => ({
      first_date,
      last_date,
      last_modified,
    })),
  )
}

type Known = { readonly figures: Map<string, string>; readonly times: Map<string, string> }
/** Datasets whose days are compared with figures of their rows. */
const watched = ['TaiwanStockPrice', 'GoldPrice', 'TaiwanOptionDaily', 'TaiwanStockFinancialStatement']

/** Notes the time of a version for the days whose rows changed in it. */
async function note(known: Map<string, Known>, version: Version, isFirst: boolean): Promise<void> {
  for (const name of watched) {
    const { figures: was, times } = known.get(name) ?? {
      figures: new Map<string, string>(),
      times: new Map<string, string>(),
    }
    const figures = await daysOf(version, name)
    for (const day of isFirst ? [] : new Set([...was.keys(), ...figures.keys()]))
      if (was.get(day) !== figures.get(day)) times.set(day, taipeiInstant(version.manifest.written_at))
    known.set(name, { figures, times })
  }
}

async function assertModified(known: Map<string, Known>, first: Version): Promise<void> {
  const catalogued = (await get('/v1/data')).datasets
  const start = taipeiInstant(first.manifest.written_at)
  for (const name of watched) {
    const { times, figures } = known.get(name)!
    const body = await get(`/v1/bulk/${name}`)
    const told = (day: string) =>
      body.modified.find((run: Record<string, string>) => run.first_date! <= day && day <= run.last_date!)
        ?.last_modified
    for (const [day, time] of times) assert.equal(told(day), time, `${name} ${day}`)
    for (const run of body.modified) {
      const within = [...times].filter(([day]) => run.first_date <= day && day <= run.last_date)
      // Days without rows lie between those that came together.
      const hasRows = [...figures.keys()].some((day) => run.first_date <= day && day <= run.last_date)
      if (within.length === 0 && hasRows) assert.ok(run.last_modified <= start, `${name} ${run.first_date}`)
    }
    for (const file of body.files) {
      const within = [...times]
        .filter(([day]) => file.first_date <= day && day <= file.last_date)
        .map(([, time]) => time)
      if (within.length > 0) assert.equal(file.last_modified, within.sort().at(-1), `${name} ${file.part}`)
      else assert.ok(file.last_modified <= start)
    }
    const latest = body.modified
      .map((run: Record<string, string>) => run.last_modified)
      .sort()
      .at(-1)
    assert.equal(body.last_modified, latest)
    assert.equal(catalogued.find((entry: { name: string }) => entry.name === name).last_modified, latest)
  }
}

const counts = { kills: 0, runs: 0, applied: 0, fetched: 0, made: 0, files: 0 }

function add({ killed, results, err }: Ran): void {
  counts.runs++
  if (killed) counts.kills++
  for (const { applied, fetched } of results) {
    counts.applied += applied
    counts.fetched += fetched
  }
  assert.doesNotMatch(err, /Other bytes came|could not be applied/)
  const [, made = '0', files = '0'] = /(\d+) files? by changes, (\d+) fetched/.exec(err) ?? []
  counts.made += Number(made)
  counts.files += Number(files)
}

/** Completes the mirrors and compares them with fresh downloads. */
async function assertFresh(mirrors: readonly string[], day: number): Promise<void> {
  for (const [i, mirror] of mirrors.entries())
    add(await (i === 0 ? programs.sync : i === 1 ? programs.typescript : programs.python)(mirror, null))
  const fresh = ['sync', 'typescript', 'python'].map((name) => join(folder, `fresh-${day}-${name}`))
  await programs.sync(fresh[0]!, null)
  const { results } = await programs.typescript(fresh[1]!, null)
  assert.deepEqual((await programs.python(fresh[2]!, null)).results, results)
  assert.ok(results.every(({ rows, fetched, reason }) => rows === fetched && reason === 'first run'))
  for (const [i, mirror] of mirrors.entries()) assertSame(mirror, fresh[i]!)
  assertSame(fresh[1]!, fresh[2]!)
  const states = [...mirrors.slice(1), ...fresh.slice(1)].map((one) => readFileSync(join(one, 'mirror.json'), 'utf8'))
  assert.equal(new Set(states).size, 1)
  for (const one of fresh) rmSync(one, { recursive: true })
  console.log(JSON.stringify({ day, seed, ...counts }))
}

test(`mirrors that were brought up to date for ${days} days, with kills, equal a fresh download`, {
  skip: withoutPython(),
}, async () => {
  const known = new Map<string, Known>()
  const first = (await lake.current())!
  await note(known, first, true)
  let files = noteFiles(new Map(), first)
  const mirrors = ['sync', 'a', 'b'].map((name) => join(folder, name))
  for (let day = 1; day <= days; day++) {
    const version = day === 1 ? first : await nextVersion(day)
    if (day > 1) await note(known, version, false)
    files = noteFiles(files, version)
    if (day % 5 === 0) await renewKey()
    const { version: name } = version.manifest
    await until(`version ${name}`, async () => (await get('/v1/bulk')).version === name, { log: service.output })
    for (const [i, mirror] of mirrors.entries()) {
      // Each of the two is continued by either client.
      const program = i === 0 ? programs.sync : random() < 0.5 ? programs.typescript : programs.python
      const isKilled = day === 2 || random() < 0.4
      if (isKilled) add(await program(mirror, 1 + Math.floor(random() * 60)))
      // Some are completed with the next version alone.
      if (!isKilled || random() < 0.6) add(await program(mirror, null))
    }
    if (day % 20 === 0 || day === days) await assertFresh(mirrors, day)
  }
  await assertModified(known, first)
  await assertFiles(files)
  assert.ok(counts.kills > 0 && counts.applied > 0 && counts.made > 0, JSON.stringify(counts))
})

test('the lines are those of format=ndjson in the order of the key, with hidden rows and every period', async () => {
  const mirror = join(folder, 'lines')
  const only = ['GoldPrice', 'TaiwanStockFinancialStatement', 'TaiwanStockPrice'] as const
  await createClient({ url: service.url, key: settings.FORMOSA_KEY }).mirror(mirror, { datasets: only })
  for (const name of only) {
    const files = globSync(`${name}/*.ndjson`, { cwd: mirror }).sort()
    const lines = files.flatMap((file) => readFileSync(join(mirror, file), 'utf8').trimEnd().split('\n'))
    const own = new Set(lines)
    const { rows, queries, key } = await get(`/v1/bulk/${name}`)
    assert.equal(lines.length, rows)
    let sent = 0
    for (const query of queries) {
      const response = await fetch(`${service.url}/v1/data/${name}?${query}&limit=10000&format=ndjson`, {
        headers: { Authorization: `Bearer ${settings.FORMOSA_KEY}` },
      })
      for (const line of (await response.text()).split('\n').filter(Boolean)) {
        assert.ok(own.has(line), line)
        sent++
      }
    }
    assert.equal(sent, Math.min(rows, 10_000))
    const keys = lines.map((line) => key.map((column: string) => JSON.parse(line)[column]).join(' '))
    if (files.length === 1) assert.deepEqual(keys, keys.toSorted())
    for (const file of files) {
      const year = file.slice(-'2026.ndjson'.length, -'.ndjson'.length)
      const inYear = readFileSync(join(mirror, file), 'utf8').trimEnd().split('\n')
      const column = name === 'TaiwanStockFinancialStatement' ? 'report_date' : 'trade_date'
      assert.ok(inYear.every((line) => JSON.parse(line)[column].startsWith(year)))
    }
  }
})

test('a file that was changed or lost is fetched again; wrong names and folders are refused', async () => {
  const client = createClient({ url: service.url, key: settings.FORMOSA_KEY })
  const [mirror, whole] = [join(folder, 'lines'), join(folder, 'whole')]
  cpSync(mirror, whole, { recursive: true })
  const [one, two] = globSync('TaiwanStockPrice/*.ndjson', { cwd: mirror }).sort()
  rmSync(join(mirror, one!))
  writeFileSync(join(mirror, two!), '')
  const [result] = await client.mirror(mirror, { datasets: ['TaiwanStockPrice'] })
  assert.match(result!.reason!, /^files were changed: \d{4}, \d{4}$/)
  assertSame(mirror, whole)
  const [again] = await client.mirror(mirror, { datasets: ['TaiwanStockPrice'] })
  assert.deepEqual([again!.applied, again!.fetched, again!.reason], [0, 0, null])
  await assert.rejects(client.mirror(mirror, { datasets: ['Nothing'] }), /there is no dataset 'Nothing'/)
  const free = createClient({ url: service.url, key: await keyOf(service.home, 'free') })
  await assert.rejects(free.mirror(mirror, { datasets: ['TaiwanStockPrice'] }), /needs a higher tier/)
  const parquet = join(folder, 'sync')
  if (existsSync(parquet)) await assert.rejects(client.mirror(parquet), /is of another mirror \(parquet/)
})
