import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { catalogue } from '../catalogue/index.ts'
import type { Fault, Misbehaviour } from '../testing/exchange/faults.ts'
import { type Live, startLive } from '../testing/live.ts'
import type { Done } from './refresh.ts'

/** The large counts of the issue, or small ones for every day. */
const isLong = process.env.TORTURE !== undefined

const root = mkdtempSync(join(tmpdir(), 'formosa-weeks-'))
after(() => rmSync(root, { recursive: true, force: true }))

/** Columns that publishers do not print for every market, or print in larger units. */
const unprinted = {
  TaiwanStockSectorPrice: ['turnover_ratio'],
  TaiwanStockBlockTrade: ['settlement_period'],
  TaiwanStockShareholding: ['isin_code', 'mainland_limit_ratio', 'last_report_date'],
  TaiwanStockDividendResult: ['cash_dividend', 'stock_dividend_per_1000'],
}

/** Rows of a day: what the market has of one, the lake must have once it was asked for. */
const daily = [
  // Its indices are told every five seconds: hundreds of thousands of cells a day.
  ...(isLong ? ['TaiwanStockSectorPrice'] : []),
  'TaiwanStockPrice',
  'TaiwanStockDailyPriceLimit',
  'TaiwanStockPER',
  'TaiwanWeightedIndex',
  'TaiwanReturnIndex',
  'TaiwanStockDayTradingInfo',
  'TaiwanStockMarginPurchaseShortSale',
  'TaiwanStockTotalMarginPurchaseShortSale',
  'TaiwanStockInstitutionalInvestorsBuySell',
  'TaiwanStockTotalInstitutionalInvestors',
  'TaiwanDailyShortSaleBalances',
  'TaiwanStockShareholding',
  'TaiwanStockSecuritiesLending',
  'TaiwanStockBlockTrade',
  'TaiwanStockDayTradingFee',
  'TaiwanStockDividendResult',
  'TaiwanFuturesDaily',
  'TaiwanOptionDaily',
  'TaiwanFuturesInstitutionalInvestors',
  'TaiwanOptionInstitutionalInvestors',
  'TaiwanFuturesSpread',
  'TaiwanFuturesSettlement',
  'TaiwanStockTradingDate',
  'ExchangeRate',
  'CrudeOilPrices',
]
const datasets = catalogue.filter(({ name }) => daily.includes(name))

/** A generator of its own, so that a failing run can be run again. */
function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const misdeeds: readonly Misbehaviour[] = [
  { kind: 'page' },
  { kind: 'redirect' },
  { kind: 'status', status: 403 },
  { kind: 'status', status: 428 },
  { kind: 'status', status: 429, retryAfter: 1 },
  { kind: 'status', status: 500 },
  { kind: 'throttle' },
  { kind: 'cut' },
  { kind: 'cut', politely: true },
  { kind: 'hang' },
  { kind: 'reset' },
  { kind: 'empty' },
  { kind: 'nothing' },
  { kind: 'other day' },
  { kind: 'renamed' },
  { kind: 'moved' },
  { kind: 'repeated', alike: true },
  { kind: 'repeated' },
  { kind: 'fewer rows' },
  { kind: 'garbled' },
]

/** Where things go wrong: the answers that most of the rows come from. */
const places = [
  ['twse', 'MI_INDEX'],
  ['twse', 'T86'],
  ['twse', 'MI_MARGN'],
  ['twse', 'TWT93U'],
  ['twse', 'BWIBBU_d'],
  ['twse', 'FMTQIK'],
  ['tpex', 'dailyQuotes'],
  ['tpex', 'dailyTrade'],
  ['tpex', 'margin/balance'],
  ['tpex', 'peQryDate'],
  ['taifex', 'futDataDown'],
  ['taifex', 'optDataDown'],
  ['bankOfTaiwan', 'flcsv'],
] as const

const faultsFor = (pick: () => number, count: number): Fault[] =>
  Array.from({ length: count }, (_, at) => {
    const [publisher, path] = places[Math.floor(pick() * places.length)]!
    const does = misdeeds[at % misdeeds.length]!
    // Waiting for nothing takes long.
    return { publisher, path, does, times: does.kind === 'hang' ? 1 : 1 + Math.floor(pick() * 6) }
  })

/** An evening's run, and one the next morning, as an unattended service makes them. */
async function live(market: Live, day: string): Promise<Done> {
  await market.refreshAt(`${day}T23:50:00+08:00`, day)
  return market.refreshAt(new Date(Date.parse(`${day}T06:30:00+08:00`) + 86_400_000).toISOString(), day)
}

test('weeks with faults end with what the market really did', { timeout: 3_600_000 }, async () => {
  const seed = Number(process.env.SEED ?? 1)
  const pick = random(seed)
  const market = await startLive(join(root, 'weeks'), { only: daily })
  try {
    const days = await market.days(isLong ? '2026-10-15' : '2026-11-09', '2026-11-13')
    const faults = faultsFor(pick, isLong ? 30 : 8)
    let done: Done | null = null
    for (const [at, day] of days.entries()) {
      // The last two days are quiet: what went wrong before can be made good.
      if (at < days.length - 2)
        for (const fault of faults.splice(0, Math.ceil(faults.length / (days.length - 2 - at))))
          market.exchange.misbehave(fault)
      done = await live(market, day)
    }
    assert.deepEqual(faults, [])
    assert.ok(market.exchange.requests().filter(({ fault }) => fault !== null).length >= (isLong ? 30 : 8))
    const found = await market.differences({ datasets, from: days[0]!, to: days.at(-1)!, unprinted })
    const { datasets: lacking } = await market.gaps(done!)
    const isNamed = ({ dataset, kind, date }: (typeof found)[number]) =>
      kind === 'missing' && lacking[dataset]?.gaps.some(({ from, to }) => from <= date && date <= to)
    assert.deepEqual(
      found.filter((one) => !isNamed(one)),
      [],
      `seed ${seed}`,
    )
    process.stderr.write(`${days.length} days, ${found.length} holes, all named\n`)
  } finally {
    await market.stop()
  }
})
