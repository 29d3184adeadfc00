import { TaiwanStockShareholding } from '../catalogue/chips/TaiwanStockShareholding.ts'
import { TaiwanStockMarketValue } from '../catalogue/fundamentals/TaiwanStockMarketValue.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { TaiwanStockTradingDate } from '../catalogue/technical/TaiwanStockTradingDate.ts'
import { addDays } from '../days.ts'
import { literal } from '../lake/schema.ts'
import { foreignCodes } from '../sources/exchange/securityCodes.ts'
import { fromLastKnown } from './carried.ts'
import type { Derivation } from './derivation.ts'
import { sinceSql } from './sql.ts'

/** Trading days for which a close is carried forward. */
const carried = 20
/** More calendar days than so many trading days ever span. */
const carriedSpan = 60

export const marketValue: Derivation = {
  dataset: TaiwanStockMarketValue,
  from: [TaiwanStockPrice, TaiwanStockShareholding, TaiwanStockTradingDate],
  async rows(_tables, since) {
    const firstClose = since === null ? null : addDays(since, -carriedSpan)
    return `
      WITH day AS (
        SELECT trade_date, row_number() OVER (ORDER BY trade_date) AS number
        FROM TaiwanStockTradingDate WHERE NOT is_scheduled
      ), closing AS (
        SELECT stock_id, trade_date, close, number, lead(number, 1, number + ${carried + 1}) OVER (
          PARTITION BY stock_id ORDER BY number
        ) AS next
        FROM TaiwanStockPrice JOIN day USING (trade_date) WHERE close IS NOT NULL AND ${sinceSql('trade_date', firstClose)}
          AND NOT regexp_matches(stock_id, ${literal(foreignCodes)})
          AND number >= (SELECT coalesce(min(number), 0) - ${carried} FROM day WHERE ${sinceSql('trade_date', since)})
      ), held AS (
        SELECT stock_id, trade_date AS close_date, close, unnest(range(number, least(next, number + ${carried + 1}))) AS number FROM closing
      )
      SELECT held.stock_id, day.trade_date, shares.market, held.close, shares.issued_shares,
        CAST(round(held.close * shares.issued_shares, 0) AS DECIMAL(18,2)) AS market_value
      FROM held JOIN day ON held.number = day.number AND ${sinceSql('day.trade_date', since)}
      -- A share count that changes during a halt belongs to the price after it.
      ASOF JOIN ${fromLastKnown('TaiwanStockShareholding', firstClose, { wanted: 'TaiwanStockPrice' })} shares
        ON held.stock_id = shares.stock_id AND held.close_date >= shares.trade_date`
  },
}
