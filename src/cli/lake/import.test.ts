import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { createClient } from '../../../test/support/client.ts'
import { formosaHere } from '../../../test/support/inProcess.ts'
import { formosa } from '../../../test/support/run.ts'
import { keyOf, startService } from '../../../test/support/service.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-import-command-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const home = join(folder, 'home')
/** Publishers are unreachable here; imported rows are served all the same. */
const live = { FORMOSA_HOME: home, FORMOSA_ORIGIN: 'live', FORMOSA_SOURCES_URL: 'http://127.0.0.1:9' }
const run = (...words: string[]) => formosaHere(['import', ...words], live)

const write = (name: string, text: string): string => {
  const path = join(folder, name)
  writeFileSync(path, text)
  return path
}
const prices = write(
  'prices.csv',
  `date,stock_id,Trading_Volume,Trading_money,open,max,min,close,spread,Trading_turnover,remark
2026-07-08,3034,1000,544000,540,545,540,544,2,10,a
2026-07-09,3034,1000,542000,540,545,540,542,-2,10,b
2026-07-13,3034,1000,467500,494,505,467.5,467.5,-51.5,10,c
2026-07-14,3034,1000,468000,463,400,460,468,0.5,10,d
`,
)
// Dated on the day for which it was announced, on which a typhoon closed the market.
const dividends = write(
  'dividends.csv',
  'date,stock_id,before_price,after_price,stock_or_cache_dividend\n2026-07-10,3034,542,519,息\n',
)

// In long form: a line for each investor.
const flows = write(
  'flows.csv',
  `date,stock_id,buy,name,sell
2026-07-13,3034,5000,Foreign_Investor,2000
2026-07-13,3034,0,Foreign_Dealer_Self,10
2026-07-13,3034,100,Investment_Trust,300
2026-07-13,3034,7,Dealer_self,5
2026-07-13,3034,11,Dealer_Hedging,1
`,
)
test('an import can be dry-run, reports everything, and is served as live data', async () => {
  const dry = await run(prices, '--dataset', 'TaiwanStockPrice', '--dry-run')
  assert.equal(dry.code, 0, dry.err)
  assert.match(dry.out, /^prices\.csv would go into TaiwanStockPrice: 4 rows read, 3 added, .* 1 rejected\.$/m)
  assert.equal((await formosaHere(['datasets', '--json'], live)).out.includes('"rows": 3'), false)

  const done = await run(prices, '--dataset', 'TaiwanStockPrice')
  assert.equal(done.code, 0, done.err)
  assert.match(done.out, /^prices\.csv went into TaiwanStockPrice: 4 rows read, 3 added, 0 changed, 0 already there, /m)
  assert.match(done.out, /^Read: .*trade_date from date.*high from max.*turnover from Trading_money/m)
  assert.match(done.out, /^Not read, as nobody knows what they are: remark\.$/m)
  assert.match(done.out, /1 {2}ohlc_order +The low is the lowest .* +3034 2026-07-14: /)
  const [, words] = /kept in quarantine, all 1: formosa (.*)$/m.exec(done.out) ?? assert.fail(done.out)
  assert.match((await formosaHere(words!.split(' '), live)).out, /TaiwanStockPrice +ohlc_order +.*2026-07-14/)
  const rule = [...words!.split(' '), '--rule', 'before_listing', '--json']
  assert.deepEqual(JSON.parse((await formosaHere(rule, live)).out), [])
  assert.match(done.out, /^Computed again: TaiwanStockPriceAdj, 3 added/m)

  const turned = await run(flows, '--dataset', 'TaiwanStockInstitutionalInvestorsBuySell', '--set', 'market=TWSE')
  assert.equal(turned.code, 0, turned.err)
  assert.match(turned.out, /^In long form: 5 lines made 1 row\.$/m)
  const result = await run(dividends, '--dataset', 'TaiwanStockDividendResult', '--set', 'market=TWSE', '--json')
  const { change, derived, version } = JSON.parse(result.out)
  assert.deepEqual([change.added, derived.TaiwanStockPriceAdj.changed], [1, 3])

  const service = await startService(home, { ...live, WORKERS: '1' })
  const client = createClient(service.url)
  try {
    const key = await keyOf(home, 'lite', live)
    const rows = await client.send('/v1/data/TaiwanStockPriceAdj?stock_id=3034&columns=trade_date,close', { key })
    assert.equal(rows.headers['x-data-origin'], 'live')
    assert.equal(rows.headers['x-data-version'], version)
    assert.deepEqual(rows.json.data, [
      { trade_date: '2026-07-13', close: '467.5000' },
      { trade_date: '2026-07-09', close: '519.0000' },
      { trade_date: '2026-07-08', close: '520.9151' },
    ])
    const { json } = await client.send('/v1/data/TaiwanStockPriceAdj/explain?stock_id=3034', { key })
    assert.deepEqual(
      json.data.map((one: Record<string, unknown>) => [one.event_date, one.actions, one.factor, one.status]),
      [['2026-07-10', ['cash_dividend'], '0.957564575646', 'in_effect']],
    )
  } finally {
    client.close()
    assert.equal(await service.stop(), 0)
  }
})

test('a wrong import command ends with one sentence and the exit code of its cause', async () => {
  for (const [words, why] of [
    [[], /Give one file: formosa import FILE --dataset NAME/],
    [[prices], /--dataset is missing/],
    [[prices, '--dataset', 'TaiwanStockPrise'], /no dataset named TaiwanStockPrise/],
    [[prices, '--dataset', 'TaiwanStockPrice', '--map', 'close'], /--map: "close" is not of the form THEIRS=OURS/],
    [[prices, '--dataset', 'TaiwanStockPrice', '--set', 'volume=1,volume=2'], /--set names volume twice/],
    [[prices, '--dataset', 'TaiwanStockPrice', '--repeats', 'any'], /--repeats must be one of reject, first, last/],
    [[join(folder, 'no.csv'), '--dataset', 'TaiwanStockPrice'], /There is no file/],
  ] as const) {
    const { code, err, out } = await run(...words)
    assert.deepEqual([code, out], [/no file|no dataset/.test(err) ? 4 : 2, ''], err)
    assert.match(err, why)
  }
  const demo = await formosaHere(['import', prices, '--dataset', 'TaiwanStockPrice'], {
    ...live,
    FORMOSA_ORIGIN: 'demo',
  })
  assert.match(demo.err, /into the origin live only/)
  const none = await run(write('none.csv', 'date,Price\nyesterday,1\n'), '--dataset', 'GoldPrice')
  assert.equal(none.code, 1)
  assert.match(none.out, /^none\.csv did not go into GoldPrice: 1 row read, 0 added, .* 1 rejected\.$/m)
})

test('a raw response is recognised by its titles, and the suggested command loads it', async () => {
  const body = {
    ...{ stat: 'OK', date: '20240501', title: '113年05月 發行量加權股價指數歷史資料' },
    fields: ['日期', '開盤指數', '最高指數', '最低指數', '收盤指數'],
    data: [['113/05/02', '8', '8', '8', '8']],
  }
  const raw = write('taiex.ndjson', `${JSON.stringify(body)}\n${JSON.stringify({ ...body, data: [] })}\n`)
  const result = await run(raw, '--dataset', 'TaiwanWeightedIndex')
  assert.equal(result.code, 1)
  assert.match(result.err, /is a raw answer of a publisher: load it with formosa import --feed twse\/MI_5MINS_HIST /)
  assert.match((await run(raw)).err, /--feed twse\/MI_5MINS_HIST /)
  const done = await run('--feed', 'twse/MI_5MINS_HIST', raw)
  assert.equal(done.code, 0, done.err)
  assert.match(
    done.out,
    /^2 answers of twse\/MI_5MINS_HIST in 1 file went into the lake, about 2024-05-01 to 2024-05-31/,
  )
  assert.match(done.out, /^TaiwanWeightedIndex: 1 row read, 1 added, /m)
  assert.match(done.out, /^1 answers hold no rows: taiex\.ndjson line 2 \(/m)
  assert.match((await run('--feed', 'list')).out, /^twse\/MI_5MINS_HIST +TaiwanWeightedIndex +TWSE +a month +site/m)
  for (const [words, why] of [
    [['--feed', 'twse/5MINS_HIST', raw], /no feed named twse\/5MINS_HIST\. Did you mean .*twse\/MI_5MINS_HIST/],
    [['--feed', 'twse/MI_5MINS_HIST'], /Give one file or several/],
    [['--feed', 'twse/MI_5MINS_HIST', raw, '--dataset', 'GoldPrice'], /does not tell GoldPrice; it tells TaiwanWeigh/],
    [['--feed', 'twse/STOCK_DAY', raw], /--id is missing/],
    [['--feed', 'twse/MI_5MINS_HIST', raw, '--date', '2024'], /--date must be a date/],
    [[prices, '--dataset', 'TaiwanStockPrice', '--date', '2024-05-02'], /--date goes with --feed/],
  ] as const) {
    const { code, err } = await run(...words)
    assert.equal(code, /--date/.test(err) ? 2 : 1, err)
    assert.match(err, why)
  }
})

test('an import that is killed leaves the lake as it was or as it is to be, and can be run again', async () => {
  const killed = join(folder, 'killed')
  const settings = { ...live, FORMOSA_HOME: killed }
  const words = ['import', prices, '--dataset', 'TaiwanStockPrice']
  assert.equal(
    (await formosaHere(['import', write('gold.csv', 'date,Price\n2026-07-08,1\n'), '--dataset', 'GoldPrice'], settings))
      .code,
    0,
  )
  // While it starts, and while it loads; with TORTURE at more moments.
  for (const killAfterMs of process.env.TORTURE === undefined ? [500, 1_100] : [200, 500, 800, 1_100, 1_500]) {
    await formosa(words, settings, { killAfterMs })
    const { out, code } = await formosaHere(['datasets', '--json'], settings)
    assert.equal(code, 0)
    const held = (JSON.parse(out) as { name: string; rows: number }[]).filter(({ rows }) => rows > 0)
    const rows = Object.fromEntries(held.map((one) => [one.name, one.rows]))
    assert.equal(rows.GoldPrice, 1)
    assert.ok([undefined, 3].includes(rows.TaiwanStockPrice), out)
    assert.equal(rows.TaiwanStockPriceAdj, rows.TaiwanStockPrice)
  }
  assert.equal((await formosaHere(words, settings)).code, 0)
  const verified = await formosa(['verify'], { ...settings, LOG_LEVEL: 'info' })
  assert.match(verified.out, /is whole: .* pages alike/)
  // Progress off a terminal is for the log.
  const told = verified.err.split('\n').filter((line) => line !== '')
  assert.ok(told.some((line) => JSON.parse(line).msg === 'Verifying'))
})
