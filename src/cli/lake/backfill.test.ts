import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { formosaHere, refused } from '../../../test/support/inProcess.ts'
import { type Live, startLive } from '../../../test/support/live.ts'
import { measureCommand } from '../../../test/support/memory.ts'
import { cleanEnv, formosa, oneEncoder } from '../../../test/support/run.ts'
import { tooLong } from '../../../test/support/runs.ts'
import { until } from '../../../test/support/until.ts'
import { catalogue } from '../../catalogue/index.ts'
import { openIngest } from '../../ingest/context.ts'
import { openJournal } from '../../ingest/fetching/journal.ts'
import { backfillInTurn } from '../../ingest/fetching/turns.ts'
import { backfill } from '../../ingest/refresh.ts'
import { openLake } from '../../lake/lake.ts'
import type { Manifest } from '../../lake/manifest.ts'

const main = join(import.meta.dirname, '../main.ts')

const root = mkdtempSync(join(tmpdir(), 'formosa-backfill-'))
const evening = '2026-11-13T23:50:00+08:00'
let market: Live
before(async () => {
  market = await startLive(join(root, 'market'), { everyMoment: true })
  market.turn(evening, '2026-11-13')
})
after(async () => {
  await market.stop()
  rmSync(root, { recursive: true, force: true })
})

/** Some 200,000 rows a day: the densest of all answers. */
const dense = 'TaiwanIndex5Seconds'
const mostMb = 500

const settingsOf = (name: string) => ({
  FORMOSA_HOME: join(root, name),
  FORMOSA_ORIGIN: 'live',
  FORMOSA_SOURCES_URL: market.exchange.url,
  FORMOSA_PACE: '0',
  FORMOSA_NOW: evening,
  FORMOSA_ACCEPT_TERMS: 'all',
})

const manifestOf = (name: string): Manifest =>
  JSON.parse(readFileSync(join(root, name, 'live/lake/current/manifest.json'), 'utf8'))

async function fill(name: string, days: number): Promise<{ peakMb: number; rows: number }> {
  const trading = await market.days('2025-12-01', '2026-11-12')
  const settings = settingsOf(name)
  const range = ['--from', trading.at(-days)!, '--to', trading.at(-1)!]
  const { peakMb } = await measureCommand(['backfill', ...range, '--only', dense], settings)
  const { out } = await formosaHere(['sql', `select count(*) as n from ${dense}`, '--format', 'csv'], settings)
  return { peakMb, rows: Number(out.split('\n')[1]) }
}

const noLinux = existsSync('/proc/self/status') ? false : 'the system does not tell the memory of a process'

test('a back-fill of many bytes makes one version, and stays below 500 MB to its pages', {
  skip: noLinux,
}, async () => {
  const { peakMb, rows } = await fill('one', 2)
  assert.ok(rows > 300_000, `${rows} rows`)
  assert.ok(peakMb > 50 && peakMb < mostMb, `it took ${peakMb.toFixed(0)} MB`)
  assert.equal(manifestOf('one').number, 1)
})

test('a back-fill makes versions by time, and the last one is that of a single version', async () => {
  const days = { from: '2026-10-01', to: '2026-10-07' }
  const filled = async (name: string, options: NonNullable<Parameters<typeof backfill>[2]>) => {
    const folder = join(root, name)
    const lake = openLake({
      ...{ root: join(folder, 'live/lake'), origin: 'live', datasets: catalogue, memory: '128MB' },
      now: () => new Date(evening),
    })
    const only = ['TaiwanStockPrice', 'TaiwanStockDailyPriceLimit']
    const ingest = openIngest({ ...market.context, lake, only, folder: join(folder, 'live/ingest') })
    try {
      return (await backfill(ingest, days, options))!.report
    } finally {
      ingest.close()
    }
  }
  const seen: number[] = []
  const whole = await filled('whole', { onVersion: async ({ manifest }) => void seen.push(manifest.number) })
  assert.equal(seen.length, 0)
  const often = await filled('often', {
    versionEveryMs: 0,
    onVersion: async ({ manifest }) => void seen.push(manifest.number),
  })
  assert.ok(seen.length > 5, seen.join())
  assert.equal(often.version, whole.version)
  for (const name of ['TaiwanStockPrice', 'TaiwanStockDailyPriceLimit'])
    assert.deepEqual(
      [often, whole].map(({ datasets }) => datasets[name]!.added - datasets[name]!.removed),
      [whole, whole].map(({ datasets }) => datasets[name]!.added),
    )
})

test('a back-fill killed while it loads and run again gives the version of one that was not', async () => {
  const words = ['backfill', '--from', '2026-10-01', '--to', '2026-10-31', '--only', 'TaiwanStockPrice']
  const whole = await formosa(words, settingsOf('unkilled'))
  assert.equal(whole.code, 0, whole.err)
  const settings = settingsOf('killed')
  const child = spawn(process.execPath, [main, ...words], { env: cleanEnv(settings), stdio: 'ignore' })
  const ended = once(child, 'close')
  const written = join(root, 'killed/live/lake/tmp/next/TaiwanStockPrice')
  await until('the load writes prices', () => existsSync(written) || child.exitCode !== null)
  child.kill('SIGKILL')
  await ended
  const asked = market.exchange.requests().length
  const again = await formosa(words, settings)
  assert.equal(again.code, 0, again.err)
  assert.equal(market.exchange.requests().length, asked, 'everything was answered before')
  assert.equal(manifestOf('killed').version, manifestOf('unkilled').version)
})

test('a back-fill waits for a command that takes the journal, goes on by itself and ends', async () => {
  const folder = join(root, 'turns')
  const now = () => new Date(evening)
  // Taken between the look and the opening.
  const taken = openJournal(folder, now)
  const open = () => {
    try {
      return openJournal(folder, now)
    } catch (error) {
      taken.close()
      throw error
    }
  }
  assert.equal(await backfillInTurn(folder, new AbortController().signal, open, async () => 'done'), 'done')

  const home = {
    ...{ FORMOSA_HOME: join(root, 'resumed'), FORMOSA_ORIGIN: 'live', FORMOSA_SOURCES_URL: market.exchange.url },
    ...{ FORMOSA_PACE: '0', FORMOSA_NOW: evening, FORMOSA_ACCEPT_TERMS: 'all', ...oneEncoder },
  }
  const removeFault = market.exchange.addFault({ publisher: 'bankOfTaiwan', fault: { kind: 'slow', delayMs: 300 } })
  const asked = () => market.exchange.requests().filter(({ publisher }) => publisher === 'bankOfTaiwan').length
  const before = asked()
  const words = ['backfill', '--from', '2026-10-01', '--to', '2026-11-06', '--only', 'ExchangeRate']
  const filling = formosa(words, home)
  await until('the back-fill has asked', () => asked() > before + 1)
  // Two back-fills would ask the same publishers twice.
  await refused(words, home, 5, /Another back-fill is under way/)
  const refreshed = await formosa(['refresh', '--only', 'TaiwanStockPER'], home)
  assert.equal(refreshed.code, 0, refreshed.err)
  const filled = await filling
  removeFault()
  assert.equal(filled.code, 0, filled.err)
  assert.match(filled.err, /The back-fill waits for another command, and goes on after it\./)
  const { out } = await formosaHere(
    ['sql', 'select count(distinct trade_date) as n from ExchangeRate', '--format', 'csv'],
    home,
  )
  assert.ok(Number(out.split('\n')[1]) >= 20, out)
})

const isTorture = process.env.TORTURE ? noLinux : tooLong

test('and it does not grow with the range', { skip: isTorture }, async () => {
  const { peakMb, rows } = await fill('many', 40)
  assert.ok(rows > 40 * 150_000, `${rows} rows`)
  assert.ok(peakMb < mostMb, `it took ${peakMb.toFixed(0)} MB`)
})
