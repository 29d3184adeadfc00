import { TaiwanFutureOptionDailyTotalOverview } from '../catalogue/derivatives/TaiwanFutureOptionDailyTotalOverview.ts'
import { TaiwanFuturesDaily } from '../catalogue/derivatives/TaiwanFuturesDaily.ts'
import { TaiwanOptionDaily } from '../catalogue/derivatives/TaiwanOptionDaily.ts'
import type { Derivation } from './derivation.ts'
import { products } from './products.ts'
import { decimalSql, halfUpSql } from './rounding.ts'
import { inlineSql, sinceSql } from './sql.ts'

const total = (column: string, condition = 'true') => `CAST(sum(${column}) FILTER (WHERE ${condition}) AS BIGINT)`
const volume = (condition: string) => `coalesce(${total('volume', condition)}, 0)`
const openInterest = (condition: string) => total('open_interest', `trading_session = 'regular' AND ${condition}`)
const ratio = (put: string, call: string) => decimalSql(halfUpSql(`${put}::HUGEINT * 10000`, call), 4)

export const productOverview: Derivation = {
  dataset: TaiwanFutureOptionDailyTotalOverview,
  from: [TaiwanFuturesDaily, TaiwanOptionDaily],
  async rows(_tables, since) {
    const known = inlineSql(
      { id: 'VARCHAR', name: 'VARCHAR', category: 'VARCHAR', underlying_stock_id: 'VARCHAR' },
      [...products].map(([id, { name, category, underlying_stock_id }]) => [id, name, category, underlying_stock_id]),
    )
    const totals = `${total('volume')} AS volume, ${volume("trading_session = 'after_hours'")} AS after_hours_volume,
      ${openInterest('true')} AS open_interest`
    return `
      WITH product AS (
        SELECT trade_date, futures_id AS product_id, 'futures' AS product_type,
          count(DISTINCT contract_month) AS contract_count, ${totals},
          CAST(NULL AS BIGINT) AS put_volume, CAST(NULL AS BIGINT) AS call_volume,
          CAST(NULL AS BIGINT) AS put_open_interest, CAST(NULL AS BIGINT) AS call_open_interest
        FROM TaiwanFuturesDaily WHERE ${sinceSql('trade_date', since)} GROUP BY trade_date, futures_id
        UNION ALL
        SELECT trade_date, option_id, 'option', count(DISTINCT (contract_month, strike_price, call_put)), ${totals},
          ${volume("call_put = 'put'")}, ${volume("call_put = 'call'")},
          ${openInterest("call_put = 'put'")}, ${openInterest("call_put = 'call'")}
        FROM TaiwanOptionDaily WHERE ${sinceSql('trade_date', since)} GROUP BY trade_date, option_id
      )
      SELECT trade_date, product_id, product_type, name AS product_name, category AS product_category,
        known.underlying_stock_id, contract_count, volume, after_hours_volume, open_interest, put_volume, call_volume,
        put_open_interest, call_open_interest, ${ratio('put_volume', 'call_volume')} AS put_call_volume_ratio,
        ${ratio('put_open_interest', 'call_open_interest')} AS put_call_oi_ratio
      FROM product LEFT JOIN ${known} known ON product_id = known.id`
  },
}
