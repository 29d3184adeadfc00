import { TaiwanStockMarginShortSaleSuspension } from '../../catalogue/chips/TaiwanStockMarginShortSaleSuspension.ts'
import { column, constant, whole } from '../reading.ts'
import { tpexOpenApi } from './response.ts'

const suspended = whole(
  TaiwanStockMarginShortSaleSuspension,
  {
    stock_id: 'SecuritiesCompanyCode',
    stock_name: 'CompanyName',
    market: constant('TPEX'),
    suspend_start_date: 'ShortSaleSuspensionStartDate',
    suspend_end_date: 'ShortSaleSuspensionEndDate',
    reason: column('Reason', { blank: '' }),
  },
  { ignore: ['Date'] },
)

export const marginTerm = tpexOpenApi.events(suspended, '/tpex_margin_trading_term')
