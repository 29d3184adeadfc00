import { decimal, integer, nullable } from '../../fields.ts'
import { close, foreignClasses, stockId, tradeDate } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStock10Year = dataset({
  name: 'TaiwanStock10Year',
  tier: 'lite',
  category: 'technical',
  title: { en: 'Ten-year moving average', zh: '個股十年線' },
  about: {
    en: 'Simple moving average of each security over its last 2,500 closing prices, the ten-year line.',
    zh: '個股近 2,500 個收盤價的簡單移動平均，即十年線。',
  },
  notes: {
    en: `Computed. A security has no row until it has 2,500 closing prices. Closes are adjusted for splits and par-value changes only, not for dividends or capital reductions; the close column is the unadjusted price of the day. ${foreignClasses.en}`,
    zh: `本表為計算資料。收盤價未滿 2,500 筆的證券無資料。均線僅調整分割與面額變更，不調整股利與減資；close 欄為當日未還原收盤價。${foreignClasses.zh}`,
  },
  also: {
    en: 'ten-year average, 10 year moving average, 2500-day moving average, long-term moving average',
    zh: '十年線、十年均線、2500日均線、長期均線',
  },
  columns: {
    stock_id: stockId,
    trade_date: tradeDate,
    close: nullable(close('TWD')),
    ten_year_average: decimal(4, 'Ten-year moving average', '十年線', {
      unit: 'TWD',
      also: {
        en: '10-year average, ten-year average, 10-year moving average, ten-year line',
        zh: '十年均線、十年平均、十年平均價、10年線、10年均線、10年平均',
      },
    }),
    sample_days: integer('Closing prices in the average', '採樣天數'),
  },
  key: ['stock_id', 'trade_date'],
  adjustment: 'splits and par-value changes only',
  accumulation: 'rolling window of 2,500 closing prices',
  update: '20:00',
  complete: { every: 'trading_day', each: 'dataset' },
  sources: ['computed'],
  derived: {
    from: ['TaiwanStockPrice', 'TaiwanStockSplitPrice', 'TaiwanStockChangeFaceReference'],
    history: { en: '2,500 closing prices of a security', zh: '單一證券 2,500 個收盤價' },
    rule: 'ten_year_average(t) = mean of the 2,500 most recent non-null closes of TaiwanStockPrice up to and including t, half-up to 4 decimals. A close dated before the resumption_date of a TaiwanStockSplitPrice or TaiwanStockChangeFaceReference event with resumption_date <= t is first multiplied by reference_price / close_before of that event; later events, dividends and capital reductions are not used. One row per TaiwanStockPrice row from the day 2,500 closes exist; close is the raw close of t.',
  },
})
