import { TaiwanStockBlockTrade } from '../../catalogue/chips/TaiwanStockBlockTrade.ts'
import { timeFrom } from '../dates.ts'
import { ofTheDay, openApiEvents } from '../openapi.ts'
import { column, constant, ordinal, whole } from '../reading.ts'
import { tpexOpenApi } from './response.ts'

const trades = whole(TaiwanStockBlockTrade, {
  stock_id: 'Code',
  trade_date: 'Date',
  market: constant('TPEX'),
  seq: ordinal,
  stock_name: 'Name',
  trade_type: 'TransactionType',
  settlement_period: 'SettlementPeriod',
  price: 'TradePrice',
  volume: 'NumberOfSharesTraded',
  turnover: 'TradeValue',
  trade_time: column('TradingTime', { read: timeFrom }),
})

/** The path has the publisher's own spelling. */
export const quotesBlock = tpexOpenApi.list(trades, '/tpex_daily_qutoes_block', openApiEvents(trades, ofTheDay(trades)))
