-- Rows that answer the published questions, by their ids. A head line may say what order and how many rows count
-- ("order COLUMN desc limit N": the SQL itself gives all rows), that funds may be left out ("stocks"), and that
-- another reading is as good ("or").

-- D001
SELECT stock_id, trade_date, close FROM TaiwanStockPrice
WHERE stock_id = '2330' AND trade_date = (SELECT max(trade_date) FROM TaiwanStockPrice)

-- D002
SELECT trade_date, close FROM TaiwanStockPrice
WHERE stock_id = '2330' AND trade_date > (SELECT max(trade_date) - INTERVAL 1 MONTH FROM TaiwanStockPrice)

-- D003
SELECT trade_date, open, high, low, close, volume FROM TaiwanStockPrice
WHERE stock_id = '2317' AND trade_date = (SELECT DISTINCT trade_date FROM TaiwanStockPrice ORDER BY 1 DESC LIMIT 1 OFFSET 1)

-- D004
SELECT min(trade_date) AS trade_date, close FROM TaiwanStockPrice
WHERE stock_id = '0050' AND year(trade_date) = (SELECT year(max(trade_date)) FROM TaiwanStockPrice) AND close IS NOT NULL
GROUP BY close ORDER BY close DESC LIMIT 1

-- D005
SELECT month, volume FROM (
  SELECT month, volume FROM TaiwanStockMonthPrice WHERE stock_id = '2454' ORDER BY month_start_date DESC LIMIT 12
) ORDER BY volume DESC LIMIT 1

-- D006
SELECT trade_date, close, volume FROM TaiwanStockPrice
WHERE stock_id = '2317' AND trade_date IN (SELECT DISTINCT trade_date FROM TaiwanStockPrice ORDER BY 1 DESC LIMIT 10)

-- D007
SELECT avg(close) AS avg_close FROM TaiwanStockPrice
WHERE stock_id = '2330' AND date_trunc('month', trade_date) =
  (SELECT date_trunc('month', max(trade_date)) - INTERVAL 1 MONTH FROM TaiwanStockPrice)

-- D008
SELECT max(high) AS high_52w, min(low) AS low_52w FROM TaiwanStockPrice
WHERE stock_id = '2303' AND trade_date > (SELECT max(trade_date) - INTERVAL 1 YEAR FROM TaiwanStockPrice)

-- D009 order volume desc limit 10 stocks
SELECT stock_id, volume FROM TaiwanStockPrice WHERE trade_date = (SELECT max(trade_date) FROM TaiwanStockPrice)

-- D010 order pct_change desc limit 20 stocks
SELECT stock_id, close, spread / (close - spread) * 100 AS pct_change FROM TaiwanStockPrice
WHERE trade_date = (SELECT max(trade_date) FROM TaiwanStockPrice) AND close IS NOT NULL AND spread IS NOT NULL

-- D011 order week_return_pct asc limit 10 stocks
WITH a AS (SELECT max(trade_date) AS d FROM TaiwanStockPrice),
base AS (SELECT max(trade_date) AS d FROM TaiwanStockPrice, a WHERE trade_date < date_trunc('week', a.d))
SELECT p.stock_id, (p.close / q.close - 1) * 100 AS week_return_pct
FROM TaiwanStockPrice p JOIN TaiwanStockPrice q USING (stock_id), a, base
WHERE p.trade_date = a.d AND q.trade_date = base.d AND p.close IS NOT NULL AND q.close IS NOT NULL

-- D012 order turnover desc stocks
SELECT stock_id, turnover FROM TaiwanStockPrice
WHERE trade_date = (SELECT max(trade_date) FROM TaiwanStockPrice) AND turnover > 5000000000

-- D013 order avg_trade_value desc limit 10 stocks
SELECT stock_id, turnover / trade_count AS avg_trade_value FROM TaiwanStockPrice
WHERE trade_date = (SELECT max(trade_date) FROM TaiwanStockPrice) AND trade_count > 0

-- D014 order range_pct desc limit 15 stocks
SELECT stock_id, (high - low) / (close - spread) * 100 AS range_pct FROM TaiwanStockPrice
WHERE trade_date = (SELECT max(trade_date) FROM TaiwanStockPrice) AND close IS NOT NULL AND spread IS NOT NULL

-- D015 order return_pct desc limit 10 stocks
WITH days AS (SELECT trade_date, row_number() OVER (ORDER BY trade_date DESC) AS n FROM (SELECT DISTINCT trade_date FROM TaiwanStockPrice))
SELECT p.stock_id, (p.close / q.close - 1) * 100 AS return_pct
FROM TaiwanStockPrice p JOIN TaiwanStockPrice q USING (stock_id)
WHERE p.trade_date = (SELECT trade_date FROM days WHERE n = 1) AND q.trade_date = (SELECT trade_date FROM days WHERE n = 21)
  AND p.close IS NOT NULL AND q.close IS NOT NULL

-- D016 order pct_change asc limit 5 stocks
SELECT stock_id, spread / (close - spread) * 100 AS pct_change FROM TaiwanStockPrice
WHERE trade_date = (SELECT DISTINCT trade_date FROM TaiwanStockPrice ORDER BY 1 DESC LIMIT 1 OFFSET 1)
  AND close IS NOT NULL AND spread IS NOT NULL

-- D017 stocks
SELECT stock_id, dividend_yield, pe_ratio FROM TaiwanStockPER
WHERE trade_date = (SELECT max(trade_date) FROM TaiwanStockPER) AND dividend_yield > 5 AND pe_ratio > 0 AND pe_ratio < 15

-- D018 stocks
SELECT stock_id, pb_ratio, dividend_yield FROM TaiwanStockPER
WHERE trade_date = (SELECT max(trade_date) FROM TaiwanStockPER) AND pb_ratio > 0 AND pb_ratio < 1 AND dividend_yield >= 6

-- D019 stocks
SELECT e.stock_id, e.pe_ratio, p.volume FROM TaiwanStockPER e JOIN TaiwanStockPrice p USING (stock_id, trade_date)
WHERE e.trade_date = (SELECT max(trade_date) FROM TaiwanStockPER) AND e.pe_ratio > 0 AND e.pe_ratio <= 10 AND p.volume > 5000000

-- D020 stocks
WITH a AS (SELECT max(trade_date) AS d FROM TaiwanStockPrice),
days AS (SELECT trade_date FROM (SELECT DISTINCT trade_date FROM TaiwanStockPrice) ORDER BY 1 DESC LIMIT 5),
revenue AS (SELECT stock_id, arg_max(yoy_percent, report_month) AS yoy_percent FROM TaiwanStockMonthRevenue, a WHERE report_month <= a.d GROUP BY 1),
flow AS (SELECT stock_id, sum(foreign_investor_net) AS foreign_net_5d FROM TaiwanStockInstitutionalInvestorsBuySell
  WHERE trade_date IN (SELECT trade_date FROM days) GROUP BY 1),
line AS (SELECT stock_id, avg(close) AS ma20, count(*) AS n, max(trade_date) AS newest, arg_max(close, trade_date) AS close FROM (
  SELECT stock_id, trade_date, close FROM TaiwanStockPrice WHERE close IS NOT NULL
  QUALIFY row_number() OVER (PARTITION BY stock_id ORDER BY trade_date DESC) <= 20) GROUP BY 1)
SELECT stock_id, yoy_percent, foreign_net_5d, close, ma20
FROM line JOIN flow USING (stock_id) JOIN revenue USING (stock_id), a
WHERE newest = a.d AND n = 20 AND yoy_percent > 20 AND foreign_net_5d > 0 AND close > ma20

-- D021 stocks
WITH a AS (SELECT max(trade_date) AS d FROM TaiwanStockPER),
past AS (SELECT stock_id, quantile_cont(pe_ratio::DOUBLE, 0.1) AS p10, count(*) AS n FROM TaiwanStockPER, a
  WHERE trade_date > a.d - INTERVAL 1 YEAR AND pe_ratio > 0 GROUP BY 1)
SELECT e.stock_id, e.pe_ratio, p10 FROM TaiwanStockPER e JOIN past USING (stock_id), a
WHERE e.trade_date = a.d AND n >= 100 AND e.pe_ratio > 0 AND e.pe_ratio <= p10

-- D022 stocks
WITH a AS (SELECT max(trade_date) AS d FROM TaiwanStockPrice)
SELECT p.stock_id, p.close, e.pe_ratio FROM TaiwanStockPrice p JOIN TaiwanStockPER e USING (stock_id), a
WHERE p.trade_date = a.d AND e.trade_date = (SELECT max(trade_date) FROM TaiwanStockPER WHERE trade_date <= (SELECT d FROM a))
  AND p.close < 50 AND e.pe_ratio BETWEEN 5 AND 10

-- D023 order pe_ratio asc stocks
SELECT e.stock_id, e.pe_ratio FROM TaiwanStockPER e JOIN TaiwanStockOverview o USING (stock_id)
WHERE o.industry_category = '半導體業' AND e.trade_date = (SELECT max(trade_date) FROM TaiwanStockPER) AND e.pe_ratio > 0 AND e.pe_ratio < 20

-- D024 stocks
WITH a AS (SELECT max(m.trade_date) AS d FROM (SELECT DISTINCT trade_date FROM TaiwanStockMarketValue) m JOIN (SELECT DISTINCT trade_date FROM TaiwanStockPER) e USING (trade_date))
SELECT m.stock_id, m.market_value, e.dividend_yield
FROM TaiwanStockMarketValue m JOIN TaiwanStockPER e USING (stock_id, trade_date), a
WHERE m.trade_date = a.d AND m.market_value > 100000000000 AND e.dividend_yield >= 5

-- D025 order foreign_investor_net desc limit 10 stocks
SELECT stock_id, foreign_investor_buy - foreign_investor_sell AS foreign_investor_net FROM TaiwanStockInstitutionalInvestorsBuySell
WHERE trade_date = (SELECT max(trade_date) FROM TaiwanStockInstitutionalInvestorsBuySell)

-- D026 order investment_trust_net asc limit 20 stocks
SELECT stock_id, investment_trust_buy - investment_trust_sell AS investment_trust_net FROM TaiwanStockInstitutionalInvestorsBuySell
WHERE trade_date = (SELECT max(trade_date) FROM TaiwanStockInstitutionalInvestorsBuySell)

-- D027
SELECT trade_date, sum(total_net_amount) / 1e8 AS net_100m_twd FROM TaiwanStockTotalInstitutionalInvestors
WHERE trade_date = (SELECT DISTINCT trade_date FROM TaiwanStockTotalInstitutionalInvestors ORDER BY 1 DESC LIMIT 1 OFFSET 1)
GROUP BY 1

-- D028 stocks
WITH days AS (SELECT trade_date, row_number() OVER (ORDER BY trade_date DESC) AS n FROM (SELECT DISTINCT trade_date FROM TaiwanStockInstitutionalInvestorsBuySell)),
bought AS (SELECT stock_id, n, row_number() OVER (PARTITION BY stock_id ORDER BY n) AS k
  FROM TaiwanStockInstitutionalInvestorsBuySell JOIN days USING (trade_date) WHERE foreign_investor_net > 0)
SELECT stock_id, count(*) AS streak_days FROM bought WHERE n = k GROUP BY 1 HAVING count(*) >= 3

-- D029
SELECT trade_date, foreign_investor_net FROM TaiwanStockInstitutionalInvestorsBuySell
WHERE stock_id = '2330' AND trade_date = (SELECT max(trade_date) FROM TaiwanStockInstitutionalInvestorsBuySell)

-- D030
SELECT trade_date, foreign_investor_net, investment_trust_net, dealer_net FROM TaiwanStockInstitutionalInvestorsBuySell
WHERE stock_id = '2317' AND trade_date IN (SELECT DISTINCT trade_date FROM TaiwanStockInstitutionalInvestorsBuySell ORDER BY 1 DESC LIMIT 10)

-- D031 stocks
SELECT stock_id FROM TaiwanStockInstitutionalInvestorsBuySell
WHERE trade_date IN (SELECT DISTINCT trade_date FROM TaiwanStockInstitutionalInvestorsBuySell ORDER BY 1 DESC LIMIT 3)
GROUP BY 1 HAVING count(*) FILTER (WHERE foreign_investor_net > 0 AND investment_trust_net > 0) = 3

-- D032 order net_pct_of_volume desc limit 10 stocks
SELECT i.stock_id, (foreign_investor_net + investment_trust_net + dealer_net) / volume * 100 AS net_pct_of_volume
FROM TaiwanStockInstitutionalInvestorsBuySell i JOIN TaiwanStockPrice p USING (stock_id, trade_date)
WHERE trade_date = (SELECT max(trade_date) FROM TaiwanStockInstitutionalInvestorsBuySell) AND volume > 0

-- D033 order trust_net_lots desc limit 10 stocks
SELECT stock_id, sum(investment_trust_net) / 1000 AS trust_net_lots FROM TaiwanStockInstitutionalInvestorsBuySell
WHERE trade_date IN (SELECT DISTINCT trade_date FROM TaiwanStockInstitutionalInvestorsBuySell ORDER BY 1 DESC LIMIT 5)
GROUP BY 1

-- D034
SELECT trade_date, margin_purchase_balance, margin_purchase_balance - margin_purchase_previous_balance AS change
FROM TaiwanStockMarginPurchaseShortSale
WHERE stock_id = '2330' AND trade_date IN (SELECT DISTINCT trade_date FROM TaiwanStockMarginPurchaseShortSale ORDER BY 1 DESC LIMIT 10)

-- D035 order change_pct desc limit 10 stocks
SELECT stock_id, margin_purchase_previous_balance, margin_purchase_balance,
  (margin_purchase_balance / margin_purchase_previous_balance - 1) * 100 AS change_pct
FROM TaiwanStockMarginPurchaseShortSale
WHERE trade_date = (SELECT max(trade_date) FROM TaiwanStockMarginPurchaseShortSale) AND margin_purchase_previous_balance > 0

-- D036 order short_margin_ratio_pct desc limit 20 stocks
SELECT stock_id, short_sale_balance / margin_purchase_balance * 100 AS short_margin_ratio_pct FROM TaiwanStockMarginPurchaseShortSale
WHERE trade_date = (SELECT max(trade_date) FROM TaiwanStockMarginPurchaseShortSale) AND margin_purchase_balance > 0

-- D037
SELECT trade_date, margin_purchase_balance_amount, margin_purchase_balance_amount - margin_purchase_previous_balance_amount AS change
FROM TaiwanStockTotalMarginPurchaseShortSale
WHERE market = 'TWSE' AND trade_date = (SELECT max(trade_date) FROM TaiwanStockTotalMarginPurchaseShortSale)

-- D038 stocks
WITH days AS (SELECT trade_date, row_number() OVER (ORDER BY trade_date DESC) AS n FROM (SELECT DISTINCT trade_date FROM TaiwanStockMarginPurchaseShortSale))
SELECT m.stock_id, (m.margin_purchase_balance / b.margin_purchase_balance - 1) * 100 AS change_pct
FROM TaiwanStockMarginPurchaseShortSale m JOIN TaiwanStockMarginPurchaseShortSale b USING (stock_id)
WHERE m.trade_date = (SELECT trade_date FROM days WHERE n = 1) AND b.trade_date = (SELECT trade_date FROM days WHERE n = 6)
  AND b.margin_purchase_balance > 0 AND m.margin_purchase_balance / b.margin_purchase_balance - 1 < -0.10

-- D039
SELECT trade_date, short_sale_balance FROM TaiwanStockMarginPurchaseShortSale
WHERE stock_id = '2603' AND trade_date > (SELECT max(trade_date) - INTERVAL 14 DAY FROM TaiwanStockMarginPurchaseShortSale)

-- D040 order sbl_change desc limit 10 stocks
SELECT stock_id, sbl_short_sale_balance - sbl_short_sale_previous_balance AS sbl_change FROM TaiwanDailyShortSaleBalances
WHERE trade_date = (SELECT max(trade_date) FROM TaiwanDailyShortSaleBalances)

-- D041
SELECT report_month, revenue, yoy_percent FROM TaiwanStockMonthRevenue WHERE stock_id = '2330' ORDER BY report_month DESC LIMIT 1

-- D042
SELECT report_month, revenue FROM TaiwanStockMonthRevenue WHERE stock_id = '2454' ORDER BY report_month DESC LIMIT 12

-- D043 order yoy_percent desc limit 10 stocks
SELECT stock_id, yoy_percent FROM TaiwanStockMonthRevenue
WHERE report_month = (SELECT max(report_month) FROM TaiwanStockMonthRevenue) AND revenue_last_year > 0

-- D044 stocks
SELECT stock_id FROM TaiwanStockMonthRevenue
WHERE report_month IN (SELECT DISTINCT report_month FROM TaiwanStockMonthRevenue ORDER BY 1 DESC LIMIT 3)
GROUP BY 1 HAVING count(*) FILTER (WHERE yoy_percent > 30) = 3

-- D045
SELECT report_date, value FROM TaiwanStockFinancialStatement
WHERE stock_id = '2330' AND period = 'quarterly' AND type = 'EPS' ORDER BY report_date DESC LIMIT 1

-- D046
SELECT report_date, value FROM TaiwanStockFinancialStatement
WHERE stock_id = '2308' AND period = 'quarterly' AND type = 'EPS' ORDER BY report_date DESC LIMIT 4

-- D047
SELECT g.report_date, g.value / r.value * 100 AS gross_margin_pct
FROM TaiwanStockFinancialStatement g JOIN TaiwanStockFinancialStatement r USING (stock_id, report_date, period)
WHERE stock_id = '2454' AND period = 'quarterly' AND g.type = 'GrossProfit' AND r.type = 'Revenue'
ORDER BY g.report_date DESC LIMIT 8

-- D048
SELECT report_month, revenue, sum(revenue) OVER (ORDER BY report_month) AS running FROM TaiwanStockMonthRevenue
WHERE stock_id = '2382' AND year(report_month) = (SELECT year(max(report_month)) FROM TaiwanStockMonthRevenue)

-- D049
SELECT stock_id, report_date, max(value) FILTER (WHERE type = 'TotalAssets') AS total_assets, max(value) FILTER (WHERE type = 'Liabilities') AS total_liabilities
FROM TaiwanStockBalanceSheet
WHERE stock_id IN ('2881', '2882') AND period = 'quarterly' AND report_date = (SELECT max(report_date) FROM TaiwanStockBalanceSheet WHERE period = 'quarterly')
GROUP BY 1, 2

-- D050
WITH newest AS (SELECT * FROM TaiwanStockDividend WHERE stock_id = '2412'
  AND coalesce(cash_earnings_distribution, 0) + coalesce(cash_statutory_surplus, 0) > 0
  QUALIFY row_number() OVER (PARTITION BY dividend_period ORDER BY announce_date DESC, announce_time DESC) = 1)
SELECT fiscal_year, sum(coalesce(cash_earnings_distribution, 0) + coalesce(cash_statutory_surplus, 0)) AS cash_dividend
FROM newest GROUP BY 1 ORDER BY 1 DESC LIMIT 5

-- D051
WITH a AS (SELECT max(trade_date) AS d FROM TaiwanStockPrice),
newest AS (SELECT * FROM TaiwanStockDividend WHERE cash_ex_date IS NOT NULL
  QUALIFY row_number() OVER (PARTITION BY stock_id, dividend_period ORDER BY announce_date DESC, announce_time DESC) = 1)
SELECT stock_id, cash_ex_date, coalesce(cash_earnings_distribution, 0) + coalesce(cash_statutory_surplus, 0) AS cash_dividend
FROM newest, a WHERE date_trunc('month', cash_ex_date) = date_trunc('month', a.d)

-- D052 order cash_dividend desc limit 10
WITH a AS (SELECT max(trade_date) AS d FROM TaiwanStockPrice),
newest AS (SELECT * FROM TaiwanStockDividend WHERE cash_ex_date IS NOT NULL
  QUALIFY row_number() OVER (PARTITION BY stock_id, dividend_period ORDER BY announce_date DESC, announce_time DESC) = 1)
SELECT stock_id, sum(coalesce(cash_earnings_distribution, 0) + coalesce(cash_statutory_surplus, 0)) AS cash_dividend
FROM newest, a WHERE year(cash_ex_date) = year(a.d) GROUP BY 1

-- D053
WITH a AS (SELECT max(trade_date) AS d FROM TaiwanStockPrice),
event AS (SELECT * FROM TaiwanStockDividendResult, a WHERE stock_id = '2882' AND event_type IN ('dividend', 'both') AND ex_date <= a.d ORDER BY ex_date DESC LIMIT 1),
filled AS (SELECT min(p.trade_date) AS fill_date FROM TaiwanStockPrice p, event e WHERE p.stock_id = '2882' AND p.trade_date >= e.ex_date AND p.close >= e.close_before)
SELECT ex_date, close_before, fill_date,
  CASE WHEN fill_date IS NOT NULL THEN (SELECT count(DISTINCT trade_date) FROM TaiwanStockPrice WHERE trade_date BETWEEN ex_date AND fill_date) END AS trading_days
FROM event, filled

-- D054
SELECT trade_date, foreign_shareholding_ratio FROM TaiwanStockShareholding
WHERE stock_id = '2317' AND trade_date = (SELECT max(trade_date) FROM TaiwanStockShareholding)

-- D055 stocks
WITH weeks AS (SELECT record_date, row_number() OVER (ORDER BY record_date DESC) AS n FROM (SELECT DISTINCT record_date FROM TaiwanStockHoldingSharesPer)),
held AS (SELECT stock_id, percent, n, percent - lead(percent) OVER (PARTITION BY stock_id ORDER BY n) AS rise
  FROM TaiwanStockHoldingSharesPer JOIN weeks USING (record_date) WHERE level = 15 AND n <= 4)
SELECT stock_id, max(percent) FILTER (WHERE n = 1) AS percent FROM held
GROUP BY 1 HAVING count(*) = 4 AND count(*) FILTER (WHERE n <= 3 AND rise > 0) = 3

-- D056 order foreign_shareholding_ratio desc limit 10 stocks
SELECT stock_id, foreign_shareholding_ratio FROM TaiwanStockShareholding
WHERE trade_date = (SELECT max(trade_date) FROM TaiwanStockShareholding)

-- D057
SELECT record_date, percent FROM TaiwanStockHoldingSharesPer WHERE stock_id = '2330' AND level = 15 ORDER BY record_date DESC LIMIT 8

-- D058 order ytd_return_pct desc
WITH a AS (SELECT max(trade_date) AS d FROM TaiwanStockPrice)
SELECT p.stock_id, (p.close / (SELECT arg_max(close, trade_date) FROM TaiwanStockPrice q WHERE q.stock_id = p.stock_id AND year(q.trade_date) = year(p.trade_date) - 1 AND q.close IS NOT NULL) - 1) * 100 AS ytd_return_pct
FROM TaiwanStockPrice p, a WHERE p.trade_date = a.d AND p.stock_id IN ('2330', '2303')

-- D059
WITH a AS (SELECT max(trade_date) AS d FROM TaiwanStockPrice),
base AS (SELECT max(trade_date) AS d FROM TaiwanStockPrice, a WHERE trade_date <= a.d - INTERVAL 1 YEAR)
SELECT p.stock_id, (p.close / q.close - 1) * 100 AS return_pct
FROM TaiwanStockPrice p JOIN TaiwanStockPrice q USING (stock_id), a, base
WHERE p.trade_date = a.d AND q.trade_date = base.d AND p.stock_id IN ('2881', '2882', '2891')

-- D060 stocks
WITH a AS (SELECT max(trade_date) AS d FROM TaiwanStockPrice),
base AS (SELECT max(trade_date) AS d FROM TaiwanStockPrice, a WHERE trade_date <= a.d - INTERVAL 3 MONTH),
market AS (SELECT (max(close) FILTER (WHERE trade_date = a.d) / max(close) FILTER (WHERE trade_date = base.d) - 1) * 100 AS index_return_pct
  FROM TaiwanWeightedIndex, a, base WHERE stock_id = 'TAIEX')
SELECT p.stock_id, (p.close / q.close - 1) * 100 AS stock_return_pct, index_return_pct
FROM TaiwanStockPrice p JOIN TaiwanStockPrice q USING (stock_id), a, base, market
WHERE p.trade_date = a.d AND q.trade_date = base.d AND (p.close / q.close - 1) * 100 > index_return_pct

-- D061
WITH a AS (SELECT max(trade_date) AS d FROM TaiwanStockPrice),
base AS (SELECT max(trade_date) AS d FROM TaiwanStockPrice, a WHERE trade_date < date_trunc('month', a.d))
SELECT (p.close / q.close - 1) * 100 AS month_return_pct
FROM TaiwanStockPrice p JOIN TaiwanStockPrice q USING (stock_id), a, base
WHERE p.trade_date = a.d AND q.trade_date = base.d AND p.stock_id = '2317'

-- D062
WITH a AS (SELECT max(trade_date) AS d FROM TaiwanStockPrice),
base AS (SELECT max(trade_date) AS d FROM TaiwanStockPrice, a WHERE year(trade_date) < year(a.d))
SELECT p.stock_id, (p.close / q.close - 1) * 100 AS ytd_return_pct
FROM TaiwanStockPrice p JOIN TaiwanStockPrice q USING (stock_id), a, base
WHERE p.trade_date = a.d AND q.trade_date = base.d AND p.stock_id IN ('2330', '2317')

-- D063
WITH a AS (SELECT max(trade_date) AS d FROM TaiwanStockPriceAdj),
base AS (SELECT max(trade_date) AS d FROM TaiwanStockPriceAdj, a WHERE trade_date <= a.d - INTERVAL 1 YEAR)
SELECT (SELECT (max(close) FILTER (WHERE trade_date = a.d) / max(close) FILTER (WHERE trade_date = base.d) - 1) * 100 FROM TaiwanStockPriceAdj WHERE stock_id = '0050') AS fund_return_pct,
  (SELECT (max(close) FILTER (WHERE trade_date = a.d) / max(close) FILTER (WHERE trade_date = base.d) - 1) * 100 FROM TaiwanWeightedIndex WHERE stock_id = 'TAIEX') AS index_return_pct
FROM a, base

-- D063 or
WITH a AS (SELECT max(trade_date) AS d FROM TaiwanStockPriceAdj),
base AS (SELECT max(trade_date) AS d FROM TaiwanStockPriceAdj, a WHERE trade_date <= a.d - INTERVAL 1 YEAR)
SELECT p.stock_id, (p.close / q.close - 1) * 100 AS return_pct FROM
  (SELECT stock_id, trade_date, close FROM TaiwanStockPriceAdj WHERE stock_id = '0050' UNION ALL SELECT stock_id, trade_date, close FROM TaiwanWeightedIndex WHERE stock_id = 'TAIEX') p
  JOIN (SELECT stock_id, trade_date, close FROM TaiwanStockPriceAdj WHERE stock_id = '0050' UNION ALL SELECT stock_id, trade_date, close FROM TaiwanWeightedIndex WHERE stock_id = 'TAIEX') q USING (stock_id), a, base
WHERE p.trade_date = a.d AND q.trade_date = base.d

-- D064
WITH daily AS (SELECT stock_id, trade_date, close / lag(close) OVER (PARTITION BY stock_id ORDER BY trade_date) - 1 AS r
  FROM TaiwanStockPrice WHERE stock_id IN ('2330', '2454') AND close IS NOT NULL)
SELECT corr(x.r, y.r) AS correlation FROM (SELECT * FROM daily WHERE stock_id = '2330') x JOIN (SELECT * FROM daily WHERE stock_id = '2454') y USING (trade_date)
WHERE trade_date IN (SELECT DISTINCT trade_date FROM TaiwanStockPrice ORDER BY 1 DESC LIMIT 60)

-- D065
SELECT max(trade_date) AS trade_date, avg(close) FILTER (WHERE n <= 5) AS ma5, avg(close) FILTER (WHERE n <= 20) AS ma20, avg(close) FILTER (WHERE n <= 60) AS ma60
FROM (SELECT trade_date, close, row_number() OVER (ORDER BY trade_date DESC) AS n FROM TaiwanStockPrice WHERE stock_id = '2330' AND close IS NOT NULL)

-- D066 stocks
WITH days AS (SELECT trade_date, row_number() OVER (ORDER BY trade_date DESC) AS n FROM (SELECT DISTINCT trade_date FROM TaiwanStockPrice)),
closes AS (SELECT stock_id, trade_date, close, row_number() OVER (PARTITION BY stock_id ORDER BY trade_date DESC) AS k FROM TaiwanStockPrice WHERE close IS NOT NULL),
lines AS (SELECT stock_id, max(trade_date) FILTER (WHERE k = 1) AS d1, max(trade_date) FILTER (WHERE k = 2) AS d2,
  max(close) FILTER (WHERE k = 1) AS c1, max(close) FILTER (WHERE k = 2) AS c2,
  avg(close) FILTER (WHERE k BETWEEN 1 AND 20) AS m1, avg(close) FILTER (WHERE k BETWEEN 2 AND 21) AS m2, count(*) AS n
  FROM closes WHERE k <= 21 GROUP BY 1)
SELECT stock_id, c1 AS close, m1 AS ma20 FROM lines
WHERE n = 21 AND d1 = (SELECT trade_date FROM days WHERE n = 1) AND d2 = (SELECT trade_date FROM days WHERE n = 2) AND c1 > m1 AND c2 < m2

-- D067 stocks
WITH a AS (SELECT max(trade_date) AS d FROM TaiwanStockPrice),
past AS (SELECT stock_id, max(close) AS top, count(*) AS n FROM TaiwanStockPrice, a WHERE trade_date > a.d - INTERVAL 1 YEAR GROUP BY 1)
SELECT p.stock_id, p.close FROM TaiwanStockPrice p JOIN past USING (stock_id), a WHERE p.trade_date = a.d AND p.close = top AND n >= 200

-- D068 stocks
WITH closes AS (SELECT stock_id, trade_date, close, row_number() OVER (PARTITION BY stock_id ORDER BY trade_date DESC) AS k FROM TaiwanStockPrice WHERE close IS NOT NULL),
lines AS (SELECT stock_id, max(trade_date) AS d, count(*) AS n, avg(close) FILTER (WHERE k <= 5) AS ma5, avg(close) FILTER (WHERE k <= 10) AS ma10,
  avg(close) FILTER (WHERE k <= 20) AS ma20, avg(close) AS ma60 FROM closes WHERE k <= 60 GROUP BY 1)
SELECT stock_id, ma5, ma10, ma20, ma60 FROM lines
WHERE n = 60 AND d = (SELECT max(trade_date) FROM TaiwanStockPrice) AND ma5 > ma10 AND ma10 > ma20 AND ma20 > ma60

-- D069 stocks
WITH days AS (SELECT trade_date, row_number() OVER (ORDER BY trade_date DESC) AS n FROM (SELECT DISTINCT trade_date FROM TaiwanStockPrice)),
volumes AS (SELECT stock_id, max(volume) FILTER (WHERE n = 1) AS volume, avg(volume) FILTER (WHERE n BETWEEN 2 AND 21) AS avg_volume_20
  FROM TaiwanStockPrice JOIN days USING (trade_date) WHERE n <= 21 GROUP BY 1)
SELECT stock_id, volume, avg_volume_20 FROM volumes WHERE volume >= 2 * avg_volume_20

-- D070 stocks
SELECT p.stock_id, p.close FROM TaiwanStockPrice p JOIN TaiwanStockDailyPriceLimit l USING (stock_id, trade_date)
WHERE trade_date = (SELECT max(trade_date) FROM TaiwanStockPrice) AND p.close = l.limit_up

-- D071 stocks
WITH days AS (SELECT trade_date, row_number() OVER (ORDER BY trade_date DESC) AS n FROM (SELECT DISTINCT trade_date FROM TaiwanStockPrice)),
moves AS (SELECT stock_id, n, close > lag(close) OVER (PARTITION BY stock_id ORDER BY trade_date) AS rose
  FROM TaiwanStockPrice JOIN days USING (trade_date) WHERE n <= 20 AND close IS NOT NULL)
SELECT stock_id FROM moves WHERE n <= 5 GROUP BY 1 HAVING count(*) FILTER (WHERE rose) = 5

-- D072
WITH a AS (SELECT max(trade_date) AS d FROM TaiwanStockPrice)
SELECT max(close) FILTER (WHERE trade_date = a.d) AS close, max(high) AS high_52w, (max(close) FILTER (WHERE trade_date = a.d) / max(high) - 1) * 100 AS pct_from_high
FROM TaiwanStockPrice, a WHERE stock_id = '2330' AND trade_date > a.d - INTERVAL 1 YEAR

-- D073 order week_return_pct desc limit 10
WITH a AS (SELECT max(trade_date) AS d FROM TaiwanStockSectorPrice),
base AS (SELECT max(trade_date) AS d FROM TaiwanStockSectorPrice, a WHERE trade_date < date_trunc('week', a.d))
SELECT p.index_name, (p.close / q.close - 1) * 100 AS week_return_pct
FROM TaiwanStockSectorPrice p JOIN TaiwanStockSectorPrice q USING (stock_id), a, base
WHERE p.trade_date = a.d AND q.trade_date = base.d

-- D074
SELECT trade_date, close, spread FROM TaiwanWeightedIndex
WHERE stock_id = 'TAIEX' AND trade_date = (SELECT max(trade_date) FROM TaiwanWeightedIndex)

-- D075
SELECT sum(turnover) FILTER (WHERE o.industry_category = '半導體業') / sum(turnover) * 100 AS share_pct
FROM TaiwanStockPrice p LEFT JOIN TaiwanStockOverview o USING (stock_id)
WHERE trade_date = (SELECT max(trade_date) FROM TaiwanStockPrice)

-- D076
SELECT trade_date, spread FROM TaiwanWeightedIndex
WHERE stock_id = 'TAIEX' AND year(trade_date) = (SELECT year(max(trade_date)) FROM TaiwanWeightedIndex)
ORDER BY spread LIMIT 1

-- D077 order weight_percent desc limit 10
SELECT stock_id, weight_percent FROM TaiwanStockMarketValueWeight
WHERE market = 'TWSE' AND trade_date = (SELECT max(trade_date) FROM TaiwanStockMarketValueWeight WHERE market = 'TWSE')

-- D078
SELECT industry_category, count(DISTINCT stock_id) AS company_count FROM TaiwanStockOverview
WHERE is_active AND security_type = 'stock' GROUP BY 1

-- D079
SELECT trade_date, contract_month, close, open_interest FROM TaiwanFuturesDaily
WHERE futures_id = 'TX' AND trading_session = 'regular' AND contract_month ~ '^[0-9]{6}$'
  AND trade_date = (SELECT max(trade_date) FROM TaiwanFuturesDaily WHERE trading_session = 'regular')
ORDER BY contract_month LIMIT 1

-- D080
SELECT trade_date, net_open_interest_volume FROM TaiwanFuturesInstitutionalInvestors
WHERE futures_id = 'TX' AND institutional_investor = 'foreign_investor'
ORDER BY trade_date DESC LIMIT 10

-- D081
SELECT sum(open_interest) FILTER (WHERE call_put = 'put') / sum(open_interest) FILTER (WHERE call_put = 'call') * 100 AS pcr_pct
FROM TaiwanOptionDaily WHERE option_id = 'TXO' AND trading_session = 'regular'
  AND trade_date = (SELECT max(trade_date) FROM TaiwanOptionDaily WHERE trading_session = 'regular')

-- D082
SELECT call_put, long_open_interest_volume, short_open_interest_volume FROM TaiwanOptionInstitutionalInvestors
WHERE option_id = 'TXO' AND institutional_investor = 'dealer'
  AND trade_date = (SELECT DISTINCT trade_date FROM TaiwanOptionInstitutionalInvestors ORDER BY 1 DESC LIMIT 1 OFFSET 1)

-- D083
WITH a AS (SELECT max(trade_date) AS d FROM TaiwanOptionDaily WHERE trading_session = 'regular'),
mine AS (SELECT o.* FROM TaiwanOptionDaily o, a WHERE option_id = 'TXO' AND call_put = 'call' AND trading_session = 'regular' AND trade_date = a.d)
SELECT strike_price, open_interest FROM mine WHERE expiry_date = (SELECT min(expiry_date) FROM mine, a WHERE expiry_date >= a.d)

-- D084
SELECT trade_date, buy_top5_trader_open_interest_percent, sell_top5_trader_open_interest_percent,
  buy_top5_trader_open_interest_percent - sell_top5_trader_open_interest_percent AS net_pct
FROM TaiwanFuturesLargeTraders WHERE futures_id = 'TX' AND contract_month = 'all'
ORDER BY trade_date DESC LIMIT 1

-- D085
SELECT settlement_date, contract_month, final_settlement_price FROM TaiwanFuturesSettlement
WHERE futures_id = 'TX' AND contract_month ~ '^[0-9]{6}$' ORDER BY settlement_date DESC LIMIT 6

-- D086
WITH days AS (SELECT DISTINCT trade_date FROM TaiwanFuturesDaily WHERE trading_session = 'regular' ORDER BY 1 DESC LIMIT 5),
near AS (SELECT trade_date, arg_min(close, contract_month) AS futures_close FROM TaiwanFuturesDaily
  WHERE futures_id = 'TX' AND trading_session = 'regular' AND contract_month ~ '^[0-9]{6}$' AND trade_date IN (SELECT trade_date FROM days) GROUP BY 1)
SELECT trade_date, futures_close, i.close AS index_close, futures_close - i.close AS basis
FROM near JOIN TaiwanWeightedIndex i USING (trade_date) WHERE i.stock_id = 'TAIEX'

-- D087
SELECT trade_date, spot_buy, spot_sell FROM ExchangeRate
WHERE currency = 'USD' AND trade_date = (SELECT max(trade_date) FROM ExchangeRate)

-- D088
WITH a AS (SELECT max(trade_date) AS d FROM GoldPrice)
SELECT ((SELECT price FROM GoldPrice, a WHERE trade_date = a.d) / (SELECT arg_max(price, trade_date) FROM GoldPrice, a WHERE trade_date <= a.d - INTERVAL 1 YEAR) - 1) * 100 AS return_pct

-- D089
SELECT trade_date, name, price FROM CrudeOilPrices
WHERE name IN ('WTI', 'Brent') AND trade_date > (SELECT max(trade_date) - INTERVAL 30 DAY FROM CrudeOilPrices)

-- D090
SELECT trade_date, value FROM USBondYield
WHERE tenor = '10Y' AND trade_date > (SELECT max(trade_date) - INTERVAL 1 MONTH FROM USBondYield)

-- D091
SELECT t.trade_date, t.value AS y10, f.value AS y2, t.value - f.value AS spread
FROM USBondYield t JOIN USBondYield f USING (trade_date) WHERE t.tenor = '10Y' AND f.tenor = '2Y' ORDER BY 1 DESC LIMIT 1

-- D092
SELECT effective_date, interest_rate, previous_rate, interest_rate - previous_rate AS change FROM (
  SELECT effective_date, interest_rate, lag(interest_rate) OVER (ORDER BY effective_date) AS previous_rate FROM CentralBankRate WHERE bank_code = 'FED')
WHERE interest_rate <> previous_rate ORDER BY effective_date DESC LIMIT 1

-- D093
SELECT stock_id, trade_date, close FROM USStockPrice
WHERE stock_id IN ('AAPL', 'NVDA') AND trade_date IN (SELECT DISTINCT trade_date FROM USStockPrice ORDER BY 1 DESC LIMIT 5)

-- D094
WITH a AS (SELECT max(trade_date) AS d FROM TaiwanStockPrice)
SELECT stock_id, period_start_date, period_end_date FROM TaiwanStockDisposition, a WHERE a.d BETWEEN period_start_date AND period_end_date

-- D095
SELECT delisting_date, stock_id, stock_name FROM TaiwanStockDelisting
WHERE year(delisting_date) = (SELECT year(max(trade_date)) FROM TaiwanStockPrice) AND is_transfer IS DISTINCT FROM true

-- D096
SELECT count(*) AS trading_days FROM TaiwanStockTradingDate
WHERE NOT is_scheduled AND date_trunc('month', trade_date) = (SELECT date_trunc('month', max(trade_date)) - INTERVAL 1 MONTH FROM TaiwanStockPrice)

-- D097
SELECT stock_id, stock_name, industry_category FROM TaiwanStockOverview WHERE stock_id = '3008'

-- D098
WITH a AS (SELECT max(trade_date) AS d FROM TaiwanStockPrice)
SELECT cb_id, cb_name, maturity_date FROM TaiwanCBOverview, a
WHERE maturity_date > a.d AND maturity_date <= a.d + INTERVAL 12 MONTH AND status = 'active'
