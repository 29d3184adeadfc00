import assert from 'node:assert/strict'
import { test } from 'node:test'
import { always, assertAlways, everywhere, markets, rowsOf } from '../../test/support/marketRules.ts'
import { catalogue } from '../catalogue/index.ts'
import { literal } from '../lake/schema.ts'
import { smile } from './derivatives/options.ts'

/** Rules of futures, options and the course of a day. */

/** The rows of futures and options alike, and each series by the day. */
const series = `bar AS (
  SELECT futures_id AS id, contract_month, 0 AS strike_price, '' AS call_put, * EXCLUDE (futures_id, contract_month)
  FROM TaiwanFuturesDaily
  UNION ALL BY NAME SELECT option_id AS id, * EXCLUDE (option_id, expiry_date) FROM TaiwanOptionDaily
), day AS (
  SELECT id, contract_month, strike_price, call_put, trade_date, sum(volume) AS traded,
    any_value(open_interest) FILTER (WHERE trading_session = 'regular') AS held,
    any_value(settlement_price) FILTER (WHERE trading_session = 'regular') AS settled
  FROM bar GROUP BY ALL
), calendar AS (
  SELECT trade_date, lag(trade_date) OVER (ORDER BY trade_date) AS day_before
  FROM TaiwanStockTradingDate WHERE NOT is_scheduled
)`
const ofSeries = 'id, contract_month, strike_price, call_put'

always(
  'futures and options contain their ends and their history, and settle and count positions only by day',
  50_000,
  `WITH ${series}
  SELECT bar.*, (open IS NULL) = (volume = 0)
    AND coalesce(high >= greatest(open, close) AND low <= least(open, close) AND low > 0
      AND abs(spread_percent - 100 * spread::DOUBLE / (close - spread)) <= 0.005001, true)
    AND coalesce(historical_high >= max(high) OVER so_far AND historical_low <= min(low) OVER so_far,
      max(high) OVER so_far IS NULL)
    AND coalesce(best_bid < best_ask, true) AND (open_interest IS NULL) = (trading_session = 'after_hours')
    AND (trading_session = 'regular' OR settlement_price IS NULL) AS ok
  FROM bar WINDOW so_far AS (PARTITION BY ${ofSeries} ORDER BY trade_date, trading_session)`,
)

always(
  'changes and limits start from the settlement before, and no position changes without a trade',
  50_000,
  `WITH ${series}, known AS (
    SELECT id, contract_month, strike_price, call_put, day.trade_date AS day_before, settled, held FROM day
  )
  SELECT bar.*, known.settled, day.held, day.traded,
    (bar.close IS NULL OR known.settled IS NULL OR id IN ('CDF', 'DHF', 'DVF') OR close - spread = known.settled)
    AND (bar.close IS NULL OR call_put <> '' OR (high <= (close - spread) * 1.1 AND low >= (close - spread) * 0.9))
    AND abs(day.held - known.held) <= day.traded AS ok
  FROM bar JOIN day USING (${ofSeries}, trade_date) JOIN calendar USING (trade_date)
  JOIN known USING (${ofSeries}, day_before)`,
)

always(
  'TX has the next three months and three quarters; shares have five months, and MTX a week; futures fill a page',
  200,
  `WITH listed AS (
    SELECT trade_date, futures_id, list(DISTINCT contract_month ORDER BY contract_month) AS months,
      [left(name, 4)::INTEGER * 12 + right(name, 2)::INTEGER FOR name IN list_filter(months, lambda one: len(one) = 6)] AS month,
      count(*) AS number
    FROM TaiwanFuturesDaily GROUP BY ALL
  )
  SELECT trade_date, futures_id, months, sum(number) OVER (PARTITION BY trade_date) BETWEEN 70 AND 105
    AND CASE futures_id WHEN 'TX' THEN len(months) = 6 AND month[2] = month[1] + 1 AND month[3] = month[1] + 2 AND month[4] % 3 = 0
      AND month[5] = month[4] + 3 AND month[6] = month[4] + 6
    WHEN 'CDF' THEN len(months) = 5 WHEN 'MTX' THEN len(months) > len(month) ELSE true END AS ok
  FROM listed`,
)

always(
  'contracts end on the third Wednesday of their month or on the day of their week, or on the next day that trades',
  100,
  `WITH ended AS (
    SELECT contract_month, settlement_date FROM TaiwanFuturesSettlement
    UNION SELECT contract_month, settlement_date FROM TaiwanOptionsSettlement
  ), named AS (
    SELECT *, strptime(left(contract_month, 6) || '01', '%Y%m%d')::DATE AS first,
      if(contract_month LIKE '%F%', 5, 3) AS last_weekday, coalesce(nullif(contract_month[8:8], ''), '3')::INTEGER AS week
    FROM ended
  )
  SELECT named.*, settlement_date = (SELECT min(trade_date) FROM TaiwanStockTradingDate WHERE NOT is_scheduled
    AND trade_date >= first + ((7 + last_weekday - isodow(first)) % 7 + 7 * (week - 1))::INTEGER) AS ok
  FROM named`,
)

always(
  'futures on one index settle alike and stay near it',
  1_000,
  `WITH regular AS (FROM TaiwanFuturesDaily WHERE trading_session = 'regular' AND futures_id IN ('TX', 'MTX', 'TMF'))
  SELECT f.*, i.close AS level, count(DISTINCT f.settlement_price) OVER (PARTITION BY f.trade_date, contract_month) <= 1
    AND (f.close IS NULL OR f.contract_month > strftime(f.trade_date + 20, '%Y%m') OR abs(f.close - i.close) < 0.03 * i.close)
    AS ok
  FROM regular f JOIN TaiwanWeightedIndex i ON i.stock_id = 'TAIEX' AND i.trade_date = f.trade_date`,
)

always(
  'options are worth what they could be exercised for, less at higher strikes for calls, and agree with puts and futures',
  10_000,
  `WITH worth AS (
    SELECT trade_date, option_id, contract_month, strike_price, settlement_price AS price, call_put,
      lag(settlement_price) OVER (PARTITION BY trade_date, option_id, contract_month, call_put ORDER BY strike_price) AS lower
    FROM TaiwanOptionDaily WHERE trading_session = 'regular' AND settlement_price IS NOT NULL
  ), future AS (
    SELECT trade_date, contract_month, settlement_price AS forward FROM TaiwanFuturesDaily
    WHERE trading_session = 'regular' AND futures_id = 'TX'
  ), pair AS (
    SELECT trade_date, option_id, contract_month, strike_price,
      any_value(price) FILTER (WHERE call_put = 'call') AS call, any_value(price) FILTER (WHERE call_put = 'put') AS put,
      bool_and(lower IS NULL OR CASE call_put WHEN 'call' THEN price <= lower ELSE price >= lower END) AS ordered
    FROM worth GROUP BY ALL
  )
  SELECT pair.*, forward, ordered AND call IS NOT NULL AND put IS NOT NULL
    AND (forward IS NULL OR option_id <> 'TXO' OR (abs(call - put - (forward - strike_price)) <= 12
      AND call >= forward - strike_price - 11 AND put >= strike_price - forward - 11)) AS ok
  FROM pair LEFT JOIN future USING (trade_date, contract_month)`,
)

always(
  'about 400 rows a day hold the strikes of all expiries, and end on the day they say',
  200,
  `SELECT trade_date, count(*) AS number, number <= 400 AND bool_or(regexp_matches(contract_month, 'W[1245]$'))
    AND bool_or(regexp_matches(contract_month, 'F[1-5]$'))
    AND bool_and(expiry_date >= trade_date AND (trading_session = 'after_hours'
      OR (settlement_price IS NULL) = (expiry_date = trade_date)))
    AND max(strikes) >= 33 AS ok
  FROM TaiwanOptionDaily JOIN (
    SELECT trade_date, option_id, contract_month, count(DISTINCT strike_price) AS strikes FROM TaiwanOptionDaily GROUP BY ALL
  ) USING (trade_date, option_id, contract_month) GROUP BY trade_date`,
)

/** Of a day: what a group of products traded by night and in all, and its positions at the end. */
const groups = `market AS (
  SELECT trade_date, CASE WHEN futures_id IN ('CDF', 'DHF', 'DVF') THEN 'STF' ELSE futures_id END AS id, '' AS call_put,
    volume, open_interest, trading_session FROM TaiwanFuturesDaily
  UNION ALL SELECT trade_date, if(option_id = 'CDO', 'STO', option_id), call_put, volume, open_interest, trading_session
  FROM TaiwanOptionDaily
), traded AS (
  SELECT trade_date, id, call_put, sum(volume) AS volume, sum(open_interest) AS held,
    coalesce(sum(volume) FILTER (WHERE trading_session = 'after_hours'), 0) AS night
  FROM market GROUP BY ALL
), investor AS (
  SELECT futures_id AS id, '' AS call_put, * EXCLUDE (futures_id, futures_name) FROM TaiwanFuturesInstitutionalInvestors
  UNION ALL BY NAME SELECT option_id AS id, * EXCLUDE (option_id, option_name) FROM TaiwanOptionInstitutionalInvestors
), nightly AS (
  SELECT futures_id AS id, '' AS call_put, * EXCLUDE (futures_id, futures_name) FROM TaiwanFuturesNightInstitutionalInvestors
  UNION ALL BY NAME SELECT option_id AS id, * EXCLUDE (option_id, option_name) FROM TaiwanOptionsNightInstitutionalInvestors
)`
const sides = ['long', 'short']

always(
  'institutions deal within the volume and hold within the open interest, by night and in all',
  2_000,
  `WITH ${groups}, sums AS (
    SELECT trade_date, id, call_put, count(*) AS number, ${sides
      .map((side) => `sum(${side}_deal_volume) AS ${side}, sum(${side}_open_interest_volume) AS ${side}_held`)
      .join(', ')} FROM investor GROUP BY ALL
  ), nights AS (
    SELECT trade_date, id, call_put, sum(long_deal_volume) AS long, sum(short_deal_volume) AS short FROM nightly GROUP BY ALL
  )
  SELECT sums.*, traded.*, sums.number = 3 AND greatest(sums.long, sums.short) <= volume
    AND greatest(long_held, short_held) <= held AND coalesce(greatest(nights.long, nights.short) <= night, true) AS ok
  FROM sums JOIN traded USING (trade_date, id, call_put) LEFT JOIN nights USING (trade_date, id, call_put)`,
)

always(
  'the nets of institutions are long less short, and a night is a part of its day',
  5_000,
  `WITH ${groups}
  SELECT i.*, ${['deal', 'open_interest']
    .flatMap((kind) => ['volume', 'amount'].map((unit) => `${kind}_${unit}`))
    .map((name) => `i.net_${name} = i.long_${name} - i.short_${name}`)
    .join(' AND ')} AND coalesce(${sides
    .flatMap((side) => ['volume', 'amount'].map((unit) => `${side}_deal_${unit}`))
    .map((name) => `n.${name} BETWEEN 0 AND i.${name}`)
    .join(' AND ')}, true) AS ok
  FROM investor i LEFT JOIN nightly n USING (trade_date, id, call_put, institutional_investor)`,
)

always(
  'the positions of foreign investors change by what they deal, until contracts end',
  150,
  `WITH foreign_ AS (
    SELECT *, lag(trade_date) OVER (ORDER BY trade_date) AS day_before,
      net_open_interest_volume - lag(net_open_interest_volume) OVER (ORDER BY trade_date) AS change
    FROM TaiwanFuturesInstitutionalInvestors
    WHERE futures_id = 'TX' AND institutional_investor = 'foreign_investor'
  )
  SELECT trade_date, change, net_deal_volume, change = net_deal_volume AS ok
  FROM foreign_ WHERE day_before NOT IN (SELECT settlement_date FROM TaiwanFuturesSettlement)`,
)

always(
  'contract values follow from price and size',
  300,
  `WITH price AS (
    SELECT trade_date, futures_id, min(settlement_price) AS least, max(settlement_price) AS most, min(low) AS low,
      max(high) AS high FROM TaiwanFuturesDaily GROUP BY ALL
  ), size AS (SELECT * FROM (VALUES ('TX', 200), ('MTX', 50), ('TMF', 10), ('TE', 4000), ('TF', 1000)) s(futures_id, size))
  SELECT i.*, least, most, (long_open_interest_volume = 0 OR long_open_interest_amount / long_open_interest_volume / size
      BETWEEN least / 1.02 AND most * 1.02)
    AND (long_deal_volume < 50 OR long_deal_amount / long_deal_volume / size BETWEEN low / 1.001 AND high * 1.001) AS ok
  FROM TaiwanFuturesInstitutionalInvestors i JOIN price USING (trade_date, futures_id) JOIN size USING (futures_id)`,
)

const shareOf = (top: string) =>
  `${top}_percent IS NOT DISTINCT FROM round(100 * ${top}::DOUBLE / nullif(market_open_interest, 0), 2)::DECIMAL(18, 2)`

always(
  'of the large traders five stand within ten within the market, institutions within traders, in exact percents',
  30,
  `WITH large AS (
    SELECT futures_id AS id, '' AS call_put, * EXCLUDE (futures_id, futures_name) FROM TaiwanFuturesLargeTraders
    UNION ALL BY NAME SELECT option_id AS id, * EXCLUDE (option_id, option_name) FROM TaiwanOptionsLargeTraders
  ), ${groups}
  SELECT large.*, ${['buy', 'sell']
    .map((side) => {
      const of = (top: number, holder: string) => `${side}_top${top}_${holder}_open_interest`
      return `${of(5, 'trader')} <= ${of(10, 'trader')} AND ${of(10, 'trader')} <= market_open_interest
        AND ${of(5, 'specific')} <= least(${of(5, 'trader')}, ${of(10, 'specific')})
        AND ${of(10, 'specific')} <= ${of(10, 'trader')} AND ${shareOf(of(5, 'trader'))} AND ${shareOf(of(10, 'trader'))}
        AND ${shareOf(of(5, 'specific'))} AND ${shareOf(of(10, 'specific'))}`
    })
    .join(
      ' AND ',
    )} AND (contract_month <> 'all' OR large.id IN ('TX', 'CDF', 'DHF', 'DVF') OR market_open_interest = held)
    AS ok
  FROM large LEFT JOIN traded ON traded.trade_date = large.trade_date AND traded.call_put = large.call_put
    AND traded.id = if(large.id = 'CDO', 'STO', large.id)`,
)

always(
  'calendar spreads cost the far month less the near month',
  2_000,
  `WITH leg AS (FROM TaiwanFuturesDaily)
  SELECT s.*, near.settlement_price AS near_price, far.settlement_price AS far_price,
    s.contract_month = near_month || '/' || far_month
    AND spread_to_spread_volume + spread_to_single_volume <= least(near.volume, far.volume)
    AND (s.open IS NULL) = (spread_to_spread_volume = 0)
    AND coalesce(s.high >= greatest(s.open, s.close) AND s.low <= least(s.open, s.close)
      AND s.historical_high >= s.high AND s.historical_low <= s.low, true)
    AND coalesce(abs(s.close - (far.settlement_price - near.settlement_price))
      <= 4 * CASE futures_id WHEN 'TE' THEN 0.05 WHEN 'TF' THEN 0.2 ELSE 1 END, true) AS ok
  FROM TaiwanFuturesSpread s
  JOIN leg near USING (trade_date, futures_id, trading_session) JOIN leg far USING (trade_date, futures_id, trading_session)
  WHERE near.contract_month = near_month AND far.contract_month = far_month`,
)

always(
  'order statistics only grow, and no more is traded than is ordered',
  10_000,
  `SELECT stats.*, volume <= least(buy_order_volume, sell_order_volume) AND ${[
    ...[
      'buy_order_count',
      'buy_order_volume',
      'sell_order_count',
      'sell_order_volume',
      'trade_count',
      'volume',
      'turnover',
    ],
  ]
    .map((name) => `${name} >= lag(${name}, 1, ${name}) OVER day`)
    .join(' AND ')} AS ok
  FROM TaiwanStock5SecondsOrderStats stats WINDOW day AS (PARTITION BY trade_date ORDER BY trade_time)`,
)

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
      AND (quote_time IS NULL) = (s.volume = 0) AND coalesce(quote_time < snapshot_time, true)
      AND spread IS NOT DISTINCT FROM last_price - reference_price
      AND regexp_full_match(s.contract_code, '[A-Z0-9]{3}(\\d{5})?[A-X]\\d') AND s.volume = daily.volume AND s.open_interest IS NOT DISTINCT FROM daily.open_interest AS ok
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

test('what people ask for is there: a premium and a discount, loud nights, fear and greed of options', async () => {
  for (const market of markets()) {
    const [[premium, discount, loud, quiet]] = (await rowsOf(
      market,
      `WITH front AS (
        SELECT trade_date, arg_min(close, contract_month) FILTER (WHERE trading_session = 'regular') AS price,
          sum(volume) FILTER (WHERE trading_session = 'after_hours')
            / sum(volume) FILTER (WHERE trading_session = 'regular') AS night
        FROM TaiwanFuturesDaily WHERE futures_id = 'TX' GROUP BY ALL
      )
      SELECT (count(*) FILTER (WHERE price > close))::INTEGER, (count(*) FILTER (WHERE price < close))::INTEGER,
        max(night)::DOUBLE, min(night)::DOUBLE
      FROM front JOIN TaiwanWeightedIndex USING (trade_date) WHERE stock_id = 'TAIEX'`,
    )) as [[number, number, number, number]]
    assert.ok(premium > 15 && discount > 15, `${premium} days of premium, ${discount} of discount`)
    assert.ok(loud > 0.85 && quiet < 0.55, `${loud} ${quiet}`)
    const [[least, most]] = (await rowsOf(
      market,
      `SELECT min(put_call_volume_ratio)::DOUBLE, max(put_call_volume_ratio)::DOUBLE
      FROM TaiwanFutureOptionDailyTotalOverview WHERE product_id = 'TXO'`,
    )) as [[number, number]]
    assert.ok(most > 1.15 && most < 1.5 && least < 0.88 && least > 0.65, `${least} ${most}`)
  }
})

test('options are dearer where their strikes are low', () => {
  assert.ok(smile(100, 90, 0.1) > smile(100, 100, 0.1))
})
