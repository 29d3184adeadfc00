import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { openGuardedFixture } from '../../../test/support/ask.ts'
import { NoSuchDate } from '../calendar.ts'
import { compile } from '../compile.ts'
import {
  type Condition,
  circles,
  functions,
  indicators,
  type Measure,
  type Periods,
  periodFolds,
  periodUnits,
  type Representation,
  type Window,
} from '../representation.ts'
import { readRepresentation } from '../schema.ts'
import { Meaningless } from '../typing.ts'

/* Whatever fits the schema is refused in words, or becomes SQL that the guard lets through and the database runs. */

const asked = await openGuardedFixture()
after(asked.close)

const columns: fc.Arbitrary<Measure> = fc.constantFrom<Measure[]>(
  ...(
    [
      ['TaiwanStockPrice', 'close'],
      ['TaiwanStockPrice', 'volume'],
      ['TaiwanStockPrice', 'change_percent'],
      ['TaiwanStockPrice', 'close', '2330'],
      ['TaiwanStockPER', 'pe_ratio'],
      ['TaiwanStockMarketValue', 'market_value'],
      ['TaiwanStockMonthRevenue', 'revenue'],
      ['TaiwanStockDividend', 'cash_dividend'],
      ['TaiwanStockDividend', 'cash_ex_date'],
      ['TaiwanWeightedIndex', 'close', 'TAIEX'],
      ['GoldPrice', 'price'],
      ['USBondYield', 'value', '10Y'],
      ['TaiwanFuturesDaily', 'close', 'TX'],
    ] as const
  ).map(([dataset, column, entity]) => ({
    kind: 'column' as const,
    dataset,
    column,
    ...(entity ? { entity } : {}),
  })),
)
const windows = fc.constantFrom<Window[]>(
  { kind: 'latest' },
  { kind: 'back', n: 1 },
  { kind: 'last', n: 5, unit: 'trading_day' },
  { kind: 'last', n: 2, unit: 'year' },
  { kind: 'before', n: 3, unit: 'trading_day' },
  { kind: 'this', unit: 'month' },
  { kind: 'each', month: 10, years: 3 },
  { kind: 'each', quarter: 2, years: 2 },
  { kind: 'on', date: '2026-06-30' },
  { kind: 'between', from: '2026-09-01', to: null },
  { kind: 'span', from: { kind: 'calendar', year: 2026, month: 9 } },
  { kind: 'span', from: { kind: 'newest', month: 9 }, to: { kind: 'newest', month: 10 } },
  { kind: 'upcoming' },
  { kind: 'all' },
)
const periods: fc.Arbitrary<Periods> = fc.record({
  unit: fc.constantFrom(...periodUnits),
  fn: fc.constantFrom(...periodFolds),
  current: fc.boolean(),
})
const { measure, condition } = fc.letrec<{ measure: Measure; condition: Condition }>((tie) => {
  const of = tie('measure')
  const holds = tie('condition')
  const fn = fc.constantFrom(...functions)
  const by = fc.constantFrom(...circles)
  const is = <T extends string>(kind: T) => fc.constant(kind)
  const period = fc.option(periods, { nil: undefined })
  const told = (value: object): object =>
    Object.fromEntries(Object.entries(value).filter(([, inner]) => inner !== undefined))
  const made = (shape: object): fc.Arbitrary<Measure> =>
    fc.record(shape as never).map(told as never) as fc.Arbitrary<Measure>
  return {
    measure: fc.oneof(
      { maxDepth: 3, depthSize: 'small', withCrossShrink: true },
      columns,
      columns,
      made({ kind: is('group'), fn, of, by }),
      made({ kind: is('share'), of, by }),
      made({ kind: is('place'), of, descending: fc.boolean() }),
      made({ kind: is('over'), fn, of, window: windows }),
      made({
        kind: is('change'),
        of,
        since: windows,
        until: fc.option(windows, { nil: undefined }),
        as: fc.constantFrom('percent', 'difference'),
      }),
      made({ kind: is('streak'), of: holds, period }),
      made({ kind: is('since'), of: holds, period }),
      made({ kind: is('count'), of: holds, window: windows, period }),
      made({ kind: is('day'), fn: fc.constantFrom('first', 'last'), of: holds, window: windows }),
      made({ kind: is('days'), of, as: fc.constantFrom('until', 'since') }),
      made({ kind: is('indicator'), name: fc.constantFrom(...indicators), of: fc.option(columns, { nil: undefined }) }),
      made({ kind: is('arithmetic'), op: fc.constantFrom('subtract', 'divide', 'percent'), left: of, right: of }),
      made({ kind: is('across'), fn, of }),
      made({ kind: is('weighted'), of, weight: of }),
    ),
    condition: fc.oneof(
      { maxDepth: 2, depthSize: 'small' },
      fc.record({
        kind: is('compare'),
        left: of,
        op: fc.constantFrom('>' as const, '<=' as const),
        right: fc.constant<Measure>({ kind: 'number', value: 3 }),
      }),
      fc.record({ kind: is('known'), of, not: fc.boolean() }),
      fc.record({ kind: is('cross'), left: of, right: of, direction: fc.constantFrom('up' as const, 'down' as const) }),
    ),
  }
})
const rarely = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.oneof({ weight: 4, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value })
const representations: fc.Arbitrary<Representation> = fc
  .record({
    shape: fc.constantFrom('entities' as const, 'series' as const, 'groups' as const, 'rows' as const),
    dataset: fc.constantFrom(
      'TaiwanStockPrice',
      'TaiwanStockPrice',
      'TaiwanStockPER',
      'TaiwanStockDividend',
      'GoldPrice',
    ),
    ids: rarely(fc.constant(['2330', '2317'])),
    top: rarely(fc.record({ n: fc.constant(5), by: measure, descending: fc.boolean() })),
    when: windows,
    of: measure,
    folded: fc.boolean(),
    where: rarely(condition).map((one) => (one ? [one] : [])),
    by: fc.constantFrom<Representation['by'][]>([], ['industry'], ['month', 'industry'], ['year']),
    per: rarely(fc.constantFrom('industry' as const, 'month' as const, 'market' as const)),
  })
  .map(({ shape, dataset, ids, top, when, of, folded, where, by, per }) => ({
    shape,
    dataset,
    universe: { ...(ids ? { ids } : {}), ...(top ? { top } : {}) },
    when,
    select: [{ as: 'x', of: shape === 'groups' && folded ? { kind: 'across' as const, fn: 'max' as const, of } : of }],
    where,
    by: shape === 'groups' ? by : [],
    order: [{ by: 0, descending: true }],
    limit: 3,
    ...(per ? { per } : {}),
    notes: [],
  }))

test('whatever fits the schema is refused in words, or runs', { timeout: 300_000 }, async () => {
  let ran = 0
  await fc.assert(
    fc.asyncProperty(representations, async (representation) => {
      assert.deepEqual(readRepresentation(representation), { representation })
      let sql: string
      try {
        sql = compile(representation, asked.facts, 'en')
      } catch (error) {
        assert.ok(error instanceof Meaningless || error instanceof NoSuchDate, String(error))
        assert.ok(error.message.length > 0)
        return
      }
      await asked.check(sql)
      await assert.doesNotReject(asked.select(sql), sql)
      ran++
    }),
    { numRuns: Number(process.env.TORTURE ?? 0) > 0 ? 10_000 : 400, seed: Number(process.env.FUZZ_SEED ?? 1) },
  )
  assert.ok(ran > 20, `${ran} ran`)
})
