import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { builtThrough } from '../../test/support/fixture.ts'
import { factsOf } from '../../test/support/marketFacts.ts'
import {
  actions,
  always,
  assertAlways,
  carried,
  cents,
  everywhere,
  halfUp,
  markets,
  onStep,
  rowsOf,
  scratch,
  step,
} from '../../test/support/marketRules.ts'
import { columnsOf, type Dataset } from '../catalogue/dataset.ts'
import { catalogue } from '../catalogue/index.ts'
import { dateOf, dayOf, weekdayOf } from '../days.ts'
import { entryOf } from '../derive/printed/entry.ts'
import { openEngine } from '../lake/engine.ts'
import { literal, quote } from '../lake/schema.ts'
import { verify } from '../lake/verify.ts'
import { createCalendar } from './calendar.ts'
import { createPath } from './path.ts'
import { createGround, createWorld, defaultOptions } from './world.ts'

/** Rules of prices, actions, indices and lists, and of all datasets. */

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
      const { columns } = entryOf(dataset, coverage, null, 'en', null)
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

everywhere('columns hold the values they list, and null only where they may', async (market) => {
  for (const dataset of catalogue) {
    const rules = columnsOf(dataset).flatMap(([name, { nullable, values }]) => [
      ...(nullable && !dataset.key.includes(name) ? [] : [`${quote(name)} IS NOT NULL`]),
      ...(values ? [`coalesce(${quote(name)} IN (${values.map(literal).join(', ')}), true)`] : []),
    ])
    await assertAlways(market, `SELECT *, ${rules.join(' AND ')} AS ok FROM ${dataset.name}`, dataset.name)
  }
})

everywhere('a version that was just built verifies, its rows in key order', async ({ version }) => {
  const engine = await openEngine({ memory: '1GB', scratch })
  try {
    assert.deepEqual(await verify(version, catalogue, engine), [])
  } finally {
    engine.close()
  }
})

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
  for (const market of markets()) {
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
  for (const market of markets())
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

everywhere('nothing but announcements and schedules is dated after the newest session', async (market) => {
  const ahead = [
    'TaiwanStockTradingDate',
    'TaiwanStockDailyPriceLimit',
    'TaiwanStockSuspendDayTrading',
    'TaiwanStockMarginShortSaleSuspension',
    'TaiwanCorporateCalendar',
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
    const world = createWorld(defaultOptions(seed, builtThrough), builtThrough)
    for (const { what, simulated, recorded, least, most } of factsOf(world))
      assert.ok(simulated >= least && simulated <= most, `${what}: ${simulated}, recorded ${recorded}`)
  })

test('two seeds are two markets', () => {
  const closes = [1, 2].map((seed) => {
    const { calendar, factors, plans, securities } = createGround(defaultOptions(seed, '2016-11-11'), '2016-11-11')
    const security = securities.find(({ id }) => id === '2330')!
    return createPath(seed, security, calendar, factors, plans.get(security.id)!).close
  })
  assert.ok(closes[0]!.length > 400)
  assert.notDeepEqual(closes[0], closes[1])
})
