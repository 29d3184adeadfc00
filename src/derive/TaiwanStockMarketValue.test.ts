import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lakeOf, type Read, textOf } from '../../test/support/derived.ts'
import { runs } from '../../test/support/runs.ts'
import { TaiwanStockShareholding } from '../catalogue/chips/TaiwanStockShareholding.ts'
import { TaiwanStockMarketValue } from '../catalogue/fundamentals/TaiwanStockMarketValue.ts'
import { TaiwanStockMarketValueWeight } from '../catalogue/fundamentals/TaiwanStockMarketValueWeight.ts'
import { TaiwanStockOverview } from '../catalogue/technical/TaiwanStockOverview.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockTradingDate } from '../catalogue/technical/TaiwanStockTradingDate.ts'
import { dateOf, dayOf } from '../days.ts'
import { marketValue } from './TaiwanStockMarketValue.ts'
import { marketValueWeight } from './TaiwanStockMarketValueWeight.ts'

const lake = await lakeOf([...marketValue.from, ...marketValueWeight.from])
const first = dayOf('2024-01-02')
const days = Array.from({ length: 40 }, (_, i) => dateOf(first + i))

type Stock = { closes: (number | null | undefined)[]; shares: (number | null)[] }

const stockOf = fc.record({
  closes: fc.array(
    fc.oneof(
      { weight: 1, arbitrary: fc.integer({ min: 1, max: 99_999_999 }) },
      { weight: 6, arbitrary: fc.constant(null) },
      { weight: 6, arbitrary: fc.constant(undefined) },
    ),
    { minLength: 40, maxLength: 40 },
  ),
  shares: fc.array(fc.option(fc.integer({ min: 1, max: 30_000_000_000 }), { freq: 1 }), {
    minLength: 40,
    maxLength: 40,
  }),
})

const fill = async (stocks: readonly Stock[], traded: readonly boolean[]) => {
  await lake.clear()
  await lake.put(
    TaiwanStockTradingDate,
    days.map((trade_date, i) => ({ trade_date, is_scheduled: !traded[i]! })),
  )
  for (const [i, { closes, shares }] of stocks.entries()) {
    const stock_id = String(1101 + i)
    await lake.put(
      TaiwanStockPrice,
      closes.flatMap((close, at) =>
        close === undefined || !traded[at]
          ? []
          : [{ stock_id, trade_date: days[at]!, close: close === null ? null : textOf(BigInt(close)) }],
      ),
    )
    await lake.put(
      TaiwanStockShareholding,
      shares.flatMap((issued_shares, at) =>
        issued_shares === null
          ? []
          : [{ stock_id, trade_date: days[at]!, market: at % 2 ? 'TWSE' : 'TPEX', issued_shares }],
      ),
    )
  }
}

const byTheRule = (stocks: readonly Stock[], traded: readonly boolean[]): Read[] =>
  stocks.flatMap(({ closes, shares }, i) =>
    days.flatMap((trade_date, today) => {
      if (!traded[today]) return []
      let [age, at] = [0, today]
      while (at >= 0 && (!traded[at] || closes[at] === null || closes[at] === undefined)) if (traded[at--]) age++
      const reported = shares.findLastIndex((count, day) => count !== null && day <= at)
      if (at < 0 || age > 20 || reported < 0) return []
      const [close, issued] = [BigInt(closes[at]!), BigInt(shares[reported]!)]
      return [
        {
          stock_id: String(1101 + i),
          trade_date,
          market: reported % 2 ? 'TWSE' : 'TPEX',
          close: textOf(close),
          issued_shares: String(issued),
          market_value: `${(2n * close * issued + 10_000n) / 20_000n}.00`,
        },
      ]
    }),
  )

const mostlyTraded = fc.array(
  fc.integer({ min: 0, max: 9 }).map((n) => n > 0),
  { minLength: 40, maxLength: 40 },
)

test('a close is carried 20 trading days and no further', async () => {
  await lake.clear()
  await lake.put(
    TaiwanStockTradingDate,
    days.map((trade_date, i) => ({ trade_date, is_scheduled: i === 5 || i > 35 })),
  )
  await lake.put(TaiwanStockPrice, [{ stock_id: '2330', trade_date: days[0]!, close: '543' }])
  await lake.put(TaiwanStockShareholding, [
    { stock_id: '2330', trade_date: '2020-01-02', market: 'TWSE', issued_shares: 25_930_380_458 },
  ])
  const rows = await lake.rows(marketValue)
  // Day 5 was on the schedule only, so the twentieth trading day after the first is day 21.
  assert.deepEqual(
    rows.map(({ trade_date }) => trade_date),
    days.slice(0, 22).filter((_, i) => i !== 5),
  )
  assert.equal(rows[0]!.market_value, '14080196588694.00')
})

test('a market value does not jump where the share count changes in a halt', async () => {
  await lake.clear()
  await lake.put(
    TaiwanStockTradingDate,
    days.map((trade_date) => ({ trade_date, is_scheduled: false })),
  )
  // Half of the capital is returned: 1,000 shares at 10 become 500 at 20, and the count is published in the halt.
  const at = (day: number) => ({ stock_id: '2330', trade_date: days[day]! })
  await lake.put(TaiwanStockPrice, [
    { ...at(0), close: '10' },
    { ...at(9), close: '20' },
  ])
  await lake.put(TaiwanStockShareholding, [
    { ...at(0), market: 'TWSE', issued_shares: 1000 },
    { ...at(4), market: 'TWSE', issued_shares: 500 },
  ])
  const rows = await lake.rows(marketValue)
  assert.deepEqual(
    [...new Set(rows.map((row) => [row.close, row.issued_shares, row.market_value].join(' ')))],
    ['10.0000 1000 10000.00', '20.0000 500 10000.00'],
  )
  for (const day of [1, 4, 6, 9, 12]) await lake.assertIncremental(marketValue, days[day]!)
})

test('a class of a fund that is quoted in a foreign currency has no market value in TWD', async () => {
  await lake.clear()
  const day = { trade_date: days[0]! }
  await lake.put(TaiwanStockTradingDate, [{ ...day, is_scheduled: false }])
  // As recorded: 00643K is quoted in CNY, 00643 in TWD.
  for (const [stock_id, close] of [
    ['00643', '15.56'],
    ['00643K', '3.55'],
    ['00687C', '9.52'],
    ['00687B', '28.77'],
  ] as const) {
    await lake.put(TaiwanStockPrice, [{ ...day, stock_id, close }])
    await lake.put(TaiwanStockShareholding, [{ ...day, stock_id, market: 'TWSE', issued_shares: 1000 }])
  }
  assert.deepEqual(
    (await lake.rows(marketValue)).map((row) => row.stock_id),
    ['00643', '00687B'],
  )
})

test('market values are those of the rule, and those brought up to date equal them', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(stockOf, { minLength: 1, maxLength: 3 }),
      mostlyTraded,
      fc.nat(41),
      async (stocks, traded, day) => {
        await fill(stocks, traded)
        assert.deepEqual(await lake.rows(marketValue), byTheRule(stocks, traded))
        await lake.assertIncremental(marketValue, dateOf(first + day))
      },
    ),
    runs(8),
  )
})

test('weights of a market sum to 100 and rank its stocks', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.bigInt(0n, 10n ** 13n), { minLength: 2, maxLength: 40 }), async (values) => {
      await lake.clear()
      const id = (i: number) => String(1101 + i)
      await lake.put(
        TaiwanStockOverview,
        values.map((_, i) => ({
          stock_id: id(i),
          stock_name: `name ${i}`,
          security_type: i % 7 === 6 ? 'etf' : 'stock',
        })),
      )
      await lake.put(
        TaiwanStockMarketValue,
        values.flatMap((value, i) =>
          days.slice(0, 2).map((trade_date) => ({
            stock_id: id(i),
            trade_date,
            market: i % 3 ? 'TWSE' : 'TPEX',
            market_value: String(value),
          })),
        ),
      )
      const rows = await lake.rows(marketValueWeight)
      const total = (market: boolean) =>
        values.reduce((sum, value, i) => (i % 7 !== 6 && Boolean(i % 3) === market ? sum + value : sum), 0n)
      for (const { stock_id, weight_percent, stock_name, is_estimated, market } of rows) {
        const i = Number(stock_id) - 1101
        const sum = total(Boolean(i % 3))
        assert.notEqual(i % 7, 6)
        assert.equal(weight_percent, textOf((2_000_000n * values[i]! + sum) / (2n * sum)))
        assert.deepEqual([stock_name, is_estimated, market], [`name ${i}`, 'true', i % 3 ? 'TWSE' : 'TPEX'])
      }
      for (const listed of Map.groupBy(rows, ({ market, trade_date }) => `${market} ${trade_date}`).values()) {
        const sum = listed.reduce((all, row) => all + Number(row.weight_percent), 0)
        assert.ok(Math.abs(sum - 100) <= 0.1, `${sum}`)
        const ranked = listed.toSorted((a, b) => Number(a.rank) - Number(b.rank))
        assert.deepEqual(
          ranked.map(({ rank }) => Number(rank)),
          ranked.map((_, i) => i + 1),
        )
        for (const [i, row] of ranked.slice(1).entries()) {
          const fall = Number(ranked[i]!.weight_percent) - Number(row.weight_percent)
          assert.ok(fall > 0 || (fall === 0 && ranked[i]!.stock_id! < row.stock_id!))
        }
      }
      await lake.assertIncremental(marketValueWeight, days[1]!)
    }),
    runs(5),
  )
})

test('published weights are left alone', async () => {
  await lake.clear()
  const values = days
    .slice(0, 2)
    .map((trade_date) => ({ stock_id: '2330', trade_date, market: 'TWSE', market_value: '10' }))
  await lake.put(TaiwanStockOverview, [{ stock_id: '2330', security_type: 'stock' }])
  await lake.put(TaiwanStockMarketValue, values)
  await lake.put(TaiwanStockMarketValueWeight, [
    { stock_id: '2317', trade_date: days[0]!, market: 'TWSE', weight_percent: '1', is_estimated: false },
  ])
  assert.deepEqual(
    (await lake.rows(marketValueWeight)).map((row) => `${row.trade_date} ${row.weight_percent}`),
    [`${days[1]} 100.0000`],
  )
})
