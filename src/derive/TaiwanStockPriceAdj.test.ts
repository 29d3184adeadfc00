import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isRepresentable, lakeOf, type Read, textOf, unitsOf, type Written } from '../../test/support/derived.ts'
import { runs } from '../../test/support/runs.ts'
import type { Dataset } from '../catalogue/dataset.ts'
import { TaiwanStockDividendResult } from '../catalogue/fundamentals/TaiwanStockDividendResult.ts'
import { TaiwanStockSplitPrice } from '../catalogue/fundamentals/TaiwanStockSplitPrice.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockPriceAdj } from '../catalogue/technical/TaiwanStockPriceAdj.ts'
import { TaiwanStockTradingDate } from '../catalogue/technical/TaiwanStockTradingDate.ts'
import { dateOf, dayOf } from '../days.ts'
import { actionDatasets } from './ledger.ts'
import { priceAdj } from './TaiwanStockPriceAdj.ts'

const lake = await lakeOf([...priceAdj.from, TaiwanStockPriceAdj])

type Price = { day: number; close: number | null; open: number | null }
type Action = { dataset: Dataset; day: number; before: number | null; reference: number | null }

const first = dayOf('2024-01-02')

const fill = async (id: string, prices: readonly Price[], actions: readonly Action[]) => {
  await lake.put(
    TaiwanStockPrice,
    prices.map(({ day, close, open }) => ({
      stock_id: id,
      trade_date: dateOf(first + day),
      open: open === null ? null : textOf(BigInt(open)),
      high: close === null ? null : textOf(BigInt(close + 1)),
      low: close === null ? null : textOf(BigInt(close)),
      close: close === null ? null : textOf(BigInt(close)),
      volume: day,
      turnover: '1234.50',
      trade_count: 7,
    })),
  )
  for (const { dataset, day, before, reference } of actions)
    await lake.put(dataset, [
      {
        stock_id: id,
        [dataset.date]: dateOf(first + day),
        close_before: before === null ? null : textOf(BigInt(before)),
        reference_price: reference === null ? null : textOf(BigInt(reference)),
      } satisfies Written,
    ])
}

/** The written rule, word by word, with fractions. */
const byTheRule = (id: string, prices: readonly Price[], actions: readonly Action[]): Read[] => {
  let previous: bigint | null = null
  return prices.map(({ day, close, open }) => {
    let [n, d] = [1n, 1n]
    for (const action of actions) {
      const effective = prices.find((price) => price.day >= action.day)?.day
      if (effective === undefined || effective <= day || action.before === null || action.reference === null) continue
      n *= BigInt(action.reference)
      d *= BigInt(action.before)
    }
    const adjust = (units: number | null, places = 1n) =>
      units === null ? null : (2n * BigInt(units) * n * places + d) / (2n * d)
    const price = (units: bigint | null) => (units === null ? null : textOf(units))
    const adjusted = adjust(close)
    const spread: bigint | null = adjusted === null || previous === null ? null : adjusted - previous
    previous = adjusted ?? previous
    return {
      stock_id: id,
      trade_date: dateOf(first + day),
      open: price(adjust(open)),
      high: price(adjust(close === null ? null : close + 1)),
      low: price(adjusted),
      close: price(adjusted),
      volume: String(day),
      turnover: '1234.50',
      trade_count: '7',
      spread: price(spread),
      adjustment_factor: textOf(adjust(1, 1_000_000n)!, 6),
    }
  })
}

const pricesOf = fc.uniqueArray(fc.integer({ min: 0, max: 60 }), { minLength: 1, maxLength: 25 }).chain((days) =>
  fc.tuple(
    ...days
      .toSorted((a, b) => a - b)
      .map((day) =>
        fc.record({
          day: fc.constant(day),
          close: fc.option(fc.integer({ min: 1, max: 20_000_000 }), { freq: 6 }),
          open: fc.option(fc.integer({ min: 1, max: 20_000_000 }), { freq: 6 }),
        }),
      ),
  ),
)
const actionsOf = fc.uniqueArray(
  fc.record({
    dataset: fc.constantFrom(...actionDatasets),
    // Before the first price, between prices and after the last.
    day: fc.integer({ min: -5, max: 65 }),
    before: fc.option(fc.integer({ min: 50_000, max: 9_000_000 }), { freq: 8 }),
    reference: fc.option(fc.integer({ min: 50_000, max: 9_000_000 }), { freq: 8 }),
  }),
  { maxLength: 14, selector: ({ dataset, day }) => `${dataset.name} ${day}` },
)

test('any prices and events give what the written rule gives to the last digit, at once and day by day', async () => {
  await fc.assert(
    fc.asyncProperty(pricesOf, actionsOf, fc.integer({ min: -2, max: 64 }), async (prices, actions, day) => {
      fc.pre(isRepresentable(actions))
      await lake.clear()
      await fill('2330', prices, actions)
      await fill('0050', prices, [])
      await lake.assertIncremental(priceAdj, dateOf(first + day))
      assert.deepEqual(await lake.rows(priceAdj), [
        ...byTheRule('0050', prices, []),
        ...byTheRule('2330', prices, actions),
      ])
    }),
    runs(15),
  )
})

test('a half is rounded up, whatever the factor', async () => {
  const price = (day: number, text: string): Price => ({ day, close: Number(unitsOf(text)), open: null })
  const event = (before: number, reference: number): Action => ({
    dataset: TaiwanStockSplitPrice,
    day: 1,
    before: before * 10_000,
    reference: reference * 10_000,
  })
  for (const [text, before, reference, expected] of [
    ['19.9995', 100, 50, '9.9998'],
    ['10.0203', 60, 50, '8.3503'],
    ['10.0003', 6, 5, '8.3336'],
    ['10.0002', 3, 1, '3.3334'],
    ['0.0001', 2, 1, '0.0001'],
    ['0.0001', 3, 1, '0.0000'],
  ] as const) {
    await lake.clear()
    await fill('1101', [price(0, text), price(1, '10')], [event(before, reference)])
    assert.equal((await lake.rows(priceAdj))[0]!.close, expected, `${text} x ${reference}/${before}`)
  }
})

test('an update without events returns new rows only', async () => {
  await lake.clear()
  const prices = [0, 1, 2, 3].map((day) => ({ day, close: 10_000, open: 10_000 }))
  const event = { dataset: TaiwanStockDividendResult, day: 1, before: 20_000, reference: 10_000 }
  await fill('2330', prices, [event])
  await fill('2454', prices, [{ ...event, day: 3 }])
  const rows = await lake.rows(priceAdj, dateOf(first + 2))
  assert.deepEqual(
    rows.map((row) => `${row.stock_id} ${row.trade_date} ${row.spread}`),
    [
      '2330 2024-01-04 0.0000',
      '2330 2024-01-05 0.0000',
      '2454 2024-01-02 null',
      '2454 2024-01-03 0.0000',
      '2454 2024-01-04 0.0000',
      '2454 2024-01-05 0.5000',
    ],
  )
})

/** Prices as the exchange publishes them, on consecutive trading days. */
const publish = async (id: string, rows: readonly (readonly [close: number | null, spread: number | null])[]) => {
  await lake.put(
    TaiwanStockPrice,
    rows.map(([close, spread], day) => ({
      ...{ stock_id: id, trade_date: dateOf(first + day), open: close, high: close, low: close, close, spread },
      volume: 1,
    })),
  )
}
const openDays = (count: number, closed: readonly number[] = []) =>
  lake.put(
    TaiwanStockTradingDate,
    Array.from({ length: count }, (_, day) => ({
      trade_date: dateOf(first + day),
      is_scheduled: closed.includes(day),
    })),
  )
const factorsOf = async (id: string, since: string | null = null) =>
  (await lake.rows(priceAdj, since))
    .filter(({ stock_id }) => stock_id === id)
    .map(({ close, adjustment_factor: factor }) => (factor === null ? close : factor))

test('before an ex-day whose event is missing, adjusted prices are unknown', async () => {
  await lake.clear()
  await openDays(5)
  // 2330 pays 5 on day 2: its change is measured from 95. 2317 is marked as not compared, 1101 pays nothing.
  await publish('2330', [
    [100, null],
    [100, 0],
    [96, 1],
    [97, 1],
    [97, 0],
  ])
  await publish('2317', [
    [50, null],
    [50, 0],
    [48, null],
    [48, 0],
    [49, 1],
  ])
  await publish('1101', [
    [30, null],
    [31, 1],
    [30, -1],
    [30, 0],
    [30, 0],
  ])
  assert.deepEqual(await factorsOf('2330'), [null, null, '1.000000', '1.000000', '1.000000'])
  assert.deepEqual(await factorsOf('2317'), [null, null, '1.000000', '1.000000', '1.000000'])
  assert.deepEqual(await factorsOf('1101'), Array(5).fill('1.000000'))
  for (const day of [1, 2, 3, 4]) await lake.assertIncremental(priceAdj, dateOf(first + day))

  await lake.put(TaiwanStockDividendResult, [
    { stock_id: '2330', ex_date: dateOf(first + 2), close_before: '100', reference_price: '95' },
  ])
  assert.deepEqual(await factorsOf('2330'), ['0.950000', '0.950000', '1.000000', '1.000000', '1.000000'])
})

test('a reference price that moved on days without a trade proves no event', async () => {
  await lake.clear()
  await openDays(6, [2])
  await publish('2330', [
    [100, null],
    [100, 0],
    [null, null],
    [96, 1],
    [97, 1],
    [97, 0],
  ])
  await publish('1101', [
    [30, null],
    [31, 1],
    [null, null],
    [null, null],
    [30, 1],
    [30, 0],
  ])
  await lake.connection.run(`DELETE FROM stored_TaiwanStockPrice WHERE trade_date = DATE '${dateOf(first + 2)}'`)
  // Day 2 was on the schedule only, so the close before day 3 is that of day 1.
  assert.deepEqual(await factorsOf('2330'), [null, null, '1.000000', '1.000000', '1.000000'])
  assert.deepEqual(await factorsOf('1101'), Array(5).fill('1.000000'))
})

test('unknown adjusted prices become known when the exchange corrects the change', async () => {
  await lake.clear()
  await openDays(4)
  await publish('2330', [
    [100, null],
    [100, 0],
    [96, 1],
    [97, 1],
  ])
  await publish('1101', [
    [30, null],
    [31, 1],
    [30, -1],
    [30, 0],
  ])
  await lake.put(TaiwanStockPriceAdj, await lake.rows(priceAdj))
  await lake.connection.run(`UPDATE stored_TaiwanStockPrice SET spread = -4 WHERE stock_id = '2330' AND close = 96`)
  assert.deepEqual(await factorsOf('2330', dateOf(first + 2)), Array(4).fill('1.000000'))
  assert.equal((await lake.rows(priceAdj, dateOf(first + 2))).length, 6)
})

test('unknown prices computed day by day equal those computed at once', async () => {
  const day = fc.tuple(fc.option(fc.integer({ min: 10, max: 12 }), { freq: 5 }), fc.constantFrom(0, 1, null))
  await fc.assert(
    fc.asyncProperty(
      fc.array(day, { minLength: 6, maxLength: 12 }),
      actionsOf,
      fc.nat(12),
      async (drawn, actions, at) => {
        await lake.clear()
        // A day of the schedule on which the market stays closed has no prices.
        const rows = drawn.map((row, i) => (i === 4 ? ([null, null] as const) : row))
        await openDays(rows.length, [4])
        await publish('2330', rows)
        await publish(
          '1101',
          rows.map(([close], i) => [close, close === null || i === 0 ? null : 0]),
        )
        for (const { dataset, day: on, before, reference } of actions.filter((one) => one.day < 12))
          await lake.put(dataset, [
            {
              stock_id: '2330',
              [dataset.date]: dateOf(first + on),
              close_before: before === null ? null : '100',
              reference_price: reference === null ? null : '95',
            },
          ])
        await lake.assertIncremental(priceAdj, dateOf(first + at))
      },
    ),
    runs(10),
  )
})
