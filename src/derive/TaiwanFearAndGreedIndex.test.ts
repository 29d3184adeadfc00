import assert from 'node:assert/strict'
import { test } from 'node:test'
import { lakeOf, type Written } from '../../test/support/derived.ts'
import { TaiwanStockTotalInstitutionalInvestors } from '../catalogue/chips/TaiwanStockTotalInstitutionalInvestors.ts'
import { TaiwanStockTotalMarginPurchaseShortSale } from '../catalogue/chips/TaiwanStockTotalMarginPurchaseShortSale.ts'
import { TaiwanOptionDaily } from '../catalogue/derivatives/TaiwanOptionDaily.ts'
import { USBondYield } from '../catalogue/other/USBondYield.ts'
import { TaiwanReturnIndex } from '../catalogue/technical/TaiwanReturnIndex.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanWeightedIndex } from '../catalogue/technical/TaiwanWeightedIndex.ts'
import { dateOf, dayOf } from '../days.ts'
import { fearAndGreed, scoresOf } from './TaiwanFearAndGreedIndex.ts'

const lake = await lakeOf(fearAndGreed.from)

let state = 20_240_102
const random = () => {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
  return state / 2 ** 32
}
const often = () => random() < 0.95

// Some inputs are missing on some days; put and call volumes are small, so that raw values repeat.
const first = dayOf('2021-01-04')
const days = Array.from({ length: 420 }, (_, i) => dateOf(first + i + Math.floor(i / 5) * 2))
let level = 20_000
const index: Written[] = days.flatMap((trade_date) => {
  level *= 1 + (random() - 0.49) / 40
  return often() ? [{ stock_id: 'TAIEX', trade_date, return_index: level.toFixed(4) }] : []
})
const stocks: Written[] = days.flatMap((trade_date) =>
  ['1101', '2330', '2412', '9910', '0050', '11012'].map((stock_id) => ({
    stock_id,
    trade_date,
    turnover: (random() * 1e10).toFixed(2),
    spread: random() < 0.1 ? null : (Math.round((random() - 0.5) * 4) / 2).toFixed(4),
  })),
)
const options: Written[] = days.flatMap((trade_date, i) =>
  i === 200
    ? []
    : ['put', 'call', 'call'].map((call_put, j) => ({
        trade_date,
        option_id: 'TXO',
        call_put,
        trading_session: j === 2 ? 'after_hours' : 'regular',
        volume: 3 + Math.floor(random() * 4),
      })),
)
const yields: Written[] = days.flatMap((trade_date) =>
  often()
    ? [
        { tenor: '10Y', trade_date, value: (3 + random()).toFixed(4) },
        { tenor: '2Y', trade_date, value: '9' },
      ]
    : [],
)
const margins: Written[] = days.flatMap((trade_date) =>
  ['TWSE', 'TPEX'].flatMap((market) =>
    often() ? [{ trade_date, market, margin_purchase_balance_amount: (1e11 + random() * 1e10).toFixed(2) }] : [],
  ),
)
const flows: Written[] = days.flatMap((trade_date) =>
  ['TWSE', 'TPEX'].map((market) => ({
    trade_date,
    market,
    foreign_investor_net_amount: ((random() - 0.5) * 1e9).toFixed(2),
    foreign_dealer_net_amount: random() < 0.5 ? null : ((random() - 0.5) * 1e8).toFixed(2),
  })),
)
for (const [dataset, rows] of [
  [TaiwanReturnIndex, index],
  [TaiwanStockPrice, stocks],
  [TaiwanOptionDaily, options],
  [USBondYield, yields],
  [TaiwanStockTotalMarginPurchaseShortSale, margins],
  [TaiwanStockTotalInstitutionalInvestors, flows],
] as const)
  await lake.put(dataset, rows)

type Point = [date: string, value: number]

const naive = () => {
  const on = (rows: Written[], date: string) => rows.filter((row) => row.trade_date === date)
  const add = (values: number[]) => values.reduce((a, b) => a + b, 0)
  const mean = (values: number[]) => add(values) / values.length
  const last = (points: Point[], at: number, count: number) =>
    points.slice(at - count + 1, at + 1).map(([, value]) => value)
  const each = (points: Point[], from: number, value: (at: number) => number): Point[] =>
    points.flatMap(([date], at) => (at < from ? [] : [[date, Number(value(at).toFixed(6))] as Point]))

  const I: Point[] = index.map((row) => [row.trade_date as string, Number(row.return_index)])
  const companies = stocks.filter((row) => /^[1-9][0-9]{3}$/.test(row.stock_id as string))
  const n: Point[] = days.flatMap((date) => {
    const up = on(companies, date).filter((row) => Number(row.spread) > 0).length
    const down = on(companies, date).filter((row) => Number(row.spread) < 0).length
    return up + down === 0 ? [] : [[date, (up - down) / (up + down)] as Point]
  })
  const average = (span: number) => {
    let value = n[0]![1]
    return n.map(([, next], at) => {
      if (at > 0) value = (2 / (span + 1)) * next + (1 - 2 / (span + 1)) * value
      return value
    })
  }
  const [fast, slow] = [average(19), average(39)]
  const ratio: Point[] = days.flatMap((date) => {
    const volume = (side: string) =>
      add(
        on(options, date)
          .filter((row) => row.call_put === side)
          .map((row) => row.volume as number),
      )
    return volume('call') === 0 ? [] : [[date, volume('put') / volume('call')] as Point]
  })
  const realised: Point[] = I.flatMap(([date], at) => {
    if (at < 20) return []
    const returns = Array.from({ length: 20 }, (_, i) => Math.log(I[at - i]![1] / I[at - i - 1]![1]))
    const centre = mean(returns)
    return [[date, Math.sqrt((add(returns.map((r) => (r - centre) ** 2)) / 19) * 252)] as Point]
  })
  const yieldBefore = (date: string) =>
    Number(yields.filter((row) => row.tenor === '10Y' && (row.trade_date as string) < date).at(-1)?.value ?? Number.NaN)
  const MB: Point[] = days.flatMap((date) => {
    const both = on(margins, date)
    return both.length < 2 ? [] : [[date, add(both.map((row) => Number(row.margin_purchase_balance_amount)))] as Point]
  })
  const FN: Point[] = days.map((date) => [
    date,
    add(
      on(flows, date).map(
        (row) => Number(row.foreign_investor_net_amount) + Number(row.foreign_dealer_net_amount ?? 0),
      ),
    ),
  ])
  const turnover: Point[] = days.map((date) => [date, add(on(companies, date).map((row) => Number(row.turnover)))])
  return {
    momentum: each(I, 124, (at) => I[at]![1] / mean(last(I, at, 125)) - 1),
    breadth: each(n, 0, (at) => fast[at]! - slow[at]!),
    put_call: each(ratio, 4, (at) => mean(last(ratio, at, 5))),
    volatility: each(realised, 49, (at) => realised[at]![1] / mean(last(realised, at, 50)) - 1),
    safe_haven: each(I, 20, (at) => {
      const [now, then] = [yieldBefore(I[at]![0]), yieldBefore(I[at - 20]![0])]
      return I[at]![1] / I[at - 20]![1] - 1 - ((-8.5 * (now - then)) / 100 + (then / 100) * (20 / 252))
    }).filter(([, value]) => !Number.isNaN(value)),
    margin: each(MB, 20, (at) => MB[at]![1] / MB[at - 20]![1] - 1),
    foreign_flow: each(FN, 19, (at) => add(last(FN, at, 20)) / add(last(turnover, at, 20))),
  }
}

const hundredths = (n: number, d: number) => Math.floor((2 * n * 100 + d) / (2 * d))

test('scores are those of the published method', async () => {
  const raws = naive()
  const expected = days.flatMap((trade_date) => {
    const row: Record<string, string | null> = { trade_date }
    const scores: number[] = []
    for (const [name, raw] of Object.entries(raws)) {
      const at = raw.findIndex(([date]) => date === trade_date)
      const window = at < 0 ? [] : raw.slice(Math.max(0, at - 249), at + 1).map(([, value]) => value)
      const below = window.filter((value) => value < raw[at]![1]).length
      const equal = window.filter((value) => value === raw[at]![1]).length
      const rank = below + equal / 2
      const inverted = name === 'put_call' || name === 'volatility'
      const score =
        window.length < 60 ? null : hundredths(100 * (inverted ? window.length - rank : rank), window.length)
      if (score !== null) scores.push(score)
      row[`${name}_raw`] = at < 0 ? null : raw[at]![1].toFixed(6).replace(/^-(0\.0+)$/, '$1')
      row[`${name}_score`] = score === null ? null : (score / 100).toFixed(2)
    }
    const composite = Math.floor((2 * scores.reduce((a, b) => a + b, 0) + scores.length) / (2 * scores.length))
    const label =
      composite < 2500
        ? 'extreme_fear'
        : composite < 4500
          ? 'fear'
          : composite <= 5500
            ? 'neutral'
            : composite <= 7500
              ? 'greed'
              : 'extreme_greed'
    return scores.length < 5
      ? []
      : [
          {
            ...row,
            fear_greed_score: (composite / 100).toFixed(2),
            fear_greed_label: label,
            component_count: String(scores.length),
            method_version: '1',
          },
        ]
  })
  const rows = await lake.rows(fearAndGreed)
  assert.ok(rows.length > 200)
  assert.ok(rows.some((row) => row.component_count !== '7'))
  assert.deepEqual(
    rows.map((row) => ({ ...row })),
    expected.map((row) => Object.fromEntries(Object.keys(rows[0]!).map((name) => [name, row[name as never]]))),
  )
})

test('scores brought up to date equal those computed at once', async () => {
  for (const at of [233, 419]) await lake.assertIncremental(fearAndGreed, days[at]!)
  assert.deepEqual(
    (await lake.rows(fearAndGreed, days[400]!))
      .map(({ trade_date }) => trade_date)
      .filter((date) => date! < days[400]!),
    [],
  )
})

test('without the return index the price index replaces it', async () => {
  const before = await lake.rows(fearAndGreed)
  await lake.connection.run('DELETE FROM stored_TaiwanReturnIndex')
  await lake.put(
    TaiwanWeightedIndex,
    index.map(({ return_index, ...row }) => ({ ...row, close: return_index! })),
  )
  assert.deepEqual(await lake.rows(fearAndGreed), before)
})

test('equal values count one half and half a hundredth goes up', () => {
  const flat = new Map(Array.from({ length: 80 }, (_, i) => [i, 7]))
  assert.deepEqual([...scoresOf(flat, false).keys()].length, 21)
  assert.deepEqual(new Set(scoresOf(flat, true).values()), new Set([5000]))
  // The largest of 64 values: 100 x 63.5 / 64 = 99.21875; inverted 0.78125.
  const rising = new Map(Array.from({ length: 64 }, (_, i) => [i, i]))
  assert.equal(scoresOf(rising, false).get(63), 9922)
  assert.equal(scoresOf(rising, true).get(63), 78)
  // 80 values: 100 x 79.5 / 80 = 99.375, which is 99.38; inverted 0.625, which is 0.63.
  const longer = new Map(Array.from({ length: 80 }, (_, i) => [i, i]))
  assert.equal(scoresOf(longer, false).get(79), 9938)
  assert.equal(scoresOf(longer, true).get(79), 63)
})
