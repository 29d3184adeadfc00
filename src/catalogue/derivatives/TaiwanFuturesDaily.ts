import * as column from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanFuturesDaily = dataset({
  name: 'TaiwanFuturesDaily',
  tier: 'free',
  category: 'derivatives',
  title: { en: 'Futures, daily', zh: '期貨日行情' },
  about: {
    en: 'Daily prices, volume, settlement price and open interest of every futures contract, day and after-hours sessions in separate rows.',
    zh: '各期貨契約每日行情、結算價與未平倉量，一般與盤後時段分列。',
  },
  notes: {
    en: 'An after-hours session belongs to the business day it ends on: Friday night carries the date of Monday. settlement_price and open_interest are on regular rows only, and on expiry day settlement_price is null: see TaiwanFuturesSettlement. Contracts are not rolled; for a continuous series take the regular rows of the nearest contract_month. Codes are market-data codes: TX, MTX, TMF, TE, TF, CDF.',
    zh: '盤後時段歸屬其結束的營業日，例如週五夜盤的 trade_date 為下週一。settlement_price 與 open_interest 僅一般時段有值，到期日 settlement_price 為 null，請見 TaiwanFuturesSettlement。資料未做轉倉調整，連續月請取一般時段最近月契約。商品代號採行情代號，如 TX、MTX、TMF、TE、TF、CDF。',
  },
  also: {
    en: 'futures price, TX futures, index futures, TAIEX futures, stock futures',
    zh: '期貨行情、台指期、臺指期貨、小台、個股期貨、夜盤',
  },
  columns: {
    trade_date: column.tradeDate,
    futures_id: column.futuresId,
    contract_month: column.contractMonth,
    trading_session: column.tradingSession('regular', 'after_hours'),
    ...column.contractSession,
  },
  key: ['trade_date', 'futures_id', 'contract_month', 'trading_session'],
  unit: 'index points or TWD; contracts',
  adjustment: 'none; contracts are not rolled',
  update: '16:30',
  complete: { every: 'trading_day', each: 'dataset' },
  sources: ['taifex', 'taifexOpenApi'],
})
