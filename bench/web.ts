/**
 * Measures whether people who open web pages slow down programs that read rows: the median and the 99th percentile of
 * small pages of rows, alone and beside readers of the site, who open 20 pages a second. `--short` takes a small market.
 */

import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { isMainThread, Worker, workerData } from 'node:worker_threads'
import { builtAt, copyOfFew } from '../test/support/fixture.ts'
import { quantile } from '../test/support/measures.ts'
import { keyOf, startService } from '../test/support/service.ts'
import { besideMarket, findHome } from './pages/home.ts'

const pages = [
  '/',
  '/market',
  '/datasets',
  '/datasets/TaiwanStockPrice',
  '/stock/2330',
  '/stock/2317',
  '/docs',
  '/status',
]
const pagesPerSecond = 20
const programs = 4

/** Opens pages at an even pace until it is ended: the readers must not share a thread with what is measured. */
async function readSite(url: string): Promise<never> {
  for (let n = 0; ; n++) {
    const language = n % 2 === 0 ? 'zh-TW' : 'en'
    const headers = { Accept: 'text/html', 'Accept-Language': language }
    void fetch(url + pages[n % pages.length], { headers }).then((response) => response.arrayBuffer())
    await sleep(1_000 / pagesPerSecond)
  }
}

async function measure(): Promise<void> {
  const { values } = parseArgs({ options: { home: { type: 'string' }, short: { type: 'boolean', default: false } } })
  const root = mkdtempSync(join(tmpdir(), 'formosa-bench-web-'))
  const say = (line: string) => process.stderr.write(`${line}\n`)
  const home = values.short
    ? await copyOfFew(join(root, 'home'))
    : besideMarket(await findHome(values.home, false, root, say), join(root, 'home'))
  const service = await startService(home, { WORKERS: '2', FORMOSA_NOW: builtAt, ADDRESS_LIMIT: '0' })
  const seconds = values.short ? 0.2 : 10
  // Each program stays within the quota of its key.
  const keys = await Promise.all(Array.from({ length: values.short ? 1 : programs * 4 }, () => keyOf(home, 'plus')))

  async function times(): Promise<number[]> {
    const taken: number[] = []
    const end = performance.now() + seconds * 1_000
    await Promise.all(
      Array.from({ length: programs }, async (_, i) => {
        for (let n = 0; performance.now() < end; n++) {
          const begun = performance.now()
          const key = keys[(i + n) % keys.length]
          const path = `/v1/data/TaiwanStockPrice?stock_id=${n % 2 === 0 ? 2330 : 2317}&limit=${5 + (n % 40)}`
          const response = await fetch(service.url + path, { headers: { Authorization: `Bearer ${key}` } })
          await response.arrayBuffer()
          if (response.status !== 200) throw new Error(`${path}: ${response.status}`)
          taken.push(performance.now() - begun)
          await sleep(4)
        }
      }),
    )
    return taken.sort((a, b) => a - b)
  }

  await times()
  const quiet = await times()
  const readers = new Worker(new URL(import.meta.url), { workerData: service.url })
  await sleep(values.short ? 300 : 1_000)
  const beside = await times()
  await readers.terminate()
  await service.stop()
  rmSync(root, { recursive: true, force: true })
  const line = (name: string, taken: readonly number[]) =>
    `${name}: ${taken.length} answers, median ${quantile(taken, 0.5).toFixed(2)} ms, p99 ${quantile(taken, 0.99).toFixed(2)} ms`
  console.log(line('alone', quiet))
  console.log(line(`beside ${pagesPerSecond} pages a second`, beside))
  const ratio = (q: number) => (quantile(beside, q) / quantile(quiet, q)).toFixed(2)
  console.log(`median x ${ratio(0.5)}, p99 x ${ratio(0.99)}`)
}

if (isMainThread) await measure()
else await readSite(workerData as string)
