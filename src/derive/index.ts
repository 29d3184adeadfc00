import type { Derivation } from './derivation.ts'
import { bondHistory } from './series/TaiwanCBOverviewHistory.ts'
import { bondPremium } from './series/TaiwanCBPremium.ts'
import { corporateCalendar } from './series/TaiwanCorporateCalendar.ts'
import { derivativesContracts } from './series/TaiwanDerivativesContracts.ts'
import { continuousFutures } from './series/TaiwanFuturesContinuous.ts'
import { futuresLargeTraders } from './series/TaiwanFuturesLargeTradersHistory.ts'
import { optionGreeks } from './series/TaiwanOptionGreeks.ts'
import { optionsLargeTraders } from './series/TaiwanOptionsLargeTradersHistory.ts'
import { statementAccounts } from './series/TaiwanStatementAccounts.ts'
import { marginMaintenance } from './series/TaiwanStockMarginMaintenance.ts'
import { stockRatios } from './series/TaiwanStockRatios.ts'
import { volatilityIndex } from './series/TaiwanVolatilityIndex.ts'
import { fearAndGreed } from './TaiwanFearAndGreedIndex.ts'
import { productOverview } from './TaiwanFutureOptionDailyTotalOverview.ts'
import { tenYear } from './TaiwanStock10Year.ts'
import { creditLimit } from './TaiwanStockCreditLimit.ts'
import { singleQuarters } from './TaiwanStockFinancialStatement.ts'
import { marginRatio } from './TaiwanStockMarginRatio.ts'
import { marketValue } from './TaiwanStockMarketValue.ts'
import { marketValueWeight } from './TaiwanStockMarketValueWeight.ts'
import { monthPrice } from './TaiwanStockMonthPrice.ts'
import { priceAdj } from './TaiwanStockPriceAdj.ts'
import { weekPrice } from './TaiwanStockWeekPrice.ts'

/** Raised when a derivation makes other rows of the same inputs: every live lake is then computed again once. */
export const derivationRules = 2

/** Every computed dataset, each after its inputs. */
export const derivations: readonly Derivation[] = [
  priceAdj,
  weekPrice,
  monthPrice,
  tenYear,
  marketValue,
  marketValueWeight,
  creditLimit,
  marginRatio,
  productOverview,
  fearAndGreed,
  singleQuarters,
  continuousFutures,
  derivativesContracts,
  optionGreeks,
  stockRatios,
  marginMaintenance,
  corporateCalendar,
  volatilityIndex,
  futuresLargeTraders,
  optionsLargeTraders,
  bondHistory,
  bondPremium,
  statementAccounts,
]
