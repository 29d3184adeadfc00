import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Live, startLive } from '../../test/support/live.ts'
import { cleanEnv } from '../../test/support/run.ts'
import { catalogue } from '../catalogue/index.ts'
import { openLake } from '../lake/lake.ts'
import type { Manifest } from '../lake/manifest.ts'
import { readJournal } from './fetching/journal.ts'

/** How often the refresh is killed; `TORTURE` asks for many. */
const kills = Number(process.env.TORTURE ?? 1)

const root = mkdtempSync(join(tmpdir(), 'formosa-kills-'))
after(() => rmSync(root, { recursive: true, force: true }))

const main = join(import.meta.dirname, '../cli/main.ts')
const only = [
  ...['TaiwanStockPrice', 'TaiwanStockDailyPriceLimit', 'ExchangeRate'],
  // More of the same kinds, for moments between them.
  ...(kills > 1 ? ['TaiwanWeightedIndex', 'TaiwanStockDividendResult', 'TaiwanFuturesDaily'] : []),
].join()
const evening = '2026-11-12T23:50:00+08:00'

/** The command as an operator runs it, on a home of its own. */
function refresh(market: Live, home: string) {
  return spawn(process.execPath, [main, 'refresh', '--only', only], {
    stdio: ['ignore', 'ignore', 'pipe'],
    env: cleanEnv({
      FORMOSA_HOME: home,
      FORMOSA_ORIGIN: 'live',
      FORMOSA_SOURCES_URL: market.exchange.url,
      FORMOSA_ACCEPT_TERMS: 'all',
      FORMOSA_PACE: '0',
      FORMOSA_NOW: evening,
      FORMOSA_MEMORY: '512MB',
      LOG_LEVEL: 'warn',
    }),
  })
}

async function exitOf(child: ReturnType<typeof refresh>): Promise<number | null> {
  let output = ''
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => {
    output += chunk
  })
  const [code, signal] = (await once(child, 'close')) as [number | null, string | null]
  if (code !== 0 && signal !== 'SIGKILL') assert.fail(`the refresh ended with ${code}: ${output}`)
  return code
}

const currentIn = async (home: string): Promise<Manifest> => {
  const lake = openLake({
    ...{ root: join(home, 'live/lake'), origin: 'live', datasets: catalogue, now: () => new Date(), memory: '256MB' },
  })
  return (await lake.current())!.manifest
}
const filesOf = ({ datasets }: Manifest) =>
  Object.entries(datasets)
    .map(([name, { rows, parts }]) => `${name} ${rows} ${parts.map(({ sha256 }) => sha256)}`)
    .sort()
const revisionsOf = ({ datasets }: Manifest) =>
  Object.values(datasets).reduce((sum, { revisions }) => sum + revisions.reduce((all, { rows }) => all + rows, 0), 0)

test('a refresh killed at any point is completed by the next one, with the same rows and no repeated request', {
  timeout: 7_200_000,
}, async () => {
  await using market = await startLive(join(root, 'market'))
  market.turn(evening, '2026-11-12')
  const whole = join(root, 'whole')
  const began = performance.now()
  assert.equal(await exitOf(refresh(market, whole)), 0)
  let lengthMs = performance.now() - began
  const expected = await currentIn(whole)
  const firstCount = market.exchange.requests().length
  assert.ok(firstCount > 10, `${firstCount} questions`)

  let killed = 0
  for (let trial = 0; killed < kills; trial++) {
    const home = join(root, `home-${trial}`)
    const before = market.exchange.requests().length
    let killedHere = 0
    for (;;) {
      const started = performance.now()
      const child = refresh(market, home)
      const done = exitOf(child)
      // At most twice a trial, so that the end of a run is reached as often as its beginning.
      const isLeft = killedHere < 2 && killed < kills
      const stop = new AbortController()
      const timer = isLeft
        ? sleep(Math.random() * lengthMs, undefined, { signal: stop.signal }).then(
            () => void child.kill('SIGKILL'),
            () => {},
          )
        : null
      const code = await done
      stop.abort()
      await timer
      // A later start finds everything compiled: moments are drawn from how long the last whole run took.
      if (code === 0 && killedHere === 0) lengthMs = performance.now() - started
      if (code === 0) break
      killed++
      killedHere++
    }
    const manifest = await currentIn(home)
    assert.deepEqual(filesOf(manifest), filesOf(expected), `trial ${trial}`)
    assert.equal(manifest.version, expected.version)
    assert.equal(revisionsOf(manifest), revisionsOf(expected))
    // The request in flight when the process died is repeated; there is one per host.
    const hosts = new Set(market.exchange.requests().map(({ publisher }) => publisher)).size
    const requestCount = market.exchange.requests().length - before
    assert.ok(
      requestCount <= firstCount + killedHere * hosts,
      `${requestCount} questions, ${firstCount} without a kill, ${killedHere} kills`,
    )
    const journal = readJournal(join(home, 'live/ingest'))!
    assert.equal([...journal.responses({ isWaiting: true })].length, 0)
    assert.ok(journal.runs(10).some(({ report }) => report !== null))
    journal.close()
    rmSync(home, { recursive: true, force: true })
    if (kills > 10) process.stderr.write(`${killed} kills\n`)
    if (killed < kills && trial > kills * 3 + 12) assert.fail('the refresh ends before it can be killed')
  }
})
