import { TaiwanStockMarginPurchaseShortSale } from '../catalogue/chips/TaiwanStockMarginPurchaseShortSale.ts'
import { TaiwanStockMarginRatio } from '../catalogue/chips/TaiwanStockMarginRatio.ts'
import { TaiwanStockTotalMarginPurchaseShortSale } from '../catalogue/chips/TaiwanStockTotalMarginPurchaseShortSale.ts'
import { TaiwanStockPrice } from '../catalogue/technical/TaiwanStockPrice.ts'
import { fromLastKnown } from './carried.ts'
import type { Derivation } from './derivation.ts'
import { decimalSql, halfUpSql, unitsSql } from './rounding.ts'
import { sinceSql } from './sql.ts'

export const marginRatio: Derivation = {
  dataset: TaiwanStockMarginRatio,
  from: [TaiwanStockMarginPurchaseShortSale, TaiwanStockTotalMarginPurchaseShortSale, TaiwanStockPrice],
  async rows(_tables, since) {
    return `
      WITH collateral AS (
        SELECT held.trade_date, held.market,
          sum(held.margin_purchase_balance::HUGEINT * ${unitsSql('priced.close', 4)}) AS value
        FROM (FROM TaiwanStockMarginPurchaseShortSale WHERE ${sinceSql('trade_date', since)}) held
        ASOF JOIN (FROM ${fromLastKnown('TaiwanStockPrice', since, { known: 'close IS NOT NULL', wanted: 'TaiwanStockMarginPurchaseShortSale' })} WHERE close IS NOT NULL) priced
          ON held.stock_id = priced.stock_id AND held.trade_date >= priced.trade_date
        GROUP BY ALL
      ), one AS (
        SELECT trade_date, market, value, ${unitsSql('margin_purchase_balance_amount', 2)} AS loans,
          margin_purchase_balance AS margin, short_sale_balance AS short
        FROM collateral JOIN TaiwanStockTotalMarginPurchaseShortSale USING (trade_date, market)
      ), each AS (
        FROM one UNION ALL
        SELECT trade_date, 'ALL', sum(value), sum(loans), sum(margin), sum(short)
        FROM one GROUP BY trade_date HAVING count(*) = 2
      )
      SELECT trade_date, market, ${decimalSql(halfUpSql('value * 10000', 'loans'), 4)} AS margin_maintenance_ratio,
        ${decimalSql(halfUpSql('value', '100'), 2)} AS margin_collateral_value,
        ${decimalSql('loans', 2)} AS margin_purchase_balance_amount,
        CAST(margin AS BIGINT) AS margin_purchase_balance, CAST(short AS BIGINT) AS short_sale_balance,
        ${decimalSql(halfUpSql('short * 1000000', 'margin'), 4)} AS short_margin_ratio
      FROM each WHERE loans > 0`
  },
}
