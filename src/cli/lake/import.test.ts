import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { formosaHere } from '../../../test/support/inProcess.ts'

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
test('an import can be dry-run and reports everything', async () => {
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
