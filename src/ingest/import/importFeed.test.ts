import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { encoded } from '../../../test/support/encoded.ts'
import { samples, withoutSamples as skip } from '../../../test/support/feeds/fixture.ts'
import { select } from '../../../test/support/select.ts'
import { catalogue } from '../../catalogue/index.ts'
import { type Lake, openLake } from '../../lake/lake.ts'
import { feeds } from '../../sources/index.ts'
import { openQuarantine } from '../rules/quarantine.ts'
import { feedName, feedsNamed, feedsReading } from './feedNames.ts'
import { type FeedImportOptions, importFeed } from './importFeed.ts'

const folder = mkdtempSync(join(tmpdir(), 'formosa-import-feed-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const now = () => new Date('2026-11-12T18:00:00+08:00')
let made = 0

const newLake = (): Lake =>
  openLake({ root: join(folder, `lake-${++made}`), origin: 'live', datasets: catalogue, now, memory: '500MB' })
const fixture = (name: string): Buffer => readFileSync(join(import.meta.dirname, '../../sources', name))
const write = (name: string, bytes: string | Uint8Array): string => {
  const path = join(folder, `${++made}-${name}`)
  writeFileSync(path, bytes)
  return path
}
const importData = (lake: Lake, feed: string, files: readonly string[], more: Partial<FeedImportOptions> = {}) =>
  importFeed({
    ...{ lake, feeds: feedsNamed(feeds, feed), all: feeds, files, date: null, id: null, isDry: false },
    ...{ memory: '500MB', scratch: join(folder, `scratch-${++made}`), now, quarantine: null, ...more },
  })

const index = (month: string, day: string, close: string) =>
  JSON.stringify({
    stat: 'OK',
    date: `2024${month}01`,
    title: `113年${month}月 發行量加權股價指數歷史資料`,
    fields: ['日期', '開盤指數', '最高指數', '最低指數', '收盤指數'],
    data: [[`113/${month}/${day}`, '20,000.00', '30,000.00', '10,000.00', close]],
  })

test('answers kept in lines of one file are loaded by their own days; again, they change nothing', async () => {
  const lake = newLake()
  const file = write(
    'taiex.ndjson.gz',
    gzipSync(`${index('05', '02', '20,222.33')}\n${index('06', '03', '21,000.10')}\n`),
  )
  const dry = await importData(lake, 'twse/MI_5MINS_HIST', [file], { isDry: true })
  assert.deepEqual([dry.version, dry.datasets.TaiwanWeightedIndex!.added, await lake.current()], [null, 2, null])
  const report = await importData(lake, 'twse/MI_5MINS_HIST', [file])
  assert.deepEqual([report.answers, report.from, report.to], [2, '2024-05-01', '2024-06-30'])
  assert.deepEqual(await select(lake, 'SELECT stock_id, trade_date, close FROM TaiwanWeightedIndex ORDER BY 2'), [
    ['TAIEX', '2024-05-02', '20222.3300'],
    ['TAIEX', '2024-06-03', '21000.1000'],
  ])
  const again = await importData(lake, 'twse/MI_5MINS_HIST', [file])
  const { added, changed, unchanged } = again.datasets.TaiwanWeightedIndex!
  assert.deepEqual([added, changed, unchanged], [0, 0, 2])
  assert.equal(again.version!.manifest.version, report.version!.manifest.version)
})

test('OpenAPI lists and Big5 downloads name their day; prices update the datasets computed from them', async () => {
  const lake = newLake()
  const prices = await importData(lake, 'twseOpenApi/STOCK_DAY_ALL', [
    write('20240502.json', fixture('twse-openapi/fixtures/TaiwanStockPrice.STOCK_DAY_ALL.json')),
  ])
  assert.deepEqual([prices.from, prices.to, prices.datasets.TaiwanStockPrice!.added], ['2024-05-02', '2024-05-02', 2])
  assert.equal(prices.derived.TaiwanStockPriceAdj!.added, 2)
  const csv = fixture('taifex/fixtures/TaiwanFuturesInstitutionalInvestors.futContractsDateDown.csv').toString()
  const later = csv.split('\n')[1]!.replace('2024/05/02', '2024/05/07')
  const positions = await importData(lake, 'taifex/futContractsDateDown', [
    write('positions.csv', encoded(`${csv.trimEnd()}\n${later}\n`, 'big5')),
  ])
  assert.deepEqual([positions.from, positions.to], ['2024-05-02', '2024-05-07'])
  assert.equal(positions.datasets.TaiwanFuturesInstitutionalInvestors!.added, 3)
})

test('a response without a day requires one as an option, and one response gives rows of several datasets', async () => {
  const lake = newLake()
  const file = write('margin.json', fixture('twse-openapi/fixtures/TaiwanStockMarginPurchaseShortSale.MI_MARGN.json'))
  await assert.rejects(
    importData(lake, 'twseOpenApi/MI_MARGN', [file]),
    /names no day.*Say which day .* --date YYYY-MM-DD/,
  )
  const report = await importData(lake, 'twseOpenApi/MI_MARGN', [file], { date: '2024-05-02' })
  assert.ok(report.datasets.TaiwanStockMarginPurchaseShortSale!.added > 0)
  assert.deepEqual(await select(lake, 'SELECT DISTINCT trade_date FROM TaiwanStockMarginPurchaseShortSale'), [
    ['2024-05-02'],
  ])
  const totals = fixture('twse/fixtures/TaiwanWeightedIndex.FMTQIK.json')
  const both = await importData(lake, 'twse/FMTQIK', [write('fmtqik.json', totals)])
  assert.deepEqual(Object.keys(both.datasets).sort(), ['TaiwanStockTradingDate', 'TaiwanWeightedIndex'])
})

test('all or nothing: one answer that cannot be read leaves the lake as it was, and bad rows are kept', async () => {
  const lake = newLake()
  const good = index('05', '02', '20,222.33')
  const bad = good.replace('收盤指數', '收市指數')
  await assert.rejects(
    importData(lake, 'twse/MI_5MINS_HIST', [write('two.ndjson', `${good}\n${bad}\n`)]),
    /two\.ndjson line 2 cannot be read by twse\/MI_5MINS_HIST as TaiwanWeightedIndex: .*收盤指數.*Nothing was imported/,
  )
  assert.equal(await lake.current(), null)
  const nothing = '{"stat":"很抱歉，沒有符合條件的資料!"}'
  using quarantine = openQuarantine(join(folder, 'quarantine'))
  const outside = index('06', '03', '31,000.00')
  const report = await importData(
    lake,
    'twse/MI_5MINS_HIST',
    [write('three.ndjson', `${good}\n${nothing}\n${outside}\n`)],
    {
      quarantine,
    },
  )
  assert.deepEqual(
    report.empty.map(({ where }) => where.replace(/^\d+-/, '')),
    ['three.ndjson line 2'],
  )
  assert.deepEqual(
    report.datasets.TaiwanWeightedIndex!.rules.map(({ rule, rows }) => [rule, rows]),
    [['ohlc_order', 1]],
  )
  assert.deepEqual(
    quarantine.list().map(({ rule, answer }) => [rule, answer]),
    [['ohlc_order', null]],
  )
  assert.equal(report.kept, 1)
})

test('an older snapshot does not replace a newer one', async () => {
  const lake = newLake()
  const list = fixture('twse-openapi/fixtures/TaiwanStockOverview.t187ap03_L.json').toString()
  await importData(lake, 'twseOpenApi/t187ap03_L', [write('companies.json', list)])
  const older = list.replaceAll(/"出表日期": "113/g, '"出表日期": "112')
  assert.notEqual(older, list)
  await assert.rejects(
    importData(lake, 'twseOpenApi/t187ap03_L', [write('older.json', older)]),
    /is a list of 2023-.*, and the lake has that of 2024-/,
  )
})

test('a feed is found by its name and its dataset; an unknown name gets suggestions', () => {
  assert.throws(() => feedsNamed(feeds, 'MI_5MINS_HIST'), /several publishers have .*twse\/MI_5MINS_HIST/)
  assert.throws(() => feedsNamed(feeds, 'STOCK_DAYS'), /there is no feed named STOCK_DAYS.* --feed list/)
  assert.deepEqual(feedsNamed(feeds, 'twseopenapi/stock_day_all').map(feedName), ['twseOpenApi/STOCK_DAY_ALL'])
  assert.equal(feedsReading(feeds, Buffer.from(index('05', '02', '20,222.33')))[0], 'twse/MI_5MINS_HIST')
  assert.deepEqual(feedsReading(feeds, Buffer.from('a,b\n1,2\n')), [])
  assert.deepEqual(feedsReading(feeds, Buffer.from('[]')), [])
})

test('saved raw responses are recognised by their titles and loaded completely', { skip }, async () => {
  const lake = newLake()
  for (const [file, feed, dataset, rows] of [
    ['taiex_MI_5MINS_HIST_2000_2025.ndjson.gz', 'twse/MI_5MINS_HIST', 'TaiwanWeightedIndex', 5_501],
    [
      'taifex_futContractsDateDown_TXF_3y_big5.csv.gz',
      'taifex/futContractsDateDown',
      'TaiwanFuturesInstitutionalInvestors',
      2_214,
    ],
    ['twse_STOCK_DAY_ALL/20260528.json.gz', 'twseOpenApi/STOCK_DAY_ALL', 'TaiwanStockPrice', 1_361],
  ] as const) {
    const { added, rejected } = (await importData(lake, feed, [join(samples, 'history', file)])).datasets[dataset]!
    assert.deepEqual([added, rejected], [rows, 0], file)
  }
})
