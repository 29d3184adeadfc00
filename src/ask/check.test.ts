import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AskFixture, openFixture } from '../../test/support/ask.ts'
import { check } from './check.ts'
import type { Column, Condition, Measure, Representation } from './representation.ts'

let asked: AskFixture
before(async () => {
  asked = await openFixture()
})
after(() => asked.close())

const column = (dataset: string, name: string, more: Partial<Column> = {}): Column => ({
  kind: 'column',
  dataset,
  column: name,
  ...more,
})
const close = column('TaiwanStockPrice', 'close')
const of = (change: Partial<Representation>): Representation => ({
  shape: 'entities',
  dataset: 'TaiwanStockPrice',
  universe: {},
  when: { kind: 'latest' },
  select: [{ as: 'close', of: close }],
  where: [],
  by: [],
  order: [],
  limit: null,
  notes: [],
  ...change,
})
const where = (left: Measure, value: number, unit?: 'lots' | 'percent' | 'TWD' | 'basis_points'): Condition[] => [
  { kind: 'compare', left, op: '>', right: { kind: 'number', value, ...(unit ? { unit } : {}) } },
]

const cases: readonly (readonly [string, Representation, string | null])[] = [
  ['a price', of({}), null],
  ['lots of shares', of({ where: where(column('TaiwanStockPrice', 'volume'), 5, 'lots') }), null],
  ['a percentage of percent', of({ where: where(column('TaiwanStockPER', 'dividend_yield'), 5, 'percent') }), null],
  ['lots of money', of({ where: where(close, 5, 'lots') }), '5 lots does not fit TWD'],
  [
    'shares beside money',
    of({ where: [{ kind: 'compare', left: close, op: '>', right: column('TaiwanStockPrice', 'volume') }] }),
    'TWD does not fit shares',
  ],
  [
    'a sum of texts',
    of({
      shape: 'groups',
      select: [{ as: 'x', of: { kind: 'across', fn: 'sum', of: column('TaiwanStockPrice', 'stock_id') } }],
    }),
    'a text cannot be reckoned with',
  ],
  [
    'basis points of percent',
    of({ where: where(column('TaiwanStockPER', 'dividend_yield'), 25, 'basis_points') }),
    null,
  ],
  ['basis points of money', of({ where: where(close, 25, 'basis_points') }), '25 basis_points does not fit TWD'],
  [
    'a ranking as scope of a condition',
    of({ where: [{ kind: 'member', universe: { top: { n: 5, by: close, descending: true } } }] }),
    'a ranking chooses the universe of the whole question, not of a condition',
  ],
  [
    'a ranking of what has no entities',
    of({ universe: { top: { n: 5, by: column('GoldPrice', 'price'), descending: true } } }),
    'a ranking is of entities',
  ],
  [
    'the best of each without a number',
    of({ per: 'industry', order: [{ by: 0, descending: true }] }),
    'the best of each needs a limit',
  ],
  [
    'the best of each month at one date',
    of({ per: 'month', order: [{ by: 0, descending: true }], limit: 1 }),
    'the best of each month are of a series or of rows',
  ],
  [
    'the industry of what has none',
    of({
      select: [{ as: 'x', of: { kind: 'group', fn: 'avg', of: column('USStockPrice', 'close'), by: 'industry' } }],
    }),
    'USStockPrice is not of securities that have a market or an industry',
  ],
  [
    'days until a price',
    of({ select: [{ as: 'x', of: { kind: 'days', of: close, as: 'until' } }] }),
    '"days" are counted to or from a date',
  ],
  [
    'a change that runs backwards',
    of({
      select: [
        {
          as: 'x',
          of: {
            kind: 'change',
            of: close,
            since: { kind: 'on', date: '2026-06-30' },
            until: { kind: 'on', date: '2026-03-31' },
            as: 'percent',
          },
        },
      ],
    }),
    'a change ends before it begins',
  ],
  [
    'an indicator of nothing',
    of({ select: [{ as: 'x', of: { kind: 'indicator', name: 'rsi' } }] }),
    'rsi is of a column: give "of"',
  ],
  [
    'an indicator with too many numbers',
    of({ select: [{ as: 'x', of: { kind: 'indicator', name: 'rsi', of: close, parameters: [14, 3] } }] }),
    'rsi takes 1 numbers',
  ],
  [
    'a premium of what is no future',
    of({ select: [{ as: 'x', of: { kind: 'indicator', name: 'premium', of: close } }] }),
    'premium is of a future over its index: "of" is a column of TaiwanFuturesDaily, entity TX or MTX or TMF',
  ],
  [
    'a weighted mean outside of groups',
    of({ select: [{ as: 'x', of: { kind: 'weighted', of: close, weight: close } }] }),
    'a fold across entities stands in groups alone',
  ],
  [
    'one row for the same month of several years',
    of({ when: { kind: 'each', years: 3, month: 10 } }),
    '"each" has several dates: the shape is series or groups',
  ],
  [
    'a row for the same month of each of several years',
    of({ shape: 'series', when: { kind: 'each', years: 3, month: 10 } }),
    null,
  ],
  [
    'a window of neither month nor quarter',
    of({ shape: 'series', when: { kind: 'each', years: 3 } }),
    '"each" names a quarter or a month',
  ],
  [
    'texts of a day added up',
    of({ select: [{ as: 'x', of: column('TaiwanStockPrice', 'stock_id', { fold: 'sum' }) }] }),
    'a text cannot be reckoned with',
  ],
  [
    'a count of texts',
    of({
      shape: 'groups',
      select: [{ as: 'x', of: { kind: 'across', fn: 'count', of: column('TaiwanStockPrice', 'stock_id') } }],
    }),
    null,
  ],
  ['a dataset nobody has', of({ dataset: 'api_keys' }), 'there is no dataset named api_keys'],
  [
    'a column nobody has',
    of({ select: [{ as: 'x', of: column('TaiwanStockPrice', 'secret') }] }),
    'TaiwanStockPrice has no column secret',
  ],
  ['an id nobody has', of({ universe: { ids: ["2330' OR 1=1"] } }), 'TaiwanStockPrice has no stock_id "2330\' OR 1=1"'],
  ['an industry nobody has', of({ universe: { industry: ['魔法業'] } }), 'there is no industry "魔法業"'],
  [
    'a market of what has none',
    of({
      dataset: 'GoldPrice',
      select: [{ as: 'p', of: column('GoldPrice', 'price') }],
      universe: { market: ['TWSE'] },
    }),
    'GoldPrice is not of securities that have a market or an industry',
  ],
  [
    'a filter value nobody has',
    of({
      select: [
        {
          as: 'x',
          of: column('TaiwanFuturesDaily', 'close', { where: [{ column: 'trading_session', is: ['midnight'] }] }),
        },
      ],
    }),
    'TaiwanFuturesDaily.trading_session is never "midnight"',
  ],
  [
    'an account nobody files',
    of({
      select: [
        {
          as: 'x',
          of: column('TaiwanStockFinancialStatement', 'value', { where: [{ column: 'type', is: ['Bribes'] }] }),
        },
      ],
    }),
    'TaiwanStockFinancialStatement.type is never "Bribes"',
  ],
  ['a day that is none', of({ when: { kind: 'on', date: '2026-02-30' } }), '2026-02-30 is not a date'],
  [
    'a time that runs backwards',
    of({ when: { kind: 'between', from: '2026-02-03', to: '2026-02-01' } }),
    'a time ends before it begins',
  ],
  [
    'a span of numbers of days',
    of({ when: { kind: 'span', from: { kind: 'last', n: 3, unit: 'day' } as never } }),
    'a span begins and ends with a day, week, month, quarter or year',
  ],
  [
    'a county that is none',
    of({
      dataset: 'TaiwanStockBrokerInfo',
      shape: 'rows',
      where: [{ kind: 'is', of: column('TaiwanStockBrokerInfo', 'county'), values: ['火星市'] }],
    }),
    'TaiwanStockBrokerInfo.county is never "火星市"',
  ],
  [
    'a text that is reckoned with',
    of({
      select: [
        {
          as: 'x',
          of: { kind: 'over', fn: 'sum', of: column('TaiwanStockOverview', 'stock_name'), window: { kind: 'all' } },
        },
      ],
    }),
    'a text cannot be reckoned with',
  ],
  ['a group that is not folded', of({ shape: 'groups' }), 'in groups, close must be folded across the members'],
  [
    'a fold outside of groups',
    of({ select: [{ as: 'x', of: { kind: 'across', fn: 'sum', of: close } }] }),
    'a fold across entities stands in groups alone',
  ],
  [
    'a condition on a fold of groups',
    of({
      shape: 'groups',
      select: [{ as: 'x', of: { kind: 'across', fn: 'avg', of: close } }],
      where: [
        {
          kind: 'compare',
          left: { kind: 'across', fn: 'avg', of: close },
          op: '>',
          right: { kind: 'number', value: 50, unit: 'TWD' },
        },
      ],
    }),
    null,
  ],
  [
    'a condition on a fold without groups',
    of({
      where: [
        {
          kind: 'compare',
          left: { kind: 'across', fn: 'avg', of: close },
          op: '>',
          right: { kind: 'number', value: 5 },
        },
      ],
    }),
    'a fold across entities stands in groups alone',
  ],
  ['an order by nothing', of({ order: [{ by: 3, descending: true }] }), 'there is nothing called 3 to order by'],
  ['a price told in lots', of({ select: [{ as: 'close', of: close, in: 'lots' }] }), 'close cannot be told in lots'],
]

for (const [what, representation, fault] of cases)
  test(`${what} ${fault === null ? 'passes' : 'is refused'}`, () => {
    assert.deepEqual(check(representation, asked.facts), fault === null ? [] : [fault])
  })

test('more than can be meant at once is refused', () => {
  let of_: Measure = close
  for (let i = 0; i < 500; i++) of_ = { kind: 'arithmetic', op: 'add', left: of_, right: close }
  assert.ok(check(of({ select: [{ as: 'x', of: of_ }] }), asked.facts).includes('it says too much at once'))
})
