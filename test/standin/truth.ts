import type { Feed } from '../../src/sources/feed.ts'
import type { Days, Market } from './market.ts'

/** Rows as `support/feeds/fixture.ts` prints them: decimals and days as text, whole numbers as numbers. */
export type Printed = Record<string, unknown>

const boards = {
  TWSE: `SELECT stock_id, trade_date FROM TaiwanStockDailyPriceLimit WHERE market = 'TWSE'`,
  TPEX: `SELECT stock_id, trade_date FROM TaiwanStockDailyPriceLimit WHERE market = 'TPEX'`,
  ESB: 'SELECT NULL, NULL WHERE false',
}

/** Filings do not say on which market the company is listed. */
const filed = new Set([
  'TaiwanStockBalanceSheet',
  'TaiwanStockCashFlowsStatement',
  'TaiwanStockDividend',
  'TaiwanStockFinancialStatement',
])

/** The condition that a row is one of the feed's market. */
function ofMarket({ dataset, market }: Feed): string {
  if (market === null) return 'true'
  if ('market' in dataset.columns) return `market = '${market}'`
  if (dataset.name === 'TaiwanStockPrice') return `(stock_id, trade_date) IN (${boards[market]})`
  if ('stock_id' in dataset.columns && market !== 'ESB' && /Index$/.test(dataset.name))
    return `stock_id = '${market === 'TWSE' ? 'TAIEX' : 'TPEX'}'`
  return filed.has(dataset.name)
    ? `stock_id IN (SELECT stock_id FROM TaiwanStockOverview WHERE market = '${market}')`
    : 'true'
}

/** What a faithful reader of the feed has read: the columns it fills, of its market, of the days. */
export async function truthOf(
  feed: Feed,
  market: Market,
  days: Days,
  where = 'true',
  from = feed.dataset.name,
): Promise<Printed[]> {
  const { dataset, fills } = feed
  const rows = await market.rows(
    `SELECT ${fills.join(', ')} FROM ${from}
     WHERE ${dataset.date} BETWEEN :from AND :requested AND ${ofMarket(feed)} AND ${where} ORDER BY ${dataset.key.join(', ')}`,
    days,
  )
  return rows.map((row) =>
    Object.fromEntries(
      fills.map((name) => {
        const { kind } = dataset.columns[name]!
        const value = row[name]!
        if (value === null) return [name, null]
        if (kind === 'integer') return [name, Number(value)]
        if (kind === 'boolean') return [name, value === 'true']
        return [name, kind === 'datetime' ? new Date(value).toISOString() : value]
      }),
    ),
  )
}

/** How many rows a faithful reader of the feed has read of the days. */
export async function countOf(feed: Feed, market: Market, days: Days): Promise<number> {
  const { name, date } = feed.dataset
  const [row] = await market.rows(
    `SELECT count(*) AS n FROM ${name} WHERE ${date} BETWEEN :from AND :requested AND ${ofMarket(feed)}`,
    days,
  )
  return Number(row!.n)
}
