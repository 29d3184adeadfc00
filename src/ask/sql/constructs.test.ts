import assert from 'node:assert/strict'
import { after, before, test } from 'node:test'
import { openGuardedFixture } from '../../../test/support/ask.ts'
import { compile } from '../compile.ts'
import type { Column, Condition, Filter, Measure, Representation } from '../representation.ts'
import { readRepresentation } from '../schema.ts'

let asked: Awaited<ReturnType<typeof openGuardedFixture>>
before(async () => {
  asked = await openGuardedFixture()
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
type Asked = Partial<Representation> & Pick<Representation, 'shape' | 'dataset' | 'select'>
type Row = Record<string, unknown>

const sqlOf = (representation: Asked): string => {
  const whole = { ...base, ...representation }
  assert.deepEqual(readRepresentation(whole), { representation: whole })
  return compile(whole, asked.facts, 'en')
}
const rowsOf = async (sql: string): Promise<Row[]> => {
  const { columns, rows } = await asked.select(sql)
  return rows.map((row) => Object.fromEntries(columns.map((name, i) => [name, row[i]])))
}
/** Through the schema, the checker, the builder and the guard. */
async function run(representation: Asked): Promise<Row[]> {
  const sql = sqlOf(representation)
  await asked.check(sql)
  return rowsOf(sql)
}

const plain = (value: unknown): unknown => {
  if (value === null || value === undefined) return null
  const text = String(value)
  const number = Number(text)
  return text !== '' && Number.isFinite(number) ? Number(number.toPrecision(9)) : text.replace(' 00:00:00', '')
}
/** The columns of the gold, found by name in the answer; rows in any order unless both have one. */
async function rowsSame(representation: Asked, gold: string, ordered = false): Promise<Row[]> {
  const [got, want] = [await run(representation), await rowsOf(gold)]
  assert.ok(want.length > 0, 'the gold has no rows')
  const names = Object.keys(want[0]!)
  const lines = (rows: Row[]) => {
    const told = rows.map((row) => JSON.stringify(names.map((name) => plain(row[name]))))
    return ordered ? told : told.sort()
  }
  assert.deepEqual(lines(got), lines(want))
  return got
}

const same = async (representation: Asked, gold: string, ordered = false): Promise<void> => {
  await rowsSame(representation, gold, ordered)
}

const of = (dataset: string, column: string, more: Partial<Column> = {}): Column => ({
  kind: 'column',
  dataset,
  column,
  ...more,
})
const price = (column: string, more: Partial<Column> = {}): Column => of('TaiwanStockPrice', column, more)
const close = price('close')
const number = (value: number, unit?: 'days' | 'percent' | 'basis_points'): Measure => ({
  kind: 'number',
  value,
  ...(unit ? { unit } : {}),
})
const minus = (left: Measure, right: Measure): Measure => ({ kind: 'arithmetic', op: 'subtract', left, right })
const percentOf = (left: Measure, right: Measure): Measure => ({ kind: 'arithmetic', op: 'percent', left, right })
const compare = (left: Measure, op: '>' | '>=' | '<' | '<=' | '=', right: Measure): Condition => ({
  kind: 'compare',
  left,
  op,
  right,
})
const back = (measure: Measure, n = 1): Measure => ({ kind: 'at', of: measure, when: { kind: 'back', n } })
const daily = (measure: Measure): Measure => ({
  kind: 'change',
  of: measure,
  since: { kind: 'back', n: 1 },
  as: 'percent',
})
const per = of('TaiwanStockPER', 'pe_ratio')
const cap = of('TaiwanStockMarketValue', 'market_value')
const entities = { shape: 'entities', dataset: 'TaiwanStockPrice' } as const
const newest = 'trade_date = (SELECT max(trade_date) FROM TaiwanStockPrice)'

test('a value stands beside the median of its own industry, whoever else is asked about', () =>
  same(
    {
      shape: 'entities',
      dataset: 'TaiwanStockPER',
      universe: { ids: ['2330', '2317'] },
      select: [
        { as: 'pe', of: per },
        { as: 'middle', of: { kind: 'group', fn: 'median', of: per, by: 'industry' } },
        { as: 'all_middle', of: { kind: 'group', fn: 'median', of: per, by: 'all' } },
      ],
    },
    `WITH p AS (SELECT p.stock_id, p.pe_ratio, o.industry_category FROM TaiwanStockPER p JOIN TaiwanStockOverview o USING (stock_id) WHERE p.trade_date = (SELECT max(trade_date) FROM TaiwanStockPER))
     SELECT stock_id, pe_ratio AS pe, (SELECT median(q.pe_ratio) FROM p q WHERE q.industry_category = p.industry_category) AS middle, (SELECT median(pe_ratio) FROM p) AS all_middle
     FROM p WHERE stock_id IN ('2330', '2317')`,
  ))

test('stocks below the median of their market, by a condition', () =>
  same(
    {
      shape: 'entities',
      dataset: 'TaiwanStockPER',
      select: [{ as: 'pe', of: per }],
      where: [compare(per, '<', { kind: 'group', fn: 'median', of: per, by: 'market' })],
    },
    `WITH p AS (SELECT p.stock_id, p.pe_ratio, o.market FROM TaiwanStockPER p JOIN TaiwanStockOverview o USING (stock_id) WHERE p.trade_date = (SELECT max(trade_date) FROM TaiwanStockPER))
     SELECT stock_id, pe_ratio AS pe FROM p WHERE pe_ratio < (SELECT median(q.pe_ratio) FROM p q WHERE q.market = p.market)`,
  ))

test('a share is of the whole, of an industry, or of all groups', async () => {
  const turnover = price('turnover')
  await same(
    {
      ...entities,
      universe: { ids: ['2330'] },
      select: [
        { as: 'of_all', of: { kind: 'share', of: turnover, by: 'all' } },
        { as: 'of_industry', of: { kind: 'share', of: turnover, by: 'industry' } },
      ],
    },
    `WITH p AS (SELECT p.*, o.industry_category FROM TaiwanStockPrice p LEFT JOIN TaiwanStockOverview o USING (stock_id) WHERE ${newest})
     SELECT turnover * 100.0 / (SELECT sum(turnover) FROM p) AS of_all, turnover * 100.0 / (SELECT sum(q.turnover) FROM p q WHERE q.industry_category = p.industry_category) AS of_industry FROM p WHERE stock_id = '2330'`,
  )
  await same(
    {
      ...entities,
      shape: 'groups',
      universe: { type: ['stock'] },
      by: ['industry'],
      select: [{ as: 'part', of: { kind: 'share', of: { kind: 'across', fn: 'sum', of: turnover }, by: 'all' } }],
      order: [{ by: 0, descending: true }],
    },
    `WITH p AS (SELECT o.industry_category, sum(turnover) AS s FROM TaiwanStockPrice p JOIN TaiwanStockOverview o USING (stock_id) WHERE ${newest} AND o.security_type = 'stock' AND o.industry_category IS NOT NULL GROUP BY 1)
     SELECT industry_category, s * 100.0 / (SELECT sum(s) FROM p) AS part FROM p ORDER BY 2 DESC`,
    true,
  )
})

test('a place is counted among all though one is asked about', async () => {
  const [row] = await rowsSame(
    {
      ...entities,
      universe: { ids: ['2317'] },
      select: [{ as: 'rank', of: { kind: 'place', of: price('turnover'), descending: true } }],
    },
    `SELECT * FROM (SELECT stock_id, rank() OVER (ORDER BY turnover DESC) AS rank FROM TaiwanStockPrice WHERE ${newest}) WHERE stock_id = '2317'`,
  )
  assert.ok(Number(row!.rank) >= 1)
})

test('two rankings at once are two places', () =>
  same(
    {
      ...entities,
      select: [{ as: 'close', of: close }],
      where: ['volume', 'turnover'].map((column) =>
        compare({ kind: 'place', of: price(column), descending: true }, '<=', number(30)),
      ),
    },
    `SELECT stock_id, close FROM (SELECT *, rank() OVER (ORDER BY volume DESC) AS a, rank() OVER (ORDER BY turnover DESC) AS b FROM TaiwanStockPrice WHERE ${newest}) WHERE a <= 30 AND b <= 30`,
  ))

test('what has no value is asked for, and what has one', async () => {
  await same(
    {
      shape: 'entities',
      dataset: 'TaiwanStockPER',
      select: [{ as: 'yield', of: of('TaiwanStockPER', 'dividend_yield') }],
      where: [{ kind: 'known', of: per, not: true }],
    },
    'SELECT stock_id, dividend_yield AS yield FROM TaiwanStockPER WHERE pe_ratio IS NULL AND trade_date = (SELECT max(trade_date) FROM TaiwanStockPER)',
  )
  await same(
    {
      shape: 'entities',
      dataset: 'TaiwanStockPER',
      // The mean of P/E passes over days without one; the test for null must not.
      select: [{ as: 'mean', of: { kind: 'average', of: per, n: 2 } }],
      where: [{ kind: 'known', of: per, not: true }],
    },
    'SELECT stock_id FROM TaiwanStockPER WHERE pe_ratio IS NULL AND trade_date = (SELECT max(trade_date) FROM TaiwanStockPER)',
  )
  await same(
    {
      shape: 'series',
      dataset: 'CrudeOilPrices',
      when: { kind: 'last', n: 120, unit: 'trading_day' },
      select: [{ as: 'brent', of: of('CrudeOilPrices', 'price', { entity: 'Brent' }) }],
      where: [
        { kind: 'known', of: of('CrudeOilPrices', 'price', { entity: 'WTI' }) },
        { kind: 'known', of: of('CrudeOilPrices', 'price', { entity: 'Brent' }) },
      ],
    },
    `SELECT b.trade_date, b.price AS brent FROM CrudeOilPrices b JOIN CrudeOilPrices w ON w.trade_date = b.trade_date AND w.name = 'WTI' WHERE b.name = 'Brent' AND b.trade_date IN (SELECT DISTINCT trade_date FROM CrudeOilPrices ORDER BY 1 DESC LIMIT 120)`,
  )
})

test('a run has a day it began on', async () => {
  const rising = compare(close, '>', back(close))
  const rows = await run({
    ...entities,
    select: [
      { as: 'days', of: { kind: 'streak', of: rising } },
      { as: 'begun', of: { kind: 'since', of: rising } },
    ],
  })
  const trading = asked.facts.calendar.dates('TaiwanStockPrice', { from: null, to: null })
  assert.ok(rows.some(({ days }) => Number(days) > 1))
  for (const { days, begun } of rows) assert.equal(begun, Number(days) === 0 ? null : trading.at(-Number(days)))
})

test('a run of years of days is counted to its end where somebody is named, and its first day found', () =>
  same(
    {
      ...entities,
      universe: { ids: ['2330'] },
      select: [
        { as: 'days', of: { kind: 'streak', of: compare(close, '>', number(1)) } },
        { as: 'begun', of: { kind: 'since', of: compare(close, '>', number(1)) } },
      ],
    },
    `SELECT count(*) AS days, CAST(min(trade_date) AS VARCHAR) AS begun FROM TaiwanStockPrice WHERE stock_id = '2330' AND trade_date > (SELECT coalesce(max(trade_date), DATE '1900-01-01') FROM TaiwanStockPrice WHERE stock_id = '2330' AND NOT coalesce(close > 1, false))`,
  ))

test('the first and the last day on which something held, a crossing too', async () => {
  const window = { kind: 'this', unit: 'year' } as const
  const fell = compare(price('change_percent'), '<=', number(-3))
  await same(
    {
      ...entities,
      universe: { ids: ['2330', '2454'] },
      select: [
        { as: 'first', of: { kind: 'day', fn: 'first', of: fell, window } },
        { as: 'last', of: { kind: 'day', fn: 'last', of: fell, window } },
      ],
    },
    `SELECT stock_id, CAST(min(trade_date) AS VARCHAR) AS first, CAST(max(trade_date) AS VARCHAR) AS last FROM TaiwanStockPrice WHERE stock_id IN ('2330', '2454') AND trade_date >= DATE '2026-01-01' AND spread / (close - spread) * 100 <= -3 GROUP BY 1`,
  )
  const mean = (n: number): Measure => ({ kind: 'average', of: close, n })
  await same(
    {
      ...entities,
      universe: { ids: ['2330'] },
      select: [
        {
          as: 'crossed',
          of: {
            kind: 'day',
            fn: 'last',
            of: { kind: 'cross', left: mean(5), right: mean(20), direction: 'up' },
            window: { kind: 'last', n: 1, unit: 'year' },
          },
        },
      ],
    },
    `WITH m AS (SELECT trade_date, avg(close) OVER (ORDER BY trade_date ROWS 4 PRECEDING) AS a, avg(close) OVER (ORDER BY trade_date ROWS 19 PRECEDING) AS b FROM TaiwanStockPrice WHERE stock_id = '2330' AND close IS NOT NULL),
     l AS (SELECT *, lag(a) OVER (ORDER BY trade_date) AS pa, lag(b) OVER (ORDER BY trade_date) AS pb FROM m)
     SELECT CAST(max(trade_date) AS VARCHAR) AS crossed FROM l WHERE a > b AND pa <= pb AND trade_date > DATE '2025-11-13'`,
  )
})

test('the same month or quarter of several years', async () => {
  const each = { kind: 'each', month: 10, years: 5 } as const
  await same(
    {
      ...entities,
      universe: { ids: ['2330'] },
      select: [
        { as: 'mean', of: { kind: 'over', fn: 'avg', of: close, window: each } },
        { as: 'up', of: { kind: 'count', of: compare(price('spread'), '>', number(0)), window: each } },
      ],
    },
    `SELECT avg(close) AS mean, count(*) FILTER (WHERE spread > 0) AS up FROM TaiwanStockPrice WHERE stock_id = '2330' AND month(trade_date) = 10 AND year(trade_date) BETWEEN 2022 AND 2026 AND close IS NOT NULL`,
  )
  await same(
    {
      shape: 'groups',
      dataset: 'TaiwanStockPrice',
      universe: { ids: ['2330'] },
      when: { kind: 'each', quarter: 3, years: 3 },
      by: ['year'],
      select: [
        { as: 'opening', of: { kind: 'across', fn: 'first', of: close } },
        { as: 'closing', of: { kind: 'across', fn: 'last', of: close } },
      ],
    },
    `SELECT year(trade_date) AS year, arg_min(close, trade_date) AS opening, arg_max(close, trade_date) AS closing FROM TaiwanStockPrice WHERE stock_id = '2330' AND quarter(trade_date) = 3 AND year(trade_date) BETWEEN 2024 AND 2026 GROUP BY 1`,
  )
})

test('a run over years is of values folded by year, up to the last one that is over', async () => {
  const up = compare(close, '>', back(close))
  const gold = (
    to: number,
  ) => `WITH y AS (SELECT stock_id, year(trade_date) AS y, arg_max(close, trade_date) AS c FROM TaiwanStockPrice WHERE close IS NOT NULL AND year(trade_date) <= ${to} GROUP BY 1, 2),
     s AS (SELECT y.*, y.c > p.c AS up FROM y LEFT JOIN y p ON p.stock_id = y.stock_id AND p.y = y.y - 1),
     b AS (SELECT stock_id, max(y) FILTER (WHERE up IS NOT TRUE) AS broken, max(y) AS newest FROM s GROUP BY 1)`
  for (const current of [false, true]) {
    const to = current ? 2026 : 2025
    const rows = await rowsSame(
      {
        ...entities,
        select: [
          { as: 'years', of: { kind: 'streak', of: up, period: { unit: 'year', fn: 'last', current } } },
          { as: 'since', of: { kind: 'since', of: up, period: { unit: 'year', fn: 'last', current } } },
        ],
        where: [compare({ kind: 'streak', of: up, period: { unit: 'year', fn: 'last', current } }, '>=', number(1))],
      },
      `${gold(to)} SELECT stock_id, newest - broken AS years, make_date(broken + 1, 1, 1) AS since FROM b JOIN TaiwanStockPrice p USING (stock_id) WHERE newest = ${to} AND newest > broken AND p.${newest}`,
    )
    assert.ok(rows.some(({ years }) => Number(years) > 1))
  }
  await same(
    {
      ...entities,
      universe: { ids: ['2330'] },
      select: [
        {
          as: 'years',
          of: {
            kind: 'count',
            of: up,
            window: { kind: 'last', n: 5, unit: 'year' },
            period: { unit: 'year', fn: 'last' },
          },
        },
      ],
    },
    `${gold(2025)} SELECT count(*) FILTER (WHERE up) AS years FROM s WHERE stock_id = '2330' AND y BETWEEN 2021 AND 2025`,
  )
})

test('a ranking is a scope: sums and conditions are of those it chose', async () => {
  const top = { n: 5, by: cap, descending: true }
  const largest = (n: number) =>
    `(SELECT stock_id FROM TaiwanStockMarketValue WHERE trade_date = (SELECT max(trade_date) FROM TaiwanStockMarketValue) ORDER BY market_value DESC LIMIT ${n})`
  await same(
    {
      shape: 'groups',
      dataset: 'TaiwanStockPrice',
      universe: { top },
      select: [{ as: 'total', of: { kind: 'across', fn: 'sum', of: price('turnover') } }],
    },
    `SELECT sum(turnover) AS total FROM TaiwanStockPrice WHERE ${newest} AND stock_id IN ${largest(5)}`,
  )
  const dividend = of('TaiwanStockPER', 'dividend_yield')
  await same(
    {
      shape: 'entities',
      dataset: 'TaiwanStockPER',
      universe: { top: { ...top, n: 50 } },
      select: [{ as: 'yield', of: dividend }],
      where: [compare(dividend, '>', number(2, 'percent'))],
      order: [{ by: 0, descending: true }],
      limit: 3,
    },
    `SELECT stock_id, dividend_yield AS yield FROM TaiwanStockPER WHERE trade_date = (SELECT max(trade_date) FROM TaiwanStockPER) AND dividend_yield > 2 AND stock_id IN ${largest(50)} ORDER BY 2 DESC, 1 LIMIT 3`,
    true,
  )
  await same(
    {
      shape: 'series',
      dataset: 'TaiwanStockPrice',
      universe: { type: ['stock'], top: { n: 2, by: price('volume'), descending: true } },
      when: { kind: 'last', n: 3, unit: 'trading_day' },
      select: [{ as: 'close', of: close }],
    },
    `SELECT trade_date, stock_id, close FROM TaiwanStockPrice WHERE trade_date IN (SELECT DISTINCT trade_date FROM TaiwanStockPrice ORDER BY 1 DESC LIMIT 3) AND stock_id IN (SELECT stock_id FROM TaiwanStockPrice JOIN TaiwanStockOverview o USING (stock_id) WHERE ${newest} AND o.security_type = 'stock' ORDER BY volume DESC LIMIT 2)`,
  )
  await same(
    {
      shape: 'rows',
      dataset: 'TaiwanStockDividend',
      universe: { top },
      when: { kind: 'this', unit: 'year' },
      select: [{ as: 'fiscal_year', of: of('TaiwanStockDividend', 'fiscal_year') }],
    },
    `SELECT stock_id, fiscal_year FROM (SELECT * FROM TaiwanStockDividend QUALIFY row_number() OVER (PARTITION BY stock_id, dividend_period ORDER BY announce_date DESC, announce_time DESC) = 1) WHERE year(announce_date) = 2026 AND stock_id IN ${largest(5)}`,
  )
})

test('the first of a ranking are seen among all', () =>
  same(
    {
      shape: 'groups',
      dataset: 'TaiwanStockPrice',
      universe: { top: { n: 5, by: price('turnover'), descending: true } },
      select: [
        { as: 'part', of: { kind: 'across', fn: 'sum', of: { kind: 'share', of: price('turnover'), by: 'all' } } },
      ],
    },
    `WITH p AS (SELECT * FROM TaiwanStockPrice WHERE ${newest}) SELECT sum(turnover) * 100.0 / (SELECT sum(turnover) FROM p) AS part FROM (SELECT * FROM p ORDER BY turnover DESC NULLS LAST LIMIT 5)`,
  ))

test('the best of each industry, market, month', async () => {
  await same(
    {
      ...entities,
      universe: { type: ['stock'] },
      select: [{ as: 'turnover', of: price('turnover') }],
      order: [{ by: 0, descending: true }],
      limit: 2,
      per: 'industry',
    },
    `SELECT industry_category, p.stock_id, turnover FROM TaiwanStockPrice p JOIN TaiwanStockOverview o USING (stock_id) WHERE ${newest} AND o.security_type = 'stock' AND turnover IS NOT NULL QUALIFY row_number() OVER (PARTITION BY industry_category ORDER BY turnover DESC, stock_id) <= 2 ORDER BY industry_category NULLS LAST, turnover DESC, stock_id`,
    true,
  )
  await same(
    {
      shape: 'series',
      dataset: 'TaiwanStockPrice',
      when: { kind: 'last', n: 5, unit: 'trading_day' },
      select: [{ as: 'volume', of: price('volume') }],
      order: [{ by: 0, descending: true }],
      limit: 1,
      per: { column: 'trade_date' },
    },
    'SELECT trade_date, stock_id, volume FROM TaiwanStockPrice WHERE trade_date IN (SELECT DISTINCT trade_date FROM TaiwanStockPrice ORDER BY 1 DESC LIMIT 5) QUALIFY row_number() OVER (PARTITION BY trade_date ORDER BY volume DESC NULLS LAST) = 1 ORDER BY 1',
    true,
  )
  await same(
    {
      shape: 'groups',
      dataset: 'TaiwanStockPrice',
      universe: { type: ['stock'] },
      when: { kind: 'this', unit: 'quarter' },
      by: ['month', 'industry'],
      select: [{ as: 'total', of: { kind: 'across', fn: 'sum', of: price('turnover') } }],
      order: [{ by: 0, descending: true }],
      limit: 1,
      per: 'month',
    },
    `SELECT CAST(date_trunc('month', trade_date) AS DATE) AS month, industry_category, sum(turnover) AS total FROM TaiwanStockPrice JOIN TaiwanStockOverview o USING (stock_id) WHERE trade_date >= DATE '2026-10-01' AND o.security_type = 'stock' AND industry_category IS NOT NULL GROUP BY 1, 2 QUALIFY row_number() OVER (PARTITION BY CAST(date_trunc('month', trade_date) AS DATE) ORDER BY sum(turnover) DESC) = 1`,
  )
})

test('two series differ by date, whatever datasets and entities they are of', async () => {
  const oil = (entity: string) => of('CrudeOilPrices', 'price', { entity })
  const bond = (entity: string) => of('USBondYield', 'value', { entity })
  const last = { kind: 'last', n: 10, unit: 'trading_day' } as const
  const pair = (table: string, column: string, id: string, a: string, b: string, factor = 1) =>
    `SELECT a.trade_date, (a.${column} - b.${column}) * ${factor} AS spread FROM ${table} a JOIN ${table} b ON b.trade_date = a.trade_date AND b.${id} = '${b}' WHERE a.${id} = '${a}'`
  for (const shape of ['series', 'entities'] as const) {
    const limit = shape === 'series' ? 10 : 1
    await same(
      {
        shape,
        dataset: 'CrudeOilPrices',
        when: shape === 'series' ? last : { kind: 'latest' },
        select: [{ as: 'spread', of: minus(oil('Brent'), oil('WTI')) }],
        where: [{ kind: 'known', of: minus(oil('Brent'), oil('WTI')) }],
      },
      `SELECT * FROM (${pair('CrudeOilPrices', 'price', 'name', 'Brent', 'WTI')}) WHERE trade_date IN (SELECT DISTINCT trade_date FROM CrudeOilPrices ORDER BY 1 DESC LIMIT ${limit})`,
    )
    await same(
      {
        shape,
        dataset: 'USBondYield',
        when: shape === 'series' ? last : { kind: 'latest' },
        select: [{ as: 'spread', of: minus(bond('10Y'), bond('2Y')), in: 'basis_points' }],
      },
      `${pair('USBondYield', 'value', 'tenor', '10Y', '2Y', 100)} ORDER BY 1 DESC LIMIT ${limit}`,
    )
  }
})

test('a future stands above its index by a premium', async () => {
  const where: Filter[] = [
    { column: 'trading_session', is: ['regular'] },
    { column: 'contract_month', pick: 'front' },
  ]
  const future = of('TaiwanFuturesDaily', 'close', { entity: 'TX', where })
  const index = of('TaiwanWeightedIndex', 'close', { entity: 'TAIEX' })
  const gold = (n: number) =>
    `SELECT f.trade_date, f.close - i.close AS difference, f.close - i.close AS premium, (f.close - i.close) / i.close * 100 AS percents FROM (SELECT * FROM TaiwanFuturesDaily WHERE futures_id = 'TX' AND trading_session = 'regular' AND length(contract_month) = 6 QUALIFY row_number() OVER (PARTITION BY trade_date ORDER BY contract_month) = 1) f JOIN TaiwanWeightedIndex i ON i.trade_date = f.trade_date AND i.stock_id = 'TAIEX' ORDER BY 1 DESC LIMIT ${n}`
  for (const [shape, n] of [
    ['series', 8],
    ['entities', 1],
  ] as const)
    await same(
      {
        shape,
        dataset: 'TaiwanFuturesDaily',
        when: shape === 'series' ? { kind: 'last', n, unit: 'trading_day' } : { kind: 'latest' },
        select: [
          { as: 'difference', of: minus(future, index) },
          { as: 'premium', of: { kind: 'indicator', name: 'premium', of: future } },
          { as: 'percents', of: { kind: 'indicator', name: 'premium_percent', of: future } },
        ],
      },
      gold(n),
    )
  const [row] = await run({
    shape: 'entities',
    dataset: 'TaiwanFuturesDaily',
    select: [
      {
        as: 'mean',
        of: {
          kind: 'over',
          fn: 'avg',
          of: { kind: 'indicator', name: 'premium', of: future },
          window: { kind: 'last', n: 8, unit: 'trading_day' },
        },
      },
    ],
  })
  const eight = await rowsOf(gold(8))
  near(row!.mean, eight.reduce((sum, { premium }) => sum + Number(premium), 0) / 8)
})

test('columns of two datasets make a ratio of each stock', async () => {
  const short = of('TaiwanDailyShortSaleBalances', 'sbl_short_sale_balance')
  const issued = of('TaiwanStockShareholding', 'issued_shares')
  for (const shape of ['entities', 'series'] as const)
    await same(
      {
        shape,
        dataset: 'TaiwanDailyShortSaleBalances',
        universe: { ids: ['2330', '2603'] },
        when: shape === 'series' ? { kind: 'last', n: 5, unit: 'trading_day' } : { kind: 'latest' },
        select: [{ as: 'ratio', of: percentOf(short, issued) }],
      },
      `SELECT s.stock_id, s.trade_date, s.sbl_short_sale_balance * 100.0 / h.issued_shares AS ratio FROM TaiwanDailyShortSaleBalances s LEFT JOIN TaiwanStockShareholding h USING (stock_id, trade_date) WHERE s.stock_id IN ('2330', '2603') AND s.trade_date IN (SELECT DISTINCT trade_date FROM TaiwanDailyShortSaleBalances ORDER BY 1 DESC LIMIT ${shape === 'series' ? 5 : 1})`,
    )
})

test('the deviation of daily changes, and their correlation with the index', async () => {
  const index = of('TaiwanWeightedIndex', 'close', { entity: 'TAIEX' })
  const window = { kind: 'last', n: 60, unit: 'trading_day' } as const
  await same(
    {
      ...entities,
      universe: { ids: ['2330', '2603'] },
      select: [
        { as: 'deviation', of: { kind: 'over', fn: 'stddev', of: daily(close), window } },
        { as: 'correlation', of: { kind: 'correlation', left: daily(close), right: daily(index), window } },
      ],
    },
    `WITH s AS (SELECT stock_id, trade_date, (close / lag(close) OVER (PARTITION BY stock_id ORDER BY trade_date) - 1) * 100 AS r FROM TaiwanStockPrice WHERE close IS NOT NULL AND stock_id IN ('2330', '2603')),
     i AS (SELECT trade_date, (close / lag(close) OVER (ORDER BY trade_date) - 1) * 100 AS r FROM TaiwanWeightedIndex WHERE stock_id = 'TAIEX')
     SELECT s.stock_id, stddev_samp(s.r) AS deviation, corr(s.r, i.r) AS correlation FROM s JOIN i USING (trade_date) WHERE trade_date IN (SELECT DISTINCT trade_date FROM TaiwanStockPrice ORDER BY 1 DESC LIMIT 60) GROUP BY 1`,
  )
})

test('groups are counted, and their means weighed', () =>
  same(
    {
      shape: 'groups',
      dataset: 'TaiwanStockPrice',
      universe: { type: ['stock'] },
      by: ['industry'],
      select: [
        { as: 'stocks', of: { kind: 'across', fn: 'count', of: price('stock_id') } },
        {
          as: 'risen',
          of: {
            kind: 'across',
            fn: 'count',
            of: price('stock_id'),
            where: [compare(price('spread'), '>', number(0))],
          },
        },
        { as: 'mean', of: { kind: 'weighted', of: price('change_percent'), weight: cap } },
      ],
    },
    `SELECT industry_category, count(*) AS stocks, count(*) FILTER (WHERE spread > 0) AS risen, sum(spread / (close - spread) * 100 * market_value) FILTER (WHERE close IS NOT NULL) / sum(market_value) FILTER (WHERE close IS NOT NULL) AS mean
     FROM TaiwanStockPrice p JOIN TaiwanStockOverview o USING (stock_id) LEFT JOIN (SELECT stock_id, market_value FROM TaiwanStockMarketValue WHERE trade_date = (SELECT max(trade_date) FROM TaiwanStockMarketValue)) m USING (stock_id)
     WHERE ${newest} AND o.security_type = 'stock' AND industry_category IS NOT NULL GROUP BY 1`,
  ))

test('a change from a date starts at its own close, and may end at another', async () => {
  const closeOn = (day: string) =>
    `(SELECT close FROM TaiwanStockPrice WHERE stock_id = '2330' AND trade_date = DATE '${day}')`
  const since = { kind: 'on', date: '2026-06-30' } as const
  await same(
    {
      ...entities,
      universe: { ids: ['2330'] },
      select: [
        { as: 'since', of: { kind: 'change', of: close, since, as: 'percent' } },
        {
          as: 'open_end',
          of: { kind: 'change', of: close, since: { kind: 'between', from: '2026-06-30', to: null }, as: 'percent' },
        },
        {
          as: 'between_two',
          of: { kind: 'change', of: close, since, until: { kind: 'on', date: '2026-09-30' }, as: 'difference' },
        },
        { as: 'year', of: { kind: 'change', of: close, since: { kind: 'this', unit: 'year' }, as: 'percent' } },
      ],
    },
    `SELECT (close / ${closeOn('2026-06-30')} - 1) * 100 AS since, (close / ${closeOn('2026-06-30')} - 1) * 100 AS open_end, ${closeOn('2026-09-30')} - ${closeOn('2026-06-30')} AS between_two, (close / (SELECT arg_max(close, trade_date) FROM TaiwanStockPrice WHERE stock_id = '2330' AND trade_date < DATE '2026-01-01') - 1) * 100 AS year FROM TaiwanStockPrice WHERE stock_id = '2330' AND ${newest}`,
  )
})

test('a time from one period on, to another, and still to come', async () => {
  const volume = of('TaiwanStockPrice', 'volume')
  await same(
    {
      ...entities,
      universe: { ids: ['2330'] },
      select: [
        {
          as: 'months',
          of: {
            kind: 'over',
            fn: 'sum',
            of: volume,
            window: {
              kind: 'span',
              from: { kind: 'calendar', year: 2026, month: 7 },
              to: { kind: 'newest', month: 9 },
            },
          },
        },
        {
          as: 'since',
          of: {
            kind: 'over',
            fn: 'sum',
            of: volume,
            window: { kind: 'span', from: { kind: 'previous', unit: 'month' } },
          },
        },
      ],
    },
    `SELECT sum(volume) FILTER (WHERE trade_date BETWEEN DATE '2026-07-01' AND DATE '2026-09-30') AS months, sum(volume) FILTER (WHERE trade_date >= DATE '2026-10-01') AS since FROM TaiwanStockPrice WHERE stock_id = '2330'`,
  )
  const ex = of('TaiwanStockDividend', 'cash_ex_date')
  await same(
    {
      shape: 'rows',
      dataset: 'TaiwanStockDividend',
      when: { kind: 'all' },
      select: [{ as: 'ex', of: ex }],
      where: [{ kind: 'within', of: ex, window: { kind: 'upcoming' } }],
    },
    `SELECT stock_id, cash_ex_date AS ex FROM (SELECT * FROM TaiwanStockDividend WHERE coalesce(cash_earnings_distribution, 0) + coalesce(cash_statutory_surplus, 0) > 0 QUALIFY row_number() OVER (PARTITION BY stock_id, dividend_period ORDER BY announce_date DESC, announce_time DESC) = 1) WHERE cash_ex_date > DATE '2026-11-13'`,
  )
})

test("today's price stands beside the revenue of last month", () =>
  same(
    {
      shape: 'entities',
      dataset: 'TaiwanStockMonthRevenue',
      universe: { ids: ['2330', '2317'] },
      select: [
        { as: 'growth', of: of('TaiwanStockMonthRevenue', 'yoy_percent') },
        { as: 'close', of: close },
      ],
    },
    `SELECT r.stock_id, yoy_percent AS growth, close FROM TaiwanStockMonthRevenue r JOIN TaiwanStockPrice p USING (stock_id) WHERE stock_id IN ('2330', '2317') AND p.${newest} AND report_month = (SELECT max(report_month) FROM TaiwanStockMonthRevenue)`,
  ))

test('brokers of a county, however its name is written', () => {
  const county = of('TaiwanStockBrokerInfo', 'county')
  return same(
    {
      shape: 'rows',
      dataset: 'TaiwanStockBrokerInfo',
      when: { kind: 'all' },
      select: [{ as: 'name', of: of('TaiwanStockBrokerInfo', 'broker_name') }],
      where: [{ kind: 'is', of: county, values: ['台北市'] }],
    },
    `SELECT broker_name AS name FROM TaiwanStockBrokerInfo WHERE address LIKE '台北市%' OR address LIKE '臺北市%'`,
  )
})

test('days until an event, and since it', async () => {
  const ex = of('TaiwanStockDividend', 'cash_ex_date')
  await same(
    {
      shape: 'rows',
      dataset: 'TaiwanStockDividend',
      when: { kind: 'all' },
      select: [
        { as: 'ex', of: ex },
        { as: 'left', of: { kind: 'days', of: ex, as: 'until' } },
      ],
      where: [{ kind: 'within', of: ex, window: { kind: 'next', n: 3, unit: 'month' } }],
    },
    `SELECT stock_id, cash_ex_date AS ex, cash_ex_date - DATE '2026-11-13' AS left FROM (SELECT * FROM TaiwanStockDividend WHERE coalesce(cash_earnings_distribution, 0) + coalesce(cash_statutory_surplus, 0) > 0 QUALIFY row_number() OVER (PARTITION BY stock_id, dividend_period ORDER BY announce_date DESC, announce_time DESC) = 1) WHERE cash_ex_date > DATE '2026-11-13' AND cash_ex_date <= DATE '2027-02-13'`,
  )
  await same(
    {
      ...entities,
      universe: { ids: ['2330'] },
      select: [
        {
          as: 'since_high',
          of: {
            kind: 'days',
            as: 'since',
            of: { kind: 'date', of: close, fn: 'max', window: { kind: 'last', n: 1, unit: 'year' } },
          },
        },
      ],
    },
    `SELECT DATE '2026-11-13' - min(trade_date) AS since_high FROM TaiwanStockPrice WHERE stock_id = '2330' AND trade_date > DATE '2025-11-13' AND close = (SELECT max(close) FROM TaiwanStockPrice WHERE stock_id = '2330' AND trade_date > DATE '2025-11-13')`,
  )
})

test('a payout ratio is of the dividends of a year in its earnings', () =>
  same(
    {
      ...entities,
      universe: { ids: ['2330', '2317'] },
      select: [
        { as: 'payout', of: { kind: 'indicator', name: 'payout_ratio' } },
        { as: 'of_2025', of: { kind: 'indicator', name: 'payout_ratio', parameters: [2025] } },
      ],
    },
    `WITH d AS (SELECT stock_id, sum(cash) AS cash FROM (SELECT stock_id, arg_max(coalesce(cash_earnings_distribution, 0) + coalesce(cash_statutory_surplus, 0), announce_date) AS cash FROM TaiwanStockDividend WHERE fiscal_year = 2025 AND coalesce(cash_earnings_distribution, 0) + coalesce(cash_statutory_surplus, 0) > 0 GROUP BY stock_id, dividend_period) GROUP BY 1)
     SELECT stock_id, cash / value * 100 AS payout, cash / value * 100 AS of_2025 FROM d JOIN TaiwanStockFinancialStatement f USING (stock_id) WHERE f.type = 'EPS' AND f.period = 'annual' AND f.report_date = DATE '2025-12-31' AND stock_id IN ('2330', '2317')`,
  ))

const near = (a: unknown, b: number, what = ''): void =>
  assert.ok(Math.abs(Number(a) - b) < 1e-6 * Math.max(1, Math.abs(b)), `${what} ${a} is not ${b}`)

type Bar = { readonly day: string; readonly close: number; readonly high: number; readonly low: number }
async function barsOf(id: string): Promise<Bar[]> {
  const rows = await rowsOf(
    `SELECT CAST(trade_date AS VARCHAR) AS day, close, high, low FROM TaiwanStockPrice WHERE stock_id = '${id}' AND close IS NOT NULL AND high IS NOT NULL AND low IS NOT NULL ORDER BY trade_date`,
  )
  return rows.map(({ day, close: c, high, low }) => ({
    day: String(day),
    close: Number(c),
    high: Number(high),
    low: Number(low),
  }))
}
const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** Every indicator of every bar, reckoned row by row as the textbooks do. */
function reckoned(bars: readonly Bar[]): Record<string, (number | null)[]> {
  const closes = bars.map(({ close: c }) => c)
  const out: Record<string, (number | null)[]> = {}
  let [k, d] = [50, 50]
  out.k = []
  out.d = []
  bars.forEach((bar, i) => {
    if (i < 8) {
      out.k!.push(null)
      out.d!.push(null)
      return
    }
    const nine = bars.slice(i - 8, i + 1)
    const [high, low] = [Math.max(...nine.map((one) => one.high)), Math.min(...nine.map((one) => one.low))]
    if (high > low) k = (k * 2) / 3 + (((bar.close - low) / (high - low)) * 100) / 3
    d = (d * 2) / 3 + k / 3
    out.k!.push(k)
    out.d!.push(d)
  })
  const changes = closes.map((c, i) => (i === 0 ? 0 : c - closes[i - 1]!))
  let [gain, loss] = [0, 0]
  out.rsi = closes.map((_, i) => {
    if (i < 14) return null
    const first = changes.slice(1, 15)
    if (i === 14) {
      gain = mean(first.map((c) => Math.max(c, 0)))
      loss = mean(first.map((c) => Math.max(-c, 0)))
    } else {
      gain = (gain * 13 + Math.max(changes[i]!, 0)) / 14
      loss = (loss * 13 + Math.max(-changes[i]!, 0)) / 14
    }
    return (gain / (gain + loss)) * 100
  })
  const ema = (values: readonly number[], n: number): number[] => {
    const out: number[] = []
    for (const value of values) out.push(out.length === 0 ? value : out.at(-1)! + (2 / (n + 1)) * (value - out.at(-1)!))
    return out
  }
  const [fast, slow] = [ema(closes, 12), ema(closes, 26)]
  const difs = closes.map((_, i) => fast[i]! - slow[i]!).slice(25)
  const signals = ema(difs, 9)
  out.macd_dif = closes.map((_, i) => difs[i - 25] ?? null)
  out.macd_signal = closes.map((_, i) => (i - 25 >= 8 ? signals[i - 25]! : null))
  out.macd_histogram = closes.map((_, i) => (i - 25 >= 8 ? difs[i - 25]! - signals[i - 25]! : null))
  const twenty = closes.map((_, i) => (i < 19 ? null : closes.slice(i - 19, i + 1)))
  const middle = twenty.map((values) => values && mean(values))
  const deviation = twenty.map((values) => values && Math.sqrt(mean(values.map((v) => (v - mean(values)) ** 2))))
  const banded = (value: (m: number, s: number, c: number) => number) =>
    closes.map((c, i) => (middle[i] === null ? null : value(middle[i]!, deviation[i]!, c)))
  out.bollinger_upper = banded((m, s) => m + 2 * s)
  out.bollinger_lower = banded((m, s) => m - 2 * s)
  out.bollinger_percent_b = banded((m, s, c) => (c - m + 2 * s) / (4 * s))
  out.bollinger_width = banded((m, s) => ((4 * s) / m) * 100)
  out.bias = banded((m, _, c) => (c / m - 1) * 100)
  const returns = closes.map((c, i) => (i === 0 ? 0 : (c / closes[i - 1]! - 1) * 100))
  out.volatility = closes.map((_, i) => {
    if (i < 20) return null
    const values = returns.slice(i - 19, i + 1)
    return Math.sqrt(values.reduce((sum, v) => sum + (v - mean(values)) ** 2, 0) / 19)
  })
  out.volatility_yearly = out.volatility.map((v) => v && v * Math.sqrt(252))
  return out
}

test('indicators are what the textbooks reckon row by row, at one date and along a series', async () => {
  for (const id of ['2330', '2603']) {
    const bars = await barsOf(id)
    assert.ok(bars.length > 1_000)
    const known = reckoned(bars)
    const select = Object.keys(known).map((as) => ({
      as,
      of: { kind: 'indicator', name: as, of: close } as Measure,
    }))
    const [row] = await run({ ...entities, universe: { ids: [id] }, select })
    for (const { as } of select) near(row![as], known[as]!.at(-1)!, as)
    const rows = await run({
      shape: 'series',
      dataset: 'TaiwanStockPrice',
      universe: { ids: [id] },
      when: { kind: 'last', n: 40, unit: 'trading_day' },
      select,
    })
    assert.ok(rows.length > 30)
    for (const told of rows) {
      const at = bars.findIndex(({ day }) => day === told.trade_date)
      for (const { as } of select) near(told[as], known[as]![at]!, `${as} on ${told.trade_date}`)
    }
  }
})

test('indicators begin with the first bars that they need, and move through the whole history', async () => {
  const bars = await barsOf('2330')
  const known = reckoned(bars)
  const names = ['k', 'd', 'rsi', 'macd_dif', 'macd_signal', 'bias', 'volatility']
  const rows = await run({
    shape: 'series',
    dataset: 'TaiwanStockPrice',
    universe: { ids: ['2330'] },
    when: { kind: 'all' },
    select: names.map((as) => ({ as, of: { kind: 'indicator', name: as, of: close } as Measure })),
  })
  assert.equal(rows.length, bars.length)
  rows.forEach((row, i) => {
    for (const as of names)
      if (known[as]![i] === null) assert.equal(row[as], null, `${as} of row ${i}`)
      else near(row[as], known[as]![i]!, `${as} of row ${i}`)
  })
})

test('K that crosses D is found on its day', async () => {
  const known = reckoned(await barsOf('2330'))
  const bars = await barsOf('2330')
  const crossed = bars.filter((_, i) => i > 9 && known.k![i]! > known.d![i]! && known.k![i - 1]! <= known.d![i - 1]!)
  const indicator = (name: 'k' | 'd'): Measure => ({ kind: 'indicator', name, of: close })
  const [row] = await run({
    ...entities,
    universe: { ids: ['2330'] },
    select: [
      {
        as: 'day',
        of: {
          kind: 'day',
          fn: 'last',
          of: { kind: 'cross', left: indicator('k'), right: indicator('d'), direction: 'up' },
          window: { kind: 'last', n: 120, unit: 'trading_day' },
        },
      },
    ],
  })
  assert.equal(row!.day, crossed.at(-1)!.day)
})
