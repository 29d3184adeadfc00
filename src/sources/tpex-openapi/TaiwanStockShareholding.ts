import { TaiwanStockShareholding } from '../../catalogue/chips/TaiwanStockShareholding.ts'
import { column, constant, whole } from '../reading.ts'
import { tpexOpenApi } from './response.ts'

const percent = { suffix: '%' }

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
    foreign_available_ratio: column('PercentageOfAvailableInvestmentForOC/FI', percent),
    foreign_shareholding_ratio: column('PercentageOfSharesOC/FMIHeld', percent),
    foreign_limit_ratio: column('UpperLimitOfRegulatedInvestment', percent),
    mainland_limit_ratio: null,
    change_reason: null,
    last_report_date: null,
  },
  { ignore: ['Rank', 'CompanyName', 'Note'] },
)

export const qfii = tpexOpenApi.daily(holdings, '/tpex_3insti_qfii', { recorded: '.json' })
