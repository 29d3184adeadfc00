import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isRepresentable, lakeOf, textOf } from '../../test/support/derived.ts'
import { runs } from '../../test/support/runs.ts'
import { TaiwanStockChangeFaceReference } from '../catalogue/fundamentals/TaiwanStockChangeFaceReference.ts'
import { TaiwanStockSplitPrice } from '../catalogue/fundamentals/TaiwanStockSplitPrice.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { dateOf, dayOf } from '../days.ts'
import { tenYear } from './TaiwanStock10Year.ts'

const lake = await lakeOf(tenYear.from)
const first = dayOf('2010-01-04')

type Close = { day: number; close: number | null }
type Split = { day: number; before: number | null; reference: number; isSplit: boolean }

/** 2,500 closes and a few more, with gaps and days without a close. */
const closesOf = (seed: number): Close[] => {
  const closes: Close[] = []
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
  for (let day = 0, priced = 0; priced < 2515; day += 1 + next(2)) {
    const close = next(90) === 0 ? null : 100_000 + next(9_000_000)
    closes.push({ day, close })
    if (close !== null) priced++
  }
  return closes
}

const fill = async (closes: readonly Close[], splits: readonly Split[]) => {
  await lake.clear()
  await lake.put(
    TaiwanStockPrice,
    closes.map(({ day, close }) => ({
      stock_id: '0050',
      trade_date: dateOf(first + day),
      close: close === null ? null : textOf(BigInt(close)),
    })),
  )
  await lake.connection.run(
    "INSERT INTO stored_TaiwanStockPrice SELECT '2330', * EXCLUDE stock_id FROM stored_TaiwanStockPrice",
  )
  for (const { day, before, reference, isSplit } of splits)
    await lake.put(isSplit ? TaiwanStockSplitPrice : TaiwanStockChangeFaceReference, [
      {
        stock_id: '0050',
        resumption_date: dateOf(first + day),
        close_before: before === null ? null : textOf(BigInt(before)),
        reference_price: textOf(BigInt(reference)),
      },
    ])
}

/** The rule for one day: every close by itself, one common denominator. */
const byTheRule = (closes: readonly Close[], splits: readonly Split[], at: number): string | null => {
  const today = closes[at]!.day
  const window = closes
    .slice(0, at + 1)
    .filter(({ close }) => close !== null)
    .slice(-2500)
  if (window.length < 2500) return null
  const known = splits.filter(({ day, before }) => day <= today && before !== null)
  const d = known.reduce((product, { before }) => product * BigInt(before!), 1n)
  let n = 0n
  for (const { day, close } of window)
    n += known.reduce(
      (value, split) => (day < split.day ? (value * BigInt(split.reference)) / BigInt(split.before!) : value),
      BigInt(close!) * d,
    )
  return textOf((2n * n + 2500n * d) / (5000n * d))
}

const splitOf = (lastDay: number) =>
  fc.record({
    day: fc.oneof(fc.integer({ min: -5, max: lastDay + 5 }), fc.integer({ min: lastDay - 30, max: lastDay })),
    before: fc.option(fc.integer({ min: 10_000, max: 9_000_000 }), { freq: 6 }),
    reference: fc.integer({ min: 10_000, max: 9_000_000 }),
    isSplit: fc.boolean(),
  })

/** An average of more has more than the 18 digits of the column. */
const mostUnits = 1e17

const lastDay = closesOf(1).at(-1)!.day
const splitsOf = fc.uniqueArray(splitOf(lastDay), { maxLength: 5, selector: ({ day, isSplit }) => `${day} ${isSplit}` })

test('the average is exact with any splits inside the window', async () => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1000 }), splitsOf, async (seed, splits) => {
      fc.pre(isRepresentable(splits, mostUnits))
      const closes = closesOf(seed)
      await fill(closes, splits)
      const expected = (applied: readonly Split[]) =>
        closes.flatMap(({ day, close }, at) => {
          const average = byTheRule(closes, applied, at)
          return average === null
            ? []
            : [[dateOf(first + day), close === null ? null : textOf(BigInt(close)), average, '2500']]
        })
      const rows = await lake.rows(tenYear)
      assert.ok(rows.length > 0)
      for (const [id, applied] of [
        ['0050', splits],
        ['2330', []],
      ] as const)
        assert.deepEqual(
          rows
            .filter(({ stock_id }) => stock_id === id)
            .map((row) => [row.trade_date, row.close, row.ten_year_average, row.sample_days]),
          expected(applied),
        )
    }),
    runs(2),
  )
})

test('the average brought up to date equals the average computed at once', async () => {
  await fc.assert(
    fc.asyncProperty(splitsOf, fc.integer({ min: lastDay - 35, max: lastDay + 1 }), async (splits, day) => {
      fc.pre(isRepresentable(splits, mostUnits))
      await fill(closesOf(1), splits)
      await lake.assertIncremental(tenYear, dateOf(first + day))
    }),
    runs(2),
  )
})

test('there is no row before 2,500 closes', async () => {
  const priced = closesOf(7).filter(({ close }) => close !== null)
  await fill(priced.slice(0, 2499), [])
  assert.deepEqual(await lake.rows(tenYear), [])
  await fill(priced.slice(0, 2500), [])
  assert.equal((await lake.rows(tenYear)).length, 2)
})
