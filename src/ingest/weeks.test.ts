import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { ExchangeFault, FaultRule } from '../../test/standin/faults.ts'
import { type Comparing, comparingOf, comparings } from '../../test/support/comparing.ts'
import { type Live, startLive } from '../../test/support/live.ts'
import { tooLong } from '../../test/support/runs.ts'
import { catalogue } from '../catalogue/index.ts'
import type { RunResult } from './refresh.ts'

/** The large counts of the issue, or small ones for every day. */
const isLong = process.env.TORTURE !== undefined

const root = mkdtempSync(join(tmpdir(), 'formosa-weeks-'))
after(() => rmSync(root, { recursive: true, force: true }))

/** Datasets compared every day: those of the feeds with faults. */
const daily = [
  'TaiwanStockPrice',
  'TaiwanStockDailyPriceLimit',
  'TaiwanStockPER',
  'TaiwanWeightedIndex',
  'TaiwanReturnIndex',
  'TaiwanStockMarginPurchaseShortSale',
  'TaiwanStockTotalMarginPurchaseShortSale',
  'TaiwanStockInstitutionalInvestorsBuySell',
  'TaiwanDailyShortSaleBalances',
  'TaiwanStockDividendResult',
  'TaiwanFuturesDaily',
  'TaiwanOptionDaily',
  'TaiwanStockTradingDate',
  'ExchangeRate',
]
const isCompared = ({ isNot, on }: Comparing) => !isNot && on === undefined
const datasets = catalogue.filter(({ name }) => (isLong ? isCompared(comparingOf(name)) : daily.includes(name)))
const optionsOf = <K extends 'lacks' | 'where'>(what: K): Record<string, NonNullable<Comparing[K]>> =>
  Object.fromEntries(Object.entries(comparings).flatMap(([name, one]) => (one[what] ? [[name, one[what]]] : [])))
const terms = { unprinted: optionsOf('lacks'), where: optionsOf('where') }

/** A generator of its own, so that a failing run can be run again. */
function random(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

const exchangeFaults: readonly ExchangeFault[] = [
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

const faultsFor = (pick: () => number, count: number): FaultRule[] =>
  Array.from({ length: count }, (_, at) => {
    const [publisher, path] = places[Math.floor(pick() * places.length)]!
    const fault = exchangeFaults[at % exchangeFaults.length]!
    // Waiting for nothing takes long.
    return { publisher, path, fault, times: fault.kind === 'hang' ? 1 : 1 + Math.floor(pick() * 6) }
  })

/** An evening's run, and one the next morning, as an unattended service makes them. */
async function live(market: Live, day: string): Promise<RunResult> {
  await market.refreshAt(`${day}T23:50:00+08:00`, day)
  return market.refreshAt(new Date(Date.parse(`${day}T06:30:00+08:00`) + 86_400_000).toISOString(), day)
}

test('weeks with faults end with what the market really did', { timeout: 3_600_000 }, async () => {
  const seed = Number(process.env.SEED ?? 1)
  const next = random(seed)
  await using market = await startLive(join(root, 'weeks'), isLong ? {} : { only: daily })
  const days = await market.days(isLong ? '2026-10-15' : '2026-11-12', '2026-11-13')
  // The last days are quiet: what went wrong before can be made good.
  const quiet = isLong ? 2 : 1
  const faults = faultsFor(next, isLong ? 30 : 8)
  let done: RunResult | null = null
  for (const [at, day] of days.entries()) {
    if (at < days.length - quiet)
      for (const fault of faults.splice(0, Math.ceil(faults.length / (days.length - quiet - at))))
        market.exchange.addFault(fault)
    done = await live(market, day)
  }
  // What is out on the Saturday alone.
  if (isLong) done = await market.refreshAt('2026-11-14T12:00:00+08:00', days.at(-1)!)
  assert.deepEqual(faults, [])
  assert.ok(market.exchange.requests().filter(({ fault }) => fault !== null).length >= (isLong ? 30 : 8))
  const vacuous = new Set(datasets.map(({ name }) => name))
  const onCompared = (name: string, rows: number) => rows > 0 && vacuous.delete(name)
  const found = await market.differences({ datasets, from: days[0]!, to: days.at(-1)!, ...terms, onCompared })
  const { datasets: lacking } = await market.gaps(done!)
  const isNamed = ({ dataset, kind, date }: (typeof found)[number]) =>
    kind === 'missing' && lacking[dataset]?.gaps.some(({ from, to }) => from <= date && date <= to)
  assert.deepEqual(
    found.filter((one) => !isNamed(one)),
    [],
    `seed ${seed}`,
  )
  assert.deepEqual([...vacuous], [])
  process.stderr.write(`${days.length} days, ${found.length} holes, all named\n`)
})

test('every exception to the comparison has a reason', () => {
  for (const [name, { isNot, where, lacks, on, why }] of Object.entries(comparings))
    assert.ok((!isNot && !where && !lacks) || on || why, name)
  assert.ok(daily.every((name) => isCompared(comparingOf(name))))
})

const rare = Map.groupBy(
  Object.entries(comparings).filter(([, { on }]) => on !== undefined),
  ([, { on }]) => on!.join(),
)
test('rare events of the market are fetched correctly too', {
  timeout: 600_000,
  skip: !isLong && tooLong,
}, async () => {
  for (const [days, those] of rare) {
    const names = those.map(([name]) => name)
    await using market = await startLive(join(root, days), { only: names })
    for (const day of days.split(',')) await market.refreshAt(`${day}T23:50:00+08:00`, day)
    const seen = new Set<string>()
    const onCompared = (name: string, rows: number) => rows > 0 && seen.add(name)
    const of = catalogue.filter(({ name }) => names.includes(name))
    assert.deepEqual(await market.differences({ datasets: of, from: '', to: '', ...terms, onCompared }), [])
    assert.deepEqual([...seen].sort(), names.sort())
  }
})
