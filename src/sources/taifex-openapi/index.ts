import { dailyForeignExchangeRates } from './ExchangeRate.ts'
import { putCallRatioList, ssfLists, ssoLists } from './TaiwanFutureOptionDailyTotalOverview.ts'
import { futuresQuotes, optionQuotes } from './TaiwanFutureOptionTickRealtime.ts'
import { dailyFut } from './TaiwanFuturesBrokerDaily.ts'
import { dailyMarketReportFut } from './TaiwanFuturesDaily.ts'
import { futuresContractsByDate } from './TaiwanFuturesInstitutionalInvestors.ts'
import { largeTradersFutures } from './TaiwanFuturesLargeTraders.ts'
import {
  finalSettlementPrice as finalFuturesPrice,
  finalSettlementPriceFutures,
  finalSettlementPriceSsf,
  settledPositionsFutures,
} from './TaiwanFuturesSettlement.ts'
import { dailyMarketReportFut as spreadReport } from './TaiwanFuturesSpread.ts'
import { dailyMarketReportOpt } from './TaiwanOptionDaily.ts'
import { callsAndPutsByDate } from './TaiwanOptionInstitutionalInvestors.ts'
import { dailyOpt } from './TaiwanOptionsBrokerDaily.ts'
import { largeTradersOptions } from './TaiwanOptionsLargeTraders.ts'
import { finalSettlementPrice as finalOptionPrice, finalSettlementPriceOptions } from './TaiwanOptionsSettlement.ts'

export const taifexOpenApiFeeds = [
  dailyMarketReportFut,
  spreadReport,
  dailyMarketReportOpt,
  futuresContractsByDate,
  callsAndPutsByDate,
  largeTradersFutures,
  largeTradersOptions,
  dailyFut,
  dailyOpt,
  finalFuturesPrice,
  finalOptionPrice,
  futuresQuotes,
  optionQuotes,
  ssfLists,
  ssoLists,
  finalSettlementPriceFutures,
  finalSettlementPriceSsf,
  settledPositionsFutures,
  finalSettlementPriceOptions,
  putCallRatioList,
  dailyForeignExchangeRates,
]
