import { TaiwanStockMarketValue } from '../catalogue/fundamentals/TaiwanStockMarketValue.ts'
import { TaiwanStockMarketValueWeight } from '../catalogue/fundamentals/TaiwanStockMarketValueWeight.ts'
import { TaiwanStockOverview } from '../catalogue/technical/TaiwanStockOverview.ts'
import type { Derivation } from './derivation.ts'
import { decimalSql, halfUpSql } from './rounding.ts'
import { readRows } from './rows.ts'
import { dateSql, sinceSql } from './sql.ts'

/** Market values are whole amounts, so the cast loses nothing. */
const wholeTwd = 'CAST(market_value AS BIGINT)'

const published = 'SELECT (market, trade_date) FROM TaiwanStockMarketValueWeight WHERE NOT is_estimated'

export const marketValueWeight: Derivation = {
  dataset: TaiwanStockMarketValueWeight,
  // Itself too: no weights are computed for markets and days with published ones.
  from: [TaiwanStockMarketValue, TaiwanStockOverview, TaiwanStockMarketValueWeight],
  async rows(_tables, since) {
    return `
      WITH constituent AS (
        SELECT value.stock_id, trade_date, value.market, stock_name, ${wholeTwd} AS value
        FROM TaiwanStockMarketValue value JOIN TaiwanStockOverview stock
          ON value.stock_id = stock.stock_id AND security_type = 'stock'
        WHERE ${sinceSql('trade_date', since)} AND (value.market, trade_date) NOT IN (
          ${published}
        )
      ), weighed AS (
        SELECT stock_id, trade_date, market, stock_name,
          ${halfUpSql('CAST(value AS HUGEINT) * 1000000', 'total')} AS units
        FROM constituent JOIN (
          SELECT trade_date, market, sum(value) AS total FROM constituent GROUP BY ALL
        ) USING (trade_date, market)
      )
      SELECT stock_id, trade_date, market,
        row_number() OVER (PARTITION BY market, trade_date ORDER BY units DESC, stock_id) AS rank,
        stock_name, ${decimalSql('units', 4)} AS weight_percent, true AS is_estimated
      FROM weighed WHERE units IS NOT NULL`
  },
  /** A stock may be listed late, get another name, or turn out to be none. */
  async outdatedSince(tables, since) {
    const [found] = await readRows<{ day: string | null }>(
      tables,
      `WITH stored AS (
        SELECT stock_id, stock_name, min(trade_date) AS first FROM TaiwanStockMarketValueWeight
        WHERE is_estimated AND trade_date < ${dateSql(since)} GROUP BY ALL
      ), stock AS (SELECT stock_id, stock_name FROM TaiwanStockOverview WHERE security_type = 'stock')
      SELECT CAST(min(first) AS VARCHAR) AS day FROM (
        SELECT first FROM stored LEFT JOIN stock USING (stock_id) WHERE stock.stock_name IS DISTINCT FROM stored.stock_name
        UNION ALL
        SELECT trade_date FROM TaiwanStockMarketValue JOIN stock USING (stock_id)
        WHERE trade_date < ${dateSql(since)} AND stock_id NOT IN (SELECT stock_id FROM stored)
          AND (market, trade_date) NOT IN (${published})
      )`,
    )
    return found!.day
  },
}
