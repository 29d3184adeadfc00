import { TaiwanStockShareholding } from '../../catalogue/chips/TaiwanStockShareholding.ts'
import { constant, percent, whole } from '../reading.ts'
import { tpexOpenApi } from './response.ts'

const holdings = whole(
  TaiwanStockShareholding,
  {
    stock_id: 'SecuritiesCompanyCode',
    trade_date: 'Date',
    market: constant('TPEX'),
    isin_code: null,
    issued_shares: 'NumberOfSharesIssued',
    foreign_available_shares: 'AvailableSharesForOC/FIToInvest',
    foreign_shares: 'CurrentlySharesOC/FIHeld',
    foreign_available_ratio: percent('PercentageOfAvailableInvestmentForOC/FI'),
    foreign_shareholding_ratio: percent('PercentageOfSharesOC/FMIHeld'),
    foreign_limit_ratio: percent('UpperLimitOfRegulatedInvestment'),
    mainland_limit_ratio: null,
    change_reason: null,
    last_report_date: null,
  },
  { ignore: ['Rank', 'CompanyName', 'Note'] },
)

export const qfii = tpexOpenApi.daily(holdings, '/tpex_3insti_qfii', { recorded: '.json' })
