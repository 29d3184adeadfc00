import type { Dataset } from '../../src/catalogue/dataset.ts'

/** SELECTs that many answers share. */

const names = '(SELECT stock_id, stock_name, listing_date AS listed FROM TaiwanStockOverview) names'

/** Rows of one market on the days asked for, as far as they are published, with the names of the securities. */
export function rowsOf(dataset: Dataset, market: 'TWSE' | 'TPEX' | 'ESB' | null = null, more = ''): string {
  const own = 'stock_name' in dataset.columns || !('stock_id' in dataset.columns)
  const board = market !== null && 'market' in dataset.columns ? `AND market = '${market}'` : ''
  return `SELECT ${dataset.name}.*${own ? '' : ', names.stock_name'}
    FROM ${dataset.name} ${own ? '' : `LEFT JOIN ${names} USING (stock_id)`}
    WHERE ${dataset.date} BETWEEN :from AND :to ${board} ${more}
    ORDER BY ${dataset.key.join(', ')}`
}

/** Days on which a security comes back with another price a share. */
const resumed = ['TaiwanStockCapitalReductionReferencePrice', 'TaiwanStockSplitPrice', 'TaiwanStockChangeFaceReference']
  .map((table) => `SELECT stock_id, resumption_date FROM ${table}`)
  .join(' UNION ALL ')

/**
 * Prices do not say on which market they were made; the limits of the day do. A day is marked where it is not compared
 * with the one before: ex-days, the first day, and the day of a resumption.
 */
export const pricesOf = (market: 'TWSE' | 'TPEX'): string => `
  SELECT p.*, names.stock_name, l.reference_price, n.reference_price AS next_reference,
    n.limit_up AS next_up, n.limit_down AS next_down, e.event_type,
    e.event_type IS NOT NULL OR names.listed = p.trade_date OR (p.stock_id, p.trade_date) IN (${resumed}) AS is_marked,
    CASE e.event_type WHEN 'dividend' THEN '除息' WHEN 'rights' THEN '除權' WHEN 'both' THEN '除權息' END AS ex_mark
  FROM TaiwanStockPrice p
  JOIN TaiwanStockDailyPriceLimit l ON l.stock_id = p.stock_id AND l.trade_date = p.trade_date AND l.market = '${market}'
  LEFT JOIN TaiwanStockDailyPriceLimit n ON n.stock_id = p.stock_id AND n.market = '${market}'
    AND n.trade_date = (SELECT min(trade_date) FROM TaiwanStockTradingDate WHERE trade_date > :from)
  LEFT JOIN ${names} ON names.stock_id = p.stock_id
  LEFT JOIN TaiwanStockDividendResult e ON e.stock_id = p.stock_id AND e.ex_date = p.trade_date
  WHERE p.trade_date BETWEEN :from AND :to
  ORDER BY p.stock_id`

/**
 * Rows of a dataset of which the market keeps the last days alone: a day that is no longer kept is told with the rows
 * of the first one that is, so that an earlier evening has a response too.
 */
export const keptRows = (dataset: Dataset, days: string): string => `
  SELECT r.* REPLACE (d.trade_date AS ${dataset.date}) FROM TaiwanStockTradingDate d
  JOIN ${dataset.name} r ON r.${dataset.date} =
    greatest(d.trade_date, (SELECT min(${dataset.date}) FROM ${dataset.name}))
  WHERE d.trade_date ${days} AND d.trade_date <= :through`

/** The trading day after the newest one. */
export const nextTradingDay = '(SELECT min(trade_date) FROM TaiwanStockTradingDate WHERE trade_date > :through)'

/** Whatever is listed on the newest day. */
export const listedNow = 'coalesce(listing_date <= :through, true) AND coalesce(delisting_date > :through, true)'

/** This month so far. */
export const month = `BETWEEN date_trunc('month', :through) AND :through`
