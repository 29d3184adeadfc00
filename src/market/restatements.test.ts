import assert from 'node:assert/strict'
import { statSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { assertAlways, everywhere, type Market, markets, rowsOf } from '../../test/support/marketRules.ts'
import { find } from '../catalogue/index.ts'
import { deadlineOf } from '../catalogue/known.ts'
import { dayOf } from '../days.ts'
import { literal, quote } from '../lake/schema.ts'

/** Rules of the rows that were wrong at first, withdrawn or late: present rows are held to theirs by the other files. */

const revised = ({ version }: Market, name: string): string => {
  const files = version.manifest.datasets[name]!.revisions.map(({ file }) => literal(join(version.folder, file)))
  return `read_parquet([${files.join(', ')}])`
}

/** The kind of each dataset's revisions, the event that is drawn, the rows it is drawn from, and one in how many it is. */
const stated = {
  TaiwanStockMonthRevenue: ['corrected', 'stock_id, report_month', 'true', 150],
  TaiwanStockBalanceSheet: ['corrected', 'stock_id, report_date', `type = 'LongtermBorrowings' AND value > 0`, 60],
  TaiwanStockPrice: ['corrected', 'stock_id, trade_date', `stock_id IN ('01001T', '020000', '2881A', '2887Z1')`, 200],
  TaiwanStockMarketValue: [
    'corrected',
    'stock_id, trade_date',
    `stock_id IN ('01001T', '020000', '2881A', '2887Z1')`,
    200,
  ],
  TaiwanStockInstitutionalInvestorsBuySell: ['corrected', 'stock_id, trade_date', 'true', 2_000],
  TaiwanStockDividend: ['withdrawn', 'stock_id, dividend_period', 'true', 40],
  TaiwanStockHoldingSharesPer: ['inserted', 'stock_id, record_date', 'true', 1_000],
  TaiwanStockOverview: [
    'corrected',
    'stock_id',
    'stock_id IN (SELECT stock_id FROM TaiwanStockDelisting WHERE is_transfer)',
    1,
  ],
} as const

everywhere('rows are restated at the rates that the document states, each at once', async (market) => {
  const has = Object.entries(market.version.manifest.datasets).filter(([, { revisions }]) => revisions.length > 0)
  assert.deepEqual(has.map(([name]) => name).sort(), Object.keys(stated).sort())
  for (const [name, [kind, event, from, oneIn]] of Object.entries(stated)) {
    const [[events, times, kinds, all]] = (await rowsOf(
      market,
      `SELECT count(DISTINCT (${event}))::INTEGER, count(DISTINCT (${event}, recorded_at))::INTEGER, list(DISTINCT kind),
        (SELECT count(DISTINCT (${event}))::INTEGER FROM ${name} WHERE ${from}) FROM ${revised(market, name)}`,
    )) as [[number, number, string[], number]]
    assert.deepEqual([kinds, times], [[kind], events], name)
    // Some that are drawn have nothing that could be wrong.
    const expected = all / oneIn
    assert.ok(events > expected / 3 - 2 && events < expected * 1.7 + 2, `${name}: ${events} of ${all}`)
  }
})

everywhere('a row is restated after it was known first, and not after the newest day', async (market) => {
  for (const name of Object.keys(stated)) {
    const dataset = find(name)!
    const rows = await rowsOf(
      market,
      `SELECT DISTINCT epoch_ms(recorded_at)::DOUBLE, ${quote(dataset.date)}::VARCHAR, ${dataset.known.filed ?? 'NULL'}::VARCHAR,
        isodow(recorded_at)::INTEGER FROM ${revised(market, name)}`,
    )
    for (const [at, day, filed, weekday] of rows as [number, string, string | null, number][]) {
      const known = filed === null ? deadlineOf(dataset, dayOf(day))! : Date.parse(`${filed}T23:59:59+08:00`)
      assert.ok(at > known && at <= Date.parse(`${market.through}T18:00:00+08:00`), `${name} ${day} ${new Date(at)}`)
      assert.ok(weekday < 6, `${name} ${day}`)
    }
  }
})

everywhere(
  'a corrected row differs from the present one, a withdrawn one is gone and a late one is there',
  async (market) => {
    for (const [name, [kind]] of Object.entries(stated)) {
      const { key, columns } = find(name)!
      const rest = Object.keys(columns).filter((column) => !key.includes(column))
      const differs = rest.map((column) => `r.${quote(column)} IS DISTINCT FROM p.${quote(column)}`).join(' OR ')
      const empty = rest.map((column) => `r.${quote(column)} IS NULL`).join(' AND ')
      const rule = {
        corrected: `p.here AND (${differs})`,
        withdrawn: 'p.here IS NULL',
        inserted: `p.here AND ${empty}`,
      }[kind]
      const join = `FROM ${revised(market, name)} r LEFT JOIN (SELECT *, true AS here FROM ${name}) p USING (${key.map(quote)})`
      await assertAlways(market, `SELECT r.*, ${rule} AS ok ${join}`, name)
    }
  },
)

everywhere('revenue before its correction agrees with its changes and its year to date', async (market) => {
  const percent = (now: string, before: string) => `abs(${now}::DOUBLE / ${before}::DOUBLE * 100 - 100`
  await assertAlways(
    market,
    `SELECT r.*, ${percent('r.revenue', 'r.revenue_last_month')} - r.mom_percent::DOUBLE) < 0.00501
      AND ${percent('r.revenue', 'r.revenue_last_year')} - r.yoy_percent::DOUBLE) < 0.00501
      AND ${percent('r.revenue_ytd', 'r.revenue_ytd_last_year')} - r.ytd_yoy_percent::DOUBLE) < 0.00501
      AND r.revenue_ytd - p.revenue_ytd = r.revenue - p.revenue AND r.revenue % 1000 = 0
      AND abs(r.revenue::DOUBLE / p.revenue::DOUBLE - 1) BETWEEN 0.0015 AND 0.0305 AS ok
    FROM ${revised(market, 'TaiwanStockMonthRevenue')} r JOIN TaiwanStockMonthRevenue p USING (stock_id, report_month)`,
  )
})

everywhere('a balance sheet balances before it was filed again', async (market) => {
  const value = (type: string) => `(max(value) FILTER (WHERE type = '${type}'))`
  const part = (type: string) =>
    `abs(${value(`${type}_per`)}::DOUBLE - 100 * ${value(type)}::DOUBLE / ${value('TotalAssets')}::DOUBLE) < 0.00501`
  const old = revised(market, 'TaiwanStockBalanceSheet')
  const count = await assertAlways(
    market,
    `SELECT stock_id, report_date, period,
      ${value('CurrentLiabilities')} + ${value('NoncurrentLiabilities')} = ${value('Liabilities')}
      AND ${value('ShorttermBorrowings')} >= 0 AND sum(value) FILTER (WHERE type LIKE '%termBorrowings') = any_value(loans)
      AND ${part('CurrentLiabilities')} AND ${part('NoncurrentLiabilities')} AS ok
    FROM (
      SELECT p.* REPLACE (coalesce(r.value, p.value) AS value), sum(p.value) FILTER (WHERE type LIKE '%termBorrowings') OVER (
        PARTITION BY stock_id, report_date, period) AS loans
      FROM TaiwanStockBalanceSheet p LEFT JOIN ${old} r USING (stock_id, report_date, period, type)
      WHERE (stock_id, report_date, period) IN (SELECT (stock_id, report_date, period) FROM ${old})
    ) GROUP BY stock_id, report_date, period`,
  )
  assert.ok(count > 0)
})

everywhere('a wrong close is a price of the day, and the market value is that of the close', async (market) => {
  const closes = revised(market, 'TaiwanStockPrice')
  await assertAlways(
    market,
    `SELECT r.*, r.close IN (r.high, r.low) AND r.close - r.spread = p.close - p.spread AND v.close = r.close
      AND v.market_value = round(r.close * v.issued_shares, 0) AND v.recorded_at = r.recorded_at
      AND (r.stock_id, r.trade_date) NOT IN (SELECT (stock_id, trade_date) FROM TaiwanStockMarginPurchaseShortSale)
      AND (r.stock_id, r.trade_date) NOT IN (SELECT (stock_id, trade_date) FROM TaiwanStockMarketValueWeight) AS ok
    FROM ${closes} r JOIN TaiwanStockPrice p USING (stock_id, trade_date)
    LEFT JOIN ${revised(market, 'TaiwanStockMarketValue')} v USING (stock_id, trade_date)`,
  )
  const [[prices, values]] = (await rowsOf(
    market,
    `SELECT (SELECT count(*) FROM ${closes}), (SELECT count(*) FROM ${revised(market, 'TaiwanStockMarketValue')})`,
  )) as [[unknown, unknown]]
  assert.equal(prices, values)
})

test('revisions take at most five percent of the lake', () => {
  for (const { version } of markets()) {
    const holdings = Object.values(version.manifest.datasets)
    const own = holdings
      .flatMap(({ revisions }) => revisions)
      .map(({ file }) => statSync(join(version.folder, file)).size)
    const sum = (sizes: number[]) => sizes.reduce((all, size) => all + size, 0)
    const rows = sum(holdings.flatMap(({ parts }) => parts).map(({ bytes }) => bytes))
    assert.ok(own.length > 7 && sum(own) <= rows * 0.05, `${sum(own)} of ${rows} bytes`)
  }
})
