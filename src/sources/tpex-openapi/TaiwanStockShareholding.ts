import { TaiwanStockShareholding } from '../../catalogue/chips/TaiwanStockShareholding.ts'
import { lacking, percent, whole } from '../reading.ts'
import { dailyKey, tpexOpenApi } from './response.ts'

const holdings = whole(
  TaiwanStockShareholding,
  {
    ...dailyKey,
    ...lacking('isin_code', 'mainland_limit_ratio', 'change_reason', 'last_report_date'),
    issued_shares: 'NumberOfSharesIssued',
    foreign_available_shares: 'AvailableSharesForOC/FIToInvest',
    foreign_shares: 'CurrentlySharesOC/FIHeld',
    foreign_available_ratio: percent('PercentageOfAvailableInvestmentForOC/FI'),
    foreign_shareholding_ratio: percent('PercentageOfSharesOC/FMIHeld'),
    foreign_limit_ratio: percent('UpperLimitOfRegulatedInvestment'),
  },
  { ignore: ['Rank', 'CompanyName', 'Note'] },
)

export const qfii = tpexOpenApi.daily(holdings, '/tpex_3insti_qfii', { recorded: '.json' })
