import assert from 'node:assert/strict'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { copyOf } from '../../bench/pages/home.ts'
import { createClient } from '../../test/support/client.ts'
import { createTestClock } from '../../test/support/clock.ts'
import { builtAt, copyOfFixture } from '../../test/support/fixture.ts'
import { quantile, residentMegabytes } from '../../test/support/measures.ts'
import { keyOf, type Service, startService } from '../../test/support/service.ts'

/* A service under load for long: readers of every kind, connections that break, refreshes in between. */

const isTorture = Number(process.env.TORTURE ?? 0) > 0
const minutes = Number(process.env.SOAK_MINUTES ?? (isTorture ? 30 : 0.08))
/** Time between two refreshes; none in a short run. */
const refreshMs = isTorture ? 180_000 : Number.POSITIVE_INFINITY
const day = 86_400
/** Another market than that of the tests, such as one of the full size: its folder, and an evening after its last day. */
const { SOAK_HOME: given, SOAK_NOW: evening = builtAt } = process.env

const folder = mkdtempSync(join(tmpdir(), 'formosa-soak-'))
const clock = createTestClock(folder, evening)
let service: Service
const keys: string[] = []

before(async () => {
  const home = given === undefined ? await copyOfFixture(join(folder, 'home')) : copyOf(given, `${given}-soak`)
  service = await startService(home, { ...clock.settings, WORKERS: isTorture ? '2' : '1', FORMOSA_SCRUB: '4' })
  for (let n = 0; n < 4; n++) keys.push(await keyOf(home, 'plus'))
})
after(async () => {
  await service?.stop()
  for (const made of given === undefined ? [folder] : [folder, `${given}-soak`])
    rmSync(made, { recursive: true, force: true })
})

const prices = '/v1/data/TaiwanStockPrice'
const ids = ['2330', '2317', '2412', '0050', '1101', '2454']
const paths = [
  ...ids.map((id) => `${prices}?stock_id=${id}&limit=5`),
  ...ids.map((id) => `/v1/data/TaiwanStockPER?stock_id=${id}&limit=250`),
  `${prices}?stock_id=2330,2317,2454&limit=300`,
  `${prices}?limit=1000`,
  `${prices}?limit=1000&columns=stock_id,close`,
  '/v1/data',
]
const large = `${prices}?limit=10000`

/** Megabytes and open descriptors of the service's process. */
function vitals() {
  const pid = service.process.pid!
  return { rss: Math.round(residentMegabytes(pid)), descriptors: readdirSync(`/proc/${pid}/fd`).length }
}

const line = (path: string, key: string) =>
  `GET ${path} HTTP/1.1\r\nHost: formosa\r\nAuthorization: Bearer ${key}\r\n\r\n`

test(`${minutes} minutes under load: memory and descriptors stay flat, every answer comes`, async () => {
  const { hostname, port } = new URL(service.url)
  // Files that are opened, and memory that is taken, for the first answers of their kind are no growth.
  const first = createClient(service.url, 1)
  for (const path of [...paths, large, large]) await first.send(path, { key: keys[0]! })
  first.close()
  const until = Date.now() + minutes * 60_000
  const isOver = () => Date.now() > until && (isEnough() || Date.now() > until + 120_000)
  const times: number[] = []
  const samples: { rss: number; descriptors: number }[] = []
  /** Whether a short run on a busy machine has something to judge. */
  const isEnough = () => times.length > 100 && samples.length >= 9
  const statuses = new Map<number, number>()
  const failed: string[] = []
  let cut = 0
  let refreshes = 0

  /** An ordinary customer, a few requests a second: its waiting is what is measured. */
  async function customer(n: number): Promise<void> {
    const client = createClient(service.url, 1)
    for (let i = n; !isOver(); i++) {
      const begun = performance.now()
      try {
        const { status } = await client.send(paths[i % paths.length]!, { key: keys[n % keys.length]! })
        times.push(performance.now() - begun)
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
      } catch (error) {
        failed.push(String(error))
      }
      await sleep(40)
    }
    client.close()
  }

  /** A reader that takes a large answer slowly, and one that leaves in the middle of it. */
  async function slow(n: number): Promise<void> {
    while (!isOver()) {
      const socket = connect(Number(port), hostname)
      socket.on('error', () => {})
      const leaves = n % 2 === 0
      let got = 0
      await new Promise<void>((resolve) => {
        socket.on('data', (chunk) => {
          got += chunk.length
          if (leaves && got > 200_000) {
            cut++
            socket.destroy()
            return
          }
          socket.pause()
          setTimeout(() => socket.resume(), 20)
          if (got > 1_500_000) socket.destroy()
        })
        socket.on('close', () => resolve())
        socket.write(line(large, keys[n % keys.length]!))
        setTimeout(() => socket.destroy(), 30_000).unref()
      })
      await sleep(1_500)
    }
  }

  /** A new day every so often, published while everybody reads; it gives the keys their calls back as well. */
  async function calendar(): Promise<void> {
    let next = Date.now() + refreshMs
    while (!isOver()) {
      await sleep(1_000)
      if (Date.now() < next) continue
      next = Date.now() + refreshMs
      clock.turn(day)
      refreshes++
    }
  }

  async function sampleVitals(): Promise<void> {
    while (!isOver()) {
      samples.push(vitals())
      await sleep(Math.min(5_000, (minutes * 60_000) / 12))
    }
  }

  await Promise.all([
    ...Array.from({ length: 8 }, (_, n) => customer(n)),
    ...Array.from({ length: 4 }, (_, n) => slow(n)),
    calendar(),
    sampleVitals(),
  ])
  await sleep(1_000)
  const rest = vitals()
  times.sort((a, b) => a - b)
  const figures = {
    requests: times.length,
    statuses: Object.fromEntries(statuses),
    failed: failed.length,
    cut,
    refreshes,
    p50: quantile(times, 0.5).toFixed(1),
    p99: quantile(times, 0.99).toFixed(1),
    longest: times.at(-1)!.toFixed(1),
    rss: [samples[0]!.rss, Math.max(...samples.map(({ rss }) => rss)), rest.rss],
    descriptors: [samples[0]!.descriptors, Math.max(...samples.map((one) => one.descriptors)), rest.descriptors],
  }
  console.log(JSON.stringify(figures))
  assert.deepEqual(failed, [])
  assert.deepEqual(
    [...statuses.keys()].filter((status) => status >= 500),
    [],
  )
  assert.ok(isEnough())
  // The last third holds no more than the second did: what grows for ever would show.
  const third = Math.floor(samples.length / 3)
  const most = (from: number, to: number, of: 'rss' | 'descriptors') =>
    Math.max(...samples.slice(from, to).map((one) => one[of]))
  assert.ok(most(2 * third, samples.length, 'rss') < most(third, 2 * third, 'rss') * 1.15 + 30, JSON.stringify(samples))
  // The files of three versions may be open: the served one, the one before, and one that was removed just now.
  assert.ok(
    most(2 * third, samples.length, 'descriptors') <= most(third, 2 * third, 'descriptors') + 20,
    JSON.stringify(samples),
  )
  assert.ok(rest.descriptors <= most(third, 2 * third, 'descriptors') + 20, JSON.stringify(figures))
})
