/**
 * Measures readers of a whole dataset (JSON pages, CSV, NDJSON, Arrow, Parquet files) beside people who read small
 * pages: the 99th percentile of the latter, quiet and beside such readers, and the memory of the service before, during
 * and after. `--home DIR` names the market, `--full` takes one of full scale; `--short` takes a small one, to see that
 * all of it works. `--rate MB` lets each reader take so many megabytes a second, as its line would, instead of all that
 * the machine gives.
 */

import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Worker } from 'node:worker_threads'
import { builtAt, copyOfFixture } from '../test/support/fixture.ts'
import { quantile, residentMegabytes } from '../test/support/measures.ts'
import { keyOf, startService } from '../test/support/service.ts'
import { datasetName } from './pages/cases.ts'
import { besideMarket, findHome } from './pages/home.ts'
import { read } from './streams/reader.ts'
import { type Kind, kinds, type StreamOptions } from './streams/streamThread.ts'

const { values } = parseArgs({
  options: {
    home: { type: 'string' },
    full: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    rate: { type: 'string' },
  },
})
const seconds = values.short ? 0.2 : 10
const bytesPerSecond = values.rate === undefined ? Number.POSITIVE_INFINITY : Number(values.rate) * 2 ** 20
/** Readers of the whole dataset at once, and people beside them. */
const [streams, people] = [2, 4]
const target = 2

const root = mkdtempSync(join(tmpdir(), 'formosa-bench-streams-'))
const say = (line: string) => process.stderr.write(`${line}\n`)
const home = values.short
  ? await copyOfFixture(join(root, 'home'))
  : besideMarket(await findHome(values.home, values.full, root, say), join(root, 'home'))
// Threads as on a machine of two cores; the clock stands, so that no day falls due.
const service = await startService(home, { WORKERS: '2', FORMOSA_NOW: builtAt })
const resident = () => residentMegabytes(service.process.pid!)

/** Starts the readers; resolves with the bytes they have read. */
async function startStreams(kind: Kind, keys: readonly string[]): Promise<number> {
  const workerData: StreamOptions = { url: service.url, kind, keys: keys.slice(0, streams), seconds, bytesPerSecond }
  const [bytes] = await once(
    new Worker(join(import.meta.dirname, 'streams/streamThread.ts'), { workerData }),
    'message',
  )
  return bytes
}

/** The 99th percentile of people who read small pages, in ms, how much the streams beside them read, and the memory. */
async function measure(kind: Kind | null, keys: readonly string[]) {
  const before = resident()
  let during = before
  const until = performance.now() + seconds * 1_000
  const isOver = () => performance.now() > until
  const times: number[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: people })
  const reading = Array.from({ length: people }, async (_, n) => {
    for (let turn = n; !isOver(); turn++) {
      const began = performance.now()
      const path = `/v1/data/${datasetName}?stock_id=2330&limit=${5 + (turn % 50)}`
      await read(service.url + path, keys[turn % keys.length]!, agent)
      times.push(performance.now() - began)
      during = Math.max(during, resident())
      await sleep(10)
    }
  })
  const [bytes] = await Promise.all([kind === null ? 0 : startStreams(kind, keys), ...reading])
  agent.destroy()
  const sorted = times.toSorted((a, b) => a - b)
  const [p50, p99] = [quantile(sorted, 0.5), quantile(sorted, 0.99)]
  return { p50, p99, megabytes: bytes / 2 ** 20 / seconds, memory: [before, during, resident()] }
}

type Measured = Awaited<ReturnType<typeof measure>>
const whatOf = (kind: Kind) => (kind === 'bulk' ? 'Parquet files' : kind === 'arrow' ? 'Arrow' : kind.toUpperCase())
const line = (who: string, { p50, p99, megabytes, memory }: Measured, quiet: number) =>
  `| ${[
    who,
    p50.toFixed(1),
    p99.toFixed(1),
    (p99 / quiet).toFixed(2),
    megabytes.toFixed(0),
    ...memory.map((size) => size.toFixed(0)),
  ].join(' | ')} |`

try {
  const keys = await Promise.all(Array.from({ length: 8 }, () => keyOf(home, 'plus')))
  // Every way once, so that libraries are loaded and memory has grown to its usual size.
  for (const kind of [null, ...kinds]) await measure(kind, keys)
  const quiet = await measure(null, keys)
  const lines = [
    `| beside ${people} people who read small pages | their median, ms | p99, ms | × quiet (target ${target}) | MB read a second | resident MB before | at most | after |`,
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    line('nobody', quiet, quiet.p99),
  ]
  for (const kind of kinds)
    lines.push(
      line(`${streams} readers of all of ${datasetName} as ${whatOf(kind)}`, await measure(kind, keys), quiet.p99),
    )
  process.stdout.write(`${lines.join('\n')}\n`)
} finally {
  await service.stop()
  rmSync(root, { recursive: true, force: true })
}
