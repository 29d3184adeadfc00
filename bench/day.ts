import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, globSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { loadavg, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pino } from 'pino'
import { catalogue, find } from '../src/catalogue/index.ts'
import { derivations } from '../src/derive/index.ts'
import { publishLedger } from '../src/derive/ledgerFile.ts'
import { type IngestOptions, openIngest } from '../src/ingest/context.ts'
import { publishGaps } from '../src/ingest/gaps/publish.ts'
import { load } from '../src/ingest/load/load.ts'
import { calendarOf } from '../src/ingest/plan/tradingDays.ts'
import { planRefresh, refresh } from '../src/ingest/refresh.ts'
import { taskKey } from '../src/ingest/task.ts'
import { openLake } from '../src/lake/lake.ts'
import { openReader } from '../src/lake/reader.ts'
import { fileList } from '../src/lake/schema.ts'
import { buildMarket } from '../src/market/build.ts'
import { fullOptions } from '../src/market/world.ts'
import { publishPages } from '../src/pages/publish.ts'
import { startExchange } from '../test/standin/exchange.ts'

/**
 * How long a day of all datasets takes at full scale, from answers that are fetched to pages that are served: 2,470
 * securities, prices of 20 years and what is computed from them stored before. The first run prepares a folder (some
 * minutes, 10 GB): a market of all datasets, a lake with the prices, the evening before, and the answers of the day.
 *
 *   FORMOSA_HOME=FULL node src/cli/main.ts market build --full --only TaiwanStockPrice
 *   node bench/day.ts --full FULL --folder FOLDER [--runs 3]
 */
const { values } = parseArgs({
  options: {
    full: { type: 'string', default: '' },
    folder: { type: 'string', default: join(tmpdir(), 'formosa-day') },
    runs: { type: 'string', default: '1' },
    measure: { type: 'string' },
    memory: { type: 'string', default: '1GB' },
    steps: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
})
const { folder, memory } = values
const [before, day, last] = ['2026-11-11', '2026-11-12', '2026-11-13']
const evening = (date: string) => () => new Date(`${date}T23:50:00+08:00`)

const placesIn = (home: string, now: () => Date) => {
  const shared = { datasets: catalogue, memory, now }
  return {
    lake: openLake({ root: join(home, 'live/lake'), origin: 'live', ...shared }),
    ledger: { root: join(home, 'live/ledger'), memory },
    gaps: { root: join(home, 'live/gaps'), memory, now },
    pages: { root: join(home, 'live/pages'), ...shared },
  }
}
type Places = ReturnType<typeof placesIn>

const ingestOptions = (home: string, { lake }: Places, now: () => Date, url: string): IngestOptions => ({
  folder: join(home, 'live/ingest'),
  ...{ lake, memory, now, scratch: join(home, 'spill'), log: pino({ level: 'silent' }) },
  accepted: ['all'],
  ids: () => ['TSM', '^SOX'],
  asking: { bases: ({ id }) => `${url}/${id}`, paceFactor: 0 },
})

const seconds = async <T>(work: () => Promise<T>): Promise<[seconds: number, result: T]> => {
  const began = performance.now()
  const result = await work()
  return [(performance.now() - began) / 1000, result]
}

async function publish({ ledger, gaps, pages, lake }: Places) {
  const version = (await lake.current())!
  const [ledgerTook] = await seconds(() => publishLedger(ledger, version))
  const [gapsTook] = await seconds(() => publishGaps(gaps, version, { failures: [] }))
  const [pagesTook] = await seconds(() => publishPages(pages, version))
  return { ledger: ledgerTook, gaps: gapsTook, pages: pagesTook }
}

async function prepare(): Promise<void> {
  const say = (what: string) => process.stderr.write(`${what}\n`)
  const shared = { datasets: catalogue, memory, now: evening(last) }
  const wide = openLake({ root: join(folder, 'market/lake'), origin: 'demo', ...shared })
  if (!(await wide.current())) {
    say('a market of all datasets and securities')
    const options = { ...fullOptions(1, last, { years: 1, copies: 10 }), from: '2026-10-01', eventsFrom: '2026-01-01' }
    await buildMarket({ lake: wide, now: shared.now, seed: 1, options, through: last })
  }
  const home = join(folder, 'home.new')
  rmSync(home, { recursive: true, force: true })
  mkdirSync(home, { recursive: true })
  say('prices of 20 years, and what is computed from them')
  const first = placesIn(home, evening(before))
  const stored = globSync(join(values.full, 'demo/lake/current/TaiwanStockPrice/*.parquet'))
  await first.lake.change({ through: before, maker: { live: 1, run: 0 } }, async (draft) => {
    await draft.upsert(
      find('TaiwanStockPrice')!,
      `SELECT * FROM read_parquet(${fileList(stored)}) WHERE trade_date <= DATE '${before}'`,
    )
    for (const { dataset, from, rows } of derivations) {
      const tables = draft.reading(from)
      await tables.upsert(dataset, await rows(tables, null))
    }
  })
  const market = await openReader((await wide.current())!, catalogue, { memory, scratch: join(folder, 'spill') })
  let through = before
  const exchange = await startExchange({ market, through: () => through })
  try {
    say('the evening before, with its pages')
    const context = openIngest(ingestOptions(home, first, evening(before), exchange.url))
    await refresh(context)
    context.close()
    await publish(first)
    say('the answers of the day')
    through = day
    const ingest = openIngest(ingestOptions(home, placesIn(home, evening(day)), evening(day), exchange.url))
    const { due } = await planRefresh(ingest)
    const since = new Map(due.map((one) => [taskKey(one.task), one.since]))
    const terms = {
      calendar: calendarOf(await ingest.days()),
      run: ingest.journal.beginRun('refresh', day).id,
      since: (task: Parameters<typeof taskKey>[0]) => since.get(taskKey(task)) ?? null,
    }
    for await (const { outcome, key } of ingest.fetcher.fetch(
      due.map(({ task }) => task),
      terms,
    ))
      if (outcome.kind !== 'rows' && outcome.kind !== 'closed') say(`${key}: ${outcome.kind}`)
    ingest.close()
  } finally {
    await exchange.stop()
    market.close()
  }
  renameSync(home, join(folder, 'home'))
}

async function measure(home: string): Promise<void> {
  const places = placesIn(home, evening(day))
  const context = openIngest(ingestOptions(home, places, evening(day), 'http://127.0.0.1:9'))
  const calendar = calendarOf(await context.days())
  const run = context.journal.runs(1)[0]!.id
  const processor = () => (process.cpuUsage().user + process.cpuUsage().system) / 1e6
  let at = processor()
  const onStep = ({ what }: { what: string }) => {
    if (values.steps) console.log(`  ${(processor() - at).toFixed(2)} s of the processor until ${what}`)
    at = processor()
  }
  const [loading, loaded] = await seconds(() =>
    load({ ...context, primaryFeeds: context.choice.primaryFeeds, calendar, run, onStep }),
  )
  context.close()
  onStep({ what: 'the ledger' })
  const { ledger, gaps, pages } = await publish(places)
  onStep({ what: 'all is published' })
  const rows = Object.values(loaded.datasets).reduce((sum, { came }) => sum + came, 0)
  const peak = Number(/VmHWM:\s+(\d+)/.exec(readFileSync('/proc/self/status', 'utf8'))![1]) / 1024
  const all = loading + ledger + gaps + pages
  console.log(
    [
      ...[loaded.responses, rows, ...[loading, ledger, gaps, pages, all].map((took) => took.toFixed(1))],
      ...[processor().toFixed(1), peak.toFixed(0), loadavg()[0]!.toFixed(1)],
    ].join(' | '),
  )
}

if (values.measure !== undefined) await measure(values.measure)
else {
  if (!existsSync(join(folder, 'home'))) await prepare()
  console.log('answers | rows | loading s | ledger s | gaps s | pages s | all s | processor s | peak MB | load average')
  for (let run = 0; run < Number(values.runs); run++) {
    const home = join(folder, 'run')
    rmSync(home, { recursive: true, force: true })
    // Published files are never written to; the journal is.
    execFileSync('cp', ['-al', join(folder, 'home'), home])
    rmSync(join(home, 'live/ingest'), { recursive: true })
    execFileSync('cp', ['-r', join(folder, 'home/live/ingest'), join(home, 'live/ingest')])
    const flags = ['--measure', home, '--memory', memory, ...(values.steps ? ['--steps'] : [])]
    spawnSync(process.execPath, [...process.execArgv, import.meta.filename, ...flags], { stdio: 'inherit' })
    if (!values.keep) rmSync(home, { recursive: true, force: true })
  }
}
