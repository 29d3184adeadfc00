import { TaiwanStockMarginPurchaseShortSale } from '../../catalogue/chips/TaiwanStockMarginPurchaseShortSale.ts'
import { marginRollsForward, shortRollsForward } from '../exchange/rollforward.ts'
import { lots, whole } from '../reading.ts'
import { dailyKey, tpexOpenApi } from './response.ts'

const balances = whole(
  TaiwanStockMarginPurchaseShortSale,
  {
    ...dailyKey,
    margin_purchase_buy: lots('MarginPurchase'),
    margin_purchase_sell: lots('MarginSales'),
    margin_purchase_cash_repayment: lots('CashRedemption'),
    margin_purchase_previous_balance: lots('MarginPurchaseBalancePreviousDay'),
    margin_purchase_balance: lots('MarginPurchaseBalance'),
    margin_purchase_limit: lots('MarginPurchaseQuota'),
    // Spelled like that.
    short_sale_buy: lots('ShortConvering', { also: ['ShortCovering'] }),
    short_sale_sell: lots('ShortSale'),
    short_sale_stock_repayment: lots('StockRedemption'),
    short_sale_previous_balance: lots('ShortSaleBalancePreviousDay'),
    short_sale_balance: lots('ShortSaleBalance'),
    short_sale_limit: lots('ShortSaleQuota'),
    offset_volume: lots('Offsetting'),
    note: 'Note',
  },
  {
    ignore: [
      'CompanyName',
      'MarginPurchaseBalanceBelongSecuritiesFinanceEnterprise',
      'MarginPurchaseUtilizationRate',
      'ShortSaleBalanceBelongSecuritiesFinanceEnterprise',
      'ShortSaleUtilizationRate',
    ],
    identities: { ...marginRollsForward, ...shortRollsForward },
  },
)

export const marginBalance = tpexOpenApi.daily(balances, '/tpex_mainboard_margin_balance')
