import { TaiwanDailyShortSaleBalances } from '../catalogue/chips/TaiwanDailyShortSaleBalances.ts'
import { TaiwanStockCreditLimit } from '../catalogue/chips/TaiwanStockCreditLimit.ts'
import { TaiwanStockMarginPurchaseShortSale } from '../catalogue/chips/TaiwanStockMarginPurchaseShortSale.ts'
import type { Derivation } from './derivation.ts'
import { decimalSql, halfUpSql } from './rounding.ts'
import { sinceSql } from './sql.ts'

/** Percent with four decimals; null without a quota. */
const rate = (balance: string, limit: string) => decimalSql(halfUpSql(`${balance}::HUGEINT * 1000000`, limit), 4)

export const creditLimit: Derivation = {
  dataset: TaiwanStockCreditLimit,
  from: [TaiwanStockMarginPurchaseShortSale, TaiwanDailyShortSaleBalances],
  async rows(_tables, since) {
    return `
      SELECT stock_id, trade_date, market,
        margin.margin_purchase_limit, margin.margin_purchase_balance,
        ${rate('margin.margin_purchase_balance', 'margin.margin_purchase_limit')} AS margin_purchase_utilization_rate,
        short.short_sale_limit, short.short_sale_balance,
        ${rate('short.short_sale_balance', 'short.short_sale_limit')} AS short_sale_utilization_rate,
        short.sbl_short_sale_limit, short.sbl_short_sale_balance, short.note
      FROM (FROM TaiwanStockMarginPurchaseShortSale WHERE ${sinceSql('trade_date', since)}) margin
      FULL JOIN (FROM TaiwanDailyShortSaleBalances WHERE ${sinceSql('trade_date', since)}) short
        USING (stock_id, trade_date, market)`
  },
}
