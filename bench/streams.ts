/**
 * Measures readers of a whole dataset (CSV, NDJSON, JSON pages, Parquet files) beside people who read small pages: the
 * 99th percentile of the latter, quiet and beside such readers, and the memory of the service. `--home DIR` names the
 * market, `--full` takes one of full scale; `--short` takes a small one, to see that all of it works.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { Agent, get } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { builtAt, copyOfFixture } from '../test/support/fixture.ts'
import { quantile, residentMegabytes } from '../test/support/measures.ts'
import { keyOf, startService } from '../test/support/service.ts'
import { datasetName } from './pages/cases.ts'
import { besideMarket, findHome } from './pages/home.ts'

const { values } = parseArgs({
  options: {
    home: { type: 'string' },
    full: { type: 'boolean', default: false },
    short: { type: 'boolean', default: false },
  },
})
const seconds = values.short ? 1 : 10
/** Readers of the whole dataset at once, and people beside them. */
const [streams, people] = [2, 4]
const target = 2
const kinds = ['json', 'csv', 'ndjson', 'bulk'] as const

const root = mkdtempSync(join(tmpdir(), 'formosa-bench-streams-'))
const say = (line: string) => process.stderr.write(`${line}\n`)
const home = values.short
  ? await copyOfFixture(join(root, 'home'))
  : besideMarket(await findHome(values.home, values.full, root, say), join(root, 'home'))
// Threads as on a machine of two cores; the clock stands, so that no day falls due.
const service = await startService(home, { WORKERS: '2', FORMOSA_NOW: builtAt })

type Answer = { readonly bytes: number; readonly next: string | null; readonly text: string }

/** Reads a response to its end; the text only where it is asked for. */
const read = (path: string, key: string, agent: Agent, keepText = false): Promise<Answer> =>
  new Promise((resolve, reject) => {
    get(service.url + path, { agent, headers: { Authorization: `Bearer ${key}` } }, (answer) => {
      let bytes = 0
      const kept: Buffer[] = []
      answer.on('data', (chunk: Buffer) => {
        bytes += chunk.length
        if (keepText) kept.push(chunk)
      })
      answer.on('error', reject)
      answer.on('end', () => {
        if (answer.statusCode !== 200) return reject(new Error(`${path}: ${answer.statusCode}`))
        resolve({
          bytes,
          next: (answer.headers['x-next-cursor'] as string) ?? null,
          text: Buffer.concat(kept).toString(),
        })
      })
    }).on('error', reject)
  })

/** Reads the dataset again and again until the time is over; returns the bytes. */
async function stream(kind: (typeof kinds)[number], key: string, isOver: () => boolean): Promise<number> {
  const agent = new Agent({ keepAlive: true })
  let bytes = 0
  while (!isOver()) {
    if (kind === 'bulk') {
      const list = JSON.parse((await read(`/v1/bulk/${datasetName}`, key, agent, true)).text)
      for (const { url } of list.files) if (!isOver()) bytes += (await read(url, key, agent)).bytes
      continue
    }
    let path: string | null = `/v1/data/${datasetName}?limit=10000&format=${kind}`
    while (path !== null && !isOver()) {
      const page: Answer = await read(path, key, agent, kind === 'json')
      bytes += page.bytes
      const cursor: string | null = kind === 'json' ? JSON.parse(page.text).cursor : page.next
      path = cursor === null ? null : `/v1/data/${datasetName}?cursor=${cursor}`
    }
  }
  agent.destroy()
  return bytes
}

/** The 99th percentile of people who read small pages, in ms, and how much the streams beside them read. */
async function measure(kind: (typeof kinds)[number] | null, keys: readonly string[]) {
  const until = performance.now() + seconds * 1_000
  const isOver = () => performance.now() > until
  const times: number[] = []
  const agent = new Agent({ keepAlive: true, maxSockets: people })
  const reading = Array.from({ length: people }, async (_, n) => {
    for (let turn = n; !isOver(); turn++) {
      const began = performance.now()
      await read(`/v1/data/${datasetName}?stock_id=2330&limit=${5 + (turn % 50)}`, keys[turn % keys.length]!, agent)
      times.push(performance.now() - began)
      await sleep(10)
    }
  })
  const streaming = kind === null ? [] : Array.from({ length: streams }, (_, n) => stream(kind, keys[n]!, isOver))
  const sizes = await Promise.all(streaming)
  await Promise.all(reading)
  agent.destroy()
  return {
    p99: quantile(
      times.toSorted((a, b) => a - b),
      0.99,
    ),
    megabytes: sizes.reduce((sum, size) => sum + size, 0) / 2 ** 20 / seconds,
    resident: residentMegabytes(service.process.pid!),
  }
}

try {
  const keys = await Promise.all(Array.from({ length: 8 }, () => keyOf(home, 'plus')))
  // Every way once, so that libraries are loaded and memory has grown to its usual size.
  for (const kind of [null, ...kinds]) await measure(kind, keys)
  const quiet = await measure(null, keys)
  const lines = [
    `| beside ${people} people who read small pages | their p99, ms | × quiet (target ${target}) | MB read a second | resident MB |`,
    '|---|---:|---:|---:|---:|',
    `| nobody | ${quiet.p99.toFixed(1)} | 1 | - | ${quiet.resident.toFixed(0)} |`,
  ]
  for (const kind of kinds) {
    const { p99, megabytes, resident } = await measure(kind, keys)
    const what = kind === 'bulk' ? 'Parquet files' : kind.toUpperCase()
    lines.push(
      `| ${streams} readers of all of ${datasetName} as ${what} | ${p99.toFixed(1)} | ${(p99 / quiet.p99).toFixed(2)} | ${megabytes.toFixed(0)} | ${resident.toFixed(0)} |`,
    )
  }
  process.stdout.write(`${lines.join('\n')}\n`)
} finally {
  await service.stop()
  rmSync(root, { recursive: true, force: true })
}
