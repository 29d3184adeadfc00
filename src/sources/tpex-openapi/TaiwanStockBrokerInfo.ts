import { TaiwanStockBrokerInfo } from '../../catalogue/chips/TaiwanStockBrokerInfo.ts'
import { get } from '../feed.ts'
import { openApiRows, undated } from '../openapi.ts'
import { part } from '../rows.ts'
import { tpexOpenApi } from './response.ts'

const traders = part(
  TaiwanStockBrokerInfo,
  { broker_id: 'Code' },
  {
    ignore: [
      'Date',
      'Ranking',
      'PreviousDayRanking',
      'Name',
      'TradingAmount',
      'DayClosingRatio',
      'CurrentMonthRanking',
      'CurrentMonthCumulativeAmount',
      'CurrentMonthClosingRatio',
    ],
  },
)

/** Brokers and branches by what they traded: each of them must be known. */
export const dailyBroker = tpexOpenApi(traders, {
  endpoint: 'tpex_daily_broker1',
  market: null,
  role: 'witness',
  span: 'latest',
  request: () => get('/tpex_daily_broker1'),
  parse: openApiRows(traders, undated),
  verified: 'tpex-openapi/tpex_daily_broker1.json',
})

const lenders = part(
  TaiwanStockBrokerInfo,
  { broker_id: 'SecuritiesCompanyCode' },
  {
    ignore: [
      'Month',
      'Ranking',
      'CompanyName',
      'MonthlyAverageMarginPurchaseBalance',
      'MarketShare',
      'MonthlyAverageShortSaleBalance',
      'MonthlyAverageMarginTradingBalance',
    ],
  },
)

/** Brokers by what they lent. */
export const marginSpot = tpexOpenApi(lenders, {
  endpoint: 'tpex_margin_trading_marginspot',
  market: null,
  role: 'witness',
  span: 'latest',
  request: () => get('/tpex_margin_trading_marginspot'),
  parse: openApiRows(lenders, undated),
  verified: 'tpex-openapi/tpex_margin_trading_marginspot.json',
})
