import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { companyOverview } from '../exchange/companies.ts'
import type { Feed } from '../feed.ts'
import { part } from '../reading.ts'
import { titlesIn } from '../text.ts'
import { companyLists } from './companyLists.ts'
import { tpexOpenApi } from './response.ts'

export const t187ap03 = companyLists(companyOverview)

/** Lists of securities for other purposes: each security in them must be known. */
const named: Readonly<Record<string, string>> = {
  tpex_cmode: `AlteredTrading PeriodicTrading ManagedStock MatchingFrequency SuspensionOfTrading
    FinancialAnnouncements`,
  tpex_delayed_stock_open: '',
  tpex_trading_warning_information: 'TradingInformation ClosePrice PriceEarningRatio',
  tpex_trading_warning_note: 'AccumulationSituation',
  tpex_margin_trading_margin_mark: 'BannedFromMarginShortSelling BannedFromSBLShortSelling SubjectToUptickRule',
  tpex_margin_trading_adjust: `ReductionDate TradeResumptionDate ReasonExcessiveStockPriceVolatilityFiveConsecutiveDays
    ReasonExcessiveStockPriceVolatilitySixDaysOutOfTen ReasonAbnormalTradeVolumeConsecutiveDays
    ReasonAbnormalTradeVolumeSixDaysOutOfTen ReasonShareholdingOverconcentration
    ReasonSecondDispositionByMarketSurveillanceDepartment
    ReasonUponResolutionByTheSurveillanceOperationsOversightCommittee`,
}

export const knownSecurities: readonly Feed[] = Object.entries(named).map(([endpoint, others]) => {
  const reading = part(
    TaiwanStockOverview,
    { stock_id: 'SecuritiesCompanyCode', stock_name: 'CompanyName' },
    { ignore: titlesIn(`Date ${others}`) },
  )
  return tpexOpenApi.events(reading, `/${endpoint}`, { role: 'witness', recorded: '.json' })
})
