import { spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { parseArgs } from 'node:util'
import { catalogue, find } from '../src/catalogue/index.ts'
import { derivations } from '../src/derive/index.ts'
import { publishLedger } from '../src/derive/ledgerFile.ts'
import { publishGaps } from '../src/ingest/gaps/publish.ts'
import type { Batch } from '../src/lake/batch.ts'
import type { Draft } from '../src/lake/draft.ts'
import { openLake, type Version } from '../src/lake/lake.ts'
import { literal } from '../src/lake/schema.ts'
import { fill } from '../src/market/fill.ts'
import { type Maker, makerOf } from '../src/market/maker.ts'
import { tables } from '../src/market/simulations.ts'
import { simulateBeside } from '../src/market/simulator.ts'
import { dayAfter } from '../src/market/world.ts'
import { openPages } from '../src/pages/open.ts'
import { publishPages } from '../src/pages/publish.ts'
import { measureCommand } from '../test/support/memory.ts'
import { copyOf } from './pages/home.ts'

/**
 * What the events of a market cost against what is stored: an ordinary day, the first day of a year, a delisting,
 * ex-dividend days, corrections of one row of an old day. Markets of the full size are built once and kept in a folder
 * (20 years: an hour and 12 GB); each event runs on a copy of hard links.
 *
 *   node bench/growth.ts --home FOLDER [--years 1,5,20] [--copies 10] [--events day,year] [--memory 1GB] [--profile FOLDER]
 *
 * `--short` builds two small markets of few datasets, without ledger and gaps, to see that all of it works.
 */
const { values } = parseArgs({
  options: {
    home: { type: 'string' },
    years: { type: 'string' },
    copies: { type: 'string' },
    events: { type: 'string' },
    memory: { type: 'string', default: '1GB' },
    profile: { type: 'string' },
    short: { type: 'boolean', default: false },
    measure: { type: 'string' },
  },
})

/** The last trading day but one of a year: the next one is an ordinary day, and the one after it begins a year. */
const through = '2026-12-30'
const now = () => new Date()
const memory = values.memory

const shortEvents = ['day', 'delisting', 'correction']
const fewDatasets = [
  ...['TaiwanStockTradingDate', 'TaiwanStockOverview', 'TaiwanStockDelisting', 'TaiwanStockPrice'],
  ...['TaiwanStockPriceAdj', 'TaiwanStockDividendResult', 'TaiwanStockInstitutionalInvestorsBuySell'],
]

const placesIn = (home: string) => {
  const shared = { datasets: catalogue, memory, now }
  return {
    lake: openLake({ root: join(home, 'demo/lake'), origin: 'demo', ...shared }),
    ledger: { root: join(home, 'demo/ledger'), memory },
    gaps: { root: join(home, 'demo/gaps'), memory, now },
    pages: { root: join(home, 'demo/pages'), ...shared },
  }
}
type Places = ReturnType<typeof placesIn>

/** The change of an event: the day that the version is then complete for, and the rows. */
type Loading = { readonly through: string; readonly load: (draft: Draft) => Promise<void> }

const makerIn = ({ manifest }: Version): Maker => makerOf(manifest)!

/** The next trading day of the market, simulated before the clock starts. */
async function nextDay(version: Version): Promise<Loading> {
  const { only, market: _, ...options } = makerIn(version)
  const after = version.manifest.through
  const next = dayAfter(options.seed, after, 1)
  const beside = simulateBeside({ options, through: next, after })
  const made = new Map<string, Batch>()
  for (const { dataset } of tables)
    if (only === null || only.includes(dataset.name)) made.set(dataset.name, await beside.rows(dataset))
  await beside.close()
  const simulator = { rows: async ({ name }: { name: string }) => made.get(name)!, close: async () => {} }
  const given = { simulator, since: next, only, spansOf: null, copies: options.copies ?? 1 }
  return {
    through: next,
    load: (draft) => fill(draft, { ...given, keepsMoments: options.momentsFrom !== undefined, onStep: () => {} }),
  }
}

/** Loads rows of one dataset, and what is computed from them. */
function loading(version: Version, since: string, changes: readonly (readonly [name: string, sql: string])[]): Loading {
  const held = version.manifest.datasets
  const load = async (draft: Draft): Promise<void> => {
    const changed = new Set<string>()
    for (const [name, sql] of changes) {
      const dataset = find(name)!
      const reading = [name, 'TaiwanStockPrice', 'TaiwanStockOverview'].map((one) => find(one)!)
      await draft.reading(reading).upsert(dataset, sql)
      changed.add(name)
    }
    for (const { dataset, from, rows } of derivations) {
      if (!held[dataset.name] || !from.some(({ name }) => changed.has(name))) continue
      const drafted = draft.reading(from)
      await drafted.upsert(dataset, await rows(drafted, since))
      changed.add(dataset.name)
    }
  }
  return { through: version.manifest.through, load }
}

/** A day in the middle of what is stored, in SQL, and what it is among the rows. */
const oldDay = ({ manifest }: Version, name: string): string => {
  const { first_date, last_date } = manifest.datasets[name]!
  const middle = (Date.parse(first_date!) + Date.parse(last_date!)) / 2
  return new Date(middle).toISOString().slice(0, 10)
}

const correctionOf = (version: Version, name: string, column: string): Loading => {
  const day = oldDay(version, name)
  const row = `(stock_id, trade_date) = (SELECT (stock_id, min(trade_date)) FROM ${name}
    WHERE stock_id = '2330' AND trade_date >= DATE ${literal(day)} GROUP BY stock_id)`
  return loading(version, day, [[name, `SELECT * REPLACE (${column} + 1 AS ${column}) FROM ${name} WHERE ${row}`]])
}

const events: Readonly<Record<string, (version: Version, places: Places) => Promise<Loading>>> = {
  day: nextDay,
  async year(version, places) {
    const { through: day, load } = await nextDay(version)
    const last = (await places.lake.change({ through: day, maker: makerIn(version) }, load))!
    await publish(places, last)
    return nextDay(last)
  },
  delisting: async (version) => {
    const day = version.manifest.through
    const leaves = `DATE ${literal(day)} AS delisting_date`
    return loading(version, day, [
      [
        'TaiwanStockOverview',
        `SELECT * REPLACE (false AS is_active, ${leaves}) FROM TaiwanStockOverview WHERE stock_id = '2412'`,
      ],
      [
        'TaiwanStockDelisting',
        `SELECT stock_id, stock_name, market, ${leaves}, NULL AS reason, NULL AS is_transfer
         FROM TaiwanStockOverview WHERE stock_id = '2412'`,
      ],
    ])
  },
  dividends: async (version) => {
    const day = version.manifest.through
    const columns = Object.keys(find('TaiwanStockDividendResult')!.columns)
    const known: Record<string, string> = {
      stock_id: 'stock_id',
      ex_date: 'trade_date',
      market: `'TWSE'`,
      close_before: 'close + 2',
      reference_price: 'close',
      event_type: `'dividend'`,
    }
    const row = columns.map((name) => `${known[name] ?? 'NULL'} AS ${name}`).join(', ')
    const ids = `'1101', '1216', '2002', '2303', '2317', '2330', '2412', '2882'`
    return loading(version, day, [
      [
        'TaiwanStockDividendResult',
        `SELECT ${row} FROM TaiwanStockPrice WHERE trade_date = DATE ${literal(day)} AND stock_id IN (${ids}) AND close IS NOT NULL`,
      ],
    ])
  },
  correction: async (version) =>
    correctionOf(version, 'TaiwanStockInstitutionalInvestorsBuySell', 'foreign_investor_buy'),
  'price correction': async (version) => correctionOf(version, 'TaiwanStockPrice', 'volume'),
}

const seconds = async <T>(work: () => Promise<T>): Promise<[seconds: number, result: T]> => {
  const began = performance.now()
  const result = await work()
  return [(performance.now() - began) / 1000, result]
}

/** The pages of a version, its ledger and its gaps, as the command line makes them. */
async function publish({ ledger, gaps, pages }: Places, version: Version) {
  const beside = Promise.all([
    seconds(async () => values.short || publishLedger(ledger, version)),
    seconds(async () => values.short || publishGaps(gaps, version, {})),
  ])
  const [took] = await seconds(async () => openPages(await publishPages(pages, version, { needs: beside })))
  const [[ledgerTook], [gapsTook]] = await beside
  const [merging] = await seconds(async () => openPages(await publishPages(pages, version, { isMerging: true })))
  return { served: took, ledger: ledgerTook, gaps: gapsTook, merging }
}

/** The files below a folder: bytes by name and by inode. */
const filesIn = (folder: string) =>
  globSync('**/*', { cwd: folder, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => {
      const path = join(entry.parentPath, entry.name)
      const { ino, size } = statSync(path)
      return { name: relative(folder, path), ino, size }
    })

/** The files of a folder that are no links of those before: with rows, and with days of hidden rows. */
function writtenSince(before: ReturnType<typeof filesIn>, folder: string) {
  const known = new Set(before.map(({ ino }) => ino))
  const written = filesIn(folder).filter(({ ino, name }) => !known.has(ino) && !name.endsWith('.json'))
  const hidden = written.filter(({ name }) => name.endsWith('.hidden'))
  return {
    files: written.length - hidden.length,
    hidden: hidden.length,
    bytes: written.reduce((sum, { size }) => sum + size, 0),
    names: written.map(({ name }) => name),
  }
}

const processor = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6
const peakMb = () => Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024

type Cost = Awaited<ReturnType<typeof measure>>

async function measure(event: string, home: string) {
  const places = placesIn(home)
  const prepared = await events[event]!((await places.lake.current())!, places)
  const before = (await places.lake.current())!
  const filesBefore = {
    lake: filesIn(join(home, 'demo/lake/current/')),
    pages: filesIn(join(home, 'demo/pages/current/')),
  }
  global.gc?.()
  writeFileSync('/proc/self/clear_refs', '5')
  const cpu = processor()
  const [lake, made] = await seconds(() =>
    places.lake.change({ through: prepared.through, maker: makerIn(before) }, (draft) => prepared.load(draft)),
  )
  const lakeCpu = processor() - cpu
  const published = await publish(places, made!)
  const changes = Object.values(made!.manifest.datasets).map(({ change }) => change)
  const parts = writtenSince(filesBefore.lake, join(home, 'demo/lake/current/'))
  const pages = writtenSince(filesBefore.pages, join(home, 'demo/pages/current/'))
  // A part is the same by its SHA-256; the name of a page file has a hash of its rows.
  const sumsOf = ({ manifest }: Version) =>
    new Map(Object.values(manifest.datasets).flatMap((held) => held.parts.map(({ file, sha256 }) => [file, sha256])))
  const [sums, sumsBefore] = [sumsOf(made!), sumsOf(before)]
  const namesBefore = new Set(filesBefore.pages.map(({ name }) => name))
  const copied = [
    ...parts.names.filter((file) => sums.has(file) && sums.get(file) === sumsBefore.get(file)),
    ...pages.names.filter((name) => name.endsWith('.rows') && namesBefore.has(name)),
  ]
  return {
    ...{ lake, lakeCpu, ...published, cpu: processor() - cpu, peak: peakMb(), load: loadavg()[0]! },
    rows: changes.reduce((sum, { added, changed, removed }) => sum + added + changed + removed, 0),
    stored: Object.values(before.manifest.datasets).reduce((sum, { rows }) => sum + rows, 0),
    ...{ parts, pages, copied },
  }
}

const say = (line: string) => void process.stdout.write(`${line}\n`)
const mb = (bytes: number) => (bytes / 1e6).toFixed(1)

/** Builds the market of so many years, if the folder does not have it. */
async function findMarket(folder: string, years: number, copies: number): Promise<string> {
  const home = join(folder, `${years}x${copies}`)
  if (existsSync(join(home, 'demo/pages/current'))) return home
  rmSync(home, { recursive: true, force: true })
  const size = ['--full', '--years', String(years), '--copies', String(copies), '--through', through]
  const only = values.short ? ['--only', fewDatasets.join()] : []
  const settings = { FORMOSA_HOME: home, FORMOSA_MEMORY: memory }
  const cost = await measureCommand(['market', 'build', ...size, ...only], settings)
  process.stderr.write(`${years} years are built in ${cost.seconds.toFixed(0)} s with ${cost.peakMb.toFixed(0)} MB\n`)
  return home
}

function describe(home: string, years: number): void {
  const { datasets } = JSON.parse(readFileSync(join(home, 'demo/lake/current/manifest.json'), 'utf8'))
  const bytesOf = new Map<string, { rows: number; parquet: number; pages: number }>()
  for (const [name, { rows }] of Object.entries(datasets as Record<string, { rows: number }>))
    bytesOf.set(name, { rows, parquet: 0, pages: 0 })
  for (const [room, kind] of [
    ['lake', 'parquet'],
    ['pages', 'pages'],
  ] as const)
    for (const { name, size } of filesIn(join(home, `demo/${room}/current/`))) {
      const of = bytesOf.get(name.split('/')[0]!)
      if (of) of[kind] += size
    }
  const all = { rows: 0, parquet: 0, pages: 0 }
  for (const { rows, parquet, pages } of bytesOf.values()) {
    all.rows += rows
    all.parquet += parquet
    all.pages += pages
  }
  const line = (name: string, { rows, parquet, pages }: typeof all) =>
    say(
      `| ${name} | ${rows.toLocaleString('en')} | ${mb(parquet)} | ${mb(pages)} | ${((parquet + pages) / rows).toFixed(1)} |`,
    )
  say(`\n| ${years} years | rows | MB of Parquet | MB of pages | bytes a row |\n|---|--:|--:|--:|--:|`)
  line('all datasets', all)
  const largest = [...bytesOf].sort(([, a], [, b]) => b.rows - a.rows).slice(0, 15)
  for (const [name, bytes] of largest) line(name, bytes)
}

/** The slope of the logarithm of a cost over that of the stored rows, by least squares. */
function exponent(costs: readonly Cost[], of: (cost: Cost) => number): number {
  const points = costs.map((cost) => [Math.log(cost.stored), Math.log(of(cost))] as const)
  const mean = (i: 0 | 1) => points.reduce((sum, point) => sum + point[i], 0) / points.length
  const [x, y] = [mean(0), mean(1)]
  const over = points.reduce((sum, [a, b]) => sum + (a - x) * (b - y), 0)
  return over / points.reduce((sum, [a]) => sum + (a - x) ** 2, 0)
}

function printEvents(costs: ReadonlyMap<string, ReadonlyMap<number, Cost>>): void {
  say(
    '\n| event | years | rows new or changed | lake s | served after s | ledger s | gaps s | merged after s | parts | MB | page files | hidden days | MB | copied | processor s | of it lake | peak MB | load |',
  )
  say(`|---|${'--:|'.repeat(17)}`)
  for (const [event, byYears] of costs)
    for (const [years, cost] of byYears) {
      const { rows, lake, served, ledger, gaps, merging, parts, pages, copied, cpu, lakeCpu, peak, load } = cost
      const times = [lake, served, ledger, gaps, merging].map((one) => one.toFixed(2))
      const files = [parts.files, mb(parts.bytes), pages.files, pages.hidden, mb(pages.bytes), copied.length]
      const rest = [cpu.toFixed(1), lakeCpu.toFixed(1), peak.toFixed(0), load.toFixed(1)]
      say(`| ${[event, years, rows, ...times, ...files, ...rest].join(' | ')} |`)
    }
  say('\n| event | s, rows to served | processor s | bytes written | µs of the processor a new row | years |')
  say('|---|--:|--:|--:|--:|--:|')
  for (const [event, byYears] of costs) {
    const all = [...byYears.values()]
    const slopes = [
      ({ lake, served }: Cost) => lake + served,
      ({ cpu }: Cost) => cpu,
      ({ parts, pages }: Cost) => parts.bytes + pages.bytes,
      // Over all markets, and over the two largest: a market of one year has no closed one.
    ].map((of) => [all, all.slice(-2)].map((some) => exponent(some, of).toFixed(2)).join(', '))
    const perRow = all.map(({ cpu, rows }) => ((cpu * 1e6) / rows).toFixed(0)).join(', ')
    say(`| ${[event, ...slopes, perRow, [...byYears.keys()].join(', ')].join(' | ')} |`)
  }
}

/** Measures an event in a process of its own, whose memory is then its own too. */
function measureAlone(event: string, years: number, home: string): Cost {
  const profile = values.profile ? ['--cpu-prof', `--cpu-prof-dir=${values.profile}`] : []
  const flags = ['--measure', event, '--home', home, '--memory', memory]
  const args = ['--expose-gc', ...profile, import.meta.filename, ...flags]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8', maxBuffer: 2 ** 28 })
  if (status !== 0) throw new Error(`${event} of ${years} years: ${stderr}`)
  return JSON.parse(stdout)
}

async function run(): Promise<void> {
  const scratch = mkdtempSync(join(tmpdir(), 'formosa-bench-'))
  const folder = values.home ?? scratch
  const years = (values.years ?? (values.short ? '1,2' : '1,5,20')).split(',').map(Number)
  const copies = Number(values.copies ?? (values.short ? 1 : 10))
  const costs = new Map<string, Map<number, Cost>>()
  try {
    mkdirSync(folder, { recursive: true })
    for (const count of years) {
      const home = await findMarket(folder, count, copies)
      describe(home, count)
      for (const event of values.events?.split(',') ?? (values.short ? shortEvents : Object.keys(events))) {
        const copy = join(folder, 'run')
        rmSync(copy, { recursive: true, force: true })
        copyOf(home, copy)
        const cost = values.short ? await measure(event, copy) : measureAlone(event, count, copy)
        costs.set(event, (costs.get(event) ?? new Map()).set(count, cost))
        process.stderr.write(`${event}, ${count} years: ${(cost.lake + cost.served).toFixed(1)} s\n`)
        rmSync(copy, { recursive: true, force: true })
      }
    }
    printEvents(costs)
  } finally {
    rmSync(scratch, { recursive: true, force: true })
  }
}

if (values.measure === undefined) await run()
else process.stdout.write(JSON.stringify(await measure(values.measure, values.home!)))
