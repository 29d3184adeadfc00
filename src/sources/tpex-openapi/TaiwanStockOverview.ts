import { TaiwanStockOverview } from '../../catalogue/technical/TaiwanStockOverview.ts'
import { companies, companyOptions } from '../exchange/companies.ts'
import { type Feed, get } from '../feed.ts'
import { constant } from '../mapping.ts'
import { openApiEvents } from '../openapi.ts'
import { part, whole } from '../rows.ts'
import { companyLists } from './companyLists.ts'
import { tpexOpenApi } from './response.ts'

const listed = (market: 'TPEX' | 'ESB') => {
  const { issue_key: _, ...columns } = companies(market)
  return whole(
    TaiwanStockOverview,
    { ...columns, isin_code: null, cfi_code: null, delisting_date: null, is_active: constant(true) },
    companyOptions(market),
  )
}
const [otc, emerging] = [listed('TPEX'), listed('ESB')]

export const { t187ap03, t187ap03Esb } = companyLists(otc, emerging)

/** Lists of securities for other ends: whatever stands in them must be known. */
const named: Readonly<Record<string, readonly string[]>> = {
  tpex_cmode: [
    'AlteredTrading',
    'PeriodicTrading',
    'ManagedStock',
    'MatchingFrequency',
    'SuspensionOfTrading',
    ' FinancialAnnouncements',
  ],
  tpex_delayed_stock_open: [],
  tpex_trading_warning_information: ['TradingInformation', 'ClosePrice', 'PriceEarningRatio'],
  tpex_trading_warning_note: ['AccumulationSituation'],
  tpex_margin_trading_margin_mark: ['BannedFromMarginShortSelling', 'BannedFromSBLShortSelling', 'SubjectToUptickRule'],
  tpex_margin_trading_adjust: [
    'ReductionDate',
    'TradeResumptionDate',
    'ReasonExcessiveStockPriceVolatilityFiveConsecutiveDays',
    'ReasonExcessiveStockPriceVolatilitySixDaysOutOfTen',
    'ReasonAbnormalTradeVolumeConsecutiveDays',
    'ReasonAbnormalTradeVolumeSixDaysOutOfTen',
    'ReasonShareholdingOverconcentration',
    'ReasonSecondDispositionByMarketSurveillanceDepartment',
    'ReasonUponResolutionByTheSurveillanceOperationsOversightCommittee',
  ],
}

export const knownSecurities: readonly Feed[] = Object.entries(named).map(([endpoint, others]) => {
  const reading = part(
    TaiwanStockOverview,
    { stock_id: 'SecuritiesCompanyCode', stock_name: 'CompanyName' },
    { ignore: ['Date', ...others] },
  )
  return tpexOpenApi.feed(reading, {
    endpoint,
    role: 'witness',
    span: 'latest',
    request: () => get(`/${endpoint}`),
    parse: openApiEvents(reading),
    recording: `tpex-openapi/${endpoint}.json`,
  })
})
