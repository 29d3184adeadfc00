import { decimal, nullable } from '../../fields.ts'
import { change, foreignClasses, ohlc, stockId, tradeDate, traded } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockPriceAdj = dataset({
  name: 'TaiwanStockPriceAdj',
  tier: 'lite',
  category: 'technical',
  title: { en: 'Adjusted daily prices', zh: '個股還原日行情' },
  about: {
    en: 'Daily prices scaled back for cash and stock dividends, capital reductions, splits and par-value changes, so that a series is continuous.',
    zh: '將除權息、減資、分割與面額變更以比例法往前還原的每日股價。',
  },
  notes: {
    en: `Computed from the unadjusted prices and the reference prices the exchanges publish. Every event rewrites all earlier prices of its stock, so do not mix rows fetched at different times; the newest day has a factor of 1. volume, turnover and trade_count are not adjusted. Prices and factor are null before a day that the exchange did not compare with the previous close although no known event explains it: an event is missing, so they are unknown. ${foreignClasses.en}`,
    zh: `由未還原股價與交易所公布的參考價計算。每次權值事件都會改寫該股先前所有價格，不同時間取得的資料請勿混用；最新一日係數為 1。volume、turnover、trade_count 不還原。若交易所某日未與前日收盤價比較，而無已知事件可解釋，表示缺少事件資料，該日之前的價格與係數為 null（未知）。${foreignClasses.zh}`,
  },
  also: {
    en: 'adjusted price, adjusted close, dividend-adjusted price, total return price',
    zh: '還原股價、還原權值、還原K線、除權息還原',
  },
  columns: {
    stock_id: stockId,
    trade_date: tradeDate,
    ...ohlc('TWD'),
    ...traded,
    spread: nullable(change('Change from the previous adjusted close', '還原漲跌價差')),
    adjustment_factor: nullable(decimal(6, 'Adjustment factor', '還原係數')),
  },
  key: ['stock_id', 'trade_date'],
  unit: 'TWD; shares',
  adjustment: 'proportional back-adjustment for dividends, rights, capital reductions, splits and par-value changes',
  oddLots: true,
  update: '18:15',
  complete: { every: 'trading_day', each: 'security' },
  sources: ['twse'],
  derived: {
    isComputedAsOf: true,
    from: [
      'TaiwanStockPrice',
      'TaiwanStockDividendResult',
      'TaiwanStockCapitalReductionReferencePrice',
      'TaiwanStockSplitPrice',
      'TaiwanStockChangeFaceReference',
      'TaiwanStockTradingDate',
    ],
    rule: 'Each row of the four event datasets gives f = reference_price / close_before, paid rights issues included; an event with either value null gives none. It takes effect on the first TaiwanStockPrice date d on or after its ex_date or resumption_date. factor(t) = product of f over the events with d > t, unrounded, so the event day itself is unadjusted. open, high, low, close = raw price x factor, half-up to 4 decimals, null staying null; adjustment_factor = factor, half-up to 6 decimals. Let u be the last day whose close - spread differs from the close of the trading day before, or whose spread is null where most spreads of the day are not, and on which no f takes effect: prices and factor are null before u. spread = close minus the previous non-null adjusted close of the stock.',
  },
})
