/**
 * Measures readers of a whole dataset (JSON pages, CSV, NDJSON, Arrow, Parquet files) beside people who read small
 * pages: the 99th percentile of the latter, alone and beside such readers, and the memory of the service. The readers
 * are a process of their own that runs where service and people leave a core idle, as if they sat at other machines;
 * the people never wait for a core. For comparison the readers read small pages too, one after the other. Of many short
 * measurements, made in turn, those count during which everybody else on the machine worked least.
 * `--home DIR` names the market, `--full` takes the prices of one of the full size; `--short` takes a small one, to see that all of it
 * works. `--only csv,bulk` measures some of the ways, `--rounds N` more or less often. `--rate MB` lets each reader take
 * so many megabytes a second, as its line would, instead of all that it gets.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { Agent } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { builtAt, copyOfFew } from '../test/support/fixture.ts'
import { quantile, residentMegabytes } from '../test/support/measures.ts'
import { keyOf, startService } from '../test/support/service.ts'
import { datasetName } from './pages/cases.ts'
import { besideMarket, findHome } from './pages/home.ts'
import { othersMs } from './streams/busy.ts'
import { read } from './streams/reader.ts'
import { goFirst, startReaders } from './streams/startReaders.ts'
import { type Kind, kinds } from './streams/streamProcess.ts'

const { values } = parseArgs({
  options: {
    home: { type: 'string' },
    full: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
    only: { type: 'string' },
    rounds: { type: 'string', default: '18' },
    rate: { type: 'string' },
  },
})
/** The length of a measurement, how often each is made, in turn, and how many of them count. */
const [seconds, rounds] = values.short ? [0.1, 1] : [4, Number(values.rounds)]
const counted = Math.ceil(rounds * 0.8)
const bytesPerSecond = values.rate === undefined ? null : Number(values.rate) * 2 ** 20
const only = values.only?.split(',')
const measured = kinds.filter((kind) => only === undefined || only.includes(kind))
/** Readers at once, and people beside them, who have other keys. */
const [streams, atOnce] = [2, 4]
/** So many that none reaches its quota. */
const [readingKeys, peoplesKeys] = values.short ? [streams, 2] : [24, 48]
const target = 2

const root = mkdtempSync(join(tmpdir(), 'formosa-bench-streams-'))
const say = (line: string) => process.stderr.write(`${line}\n`)
const home = values.short
  ? await copyOfFew(join(root, 'home'))
  : besideMarket(await findHome(values.home, values.full, root, say), join(root, 'home'))
// Threads as on a machine of two cores; the clock stands, so that no day falls due.
const service = await startService(home, { WORKERS: '2', FORMOSA_NOW: builtAt })
const readers = startReaders()
const own = [process.pid, service.process.pid!, readers.pid]
const resident = () => residentMegabytes(service.process.pid!)

/** The times of people who read small pages, in ms, what readers beside them got, the memory, and the work of others. */
async function measure(kind: Kind | null, keys: readonly string[], round: number) {
  // Each round has other keys of readers, so that none reaches its quota.
  const readersKeys = Array.from({ length: streams }, (_, n) => keys[(round * streams + n) % readingKeys]!)
  const people = keys.slice(readingKeys)
  let most = resident()
  const watching = setInterval(() => {
    most = Math.max(most, resident())
  }, 50)
  const [begun, before] = [performance.now(), othersMs(own)]
  const until = begun + seconds * 1_000
  const times: number[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
  const reading = Array.from({ length: atOnce }, async (_, n) => {
    let turn = n
    // At least once each, also where the time was over before the first.
    do {
      const began = performance.now()
      const path = `/v1/data/${datasetName}?stock_id=2330&limit=${5 + (turn % 50)}`
      await read(service.url + path, people[turn % people.length]!, agent)
      times.push(performance.now() - began)
      turn++
      await sleep(10)
    } while (performance.now() < until)
  })
  const options = { url: service.url, keys: readersKeys, seconds, bytesPerSecond }
  const [bytes] = await Promise.all([kind === null ? 0 : readers.read({ ...options, kind }), ...reading])
  clearInterval(watching)
  agent.destroy()
  const others = (othersMs(own) - before) / (performance.now() - begun)
  return { times, megabytes: bytes / 2 ** 20 / seconds, most, others }
}

type Measured = Awaited<ReturnType<typeof measure>>
const whole = (format: string) => `${streams} readers of all of ${datasetName} as ${format}`
const names: Readonly<Record<Kind, string>> = {
  small: `${streams} readers of small pages`,
  json: whole('JSON'),
  csv: whole('CSV'),
  ndjson: whole('NDJSON'),
  arrow: whole('Arrow'),
  bulk: whole('Parquet files'),
}
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

const timesOf = (all: readonly Measured[]): number[] => all.flatMap(({ times }) => times).toSorted((a, b) => a - b)

/** The quietest measurements of a way together. */
function summaryOf(all: readonly Measured[]) {
  const quietest = all.toSorted((a, b) => a.others - b.others).slice(0, counted)
  const times = timesOf(quietest)
  return {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    // What chance does to the figure: that of every second measurement, and that of the others.
    halves: [0, 1].map((half) => quantile(timesOf(quietest.filter((_, n) => rounds === 1 || n % 2 === half)), 0.99)),
    megabytes: mean(quietest.map((one) => one.megabytes)),
    most: Math.max(...all.map(({ most }) => most)),
    others: mean(quietest.map(({ others }) => others)),
  }
}

const line = (
  name: string,
  { p50, p99, halves, megabytes, most, others }: ReturnType<typeof summaryOf>,
  quiet: number,
): string =>
  `| ${[
    name,
    p50.toFixed(2),
    p99.toFixed(2),
    halves.map((half) => half.toFixed(2)).join(', '),
    (p99 / quiet).toFixed(2),
    megabytes.toFixed(0),
    most.toFixed(0),
    (100 * others).toFixed(0),
  ].join(' | ')} |`

try {
  const keys = await Promise.all(Array.from({ length: readingKeys + peoplesKeys }, () => keyOf(home, 'plus')))
  goFirst()
  const ways = [null, ...measured]
  // Every way once, so that libraries are loaded and memory has grown to its usual size.
  if (!values.short) for (const kind of ways) await measure(kind, keys, rounds)
  const all = new Map<Kind | null, Measured[]>(ways.map((kind) => [kind, []]))
  for (let round = 0; round < rounds; round++)
    for (const kind of ways) all.get(kind)!.push(await measure(kind, keys, round))
  const alone = summaryOf(all.get(null)!)
  const lines = [
    `| beside ${atOnce} people who read small pages | their median, ms | p99, ms | of each half | × alone (target ${target}) | MB read a second | resident MB at most | others' work, % of a core |`,
    '|---|---:|---:|---:|---:|---:|---:|---:|',
    line('nobody', alone, alone.p99),
    ...measured.map((kind) => line(names[kind], summaryOf(all.get(kind)!), alone.p99)),
  ]
  process.stdout.write(`${lines.join('\n')}\n`)
} finally {
  readers.stop()
  await service.stop()
  rmSync(root, { recursive: true, force: true })
}
