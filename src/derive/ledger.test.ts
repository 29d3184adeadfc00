import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { isRepresentable, lakeOf, type Read, textOf } from '../../test/support/derived.ts'
import { runs as runsOf } from '../../test/support/runs.ts'
import type { Dataset } from '../catalogue/dataset.ts'
import { TaiwanStockCapitalReductionReferencePrice } from '../catalogue/fundamentals/TaiwanStockCapitalReductionReferencePrice.ts'
import { TaiwanStockChangeFaceReference } from '../catalogue/fundamentals/TaiwanStockChangeFaceReference.ts'
import { TaiwanStockDividendResult } from '../catalogue/fundamentals/TaiwanStockDividendResult.ts'
import { TaiwanStockSplitPrice } from '../catalogue/fundamentals/TaiwanStockSplitPrice.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { dateOf, dayOf } from '../days.ts'
import { readColumns } from '../lake/duck.ts'
import { actionDatasets, type LedgerEntry, readLedger } from './ledger.ts'
import { ratioOf } from './ratio.ts'
import { halfUp } from './rounding.ts'
import { priceAdj } from './TaiwanStockPriceAdj.ts'

const lake = await lakeOf(priceAdj.from)
const first = dayOf('2024-01-02')

type Happening = { dataset: Dataset; day: number; before: number | null; reference: number | null }

/** A stock with these closes on these days, and its corporate actions. */
async function fill(id: string, closes: ReadonlyMap<number, number>, happenings: readonly Happening[]): Promise<void> {
  await lake.put(
    TaiwanStockPrice,
    [...closes].map(([day, units]) => {
      const price = textOf(BigInt(units))
      return { stock_id: id, trade_date: dateOf(first + day), open: price, high: price, low: price, close: price }
    }),
  )
  for (const { dataset, day, before, reference } of happenings)
    await lake.put(dataset, [
      {
        stock_id: id,
        [dataset.date]: dateOf(first + day),
        close_before: before === null ? null : textOf(BigInt(before)),
        reference_price: reference === null ? null : textOf(BigInt(reference)),
      },
    ])
}

async function adjusted(closes: ReadonlyMap<number, number>, happenings: readonly Happening[]): Promise<Read[]> {
  await lake.clear()
  await fill('2330', closes, happenings)
  return lake.rows(priceAdj)
}

const ledger = (): Promise<LedgerEntry[]> =>
  readLedger({ columns: (sql) => readColumns(lake.connection, sql) }, actionDatasets)

const price = fc.integer({ min: 50_000, max: 9_000_000 })
const closesOf = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 0, max: 60 }), price), {
    minLength: 2,
    maxLength: 25,
    selector: ([day]) => day,
  })
  .map((pairs) => new Map(pairs.toSorted(([a], [b]) => a - b)))
const happeningsOf = (min: number, max: number, least = 0) =>
  fc.uniqueArray(
    fc.record({
      dataset: fc.constantFrom(...actionDatasets),
      day: fc.integer({ min, max }),
      before: fc.option(price, { freq: 8 }),
      reference: fc.option(price, { freq: 8 }),
    }),
    { minLength: least, maxLength: 10, selector: ({ dataset, day }) => `${dataset.name} ${day}` },
  )
const runs = runsOf(10)

test('an entry names its source row, the day it takes effect and what it does', async () => {
  await adjusted(new Map([0, 3, 4, 9].map((day) => [day, 10_000])), [
    { dataset: TaiwanStockChangeFaceReference, day: 1, before: 24_850_000, reference: 6_212_500 },
    { dataset: TaiwanStockDividendResult, day: 4, before: null, reference: 10_000 },
    { dataset: TaiwanStockSplitPrice, day: 8, before: 20_000, reference: 15_000 },
    { dataset: TaiwanStockCapitalReductionReferencePrice, day: 12, before: 106_500, reference: 196_900 },
  ])
  const common = { stock_id: '2330' }
  assert.deepEqual(await ledger(), [
    {
      ...common,
      dataset: 'TaiwanStockChangeFaceReference',
      event_date: first + 1,
      close_before: 24_850_000,
      reference_price: 6_212_500,
      trade_date: first + 3,
      factor: ratioOf(1n, 4n),
      carried: ratioOf(3n, 16n),
    },
    {
      ...common,
      dataset: 'TaiwanStockDividendResult',
      event_date: first + 4,
      close_before: null,
      reference_price: 10_000,
      trade_date: first + 4,
      factor: null,
      carried: ratioOf(3n, 4n),
    },
    {
      ...common,
      dataset: 'TaiwanStockSplitPrice',
      event_date: first + 8,
      close_before: 20_000,
      reference_price: 15_000,
      trade_date: first + 9,
      factor: ratioOf(3n, 4n),
      carried: ratioOf(3n, 4n),
    },
    {
      ...common,
      dataset: 'TaiwanStockCapitalReductionReferencePrice',
      event_date: first + 12,
      close_before: 106_500,
      reference_price: 196_900,
      trade_date: null,
      factor: ratioOf(1969n, 1065n),
      carried: null,
    },
  ])
})

test('the ledger holds the factor of every row, and adjusted prices use nothing else', async () => {
  await fc.assert(
    fc.asyncProperty(closesOf, happeningsOf(-5, 65), async (closes, happenings) => {
      fc.pre(isRepresentable(happenings))
      const rows = await adjusted(closes, happenings)
      const entries = await ledger()
      assert.equal(entries.length, happenings.length)
      for (const row of rows) {
        const day = dayOf(row.trade_date!)
        const { n, d } =
          entries.find(({ trade_date }) => trade_date !== null && trade_date > day)?.carried ?? ratioOf(1n, 1n)
        assert.equal(row.adjustment_factor, textOf(halfUp(n * 1_000_000n, d), 6))
        assert.equal(row.close, textOf(halfUp(BigInt(closes.get(day - first)!) * n, d)))
      }
    }),
    runs,
  )
})
