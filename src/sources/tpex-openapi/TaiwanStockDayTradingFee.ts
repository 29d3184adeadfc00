import { TaiwanStockDayTradingFee } from '../../catalogue/chips/TaiwanStockDayTradingFee.ts'
import { get } from '../feed.ts'
import { constant, ordinal } from '../mapping.ts'
import { openApiEvents } from '../openapi.ts'
import { whole } from '../rows.ts'
import { tpexOpenApi } from './response.ts'

/** One of the titles begins with a blank. */
const fees = whole(TaiwanStockDayTradingFee, {
  stock_id: 'SecuritiesCompanyCode',
  trade_date: 'Date',
  seq: ordinal,
  stock_name: 'CompanyName',
  market: constant('TPEX'),
  borrowed_volume: ' LendingVolume',
  fee_rate: 'LendingFee',
})

/** This month; a day without a shortage has no row. */
export const intradayFee = tpexOpenApi(fees, {
  endpoint: 'tpex_intraday_fee',
  span: 'latest',
  request: () => get('/tpex_intraday_fee'),
  parse: openApiEvents(fees),
  verified: 'tpex-openapi/tpex_intraday_fee.json',
})
