import { datetime, integer, nullable, nullableDecimal, text } from '../../fields.ts'
import * as column from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanFutureOptionTickRealtime = dataset({
  name: 'TaiwanFutureOptionTickRealtime',
  tier: 'free',
  category: 'derivatives',
  title: { en: 'Futures and options quote snapshot', zh: '期貨、選擇權即時報價快照' },
  about: {
    en: 'Latest quote of every listed futures and option contract: last trade, best bid and ask, volume and reference prices.',
    zh: '各期貨、選擇權契約最新報價：成交價、最佳買賣價量、成交量與參考價。',
  },
  notes: {
    en: 'A snapshot, not a tick history: one row per contract and session, replaced while the market is open (08:45-13:45 and 15:00-05:00), newest trading day only; snapshot_time gives its age. Prices and quote_time are null until the contract trades. An after-hours session belongs to the business day it ends on: Friday night carries the date of Monday.',
    zh: '本表為快照而非逐筆歷史：每契約每時段一列，開盤期間（08:45-13:45、15:00-05:00）持續更新，僅保留最新交易日，新鮮度見 snapshot_time。契約尚未成交時價格與 quote_time 為 null。盤後時段歸屬其結束的營業日，例如週五夜盤的 trade_date 為下週一。',
  },
  also: {
    en: 'futures quotes, option quotes, real-time quotes, bid ask, last price',
    zh: '期貨即時報價、選擇權即時報價、即時行情、台指期報價',
  },
  columns: {
    contract_code: text('Contract code, e.g. TXFA4', '契約代碼'),
    trade_date: column.tradeDate,
    trading_session: column.tradingSession('regular', 'after_hours'),
    product_id: column.productId,
    product_type: column.productType,
    contract_name: nullable(text('Contract name', '契約名稱')),
    contract_month: column.contractMonth,
    strike_price: nullable(column.strikePrice),
    call_put: nullable(column.callPut),
    quote_time: nullable(datetime('Time of the last trade', '最後成交時間')),
    last_price: nullableDecimal(4, 'Last price', '成交價', {
      unit: 'points or TWD',
      also: { en: 'price, quote', zh: '現價、報價、最新價' },
    }),
    ...column.openHighLow('points or TWD'),
    reference_price: nullableDecimal(4, 'Reference price', '參考價', { unit: 'points or TWD' }),
    spread: nullable(column.change('Change from the reference price', '漲跌', 'points or TWD')),
    spread_percent: nullable(column.spreadPercent),
    limit_up: nullable(column.limitUp('points or TWD')),
    limit_down: nullable(column.limitDown('points or TWD')),
    volume: nullable(column.contractVolume),
    best_bid: nullable(column.bestBid),
    best_bid_size: nullable(integer('Best bid size', '最佳買量', { unit: 'contracts' })),
    best_ask: nullable(column.bestAsk),
    best_ask_size: nullable(integer('Best ask size', '最佳賣量', { unit: 'contracts' })),
    settlement_price: nullable(column.settlementPrice),
    open_interest: nullable(column.openInterest),
    snapshot_time: datetime('Time of the snapshot', '快照時間'),
  },
  key: ['contract_code', 'trading_session'],
  unit: 'index points or TWD; contracts',
  update: '13:45',
  retention: { kind: 'newest' },
  sources: ['taifexMis', 'taifexOpenApi'],
})
