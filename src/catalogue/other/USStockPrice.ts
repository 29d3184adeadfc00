import { date, nullable, nullableDecimal, text } from '../../fields.ts'
import { close, openHighLow, volume } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const USStockPrice = dataset({
  name: 'USStockPrice',
  tier: 'free',
  category: 'other',
  title: { en: 'US stock and index prices', zh: '美股股價' },
  about: {
    en: 'Daily prices of selected US stocks, ETFs and indices.',
    zh: '美股個股、ETF 與指數每日股價。',
  },
  notes: {
    en: 'A selection, mainly large technology stocks, Taiwan ADRs, broad ETFs and indices; an index starts with ^, such as ^GSPC. Prices are adjusted for splits, adj_close also for dividends, and both are rewritten after such an event. trade_date is the New York date; a day appears the next morning in Taipei.',
    zh: '僅收錄部分標的，以大型科技股、台股 ADR、大型 ETF 與指數為主，指數代號以 ^ 開頭，如 ^GSPC。價格已還原分割，adj_close 另還原股利，事件發生後歷史數值會改寫。trade_date 為紐約日期，台北時間次日上午可得。',
  },
  also: { en: 'US stocks, American stocks, S&P 500, Nasdaq, ADR', zh: '美股、美國股票、那斯達克、費半、台積電ADR' },
  columns: {
    stock_id: text('US ticker', '美股代號', { also: { en: 'ticker, symbol', zh: '代號' } }),
    trade_date: date('Trading date in New York', '交易日期（紐約）'),
    ...openHighLow('USD'),
    close: close('USD'),
    adj_close: nullableDecimal(4, 'Adjusted closing price', '還原收盤價', {
      unit: 'USD',
      also: { en: 'adjusted close', zh: '還原價' },
    }),
    volume: nullable(volume),
  },
  key: ['stock_id', 'trade_date'],
  example: 'AAPL',
  unit: 'USD; shares; index points',
  adjustment: 'prices for splits; adj_close for splits and dividends',
  update: '08:00',
  complete: { every: 'weekday', each: 'id' },
  sources: ['yahoo'],
})
