import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { catalogue, find } from '../src/catalogue/index.ts'
import { addDays, dayOf } from '../src/days.ts'
import { openIngest } from '../src/ingest/context.ts'
import { backfillOf, yearsIn } from '../src/ingest/plan/backfill.ts'
import { isWeekday } from '../src/ingest/plan/taipeiDays.ts'
import { calendarOf, updateTradingDays } from '../src/ingest/plan/tradingDays.ts'
import { taskKey } from '../src/ingest/task.ts'
import { openEngine } from '../src/lake/engine.ts'
import { openLake } from '../src/lake/lake.ts'
import type { Manifest } from '../src/lake/manifest.ts'
import { fileList, literal, quote, sqlColumns } from '../src/lake/schema.ts'
import { buildMarket } from '../src/market/build.ts'
import { defaultOptions } from '../src/market/world.ts'
import { startExchange } from '../test/standin/exchange.ts'
import { measureCommand } from '../test/support/memory.ts'
import { openMarket, openTables } from '../test/support/openMarket.ts'

/**
 * How fast many years of responses are loaded, and the most memory that takes: `formosa backfill` as one process, with
 * all responses in its archive, to the pages. The responses are those of some days of a market of 2,050 securities,
 * as the stand-in for the publishers prints them, repeated with other dates on every weekday of the years. A peer reads
 * the same rows from a CSV file, sorts them and writes one Parquet file: DuckDB on its own, with all its threads.
 *
 *   node bench/backfill.ts [--years 1,5,20] [--only TaiwanStockPrice] [--recorded 10] [--short]
 *
 * `--short` takes a small market and a quarter of a year. `--only TaiwanIndex5Seconds` takes a value every five seconds,
 * some 200,000 rows a day.
 */
const { values } = parseArgs({
  options: {
    years: { type: 'string', default: '1,5,20' },
    only: { type: 'string', default: 'TaiwanStockPrice' },
    recorded: { type: 'string', default: '10' },
    short: { type: 'boolean', default: false },
  },
})
const { only } = values
const dataset = find(only)!
const [last, evening] = ['2026-11-13', '2026-11-13T23:50:00+08:00']
const now = () => new Date(evening)
const folder = mkdtempSync(join(tmpdir(), 'formosa-bench-'))
const memory = '1GB'

const grouped = (count: number): string => Math.round(count).toLocaleString('en')

/** The rows that the exchange prints: of the market of the tests, or of every security for some weeks. */
async function marketRows() {
  if (values.short) return (await openMarket()).reader
  const lake = openLake({ root: join(folder, 'market/lake'), origin: 'demo', datasets: catalogue, now, memory })
  const options = { ...defaultOptions(1, last), copies: 9, from: '2026-10-01', longFrom: '2026-10-01' }
  const lists = ['TaiwanStockTradingDate', 'TaiwanStockOverview', 'TaiwanStockDelisting', 'TaiwanStockDailyPriceLimit']
  const built = { lake, now, seed: 1, options, through: last, only: [...lists, only] }
  return openTables(await buildMarket(built), join(folder, 'spill'))
}

const ingestIn = (home: string, url = 'http://127.0.0.1:9') =>
  openIngest({
    folder: join(home, 'live/ingest'),
    lake: openLake({ root: join(home, 'live/lake'), origin: 'live', datasets: catalogue, now, memory }),
    ...{ memory, now, scratch: join(folder, 'spill'), log: pino({ level: 'silent' }), accepted: ['all'], only: [only] },
    ids: () => [],
    asking: { bases: ({ id }) => `${url}/${id}`, paceFactor: 0 },
  })
type Ingest = ReturnType<typeof ingestIn>

/** Every weekday trades. */
function weekdays(from: string, to: string) {
  const rows: { trade_date: number }[] = []
  for (let day = from; day <= to; day = addDays(day, 1)) if (isWeekday(day)) rows.push({ trade_date: dayOf(day) })
  return calendarOf(updateTradingDays([], [{ kind: 'traded', rows }]))
}

const tasksOf = ({ choice, ids }: Ingest, from: string, to: string) =>
  yearsIn({ from, to }).flatMap(
    (year) => backfillOf(choice.primaryFeeds, year, { calendar: weekdays(from, to), ids }).tasks,
  )

/** The ways in which publishers write a day. */
const written = (day: string): string[] => {
  const [year, month, date] = day.split('-') as [string, string, string]
  const ofRepublic = String(Number(year) - 1911)
  return [
    ...[day, `${year}/${month}/${date}`, `${year}${month}${date}`],
    ...[`${ofRepublic}年${month}月${date}日`, `${ofRepublic}/${month}/${date}`],
  ]
}

/** Bytes as text of one character each, in which days are replaced whatever the encoding. */
const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

function dated(text: string, from: string, to: string): string {
  const days = written(to).map((day) => textOf(Buffer.from(day)))
  return written(from).reduce((whole, day, at) => whole.replaceAll(textOf(Buffer.from(day)), days[at]!), text)
}

/** The responses about a day by endpoint. */
type Recorded = { readonly day: string; readonly bodies: ReadonlyMap<string, string> }

/** The responses about some days, as the stand-in for the publishers prints them. */
async function record(): Promise<Recorded[]> {
  const reader = await marketRows()
  const exchange = await startExchange({ market: reader, through: () => last, everyMoment: true })
  const ingest = ingestIn(join(folder, 'recorded'), exchange.url)
  try {
    const { rows } = await reader.select(
      `SELECT CAST(trade_date AS VARCHAR) FROM TaiwanStockTradingDate WHERE trade_date < DATE '${last}' ORDER BY 1 DESC LIMIT ${Number(values.recorded)}`,
    )
    const days: Recorded[] = []
    const run = ingest.journal.beginRun('backfill', 'recorded').id
    for (const [day] of rows as [string][]) {
      const bodies = new Map<string, string>()
      const tasks = tasksOf(ingest, day, day).filter(({ feed, from, to }) => feed.dataset === dataset && from === to)
      for await (const { task, outcome, responseId } of ingest.fetcher.fetch(tasks, {
        calendar: weekdays(day, day),
        run,
      })) {
        if (outcome.kind !== 'rows') throw new Error(`${taskKey(task)}: ${outcome.kind}`)
        const { file, sha256 } = ingest.journal.response(responseId!)!
        bodies.set(task.feed.endpoint, textOf(await ingest.archive.read({ file: file!, sha256: sha256! })))
      }
      days.push({ day, bodies })
    }
    return days
  } finally {
    ingest.close()
    await exchange.stop()
  }
}

/** A home in which every task of the range has been answered, and nothing is loaded. */
async function answer(home: string, days: readonly Recorded[], from: string, to: string): Promise<number> {
  const ingest = ingestIn(home)
  const { journal, archive } = ingest
  try {
    const run = journal.beginRun('backfill', 'answered').id
    const host = { host: 'h', refusals: 0, openings: 0, openUntil: null, reason: null, askedAt: null }
    let count = 0
    for (const task of tasksOf(ingest, from, to)) {
      const { day, bodies } = days[dayOf(task.from) % days.length]!
      const body = task.from === task.to ? bodies.get(task.feed.endpoint) : undefined
      const bytes = body && Buffer.from(dated(body, day, task.from), 'latin1')
      const archived = bytes ? await archive.keep(task.feed.publisher.id, bytes, now()) : null
      if (archived) count++
      const outcome = archived
        ? ({ kind: 'rows', rows: [], unread: [], left: [], rejected: [] } as const)
        : ({ kind: 'closed', reason: 'not part of the measurement' } as const)
      const came = {
        part: 'answer',
        host: 'h',
        address: 'https://h/',
        form: null,
        askedAt: now().toISOString(),
        tookMs: 1,
      } as const
      const received = { ...came, status: 200, location: null, modified: null, fault: null, isFinal: true }
      journal.recordResponses([{ ...received, task, run, archived, outcome }], host)
    }
    return count
  } finally {
    ingest.close()
  }
}

/** Seconds that DuckDB takes to make one sorted Parquet file of the same rows in a CSV file. */
async function peerSeconds(home: string, files: readonly string[]): Promise<number> {
  using engine = await openEngine({ memory: '128MB', scratch: join(folder, 'spill') })
  const [csv, parquet] = [join(home, 'rows.csv'), join(home, 'rows.parquet')]
  await engine.connection.run(`COPY (FROM read_parquet(${fileList(files)})) TO ${literal(csv)} (HEADER)`)
  const types = sqlColumns(dataset).map(([name, type]) => `${literal(name)}: ${literal(type)}`)
  const began = performance.now()
  await engine.connection.run(
    `COPY (SELECT * FROM read_csv(${literal(csv)}, header = true, columns = {${types.join(', ')}})
       ORDER BY ${dataset.key.map(quote).join(', ')}) TO ${literal(parquet)} (FORMAT parquet, COMPRESSION zstd)`,
  )
  return (performance.now() - began) / 1000
}

async function measure(days: readonly Recorded[], from: string, to: string): Promise<string[]> {
  const home = join(folder, 'home')
  mkdirSync(home)
  try {
    const responses = await answer(home, days, from, to)
    const began = Date.now()
    const { peakMb, seconds, cpuUntil } = await measureCommand(
      ['backfill', '--from', from, '--to', to, '--only', only],
      {
        FORMOSA_HOME: home,
        FORMOSA_ORIGIN: 'live',
        FORMOSA_SOURCES_URL: 'http://127.0.0.1:9',
        FORMOSA_PACE: '0',
        FORMOSA_NOW: evening,
        FORMOSA_ACCEPT_TERMS: 'all',
      },
    )
    const path = join(home, 'live/lake/current/manifest.json')
    const { datasets, number } = JSON.parse(readFileSync(path, 'utf8')) as Manifest
    const { mtimeMs: loadedAt } = statSync(path)
    const [loading, cpu] = [(loadedAt - began) / 1000, cpuUntil(loadedAt)]
    const { rows, parts } = datasets[only]!
    const all = Object.values(datasets).reduce((sum, one) => sum + one.rows, 0)
    const files = parts.map(({ file }) => join(home, 'live/lake/current', file))
    const peer = await peerSeconds(home, files)
    return [
      ...[responses, rows, all].map(grouped),
      ...[loading.toFixed(1), grouped(rows / loading), cpu.toFixed(1), grouped(all / cpu)],
      ...[peer.toFixed(1), (loading / peer).toFixed(1)],
      ...[(seconds - loading).toFixed(1), peakMb.toFixed(0), String(number), loadavg()[0]!.toFixed(1)],
    ]
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
}

try {
  const days = await record()
  console.log(
    '| years | responses | rows | with computed ones | load s | rows a second | processor s | all rows a processor second | DuckDB from CSV s | ratio | pages s | peak MB | versions | load average |',
  )
  console.log(`|${' ---: |'.repeat(14)}`)
  for (const years of values.short ? [0.25] : values.years.split(',').map(Number)) {
    const from = addDays(last, -Math.round(years * 365.25))
    console.log(`| ${[years, ...(await measure(days, from, addDays(last, -1)))].join(' | ')} |`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
// The tables of the market stay open.
process.exit()
