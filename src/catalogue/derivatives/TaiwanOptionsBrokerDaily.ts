import { nullable } from '../../fields.ts'
import { merchantId, merchantName, merchantVolume, optionId, tradeDate, tradingSession } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanOptionsBrokerDaily = dataset({
  name: 'TaiwanOptionsBrokerDaily',
  tier: 'lite',
  category: 'derivatives',
  title: { en: 'Options volume by broker', zh: '期貨商選擇權交易量' },
  about: {
    en: 'Daily option volume of each futures broker per product, kept for a rolling month.',
    zh: '各期貨商每日選擇權商品交易量，保留近一個月。',
  },
  notes: {
    en: 'A rolling window: rows older than 31 days are removed. A trade has a broker on each side, so do not add brokers up to get the market volume. trading_session is all if the sessions are not published separately. Broker codes ending in 999 are proprietary desks.',
    zh: '僅保留近 31 天，較舊資料會移除。每筆成交的買賣雙方各有期貨商，加總各期貨商不等於市場成交量。未分時段公布者 trading_session 為 all。代號以 999 結尾者為自營部位。',
  },
  also: {
    en: 'options brokers, futures commission merchant, FCM volume, broker volume',
    zh: '期貨商、期貨商交易量、期貨商排名、選擇權分點',
  },
  columns: {
    trade_date: tradeDate,
    broker_id: merchantId,
    broker_name: nullable(merchantName),
    option_id: optionId,
    trading_session: tradingSession('all', 'regular', 'after_hours'),
    volume: merchantVolume,
  },
  key: ['trade_date', 'broker_id', 'option_id', 'trading_session'],
  update: '19:00',
  complete: { every: 'trading_day', each: 'dataset' },
  retention: { kind: 'days', days: 31 },
  sources: ['taifexOpenApi'],
})
