import { TaiwanStockDayTradingFee } from '../../catalogue/chips/TaiwanStockDayTradingFee.ts'
import { constant, ordinal, whole } from '../reading.ts'
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
export const intradayFee = tpexOpenApi.events(fees, '/tpex_intraday_fee', { recorded: '.json' })
