import { TaiwanStockSuspendDayTrading } from '../../catalogue/technical/TaiwanStockSuspendDayTrading.ts'
import { get } from '../feed.ts'
import { openApiEvents } from '../openapi.ts'
import { whole } from '../rows.ts'
import { twseOpenApi } from './response.ts'
import { suspended } from './suspended.ts'

const reading = whole(TaiwanStockSuspendDayTrading, suspended)

/** Suspensions of today and the days to come. */
export const twtbau1 = twseOpenApi(reading, {
  endpoint: 'TWTBAU1',
  span: 'latest',
  request: () => get('/exchangeReport/TWTBAU1'),
  parse: openApiEvents(reading),
  verified: 'twse-openapi/exchangeReport_TWTBAU1.json',
})

/** Suspensions of the last days. */
export const twtbau2 = twseOpenApi(reading, {
  endpoint: 'TWTBAU2',
  span: 'latest',
  request: () => get('/exchangeReport/TWTBAU2'),
  parse: openApiEvents(reading),
})
