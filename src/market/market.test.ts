import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { builtThrough, copyOfLake } from '../../test/support/fixture.ts'
import { factsOf } from '../../test/support/marketFacts.ts'
import { columnsOf, type Dataset } from '../catalogue/dataset.ts'
import { catalogue } from '../catalogue/index.ts'
import { dateOf, dayOf, weekdayOf } from '../days.ts'
import { entryOf } from '../derive/printed/entry.ts'
import { openEngine } from '../lake/engine.ts'
import { type Lake, openLake, type Version } from '../lake/lake.ts'
import { openReader, type Reader } from '../lake/reader.ts'
import { literal, quote } from '../lake/schema.ts'
import { verify } from '../lake/verify.ts'
import { buildMarket } from './build.ts'
import { createCalendar } from './calendar.ts'
import { createPath } from './path.ts'
import { createGround, createWorld, defaultOptions } from './world.ts'

/** Rules that the published rows of whole markets keep, asked in SQL as a user would. */

type Case = { readonly seed: number; readonly from: string; readonly eventsFrom: string; readonly through: string }
type Market = Case & {
  readonly version: Version
  readonly reader: Reader
}

/** The small market of all tests: it holds every kind of corporate action, a typhoon, a New Year and a filing season. */
const fixture: Case = { seed: 1, from: '2025-12-01', eventsFrom: '2025-01-01', through: builtThrough }
/** Markets of other seeds with longer histories of the companies; `npm run torture` asks for them. */
const others: readonly Case[] = [
  { seed: 7, from: '2026-03-02', eventsFrom: '2019-01-01', through: '2026-11-13' },
  { seed: 42, from: '2026-02-02', eventsFrom: '2023-01-01', through: '2026-08-21' },
]
const isLong = process.env.TORTURE !== undefined

const root = mkdtempSync(join(tmpdir(), 'formosa-market-'))
const scratch = join(root, 'spill')
const markets: Market[] = []
const now = () => new Date('2026-12-01T10:00:00Z')

const open = (folder: string): Lake =>
  openLake({ root: folder, origin: 'demo', datasets: catalogue, now, memory: '1GB' })

before(async () => {
  const home = await copyOfLake(join(root, 'home'))
  const built = [{ ...fixture, version: (await open(join(home, 'demo/lake')).current())! }]
  for (const one of isLong ? others : []) {
    const { seed, from, eventsFrom, through } = one
    const options = { ...defaultOptions(seed, 'default', through), from, eventsFrom }
    const lake = open(join(root, String(seed)))
    built.push({ ...one, version: await buildMarket({ lake, now, seed, scale: 'default', through, options }) })
  }
  for (const one of built)
    markets.push({ ...one, reader: await openReader(one.version, catalogue, { memory: '1GB', scratch }) })
})

after(() => {
  for (const { reader } of markets) reader.close()
  rmSync(root, { recursive: true, force: true })
})

const rowsOf = async ({ reader }: Market, sql: string): Promise<unknown[][]> => (await reader.select(sql)).rows

/** The rows of a query whose column `ok` is not true are the exceptions to a rule; returns how many it was put to. */
async function assertAlways(market: Market, sql: string, what = ''): Promise<number> {
  const [[count, bad]] = (await rowsOf(
    market,
    `SELECT count(*)::INTEGER, (count(*) FILTER (WHERE ok IS DISTINCT FROM true))::INTEGER FROM (${sql})`,
  )) as [[number, number]]
  if (bad > 0) {
    const { columns, rows } = await market.reader.select(`FROM (${sql}) WHERE ok IS DISTINCT FROM true LIMIT 5`)
    const shown = rows.map((row) => row.map((cell, i) => `${columns[i]} ${cell}`).join(', ')).join('\n')
    assert.fail(`${what} seed ${market.seed}: ${bad} of ${count} rows break the rule, e.g.\n${shown}`)
  }
  return count
}

/** A rule of every market; `least` rows of the small market at least must have been there to keep it. */
const always = (name: string, least: number, sql: string | ((market: Market) => string)) =>
  test(name, async () => {
    let count = 0
    for (const market of markets) count += await assertAlways(market, typeof sql === 'string' ? sql : sql(market))
    assert.ok(count >= least, `the rule was put to ${count} rows only`)
  })

/** A rule written in TypeScript, checked for every market. */
const everywhere = (name: string, rule: (market: Market) => Promise<void>) =>
  test(name, async () => {
    for (const market of markets) await rule(market)
  })

const cents = (price: string) => `CAST(${price} * 100 AS BIGINT)`
/** `n / d` rounded half-up, of whole numbers that are not negative. */
const halfUp = (n: string, d: string) => `((2 * (${n}) + (${d})) // (2 * (${d})))`
/** The step of a price in cents, by the exchange's table. */
const step = (price: string) => `CASE
  WHEN security_type IN ('etf', 'etn', 'reit') THEN CASE WHEN ${price} < 50 THEN 1 ELSE 5 END
  WHEN ${price} < 10 THEN 1 WHEN ${price} < 50 THEN 5 WHEN ${price} < 100 THEN 10
  WHEN ${price} < 500 THEN 50 WHEN ${price} < 1000 THEN 100 ELSE 500 END`
const onStep = (price: string) =>
  `(${price} IS NULL OR (${cents(price)} % (${step(price)}) = 0 AND ${cents(price)} = ${price} * 100))`

/** Corporate actions of every kind with what each did to the number of shares and to the money in the company. */
const actions = `action AS (
  SELECT stock_id, ex_date AS trade_date, 'distribution' AS kind, close_before, reference_price,
    opening_reference_price, limit_up, limit_down,
    1 + (stock_dividend_per_1000 + coalesce(rights_issue_per_1000, 0))::DOUBLE / 1000 AS ratio,
    cash_dividend::DOUBLE AS cash, 0 AS refund,
    coalesce(rights_issue_price * rights_issue_per_1000 / 1000, 0)::DOUBLE AS paid
  FROM TaiwanStockDividendResult
  UNION ALL SELECT stock_id, resumption_date, 'reduction', close_before, reference_price, opening_reference_price,
    limit_up, limit_down, shares_per_1000::DOUBLE / 1000, 0, refund_per_share::DOUBLE, 0
  FROM TaiwanStockCapitalReductionReferencePrice
  UNION ALL SELECT stock_id, resumption_date, 'split', close_before, reference_price, opening_reference_price,
    limit_up, limit_down, split_ratio::DOUBLE, 0, 0, 0 FROM TaiwanStockSplitPrice
  UNION ALL SELECT stock_id, resumption_date, 'par', close_before, reference_price, opening_reference_price,
    limit_up, limit_down,
    -- The listed market prints no ratio, so the published one is that of two rounded prices.
    CASE WHEN par_value_before IS NULL THEN round(exchange_ratio::DOUBLE) ELSE exchange_ratio::DOUBLE END, 0, 0, 0
  FROM TaiwanStockChangeFaceReference
)`

/** Every listed day of a security: its close or, where it did not trade, what it was carried at; and the day before. */
const carried = `listed AS (
  SELECT stock_id, trade_date, p.close, l.reference_price, coalesce(p.close, l.reference_price) AS price,
    l.limit_up, l.limit_down
  FROM TaiwanStockPrice p JOIN TaiwanStockDailyPriceLimit l USING (stock_id, trade_date)
), carried AS (
  SELECT *, lag(price) OVER stock AS price_before, lag(trade_date) OVER stock AS day_before
  FROM listed WINDOW stock AS (PARTITION BY stock_id ORDER BY trade_date)
)`

// Files

everywhere(
  'Parquet files hold the columns of the registry and the catalogue, in order, and no floats',
  async (market) => {
    const typeOf: Record<string, (scale?: number) => string> = {
      text: () => 'VARCHAR',
      date: () => 'DATE',
      datetime: () => 'TIMESTAMP WITH TIME ZONE',
      integer: () => 'BIGINT',
      decimal: (scale) => `DECIMAL(18,${scale})`,
      boolean: () => 'BOOLEAN',
    }
    for (const dataset of catalogue) {
      const { rows, parts, first_date, last_date } = market.version.manifest.datasets[dataset.name]!
      assert.ok(rows > 0, `${dataset.name} is empty`)
      const coverage = { row_count: rows, first_date, last_date }
      const { columns } = entryOf(dataset, coverage, 'en', null)
      const expected = columnsOf(dataset).map(([name, { kind, scale }]) => [name, typeOf[kind]!(scale)])
      assert.deepEqual(
        columns,
        expected.map(([name]) => name),
      )
      for (const { file } of parts) {
        const path = literal(join(market.version.folder, file))
        const described = await rowsOf(market, `DESCRIBE FROM read_parquet(${path})`)
        assert.deepEqual(
          described.map(([name, type]) => [name, type]),
          expected,
          file,
        )
        const stored = await rowsOf(market, `SELECT name, type FROM parquet_schema(${path}) WHERE type IS NOT NULL`)
        for (const [name, type] of stored) assert.doesNotMatch(String(type), /FLOAT|DOUBLE/, `${file} ${name}`)
      }
    }
  },
)

everywhere(
  'keys are unique, and the manifest tells the number of rows and their first and last date',
  async (market) => {
    for (const dataset of catalogue) {
      const { rows, first_date, last_date } = market.version.manifest.datasets[dataset.name]!
      const facts = await rowsOf(
        market,
        `SELECT (SELECT count(*)::INTEGER FROM (SELECT DISTINCT ${dataset.key.map(quote).join(', ')} FROM ${dataset.name})),
        count(*)::INTEGER, min(${dataset.date}), max(${dataset.date}) FROM ${dataset.name}`,
      )
      assert.deepEqual(facts, [[rows, rows, first_date, last_date]], dataset.name)
    }
  },
)

everywhere(
  'a version that was just built verifies, its rows in key order, and nothing in it has been revised',
  async ({ version }) => {
    const engine = await openEngine({ memory: '1GB', scratch })
    try {
      assert.deepEqual(await verify(version, catalogue, engine), [])
    } finally {
      engine.close()
    }
    for (const [name, { revisions }] of Object.entries(version.manifest.datasets)) assert.equal(revisions, null, name)
  },
)

// Calendar

always(
  'the trading calendar holds exactly the days on which prices and indices exist, and what is scheduled after them',
  2_000,
  ({ through }) => `
    SELECT trade_date, is_scheduled, p.trade_date IS NOT NULL AS priced, i.trade_date IS NOT NULL AS indexed,
      isodow(trade_date) = weekday AND is_scheduled = (trade_date > DATE ${literal(through)})
        AND priced = NOT is_scheduled AND indexed = priced AS ok
    FROM TaiwanStockTradingDate
    FULL JOIN (SELECT DISTINCT trade_date FROM TaiwanStockPrice) p USING (trade_date)
    FULL JOIN (SELECT DISTINCT trade_date FROM TaiwanWeightedIndex WHERE stock_id = 'TAIEX') i USING (trade_date)`,
)

const foreign = ['USStockPrice', 'GoldPrice', 'CrudeOilPrices', 'USBondYield', 'ExchangeRate']

everywhere('no dataset of the Taiwan market has a row on a day without a session', async (market) => {
  const dated = catalogue.filter(
    ({ name, date, columns }) => (date === 'trade_date' || columns.trade_date) && !foreign.includes(name),
  )
  assert.ok(dated.length > 35)
  for (const { name } of dated) {
    // Limits are known on the evening before.
    const known = name === 'TaiwanStockDailyPriceLimit' || name === 'TaiwanStockTradingDate'
    await assertAlways(
      market,
      `SELECT trade_date, trade_date IN (
        SELECT trade_date FROM TaiwanStockTradingDate ${known ? '' : 'WHERE NOT is_scheduled'}
      ) AS ok FROM (SELECT DISTINCT trade_date FROM ${name})`,
      name,
    )
  }
})

test('typhoons close scheduled weekdays, and Saturdays are made up for, in what is published', async () => {
  let typhoons = 0
  for (const market of markets) {
    const { seed, through } = market
    const rows = await rowsOf(market, 'SELECT trade_date, weekday, note FROM TaiwanStockTradingDate')
    const days = new Set(rows.map(([date]) => dayOf(date as string)))
    const first = Math.min(...days)
    const calendar = createCalendar(seed, dateOf(first), through)
    for (let day = first; day <= dayOf(through); day++) {
      assert.equal(days.has(day), calendar.isScheduled(day) && !calendar.isTyphoon(day), dateOf(day))
      if (!calendar.isTyphoon(day)) continue
      typhoons++
      assert.ok(calendar.isScheduled(day) && weekdayOf(day) <= 5)
    }
    const saturdays = rows.filter(([, weekday]) => Number(weekday) === 6)
    assert.ok(saturdays.length >= 3)
    for (const [date, , note] of saturdays) assert.deepEqual([note, String(date) < '2025'], ['補行交易日', true])
  }
  assert.ok(typhoons >= 10, `${typhoons} typhoons`)
})

// Prices

always(
  'every price and limit is a multiple of the tick at that price',
  100_000,
  `SELECT p.*, l.limit_up, l.limit_down,
    ${['open', 'high', 'low', 'close', 'limit_up', 'limit_down', 'reference_price'].map(onStep).join(' AND ')} AS ok
  FROM TaiwanStockPrice p JOIN TaiwanStockDailyPriceLimit l USING (stock_id, trade_date)
  JOIN TaiwanStockOverview USING (stock_id)`,
)

always(
  'bars contain their ends, stay within the limits, and have all of their prices or none',
  100_000,
  `SELECT p.*, limit_up, limit_down, (close IS NULL) = (open IS NULL) AND (close IS NULL) = (high IS NULL)
    AND (close IS NULL) = (low IS NULL) AND (close IS NULL OR (low > 0 AND low <= least(open, close)
    AND high >= greatest(open, close) AND high <= coalesce(limit_up, high) AND low >= coalesce(limit_down, low)
    AND volume > 0 AND trade_count > 0 AND turnover BETWEEN low * volume - 1 AND high * volume + 1)) AS ok
  FROM TaiwanStockPrice p LEFT JOIN TaiwanStockDailyPriceLimit l USING (stock_id, trade_date)`,
)

always(
  'limits are ten percent of the reference, twenty of a fund that moves twice as much, cut to the last tick inside',
  100_000,
  `SELECT l.*, if(security_type = 'etf' AND stock_id LIKE '%L', 20, 10) AS percent,
      ${cents('limit_up')} * 100 <= ${cents('reference_price')} * (100 + percent)
      AND (${cents('limit_up')} + ${step('limit_up')}) * 100 > ${cents('reference_price')} * (100 + percent)
      AND ${cents('limit_down')} * 100 >= ${cents('reference_price')} * (100 - percent)
      AND (${cents('limit_down')} - ${step('limit_down')}) * 100 < ${cents('reference_price')} * (100 - percent)
      AND limit_down < limit_up AS ok
  FROM TaiwanStockDailyPriceLimit l JOIN TaiwanStockOverview USING (stock_id)
  WHERE limit_up IS NOT NULL OR limit_down IS NOT NULL`,
)

always(
  'what trades without limits is new, a note, or a fund of foreign assets',
  500,
  `SELECT stock_id, trade_date, security_type, listing_date, security_type = 'etn'
      OR (security_type = 'etf' AND regexp_matches(stock_id, '[BUD]$'))
      OR trade_date <= listing_date + 14 AS ok
  FROM TaiwanStockDailyPriceLimit JOIN TaiwanStockOverview USING (stock_id) WHERE limit_up IS NULL`,
)

always(
  'the reference is the close before or, without a trade, what it was; corporate actions set it anew',
  100_000,
  `WITH ${actions}, ${carried}
  SELECT carried.stock_id, trade_date, carried.reference_price, price_before, opening_reference_price,
    carried.reference_price = coalesce(opening_reference_price, price_before) AS ok
  FROM carried LEFT JOIN action USING (stock_id, trade_date) WHERE price_before IS NOT NULL`,
)

always(
  'the change of a day is its close less the reference',
  100_000,
  `SELECT p.*, reference_price, (spread IS NULL) = (close IS NULL)
    AND (close IS NULL OR spread = close - reference_price) AS ok
  FROM TaiwanStockPrice p JOIN TaiwanStockDailyPriceLimit USING (stock_id, trade_date)`,
)

always(
  'limits of the next session start from the newest price, and leave out what will be priced anew',
  200,
  ({ through }) => `
    WITH ${carried}, ahead AS (FROM TaiwanStockDailyPriceLimit WHERE trade_date > DATE ${literal(through)})
    SELECT stock_id, ahead.trade_date, ahead.reference_price, price, ahead.reference_price = price AND ahead.trade_date = (
      SELECT min(trade_date) FROM TaiwanStockTradingDate WHERE is_scheduled
    ) AS ok
    FROM ahead LEFT JOIN (FROM carried WHERE trade_date = DATE ${literal(through)}) newest USING (stock_id)`,
)

// Corporate actions

always(
  'every action starts from the close before it, and its limits are those of the day',
  300,
  `WITH ${actions}, ${carried}
  SELECT action.*, price_before, carried.limit_up, carried.limit_down, action.close_before = price_before
    AND action.limit_up IS NOT DISTINCT FROM carried.limit_up
    AND action.limit_down IS NOT DISTINCT FROM carried.limit_down AS ok
  FROM action JOIN carried USING (stock_id, trade_date) WHERE price_before IS NOT NULL`,
)

always(
  'the reference after an action of any kind is the worth of what was held, to the cent, and opens on the nearest tick',
  3_000,
  `WITH ${actions}
  SELECT action.*, (close_before::DOUBLE - cash - refund + paid) / ratio AS exact,
    -- The ratio of a par change on the listed market is itself that of the prices.
    abs(reference_price::DOUBLE - exact) <= 0.005001 AND ${onStep('opening_reference_price')}
      AND 2 * abs(${cents('opening_reference_price')} - ${cents('reference_price')}) <= ${step('reference_price')} AS ok
  FROM action JOIN TaiwanStockOverview USING (stock_id)`,
)

test('actions of every kind take place in days that are published', async () => {
  const kinds = new Set<unknown>()
  for (const market of markets)
    for (const [kind] of await rowsOf(
      market,
      `WITH ${actions}, ${carried} SELECT DISTINCT CASE WHEN kind = 'distribution' AND ratio > 1 THEN 'stock' ELSE kind END
        || CASE WHEN paid > 0 THEN ' and rights' WHEN refund > 0 THEN ' and refund' ELSE '' END
      FROM action JOIN carried USING (stock_id, trade_date) WHERE price_before IS NOT NULL`,
    ))
      kinds.add(kind)
  for (const kind of ['distribution', 'stock', 'stock and rights', 'reduction', 'reduction and refund', 'split', 'par'])
    assert.ok(kinds.has(kind), `no ${kind} among ${[...kinds].join(', ')}`)
})

always(
  'the number of shares changes with an action alone, by its ratio',
  50_000,
  `WITH ${actions}, held AS (
    SELECT stock_id, trade_date, issued_shares,
      lag(issued_shares) OVER (PARTITION BY stock_id ORDER BY trade_date) AS shares_before
    FROM TaiwanStockShareholding
  )
  SELECT held.*, kind, ratio, abs(issued_shares - shares_before * coalesce(ratio, 1)) <= 0.5001 AS ok
  FROM held LEFT JOIN action USING (stock_id, trade_date) WHERE shares_before IS NOT NULL`,
)

for (const name of ['TaiwanStockCapitalReductionReferencePrice', 'TaiwanStockChangeFaceReference'])
  always(
    `nothing trades between the halt and the resumption in ${name}`,
    6,
    `SELECT stock_id, trade_date, close, volume = 0 AND close IS NULL AS ok
    FROM TaiwanStockPrice JOIN ${name} USING (stock_id) WHERE trade_date >= halt_date AND trade_date < resumption_date`,
  )

always(
  'a full day of an announced halt has no price',
  10,
  `SELECT p.stock_id, trade_date, close, close IS NULL AS ok
  FROM TaiwanStockTradingHaltAnnouncement h JOIN TaiwanStockPrice p ON p.stock_id = h.stock_id AND trade_date >= halt_date
    AND trade_date < coalesce(resumption_date, halt_date + 1)
  WHERE halt_time = '08:00:00' AND security_type = 'stock'`,
)

// Adjusted prices and bars

always(
  'adjustment factors step by reference over close at each action and nowhere else, and end at 1',
  100_000,
  `WITH ${actions}, chained AS (
    SELECT stock_id, trade_date, adjustment_factor, lead(adjustment_factor) OVER stock AS next,
      lead(trade_date) OVER stock AS next_day
    FROM TaiwanStockPriceAdj WINDOW stock AS (PARTITION BY stock_id ORDER BY trade_date)
  )
  SELECT chained.*, action.reference_price, action.close_before,
    coalesce(reference_price::DOUBLE / close_before::DOUBLE, 1) AS fell,
    CASE WHEN next IS NULL THEN adjustment_factor = 1
      ELSE abs(adjustment_factor::DOUBLE - next::DOUBLE * fell) <= 0.5e-6 * (1 + fell) + 1e-12 END AS ok
  FROM chained LEFT JOIN action ON chained.stock_id = action.stock_id AND next_day = action.trade_date`,
)

always(
  'adjusted prices are prices times the factor, and their changes go from one adjusted close to the next',
  100_000,
  `SELECT stock_id, trade_date, p.close, a.close AS adjusted, a.spread, adjustment_factor,
    a.volume = p.volume AND a.turnover = p.turnover AND a.trade_count = p.trade_count
    AND a.spread IS NOT DISTINCT FROM a.close - lag(a.close IGNORE NULLS) OVER (PARTITION BY stock_id ORDER BY trade_date)
    AND ${['open', 'high', 'low', 'close']
      .map(
        (price) => `(p.${price} IS NULL AND a.${price} IS NULL OR
      abs(a.${price}::DOUBLE - p.${price}::DOUBLE * adjustment_factor::DOUBLE) <= 0.5e-4 + p.${price}::DOUBLE * 0.5e-6 + 1e-9)`,
      )
      .join(' AND ')} AS ok
  FROM TaiwanStockPrice p FULL JOIN TaiwanStockPriceAdj a USING (stock_id, trade_date)`,
)

always(
  'an investor who sells and buys back over an action gains or loses what the reference says',
  300,
  `WITH ${actions}, chained AS (
    SELECT stock_id, trade_date, close, lag(close) OVER stock AS before
    FROM TaiwanStockPriceAdj WHERE close IS NOT NULL WINDOW stock AS (PARTITION BY stock_id ORDER BY trade_date)
  )
  SELECT stock_id, trade_date, p.close, action.reference_price, chained.close AS adjusted, before,
    abs(chained.close::DOUBLE / before::DOUBLE / (p.close::DOUBLE / action.reference_price::DOUBLE) - 1) < 1e-4 AS ok
  FROM action JOIN chained USING (stock_id, trade_date) JOIN TaiwanStockPrice p USING (stock_id, trade_date)
  WHERE before IS NOT NULL AND p.close IS NOT NULL`,
)

for (const [name, span] of [
  ['TaiwanStockWeekPrice', 'week'],
  ['TaiwanStockMonthPrice', 'month'],
] as const)
  always(
    `bars of a ${span} are made of its days`,
    7_000,
    `WITH day AS (
      SELECT stock_id, date_trunc('${span}', trade_date)::DATE AS start, list(trade_date ORDER BY trade_date) AS days,
        list(open ORDER BY trade_date) FILTER (WHERE close IS NOT NULL) AS opens,
        list(close ORDER BY trade_date) FILTER (WHERE close IS NOT NULL) AS closes,
        max(high) AS top, min(low) AS bottom, sum(volume) AS shares, sum(turnover) AS money, sum(trade_count) AS deals
      FROM TaiwanStockPrice GROUP BY ALL
    )
    SELECT bar.*, closes, trade_date = days[-1] AND open IS NOT DISTINCT FROM opens[1]
      AND close IS NOT DISTINCT FROM closes[-1] AND high IS NOT DISTINCT FROM top AND low IS NOT DISTINCT FROM bottom
      AND volume = shares AND turnover = money AND trade_count = deals AND trading_days = coalesce(len(closes), 0)
      AND spread IS NOT DISTINCT FROM
        close - lag(close IGNORE NULLS) OVER (PARTITION BY bar.stock_id ORDER BY ${span}_start_date) AS ok
    FROM ${name} bar FULL JOIN day ON bar.stock_id = day.stock_id AND ${span}_start_date = start`,
  )

always(
  'the ten-year line is the mean of 2,500 closes of a stock that was never split',
  3_000,
  `WITH close AS (
    SELECT stock_id, trade_date, sum(${cents('close')} * 100) OVER last AS total, count(*) OVER last AS number
    FROM TaiwanStockPrice WHERE close IS NOT NULL
    WINDOW last AS (PARTITION BY stock_id ORDER BY trade_date ROWS 2499 PRECEDING)
  )
  SELECT stock_id, trade_date, ten_year_average, total, number, number = 2500 AND sample_days = 2500
    AND CAST(ten_year_average * 10000 AS BIGINT) = ${halfUp('total::BIGINT', '2500')} AS ok
  FROM TaiwanStock10Year y JOIN close USING (stock_id, trade_date)
  WHERE stock_id NOT IN (SELECT stock_id FROM TaiwanStockSplitPrice UNION SELECT stock_id FROM TaiwanStockChangeFaceReference)`,
)

// Indices

/** Shares at their prices against the same companies a day before, with what went in and out put right. */
const valued = (from: string) => `${actions}, ${carried}, member AS (
  SELECT stock_id, trade_date, h.market, issued_shares, price::DOUBLE AS price, lag(price::DOUBLE) OVER stock AS price_before,
    lag(issued_shares) OVER stock AS shares_before, lag(h.market) OVER stock AS market_before
  FROM TaiwanStockShareholding h JOIN carried USING (stock_id, trade_date) JOIN TaiwanStockOverview USING (stock_id)
  WHERE security_type = 'stock' WINDOW stock AS (PARTITION BY stock_id ORDER BY trade_date)
), valued AS (
  SELECT market, trade_date, sum(price * issued_shares) AS value,
    sum((price_before + coalesce(paid - refund, 0)) * shares_before) AS base,
    sum((price_before + coalesce(paid - refund - cash, 0)) * shares_before) AS total_base
  FROM member LEFT JOIN action USING (stock_id, trade_date)
  WHERE market = market_before AND trade_date > DATE ${literal(from)} GROUP BY ALL
)`

always(
  'the indices move as the market value of their constituents does, with and without dividends',
  400,
  ({ from }) => `
    WITH ${valued(from)}, level AS (
      SELECT stock_id, trade_date, close::DOUBLE AS price, return_index::DOUBLE AS total,
        lag(close::DOUBLE) OVER market AS price_before, lag(return_index::DOUBLE) OVER market AS total_before
      FROM TaiwanWeightedIndex JOIN TaiwanReturnIndex USING (stock_id, trade_date)
      WINDOW market AS (PARTITION BY stock_id ORDER BY trade_date)
    )
    SELECT level.*, value / base AS change, abs(price - price_before * value / base) <= 0.0101
      AND abs(total - total_before * value / total_base) <= 0.0101 AS ok
    FROM valued JOIN level ON level.trade_date = valued.trade_date
      AND stock_id = CASE market WHEN 'TWSE' THEN 'TAIEX' ELSE 'TPEX' END`,
)

always(
  'what the indices say was traded is the sum over the securities of the market',
  400,
  ({ from }) => `
    SELECT i.*, i.volume = sums.volume AND i.turnover = sums.turnover AND i.trade_count = sums.trade_count AS ok
    FROM TaiwanWeightedIndex i JOIN (
      SELECT trade_date, CASE market WHEN 'TWSE' THEN 'TAIEX' ELSE 'TPEX' END AS stock_id, sum(volume) AS volume,
        sum(turnover) AS turnover, sum(trade_count) AS trade_count
      FROM TaiwanStockPrice JOIN TaiwanStockShareholding USING (stock_id, trade_date)
      WHERE trade_date >= DATE ${literal(from)} GROUP BY ALL
    ) sums USING (stock_id, trade_date)`,
)

always(
  'index bars contain their ends and change from close to close; the price index is the same in both tables',
  10_000,
  `WITH bar AS (
    SELECT stock_id, trade_date, open, high, low, close, spread FROM TaiwanWeightedIndex
    UNION ALL SELECT stock_id, trade_date, open, high, low, close, spread FROM TaiwanStockSectorPrice
  ), chained AS (SELECT *, lag(close) OVER (PARTITION BY stock_id ORDER BY trade_date) AS before FROM bar)
  SELECT chained.*, low <= least(open, close) AND high >= greatest(open, close)
    AND (before IS NULL OR spread = close - before) AND coalesce(price_index = close, true) AS ok
  FROM chained LEFT JOIN TaiwanReturnIndex USING (stock_id, trade_date)`,
)

always(
  'the five-second values of an index begin at the close before and end at the close, between high and low',
  65,
  `WITH bar AS (
    SELECT stock_id, trade_date, high, low, close, spread FROM TaiwanWeightedIndex
    UNION ALL SELECT stock_id, trade_date, high, low, close, spread FROM TaiwanStockSectorPrice
  ), path AS (
    SELECT stock_id, trade_date, arg_min(index_value, trade_time) AS first, arg_max(index_value, trade_time) AS last,
      max(index_value) FILTER (WHERE trade_time > '09:00:00') AS top, max(trade_time) AS until,
      min(index_value) FILTER (WHERE trade_time > '09:00:00') AS bottom, count(*) AS number
    FROM TaiwanIndex5Seconds GROUP BY ALL
  )
  SELECT path.*, bar.*, number = 3241 AND until = '13:30:00' AND first = close - spread AND last = close
    AND top = high AND bottom = low AS ok
  FROM path LEFT JOIN bar USING (stock_id, trade_date)`,
)

always(
  'the five-second order statistics end at the totals of the listed market',
  5,
  `SELECT stats.*, i.volume = stats.volume AND i.turnover = stats.turnover AND i.trade_count = stats.trade_count AS ok
  FROM TaiwanStock5SecondsOrderStats stats LEFT JOIN TaiwanWeightedIndex i
    ON i.stock_id = 'TAIEX' AND i.trade_date = stats.trade_date WHERE trade_time = '13:30:00'`,
)

// Chips

const side = (kind: string) => `${kind}_previous_balance`

always(
  'margin and short balances roll forward from day to day',
  30_000,
  `SELECT m.*,
    margin_purchase_balance = ${side('margin_purchase')} + margin_purchase_buy - margin_purchase_sell
      - margin_purchase_cash_repayment
    AND short_sale_balance = ${side('short_sale')} + short_sale_sell - short_sale_buy - short_sale_stock_repayment
    AND ${side('margin_purchase')} = coalesce(lag(margin_purchase_balance) OVER stock, ${side('margin_purchase')})
    AND ${side('short_sale')} = coalesce(lag(short_sale_balance) OVER stock, ${side('short_sale')}) AS ok
  FROM TaiwanStockMarginPurchaseShortSale m WINDOW stock AS (PARTITION BY stock_id ORDER BY trade_date)`,
)

always(
  'borrowed shares sold short roll forward, and the short side agrees with the margin table and the credit limits',
  50_000,
  `SELECT s.*, s.sbl_short_sale_balance = ${side('sbl_short_sale')} + sbl_short_sale_sell - sbl_short_sale_return
      + sbl_short_sale_adjustment
    AND ${side('sbl_short_sale')} = coalesce(lag(s.sbl_short_sale_balance) OVER stock, ${side('sbl_short_sale')})
    AND s.short_sale_balance = coalesce(m.short_sale_balance, 0) AND s.short_sale_sell = coalesce(m.short_sale_sell, 0)
    AND c.sbl_short_sale_balance = s.sbl_short_sale_balance AND c.short_sale_balance = s.short_sale_balance
    AND c.margin_purchase_balance IS NOT DISTINCT FROM m.margin_purchase_balance AS ok
  FROM TaiwanDailyShortSaleBalances s LEFT JOIN TaiwanStockMarginPurchaseShortSale m USING (stock_id, trade_date)
  LEFT JOIN TaiwanStockCreditLimit c USING (stock_id, trade_date)
  WINDOW stock AS (PARTITION BY stock_id ORDER BY trade_date)`,
)

const creditSums = [
  ...['buy', 'sell', 'cash_repayment', 'previous_balance', 'balance'].map((name) => `margin_purchase_${name}`),
  ...['buy', 'sell', 'stock_repayment', 'previous_balance', 'balance'].map((name) => `short_sale_${name}`),
]

always(
  'market totals of margin and short selling are the sums of the securities',
  400,
  `SELECT t.*, ${creditSums.map((name) => `t.${name} = sums.${name}`).join(' AND ')} AS ok
  FROM TaiwanStockTotalMarginPurchaseShortSale t LEFT JOIN (
    SELECT trade_date, market, ${creditSums.map((name) => `sum(${name}) AS ${name}`).join(', ')}
    FROM TaiwanStockMarginPurchaseShortSale GROUP BY ALL
  ) sums USING (trade_date, market)`,
)

always(
  'the maintenance ratio is the shares held on credit at their last closes over the loans, of each market and of both',
  700,
  `WITH close AS (SELECT stock_id, trade_date, close FROM TaiwanStockPrice WHERE close IS NOT NULL), held AS (
    SELECT m.trade_date, market, sum(margin_purchase_balance::HUGEINT * ${cents('close')}) AS value
    FROM TaiwanStockMarginPurchaseShortSale m
    ASOF JOIN close ON m.stock_id = close.stock_id AND m.trade_date >= close.trade_date GROUP BY ALL
  ), loans AS (
    SELECT trade_date, market, value::DOUBLE / 100 AS value, margin_purchase_balance_amount::DOUBLE AS loans
    FROM held JOIN TaiwanStockTotalMarginPurchaseShortSale USING (trade_date, market)
  ), each AS (
    FROM loans UNION ALL SELECT trade_date, 'ALL', sum(value), sum(loans) FROM loans GROUP BY trade_date
  )
  SELECT r.*, abs(margin_collateral_value::DOUBLE - value) <= 0.01 AND margin_purchase_balance_amount::DOUBLE = loans
    AND abs(margin_maintenance_ratio::DOUBLE - 100 * value / loans) <= 0.5001e-4 AS ok
  FROM TaiwanStockMarginRatio r LEFT JOIN each USING (trade_date, market)`,
)

const institutions = [
  'foreign_investor',
  'foreign_dealer',
  'investment_trust',
  'dealer_self',
  'dealer_hedging',
  'dealer',
]

always(
  'institutions net what they buy and sell, and never more than was traded',
  50_000,
  `SELECT i.*, volume, ${institutions.map((name) => `${name}_net = ${name}_buy - ${name}_sell`).join(' AND ')}
    AND total_net = foreign_investor_net + investment_trust_net + dealer_net
    AND dealer_buy = dealer_self_buy + dealer_hedging_buy AND dealer_sell = dealer_self_sell + dealer_hedging_sell
    AND foreign_investor_buy + investment_trust_buy + dealer_buy <= volume
    AND foreign_investor_sell + investment_trust_sell + dealer_sell <= volume AS ok
  FROM TaiwanStockInstitutionalInvestorsBuySell i JOIN TaiwanStockPrice USING (stock_id, trade_date)`,
)

always(
  'market totals of institutions are their shares at the average price of each security, and add up',
  400,
  `WITH sums AS (
    SELECT trade_date, market, count(*) AS number, ${institutions
      .flatMap((name) => [`${name}_buy`, `${name}_sell`])
      .map((name) => `sum(CASE WHEN volume > 0 THEN ${name} * turnover::DOUBLE / volume ELSE 0 END) AS ${name}`)
      .join(', ')}
    FROM TaiwanStockInstitutionalInvestorsBuySell JOIN TaiwanStockPrice USING (stock_id, trade_date) GROUP BY ALL
  )
  SELECT t.*, ${institutions
    .flatMap((name) => [`${name}_buy`, `${name}_sell`])
    .map((name) => `abs(${name}_amount::DOUBLE - ${name}) <= number`)
    .join(' AND ')}
    AND ${[...institutions, 'total'].map((name) => `${name}_net_amount = ${name}_buy_amount - ${name}_sell_amount`).join(' AND ')}
    AND ${['buy', 'sell']
      .flatMap((deal) => [
        `dealer_${deal}_amount = dealer_self_${deal}_amount + dealer_hedging_${deal}_amount`,
        `total_${deal}_amount = foreign_investor_${deal}_amount + investment_trust_${deal}_amount + dealer_${deal}_amount`,
      ])
      .join(' AND ')} AS ok
  FROM TaiwanStockTotalInstitutionalInvestors t LEFT JOIN sums USING (trade_date, market)`,
)

always(
  'the distribution of shareholders adds up to the shares issued',
  10_000,
  `WITH level AS (
    SELECT stock_id, record_date, sum(shares) FILTER (WHERE level < 17) AS parts,
      sum(people) FILTER (WHERE level < 16) AS heads, any_value(shares) FILTER (WHERE level = 17) AS total,
      any_value(people) FILTER (WHERE level = 17) AS everybody, count(*) AS number
    FROM TaiwanStockHoldingSharesPer GROUP BY ALL
  )
  SELECT level.*, issued_shares, number = 17 AND parts = total AND heads = everybody AND total = issued_shares AS ok
  FROM level LEFT JOIN TaiwanStockShareholding h ON level.stock_id = h.stock_id AND record_date = h.trade_date`,
)

always(
  'lending, block and day trades agree with the prices and volumes of their day',
  20_000,
  `SELECT stock_id, trade_date, p.close, l.close IS NOT DISTINCT FROM p.close AS ok
  FROM TaiwanStockSecuritiesLending l LEFT JOIN TaiwanStockPrice p USING (stock_id, trade_date)
  UNION ALL SELECT stock_id, trade_date, price, price BETWEEN low AND high AND b.turnover = price * b.volume
  FROM TaiwanStockBlockTrade b LEFT JOIN TaiwanStockPrice p USING (stock_id, trade_date)
  UNION ALL SELECT stock_id, trade_date, close, day_trading_volume <= p.volume
    AND (day_trading_volume = 0 OR day_trading_buy_amount BETWEEN low * day_trading_volume AND high * day_trading_volume)
  FROM TaiwanStockDayTradingInfo d LEFT JOIN TaiwanStockPrice p USING (stock_id, trade_date)`,
)

// Fundamentals

always(
  'market value is the close times the shares issued, of every security that traded',
  50_000,
  ({ from }) => `
    SELECT stock_id, trade_date, p.close, h.issued_shares, market_value, v.close = p.close AND v.market = h.market
      AND v.issued_shares = h.issued_shares
      AND market_value = CAST(round(p.close * h.issued_shares, 0) AS DECIMAL(18,2)) AS ok
    FROM TaiwanStockPrice p LEFT JOIN TaiwanStockMarketValue v USING (stock_id, trade_date)
    LEFT JOIN TaiwanStockShareholding h USING (stock_id, trade_date)
    WHERE p.close IS NOT NULL AND trade_date >= DATE ${literal(from)}`,
)

always(
  'index weights are shares of the market value of their market, ranked, and add up to about 100',
  40_000,
  `WITH worth AS (
    SELECT stock_id, trade_date, market, market_value::DOUBLE
      / sum(market_value::DOUBLE) OVER (PARTITION BY market, trade_date) * 100 AS weight
    FROM TaiwanStockMarketValue WHERE stock_id IN (SELECT stock_id FROM TaiwanStockOverview WHERE security_type = 'stock')
  )
  SELECT w.*, weight, abs(weight_percent::DOUBLE - weight) <= 0.5001e-4
    AND abs(sum(weight_percent) OVER day - 100) < 0.02
    AND rank = row_number() OVER (PARTITION BY market, trade_date ORDER BY weight_percent DESC, stock_id) AS ok
  FROM TaiwanStockMarketValueWeight w FULL JOIN worth USING (market, trade_date, stock_id)
  WINDOW day AS (PARTITION BY market, trade_date)`,
)

const account = (type: string) => `any_value(value) FILTER (WHERE type = '${type}')`

always(
  'balance sheets balance, and the cash in them is where the cash flows end',
  1_000,
  `SELECT b.*, finish, assets = debts + equity AND assets = sides AND cash = finish AND start + increase = finish AS ok
  FROM (
    SELECT stock_id, report_date, period, ${account('TotalAssets')} AS assets, ${account('Liabilities')} AS debts,
      ${account('Equity')} AS equity, ${account('TotalLiabilitiesEquity')} AS sides,
      ${account('CashAndCashEquivalents')} AS cash
    FROM TaiwanStockBalanceSheet GROUP BY ALL
  ) b FULL JOIN (
    SELECT stock_id, report_date, period, ${account('CashBalancesBeginningOfPeriod')} AS start,
      ${account('CashBalancesIncrease')} AS increase, ${account('CashBalancesEndOfPeriod')} AS finish
    FROM TaiwanStockCashFlowsStatement GROUP BY ALL
  ) c USING (stock_id, report_date, period)`,
)

always(
  'a year is the sum of its four quarters in every account, the fourth of which is derived',
  4_000,
  `WITH quarter AS (
    SELECT stock_id, fiscal_year, type, sum(value) AS value, count(*) AS number,
      bool_and(is_derived = (fiscal_quarter = 4)) AS told
    FROM TaiwanStockFinancialStatement WHERE period = 'quarterly' GROUP BY ALL
  )
  SELECT y.stock_id, y.fiscal_year, y.type, y.value AS year, q.value AS quarters, y.value = q.value AND told AS ok
  FROM TaiwanStockFinancialStatement y JOIN quarter q USING (stock_id, fiscal_year, type)
  WHERE period = 'annual' AND number = 4`,
)

always(
  'the revenue of a quarter is that of its months, the derived fourth included',
  1_000,
  `SELECT s.stock_id, s.report_date, s.value, months, s.value = months AS ok
  FROM TaiwanStockFinancialStatement s JOIN (
    SELECT stock_id, last_day(date_trunc('quarter', report_month) + INTERVAL 2 MONTH) AS report_date,
      sum(revenue) AS months
    FROM TaiwanStockMonthRevenue GROUP BY ALL HAVING count(*) = 3
  ) m USING (stock_id, report_date) WHERE s.period = 'quarterly' AND type = 'Revenue'`,
)

/** Companies whose figures a share were restated, by fewer or more shares for the same company. */
const restated =
  '(SELECT stock_id FROM TaiwanStockCapitalReductionReferencePrice UNION SELECT stock_id FROM TaiwanStockChangeFaceReference)'

always(
  'earnings per share are the earnings of the quarter over the shares at its end',
  300,
  `SELECT s.stock_id, s.report_date, s.eps, income, issued_shares,
    abs(income::DOUBLE / issued_shares - eps::DOUBLE) <= 0.005001 AS ok
  FROM (
    SELECT stock_id, report_date, ${account('EPS')} AS eps, ${account('NetIncomeAttributableToOwnersOfParent')} AS income
    FROM TaiwanStockFinancialStatement WHERE period = 'quarterly' AND NOT is_derived GROUP BY ALL
  ) s ASOF JOIN TaiwanStockShareholding h ON s.stock_id = h.stock_id AND s.report_date >= h.trade_date
  WHERE h.trade_date > s.report_date - 12`,
)

always(
  'price/earnings and price/book follow from the close and the statements of the period that is named',
  20_000,
  `WITH quarter AS (
    SELECT stock_id, fiscal_year * 4 + fiscal_quarter AS number, value AS eps, announce_date
    FROM TaiwanStockFinancialStatement WHERE type = 'EPS' AND period = 'quarterly'
  ), year AS (
    SELECT stock_id, number, announce_date, sum(eps) OVER four AS eps, count(*) OVER four AS quarters
    FROM quarter WINDOW four AS (PARTITION BY stock_id ORDER BY number RANGE 3 PRECEDING)
  ), book AS (
    SELECT stock_id, fiscal_year * 4 + fiscal_quarter AS number, value AS book
    FROM TaiwanStockBalanceSheet WHERE type = 'BookValuePerShare' AND period = 'quarterly'
  )
  SELECT per.*, p.close, eps, book, announce_date <= trade_date AND CASE WHEN eps <= 0 THEN pe_ratio IS NULL
      ELSE ${cents('pe_ratio')} = ${halfUp(`${cents('p.close')} * 100`, cents('eps'))} END
    AND ${cents('pb_ratio')} = ${halfUp(`${cents('p.close')} * 100`, cents('book'))} AS ok
  FROM TaiwanStockPER per JOIN TaiwanStockPrice p USING (stock_id, trade_date)
  JOIN year ON year.stock_id = per.stock_id AND quarters = 4
    AND number = left(fiscal_period, 4)::INTEGER * 4 + right(fiscal_period, 1)::INTEGER
  LEFT JOIN book ON book.stock_id = per.stock_id AND book.number = year.number
  WHERE p.close IS NOT NULL AND per.stock_id NOT IN ${restated}`,
)

always(
  'the newest statements that are due are the ones that prices are compared with',
  200,
  ({ through }) => `
    SELECT stock_id, fiscal_period, newest, fiscal_period = newest AS ok
    FROM TaiwanStockPER JOIN (
      SELECT stock_id, max(fiscal_year || 'Q' || fiscal_quarter) AS newest FROM TaiwanStockBalanceSheet
      WHERE period = 'quarterly' GROUP BY ALL
    ) USING (stock_id) WHERE trade_date = DATE ${literal(through)}`,
)

always(
  'the dividend yield of the OTC market is the dividend it names over the close',
  5_000,
  `SELECT per.*, p.close,
    ${cents('dividend_yield')} = ${halfUp('CAST(dividend_per_share * 10000 AS BIGINT) * 100', cents('p.close'))} AS ok
  FROM TaiwanStockPER per JOIN TaiwanStockPrice p USING (stock_id, trade_date)
  WHERE dividend_per_share IS NOT NULL AND p.close IS NOT NULL`,
)

always(
  'every ex-date was announced before it came',
  300,
  ({ from }) => `
    SELECT r.stock_id, ex_date, event_type, ex_date > (
      SELECT min(announce_date) FROM TaiwanStockDividend d
      WHERE d.stock_id = r.stock_id AND (cash_ex_date = ex_date OR stock_ex_date = ex_date)
    ) AS ok
    FROM TaiwanStockDividendResult r WHERE ex_date >= DATE ${literal(from)}`,
)

// Lists

everywhere('every security in any table is in the overview', async (market) => {
  const known = `(SELECT stock_id FROM TaiwanStockOverview UNION SELECT stock_id FROM TaiwanStockOverviewIncludeWarrant
    UNION SELECT stock_id FROM TaiwanWeightedIndex UNION SELECT stock_id FROM TaiwanStockSectorPrice
    UNION SELECT cb_id FROM TaiwanCBOverview UNION SELECT 'MARKET')`
  const listed = catalogue.filter(({ name, columns }: Dataset) => columns.stock_id && name !== 'USStockPrice')
  assert.ok(listed.length > 35)
  for (const { name } of listed) {
    // Warrants leave the overview some time after they have ended; what halted them stays.
    const isHalt = name === 'TaiwanStockTradingHaltAnnouncement'
    const where = isHalt ? `WHERE security_type <> 'warrant' OR halt_date > DATE ${literal(market.through)} - 60` : ''
    await assertAlways(
      market,
      `SELECT stock_id, stock_id IN ${known} AS ok FROM (SELECT DISTINCT stock_id FROM ${name} ${where})`,
      name,
    )
  }
})

always(
  'a security is inactive from its delisting on, has prices until then, and is in the list of delistings',
  200,
  ({ from, eventsFrom, through }) => `
    SELECT o.stock_id, o.is_active, o.delisting_date, d.delisting_date AS told, last,
      is_active = (o.delisting_date IS NULL)
      AND (d.delisting_date IS NOT DISTINCT FROM o.delisting_date OR o.delisting_date < DATE ${literal(eventsFrom)})
      AND CASE WHEN o.market = 'ESB' THEN last IS NULL WHEN is_active THEN last = DATE ${literal(through)}
        -- Shorter than the default one, this window begins after some delistings.
        WHEN last IS NULL THEN o.delisting_date <= DATE ${literal(from)} ELSE last < o.delisting_date END AS ok
    FROM TaiwanStockOverview o
    LEFT JOIN (FROM TaiwanStockDelisting WHERE NOT is_transfer) d USING (stock_id)
    LEFT JOIN (SELECT stock_id, max(trade_date) AS last FROM TaiwanStockPrice GROUP BY ALL) p USING (stock_id)`,
)

always(
  'the overview with warrants holds the one without, row by row',
  200,
  `SELECT stock_id, o.stock_name, w.stock_name = o.stock_name AND w.market = o.market AND w.is_active = o.is_active
    AND w.industry_category IS NOT DISTINCT FROM o.industry_category AS ok
  FROM TaiwanStockOverview o LEFT JOIN (
    FROM TaiwanStockOverviewIncludeWarrant WHERE security_type <> 'warrant'
  ) w USING (stock_id)`,
)

// Derivatives

always(
  'futures and options on the TAIEX that end on a day share one final settlement price',
  50,
  `SELECT settlement_date, list(DISTINCT final_settlement_price) AS prices, len(prices) = 1 AS ok FROM (
    SELECT settlement_date, final_settlement_price FROM TaiwanFuturesSettlement WHERE futures_id IN ('TX', 'MTX', 'TMF')
    UNION ALL SELECT settlement_date, final_settlement_price FROM TaiwanOptionsSettlement WHERE option_id = 'TXO'
  ) GROUP BY ALL`,
)

for (const [kind, daily, settlement] of [
  ['futures', 'TaiwanFuturesDaily', 'TaiwanFuturesSettlement'],
  ['option', 'TaiwanOptionDaily', 'TaiwanOptionsSettlement'],
] as const)
  always(
    `${kind} contracts trade until they are settled, without a daily settlement price on their last day`,
    80,
    ({ through }) => `
      WITH contract AS (
        SELECT ${kind === 'option' ? 'option_id' : 'futures_id'} AS id, contract_month, max(trade_date) AS last,
          bool_and((settlement_price IS NULL) = (trade_date = settlement_date)) FILTER (
            WHERE trading_session = 'regular' AND (settlement_date IS NOT NULL)
          ) AS told,
          any_value(settlement_date) AS settled
        FROM ${daily} LEFT JOIN ${settlement} USING (${kind === 'option' ? 'option_id' : 'futures_id'}, contract_month)
        GROUP BY ALL
      )
      SELECT contract.*, CASE WHEN settled IS NULL THEN last = DATE ${literal(through)} ELSE last = settled AND told END AS ok
      FROM contract`,
  )

always(
  'the daily overview of derivatives adds up the contracts of each product',
  3_000,
  `WITH contract AS (
    SELECT trade_date, futures_id AS product_id, trading_session, volume, open_interest, NULL AS call_put
    FROM TaiwanFuturesDaily
    UNION ALL SELECT trade_date, option_id, trading_session, volume, open_interest, call_put FROM TaiwanOptionDaily
  ), sums AS (
    SELECT trade_date, product_id, sum(volume) AS volume,
      coalesce(sum(volume) FILTER (WHERE trading_session = 'after_hours'), 0) AS night,
      sum(open_interest) FILTER (WHERE trading_session = 'regular') AS held,
      sum(volume) FILTER (WHERE call_put = 'put') AS puts, sum(volume) FILTER (WHERE call_put = 'call') AS calls
    FROM contract GROUP BY ALL
  )
  SELECT o.*, o.volume = sums.volume AND after_hours_volume = night AND open_interest IS NOT DISTINCT FROM held::BIGINT
    AND put_volume IS NOT DISTINCT FROM puts::BIGINT AND call_volume IS NOT DISTINCT FROM calls::BIGINT AS ok
  FROM TaiwanFutureOptionDailyTotalOverview o FULL JOIN sums USING (trade_date, product_id)`,
)

always(
  'brokers trade both sides of every contract',
  200,
  `SELECT trade_date, id, brokers, contracts, brokers = 2 * contracts AS ok FROM (
    SELECT trade_date, futures_id AS id, sum(volume) AS brokers FROM TaiwanFuturesBrokerDaily GROUP BY ALL
    UNION ALL SELECT trade_date, option_id, sum(volume) FROM TaiwanOptionsBrokerDaily GROUP BY ALL
  ) LEFT JOIN (
    SELECT trade_date, futures_id AS id, sum(volume) AS contracts FROM TaiwanFuturesDaily GROUP BY ALL
    UNION ALL SELECT trade_date, option_id, sum(volume) FROM TaiwanOptionDaily GROUP BY ALL
  ) USING (trade_date, id)`,
)

always(
  'the snapshot of derivatives repeats the daily rows of the newest day',
  200,
  ({ through }) => `
    WITH daily AS (
      SELECT futures_id AS product_id, contract_month, NULL AS strike_price, NULL AS call_put, trading_session, close,
        volume, open_interest FROM TaiwanFuturesDaily WHERE trade_date = DATE ${literal(through)}
      UNION ALL SELECT option_id, contract_month, strike_price, call_put, trading_session, close, volume, open_interest
      FROM TaiwanOptionDaily WHERE trade_date = DATE ${literal(through)}
    )
    SELECT s.contract_code, s.trading_session, last_price, close, last_price IS NOT DISTINCT FROM close
      AND s.volume = daily.volume AND s.open_interest IS NOT DISTINCT FROM daily.open_interest AS ok
    FROM TaiwanFutureOptionTickRealtime s FULL JOIN daily ON s.product_id = daily.product_id
      AND s.contract_month = daily.contract_month AND s.trading_session = daily.trading_session
      AND s.strike_price IS NOT DISTINCT FROM daily.strike_price AND s.call_put IS NOT DISTINCT FROM daily.call_put`,
)

everywhere('what is kept for a while only goes back exactly that far', async (market) => {
  const kept = catalogue.filter(({ retention }) => retention !== null)
  assert.equal(kept.length, 5)
  for (const { name, date, retention } of kept) {
    const start = retention!.kind === 'newest' ? literal(market.through) : `${literal(market.through)}::DATE - 31`
    await assertAlways(
      market,
      `SELECT t.trade_date, kept.${date}, t.trade_date IS NOT NULL AND kept.${date} IS NOT NULL AS ok
      FROM (SELECT DISTINCT ${date} FROM ${name}) kept FULL JOIN (
        FROM TaiwanStockTradingDate WHERE NOT is_scheduled
          AND trade_date ${retention!.kind === 'newest' ? '>=' : '>'} ${start}
      ) t ON t.trade_date = kept.${date}`,
      name,
    )
  }
  for (const name of ['TaiwanIndex5Seconds', 'TaiwanStock5SecondsOrderStats'])
    assert.deepEqual(await rowsOf(market, `SELECT count(DISTINCT trade_date)::INTEGER FROM ${name}`), [[5]])
})

// Other

/** Percent ranks and means as the catalogue defines them, written independently. */
const meanOf = (values: readonly number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const windowed = (values: readonly number[], size: number, of: (window: number[]) => number): number[] =>
  values.map((_, i) => (i + 1 < size ? Number.NaN : of(values.slice(i + 1 - size, i + 1))))
const smoothed = (values: readonly number[], span: number): number[] => {
  let mean = values[0]!
  return values.map((value) => {
    mean += (2 / (span + 1)) * (value - mean)
    return mean
  })
}

everywhere('the fear and greed index follows from its seven inputs by the published formula', async (market) => {
  const numbers = async (sql: string): Promise<number[][]> =>
    (await rowsOf(market, sql)).map((row) => row.map((cell) => (cell === null ? Number.NaN : Number(cell))))
  const columnOf = (rows: readonly number[][], i: number) => rows.map((row) => row[i]!)
  const companies = "regexp_full_match(stock_id, '[1-9][0-9]{3}')"
  const index = columnOf(
    await numbers("SELECT return_index FROM TaiwanReturnIndex WHERE stock_id = 'TAIEX' ORDER BY trade_date"),
    0,
  )
  const spreads = await numbers(
    `SELECT (count(*) FILTER (WHERE spread > 0))::DOUBLE, (count(*) FILTER (WHERE spread < 0))::DOUBLE
    FROM TaiwanStockPrice WHERE ${companies} GROUP BY trade_date ORDER BY trade_date`,
  )
  const options = await numbers(
    `SELECT (sum(volume) FILTER (WHERE call_put = 'put') / sum(volume) FILTER (WHERE call_put = 'call'))::DOUBLE
    FROM TaiwanOptionDaily WHERE option_id = 'TXO' GROUP BY trade_date ORDER BY trade_date`,
  )
  // New York closes after Taipei, so a day knows the yields of earlier days.
  const yields = await numbers(
    `SELECT value::DOUBLE FROM (SELECT trade_date - 1 AS eve FROM TaiwanReturnIndex WHERE stock_id = 'TAIEX') day
    ASOF LEFT JOIN (FROM USBondYield WHERE tenor = '10Y') bond ON eve >= bond.trade_date ORDER BY eve`,
  )
  const loans = columnOf(
    await numbers(
      `SELECT sum(margin_purchase_balance_amount)::DOUBLE FROM TaiwanStockTotalMarginPurchaseShortSale
      GROUP BY trade_date ORDER BY trade_date`,
    ),
    0,
  )
  const flows = await numbers(
    `SELECT sum(foreign_investor_net_amount + foreign_dealer_net_amount)::DOUBLE,
      (SELECT sum(turnover) FROM TaiwanStockPrice p WHERE p.trade_date = t.trade_date AND ${companies})::DOUBLE
    FROM TaiwanStockTotalInstitutionalInvestors t GROUP BY trade_date ORDER BY trade_date`,
  )
  const net = spreads.filter(([up, down]) => up! + down! > 0).map(([up, down]) => (up! - down!) / (up! + down!))
  const [fast, slow] = [smoothed(net, 19), smoothed(net, 39)]
  const returns = index.map((value, i) => Math.log(value / (index[i - 1] ?? Number.NaN)))
  const realised = windowed(returns, 20, (window) => {
    const mean = meanOf(window)
    return Math.sqrt((window.reduce((sum, value) => sum + (value - mean) ** 2, 0) / 19) * 252)
  })
  const rate = columnOf(yields, 0)
  const raws: Record<string, number[]> = {
    momentum: windowed(index, 125, (window) => window.at(-1)! / meanOf(window) - 1),
    breadth: fast.map((value, i) => value - slow[i]!),
    put_call: windowed(columnOf(options, 0), 5, meanOf),
    volatility: windowed(realised, 50, (window) => window.at(-1)! / meanOf(window) - 1),
    safe_haven: index.map((value, i) => {
      const [then, before] = [index[i - 20] ?? Number.NaN, rate[i - 20] ?? Number.NaN]
      return value / then - 1 - ((-8.5 * (rate[i]! - before)) / 100 + ((before / 100) * 20) / 252)
    }),
    margin: loans.map((value, i) => value / (loans[i - 20] ?? Number.NaN) - 1),
    foreign_flow: windowed(columnOf(flows, 0), 20, meanOf).map(
      (value, i) => value / meanOf(columnOf(flows.slice(Math.max(0, i - 19), i + 1), 1)),
    ),
  }
  const { columns, rows } = await market.reader.select('FROM TaiwanFearAndGreedIndex ORDER BY trade_date DESC LIMIT 40')
  assert.equal(rows.length, 40)
  for (const [back, row] of rows.entries()) {
    const cell = (name: string) => row[columns.indexOf(name)]
    const scores: number[] = []
    for (const [name, values] of Object.entries(raws)) {
      const at = values.length - 1 - back
      const what = `seed ${market.seed} ${cell('trade_date')} ${name}`
      assert.ok(
        Math.abs(values[at]! - Number(cell(`${name}_raw`))) <= 0.6e-6,
        `${what}: ${values[at]} ${cell(`${name}_raw`)}`,
      )
      const seen = values
        .slice(0, at + 1)
        .filter((value) => !Number.isNaN(value))
        .slice(-250)
        .map((value) => Math.round(value * 1e6))
      const rank = seen.reduce((sum, value) => sum + (value < seen.at(-1)! ? 1 : value === seen.at(-1) ? 0.5 : 0), 0)
      const percent = (rank / seen.length) * 100
      const score = name === 'put_call' || name === 'volatility' ? 100 - percent : percent
      assert.ok(Math.abs(score - Number(cell(`${name}_score`))) <= 0.0051, `${what}: ${score} ${cell(`${name}_score`)}`)
      scores.push(Number(cell(`${name}_score`)))
    }
    const score = Number(cell('fear_greed_score'))
    assert.ok(Math.abs(score - meanOf(scores)) <= 0.0051)
    assert.equal(Number(cell('component_count')), 7)
    const labels = ['extreme_fear', 'fear', 'neutral', 'greed', 'extreme_greed']
    const at = score < 25 ? 0 : score < 45 ? 1 : score <= 55 ? 2 : score <= 75 ? 3 : 4
    assert.equal(cell('fear_greed_label'), labels[at])
  }
})

always(
  'news has ids made from its links, the Taipei date of its time, and a company or the market as its subject',
  1_000,
  `SELECT news_id, stock_id, link, news_id = left(sha256(link), 16) AND publish_date = published_at::DATE
    AND (stock_id = 'MARKET' OR stock_id IN (SELECT stock_id FROM TaiwanStockOverview)) AS ok FROM TaiwanRelatedNews`,
)

everywhere('nothing but announcements and schedules is dated after the newest session', async (market) => {
  const ahead = [
    'TaiwanStockTradingDate',
    'TaiwanStockDailyPriceLimit',
    'TaiwanStockSuspendDayTrading',
    'TaiwanStockMarginShortSaleSuspension',
  ]
  for (const { name, date } of catalogue)
    if (!ahead.includes(name))
      await assertAlways(
        market,
        `SELECT max(${date}) AS newest, newest <= DATE ${literal(market.through)} AS ok FROM ${name}`,
        name,
      )
})

for (const seed of [1, 7])
  test(`what investors know of the market lies near what was recorded, with seed ${seed}`, () => {
    const world = createWorld(defaultOptions(seed, 'default', builtThrough), builtThrough)
    for (const { what, simulated, recorded, least, most } of factsOf(world))
      assert.ok(simulated >= least && simulated <= most, `${what}: ${simulated}, recorded ${recorded}`)
  })

test('two seeds are two markets', () => {
  const closes = [1, 2].map((seed) => {
    const { calendar, factors, plans, securities } = createGround(
      defaultOptions(seed, 'default', '2016-11-11'),
      '2016-11-11',
    )
    const security = securities.find(({ id }) => id === '2330')!
    return createPath(seed, security, calendar, factors, plans.get(security.id)!).close
  })
  assert.ok(closes[0]!.length > 400)
  assert.notDeepEqual(closes[0], closes[1])
})
