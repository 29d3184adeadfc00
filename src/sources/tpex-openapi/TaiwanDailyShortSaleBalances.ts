import { TaiwanDailyShortSaleBalances } from '../../catalogue/chips/TaiwanDailyShortSaleBalances.ts'
import { borrowedRollsForward, shortRollsForward } from '../exchange/rollforward.ts'
import { whole } from '../reading.ts'
import { dailyKey, tpexOpenApi } from './response.ts'

const balances = whole(
  TaiwanDailyShortSaleBalances,
  {
    ...dailyKey,
    short_sale_previous_balance: 'SaleBalancePreviousDay',
    short_sale_sell: 'SaleSell',
    short_sale_buy: 'SaleBuy',
    short_sale_stock_repayment: 'SaleSpotSecurities',
    short_sale_balance: 'SaleBalanceOfTheMarketDay',
    short_sale_limit: 'SaleAvailableVolumes',
    sbl_short_sale_previous_balance: 'SecuritiesBorrowingBalancePreviousDay',
    sbl_short_sale_sell: 'SecuritiesBorrowingSale',
    sbl_short_sale_return: 'SecuritiesBorrowingReturn',
    sbl_short_sale_adjustment: 'SecuritiesBorrowingAdjustment',
    sbl_short_sale_balance: 'SecuritiesBorrowingBalanceOfTheMarketDay',
    sbl_short_sale_limit: 'AvailableVolumesForSBLShortSale',
    note: 'Note',
  },
  { ignore: ['CompanyName'], identities: { ...shortRollsForward, ...borrowedRollsForward } },
)

export const marginSbl = tpexOpenApi.daily(balances, '/tpex_margin_sbl', { recorded: '.json' })
