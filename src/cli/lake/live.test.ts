import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { formosaHere, refused } from '../../../test/support/inProcess.ts'
import { type Live, startLive } from '../../../test/support/live.ts'
import { startService } from '../../../test/support/service.ts'
import { until } from '../../../test/support/until.ts'

const root = mkdtempSync(join(tmpdir(), 'formosa-live-'))
let market: Live
before(async () => {
  market = await startLive(join(root, 'market'))
})
after(async () => {
  await market.stop()
  rmSync(root, { recursive: true, force: true })
})

const evening = '2026-11-12T23:50:00+08:00'
const settings = (home: string) => ({
  FORMOSA_HOME: home,
  FORMOSA_ORIGIN: 'live',
  FORMOSA_SOURCES_URL: market.exchange.url,
  FORMOSA_PACE: '0',
  FORMOSA_NOW: evening,
})
const few = 'TaiwanStockPrice,TaiwanStockPER,GoldPrice'

test('a dry run lists the publishers, the duration, and the datasets that are not fetched', async () => {
  const home = join(root, 'dry')
  const requestCount = market.exchange.requests().length
  const { code, out } = await formosaHere(['refresh', '--dry-run', '--only', few], {
    ...settings(home),
    FORMOSA_PACE: '1',
  })
  assert.equal(code, 0)
  assert.match(out, /TaiwanStockPrice +TWSE +twseOpenApi +STOCK_DAY_ALL/)
  assert.match(out, /GoldPrice is not asked for: the terms of lbma are not accepted\./)
  assert.match(out, /\d+ requests, about \d+ s; 0 questions are answered already\./)
  assert.equal(market.exchange.requests().length, requestCount)
})

test('unknown words and flags of the other origin are rejected', async () => {
  const home = join(root, 'refused')
  const abroad = { FORMOSA_SOURCES_URL: 'https://mirror.example.com' }
  for (const [line, code, sentence, more] of [
    ['refresh', 3, /no publisher with site terms is called twsee/, { FORMOSA_ACCEPT_TERMS: 'twsee' }],
    ['refresh --only Gold', 4, /there is no dataset named Gold/],
    ['refresh --days 1', 2, /market in a box alone/],
    ['backfill --from 2026-11-02', 2, /--from and --to/],
    ['reports', 3, /--origin live/, { FORMOSA_ORIGIN: 'demo' }],
    ['refresh', 3, /FORMOSA_NOW .*FORMOSA_PACE must be 1 or more/, abroad],
  ] as const)
    await refused(line.split(' '), { ...settings(home), ...more }, code, sentence)
})

test('a back-fill brings past days once, a replay asks nobody, and both leave their reports', async () => {
  const home = join(root, 'past')
  const all = { ...settings(home), FORMOSA_ACCEPT_TERMS: 'all' }
  const words = ['backfill', '--from', '2026-11-05', '--to', '2026-11-06', '--only', 'TaiwanStockPrice']
  market.turn(evening, '2026-11-12')
  const first = await formosaHere(words, all)
  assert.equal(first.code, 0, first.err)
  const requestCount = market.exchange.requests().length
  const again = await formosaHere(words, all)
  assert.equal(again.code, 0, again.err)
  assert.match(again.err, /^0 requests/m)
  assert.equal(market.exchange.requests().length, requestCount)
  const { out } = await formosaHere(
    ['sql', 'select count(distinct trade_date) as days from TaiwanStockPrice', '--format', 'csv'],
    all,
  )
  assert.equal(out, 'days\r\n2\r\n')
  const replayed = await formosaHere(['replay', '--only', 'TaiwanStockPrice'], all)
  assert.equal(replayed.code, 0, replayed.err)
  assert.match(replayed.out, /still rows: 4/)
  assert.equal(market.exchange.requests().length, requestCount)
  assert.match((await formosaHere(['reports'], all)).out, /3 +replay .*\n.*2 +backfill .*\n.*1 +backfill /)
  const report = JSON.parse((await formosaHere(['report', '1'], all)).out)
  assert.equal(report.kind, 'backfill')
  assert.equal(report.datasets.TaiwanStockPrice.rejected, 0)
  assert.match((await formosaHere(['quarantine'], all)).out, /dataset/)
  assert.ok(report.archive.files > 0 && report.archive.bytes > 1_000)

  const later = { ...all, FORMOSA_NOW: '2027-01-18T12:00:00+08:00' }
  const old = ['archive', 'prune', '--older-than', '60d']
  assert.match((await formosaHere([...old.slice(0, 3), '400'], later)).err, /--older-than as a number of days/)
  const tried = await formosaHere([...old, '--dry-run'], later)
  assert.match(tried.err, /Would remove [4-9] raw answers/)
  const gone = await formosaHere(old, later)
  assert.equal(gone.code, 0, gone.err)
  assert.match(gone.err, /Removed [4-9] raw answers in [4-9] files\.\nraw answers left: 0 files/)
  const unread = await formosaHere(['replay', '--only', 'TaiwanStockPrice'], later)
  assert.equal(unread.code, 1)
  assert.match(unread.out, /rows is now pruned from the archive, so that it cannot be read again: 4/)
  assert.match(unread.err, /restored from a backup/)
  assert.match((await formosaHere(words, later)).err, /^0 requests/m)
})

test('a first start without any response reports it and still shows the key', async () => {
  const home = join(root, 'silent')
  const removeFault = market.exchange.addFault({ fault: { kind: 'status', status: 503 } })
  market.turn(evening, '2026-11-12')
  const { FORMOSA_HOME: _, ...live } = settings(home)
  const service = await startService(home, { ...live, WORKERS: '1', LOG_LEVEL: 'info' }, 'listening')
  try {
    await until('the first start is over', () => service.output().includes('Formosa listens'))
    const [, key] = /shown only now\): (\S+)/.exec(service.output()) ?? assert.fail(service.output())
    assert.match(
      service.output(),
      /No rows yet: no publisher has answered\. Next attempt at 2026-11-13 00:[2-5]\d Taipei time/,
    )
    const headers = { Authorization: `Bearer ${key}` }
    const before = await fetch(`${service.url}/v1/data/TaiwanStockPrice?stock_id=2330`, { headers })
    assert.equal(before.status, 503)
    // Half an hour after the run, by the clock of the service; not in a few seconds.
    assert.ok(Number(before.headers.get('retry-after')) > 600)
    const next = /^No rows yet: no publisher has answered\. Next attempt at 2026-11-13 00:[2-5]\d Taipei time\.$/
    assert.match(((await before.json()) as { detail: string }).detail, next)
    const catalogue = await fetch(`${service.url}/v1/data`, { headers: { 'Accept-Language': 'zh-TW' } })
    assert.match(await catalogue.text(), /下次嘗試時間為台北時間 2026-11-13 00:[2-5]\d。/)
    const ready = await fetch(`${service.url}/readyz`)
    assert.equal(ready.status, 503)
    assert.ok(Number(ready.headers.get('retry-after')) > 600)
    const { checks } = (await ready.json()) as { checks: { refresh: string } }
    assert.match(
      checks.refresh,
      /^no rows: no publisher has answered; next attempt at 2026-11-13 00:[2-5]\d Taipei time$/,
    )
    assert.match(service.log(), /"a publisher answered with an error"/)
    assert.doesNotMatch(service.log(), /"a publisher refused"/)
  } finally {
    removeFault()
    await service.stop()
  }
})

/** Port 1 of this machine: nothing listens there. */
const offline = (home: string) => ({ ...settings(home), FORMOSA_SOURCES_URL: 'http://127.0.0.1:1' })

const linesOf = (text: string): string[] => text.split('\n').filter((line) => line !== '')

test('a first start without a network ends with a report of what failed, and every line of its log is JSON', async () => {
  const home = join(root, 'unreachable')
  market.turn(evening, '2026-11-12')
  const { FORMOSA_HOME: _, ...live } = offline(home)
  const service = await startService(home, { ...live, WORKERS: '1', LOG_LEVEL: 'info' }, 'listening')
  try {
    const refreshOf = async () =>
      ((await (await fetch(`${service.url}/readyz`)).json()) as { checks: { refresh: string } }).checks.refresh
    // Half an hour after the run.
    const ended = /^no rows: no publisher has answered; next attempt at 2026-11-13 00:[2-5]\d/
    await until('the run is over', async () => ended.test(await refreshOf()), { pauseMs: 50 })
    for (const line of linesOf(service.log())) assert.doesNotThrow(() => JSON.parse(line), line)
    assert.match(service.log(), /"msg":"version none through no day"/)
    assert.equal(service.log().match(/No publisher is reached yet: nothing listens at the address/g)?.length, 1)
    const greeting = service.output().slice(service.output().indexOf('Your API key'))
    assert.match(greeting, /\nFormosa listens at http:\/\/127\.0\.0\.1:\d+\n/)
    const { out } = await formosaHere(['report'], offline(home))
    const { asked, problems } = JSON.parse(out) as {
      asked: Record<string, number>
      problems: { kind: string; reason: string }[]
    }
    assert.ok(asked.unreachable! > 0)
    assert.equal(asked.failed, undefined)
    for (const { kind, reason } of problems) {
      assert.ok(kind === 'unreachable' || kind === 'held', kind)
      assert.match(reason, /nothing listens at the address/)
    }
  } finally {
    await service.stop()
  }
})
