import assert from 'node:assert/strict'
import { test } from 'node:test'
import { actions, always, cents, halfUp, markets, rowsOf } from '../../test/support/marketRules.ts'
import { weekdayOf } from '../days.ts'
import { literal } from '../lake/schema.ts'
import { weekEndsKnown } from './chips/TaiwanStockHoldingSharesPer.ts'
import { createWorld, defaultOptions, type World } from './world.ts'

/** Rules of flows, credit and holdings. */

const side = (kind: string) => `${kind}_previous_balance`

always(
  'margin and short balances roll forward from day to day, in whole lots and within their limits',
  30_000,
  `SELECT m.*, margin_purchase_limit = issued_shares // 4000 * 1000 AND short_sale_limit = margin_purchase_limit
    AND margin_purchase_balance <= margin_purchase_limit AND short_sale_balance <= short_sale_limit
    AND margin_purchase_balance % 1000 = 0 AND short_sale_balance % 1000 = 0
    AND margin_purchase_balance = ${side('margin_purchase')} + margin_purchase_buy - margin_purchase_sell
      - margin_purchase_cash_repayment
    AND short_sale_balance = ${side('short_sale')} + short_sale_sell - short_sale_buy - short_sale_stock_repayment
    AND ${side('margin_purchase')} = coalesce(lag(margin_purchase_balance) OVER stock, ${side('margin_purchase')})
    AND ${side('short_sale')} = coalesce(lag(short_sale_balance) OVER stock, ${side('short_sale')}) AS ok
  FROM TaiwanStockMarginPurchaseShortSale m LEFT JOIN TaiwanStockShareholding USING (stock_id, trade_date)
  WINDOW stock AS (PARTITION BY stock_id ORDER BY trade_date)`,
)

always(
  'borrowed shares sold short roll forward, and the short side agrees with the margin table and the credit limits',
  50_000,
  `SELECT s.*, s.sbl_short_sale_balance = ${side('sbl_short_sale')} + sbl_short_sale_sell - sbl_short_sale_return
      + sbl_short_sale_adjustment
    AND ${side('sbl_short_sale')} = coalesce(lag(s.sbl_short_sale_balance) OVER stock, ${side('sbl_short_sale')})
    AND s.short_sale_balance = coalesce(m.short_sale_balance, 0) AND s.short_sale_sell = coalesce(m.short_sale_sell, 0)
    AND sbl_short_sale_sell <= coalesce(lag(s.sbl_short_sale_limit) OVER stock, sbl_short_sale_sell)
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
    AND foreign_dealer_buy <= dealer_self_buy AND foreign_dealer_sell <= dealer_self_sell
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
  'the distribution of shareholders adds up to the shares issued, at the end of each week, each holding in its bracket',
  10_000,
  `WITH level AS (
    SELECT stock_id, record_date, sum(shares) FILTER (WHERE level < 17) AS parts,
      sum(percent) FILTER (WHERE level < 17) AS percents, bool_and(level > 15 OR people IS NOT NULL
        AND shares BETWEEN people * bounds[1]::BIGINT AND coalesce(people * bounds[2]::BIGINT, shares)) AS inside,
      sum(people) FILTER (WHERE level < 16) AS heads, any_value(shares) FILTER (WHERE level = 17) AS total,
      any_value(people) FILTER (WHERE level = 17) AS everybody, count(*) AS number
    FROM (SELECT *, regexp_extract_all(replace(level_name, ',', ''), '\\d+') AS bounds FROM TaiwanStockHoldingSharesPer)
    GROUP BY ALL
  )
  SELECT level.*, issued_shares, number = 17 AND parts = total AND heads = everybody AND total = issued_shares
    AND inside AND abs(percents - 100) <= 0.08 AND record_date IN (
      SELECT max(trade_date) FROM TaiwanStockTradingDate WHERE NOT is_scheduled GROUP BY date_trunc('week', trade_date)
    ) AS ok
  FROM level LEFT JOIN TaiwanStockShareholding h ON level.stock_id = h.stock_id AND record_date = h.trade_date`,
)

always(
  'lending, block and day trades agree with the prices and volumes of their day',
  20_000,
  `SELECT stock_id, trade_date, p.close, l.close IS NOT DISTINCT FROM p.close AS ok
  FROM TaiwanStockSecuritiesLending l LEFT JOIN TaiwanStockPrice p USING (stock_id, trade_date)
  UNION ALL SELECT stock_id, trade_date, price, price BETWEEN low AND high AND b.turnover = price * b.volume
    AND (trade_time IS NULL) = (market = 'TWSE')
  FROM TaiwanStockBlockTrade b LEFT JOIN TaiwanStockPrice p USING (stock_id, trade_date)
  UNION ALL SELECT stock_id, trade_date, close, day_trading_volume <= p.volume
    AND day_trading_volume % 1000 = 0 AND (day_trading_volume > 0) = (day_trading_buy_amount > 0) AND (day_trading_volume = 0 OR day_trading_buy_amount BETWEEN low * day_trading_volume AND high * day_trading_volume)
  FROM TaiwanStockDayTradingInfo d LEFT JOIN TaiwanStockPrice p USING (stock_id, trade_date)`,
)

always(
  'no more is traded on credit than changes hands, save where an action rescales a balance',
  30_000,
  `WITH ${actions}
  SELECT m.*, p.volume, CASE WHEN p.close IS NULL
    THEN margin_purchase_sell + short_sale_sell + short_sale_buy + offset_volume = 0
    ELSE greatest(margin_purchase_buy, margin_purchase_sell, short_sale_buy, short_sale_sell) <= p.volume END AS ok
  FROM TaiwanStockMarginPurchaseShortSale m JOIN TaiwanStockPrice p USING (stock_id, trade_date)
  ANTI JOIN (FROM action WHERE kind <> 'distribution') USING (stock_id, trade_date)`,
)

always(
  'the loans of a market roll forward, and the maintenance ratio stays near 165 percent',
  400,
  `SELECT t.*, margin_maintenance_ratio, t.margin_purchase_balance_amount = margin_purchase_previous_balance_amount
      + margin_purchase_buy_amount - margin_purchase_sell_amount - margin_purchase_cash_repayment_amount
    AND least(margin_purchase_buy_amount, margin_purchase_sell_amount, margin_purchase_cash_repayment_amount) >= 0
    AND margin_maintenance_ratio BETWEEN 140 AND 195 AND (
      margin_purchase_previous_balance_amount
        = lag(t.margin_purchase_balance_amount, 1, margin_purchase_previous_balance_amount) OVER market
      -- A company that moves between the markets takes its loans along.
      OR trade_date IN (SELECT delisting_date FROM TaiwanStockDelisting WHERE is_transfer)) AS ok
  FROM TaiwanStockTotalMarginPurchaseShortSale t JOIN TaiwanStockMarginRatio USING (trade_date, market)
  WINDOW market AS (PARTITION BY market ORDER BY trade_date)`,
)

always(
  'foreign holdings stay below their ceiling, and their percents follow from shares',
  50_000,
  `SELECT h.*, foreign_available_shares >= 0 AND foreign_shares > 0 AND coalesce(last_report_date <= trade_date, true)
    AND CAST(foreign_shareholding_ratio * 10000 AS HUGEINT) = ${halfUp('foreign_shares::HUGEINT * 1000000', 'issued_shares')}
    AND CAST(foreign_available_ratio * 10000 AS HUGEINT)
      = ${halfUp('foreign_available_shares::HUGEINT * 1000000', 'issued_shares')} AS ok
  FROM TaiwanStockShareholding h`,
)

always(
  'selling first in a day trade stops exactly in the announced periods',
  30_000,
  `SELECT d.*, is_sell_first_suspended = EXISTS (FROM TaiwanStockSuspendDayTrading s
    WHERE s.stock_id = d.stock_id AND trade_date BETWEEN suspend_start_date AND suspend_end_date) AS ok
  FROM TaiwanStockDayTradingInfo d`,
)

always(
  'no security is sold short while short selling is suspended, nor day-traded under disposition',
  300,
  `SELECT m.stock_id, trade_date, short_sale_sell + short_sale_balance = 0 AS ok
  FROM TaiwanStockMarginPurchaseShortSale m JOIN TaiwanStockMarginShortSaleSuspension s
    ON m.stock_id = s.stock_id AND trade_date BETWEEN suspend_start_date AND suspend_end_date
  UNION ALL SELECT d.stock_id, announce_date, NOT EXISTS (FROM TaiwanStockDayTradingInfo t
    WHERE t.stock_id = d.stock_id AND trade_date BETWEEN period_start_date AND period_end_date)
  FROM TaiwanStockDisposition d`,
)

always(
  'loans, blocks and shortfalls are as many and as dear as they should be',
  600,
  `SELECT trade_date, count(*) BETWEEN 20 AND 40 AND bool_and(fee_rate > 0 AND fee_rate <= 7 AND volume % 1000 = 0
    AND original_return_date - trade_date = original_lending_days) AS ok FROM TaiwanStockSecuritiesLending GROUP BY ALL
  UNION ALL SELECT trade_date, count(*) BETWEEN 3 AND 8 FROM TaiwanStockBlockTrade GROUP BY ALL
  UNION ALL SELECT trade_date, count(*) BETWEEN 3 AND 6 AND bool_and(borrowed_volume > 0 AND fee_rate <= 7)
  FROM TaiwanStockDayTradingFee GROUP BY ALL`,
)

always(
  'every listed security has its flows, its short balances and its foreign holdings of each day',
  40_000,
  ({ from }) => `
    SELECT stock_id, trade_date, i.stock_id = s.stock_id AND i.stock_id = h.stock_id AND i.stock_id = p.stock_id AS ok
    FROM TaiwanStockInstitutionalInvestorsBuySell i FULL JOIN TaiwanDailyShortSaleBalances s USING (stock_id, trade_date)
    FULL JOIN TaiwanStockShareholding h USING (stock_id, trade_date)
    FULL JOIN (FROM TaiwanStockPrice WHERE trade_date >= DATE ${literal(from)}) p USING (stock_id, trade_date)`,
)

// What people ask for is there whatever day is the newest.

const lastDays = '(SELECT DISTINCT trade_date FROM TaiwanStockMarginRatio ORDER BY trade_date DESC LIMIT 60)'

always(
  'institutions buy together, buy and sell for days, and turn',
  60,
  `WITH net AS (
    SELECT trade_date, foreign_investor_net AS today, max(foreign_investor_net) OVER three < 0 AS sells,
      min(foreign_investor_net) OVER five > 0 AS buys, max(foreign_investor_net) OVER before < 0 AS sold,
      min(least(foreign_investor_net, investment_trust_net)) OVER three > 0 AS joined
    FROM TaiwanStockInstitutionalInvestorsBuySell
    WINDOW three AS (PARTITION BY stock_id ORDER BY trade_date ROWS 2 PRECEDING),
      five AS (PARTITION BY stock_id ORDER BY trade_date ROWS 4 PRECEDING),
      before AS (PARTITION BY stock_id ORDER BY trade_date ROWS BETWEEN 3 PRECEDING AND 1 PRECEDING)
  )
  SELECT trade_date, count(*) FILTER (WHERE joined) AS together, count(*) FILTER (WHERE buys) AS runs,
    count(*) FILTER (WHERE sells) AS sellers, count(*) FILTER (WHERE sold AND today > 0) AS reversals,
    together >= 3 AND runs >= 5 AND sellers >= 5 AND reversals >= 1 AS ok
  FROM net WHERE trade_date IN ${lastDays} GROUP BY trade_date`,
)

always(
  'margin positions jump, are flushed out, and stand against many shorts',
  60,
  `WITH credit AS (
    SELECT *, lag(margin_purchase_balance, 5) OVER (PARTITION BY stock_id ORDER BY trade_date) AS week_before
    FROM TaiwanStockMarginPurchaseShortSale
  )
  SELECT trade_date, count(*) FILTER (WHERE margin_purchase_balance < 0.9 * week_before) AS falls,
    count(*) FILTER (WHERE margin_purchase_balance > 1.05 * margin_purchase_previous_balance) AS jumps,
    count(*) FILTER (WHERE short_sale_balance > 0.1 * margin_purchase_balance) AS shorts,
    falls >= 3 AND jumps >= 1 AND shorts >= 5 AS ok
  FROM credit WHERE trade_date IN ${lastDays} GROUP BY trade_date`,
)

always(
  'large holders gain three weeks running somewhere',
  12,
  `WITH top AS (
    SELECT record_date, percent > lag(percent) OVER stock AS gained, percent > lag(percent) OVER stock
      AND lag(percent) OVER stock > lag(percent, 2) OVER stock AND lag(percent, 2) OVER stock > lag(percent, 3) OVER stock
      AS thrice
    FROM TaiwanStockHoldingSharesPer WHERE level = 15 WINDOW stock AS (PARTITION BY stock_id ORDER BY record_date)
  )
  SELECT record_date, count(*) FILTER (WHERE thrice) AS rising, rising >= 10 AS ok
  FROM top GROUP BY record_date ORDER BY record_date DESC LIMIT 12`,
)

always(
  'dispositions and suspensions are in force',
  180,
  `WITH span AS (
    SELECT 'disposition' AS kind, 2 AS least, period_start_date AS first, period_end_date AS last FROM TaiwanStockDisposition
    UNION ALL SELECT 'short', 1, suspend_start_date, suspend_end_date FROM TaiwanStockMarginShortSaleSuspension
    UNION ALL SELECT 'sell first', 1, suspend_start_date, suspend_end_date FROM TaiwanStockSuspendDayTrading
  )
  SELECT kind, trade_date, count(*) AS number, number >= any_value(least) AS ok
  FROM ${lastDays} JOIN span ON trade_date BETWEEN first AND last GROUP BY kind, trade_date`,
)

test('the best-known companies are among what people ask for', async () => {
  for (const market of markets())
    for (const [table, id] of [
      ['TaiwanStockSecuritiesLending', '2330'],
      ['TaiwanStockBlockTrade', '2330'],
      ['TaiwanStockDayTradingFee', '2330'],
      ['TaiwanStockMarginShortSaleSuspension', '2330'],
      ['TaiwanStockDisposition', '6547'],
    ])
      assert.notDeepEqual(await rowsOf(market, `SELECT 1 FROM ${table} WHERE stock_id = '${id}' LIMIT 1`), [], table)
})

test('a week that a typhoon cuts short is published when it is over', () => {
  const through = '2026-11-13'
  const span = { from: '2026-07-01', longFrom: '2026-07-01', movesFrom: '2025-01-02' }
  const world = createWorld({ ...defaultOptions(7, through), ...span }, through)
  const { calendar, ahead } = world
  const position = calendar.days.findLastIndex((day, i) => i < world.through - 20 && weekdayOf(day) === 5)
  const friday = calendar.days[position]!
  // The Friday is taken off the calendar but not off the schedule, as a typhoon would.
  const without = (days: readonly number[]) => days.filter((day) => day !== friday)
  const stormy: World = {
    ...world,
    ahead: { ...ahead, days: without(ahead.days) },
    calendar: { ...calendar, days: without(calendar.days) },
  }
  const weeks = (to: number) => weekEndsKnown(stormy, position - 6, to).map((t) => stormy.calendar.days[t])
  assert.ok(!weeks(position - 1).includes(friday - 1))
  assert.ok(weeks(position).includes(friday - 1))
})
