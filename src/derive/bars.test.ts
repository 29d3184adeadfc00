import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lakeOf, type Read, textOf, unitsOf, type Written } from '../../test/support/derived.ts'
import { runs } from '../../test/support/runs.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { dateOf, dayOf } from '../days.ts'
import { monthPrice } from './TaiwanStockMonthPrice.ts'
import { weekPrice } from './TaiwanStockWeekPrice.ts'

const lake = await lakeOf([TaiwanStockPrice])
// Over a new year and a leap day, Saturdays and Sundays included.
const first = dayOf('2023-12-20')

const price = fc.integer({ min: 1, max: 9_999_999 }).map((units) => textOf(BigInt(units)))
const rowOf = (id: string, day: number) =>
  fc.record({
    stock_id: fc.constant(id),
    trade_date: fc.constant(dateOf(first + day)),
    open: fc.option(price),
    high: fc.option(price),
    low: fc.option(price),
    close: fc.option(price, { freq: 2 }),
    volume: fc.integer({ min: 0, max: 2 ** 40 }),
    turnover: fc.integer({ min: 0, max: 2 ** 40 }).map((units) => textOf(BigInt(units), 2)),
    trade_count: fc.integer({ min: 0, max: 1000 }),
  })
const rowsOf = (id: string) =>
  fc
    .uniqueArray(fc.integer({ min: 0, max: 90 }), { minLength: 1, maxLength: 30 })
    .chain((days) => fc.tuple(...days.toSorted((a, b) => a - b).map((day) => rowOf(id, day))))

const monday = (date: string) => dateOf(dayOf(date) - ((new Date(date).getUTCDay() + 6) % 7))
const month = (date: string) => `${date.slice(0, 7)}-01`

/** One bar after the other, as a person would add them up. */
const byHand = (rows: readonly Written[], start: (date: string) => string): Omit<Read, string>[] => {
  let previous: bigint | null = null
  return [...Map.groupBy(rows, (row) => start(row.trade_date as string))].map(([from, days]) => {
    const priced = days.filter(({ close }) => close !== null)
    const units = (column: string) =>
      priced.flatMap((day) => (day[column] === null ? [] : [unitsOf(day[column] as string)]))
    const pick = (values: bigint[], better: (a: bigint, b: bigint) => boolean) =>
      values.length === 0 ? null : textOf(values.reduce((a, b) => (better(b, a) ? b : a)))
    const total = (column: string) => days.reduce((sum, day) => sum + BigInt(String(day[column]).replace('.', '')), 0n)
    const close = units('close').at(-1) ?? null
    const spread: bigint | null = close === null || previous === null ? null : close - previous
    previous = close ?? previous
    return {
      stock_id: days[0]!.stock_id,
      start: from,
      trade_date: days.at(-1)!.trade_date,
      open: pick(units('open').slice(0, 1), () => false),
      high: pick(units('high'), (a, b) => a > b),
      low: pick(units('low'), (a, b) => a < b),
      close: close === null ? null : textOf(close),
      volume: String(total('volume')),
      turnover: textOf(total('turnover'), 2),
      trade_count: String(total('trade_count')),
      spread: spread === null ? null : textOf(spread),
      trading_days: String(priced.length),
    }
  })
}

test('bars add up to their days, and bars brought up to date equal them', async () => {
  await fc.assert(
    fc.asyncProperty(rowsOf('1101'), rowsOf('2330'), fc.integer({ min: 0, max: 91 }), async (one, two, day) => {
      await lake.clear()
      await lake.put(TaiwanStockPrice, [...one, ...two])
      await lake.assertIncremental(weekPrice, dateOf(first + day))
      await lake.assertIncremental(monthPrice, dateOf(first + day))
      const weeks = (await lake.rows(weekPrice)).map(({ week: _, week_start_date, ...row }) => ({
        ...row,
        start: week_start_date,
      }))
      assert.deepEqual(weeks, [...byHand(one, monday), ...byHand(two, monday)])
      const months = (await lake.rows(monthPrice)).map(({ month: _, month_start_date, ...row }) => ({
        ...row,
        start: month_start_date,
      }))
      assert.deepEqual(months, [...byHand(one, month), ...byHand(two, month)])
    }),
    runs(10),
  )
})

test('a week belongs to the year its Thursday is in, and a make-up Saturday to its week', async () => {
  await lake.clear()
  await lake.put(
    TaiwanStockPrice,
    ['2020-12-31', '2021-01-04', '2024-12-30', '2026-01-03'].map((trade_date) => ({ stock_id: '2330', trade_date })),
  )
  assert.deepEqual(
    (await lake.rows(weekPrice)).map((row) => `${row.week_start_date} ${row.week} ${row.trade_date}`),
    [
      '2020-12-28 2020-W53 2020-12-31',
      '2021-01-04 2021-W01 2021-01-04',
      '2024-12-30 2025-W01 2024-12-30',
      '2025-12-29 2026-W01 2026-01-03',
    ],
  )
  assert.deepEqual(
    (await lake.rows(monthPrice, '2024-12-31')).map((row) => `${row.month_start_date} ${row.month}`),
    ['2024-12-01 2024-12', '2026-01-01 2026-01'],
  )
})
