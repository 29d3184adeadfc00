import assert from 'node:assert/strict'
import { test } from 'node:test'
import { always, cents, halfUp, markets, rowsOf } from '../../test/support/marketRules.ts'
import { rowsIn } from '../../test/support/simulatedRows.ts'
import { literal } from '../lake/schema.ts'
import { cbOverview } from './convertibles/TaiwanCBOverview.ts'
import { booksOf } from './fundamentals/books.ts'
import { distributionsOf } from './fundamentals/distributions.ts'
import { dividend } from './fundamentals/TaiwanStockDividend.ts'
import { netIncome } from './fundamentals.ts'
import { createWorld, defaultOptions, type MarketOptions } from './world.ts'

/** Rules of statements, valuations, payments and lists. */

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

/** Filings with a column for each of these accounts, 0 where a company has no such line. */
const filings = (table: string, accounts: string): string =>
  `(SELECT stock_id, report_date, period, ${accounts
    .trim()
    .split(/\s+/)
    .map((type) => `coalesce(${account(type)}, 0) AS ${type}`)
    .join(', ')}, bool_or(type = 'NetInterestIncome') AS is_bank FROM ${table} GROUP BY ALL)`

always(
  'income statements add up from revenue to what the owners earned',
  300,
  `SELECT f.*, PreTaxIncome - IncomeTaxExpense = IncomeAfterTaxes
    AND IncomeAfterTaxes + OtherComprehensiveIncome = TotalComprehensiveIncome
    AND NetIncomeAttributableToOwnersOfParent + NetIncomeAttributableToNoncontrollingInterests = IncomeAfterTaxes
    AND CASE WHEN is_bank THEN NetInterestIncome + NetNonInterestIncome = Revenue
      AND Revenue - BadDebtExpense - NetChangeInInsuranceLiabilityReserve - OperatingExpenses = PreTaxIncome
    ELSE Revenue - CostOfGoodsSold = GrossProfit AND GrossProfit - OperatingExpenses = OperatingIncome
      AND OperatingIncome + TotalNonoperatingIncomeAndExpense = PreTaxIncome
      AND SellingExpenses + AdministrativeExpenses + ResearchAndDevelopmentExpenses = OperatingExpenses END AS ok
  FROM ${filings(
    'TaiwanStockFinancialStatement',
    `NetInterestIncome NetNonInterestIncome Revenue BadDebtExpense NetChangeInInsuranceLiabilityReserve OperatingExpenses
    PreTaxIncome CostOfGoodsSold GrossProfit OperatingIncome TotalNonoperatingIncomeAndExpense SellingExpenses
    AdministrativeExpenses ResearchAndDevelopmentExpenses IncomeTaxExpense IncomeAfterTaxes OtherComprehensiveIncome
    TotalComprehensiveIncome NetIncomeAttributableToOwnersOfParent NetIncomeAttributableToNoncontrollingInterests`,
  )} f`,
)

always(
  'the parts of balance sheets are their totals, and none of the largest is negative',
  300,
  `SELECT b.*, TotalAssets = Liabilities + Equity
    AND EquityAttributableToOwnersOfParent + NoncontrollingInterests = Equity
    AND CapitalStock + CapitalSurplus + RetainedEarnings + OtherEquityInterest = EquityAttributableToOwnersOfParent
    AND (CurrentAssets = 0 OR (CurrentAssets + NoncurrentAssets = TotalAssets
      AND CurrentLiabilities + NoncurrentLiabilities = Liabilities))
    AND least(Equity, CashAndCashEquivalents, PropertyPlantAndEquipment, Liabilities) > 0 AS ok
  FROM ${filings(
    'TaiwanStockBalanceSheet',
    `TotalAssets Liabilities Equity EquityAttributableToOwnersOfParent NoncontrollingInterests CapitalStock CapitalSurplus
    RetainedEarnings OtherEquityInterest CurrentAssets NoncurrentAssets CurrentLiabilities NoncurrentLiabilities
    CashAndCashEquivalents PropertyPlantAndEquipment`,
  )} b`,
)

always(
  'percents of a balance sheet are parts of its assets',
  3_000,
  `SELECT p.stock_id, p.report_date, p.type, p.value AS percent, a.value AS amount, total.value AS assets,
    abs(p.value - 100 * a.value::DOUBLE / total.value) <= 0.005001 AS ok
  FROM TaiwanStockBalanceSheet p
  JOIN TaiwanStockBalanceSheet a USING (stock_id, report_date, period)
  JOIN TaiwanStockBalanceSheet total USING (stock_id, report_date, period)
  WHERE p.unit = 'percent' AND p.type = a.type || '_per' AND total.type = 'TotalAssets'`,
)

always(
  'cash flows of all activities are the increase of cash, from the cash at the start of the year',
  300,
  `SELECT c.*, start.value AS before, CashFlowsFromOperatingActivities + CashProvidedByInvestingActivities
      + CashFlowsProvidedFromFinancingActivities + EffectOfExchangeRateChanges = CashBalancesIncrease
    AND coalesce(CashBalancesBeginningOfPeriod = start.value, true) AS ok
  FROM ${filings(
    'TaiwanStockCashFlowsStatement',
    `CashFlowsFromOperatingActivities CashProvidedByInvestingActivities CashFlowsProvidedFromFinancingActivities
    EffectOfExchangeRateChanges CashBalancesIncrease CashBalancesBeginningOfPeriod`,
  )} c
  LEFT JOIN TaiwanStockBalanceSheet start ON start.stock_id = c.stock_id AND start.type = 'CashAndCashEquivalents'
    AND start.period = 'quarterly' AND start.report_date = make_date(year(c.report_date) - 1, 12, 31)`,
)

for (const table of ['TaiwanStockBalanceSheet', 'TaiwanStockCashFlowsStatement'])
  always(
    `annual rows repeat the fourth quarter in ${table}`,
    4_500,
    `SELECT y.stock_id, y.report_date, y.type, y.value = q.value AND y.origin_name = q.origin_name AS ok
    FROM (FROM ${table} WHERE period = 'annual') y FULL JOIN (
      FROM ${table} WHERE period = 'quarterly' AND fiscal_quarter = 4
    ) q USING (stock_id, report_date, type)`,
  )

always(
  'revenue compares with the months it names and adds up over the year',
  3_000,
  `SELECT r.*, ${[
    'mom revenue revenue_last_month',
    'yoy revenue revenue_last_year',
    'ytd_yoy revenue_ytd revenue_ytd_last_year',
  ]
    .map((names) => names.split(' '))
    .map(([kind, now, then]) => `abs(${kind}_percent - 100 * (r.${now} - r.${then})::DOUBLE / r.${then}) <= 0.005001`)
    .join(' AND ')} AND coalesce(revenue_last_month = last.revenue AND revenue_ytd
      = r.revenue + if(month(r.report_month) = 1, 0, last.ytd), true)
    AND coalesce(revenue_last_year = before.revenue AND revenue_ytd_last_year = before.ytd, true) AS ok
  FROM TaiwanStockMonthRevenue r
  LEFT JOIN (SELECT stock_id, (report_month + INTERVAL 1 MONTH)::DATE AS report_month, revenue, revenue_ytd AS ytd
    FROM TaiwanStockMonthRevenue) last USING (stock_id, report_month)
  LEFT JOIN (SELECT stock_id, (report_month + INTERVAL 12 MONTH)::DATE AS report_month, revenue, revenue_ytd AS ytd
    FROM TaiwanStockMonthRevenue) before USING (stock_id, report_month)`,
)

always(
  'holding companies report months that add up, and the net revenue of the revenue table',
  500,
  `SELECT f.*, (month(report_month) = 1 OR lag(net_income_ytd) OVER own IS NULL
      OR (net_income_ytd = lag(net_income_ytd) OVER own + net_income_month
        AND pre_tax_income_ytd = lag(pre_tax_income_ytd) OVER own + pre_tax_income_month))
    AND net_revenue_month IS NOT DISTINCT FROM if(entity_type = 'holding', r.revenue, NULL) AS ok
  FROM TaiwanFinancialHoldingsCompany f LEFT JOIN TaiwanStockMonthRevenue r USING (stock_id, report_month)
  WINDOW own AS (PARTITION BY f.stock_id, entity_name ORDER BY report_month)`,
)

always(
  'a period has one announcement in force, and its amount is the one of the ex-date',
  200,
  `WITH last AS (
    FROM TaiwanStockDividend
    QUALIFY row_number() OVER (PARTITION BY stock_id, dividend_period ORDER BY announce_date DESC, announce_time DESC) = 1
  )
  SELECT last.*, r.cash_dividend,
    coalesce(cash_preferred_dividend, cash_earnings_distribution + cash_statutory_surplus, cash_earnings_distribution)
      = r.cash_dividend AS ok
  FROM last JOIN TaiwanStockDividendResult r
    ON r.stock_id = last.stock_id AND r.ex_date = coalesce(cash_ex_date, stock_ex_date)`,
)

always(
  'the value removed is the difference of the prices, and its parts add up where they are told',
  300,
  `SELECT r.*, dividend_value = close_before - reference_price AND CASE WHEN market = 'TPEX'
      THEN rights_value + cash_value = dividend_value
      ELSE event_type <> 'both' OR coalesce(cash_value, rights_value) IS NULL END
    AND (event_type <> 'dividend' OR dividend_value = cash_dividend) AS ok
  FROM TaiwanStockDividendResult r`,
)

always(
  'splits, par changes and reductions keep the ratios they state',
  8,
  `SELECT stock_id, split_ratio, split_ratio = CASE stock_id WHEN '0050' THEN 4 WHEN '006208' THEN 2 WHEN '00631L' THEN 10
    WHEN '00632R' THEN 0.25 END AS ok FROM TaiwanStockSplitPrice
  UNION ALL SELECT stock_id, exchange_ratio, abs(exchange_ratio - close_before / reference_price) < 0.01
    AND (par_value_before IS NULL) = (market = 'TWSE') FROM TaiwanStockChangeFaceReference
  UNION ALL SELECT stock_id, shares_per_1000, (refund_per_share > 0) = (reason = '退還股款') AND halt_date < resumption_date
    AND abs((close_before - refund_per_share) / (shares_per_1000 / 1000) - reference_price) <= 0.00501
  FROM TaiwanStockCapitalReductionReferencePrice`,
)

always(
  'warrants are coded as the exchanges code them, on a security that is listed',
  350,
  `SELECT w.*, regexp_full_match(stock_id, if(market = 'TWSE', '0[3-8]\\d{3}[\\dPCB]', '7[0-3]\\d{3}[\\dPCB]'))
    AND regexp_full_match(isin_code, 'TW\\d{2}Z[\\dA-Z]{6}\\d') AND last_trading_date < expiration_date
    AND is_active = (expiration_date >= as_of_date) AND exercise_price > 0 AND exercise_ratio > 0
    AND underlying_stock_id IN (SELECT stock_id FROM TaiwanStockOverview)
    AND count(*) OVER () BETWEEN 350 AND 500 AS ok
  FROM TaiwanStockOverviewIncludeWarrant w WHERE security_type = 'warrant'`,
)

always(
  'convertible bonds follow the rules of their status, value and premium',
  10,
  `SELECT cb_id, status, status = CASE WHEN delisting_date <= as_of_date AND delisting_date < maturity_date THEN 'terminated'
      WHEN delisting_date <= as_of_date OR maturity_date < as_of_date THEN 'matured' ELSE 'active' END
    AND starts_with(cb_id, stock_id) AND len(cb_id) = 5 AND (status <> 'active'
      OR (abs(conversion_value - 100 * underlying_price::DOUBLE / conversion_price) <= 0.5001e-4
        AND abs(premium_percent - 100 * (reference_price - conversion_value)::DOUBLE / conversion_value) <= 0.005001)) AS ok
  FROM TaiwanCBOverview`,
)

test('what people ask for is there', async () => {
  const wanted = {
    'yield over 5 and P/E under 15': 'TaiwanStockPER WHERE dividend_yield > 5 AND pe_ratio < 15',
    'under book value and yield of 6': 'TaiwanStockPER WHERE pb_ratio < 1 AND dividend_yield >= 6',
    'P/E up to 10': 'TaiwanStockPER WHERE pe_ratio <= 10',
    losses: 'TaiwanStockPER WHERE pe_ratio IS NULL',
    'three months over 30 %': `(SELECT min(yoy_percent) OVER three AS least, report_month AS trade_date
      FROM TaiwanStockMonthRevenue WINDOW three AS (PARTITION BY stock_id ORDER BY report_month ROWS 2 PRECEDING))
      WHERE least > 30`,
    'three months below last year': `(SELECT max(yoy_percent) OVER three AS most, report_month AS trade_date
      FROM TaiwanStockMonthRevenue WINDOW three AS (PARTITION BY stock_id ORDER BY report_month ROWS 2 PRECEDING))
      WHERE most < 0`,
  }
  for (const market of markets()) {
    for (const [what, from] of Object.entries(wanted)) {
      const table = from.startsWith('(') ? 'TaiwanStockMonthRevenue' : 'TaiwanStockPER'
      const newest = `(SELECT max(${table === 'TaiwanStockPER' ? 'trade_date' : 'report_month'}) FROM ${table})`
      const found = await rowsOf(market, `SELECT 1 FROM ${from} AND trade_date = ${newest} LIMIT 1`)
      assert.equal(found.length, 1, what)
    }
    const through = `DATE ${literal(market.through)}`
    for (const [what, where] of [
      ['ex-dates this month', `date_trunc('month', cash_ex_date) = date_trunc('month', ${through})`],
      ['ex-dates ahead', `cash_ex_date > ${through}`],
    ])
      assert.equal((await rowsOf(market, `SELECT 1 FROM TaiwanStockDividend WHERE ${where} LIMIT 1`)).length, 1, what)
    const kinds = async (sql: string) => (await rowsOf(market, sql)).flat()
    assert.deepEqual(
      await kinds(
        `SELECT DISTINCT warrant_type FROM TaiwanStockOverviewIncludeWarrant WHERE warrant_type IS NOT NULL ORDER BY 1`,
      ),
      ['bear', 'bull', 'call', 'put'],
    )
    assert.deepEqual(
      await kinds(
        `SELECT DISTINCT security_type FROM TaiwanStockTradingHaltAnnouncement WHERE security_type IN ('stock', 'warrant') ORDER BY 1`,
      ),
      ['stock', 'warrant'],
    )
    const [[companies]] = (await rowsOf(
      market,
      `SELECT count(DISTINCT stock_id)::INTEGER FROM TaiwanStockCompanyIndustry WHERE classification = 'value_chain'`,
    )) as [[number]]
    assert.ok(companies > 110)
  }
})

// Bonds and statements of years, and announcements of companies whose prices start late.
const through = '2026-11-13'
const worldFrom = (span: Partial<MarketOptions>) => createWorld({ ...defaultOptions(7, through), ...span }, through)

test('bonds of years are active, called and matured', () => {
  const bonds = rowsIn(
    worldFrom({ from: '2026-10-01', longFrom: '2026-10-01', eventsFrom: '2019-01-01', movesFrom: '2018-07-02' }),
    cbOverview,
  )
  assert.ok(bonds.length > 45 && bonds.length < 75, String(bonds.length))
  assert.deepEqual([...new Set(bonds.map(({ status }) => status))].sort(), ['active', 'matured', 'terminated'])
  assert.ok(bonds.some(({ stock_id }) => stock_id === '5483'))
})

test('announced payments are those carried out, corrections replace them, and their keys are their own', () => {
  const world = worldFrom({
    from: '2026-04-01',
    longFrom: '2026-09-01',
    eventsFrom: '2025-01-01',
    movesFrom: '2025-07-01',
  })
  let corrected = 0
  for (const path of world.paths) {
    const byPosition = new Map(distributionsOf(world, path).map((one) => [one.plan.at, one]))
    for (const action of path.actions) {
      if (action.kind !== 'distribution') continue
      const { announcements } = byPosition.get(action.at)!
      const last = announcements.at(-1)!
      if (announcements.length > 1) corrected++
      assert.deepEqual([last.cash, last.rightsPrice ?? 0], [action.cash, action.rightsPrice], path.security.id)
      assert.ok(last.position < action.at)
    }
  }
  assert.ok(corrected > 10)
  const rows = rowsIn(world, dividend)
  assert.ok(rows.length > 500)
  assert.equal(new Set(rows.map((row) => dividend.dataset.key.map((name) => row[name]).join('|'))).size, rows.length)
  const { security } = world.pathOf('2330')!
  assert.equal(netIncome(7, security, 105), booksOf(world, world.pathOf('2330')!).get(105)!.income.owners * 1000)
})
