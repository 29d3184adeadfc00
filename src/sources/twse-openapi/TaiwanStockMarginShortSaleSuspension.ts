import { TaiwanStockMarginShortSaleSuspension } from '../../catalogue/chips/TaiwanStockMarginShortSaleSuspension.ts'
import { get } from '../feed.ts'
import { column, constant } from '../mapping.ts'
import { openApiEvents } from '../openapi.ts'
import { whole } from '../rows.ts'
import { twseOpenApi } from './answer.ts'

const suspended = whole(TaiwanStockMarginShortSaleSuspension, {
  stock_id: 'Code',
  stock_name: 'Name',
  market: constant('TWSE'),
  suspend_start_date: 'StartDate',
  suspend_end_date: 'EndDate',
  reason: column('Reason', { blank: '' }),
})

export const bfi84u = twseOpenApi(suspended, {
  endpoint: 'BFI84U',
  span: 'latest',
  request: () => get('/exchangeReport/BFI84U'),
  parse: openApiEvents(suspended),
  verified: 'twse-openapi/exchangeReport_BFI84U.json',
})
