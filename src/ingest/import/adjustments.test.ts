import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { recorded, withoutSamples as skip } from '../../../test/support/feeds/fixture.ts'
import { importInto } from '../../../test/support/importing.ts'
import { select } from '../../../test/support/select.ts'
import { catalogue } from '../../catalogue/index.ts'
import { type Lake, openLake } from '../../lake/lake.ts'
import { csvTable } from '../../sources/csvTable.ts'

/**
 * Adjusted prices that somebody else made of the same prices, against ours. No list of the actions behind them came
 * along, so they are read off their factors, and the prices are then made anew from the actions. docs/adjustments.md tells what was found.
 */

type Line = Readonly<Record<string, string>>
type Bar = { readonly date: string; readonly prices: readonly number[]; readonly line: Line }
type Kind = 'dividend' | 'reduction' | 'par'
type Action = {
  readonly stock: string
  readonly date: string
  /** The last day before it. */
  readonly before: string
  readonly close: number
  readonly reference: number
  readonly kind: Kind
  /** The factor that they took. */
  readonly theirs: number
}

const history = (file: string): Line[] => {
  const { titles, rows } = csvTable(recorded(`history/${file}.csv.gz`))
  return rows.map((row) => {
    const line: Record<string, string> = {}
    for (const [at, title] of titles.entries()) line[title] = String(row[at])
    return line
  })
}
const byStock = (lines: readonly Line[], names: readonly string[]): Map<string, Bar[]> => {
  const stocks = new Map<string, Bar[]>()
  for (const line of lines) {
    const bars = stocks.get(line.stock_id!) ?? []
    stocks.set(line.stock_id!, bars)
    bars.push({ date: line.date!, prices: names.map((name) => Number(line[name])), line })
  }
  for (const bars of stocks.values()) bars.sort((a, b) => (a.date < b.date ? -1 : 1))
  return stocks
}

/** What their own rounding leaves uncertain. */
const loose = 2e-6

/** Par values changed, not capital reduced or dividends paid: the recorded list of 2021 and 2022 has them. */
const parChanges = ['6415 2022-07-13', '6531 2021-10-18']

/** The days on which their factor of a stock changes, from the day before to that day. */
function changesOf(raw: ReadonlyMap<string, Bar>, theirs: readonly Bar[]) {
  const stretches: { first: string; last: string; low: number; high: number }[] = []
  for (const { date, prices } of theirs) {
    const pairs = prices.map((price, i) => [raw.get(date)!.prices[i]!, price] as const).filter(([own]) => own > 0)
    // A day without a trade says nothing of the factor, whatever else is printed for it.
    if (pairs.length < 4) continue
    const low = Math.max(...pairs.map(([own, price]) => (price - loose) / own))
    const high = Math.min(...pairs.map(([own, price]) => (price + loose) / own))
    const last = stretches.at(-1)
    if (last && Math.max(last.low, low) <= Math.min(last.high, high)) {
      last.low = Math.max(last.low, low)
      last.high = Math.min(last.high, high)
      last.last = date
    } else stretches.push({ first: date, last: date, low, high })
  }
  return stretches.slice(1).map((next, i) => {
    const last = stretches[i]!
    return { date: next.first, before: last.last, factor: (last.low + last.high) / (next.low + next.high) }
  })
}

/**
 * The actions behind the changes. Before a capital reduction theirs is not reference / close: the amount taken off the
 * close, in money of that time, was divided by a close that they had restated for the reduction already.
 */
function actionsOf(stock: string, raw: readonly Bar[], theirs: readonly Bar[]): Action[] {
  const known = new Map(raw.map((bar) => [bar.date, bar]))
  let restated = 1
  return changesOf(known, theirs)
    .reverse()
    .map(({ date, before, factor }) => {
      const close = known.get(before)!.prices[3]!
      const kind: Kind = factor > 1 ? 'reduction' : parChanges.includes(`${stock} ${date}`) ? 'par' : 'dividend'
      const exact = kind === 'dividend' ? close - (1 - factor) * close * restated : close * factor
      const reference = Number(exact.toFixed(2))
      assert.ok(Math.abs(exact - reference) < 3e-5, `${stock} ${date}: ${exact} is no price`)
      if (kind === 'reduction') restated *= reference / close
      const own =
        kind === 'dividend' ? 1 - (close - reference) / (close * (restated === 1 ? 1 : restated)) : reference / close
      return { stock, date, before, close, reference, kind, theirs: own }
    })
    .reverse()
}

const samples = join(import.meta.dirname, '../../../../shared/samples/history')
const folder = mkdtempSync(join(tmpdir(), 'formosa-adjustments-'))
const now = () => new Date('2026-07-25T12:00:00+08:00')
const lake: Lake = openLake({ root: join(folder, 'lake'), origin: 'live', datasets: catalogue, now, memory: '1GB' })
const raw = skip ? new Map<string, Bar[]>() : byStock(history('daily_long_2015_2026'), ['open', 'high', 'low', 'close'])
const theirs = skip
  ? new Map<string, Bar[]>()
  : byStock(history('daily_adj_long_2015_2026'), ['open', 'max', 'min', 'close'])
const actions = [...theirs].flatMap(([stock, bars]) => actionsOf(stock, raw.get(stock)!, bars))

/** Ex-days on which a typhoon closed the market, and that theirs lack; what the exchange took off is recorded. */
const lost = [
  { stock: '2891', date: '2026-07-10', close: 69.9, reference: 67.4 },
  { stock: '3034', date: '2026-07-10', close: 542, reference: 519 },
]

const importData = (dataset: string, file: string, set: Readonly<Record<string, string>> = {}) =>
  importInto(lake, dataset, file, { set, now })

const written = (name: string, titles: string, rows: readonly (readonly (string | number)[])[]): string => {
  const path = join(folder, name)
  writeFileSync(path, `${[titles, ...rows.map((row) => row.join(','))].join('\n')}\n`)
  return path
}
const cellsOf = ({ date, stock, close, reference }: Pick<Action, 'date' | 'stock' | 'close' | 'reference'>) => [
  date,
  stock,
  close,
  reference,
]
const of = (kind: Kind) => actions.filter((action) => action.kind === kind)

type Ours = { readonly prices: readonly (number | null)[]; readonly spread: number | null; readonly factor: number }
const ours = new Map<string, Ours>()

before(async () => {
  if (skip) return
  await importData('TaiwanStockPrice', join(samples, 'daily_long_2015_2026.csv.gz'))
  const titles = 'date,stock_id,before_price,after_price'
  await importData(
    'TaiwanStockDividendResult',
    written('dividends.csv', titles, [...of('dividend'), ...lost].map(cellsOf)),
    {
      market: 'TWSE',
      event_type: 'both',
    },
  )
  const reductions = 'date,stock_id,ClosingPriceonTheLastTradingDay,PostReductionReferencePrice'
  await importData(
    'TaiwanStockCapitalReductionReferencePrice',
    written('reductions.csv', reductions, of('reduction').map(cellsOf)),
    {
      market: 'TWSE',
      reason: '減資',
    },
  )
  const par = 'date,stock_id,before_close,after_ref_close'
  await importData('TaiwanStockChangeFaceReference', written('par.csv', par, of('par').map(cellsOf)), {
    market: 'TWSE',
  })
  const rows = await select(
    lake,
    `SELECT stock_id, trade_date, open, high, low, close, spread, adjustment_factor FROM TaiwanStockPriceAdj
     WHERE stock_id IN (${[...theirs.keys()].map((id) => `'${id}'`).join(', ')})`,
  )
  const number = (cell: unknown) => (cell === null ? null : Number(cell))
  for (const [stock, date, ...cells] of rows) {
    const [open, high, low, close, spread, factor] = cells.map(number)
    ours.set(`${stock} ${date}`, { prices: [open!, high!, low!, close!], spread: spread!, factor: factor! })
  }
})
after(() => rmSync(folder, { recursive: true, force: true }))

test('every change of their factors is the reference price of an action, in whole cents', { skip }, () => {
  assert.deepEqual([of('dividend').length, of('reduction').length, of('par').length], [355, 9, 2])
  // Where the amount was divided by a close of another time the factor is not the exchange's.
  const wrong = actions.filter(({ theirs: factor, reference, close }) => Math.abs(factor - reference / close) > 1e-9)
  assert.equal(wrong.length, 20)
  assert.deepEqual([...new Set(wrong.map(({ stock }) => stock))].sort(), ['2317', '2603', '2911', '3432'])
})

test('every difference of a price has its reason', { skip }, () => {
  const counts = new Map<string, number>()
  const count = (why: string) => counts.set(why, (counts.get(why) ?? 0) + 1)
  for (const [stock, bars] of theirs) {
    const own = new Map(raw.get(stock)!.map((bar) => [bar.date, bar]))
    const mine = actions.filter((action) => action.stock === stock)
    const gone = lost.filter((action) => action.stock === stock)
    for (const { date, prices } of bars) {
      const row = ours.get(`${stock} ${date}`)
      const traded = own.get(date)!.prices
      if (!row) {
        assert.ok(traded[0]! > traded[1]! || traded[0]! < traded[2]!, `${stock} ${date}`)
        assert.ok(stock === '6531' && date < '2016-06', `${stock} ${date}`)
        count('rejected: an open outside the range of the day')
        continue
      }
      const later = <T extends { date: string }>(list: readonly T[]) => list.filter((action) => action.date > date)
      const factor = later(mine).reduce((product, action) => product * action.theirs, 1)
      const missing = later(gone).reduce((product, { close, reference }) => product * (reference / close), 1)
      const exact = later(mine).reduce((product, { close, reference }) => product * (reference / close), missing)
      // Sentences are written where they are needed alone: there are a million prices.
      if (!(Math.abs(row.factor - exact) < 6e-7)) assert.fail(`${stock} ${date}: factor ${row.factor}, not ${exact}`)
      if (traded[3] === 0) {
        assert.equal(row.prices[3], null)
        count('no trade: theirs repeat the day before')
        continue
      }
      for (const [i, price] of prices.entries()) {
        // What they print is the price times their factors, and what we serve the price times those of the exchange.
        if (!(Math.abs(price - traded[i]! * factor) < 2e-5))
          assert.fail(`${stock} ${date}: ${price}, not ${traded[i]! * factor}`)
        if (!(Math.abs(row.prices[i]! - traded[i]! * exact) < 5.1e-5)) assert.fail(`${stock} ${date}: ${row.prices[i]}`)
      }
      const isSame = prices.every((price, i) => Math.abs(price - row.prices[i]!) < 7e-5)
      if (isSame) count('the same')
      else if (missing !== 1) count('theirs lack an action on a day the market was closed')
      else {
        assert.ok(Math.abs(factor - exact) > 1e-7)
        count('theirs divide an amount by a restated price')
      }
    }
  }
  assert.deepEqual(Object.fromEntries(counts), {
    'the same': 72_992,
    'theirs divide an amount by a restated price': 5_404,
    'theirs lack an action on a day the market was closed': 5_610,
    'no trade: theirs repeat the day before': 57,
    'rejected: an open outside the range of the day': 89,
  })
})
