import { dayRates } from './bank-of-taiwan/ExchangeRate.ts'
import { policyRates } from './bis/CentralBankRate.ts'
import { eg28d01 } from './cbc/CentralBankRate.ts'
import { ef15m01 } from './cbc/CurrencyCirculation.ts'
import { bp01d01 } from './cbc/ExchangeRate.ts'
import { exchangeFeeds } from './exchange/index.ts'
import type { Feed } from './feed.ts'
import { brent, wti } from './fred/CrudeOilPrices.ts'
import { currcir } from './fred/CurrencyCirculation.ts'
import { constantMaturities } from './fred/USBondYield.ts'
import { isinFeeds } from './isin/index.ts'
import { lbmaFeeds } from './lbma/index.ts'
import { mopsFeeds } from './mops/index.ts'
import { businessIndicators } from './ndc/TaiwanMonthlyEconomicIndicator.ts'
import { taifexFeeds } from './taifex/index.ts'
import { nightQuoteList, quoteList } from './taifex-mis/TaiwanFutureOptionTickRealtime.ts'
import { tdccFeeds } from './tdcc/index.ts'
import { yieldCurve } from './treasury/USBondYield.ts'
import { stockInfo } from './twse-mis/TaiwanWeightedIndex.ts'
import { chart } from './yahoo/USStockPrice.ts'

/** Every feed. */
export const feeds: readonly Feed[] = [
  ...exchangeFeeds,
  stockInfo,
  ...isinFeeds,
  ...tdccFeeds,
  ...mopsFeeds,
  ...taifexFeeds,
  quoteList,
  nightQuoteList,
  ef15m01,
  eg28d01,
  bp01d01,
  businessIndicators,
  dayRates,
  wti,
  brent,
  currcir,
  ...constantMaturities,
  yieldCurve,
  policyRates,
  ...lbmaFeeds,
  chart,
]
