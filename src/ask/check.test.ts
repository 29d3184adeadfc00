import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { openFixture } from '../../test/support/ask.ts'
import { createCanonical } from './canonical/canonical.ts'
import { check } from './check.ts'
import type { Measure, Representation } from './representation.ts'

const asked = await openFixture()
after(asked.close)

/** Sentences of the canonical language, and what is wrong with their meaning. */
const cases: readonly (readonly [what: string, sentence: string, fault: string | null])[] = [
  ['a price', 'TaiwanStockPrice: close for all, the latest date.', null],
  ['lots of shares', 'TaiwanStockPrice: close for all, the latest date, where volume is above 5 lots.', null],
  [
    'a percentage of percent',
    'TaiwanStockPrice: close for all, the latest date, where the TaiwanStockPER dataset’s dividend_yield is above 5 percent.',
    null,
  ],
  [
    'lots of money',
    'TaiwanStockPrice: close for all, the latest date, where close is above 5 lots.',
    '5 lots does not fit TWD',
  ],
  [
    'shares beside money',
    'TaiwanStockPrice: close for all, the latest date, where close is above volume.',
    'TWD does not fit shares',
  ],
  [
    'a sum of texts',
    'TaiwanStockPrice: the sum across them of stock_id for all taken together, the latest date.',
    'a text cannot be reckoned with',
  ],
  [
    'basis points of percent',
    'TaiwanStockPrice: close for all, the latest date, where the TaiwanStockPER dataset’s dividend_yield is above 25 basis points.',
    null,
  ],
  [
    'basis points of money',
    'TaiwanStockPrice: close for all, the latest date, where close is above 25 basis points.',
    '25 basis_points does not fit TWD',
  ],
  [
    'a ranking as scope of a condition',
    'TaiwanStockPrice: close for all, the latest date, where it is among those among the first 5 by (close) from the largest.',
    'a ranking chooses the universe of the whole question, not of a condition',
  ],
  [
    'a ranking of what has no entities',
    'TaiwanStockPrice: close for those among the first 5 by (the GoldPrice dataset’s price) from the largest, the latest date.',
    'a ranking is of entities',
  ],
  [
    'the best of each without a number',
    'TaiwanStockPrice: close for all, the latest date, sorted by value 1 from the largest per industry.',
    'the best of each needs a limit',
  ],
  [
    'the best of each month at one date',
    'TaiwanStockPrice: close for all, the latest date, sorted by value 1 from the largest, at most 1 rows per month.',
    'the best of each month are of a series or of rows',
  ],
  [
    'the industry of what has none',
    'TaiwanStockPrice: the average of (the USStockPrice dataset’s close) among its industry for all, the latest date.',
    'USStockPrice is not of securities that have a market or an industry',
  ],
  [
    'days until a price',
    'TaiwanStockPrice: the days until (close) for all, the latest date.',
    '"days" are counted to or from a date',
  ],
  [
    'a change that runs backwards',
    'TaiwanStockPrice: the percentage change of close since on 2026-06-30 until on 2026-03-31 for all, the latest date.',
    'a change ends before it begins',
  ],
  [
    'an indicator of nothing',
    'TaiwanStockPrice: the indicator RSI for all, the latest date.',
    'rsi is of a column: give "of"',
  ],
  [
    'an indicator with too many numbers',
    'TaiwanStockPrice: the indicator RSI of (close) with 14, 3 for all, the latest date.',
    'rsi takes 1 numbers',
  ],
  [
    'a premium of what is no future',
    'TaiwanStockPrice: the indicator premium of (close) for all, the latest date.',
    'premium is of a future over its index: "of" is a column of TaiwanFuturesDaily, entity TX or MTX or TMF',
  ],
  [
    'a weighted mean outside of groups',
    'TaiwanStockPrice: the average across them of (close) weighted by (close) for all, the latest date.',
    'a fold across entities stands in groups alone',
  ],
  [
    'one row for the same month of several years',
    'TaiwanStockPrice: close for all, each month 10 of 3 years.',
    '"each" has several dates: the shape is series or groups',
  ],
  [
    'a row for the same month of each of several years',
    'TaiwanStockPrice: close for all, on each date of each month 10 of 3 years.',
    null,
  ],
  [
    'a window of neither month nor quarter',
    'TaiwanStockPrice: close for all, on each date of each of 3 years.',
    '"each" names a quarter or a month',
  ],
  [
    'texts of a day added up',
    'TaiwanStockPrice: stock_id (rows summed) for all, the latest date.',
    'a text cannot be reckoned with',
  ],
  [
    'a count of texts',
    'TaiwanStockPrice: the number of values across them of stock_id for all taken together, the latest date.',
    null,
  ],
  [
    'an id nobody has',
    'TaiwanStockPrice: close for "2330\' OR 1=1", the latest date.',
    'TaiwanStockPrice has no stock_id "2330\' OR 1=1"',
  ],
  [
    'an industry nobody has',
    'TaiwanStockPrice: close for those in the industry "魔法業", the latest date.',
    'there is no industry "魔法業"',
  ],
  [
    'a market of what has none',
    'GoldPrice: price for those on the market TWSE, the latest date.',
    'GoldPrice is not of securities that have a market or an industry',
  ],
  [
    'a filter value nobody has',
    'TaiwanStockPrice: the TaiwanFuturesDaily dataset’s close (for trading_session = "midnight") for all, the latest date.',
    'TaiwanFuturesDaily.trading_session is never "midnight"',
  ],
  [
    'an account nobody files',
    'TaiwanStockPrice: the TaiwanStockFinancialStatement dataset’s value (for type = "Bribes") for all, the latest date.',
    'TaiwanStockFinancialStatement.type is never "Bribes"',
  ],
  ['a day that is none', 'TaiwanStockPrice: close for all, on 2026-02-30.', '2026-02-30 is not a date'],
  [
    'a time that runs backwards',
    'TaiwanStockPrice: close for all, from 2026-02-03 to 2026-02-01.',
    'a time ends before it begins',
  ],
  [
    'a county that is none',
    'TaiwanStockBrokerInfo: every record\'s the TaiwanStockPrice dataset’s close for all, the latest date, where county is "火星市".',
    'TaiwanStockBrokerInfo.county is never "火星市"',
  ],
  [
    'a text that is reckoned with',
    'TaiwanStockPrice: the sum of the TaiwanStockOverview dataset’s stock_name over all dates for all, the latest date.',
    'a text cannot be reckoned with',
  ],
  [
    'a group that is not folded',
    'TaiwanStockPrice: close for all taken together, the latest date.',
    'in groups, close must be folded across the members',
  ],
  [
    'a fold outside of groups',
    'TaiwanStockPrice: the sum across them of close for all, the latest date.',
    'a fold across entities stands in groups alone',
  ],
  [
    'a condition on a fold of groups',
    'TaiwanStockPrice: the average across them of close for all taken together, the latest date, where the average across them of close is above 50 TWD.',
    null,
  ],
  [
    'a condition on a fold without groups',
    'TaiwanStockPrice: close for all, the latest date, where the average across them of close is above 5.',
    'a fold across entities stands in groups alone',
  ],
  [
    'an order by nothing',
    'TaiwanStockPrice: close for all, the latest date, sorted by value 4 from the largest.',
    'there is nothing called 3 to order by',
  ],
  ['a price told in lots', 'TaiwanStockPrice: close in lots for all, the latest date.', 'close cannot be told in lots'],
]

const canonical = createCanonical()
const meaningOf = (sentence: string): Representation => canonical.read(sentence, 'code')[0]!
for (const [what, sentence, fault] of cases)
  test(`${what} ${fault === null ? 'passes' : 'is refused'}`, () => {
    assert.deepEqual(check(meaningOf(sentence), asked.facts), fault === null ? [] : [fault])
  })

test('what no sentence can say is refused', () => {
  const close = meaningOf('TaiwanStockPrice: close for all, the latest date.')
  const secret: Measure = { kind: 'column', dataset: 'TaiwanStockPrice', column: 'secret' }
  const from = { kind: 'last', n: 3, unit: 'day' } as never
  for (const [change, fault] of [
    [{ dataset: 'api_keys' }, 'there is no dataset named api_keys'],
    [{ select: [{ as: 'x', of: secret }] }, 'TaiwanStockPrice has no column secret'],
    [{ when: { kind: 'span', from } }, 'a span begins and ends with a day, week, month, quarter or year'],
  ] as const satisfies readonly (readonly [Partial<Representation>, string])[])
    assert.deepEqual(check({ ...close, ...change }, asked.facts), [fault])
  const one: Measure = close.select[0]!.of
  let of = one
  for (let i = 0; i < 500; i++) of = { kind: 'arithmetic', op: 'add', left: of, right: one }
  assert.ok(check({ ...close, select: [{ as: 'x', of }] }, asked.facts).includes('it says too much at once'))
})
