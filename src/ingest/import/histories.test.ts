import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { createClient } from '../../../test/support/client.ts'
import {
  feedNamed,
  readBytes,
  recorded,
  requestFor,
  rowsIn,
  withoutSamples as skip,
} from '../../../test/support/feeds/fixture.ts'
import { importInto } from '../../../test/support/importing.ts'
import { formosaHere } from '../../../test/support/inProcess.ts'
import { keyOf, type Service, startService } from '../../../test/support/service.ts'
import { catalogue } from '../../catalogue/index.ts'
import { type Lake, openLake } from '../../lake/lake.ts'
import { openReader } from '../../lake/reader.ts'
import { csv } from '../../sources/csv.ts'
import { feeds } from '../../sources/index.ts'
import { decode } from '../../sources/text.ts'
import { missingColumnFormulas } from './filledColumns.ts'
import type { ImportReport } from './import.ts'

const stockDayAll = feedNamed('twse-openapi TaiwanStockPrice STOCK_DAY_ALL')

/** Histories that somebody collected, brought into a lake of their own and served. */

const samples = join(import.meta.dirname, '../../../../shared/samples/history')
const folder = mkdtempSync(join(tmpdir(), 'formosa-histories-'))
const home = join(folder, 'home')
/** Publishers are unreachable here; imported rows are served all the same. */
const live = { FORMOSA_HOME: home, FORMOSA_ORIGIN: 'live', FORMOSA_SOURCES_URL: 'http://127.0.0.1:9' }
mkdirSync(home)
const now = () => new Date('2026-07-25T12:00:00+08:00')
const lake: Lake = openLake({ root: join(home, 'live/lake'), origin: 'live', datasets: catalogue, now, memory: '1GB' })

type Wish = { set?: Record<string, string> }
/** Rows added, changed, left as they are or repeated, and rejected by reason. */
type Became = readonly [added: number, changed: number, same: number, rejected?: Readonly<Record<string, number>>]
type Case = readonly [file: string, dataset: string, became: Became, wish?: Wish]

const today = { is_active: 'true', as_of_date: '2026-07-24' }

/** In this order: what comes later needs the markets of what comes earlier. */
const taken: readonly Case[] = [
  ['trading_calendar_2024_2026.csv.gz', 'TaiwanStockTradingDate', [618, 0, 0]],
  // A list of industries, with indices among the securities.
  ['stock_info.csv.gz', 'TaiwanStockOverview', [2_679, 0, 0, { security_type: 68 }], { set: today }],
  ['isin_codes_twse.csv.gz', 'TaiwanStockOverviewIncludeWarrant', [35_241, 0, 0], { set: today }],
  ['isin_codes_tpex.csv.gz', 'TaiwanStockOverviewIncludeWarrant', [11_484, 0, 0], { set: today }],
  ['old-twse.csv', 'TaiwanStockPrice', [40_727, 0, 0]],
  ['old-otc.csv', 'TaiwanStockPrice', [7_724, 0, 0]],
  // The 25 days of early 2015 that both have are the same, save where the old ones count in thousands: three stocks.
  // On the emerging board the open is an average and may lie outside the range of the day. The list of securities is
  // older than the prices: of those listed since, nobody here knows when.
  ['daily_long_2015_2026.csv.gz', 'TaiwanStockPrice', [125_815, 75, 200, { before_listing: 571 }]],
  [
    'daily_market_20250701_20260724.csv.gz',
    'TaiwanStockPrice',
    [449_821, 0, 11_700, { before_listing: 1_350, ohlc_order: 1_253 }],
  ],
  ['day_trading_long.csv.gz', 'TaiwanStockDayTradingInfo', [79_042, 0, 0]],
  // Warrants and securities that are gone are in no list of today's.
  ['disposition.csv.gz', 'TaiwanStockDisposition', [5_684, 0, 0, { market: 1_478 }]],
  // Holidays have a line without a value.
  ['fred_DCOILWTICO_2025.csv.gz', 'CrudeOilPrices', [10_067, 0, 0, { price: 366 }], { set: { name: 'WTI' } }],
  [
    'fred_DGS10_2025.csv.gz',
    'USBondYield',
    [11_499, 0, 0, { value: 502 }],
    { set: { tenor: '10Y', name: 'Ten years' } },
  ],
  ['fred_DGS2_2025.csv.gz', 'USBondYield', [11_499, 0, 0, { value: 502 }], { set: { tenor: '2Y', name: 'Two years' } }],
  ['futures_institutional.csv.gz', 'TaiwanFuturesInstitutionalInvestors', [11_886, 0, 0]],
  // Weeks of which some brackets are missing.
  ['holding_shares_per_long.csv.gz', 'TaiwanStockHoldingSharesPer', [75_237, 0, 0, { levels_make_total: 397 }]],
  ['holding_shares_per_market_20260717.csv.gz', 'TaiwanStockHoldingSharesPer', [30_583, 0, 272]],
  ['industry_chain.csv.gz', 'TaiwanStockCompanyIndustry', [6_840, 0, 0], { set: { classification: 'value_chain' } }],
  // Lines that stand there twice.
  ['margin_short_suspension_market.csv.gz', 'TaiwanStockMarginShortSaleSuspension', [30_274, 0, 997]],
  ['month_revenue_market.csv.gz', 'TaiwanStockMonthRevenue', [110_812, 0, 0]],
  // The ratio is computed: publishers cut it off after two places. Weeks have no figure, or are dated on a holiday.
  [
    'shareholding_float_long.csv.gz',
    'TaiwanStockShareholding',
    [16_764, 0, 0, { foreign_shares: 509, closed_day: 60 }],
  ],
  ['short_sale_balances_long.csv.gz', 'TaiwanDailyShortSaleBalances', [47_640, 0, 0]],
  ['business_indicator.csv.gz', 'TaiwanMonthlyEconomicIndicator', [197, 0, 0]],
  ['short_sale_balances_market_202607.csv.gz', 'TaiwanDailyShortSaleBalances', [21_517, 0, 390]],
]

const isTorture = process.env.TORTURE !== undefined
/** The lines of the large files that every run reads, and what they become; `npm run torture` reads the files whole. */
const parts: Readonly<Record<string, readonly [lines: RegExp, became: Became]>> = isTorture
  ? {}
  : {
      // Early 2015 is in the old prices too, and a week of 2020 is asked for below.
      'daily_long_2015_2026.csv.gz': [/,(2015-0[12]|2020-04|2026-0[5-7])-/, [4_558, 75, 200, { before_listing: 19 }]],
      'fred_DCOILWTICO_2025.csv.gz': [/^202/, [1_498, 0, 0, { price: 66 }]],
      'fred_DGS10_2025.csv.gz': [/^202/, [1_499, 0, 0, { value: 66 }]],
      'fred_DGS2_2025.csv.gz': [/^202/, [1_499, 0, 0, { value: 66 }]],
      'old-twse.csv': [/,(83|104)\//, [1_723, 0, 0]],
      'old-otc.csv': [/,104\//, [75, 0, 0]],
      // Every warrant whose code ends in 00, and everything else.
      'isin_codes_twse.csv.gz': [/^(?!上市認購)|,\d{4}00,/, [1_649, 0, 0]],
      'isin_codes_tpex.csv.gz': [/^(?!上櫃認購)|,\d{4}00,/, [1_099, 0, 0]],
      'disposition.csv.gz': [/^2026-/, [679, 0, 0, { market: 313 }]],
      'futures_institutional.csv.gz': [/,2026-/, [798, 0, 0]],
      'holding_shares_per_market_20260717.csv.gz': [/^2/, [5_253, 0, 204]],
      'margin_short_suspension_market.csv.gz': [/,(2015|2026)-/, [4_712, 0, 134]],
      'short_sale_balances_market_202607.csv.gz': [/^2/, [3_705, 0, 234]],
      'daily_market_20250701_20260724.csv.gz': [/,2026-(06-(2[5-9]|30)|07-[01])/, [27_937, 0, 720, { ohlc_order: 2 }]],
      'day_trading_long.csv.gz': [/,2026-0[67]-/, [1_062, 0, 0]],
      'holding_shares_per_long.csv.gz': [/,(2021-10|2026-0[67])-/, [2_956, 0, 0, { levels_make_total: 26 }]],
      'month_revenue_market.csv.gz': [/,2026-0[5-7],/, [3_572, 0, 0]],
      'shareholding_float_long.csv.gz': [/,(2023|2026)-/, [2_160, 0, 0, { foreign_shares: 180, closed_day: 30 }]],
      'short_sale_balances_long.csv.gz': [/,2026-0[67]-/, [1_020, 0, 0]],
    }

/** What cannot be imported, and the sentence that says why. */
const refused: readonly (readonly [file: string, dataset: string, why: RegExp])[] = [
  ['daily_adj_long_2015_2026.csv.gz', 'TaiwanStockPriceAdj', /is computed from TaiwanStockPrice/],
  ['margin_maintenance.csv.gz', 'TaiwanStockMarginRatio', /is computed from/],
  ['loan_collateral_market_202607.csv.gz', 'TaiwanStockCreditLimit', /is computed from/],
  ['taiwan_vix.csv.gz', 'TaiwanFearAndGreedIndex', /is computed from/],
  ['cb_overview.csv.gz', 'TaiwanCBOverview', /has no stock_id, bond_kind, issue_date, maturity_date, status, which/],
  ['cb_info.csv.gz', 'TaiwanCBOverview', /has no bond_kind, issue_date, maturity_date, status, as_of_date/],
  // The market that a security left need not be the one it is in now.
  ['delisting.csv.gz', 'TaiwanStockDelisting', /has no market, which/],
  // Times without an offset are no instants.
  ['news_6278.csv.gz', 'TaiwanRelatedNews', /has no news_id, stock_id, publish/],
  ['news_7795.csv.gz', 'TaiwanRelatedNews', /has no news_id, stock_id, publish/],
]
/** Files that are no table of a dataset. */
const others: Readonly<Record<string, string>> = {
  'cb_daily_sample.csv.gz': 'daily prices of bonds are no dataset',
  'fred_FEDFUNDS_2025.csv.gz': 'a market rate, averaged by month, is no rate of a central bank',
  'fred_WM2NS_2025.csv.gz': 'weeks, where the dataset has months',
  'fx_usd_2024_2026.ndjson.gz': 'no table, and middle rates, where the dataset has those of a bank',
  'taiex_MI_5MINS_HIST_2000_2025.ndjson.gz': 'answers of the exchange, which its feed reads',
  'taifex_futContractsDateDown_TXF_3y_big5.csv.gz': 'an answer of the exchange, which its feed reads',
  'taifex_trading_days_2000_2010.txt.gz': 'days of another exchange, without a title',
  twse_STOCK_DAY_ALL: 'answers of the exchange, which its feed reads',
}

const importData = (dataset: string, file: string, { set = {} }: Wish = {}): Promise<ImportReport> =>
  importInto(lake, dataset, file, { set, now })

const becameOf = ({ change, unchanged, repeated, superseded, unreadable, broken, rejected }: ImportReport) => {
  const reasons = [
    ...unreadable.map(({ column, rows }) => [column, rows] as const),
    ...broken.map(({ rule, rows }) => [rule, rows] as const),
  ]
  assert.equal(
    reasons.reduce((sum, [, rows]) => sum + rows, 0),
    rejected,
  )
  return [change.added, change.changed, unchanged + repeated + superseded, Object.fromEntries(reasons)]
}

/** The old prices in two files: those of the OTC market stand there in thousands of shares and of TWD. */
function divideOldPrices(): void {
  const [titles, ...rows] = csv(decode(recorded('history/daily_old_1993_2015.csv.gz'), 'utf-8'))
  const isOtc = ([id]: readonly string[]) => ['5347', '8069', '3105'].includes(id!)
  const write = (name: string, lines: readonly (readonly string[])[]) =>
    writeFileSync(
      join(folder, name),
      [
        titles!.join(','),
        ...lines.map((line) => line.join(',')).filter((line) => parts[name]?.[0].test(line) ?? true),
        '',
      ].join('\n'),
    )
  const shares = (thousands: string | undefined) => String(Number(thousands) * 1000)
  const inShares = rows
    .filter(isOtc)
    .map(([id, day, volume, turnover, ...rest]) => [id!, day!, shares(volume), shares(turnover), ...rest])
  write(
    'old-twse.csv',
    rows.filter((row) => !isOtc(row)),
  )
  write('old-otc.csv', inShares)
}

/** A file with its title and some of its lines. */
function cutLines(file: string, pattern: RegExp): void {
  const [title, ...lines] = decode(recorded(`history/${file}`), 'utf-8').split('\n')
  const kept = lines.filter((line) => pattern.test(line))
  writeFileSync(join(folder, file), gzipSync(`${[title!, ...kept].join('\n')}\n`, { level: 1 }))
}

const pathOf = (file: string): string => join(file.startsWith('old-') || file in parts ? folder : samples, file)
let service: Service
let client: ReturnType<typeof createClient>
let key: string

before(async () => {
  if (skip) return
  divideOldPrices()
  for (const [name, [lines]] of Object.entries(parts)) if (!name.startsWith('old-')) cutLines(name, lines)
  // The first by the command, as an operator would; the others without making pages each time.
  const [file, dataset] = taken[0]!
  const { code, out, err } = await formosaHere(['import', pathOf(file), '--dataset', dataset], live)
  assert.equal(code, 0, err)
  assert.match(out, /went into TaiwanStockTradingDate: 618 rows read, 618 added, .* 0 rejected\./)
  assert.match(out, /Not read, as nobody knows what they are: seq, is_trading_day\./)
})
after(async () => {
  client?.close()
  await service?.stop()
  rmSync(folder, { recursive: true, force: true })
})

test('every history is imported or refused for a reason', { skip }, async () => {
  for (const [file, dataset, whole, wish] of taken.slice(1)) {
    const [added, changed, same, rejected = {}] = parts[file]?.[1] ?? whole
    assert.deepEqual(becameOf(await importData(dataset, pathOf(file), wish)), [added, changed, same, rejected], file)
  }
  const version = (await lake.current())!.manifest.version
  for (const [file, dataset, why] of refused)
    await assert.rejects(importData(dataset, pathOf(file)), { name: 'OperatorError', message: why }, file)
  assert.equal((await lake.current())!.manifest.version, version)
  const seen = [...taken, ...refused].map(([file]) => file.replace(/^old-.*/, 'daily_old_1993_2015.csv.gz'))
  assert.deepEqual([...new Set([...seen, ...Object.keys(others)])].sort(), readdirSync(samples).sort())
})

test('every stock-day that the exchange printed is the same in the history', { skip }, async () => {
  const reader = await openReader((await lake.current())!, catalogue, { memory: '1GB', scratch: join(folder, 'read') })
  const { columns, rows } = await reader.select(
    "SELECT * EXCLUDE (spread) FROM TaiwanStockPrice WHERE trade_date >= DATE '2026-05-01'",
  )
  reader.close()
  const held = new Map(
    rows.map((row) => [`${row[0]} ${row[1]}`, Object.fromEntries(columns.map((name, i) => [name, String(row[i])]))]),
  )
  let compared = 0
  for (const file of readdirSync(join(samples, 'twse_STOCK_DAY_ALL'))) {
    const day = `${file.slice(0, 4)}-${file.slice(4, 6)}-${file.slice(6, 8)}`
    const bytes = recorded(`history/twse_STOCK_DAY_ALL/${file}`)
    for (const { spread: _, ...row } of rowsIn(stockDayAll, readBytes(stockDayAll, bytes, requestFor(day)))) {
      const ours = held.get(`${row.stock_id} ${row.trade_date}`)
      if (!ours) continue
      compared++
      assert.deepEqual(ours, Object.fromEntries(Object.entries(row).map(([name, cell]) => [name, String(cell)])))
    }
  }
  assert.equal(compared, isTorture ? 23_543 : 14_035)
})

test('the ratio of foreign holders that is computed is the one that publishers print', { skip }, () => {
  let compared = 0
  for (const [publisher, day] of [
    ['twse', '2023-01-30'],
    ['mops', '2023-01-30'],
    ['tpexOpenApi', '2025-11-21'],
  ] as const) {
    const feed = feeds.find(
      (one) => one.dataset.name === 'TaiwanStockShareholding' && one.publisher.id === publisher && one.recording,
    )!
    const rows = rowsIn(feed, readBytes(feed, recorded(feed.recording!), requestFor(day)))
    for (const { issued_shares, foreign_shares, foreign_shareholding_ratio: published } of rows) {
      const row = { issued_shares: Number(issued_shares), foreign_shares: Number(foreign_shares) }
      if (row.issued_shares === 0) continue
      const made = missingColumnFormulas(feed.dataset).foreign_shareholding_ratio!(row)
      assert.equal(made, Math.round(Number(published) * 10_000))
      compared++
    }
  }
  assert.equal(compared, 2_910)
})

test('what was imported is served as the origin live', { skip }, async () => {
  const made = await formosaHere(['rebuild'], live)
  assert.equal(made.code, 0, made.err)
  service = await startService(home, { ...live, WORKERS: '1' })
  client = createClient(service.url)
  key = await keyOf(home, 'plus', live)
  for (const dataset of new Set(taken.map(([, name]) => name))) {
    const response = await client.send(`/v1/data/${dataset}?limit=3&include_inactive=true`, { key })
    assert.equal(response.status, 200, response.text)
    assert.equal(response.headers['x-data-origin'], 'live')
    assert.equal(response.json.count, 3, dataset)
  }
  const { json } = await client.send(
    '/v1/data/TaiwanStockPrice?stock_id=2330&start_date=1994-09-05&end_date=1994-09-05',
    { key },
  )
  assert.deepEqual([json.data[0].close, json.data[0].volume], ['96.0000', 4000])
  const week = await client.send(
    '/v1/data/TaiwanStockWeekPrice?stock_id=2330&start_date=2020-04-06&end_date=2020-04-06',
    { key },
  )
  assert.deepEqual([week.json.data[0].open, week.json.data[0].volume], ['273.0000', 204_782_214])
  const explained = await client.send('/v1/data/TaiwanStockPriceAdj/explain?stock_id=2330', { key })
  assert.deepEqual([explained.status, explained.json.data], [200, []])
})
