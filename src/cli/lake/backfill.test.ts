import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { formosaHere, refused } from '../../../test/support/inProcess.ts'
import { type Live, startLive } from '../../../test/support/live.ts'
import { measureCommand } from '../../../test/support/memory.ts'
import { formosa, oneEncoder } from '../../../test/support/run.ts'
import { tooLong } from '../../../test/support/runs.ts'
import { until } from '../../../test/support/until.ts'
import { openJournal } from '../../ingest/fetching/journal.ts'
import { backfillInTurn } from '../../ingest/fetching/turns.ts'

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

async function fill(name: string, days: number): Promise<{ peakMb: number; rows: number }> {
  const trading = await market.days('2025-12-01', '2026-11-12')
  const settings = {
    FORMOSA_HOME: join(root, name),
    FORMOSA_ORIGIN: 'live',
    FORMOSA_SOURCES_URL: market.exchange.url,
    FORMOSA_PACE: '0',
    FORMOSA_NOW: evening,
    FORMOSA_ACCEPT_TERMS: 'all',
  }
  const range = ['--from', trading.at(-days)!, '--to', trading.at(-1)!]
  const { peakMb } = await measureCommand(['backfill', ...range, '--only', dense], settings)
  const { out } = await formosaHere(['sql', `select count(*) as n from ${dense}`, '--format', 'csv'], settings)
  return { peakMb, rows: Number(out.split('\n')[1]) }
}

const noLinux = existsSync('/proc/self/status') ? false : 'the system does not tell the memory of a process'

test('a back-fill stays below 500 MB, to its pages, however many rows a day has', { skip: noLinux }, async () => {
  const { peakMb, rows } = await fill('one', 1)
  assert.ok(rows > 150_000, `${rows} rows`)
  assert.ok(peakMb > 50 && peakMb < mostMb, `it took ${peakMb.toFixed(0)} MB`)
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
