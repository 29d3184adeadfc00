import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { createClient } from '../../../test/support/client.ts'
import { formosaHere } from '../../../test/support/inProcess.ts'
import { type Live, startLive } from '../../../test/support/live.ts'
import { keyOf, startService } from '../../../test/support/service.ts'
import { until } from '../../../test/support/until.ts'

/** A first start on live data with no terms accepted, held against the table of docs/live.md. */

const root = mkdtempSync(join(tmpdir(), 'formosa-day-one-'))
let market: Live
before(async () => {
  market = await startLive(join(root, 'market'))
})
after(async () => {
  await market.stop()
  rmSync(root, { recursive: true, force: true })
})

/** A day on which a security of the OTC market went ex-dividend: lists of events hold something only then. */
async function dayWithEvents(): Promise<string> {
  const { rows } = await market.market.select(
    `SELECT CAST(max(ex_date) AS VARCHAR) FROM TaiwanStockDividendResult WHERE market = 'TPEX' AND ex_date <= DATE '2026-11-06'`,
  )
  return rows[0]![0] as string
}

const documented = (): Map<string, string> => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/live.md'), 'utf8')
  return new Map([...text.matchAll(/^\| `(\w+)` \| (yes|no)[^|]* \|/gm)].map(([, name, fills]) => [name!, fills!]))
}

const settings = (now: string) => ({
  FORMOSA_ORIGIN: 'live',
  FORMOSA_SOURCES_URL: market.exchange.url,
  FORMOSA_PACE: '0',
  FORMOSA_NOW: now,
})

test('a live start with open terms alone fills what docs/live.md says it fills, and names what is behind', async () => {
  const home = join(root, 'open')
  const removeFault = market.exchange.addFault({
    // The site, and its twin among the open data.
    path: /peQryDate|tpex_mainboard_peratio_analysis/,
    fault: { kind: 'status', status: 500 },
  })
  // On a Saturday, when the file of the week is out.
  market.turn('2026-11-14T23:50:00+08:00', '2026-11-13')
  const service = await startService(home, { ...settings('2026-11-14T23:50:00+08:00'), WORKERS: '1' })
  const client = createClient(service.url)
  try {
    const key = await keyOf(home, 'plus')
    await until('all pages are made', async () => (await client.send('/readyz')).json.checks.data === 'ok', {
      pauseMs: 200,
    })
    const { json } = await client.send('/v1/data')
    const filled = new Set<string>(
      json.datasets
        .filter(({ coverage }: { coverage: { row_count: number } }) => coverage.row_count > 0)
        .map(({ name }: { name: string }) => name),
    )
    const table = documented()
    assert.equal(table.size, 73)
    // Nothing of it happened in the days that are asked for; the next test is about a day on which it did.
    filled.add('TaiwanStockDividendResult')
    assert.deepEqual(
      [...table].filter(([name, fills]) => (fills === 'yes') !== filled.has(name)),
      [],
    )

    const sums = await client.send('/v1/data/TaiwanStockFinancialStatement?period=cumulative&limit=3', { key })
    assert.deepEqual([sums.status, sums.json.count, sums.json.data[0].fiscal_quarter], [200, 3, 2])

    const wrong = await client.send('/v1/data/TaiwanStockBalanceSheet?period=cumulative', { key })
    assert.match(wrong.text, /must be one of quarterly, annual for this dataset/)
    const gaps = await client.send('/v1/data/TaiwanStockFinancialStatement/gaps', { key })
    assert.match(gaps.text, /stored as period=cumulative; the single quarter waits for 2026 Q1/)

    const prices = await client.send('/v1/data/TaiwanStockPrice?stock_id=2330', { key })
    assert.equal(prices.headers['x-data-origin'], 'live')
    assert.equal(prices.json.data[0].trade_date, '2026-11-13')
    await until(
      'what is behind is named',
      async () => /^degraded.*TaiwanStockPER TPEX 2026-11-1\d/.test((await client.send('/readyz')).json.checks.refresh),
      { pauseMs: 200 },
    )
    const failed = await client.send('/v1/data/TaiwanStockPER/gaps?start_date=2026-11-12', { key })
    assert.match(failed.text, /source_failed/)
  } finally {
    removeFault()
    client.close()
    await service.stop()
  }
  const live = { ...settings('2026-11-14T23:50:00+08:00'), FORMOSA_HOME: home }
  const { out } = await formosaHere(['report'], live)
  const { waiting, waitsFor, came } = JSON.parse(out).datasets.TaiwanStockFinancialStatement
  assert.equal(waiting, came)
  assert.match(
    waitsFor[0],
    /^\d+ rows of \d+ companies for 2026 Q2 are stored as period=cumulative; .* waits for 2026 Q1/,
  )
})

test('events fill on a day that has some', async () => {
  const day = await dayWithEvents()
  market.turn(`${day}T23:50:00+08:00`, day)
  const live = { ...settings(`${day}T23:50:00+08:00`), FORMOSA_HOME: join(root, 'events') }
  const done = await formosaHere(['refresh', '--only', 'TaiwanStockDividendResult'], live)
  assert.equal(done.code, 0, done.err)
  const { out } = await formosaHere(
    ['sql', 'select distinct market, ex_date from TaiwanStockDividendResult', '--format', 'csv'],
    live,
  )
  assert.equal(out, `market,ex_date\r\nTPEX,${day}\r\n`)
})
