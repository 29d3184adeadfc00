import { TaiwanStockSuspendDayTrading } from '../../catalogue/technical/TaiwanStockSuspendDayTrading.ts'
import { get } from '../feed.ts'
import { column, constant } from '../mapping.ts'
import { openApiEvents } from '../openapi.ts'
import { whole } from '../rows.ts'
import { twseOpenApi } from './answer.ts'

const suspended = whole(TaiwanStockSuspendDayTrading, {
  stock_id: 'Code',
  stock_name: 'Name',
  market: constant('TWSE'),
  suspend_start_date: 'StartDate',
  suspend_end_date: 'EndDate',
  reason: column('Reason', { blank: '' }),
})

/** Suspensions of today and the days to come. */
export const twtbau1 = twseOpenApi(suspended, {
  endpoint: 'TWTBAU1',
  span: 'latest',
  request: () => get('/exchangeReport/TWTBAU1'),
  parse: openApiEvents(suspended),
  verified: 'twse-openapi/exchangeReport_TWTBAU1.json',
})

/** Suspensions of the last days. */
export const twtbau2 = twseOpenApi(suspended, {
  endpoint: 'TWTBAU2',
  span: 'latest',
  request: () => get('/exchangeReport/TWTBAU2'),
  parse: openApiEvents(suspended),
})
