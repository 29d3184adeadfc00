import { brokerTrades } from './brokers.ts'
import { exchangeRates } from './ExchangeRate.ts'
import { institutions } from './institutions.ts'
import { traders } from './largeTraders.ts'
import { finalSettlements } from './settlements.ts'
import { productTotals } from './TaiwanFutureOptionDailyTotalOverview.ts'
import { lastQuotes } from './TaiwanFutureOptionTickRealtime.ts'
import { futuresReports } from './TaiwanFuturesDaily.ts'
import { spreadReports } from './TaiwanFuturesSpread.ts'
import { optionReports } from './TaiwanOptionDaily.ts'
import { marketWeights } from './TaiwanStockMarketValueWeight.ts'

/** The feeds of the futures exchange, of its site and of its OpenAPI. */
export const taifexFeeds = [
  ...futuresReports,
  ...spreadReports,
  ...optionReports,
  ...institutions,
  ...traders,
  ...brokerTrades,
  ...finalSettlements,
  ...lastQuotes,
  ...marketWeights,
  ...productTotals,
  ...exchangeRates,
]
