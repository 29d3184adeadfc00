import { brokerTrades } from './brokers.ts'
import { exchangeRates } from './ExchangeRate.ts'
import { institutions } from './institutions.ts'
import { traders } from './largeTraders.ts'
import { productTotals } from './TaiwanFutureOptionDailyTotalOverview.ts'
import { lastQuotes } from './TaiwanFutureOptionTickRealtime.ts'
import { futuresReports } from './TaiwanFuturesDaily.ts'
import { futuresSettlements } from './TaiwanFuturesSettlement.ts'
import { spreadReports } from './TaiwanFuturesSpread.ts'
import { optionReports } from './TaiwanOptionDaily.ts'
import { optionSettlements } from './TaiwanOptionsSettlement.ts'
import { marketWeights } from './TaiwanStockMarketValueWeight.ts'

/** The feeds of the futures exchange, of its site and of its OpenAPI. */
export const taifexFeeds = [
  ...futuresReports,
  ...spreadReports,
  ...optionReports,
  ...institutions,
  ...traders,
  ...brokerTrades,
  ...futuresSettlements,
  ...optionSettlements,
  ...lastQuotes,
  ...marketWeights,
  ...productTotals,
  ...exchangeRates,
]
