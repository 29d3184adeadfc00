import { TaiwanStockBrokerInfo } from '../../catalogue/chips/TaiwanStockBrokerInfo.ts'
import { part } from '../reading.ts'
import { titlesIn } from '../text.ts'
import { tpexOpenApi } from './response.ts'

const traders = part(
  TaiwanStockBrokerInfo,
  { broker_id: 'Code' },
  {
    ignore: titlesIn(`
      Date Ranking PreviousDayRanking Name TradingAmount DayClosingRatio CurrentMonthRanking
      CurrentMonthCumulativeAmount CurrentMonthClosingRatio
    `),
  },
)

/** Brokers and branches by their trades: each of them must be known. */
export const dailyBroker = tpexOpenApi.rows(traders, '/tpex_daily_broker1', {
  market: null,
  role: 'witness',
  recorded: '.json',
})

const lenders = part(
  TaiwanStockBrokerInfo,
  { broker_id: 'SecuritiesCompanyCode' },
  {
    ignore: titlesIn(`
      Month Ranking CompanyName MonthlyAverageMarginPurchaseBalance MarketShare MonthlyAverageShortSaleBalance
      MonthlyAverageMarginTradingBalance
    `),
  },
)

/** Brokers by their margin loans. */
export const marginSpot = tpexOpenApi.rows(lenders, '/tpex_margin_trading_marginspot', {
  market: null,
  role: 'witness',
  recorded: '.json',
})
