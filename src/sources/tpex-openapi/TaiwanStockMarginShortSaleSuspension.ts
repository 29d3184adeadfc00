import { TaiwanStockMarginShortSaleSuspension } from '../../catalogue/chips/TaiwanStockMarginShortSaleSuspension.ts'
import { get } from '../feed.ts'
import { column, constant } from '../mapping.ts'
import { openApiEvents } from '../openapi.ts'
import { whole } from '../rows.ts'
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

export const marginTerm = tpexOpenApi(suspended, {
  endpoint: 'tpex_margin_trading_term',
  span: 'latest',
  request: () => get('/tpex_margin_trading_term'),
  parse: openApiEvents(suspended),
})
