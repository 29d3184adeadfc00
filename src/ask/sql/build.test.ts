import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { type AskFixture, openFixture } from '../../../test/support/ask.ts'
import { compile } from '../compile.ts'
import type { Column, Measure, Representation } from '../representation.ts'
import { comment } from './print.ts'

let asked: AskFixture
before(async () => {
  asked = await openFixture()
})
after(() => asked.close())

const base: Omit<Representation, 'shape' | 'dataset' | 'select'> = {
  universe: {},
  when: { kind: 'latest' },
  where: [],
  by: [],
  order: [],
  limit: null,
  notes: [],
}
const price = (column: string, more: Partial<Column> = {}): Column => ({
  kind: 'column',
  dataset: 'TaiwanStockPrice',
  column,
  ...more,
})

async function run(
  representation: Partial<Representation> & Pick<Representation, 'shape' | 'dataset' | 'select'>,
): Promise<Record<string, unknown>[]> {
  const { columns, rows } = await asked.select(compile({ ...base, ...representation }, asked.facts, 'en'))
  return rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])))
}

/** The closes of one stock, newest first, reckoned with in JavaScript. */
async function closesOf(id: string): Promise<{ day: string; close: number }[]> {
  const { rows } = await asked.select(
    `SELECT CAST(trade_date AS VARCHAR), close FROM TaiwanStockPrice WHERE stock_id = '${id}' AND close IS NOT NULL ORDER BY 1 DESC`,
  )
  return rows.map(([day, close]) => ({ day: day as string, close: Number(close) }))
}
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length
const near = (a: unknown, b: number): void =>
  assert.ok(Math.abs(Number(a) - b) < 1e-6 * Math.max(1, Math.abs(b)), `${a} is not ${b}`)

const average = (n: number): Measure => ({ kind: 'average', of: price('close'), n })

test('a moving average is the mean of the newest closes, and none where there are fewer', async () => {
  const closes = (await closesOf('2330')).map(({ close }) => close)
  const [row] = await run({
    shape: 'entities',
    dataset: 'TaiwanStockPrice',
    universe: { ids: ['2330'] },
    select: [5, 20, 3000].map((n) => ({ as: `ma${n}`, of: average(n) })),
  })
  near(row!.ma5, mean(closes.slice(0, 5)))
  near(row!.ma20, mean(closes.slice(0, 20)))
  assert.equal(row!.ma3000, null)
})

test('a moving average moves along a series', async () => {
  const closes = await closesOf('2317')
  const rows = await run({
    shape: 'series',
    dataset: 'TaiwanStockPrice',
    universe: { ids: ['2317'] },
    when: { kind: 'last', n: 5, unit: 'trading_day' },
    select: [{ as: 'ma10', of: average(10) }],
  })
  assert.equal(rows.length, 5)
  for (const row of rows) {
    const at = closes.findIndex(({ day }) => day === row.trade_date)
    near(row.ma10, mean(closes.slice(at, at + 10).map(({ close }) => close)))
  }
})

test('a change is from the last close before its window, in points or percent', async () => {
  const closes = await closesOf('2454')
  const change = (as: 'difference' | 'percent'): Measure => ({
    kind: 'change',
    of: price('close'),
    since: { kind: 'this', unit: 'week' },
    as,
  })
  const [row] = await run({
    shape: 'entities',
    dataset: 'TaiwanStockPrice',
    universe: { ids: ['2454'] },
    select: [
      { as: 'points', of: change('difference') },
      { as: 'percents', of: change('percent') },
    ],
  })
  const before = closes.find(({ day }) => day < '2026-11-09')!.close
  near(row!.points, closes[0]!.close - before)
  near(row!.percents, (closes[0]!.close / before - 1) * 100)
})

test('a streak counts the dates in a row up to the newest, and breaks where a date is missing', async () => {
  const rising: Measure = {
    kind: 'streak',
    of: {
      kind: 'compare',
      left: price('close'),
      op: '>',
      right: { kind: 'at', of: price('close'), when: { kind: 'back', n: 1 } },
    },
  }
  const rows = await run({ shape: 'entities', dataset: 'TaiwanStockPrice', select: [{ as: 'days', of: rising }] })
  assert.ok(rows.length > 200)
  const trading = asked.facts.calendar.dates('TaiwanStockPrice', { from: null, to: null }).toReversed()
  for (const { stock_id, days } of rows.slice(0, 40)) {
    const closes = await closesOf(stock_id as string)
    let streak = 0
    while (
      closes[streak]?.day === trading[streak] &&
      closes[streak + 1] &&
      closes[streak]!.close > closes[streak + 1]!.close
    )
      streak++
    assert.equal(Number(days), streak, stock_id as string)
  }
})

test('what must hold on every date of a window holds on each', async () => {
  const flow: Column = {
    kind: 'column',
    dataset: 'TaiwanStockInstitutionalInvestorsBuySell',
    column: 'foreign_investor_net',
  }
  const window = { kind: 'last', n: 3, unit: 'trading_day' } as const
  const rows = await run({
    shape: 'entities',
    dataset: flow.dataset,
    select: [{ as: 'net', of: flow }],
    where: [
      { kind: 'every', of: { kind: 'compare', left: flow, op: '>', right: { kind: 'number', value: 0 } }, window },
    ],
  })
  const { rows: bought } = await asked.select(
    "SELECT stock_id FROM TaiwanStockInstitutionalInvestorsBuySell WHERE trade_date >= DATE '2026-11-11' GROUP BY 1 HAVING min(foreign_investor_net) > 0 AND count(*) = 3 ORDER BY 1",
  )
  assert.deepEqual(
    rows.map(({ stock_id }) => stock_id),
    bought.map(([id]) => id),
  )
  assert.ok(rows.length > 0)
})

test('a slower dataset is joined by its newest row of each entity', async () => {
  const rows = await run({
    shape: 'entities',
    dataset: 'TaiwanStockPrice',
    universe: { ids: ['2330', '2317'] },
    select: [
      { as: 'close', of: price('close') },
      { as: 'yoy', of: { kind: 'column', dataset: 'TaiwanStockMonthRevenue', column: 'yoy_percent' } },
    ],
  })
  const { rows: revenue } = await asked.select(
    "SELECT stock_id, arg_max(yoy_percent, report_month) FROM TaiwanStockMonthRevenue WHERE stock_id IN ('2330', '2317') GROUP BY 1",
  )
  for (const { stock_id, yoy } of rows) near(yoy, Number(revenue.find(([id]) => id === stock_id)![1]))
})

test('series of two datasets stand side by side by date', async () => {
  const future: Column = {
    kind: 'column',
    dataset: 'TaiwanFuturesDaily',
    column: 'close',
    entity: 'TX',
    where: [
      { column: 'trading_session', is: ['regular'] },
      { column: 'contract_month', pick: 'front' },
    ],
  }
  const index: Column = { kind: 'column', dataset: 'TaiwanWeightedIndex', column: 'close', entity: 'TAIEX' }
  const rows = await run({
    shape: 'series',
    dataset: 'TaiwanFuturesDaily',
    when: { kind: 'last', n: 5, unit: 'trading_day' },
    select: [
      { as: 'future', of: future },
      { as: 'spot', of: index },
      { as: 'basis', of: { kind: 'arithmetic', op: 'subtract', left: future, right: index } },
    ],
  })
  assert.equal(rows.length, 5)
  for (const { future: f, spot, basis } of rows) near(basis, Number(f) - Number(spot))
})

test('a correlation is of the returns of the window alone', async () => {
  const [x, y] = [await closesOf('2330'), await closesOf('2454')]
  const returns = (closes: typeof x) => closes.slice(0, 20).map(({ close }, i) => close / closes[i + 1]!.close - 1)
  const [a, b] = [returns(x), returns(y)]
  const [ma, mb] = [mean(a), mean(b)]
  const sum = (f: (i: number) => number) => a.reduce((total, _, i) => total + f(i), 0)
  const expected =
    sum((i) => (a[i]! - ma) * (b[i]! - mb)) / Math.sqrt(sum((i) => (a[i]! - ma) ** 2) * sum((i) => (b[i]! - mb) ** 2))
  const change = (entity: string): Measure => ({
    kind: 'change',
    of: price('close', { entity }),
    since: { kind: 'back', n: 1 },
    as: 'percent',
  })
  const [row] = await run({
    shape: 'entities',
    dataset: 'TaiwanStockPrice',
    select: [
      {
        as: 'r',
        of: {
          kind: 'correlation',
          left: change('2330'),
          right: change('2454'),
          window: { kind: 'last', n: 20, unit: 'trading_day' },
        },
      },
    ],
  })
  near(row!.r, expected)
})

test('groups fold over the members, or over dates', async () => {
  const turnover = price('turnover')
  const [whole] = await run({
    shape: 'groups',
    dataset: 'TaiwanStockPrice',
    select: [{ as: 'total', of: { kind: 'across', fn: 'sum', of: turnover } }],
  })
  const byIndustry = await run({
    shape: 'groups',
    dataset: 'TaiwanStockPrice',
    by: ['industry'],
    select: [{ as: 'total', of: { kind: 'across', fn: 'sum', of: turnover } }],
  })
  assert.ok(byIndustry.length > 20)
  assert.ok(byIndustry.reduce((sum, { total }) => sum + Number(total), 0) <= Number(whole!.total))
  const months = await run({
    shape: 'groups',
    dataset: 'TaiwanStockPrice',
    universe: { ids: ['2330'] },
    when: { kind: 'last', n: 3, unit: 'month' },
    by: ['month'],
    select: [{ as: 'volume', of: { kind: 'across', fn: 'avg', of: price('volume') } }],
  })
  assert.equal(months.length, 4)
})

test('a condition on what was folded keeps groups rather than their members', async () => {
  const volume: Measure = { kind: 'across', fn: 'sum', of: price('volume') }
  const groups = { shape: 'groups', dataset: 'TaiwanStockPrice', by: ['industry'] } as const
  const all = await run({ ...groups, select: [{ as: 'total', of: volume }] })
  const totals = all.map(({ total }) => Number(total)).sort((a, b) => a - b)
  const edge = totals[Math.floor(totals.length / 2)]!
  const kept = await run({
    ...groups,
    select: [{ as: 'total', of: volume }],
    where: [{ kind: 'compare', left: volume, op: '>', right: { kind: 'number', value: edge / 1000, unit: 'lots' } }],
  })
  assert.equal(kept.length, totals.filter((total) => total > edge).length)
  assert.ok(kept.every(({ total }) => Number(total) > edge))
})

test('a corrected dividend counts once', async () => {
  const { rows } = await asked.select(
    'SELECT stock_id, fiscal_year FROM TaiwanStockDividend WHERE cash_earnings_distribution > 0 AND fiscal_year IS NOT NULL GROUP BY stock_id, fiscal_year, dividend_period HAVING count(*) > 1 ORDER BY 1, 2 LIMIT 1',
  )
  const [id, year] = rows[0] as [string, number]
  const [row] = await run({
    shape: 'groups',
    dataset: 'TaiwanStockDividend',
    universe: { ids: [id] },
    when: { kind: 'all' },
    by: [{ column: 'fiscal_year' }],
    select: [
      {
        as: 'cash',
        of: {
          kind: 'across',
          fn: 'sum',
          of: { kind: 'column', dataset: 'TaiwanStockDividend', column: 'cash_dividend' },
        },
      },
    ],
    where: [
      {
        kind: 'compare',
        left: { kind: 'column', dataset: 'TaiwanStockDividend', column: 'fiscal_year' },
        op: '=',
        right: { kind: 'number', value: Number(year) },
      },
    ],
  })
  const { rows: once } = await asked.select(
    `SELECT sum(cash) FROM (SELECT arg_max(coalesce(cash_earnings_distribution, 0) + coalesce(cash_statutory_surplus, 0), announce_date) AS cash FROM TaiwanStockDividend WHERE stock_id = '${id}' AND fiscal_year = ${year} GROUP BY dividend_period)`,
  )
  near(row!.cash, Number(once[0]![0]))
})

test('a name from the data cannot leave the comment at the head of the SQL', () => {
  const evil = {
    ...asked.facts,
    securities: [
      { id: '2330', name: "x */ \n'; DROP TABLE y; --", market: 'TWSE', type: 'stock', industry: null, active: true },
    ],
  }
  const sql = compile(
    {
      ...base,
      shape: 'entities',
      dataset: 'TaiwanStockPrice',
      universe: { ids: ['2330'] },
      select: [{ as: 'close', of: price('close') }],
    },
    evil,
    'zh',
  )
  const [head, ...rest] = sql.split(/\n(?=WITH )/)
  assert.ok(head!.split('\n').every((line) => line.startsWith('-- ')))
  assert.ok(!head!.includes('*/') && !head!.includes(';'))
  assert.ok(!rest.join('').includes('DROP'))
})

test('the parts of an English reading are apart in the comment', () => {
  assert.equal(
    comment(['Reading: close; of 2330 /* x */; last 5 days']),
    '-- Reading: close, of 2330   x  , last 5 days\n',
  )
})

test('a place is counted among all of its day, from either end', async () => {
  const { rows: newest } = await asked.select(
    'SELECT stock_id, volume FROM TaiwanStockPrice WHERE trade_date = (SELECT max(trade_date) FROM TaiwanStockPrice)',
  )
  const byVolume = newest
    .map(([id, volume]) => ({ id: id as string, volume: Number(volume) }))
    .sort((a, b) => b.volume - a.volume)
  const placed = async (descending: boolean, op: '<=' | '=', value: number): Promise<unknown[]> => {
    const place: Measure = { kind: 'place', of: price('volume'), descending }
    const rows = await run({
      shape: 'entities',
      dataset: 'TaiwanStockPrice',
      select: [{ as: 'volume', of: price('volume') }],
      where: [{ kind: 'compare', left: place, op, right: { kind: 'number', value } }],
    })
    return rows.map((row) => Number(row.volume)).sort((a, b) => b - a)
  }
  assert.deepEqual(
    await placed(true, '<=', 3),
    byVolume.slice(0, 3).map(({ volume }) => volume),
  )
  assert.deepEqual(await placed(true, '=', 2), [byVolume[1]!.volume])
  assert.deepEqual(await placed(false, '=', 1), [byVolume.at(-1)!.volume])
})

test('rows are filtered by a column that the names of the securities have as well', async () => {
  const rows = await run({
    shape: 'rows',
    dataset: 'TaiwanStockPER',
    universe: { ids: ['2330', '6488'], rows: [{ column: 'market', is: ['TPEX'] }] },
    select: [{ as: 'pe_ratio', of: { kind: 'column', dataset: 'TaiwanStockPER', column: 'pe_ratio' } }],
  })
  assert.deepEqual(
    rows.map(({ stock_id }) => stock_id),
    ['6488'],
  )
})

test('what a dataset never has rows of is refused, and one that it has beside it is not', async () => {
  const yields = (ids: readonly string[]) =>
    run({
      shape: 'entities',
      dataset: 'TaiwanStockPER',
      universe: { ids },
      select: [{ as: 'y', of: { kind: 'column', dataset: 'TaiwanStockPER', column: 'dividend_yield' } }],
    })
  await assert.rejects(yields(['0050', '0056']), {
    name: 'NotCovered',
    message: 'TaiwanStockPER has no rows of type etf: 0050, 0056',
  })
  assert.equal((await yields(['2330', '0050'])).length, 1)
  // No fund has had such an event, which is an answer.
  const reductions = await run({
    shape: 'rows',
    dataset: 'TaiwanStockCapitalReductionReferencePrice',
    universe: { ids: ['0050'] },
    when: { kind: 'all' },
    select: [
      {
        as: 'reason',
        of: { kind: 'column', dataset: 'TaiwanStockCapitalReductionReferencePrice', column: 'reason' },
      },
    ],
  })
  assert.deepEqual(reductions, [])
})

test('rows of another dataset are not asked for of what has no entities', async () => {
  const exists = { kind: 'exists' as const, dataset: 'TaiwanStockCompanyIndustry', where: [] }
  for (const shape of ['series', 'rows'] as const)
    await assert.rejects(
      run({
        shape,
        dataset: 'GoldPrice',
        select: [{ as: 'price', of: { kind: 'column', dataset: 'GoldPrice', column: 'price' } }],
        where: [exists],
      }),
      { name: 'Meaningless' },
    )
})
