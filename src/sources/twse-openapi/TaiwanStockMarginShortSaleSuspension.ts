import { TaiwanStockMarginShortSaleSuspension } from '../../catalogue/chips/TaiwanStockMarginShortSaleSuspension.ts'
import { get } from '../feed.ts'
import { openApiEvents } from '../openapi.ts'
import { whole } from '../rows.ts'
import { twseOpenApi } from './response.ts'
import { suspended } from './suspended.ts'

const reading = whole(TaiwanStockMarginShortSaleSuspension, suspended)

export const bfi84u = twseOpenApi(reading, {
  endpoint: 'BFI84U',
  span: 'latest',
  request: () => get('/exchangeReport/BFI84U'),
  parse: openApiEvents(reading),
  verified: 'twse-openapi/exchangeReport_BFI84U.json',
})
