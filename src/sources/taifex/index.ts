import { dailyFxRateDown } from './ExchangeRate.ts'
import { pcRatioDown, stockLists } from './TaiwanFutureOptionDailyTotalOverview.ts'
import { futDataDown } from './TaiwanFuturesDaily.ts'
import { futContractsDateDown } from './TaiwanFuturesInstitutionalInvestors.ts'
import { largeTraderFutDown } from './TaiwanFuturesLargeTraders.ts'
import { futContractsDateAhDown } from './TaiwanFuturesNightInstitutionalInvestors.ts'
import { futIndxFsp, ssfFsp } from './TaiwanFuturesSettlement.ts'
import { futDataDown as spreadsDown } from './TaiwanFuturesSpread.ts'
import { optDataDown } from './TaiwanOptionDaily.ts'
import { callsAndPutsDateDown } from './TaiwanOptionInstitutionalInvestors.ts'
import { largeTraderOptDown } from './TaiwanOptionsLargeTraders.ts'
import { callsAndPutsDateAhDown } from './TaiwanOptionsNightInstitutionalInvestors.ts'
import { optIndxFsp, ssoFsp } from './TaiwanOptionsSettlement.ts'
import { tpexPropertion, weightedPropertion } from './TaiwanStockMarketValueWeight.ts'

export const taifexFeeds = [
  futDataDown,
  spreadsDown,
  optDataDown,
  futContractsDateDown,
  callsAndPutsDateDown,
  futContractsDateAhDown,
  callsAndPutsDateAhDown,
  largeTraderFutDown,
  largeTraderOptDown,
  futIndxFsp,
  ssfFsp,
  optIndxFsp,
  ssoFsp,
  weightedPropertion,
  tpexPropertion,
  stockLists,
  pcRatioDown,
  dailyFxRateDown,
]
