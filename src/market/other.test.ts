import assert from 'node:assert/strict'
import { test } from 'node:test'
import { always, everywhere, rowsOf } from '../../test/support/marketRules.ts'
import { rowsIn } from '../../test/support/simulatedRows.ts'
import { dateOf, dayOf, weekdayOf } from '../days.ts'
import { createCalendar } from './calendar.ts'
import { isBondSession, isLondonSession, isUsSession } from './other/holidays.ts'
import { tables } from './simulations.ts'
import { tradingDate } from './technical/TaiwanStockTradingDate.ts'
import { createWorld, defaultOptions, type World } from './world.ts'

/** Rules of foreign markets, the economy, news and the calendar; and of the evenings on which rows become known. */

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
  'exchange rates are quoted in order, and only where the bank quotes them',
  3_000,
  `SELECT r.*, (cash_buy IS NULL) = (currency IN ('ZAR', 'SEK'))
    AND (spot_buy IS NULL) = (currency IN ('PHP', 'IDR', 'KRW', 'VND', 'MYR'))
    AND coalesce(cash_buy < spot_buy, true) AND coalesce(spot_buy < spot_sell, true)
    AND coalesce(spot_sell < cash_sell, true) AND coalesce(cash_buy < cash_sell, true)
    AND (currency <> 'USD' OR (spot_buy > 24 AND spot_sell < 40)) AS ok
  FROM ExchangeRate r`,
)

always(
  'gold in pounds and euros is gold in dollars at the rates of the day',
  200,
  `WITH mid AS (
    SELECT trade_date, max(spot_buy + spot_sell) FILTER (WHERE currency = 'USD')::DOUBLE
      / max(spot_buy + spot_sell) FILTER (WHERE currency = 'EUR')::DOUBLE AS euros FROM ExchangeRate GROUP BY ALL
  )
  SELECT g.*, euros, price = coalesce(price_pm, price_am) AND (price_gbp IS NULL) = (price_pm IS NULL)
    AND coalesce(abs(price_eur::DOUBLE / price::DOUBLE / euros - 1) < 0.001, true) AS ok
  FROM GoldPrice g LEFT JOIN mid USING (trade_date)`,
)

always(
  'American prices are bars, and adjusted prices join the newest close',
  5_000,
  `SELECT p.*, low <= least(open, close) AND high >= greatest(open, close) AND adj_close <= close
    AND (adj_close = close OR (trade_date < max(trade_date) OVER () AND stock_id NOT LIKE '^%'))
    AND len(list(stock_id) OVER (PARTITION BY trade_date)) = 28 AS ok
  FROM USStockPrice p`,
)

always(
  'funds follow their index',
  200,
  `SELECT fund.trade_date, abs(fund.close::DOUBLE / index.close::DOUBLE / 0.0998 - 1) < 0.001 AS ok
  FROM USStockPrice fund JOIN USStockPrice index USING (trade_date)
  WHERE fund.stock_id = 'SPY' AND index.stock_id = '^GSPC'`,
)

always(
  'policy rates change at every row by what the row says, at fourteen banks',
  60,
  `SELECT r.*, change_bp IS NOT DISTINCT FROM (100 * (interest_rate - lag(interest_rate) OVER bank)) AND change_bp <> 0
    IS NOT FALSE AND (SELECT count(DISTINCT bank_code) FROM CentralBankRate) = 14 AS ok
  FROM CentralBankRate r WINDOW bank AS (PARTITION BY bank_code ORDER BY effective_date)`,
)

always(
  'the yield curve is whole every day and moves together',
  3_000,
  `SELECT y.*, value > 0 AND value < 12 AND count(*) OVER (PARTITION BY trade_date) = 14
    AND coalesce(abs(value - lag(value) OVER (PARTITION BY trade_date ORDER BY years)) < 0.9, true) AS ok
  FROM (SELECT *, left(tenor, -1)::DOUBLE / if(tenor LIKE '%M', 12, 1) AS years FROM USBondYield) y`,
)

always(
  'money in circulation compares with the year before',
  200,
  `SELECT c.*, before.amount AS before, CASE WHEN before.amount IS NULL THEN (yoy_percent IS NULL) = (country = 'US')
    ELSE abs(yoy_percent - 100 * (c.amount::DOUBLE / before.amount - 1)) <= 0.005001 END AS ok
  FROM CurrencyCirculation c LEFT JOIN (
    SELECT country, (report_month + INTERVAL 12 MONTH)::DATE AS report_month, amount FROM CurrencyCirculation
  ) before USING (country, report_month)`,
)

always(
  'the light of a month tells its score, and its stock prices are the mean of the TAIEX',
  20,
  `WITH price AS (
    SELECT date_trunc('month', trade_date)::DATE AS report_month, avg(close)::DOUBLE AS mean, min(trade_date) AS first
    FROM TaiwanWeightedIndex WHERE stock_id = 'TAIEX' GROUP BY ALL
  )
  SELECT e.*, mean, monitoring_light = CASE WHEN monitoring_score <= 16 THEN 'blue' WHEN monitoring_score <= 22
      THEN 'yellow_blue' WHEN monitoring_score <= 31 THEN 'green' WHEN monitoring_score <= 37 THEN 'yellow_red' ELSE 'red' END
    AND monitoring_score BETWEEN 9 AND 45
    AND coalesce(abs(stock_price_index - mean) < 0.0001 OR first = (SELECT min(first) FROM price), true) AS ok
  FROM TaiwanMonthlyEconomicIndicator e LEFT JOIN price USING (report_month)`,
)

always(
  'news has ids made from its links, the Taipei date of its time, and a company or the market as its subject',
  1_000,
  `SELECT n.*, news_id = left(sha256(link), 16) AND publish_date = published_at::DATE AND len(summary) <= 500
    AND starts_with(link, 'https://example.invalid/') AND count(*) OVER (PARTITION BY publish_date) BETWEEN 6 AND 12
    AND (stock_id = 'MARKET' OR stock_id IN (SELECT stock_id FROM TaiwanStockOverview)) AS ok FROM TaiwanRelatedNews n`,
)

always(
  'news of limits, revenue and dispositions says what happened',
  100,
  `SELECT link, close = limit_up AND contains(title, regexp_replace(close::VARCHAR, '\\.?0*$', '')) AS ok
  FROM TaiwanRelatedNews n JOIN TaiwanStockPrice p ON p.stock_id = n.stock_id AND trade_date = publish_date
  JOIN TaiwanStockDailyPriceLimit l ON l.stock_id = p.stock_id AND l.trade_date = p.trade_date WHERE link LIKE '%limit-up'
  UNION ALL SELECT link, contains(summary, '營業收入' || format('{:,}', (revenue / 1000)::BIGINT) || '千元')
  FROM TaiwanRelatedNews n JOIN TaiwanStockMonthRevenue r ON r.stock_id = n.stock_id
    AND report_month = date_trunc('month', publish_date) - INTERVAL 1 MONTH WHERE provider = 'mops'
  UNION ALL SELECT link, announce_date IS NOT NULL FROM TaiwanRelatedNews n LEFT JOIN TaiwanStockDisposition d
    ON d.stock_id = n.stock_id AND announce_date = publish_date WHERE link LIKE '%disposition'`,
)

always(
  'foreign markets are listed on their sessions alone',
  300,
  `SELECT DISTINCT trade_date, isodow(trade_date) <= 5 AS ok
  FROM (SELECT trade_date FROM USStockPrice UNION ALL SELECT trade_date FROM USBondYield UNION ALL SELECT trade_date FROM GoldPrice)`,
)

test('foreign markets rest on their holidays', () => {
  for (const date of ['2025-01-01', '2025-01-20', '2025-04-18', '2025-06-19', '2025-07-04', '2025-11-27', '2025-12-25'])
    assert.ok(!isUsSession(dayOf(date)), date)
  assert.ok(isUsSession(dayOf('2025-10-13')) && !isBondSession(dayOf('2025-10-13')))
  assert.ok(!isUsSession(dayOf('2026-07-03')) && isUsSession(dayOf('2021-12-31')))
  for (const date of ['2025-04-21', '2025-05-05', '2025-08-25', '2025-12-26', '2026-12-28'])
    assert.ok(!isLondonSession(dayOf(date)), date)
})

// Calendar

const calendarRows = (seed: number, last: string) => {
  const calendar = createCalendar(seed, '2015-01-05', last)
  const bare = { calendar, through: calendar.days.length - 1, paths: [{ first: 0, last: 0 }], firstOf: () => 0 }
  return rowsIn(bare as never as World, tradingDate, 0, 0)
}

test('a calendar of years holds what traded and what is planned, and a typhoon leaves no row behind', () => {
  const rows = calendarRows(1, '2026-09-30')
  const days = new Set(rows.map(({ trade_date }) => Number(trade_date)))
  const { isTyphoon, isScheduled } = createCalendar(1, '2015-01-05', '2026-12-31')
  let typhoons = 0
  for (let day = dayOf('2015-01-05'); day <= dayOf('2026-09-30'); day++) {
    assert.equal(days.has(day), isScheduled(day) && !isTyphoon(day))
    if (!isTyphoon(day)) continue
    typhoons++
    // A closure that nobody foresaw is still planned the evening before.
    const eve = calendarRows(1, dateOf(day - 1)).find(({ trade_date }) => trade_date === day)
    assert.equal(eve?.is_scheduled, true)
  }
  assert.ok(typhoons > 3)
  for (const row of rows) {
    assert.equal(row.weekday, weekdayOf(Number(row.trade_date)))
    assert.equal(row.is_scheduled, Number(row.trade_date) > dayOf('2026-09-30'))
    assert.equal(row.note === '補行交易日', row.weekday === 6)
  }
  assert.equal(rows.filter(({ note }) => note === '農曆春節後開始交易日').length, 12)
  const last = (newest: string) => dateOf(Math.max(...calendarRows(1, newest).map((row) => Number(row.trade_date))))
  assert.deepEqual([last('2026-09-30'), last('2026-12-01')], ['2026-12-31', '2027-12-31'])
})

// From one evening to the next

/** Columns that change when a day is added: the end of a disposition that a closure puts off, prices before a dividend. */
const moving: Readonly<Record<string, readonly string[]>> = {
  TaiwanStockDisposition: ['period_end_date', 'detail'],
  USStockPrice: ['adj_close'],
  TaiwanStockTradingDate: ['is_scheduled'],
  TaiwanStockTradingHaltAnnouncement: ['resumption_date', 'resumption_time'],
}

test('what is known on one evening stays as it is on the next, and a day filled alone is that day', () => {
  const span = { from: '2026-09-01', longFrom: '2026-09-01', eventsFrom: '2025-01-01', movesFrom: '2025-01-02' }
  const worldOf = (through: string) => createWorld({ ...defaultOptions(7, through), ...span }, through)
  // Between the two the statements of the third quarter come out.
  const [friday, monday] = [worldOf('2026-11-13'), worldOf('2026-11-16')]
  for (const table of tables) {
    const { name, key, columns } = table.dataset
    // Lists are as of the newest day, and some tables keep the newest days alone.
    if (table.kind === 'newest' || columns.as_of_date || /Tick|Broker|LargeTraders/.test(name)) continue
    const keyOf = (row: Readonly<Record<string, unknown>>) => key.map((column) => row[column]).join('|')
    const since = table.kind === 'daily' ? friday.through - 5 : 0
    const before = rowsIn(friday, table, since)
    const later = new Map(rowsIn(monday, table, since).map((row) => [keyOf(row), row]))
    for (const row of before) {
      const found = later.get(keyOf(row))
      const still = Object.fromEntries((moving[name] ?? []).map((column) => [column, row[column]!]))
      assert.deepEqual({ ...found, ...still }, row, name)
    }
    if (table.kind !== 'daily') continue
    const alone = Array.from({ length: 6 }, (_, i) => rowsIn(friday, table, since + i, since + i)).flat()
    const sorted = (rows: typeof before) => rows.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : 1))
    assert.deepEqual(sorted(alone), sorted(before), name)
  }
})
