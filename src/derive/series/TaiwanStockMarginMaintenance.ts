import { TaiwanStockMarginPurchaseShortSale } from '../../catalogue/chips/TaiwanStockMarginPurchaseShortSale.ts'
import { TaiwanStockTotalMarginPurchaseShortSale } from '../../catalogue/chips/TaiwanStockTotalMarginPurchaseShortSale.ts'
import { TaiwanStockMarginMaintenance } from '../../catalogue/series/TaiwanStockMarginMaintenance.ts'
import { TaiwanStockPrice } from '../../catalogue/technical/TaiwanStockPrice.ts'
import { addDays } from '../../days.ts'
import { fromLastKnown } from '../carried.ts'
import type { Derivation } from '../derivation.ts'
import { decimalSql, halfUpSql, unitsSql } from '../rounding.ts'
import { sinceSql } from '../sql.ts'

/** Calendar days whose purchases count. */
const purchaseDays = 180

const overPurchases = `(PARTITION BY held.stock_id ORDER BY held.trade_date RANGE BETWEEN INTERVAL ${purchaseDays - 1} DAYS PRECEDING AND CURRENT ROW)`

export const marginMaintenance: Derivation = {
  dataset: TaiwanStockMarginMaintenance,
  from: [TaiwanStockMarginPurchaseShortSale, TaiwanStockTotalMarginPurchaseShortSale, TaiwanStockPrice],
  async rows(_tables, since) {
    const first = since === null ? null : addDays(since, -purchaseDays)
    const closes = fromLastKnown('TaiwanStockPrice', first, {
      known: 'close IS NOT NULL',
      wanted: 'TaiwanStockMarginPurchaseShortSale',
    })
    return `
      WITH day AS (
        SELECT held.stock_id, held.trade_date, held.market, held.margin_purchase_balance AS balance,
          ${unitsSql('priced.close', 4)} AS close, priced.trade_date AS close_date,
          sum(held.margin_purchase_buy::HUGEINT * ${unitsSql('priced.close', 4)}) OVER ${overPurchases} AS paid,
          sum(held.margin_purchase_buy::HUGEINT) OVER ${overPurchases} AS bought,
          min(CASE WHEN held.margin_purchase_buy > 0 THEN held.trade_date END) OVER ${overPurchases} AS purchases_since
        FROM (FROM TaiwanStockMarginPurchaseShortSale WHERE ${sinceSql('trade_date', first)}) held
        ASOF JOIN (FROM ${closes} WHERE close IS NOT NULL) priced
          ON held.stock_id = priced.stock_id AND held.trade_date >= priced.trade_date
      ), cost AS (
        SELECT *, CASE WHEN bought > 0 THEN ${halfUpSql('paid', 'bought')} END AS cost FROM day
        WHERE balance > 0 AND ${sinceSql('trade_date', since)}
      ), loan AS (
        SELECT cost.*, balance::HUGEINT * cost * ${unitsSql('total.margin_purchase_balance_amount', 2)} AS n,
          sum(balance::HUGEINT * cost) OVER (PARTITION BY cost.trade_date, cost.market) AS d
        FROM cost LEFT JOIN TaiwanStockTotalMarginPurchaseShortSale total USING (trade_date, market)
      ), estimate AS (
        SELECT *, CASE WHEN d > 0 THEN ${halfUpSql('n', 'd')} END AS loan FROM loan
      )
      SELECT stock_id, trade_date, market, balance AS margin_purchase_balance, ${decimalSql('close', 4)} AS close, close_date,
        ${decimalSql('cost', 4)} AS margin_cost, ${decimalSql('loan', 2)} AS estimated_loan,
        CASE WHEN loan > 0 THEN ${decimalSql(halfUpSql('balance::HUGEINT * close * 10000', 'loan'), 4)} END AS margin_maintenance_ratio,
        purchases_since
      FROM estimate`
  },
}
