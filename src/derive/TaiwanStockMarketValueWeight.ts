import { TaiwanStockMarketValue } from '../catalogue/fundamentals/TaiwanStockMarketValue.ts'
import { TaiwanStockMarketValueWeight } from '../catalogue/fundamentals/TaiwanStockMarketValueWeight.ts'
import { TaiwanStockOverview } from '../catalogue/technical/TaiwanStockOverview.ts'
import type { Derivation } from './derivation.ts'
import { decimalSql, halfUpSql } from './rounding.ts'
import { sinceSql } from './sql.ts'

/** Market values are whole amounts, so the cast loses nothing. */
const wholeTwd = 'CAST(market_value AS BIGINT)'

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
          SELECT (market, trade_date) FROM TaiwanStockMarketValueWeight WHERE NOT is_estimated
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
}
