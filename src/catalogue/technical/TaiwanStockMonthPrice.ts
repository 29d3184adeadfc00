import { date, nullable, text } from '../../fields.ts'
import { change, foreignClasses, ohlc, stockId, traded, tradingDays } from '../columns.ts'
import { dataset } from '../dataset.ts'

export const TaiwanStockMonthPrice = dataset({
  name: 'TaiwanStockMonthPrice',
  tier: 'lite',
  category: 'technical',
  title: { en: 'Monthly prices', zh: '個股月行情' },
  about: {
    en: 'Monthly open, high, low, close and totals of each security, from the unadjusted daily prices.',
    zh: '由未還原日行情彙總的個股月 K 線。',
  },
  notes: {
    en: `Computed from TaiwanStockPrice by calendar month; the date column is the first of the month. The bar of the running month is provisional and changes every day. Prices are unadjusted, so an ex-dividend month shows a gap. ${foreignClasses.en}`,
    zh: `由 TaiwanStockPrice 依曆月彙總，日期欄為當月 1 日。當月 K 棒為暫定值，每日更新。價格未還原，除權息月會出現缺口。${foreignClasses.zh}`,
  },
  also: { en: 'monthly bars, monthly price, monthly candles, monthly OHLC', zh: '月K、月線、月收盤、月成交量' },
  columns: {
    stock_id: stockId,
    month_start_date: date('First day of the month', '月起始日'),
    month: text('Month, e.g. 2026-05', '月別'),
    trade_date: date('Last trading day of the bar', '該月最後交易日'),
    ...ohlc('TWD'),
    ...traded,
    spread: nullable(change('Change from the previous month', '月漲跌價差')),
    trading_days: tradingDays,
  },
  key: ['stock_id', 'month_start_date'],
  date: 'month_start_date',
  unit: 'TWD; shares',
  oddLots: true,
  accumulation: 'one bar per month; the running month is provisional',
  update: '17:45',
  complete: { every: 'month', each: 'security' },
  sources: ['computed'],
  derived: {
    isComputedAsOf: true,
    from: ['TaiwanStockPrice'],
    rule: 'Groups by stock_id and calendar month. Ignores days with a null close for prices, but adds their volume, turnover and trade_count. open = first non-null open, high = maximum, low = minimum, close = last non-null close; volume, turnover and trade_count are sums; trade_date = last TaiwanStockPrice row of the group; trading_days = rows with a non-null close; spread = close minus the close of the previous bar of the stock that has one, null on the first.',
  },
})
