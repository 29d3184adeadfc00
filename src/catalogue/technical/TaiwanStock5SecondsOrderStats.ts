import { decimal, integer, oneOf } from '../../fields.ts'
import { tradeDate, tradeTime } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStock5SecondsOrderStats = dataset({
  name: 'TaiwanStock5SecondsOrderStats',
  tier: 'plus',
  category: 'technical',
  title: { en: 'Order and trade statistics every 5 seconds', zh: '每 5 秒委託成交統計' },
  about: {
    en: 'Orders and trades of the whole listed market, cumulative since the open, every five seconds through the session.',
    zh: '集中市場每 5 秒累積委託買賣筆數、數量與成交筆數、數量、金額。',
  },
  notes: {
    en: 'All figures are running totals since 09:00:00, so subtract the previous row for one interval. The listed market only, as one series: stock_id is always MARKET. A day has about 3,241 rows.',
    zh: '所有數字自 09:00:00 起累計，單一區間請與前一列相減。僅有上市整體市場，stock_id 固定為 MARKET。每日約 3,241 列。',
  },
  also: {
    en: 'order statistics, order flow, bid and ask orders, intraday market statistics',
    zh: '委託成交統計、每5秒委託、委買委賣、盤中統計',
  },
  columns: {
    stock_id: oneOf(['MARKET'], 'Always MARKET', '固定為 MARKET'),
    trade_date: tradeDate,
    trade_time: tradeTime,
    buy_order_count: integer('Buy orders, cumulative', '累積委託買進筆數', {
      unit: 'orders',
      also: { zh: '委買筆數' },
    }),
    buy_order_volume: integer('Shares bid, cumulative', '累積委託買進數量', {
      unit: 'shares',
      also: { zh: '委買量、委買張數' },
    }),
    sell_order_count: integer('Sell orders, cumulative', '累積委託賣出筆數', {
      unit: 'orders',
      also: { zh: '委賣筆數' },
    }),
    sell_order_volume: integer('Shares offered, cumulative', '累積委託賣出數量', {
      unit: 'shares',
      also: { zh: '委賣量、委賣張數' },
    }),
    trade_count: integer('Trades, cumulative', '累積成交筆數', { unit: 'trades' }),
    volume: integer('Shares traded, cumulative', '累積成交數量', { unit: 'shares' }),
    turnover: decimal(2, 'Value traded, cumulative', '累積成交金額', { unit: 'TWD' }),
  },
  key: ['stock_id', 'trade_date', 'trade_time'],
  example: 'MARKET',
  unit: 'orders; shares; TWD',
  oddLots: false,
  accumulation: 'running totals from 09:00:00 of each trading day',
  update: '15:25',
  complete: { every: 'trading_day', each: 'dataset' },
  sources: ['twse', 'twseOpenApi'],
})
