import { constant } from '../reading.ts'
import { inMarketData } from '../taifex/products.ts'
import { english } from '../taifex/vocabulary.ts'

/** The days of the month so far; a trade counts for the broker of each side, and both sessions are added up. */
export const brokerColumns = {
  trade_date: english('日期', 'Date'),
  broker_id: english('期貨商代號', 'FCMCode'),
  broker_name: english('期貨商名稱', 'FCMName'),
  trading_session: constant('all'),
  volume: english('交易量', 'Volume'),
} as const
export const brokerProduct = english('商品', 'Contract', { read: inMarketData })
