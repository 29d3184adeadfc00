import { TaiwanStockDayTradingFee } from '../../catalogue/chips/TaiwanStockDayTradingFee.ts'
import { column, constant, ordinal, whole } from '../reading.ts'
import { twseMonthFeed } from './response.ts'

const fees = whole(TaiwanStockDayTradingFee, {
  stock_id: '證券代號',
  trade_date: '券差日期',
  seq: ordinal,
  stock_name: '證券名稱',
  market: constant('TWSE'),
  borrowed_volume: '投資人借券股數',
  fee_rate: column('投資人借券費率', { suffix: '%' }),
})

export const bfif8u = twseMonthFeed(fees, 'dayTrading/BFIF8U', { since: '2014-05-05' })
