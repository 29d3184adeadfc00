import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { lakeOf, type Read, textOf } from '../../test/support/derived.ts'
import { runs } from '../../test/support/runs.ts'
import { TaiwanStockMarginPurchaseShortSale } from '../catalogue/chips/TaiwanStockMarginPurchaseShortSale.ts'
import { TaiwanStockTotalMarginPurchaseShortSale } from '../catalogue/chips/TaiwanStockTotalMarginPurchaseShortSale.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { dateOf, dayOf } from '../days.ts'
import { marginRatio } from './TaiwanStockMarginRatio.ts'

const lake = await lakeOf(marginRatio.from)
const first = dayOf('2024-01-02')
const stocks = ['1101', '2330', '3008', '6488', '8069'] as const
const marketOf = (stock: string) => (stock < '6000' ? 'TWSE' : 'TPEX')

const tradedDay = fc.record({
  closes: fc.array(fc.option(fc.integer({ min: 1, max: 9_999_999 }), { freq: 2 }), { minLength: 5, maxLength: 5 }),
  held: fc.array(fc.option(fc.integer({ min: 0, max: 9_000_000_000 }), { freq: 5 }), { minLength: 5, maxLength: 5 }),
  loans: fc.array(fc.oneof(fc.constant(0), fc.integer({ min: 1_000_000, max: 50_000_000_000 })), {
    minLength: 2,
    maxLength: 2,
  }),
  margin: fc.array(fc.nat(3), { minLength: 2, maxLength: 2 }),
})
type Day = { closes: (number | null)[]; held: (number | null)[]; loans: number[]; margin: number[] }

const fill = async (days: readonly Day[]) => {
  await lake.clear()
  for (const [at, { closes, held, loans, margin }] of days.entries()) {
    const trade_date = dateOf(first + at)
    await lake.put(
      TaiwanStockPrice,
      stocks.map((stock_id, i) => ({
        stock_id,
        trade_date,
        close: closes[i] == null ? null : textOf(BigInt(closes[i])),
      })),
    )
    await lake.put(
      TaiwanStockMarginPurchaseShortSale,
      stocks.flatMap((stock_id, i) =>
        held[i] == null ? [] : [{ stock_id, trade_date, market: marketOf(stock_id), margin_purchase_balance: held[i] }],
      ),
    )
    await lake.put(
      TaiwanStockTotalMarginPurchaseShortSale,
      ['TWSE', 'TPEX'].map((market, i) => ({
        trade_date,
        market,
        margin_purchase_balance_amount: textOf(BigInt(loans[i]!), 2),
        margin_purchase_balance: margin[i]!,
        short_sale_balance: 2,
      })),
    )
  }
}

const byTheRule = (days: readonly Day[]): Read[] =>
  days.flatMap(({ held, loans, margin }, at) => {
    const parts = ['TWSE', 'TPEX'].flatMap((market, m) => {
      let value: bigint | null = null
      for (const [i, stock] of stocks.entries()) {
        const close = days.slice(0, at + 1).findLast(({ closes }) => closes[i] != null)?.closes[i]
        if (marketOf(stock) === market && held[i] != null && close != null)
          value = (value ?? 0n) + BigInt(held[i]) * BigInt(close)
      }
      return value === null ? [] : [{ market, value, loans: BigInt(loans[m]!), margin: BigInt(margin[m]!), short: 2n }]
    })
    if (parts.length === 2)
      parts.push(
        parts.reduce((a, b) => ({
          market: 'ALL',
          value: a.value + b.value,
          loans: a.loans + b.loans,
          margin: a.margin + b.margin,
          short: 4n,
        })),
      )
    return parts
      .filter((part) => part.loans > 0n)
      .toSorted((a, b) => (a.market < b.market ? -1 : 1))
      .map((part) => ({
        trade_date: dateOf(first + at),
        market: part.market,
        margin_maintenance_ratio: textOf((20_000n * part.value + part.loans) / (2n * part.loans)),
        margin_collateral_value: textOf((part.value + 50n) / 100n, 2),
        margin_purchase_balance_amount: textOf(part.loans, 2),
        margin_purchase_balance: String(part.margin),
        short_sale_balance: String(part.short),
        short_margin_ratio:
          part.margin === 0n ? null : textOf((2_000_000n * part.short + part.margin) / (2n * part.margin)),
      }))
  })

test('maintenance ratios are those of the rule, and those brought up to date', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(tradedDay, { minLength: 1, maxLength: 6 }), fc.nat(6), async (days, day) => {
      await fill(days)
      assert.deepEqual(await lake.rows(marginRatio), byTheRule(days))
      await lake.assertIncremental(marginRatio, dateOf(first + day))
    }),
    runs(4),
  )
})

test('a position just opened at 60% financing reads 166.6667', async () => {
  await fill([
    {
      closes: [1_000_000, null, null, null, null],
      held: [1000, null, null, null, null],
      loans: [6_000_000, 0],
      margin: [1, 1],
    },
  ])
  assert.deepEqual(
    (await lake.rows(marginRatio)).map((row) => `${row.market} ${row.margin_maintenance_ratio}`),
    ['TWSE 166.6667'],
  )
})
