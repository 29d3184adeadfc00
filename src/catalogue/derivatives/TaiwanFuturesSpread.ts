import { integer, text } from '../../fields.ts'
import * as column from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanFuturesSpread = dataset({
  name: 'TaiwanFuturesSpread',
  tier: 'lite',
  category: 'derivatives',
  title: { en: 'Futures calendar spreads', zh: '期貨跨月價差行情' },
  about: {
    en: 'Daily prices and volumes of calendar spreads between two months of a futures product.',
    zh: '期貨跨月價差商品每日行情與成交量。',
  },
  notes: {
    en: 'Prices are the far month minus the near month and can be zero or negative; they are null when no two spread orders met. contract_month is near/far, such as 202408/202409. An after-hours session belongs to the business day it ends on: Friday night carries the date of Monday.',
    zh: '價格為遠月減近月，可為零或負數；無價差對價差成交時為 null。contract_month 為「近月/遠月」，如 202408/202409。盤後時段歸屬其結束的營業日，例如週五夜盤的 trade_date 為下週一。',
  },
  also: {
    en: 'calendar spread, futures spread, roll spread, inter-month spread',
    zh: '價差、跨月價差、轉倉價差、期貨價差',
  },
  columns: {
    trade_date: column.tradeDate,
    futures_id: column.futuresId,
    contract_month: text('Combination, near/far', '價差組合（近月/遠月）'),
    near_month: text('Near month', '近月契約'),
    far_month: text('Far month', '遠月契約'),
    trading_session: column.tradingSession('regular', 'after_hours'),
    ...column.ohlc('points or TWD'),
    ...column.contractQuotes,
    spread_to_spread_volume: integer('Volume between spread orders', '價差對價差成交量', { unit: 'contracts' }),
    spread_to_single_volume: integer('Volume against outright orders', '價差對單式委託成交量', { unit: 'contracts' }),
  },
  key: ['trade_date', 'futures_id', 'contract_month', 'trading_session'],
  unit: 'index points or TWD; contracts',
  update: '16:30',
  complete: { every: 'trading_day', each: 'dataset' },
  sources: ['taifex', 'taifexOpenApi'],
})
