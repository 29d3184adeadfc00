import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { catalogue } from '../src/catalogue/index.ts'
import { addDays } from '../src/days.ts'
import { openIngest } from '../src/ingest/context.ts'
import { refresh } from '../src/ingest/refresh.ts'
import { openLake } from '../src/lake/lake.ts'
import { startLive } from '../test/support/live.ts'

/**
 * What a refresh takes with a journal of few and of many finished tasks, as a back-fill of 20 years leaves them. Each is
 * measured in turn, and the least processor time counts, since other work on the machine only adds to it.
 *
 *   node bench/journal.ts [--short]
 */
const isShort = process.argv.includes('--short')
const [few, many, rounds] = isShort ? [100, 1_000, 1] : [5_000, 500_000, 3]

const folder = mkdtempSync(join(tmpdir(), 'formosa-bench-'))
const only = ['TaiwanStockPrice', 'TaiwanStockPER', 'TaiwanStockDailyPriceLimit', 'ExchangeRate']
const live = await startLive(join(folder, 'market'), { only })

/** Adds tasks of a back-fill to a journal, of the days before those it knows: one in a thousand has failed. */
function grow(path: string, tasks: number): void {
  using database = new DatabaseSync(path)
  const feeds = database
    .prepare(`SELECT DISTINCT publisher, dataset, endpoint, market FROM tasks WHERE kind = 'rows'`)
    .all() as { publisher: string; dataset: string; endpoint: string; market: string | null }[]
  database.exec(`BEGIN; INSERT INTO runs (id, kind, detail, started_at, ended_at, report)
    VALUES (1000, 'backfill', '', '2026-01-01', '2026-01-02', '{}')`)
  const addTask = database.prepare(
    `INSERT INTO tasks (key, publisher, dataset, endpoint, market, "from", "to", run, kind, answer, ended_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, 1000, ?, ?, '2026-01-01T00:00:00Z')`,
  )
  const addResponse = database.prepare(
    `INSERT INTO answers (id, key, run, part, host, address, asked_at, took_ms, status, file, sha256, bytes, kind, read_at, load)
     VALUES (?, ?, 1000, 'answer', 'h', ?, '2026-01-01T00:00:00Z', 1, 200, ?, '', 1000, ?, '2026-01-01T00:00:00Z', 1)`,
  )
  for (let at = 0; at < tasks; at++) {
    const { publisher, dataset, endpoint, market } = feeds[at % feeds.length]!
    const day = addDays('2026-08-31', -Math.floor(at / feeds.length))
    const key = [publisher, dataset, endpoint, market ?? '-', `${day}..${day}`, at].join('/')
    const id = 1_000_000 + at
    const kind = at % 1_000 === 999 ? 'blocked' : 'rows'
    addTask.run(key, publisher, dataset, endpoint, market, day, day, kind, id)
    addResponse.run(id, key, `https://h/${key}`, `raw/${publisher}/2026-01/${id}.zst`, kind)
  }
  database.exec('COMMIT')
}

/** The processor seconds of a refresh of the next day. */
async function measure(tasks: number): Promise<number> {
  const home = join(folder, 'home')
  const now = () => new Date('2026-11-11T23:50:00+08:00')
  cpSync(live.home, home, { recursive: true, verbatimSymlinks: true })
  grow(join(home, 'live/ingest/journal.sqlite'), tasks)
  const lake = openLake({ root: join(home, 'live/lake'), origin: 'live', datasets: catalogue, now, memory: '512MB' })
  const context = openIngest({ ...live.context, now, lake, folder: join(home, 'live/ingest') })
  const before = process.cpuUsage()
  await refresh(context)
  const { user, system } = process.cpuUsage(before)
  context.close()
  rmSync(home, { recursive: true, force: true })
  return (user + system) / 1e6
}

try {
  await live.refreshAt('2026-11-10T23:50:00+08:00', '2026-11-10')
  live.turn('2026-11-11T23:50:00+08:00', '2026-11-11')
  await measure(few)
  const least = new Map<number, number>()
  for (let round = 0; round < rounds; round++)
    for (const tasks of [few, many])
      least.set(tasks, Math.min(least.get(tasks) ?? Number.POSITIVE_INFINITY, await measure(tasks)))
  for (const [tasks, seconds] of least) console.log(`${tasks} finished tasks: ${seconds.toFixed(2)} s`)
  console.log(`ratio ${(least.get(many)! / least.get(few)!).toFixed(2)}`)
} finally {
  await live.stop()
  rmSync(folder, { recursive: true, force: true })
}
// The tables of the market stay open.
process.exit()
